// Policies as chips: a name, its parameters behind a click, and a button to remove it.

import { editor, fieldsOf } from "./form.js";
import { make, wordsOf } from "./page.js";
import { swatch } from "./palette.js";
import { writeSpec } from "./spec.js";

// Fields that differ from their defaults, in few words.
export function brief(value) {
  const told = Object.entries(value.fields).filter(([name]) => name !== "label")
    .map(([name, field]) => (typeof field === "object" ? writeSpec(field).replace(/\(\)$/, "") : `${wordsOf(name)} = ${field}`));
  return told.join(", ");
}

export function drawChips(list, policies, { removable = true, numbered = true, changed, removed, part }) {
  list.replaceChildren(...policies.map((value, i) => {
    const has = fieldsOf(value.name).some((field) => field.name !== "label");
    const words = make("span", { class: "brief" }, brief(value));
    const mark = numbered ? swatch(i) : null;
    const where = part ?? `policies.${i}`;
    const fault = make("p", { class: "fault", id: `fault-${where.replace(".", "-")}`, hidden: true });
    const head = [mark, make("span", { class: "name" }, value.name), words];
    const body = has
      ? make("details", { "data-key": String(i) }, make("summary", {}, ...head),
        make("div", { class: "fields" }, ...editor(value, where, () => { words.textContent = brief(value); changed(); })))
      : make("div", { class: "plain" }, ...head);
    const remove = removable
      ? make("button", { type: "button", class: "remove", "aria-label": `Remove ${value.name}`, onclick: () => removed(i) }, "×")
      : null;
    return make("li", { class: "chip" }, body, remove, part ? null : fault);
  }));
}
