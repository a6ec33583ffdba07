// Forms made of the library's own fields: every control writes the text that the library will read.

import { drawPrior } from "./density.js";
import { clearFault } from "./faults.js";
import { freshId, make, prose, singular, wordsOf } from "./page.js";
import { numbersOf, parseSpec, tupleOf } from "./spec.js";
import { tableInput } from "./table-input.js";

const HIDDEN = new Set(["label"]);

let schema = null;
export function useSchema(given) { schema = given; }
export const fieldsOf = (name) => schema.values[name]?.fields ?? [];
export const modelOf = (value) => schema.models.find((model) => model.name === value.name);
export const isTimed = ({ length }) => length === "horizon"; // or else a field of the problem ends a run
const positions = (name) => fieldsOf(name).map((field) => field.name);
const startOf = (name) => schema.starts[name] ?? `${name}()`;
export const read = (text) => parseSpec(text, positions);

export const unquoted = (text) => text.replace(/^(['"])(.*)\1$/, "$2");
const quoted = (text) => `'${text.replace(/['"\\\n]/g, "")}'`;
const plain = (text) => (/^-?\d+\.0$/.test(text) ? text.slice(0, -2) : text); // 1.0 reads better as 1

// Controls for the fields of a value, which they change; changed() is called after every change.
export function editor(value, part, changed, skip = () => false) {
  const shown = fieldsOf(value.name).filter((field) => !HIDDEN.has(field.name) && !skip(field));
  const rare = (field) => modelOf(value)?.rare.includes(field.name); // what only few need stands under "More"
  const controls = (fields) => fields.map((field) => control(value, field, part, changed));
  const found = controls(shown.filter((field) => !rare(field)));
  const rest = shown.filter(rare);
  if (rest.length) {
    const open = rest.some((field) => field.name in value.fields);
    const more = make("div", { class: "fields" }, ...controls(rest));
    found.push(make("details", { class: "more", open }, make("summary", {}, "More"), more));
  }
  return found;
}

function control(value, field, part, changed) {
  const values = { prior: nested, law: nested, policy: nested, actions: nested };
  const kinds = { ...values, function: choice, choice, bool: check, numbers: list, table };
  return (kinds[field.kind] ?? line)(value, field, part, changed);
}

// A labelled control with a place for what is wrong with it.
export function labelled(value, field, part, input, ...more) {
  const id = freshId("field");
  const fault = `${id}-fault`;
  input.id = id;
  Object.assign(input.dataset, { part, field: `${value.name}.${field.name}`, fault });
  const words = make("label", { for: id }, wordsOf(field.name));
  const place = make("p", { class: "fault", id: fault, hidden: true });
  return make("div", { class: `field ${field.kind}` }, words, input, ...more, place);
}

function assign(value, field, text, changed) {
  if (text === field.default && !field.required) delete value.fields[field.name];
  else value.fields[field.name] = text;
  changed();
}

export const shownText = (value, field) => value.fields[field.name] ?? field.default ?? "";

function line(value, field, part, changed) {
  const numeric = ["int", "float", "literal"].includes(field.kind); // written as it is, without quotes
  const given = shownText(value, field);
  const oninput = () => {
    clearFault(input);
    const text = input.value.trim();
    if (text || field.required) assign(value, field, numeric ? text : quoted(text), changed);
    else assign(value, field, field.default, changed);
  };
  const decimal = field.kind === "int" || field.kind === "float";
  const look = { type: "text", inputmode: decimal ? "decimal" : "text", autocomplete: "off" };
  const input = make("input", { ...look, value: numeric ? plain(given) : unquoted(given), oninput });
  return labelled(value, field, part, input);
}

function choice(value, field, part, changed) {
  const functions = field.kind === "function";
  const names = functions ? schema.functions.map((f) => f.name) : field.choices;
  const given = value.fields[field.name]?.name ?? unquoted(shownText(value, field));
  const words = () => prose(schema.functions.find((f) => f.name === select.value)?.about ?? "");
  const onchange = () => {
    const text = functions ? { name: select.value, fields: {}, bare: true } : quoted(select.value);
    assign(value, field, select.value ? text : field.default, changed);
    about?.replaceChildren(...words());
  };
  const option = (name) => make("option", { value: name, selected: name === given }, name || "by the theorem");
  const open = field.required || field.default !== null ? names : ["", ...names]; // what may be left out
  const select = make("select", { onchange }, ...open.map(option));
  const about = functions ? make("p", { class: "about" }, ...words()) : null;
  return labelled(value, field, part, select, about);
}

function check(value, field, part, changed) {
  const onchange = () => assign(value, field, input.checked ? "True" : "False", changed);
  const input = make("input", { type: "checkbox", checked: shownText(value, field) === "True", onchange });
  return labelled(value, field, part, input);
}

function list(value, field, part, changed) {
  const oninput = () => {
    clearFault(input);
    const numbers = numbersOf(input.value);
    assign(value, field, numbers.length ? tupleOf(numbers) : field.default, changed);
  };
  const given = numbersOf(shownText(value, field)).join(", ");
  const input = make("input", { type: "text", autocomplete: "off", value: given, oninput });
  return labelled(value, field, part, input);
}

function table(value, field, part, changed) {
  const width = () => Math.max(1, Number(value.fields[field.columns]) || 1);
  const columns = () => Array.from({ length: width() }, (_, i) => `x${i + 1}`);
  const numbers = numbersOf(shownText(value, field));
  const lines = [];
  for (let i = 0; i < numbers.length; i += width()) lines.push(numbers.slice(i, i + width()).join(", "));
  const receive = (found) => {
    const rows = found?.[0].map((_, i) => tupleOf(found.map((column) => column[i])));
    assign(value, field, rows ? tupleOf(rows) : field.default, changed);
  };
  const asked = () => ({ columns: columns(), any: true });
  const hint = `one ${singular(wordsOf(field.name))} per line`;
  const { input, beside } = tableInput(lines.join("\n"), hint, wordsOf(field.name), asked, receive);
  return labelled(value, field, part, input, beside);
}

// A prior, a law, a policy or a set of actions within another value: which one, and its own fields.
function nested(value, field, part, changed) {
  const names = { prior: schema.priors, law: schema.laws, policy: schema.policies, actions: schema.actions }[field.kind];
  let inner = value.fields[field.name];
  if (typeof inner !== "object") {
    inner = read(field.default ?? startOf(names[0]));
  }
  const place = make("div", { class: "fields nested" });
  const drawing = make("div", { class: "density" });
  const refresh = () => { if (field.kind === "prior") drawing.innerHTML = drawPrior(inner); };
  const told = () => {
    value.fields[field.name] = inner;
    refresh();
    changed();
  };
  const fill = () => place.replaceChildren(...editor(inner, part, told));
  const onchange = () => {
    inner = read(startOf(select.value));
    fill();
    told();
  };
  const options = names.includes(inner.name) ? names : [inner.name, ...names];
  const option = (name) => make("option", { value: name, selected: name === inner.name }, name);
  const select = make("select", { onchange }, ...options.map(option));
  if (field.required || field.name in value.fields) value.fields[field.name] = inner;
  fill();
  refresh();
  return make("div", { class: "group" }, labelled(value, field, part, select), place, drawing);
}
