// Policies as chips: a name, its parameters behind a click, and a button to remove it.

import { editor, fieldsOf } from "./fields.js";
import { make, wordsOf } from "./page.js";
import { swatch } from "./palette.js";
import { writeSpec } from "./spec.js";

// Fields that differ from their defaults, in few words.
function brief(value) {
  const told = Object.entries(value.fields).filter(([name]) => name !== "label");
  const words = ([name, field]) => (
    typeof field === "object" ? writeSpec(field).replace(/\(\)$/, "") : `${wordsOf(name)} = ${field}`);
  return told.map(words).join(", ");
}

export function drawChips(list, policies, { removable = true, numbered = true, changed, removed, part }) {
  const chip = (value, i) => {
    const where = part ?? `policies.${i}`;
    const words = make("span", { class: "brief" }, brief(value));
    const head = [numbered ? swatch(i) : null, make("span", { class: "name" }, value.name), words];
    const told = () => {
      words.textContent = brief(value);
      changed();
    };
    const has = fieldsOf(value.name).some((field) => field.name !== "label");
    const fields = () => make("div", { class: "fields" }, ...editor(value, where, told));
    const body = has
      ? make("details", {}, make("summary", {}, ...head), fields())
      : make("div", { class: "plain" }, ...head);
    const look = { type: "button", class: "remove", "aria-label": `Remove ${value.name}` };
    const remove = removable ? make("button", { ...look, onclick: () => removed(i) }, "×") : null;
    const fault = part ? null : make("p", { class: "fault", id: `fault-policies-${i}`, hidden: true });
    return make("li", { class: "chip" }, body, remove, fault);
  };
  list.replaceChildren(...policies.map(chip));
}
