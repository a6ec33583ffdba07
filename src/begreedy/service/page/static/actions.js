// What is changed from the page, each after a question: pause, resume, retire, add, expire.

import { bandit, post } from "./api.js";
import { byId, make } from "./page.js";

// Ask, do, and say what came of it; whoever says no is asked nothing more.
function confirm({ title, words, yes, fields = [], act, done }) {
  const [dialog, form, fault] = [byId("confirm"), byId("confirm-form"), byId("confirm-fault")];
  byId("confirm-title").textContent = title;
  byId("confirm-words").textContent = words;
  byId("confirm-yes").textContent = yes;
  byId("confirm-fields").replaceChildren(...fields);
  fault.hidden = true;
  byId("confirm-no").onclick = () => dialog.close();
  form.onsubmit = async (event) => {
    event.preventDefault();
    byId("confirm-yes").disabled = true;
    try {
      const answer = await act();
      dialog.close();
      tell(done(answer));
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
    } finally {
      byId("confirm-yes").disabled = false;
    }
  };
  dialog.showModal();
}

let hiding = 0;

function tell(words) {
  const place = byId("done");
  place.textContent = words;
  place.hidden = false;
  clearTimeout(hiding);
  hiding = setTimeout(() => { place.hidden = true; }, 8000);
}

function field(id, words, input) {
  input.id = id;
  return make("div", { class: "field" }, make("label", { for: id }, words), input);
}

const numeric = (text) => (text.trim() === "" ? null : Number(text.trim()));

function given(text, words) {
  const value = numeric(text);
  if (value === null || !Number.isFinite(value)) throw new Error(`${words} must be a number, got ${JSON.stringify(text)}`);
  return value;
}

export function makeActions(current, refresh) {
  const change = (verb, told, words) => (arm) => confirm({
    title: `${verb} ${arm}?`,
    words,
    yes: verb,
    act: () => post(`${bandit(current().name)}/arms/${verb.toLowerCase()}`, { arm }),
    done: ({ new: isNew }) => {
      refresh();
      return isNew ? `${arm} is ${told}.` : `${arm} was ${told} before.`;
    },
  });
  return {
    pause: change("Pause", "paused", "It is not played until it is resumed; late rewards still count."),
    resume: change("Resume", "played again", "It is played again, with all that is known of it."),
    retire: change("Retire", "retired", "It is never played again, and its name is never used again."),
    add: () => {
      const { named, features } = current().settings;
      if (features) {
        tell("Arms with features are added by the API, with their vectors: POST /bandits/{name}/arms.");
        return;
      }
      const input = named ? make("textarea", { rows: "5" }) : make("input", { type: "text", inputmode: "numeric" });
      confirm({
        title: "Add arms?",
        words: named ? "Their names, one per line." : "How many; the next numbers are their names.",
        yes: "Add",
        fields: [field("new-arms", named ? "Names" : "Number of arms", input)],
        act: () => {
          const lines = input.value.split("\n").map((line) => line.trim()).filter(Boolean);
          return post(`${bandit(current().name)}/arms`, { names: named ? lines : given(input.value, "the number of arms") });
        },
        done: ({ added }) => {
          refresh();
          return `Added: ${added.slice(0, 5).join(", ")}${added.length > 5 ? ` and ${added.length - 5} more` : ""}.`;
        },
      });
    },
    expire: () => {
      const { settings, state } = current();
      const [hours, value] = [make("input", { type: "text", inputmode: "decimal", value: "24" }), make("input", { type: "text", inputmode: "decimal" })];
      const empty = settings.outcomes === "told" && settings.default === null ? "as never made" : "as the bandit’s default";
      confirm({
        title: "Give up on rewards?",
        words: `${state.pending} decisions are pending. Those made longer ago can no longer get a reward.`,
        yes: "Expire",
        fields: [field("expire-hours", "Made more than this many hours ago", hours), field("expire-as", `Count as (empty: ${empty})`, value)],
        act: () => {
          const before = Date.now() / 1000 - 3600 * given(hours.value, "hours");
          const counted = numeric(value.value) === null ? null : given(value.value, "what they count as");
          return post(`${bandit(current().name)}/expire`, { before, default: counted });
        },
        done: ({ expired }) => {
          refresh();
          return `${expired} decisions were given up on.`;
        },
      });
    },
  };
}
