// What is changed from the page, each after a question: pause, resume, retire, add, expire.

import { bandit, get, post } from "./api.js";
import { focusArm } from "./arms.js";
import { byId, count, make } from "./page.js";

// Ask, do, and say what came of it; whoever says no is asked nothing more.  Either way `back` brings the focus back.
function confirm({ title, words, yes, fields = [], act, done, back }) {
  const [dialog, form, fault] = [byId("confirm"), byId("confirm-form"), byId("confirm-fault")];
  byId("confirm-title").textContent = title;
  byId("confirm-words").textContent = words;
  byId("confirm-yes").textContent = yes;
  byId("confirm-fields").replaceChildren(...fields);
  fault.hidden = true;
  byId("confirm-no").onclick = () => dialog.close();
  dialog.onclose = back;
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

const decisions = (n) => `${count(n)} ${n === 1 ? "decision" : "decisions"}`;

export function makeActions(current, refresh) {
  const change = (verb, told, words) => (arm) => confirm({
    title: `${verb} arm ${arm}?`,
    words,
    yes: verb,
    act: () => post(`${bandit(current().name)}/arms/${verb.toLowerCase()}`, { arm }),
    done: ({ new: isNew }) => {
      refresh();
      return isNew ? `Arm ${arm} is ${told}.` : `Arm ${arm} was ${told} before.`;
    },
    back: () => focusArm(arm, verb),
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
        back: () => byId("add").focus(),
      });
    },
    expire: () => {
      const { settings, state, name } = current();
      const [hours, value] = [make("input", { type: "text", inputmode: "decimal", value: "24" }), make("input", { type: "text", inputmode: "decimal" })];
      const empty = settings.outcomes === "told" && settings.default === null ? "as never made" : "as the bandit’s default";
      const closing = make("p", { role: "status" }, "…");
      // The server counts, and its clock says what is older: whoever confirms closes what was counted.
      const look = async () => {
        const most = given(hours.value, "hours");
        if (most < 0) throw new Error(`hours must be at least 0, got ${hours.value.trim()}`);
        return get(`${bandit(name)}/overview/pending?${new URLSearchParams({ hours: most })}`);
      };
      let counted = null;
      const tellCount = () => {
        const mine = counted = look();
        mine.then(({ count: n }) => `${decisions(n)} of ${count(state.pending)} will be closed.`, () => "")
          .then((words) => { if (mine === counted) closing.textContent = words; });
      };
      hours.addEventListener("input", tellCount);
      tellCount();
      confirm({
        title: "Give up on rewards?",
        words: "Decisions made longer ago can no longer get a reward.",
        yes: "Expire",
        fields: [field("expire-hours", "Made more than this many hours ago", hours), field("expire-as", `Count as (empty: ${empty})`, value), closing],
        act: async () => {
          const { before } = await counted;
          const outcome = numeric(value.value) === null ? null : given(value.value, "what they count as");
          return post(`${bandit(name)}/expire`, { before, default: outcome });
        },
        done: ({ expired }) => {
          refresh();
          return `${decisions(expired)} given up on.`;
        },
        back: () => byId("expire").focus(),
      });
    },
  };
}
