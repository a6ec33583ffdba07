// Tables of numbers, pasted or uploaded; the server reads them and says what is wrong with them.

import { clearFault, showFault } from "./faults.js";
import { make } from "./page.js";
import { ask, Refused } from "./stream.js";

const TYPES = ".csv,.tsv,.txt,text/csv,text/plain";

// A text box and a file button; receive() gets the columns that the server has read, or null.
export function tableInput(text, placeholder, what, asked, receive) {
  const input = make("textarea", { rows: "4", spellcheck: "false", autocomplete: "off", placeholder });
  input.value = text;
  const submit = async () => {
    clearFault(input);
    if (!input.value.trim()) {
      receive(null);
      return;
    }
    input.dataset.pending = "1";
    try {
      receive((await ask("table", { text: input.value, ...asked() })).columns);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      receive(null);
      showFault(input, error.message);
    } finally {
      delete input.dataset.pending;
    }
  };
  const upload = async () => {
    if (!file.files.length) return;
    input.value = await file.files[0].text();
    file.value = "";
    await submit();
  };
  const look = { type: "file", accept: TYPES, class: "sr", tabindex: "-1", "aria-label": `CSV file of ${what}` };
  const file = make("input", { ...look, onchange: upload });
  const button = make("button", { type: "button", onclick: () => file.click() }, "Upload CSV");
  input.addEventListener("change", submit);
  return { input, beside: make("div", { class: "beside" }, button, file) };
}
