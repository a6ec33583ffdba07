// Tables of numbers, pasted or uploaded; the server reads them and says what is wrong with them.

import { clearFault, showFault } from "./faults.js";
import { make } from "./page.js";
import { ask, Refused } from "./stream.js";

const LARGEST = 2_000_000; // bytes of a file
const TYPES = ".csv,.tsv,.txt,text/csv,text/plain";

// A text box and a file button; receive() gets the columns that the server has read, or null.
export function tableInput(text, placeholder, what, asked, receive) {
  const input = make("textarea", { rows: "4", spellcheck: "false", autocomplete: "off", placeholder });
  input.value = text;
  let latest = 0; // a slow answer must not undo a later one
  const submit = async () => {
    const mine = latest += 1;
    clearFault(input);
    if (!input.value.trim()) {
      receive(null);
      return;
    }
    input.dataset.pending = "1";
    try {
      const { columns } = await ask("table", { text: input.value, ...asked() });
      if (mine === latest) receive(columns);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (mine !== latest) return;
      receive(null);
      showFault(input, error.message);
    } finally {
      if (mine === latest) delete input.dataset.pending;
    }
  };
  const upload = async () => {
    if (!file.files.length) return;
    const [{ name, size }] = file.files;
    const large = size > LARGEST;
    input.value = large ? "" : await file.files[0].text();
    file.value = "";
    await submit();
    const megabytes = (bytes) => `${Math.ceil(bytes / 1e6)} MB`;
    if (large) showFault(input, `${name} has ${megabytes(size)}; a table may have at most ${megabytes(LARGEST)}`);
    else if (!input.value.trim()) showFault(input, `${name} is empty; expected a table with a line per arm`);
  };
  const look = { type: "file", accept: TYPES, class: "sr", tabindex: "-1", "aria-label": `CSV file of ${what}` };
  const file = make("input", { ...look, onchange: upload });
  const button = make("button", { type: "button", onclick: () => file.click() }, "Upload CSV");
  input.addEventListener("change", submit);
  return { input, beside: make("div", { class: "beside" }, button, file) };
}
