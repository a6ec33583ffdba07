// Forms made of the library's own fields: every control writes the text that the library will read.

import { drawArms, drawPrior } from "./density.js";
import { byId, freshId, make, prose, wordsOf } from "./page.js";
import { numbersOf, parseSpec, tupleOf } from "./spec.js";
import { ask, Refused } from "./stream.js";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const REST = new Set(["bool", "numbers", "table"]); // kinds that only few settings need
const RARE = new Set(["pool", "offered"]);
const HIDDEN = new Set(["label"]);

let schema = null;
export function useSchema(given) { schema = given; }
export const fieldsOf = (name) => schema.values[name]?.fields ?? [];
export const positions = (name) => fieldsOf(name).map((field) => field.name);
export const read = (text) => parseSpec(text, positions);
export const modelOf = (value) => schema.models.find((model) => model.name === value.name);

// ------------------------------------------------------------ a value and its fields

// Controls for the fields of a value, which they change; changed() is called after every change.
export function editor(value, part, changed, skip = () => false) {
  const shown = fieldsOf(value.name).filter((field) => !HIDDEN.has(field.name) && !skip(field));
  const rare = (field) => (REST.has(field.kind) || RARE.has(field.name)) && schema.models.some((m) => m.name === value.name) && field.name !== "levels";
  const main = shown.filter((field) => !rare(field)).map((field) => control(value, field, part, changed));
  const rest = shown.filter(rare);
  if (rest.length) {
    const given = rest.some((field) => field.name in value.fields);
    main.push(make("details", { class: "more", open: given }, make("summary", {}, "More"),
      make("div", { class: "fields" }, ...rest.map((field) => control(value, field, part, changed)))));
  }
  return main;
}

function control(value, field, part, changed) {
  const kinds = { prior: nested, law: nested, policy: nested, function: choice, choice, bool: check, numbers: list, table };
  return (kinds[field.kind] ?? line)(value, field, part, changed);
}

// A labelled control with a place for what is wrong with it.
function labelled(value, field, part, input, ...more) {
  const id = freshId("field"), fault = `${id}-fault`;
  input.id = id;
  input.dataset.part = part;
  input.dataset.field = `${value.name}.${field.name}`;
  input.dataset.fault = fault;
  const words = make("label", { for: id }, wordsOf(field.name));
  return make("div", { class: `field ${field.kind}` }, words, input, ...more, make("p", { class: "fault", id: fault, hidden: true }));
}

function assign(value, field, text, changed) {
  if (text === field.default && !field.required) delete value.fields[field.name];
  else value.fields[field.name] = text;
  changed();
}

const shownText = (value, field) => value.fields[field.name] ?? field.default ?? "";

function line(value, field, part, changed) {
  const numeric = field.kind === "int" || field.kind === "float";
  const given = shownText(value, field);
  const input = make("input", { type: "text", inputmode: numeric ? "decimal" : "text", autocomplete: "off",
    value: numeric ? plain(given) : unquoted(given),
    oninput: () => {
      const text = input.value.trim();
      if (!text && !field.required) { delete value.fields[field.name]; changed(); return; }
      if (!numeric) { assign(value, field, quoted(text), changed); return; }
      clearFault(input);
      value.fields[field.name] = text;
      if (text === field.default && !field.required) delete value.fields[field.name];
      changed();
    } });
  return labelled(value, field, part, input);
}

const plain = (text) => (/^-?\d+\.0$/.test(text) ? text.slice(0, -2) : text); // 1.0 reads better as 1
const unquoted = (text) => text.replace(/^(['"])(.*)\1$/, "$2");
const quoted = (text) => `'${text.replace(/['"\\\n]/g, "")}'`;

function choice(value, field, part, changed) {
  const names = field.kind === "function" ? schema.functions.map((f) => f.name) : field.choices;
  const now = value.fields[field.name];
  const given = now?.name ?? unquoted(shownText(value, field));
  const select = make("select", { onchange: () => {
    assign(value, field, field.kind === "function" ? { name: select.value, fields: {}, bare: true } : quoted(select.value), changed);
    if (about) about.replaceChildren(...prose(words()));
  } }, ...names.map((name) => make("option", { value: name, selected: name === given }, name || "by the theorem")));
  const words = () => schema.functions.find((f) => f.name === select.value)?.about ?? "";
  const about = field.kind === "function" ? make("p", { class: "about" }, ...prose(words())) : null;
  return labelled(value, field, part, select, about);
}

function check(value, field, part, changed) {
  const input = make("input", { type: "checkbox", checked: shownText(value, field) === "True",
    onchange: () => assign(value, field, input.checked ? "True" : "False", changed) });
  return labelled(value, field, part, input);
}

function list(value, field, part, changed) {
  const input = make("input", { type: "text", autocomplete: "off", value: numbersOf(shownText(value, field)).join(", "),
    oninput: () => {
      clearFault(input);
      const numbers = numbersOf(input.value);
      if (numbers.length) assign(value, field, tupleOf(numbers), changed);
      else { delete value.fields[field.name]; changed(); }
    } });
  return labelled(value, field, part, input);
}

// A prior, a law or a policy within another value: which one, and its own fields.
function nested(value, field, part, changed) {
  const names = { prior: schema.priors, law: schema.laws, policy: innerPolicies() }[field.kind];
  let inner = value.fields[field.name];
  if (typeof inner === "string" || !inner) inner = read(field.default && field.default !== "None" ? field.default : startOf(field.kind, names));
  const place = make("div", { class: "fields nested" });
  const drawing = make("div", { class: "density" });
  const refresh = () => { if (field.kind === "prior") drawing.innerHTML = drawPrior(inner); };
  const told = () => { value.fields[field.name] = inner; refresh(); changed(); };
  const fill = () => place.replaceChildren(...editor(inner, part, told));
  const select = make("select", { onchange: () => { inner = read(startText(select.value)); fill(); told(); } },
    ...names.map((name) => make("option", { value: name, selected: name === inner.name }, name)));
  if (field.required || field.name in value.fields) value.fields[field.name] = inner;
  fill();
  refresh();
  return make("div", { class: "group" }, labelled(value, field, part, select), place, drawing);
}

const innerPolicies = () => ["Greedy", "UCB", "MOSS", "KLUCB", "ThompsonBeta", "ThompsonGaussian", "UCBV", "EpsilonGreedy"];
const startOf = (kind, names) => ({ prior: "Uniform()", law: "Bernoulli()", policy: "Greedy()" })[kind] ?? `${names[0]}()`;
const startText = (name) => (name === "Beta" ? "Beta(a=1, b=3)" : `${name}()`);

// ------------------------------------------------------------ tables of numbers, pasted or uploaded

// A text box and a file button; receive(columns, text) gets what the server has read of them.
function tableInput(value, field, part, text, columns, extra, receive, placeholder) {
  const input = make("textarea", { rows: "4", spellcheck: "false", autocomplete: "off", placeholder });
  input.value = text;
  const file = make("input", { type: "file", accept: ".csv,.tsv,.txt,text/csv,text/plain", class: "sr", tabindex: "-1" });
  const button = make("button", { type: "button", onclick: () => file.click() }, "Upload CSV");
  const submit = async () => {
    clearFault(input);
    if (!input.value.trim()) { receive(null); return; }
    input.dataset.pending = "1";
    try {
      receive((await ask("table", { text: input.value, columns: columns(), ...extra() })).columns);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      receive(null);
      showFault(input, error.message);
    } finally {
      delete input.dataset.pending;
    }
  };
  input.addEventListener("change", submit);
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    input.value = await file.files[0].text();
    file.value = "";
    await submit();
  });
  file.setAttribute("aria-label", `CSV file of ${wordsOf(field.name)}`);
  return labelled(value, field, part, input, make("div", { class: "beside" }, button, file));
}

function table(value, field, part, changed) {
  const dimension = () => Math.max(1, Number(value.fields.dimension) || 1);
  const rows = numbersOf(shownText(value, field));
  const lines = [];
  for (let i = 0; i < rows.length; i += dimension()) lines.push(rows.slice(i, i + dimension()).join(", "));
  return tableInput(value, field, part, lines.join("\n"), () => Array.from({ length: dimension() }, (_, i) => `x${i + 1}`), () => ({ any: true }),
    (columns) => {
      if (columns) value.fields[field.name] = tupleOf(columns[0].map((_, i) => tupleOf(columns.map((column) => column[i]))));
      else delete value.fields[field.name];
      changed();
    }, "one action per line");
}

// ------------------------------------------------------------ the problem

// The form of a problem; where its arms may be given, a choice between a prior and one's own.
export function problemForm(place, problem, changed, axes = []) {
  const model = modelOf(problem);
  const drawn = ["prior", "arms", "items"];
  const own = model.own;
  let given = own.length > 0 && own.some((name) => name in problem.fields);
  const kept = {}; // what the other way had, should the visitor come back
  const fill = () => {
    const skip = (field) => axes.includes(field.name) || own.includes(field.name) || (given && drawn.includes(field.name));
    place.replaceChildren(...(own.length && !axes.length ? [ways()] : []), ...(given ? [ownArms()] : []), ...editor(problem, "problem", changed, skip));
  };
  const ways = () => {
    const name = freshId("ways");
    const way = (mine, words) => make("label", {}, make("input", { type: "radio", name, checked: given === mine, onchange: () => {
      for (const field of given ? own : drawn) { kept[field] = problem.fields[field]; delete problem.fields[field]; }
      given = mine;
      for (const field of given ? own : drawn) if (kept[field] !== undefined) problem.fields[field] = kept[field];
      if (!given && !problem.fields.prior) Object.assign(problem.fields, { prior: read("Uniform()"), [own[0] === "weights" ? "items" : "arms"]: "100" });
      fill();
      changed();
    } }), make("span", {}, words));
    return make("fieldset", { class: "segments" }, make("legend", { class: "sr" }, "Where the arms come from"), way(false, "Drawn from a prior"), way(true, "My own"));
  };
  const ownArms = () => {
    const pairs = unquoted(problem.fields.law?.name ? "" : problem.fields.law ?? "") === "beta"; // (a, b) of rewards and of costs
    const names = pairs ? ["reward a", "reward b", "cost a", "cost b"] : own;
    const numbers = own.map((name) => numbersOf(problem.fields[name] ?? ""));
    const columns = pairs ? numbers.flatMap((all) => [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2 === 1)]) : numbers;
    const text = columns[0].map((_, i) => columns.map((column) => column[i]).join(", ")).join("\n");
    const drawing = make("div", { class: "density" });
    const draw = () => { drawing.innerHTML = pairs ? "" : drawArms(problem.fields[own[0]] ?? ""); };
    draw();
    const law = () => (typeof problem.fields.law === "object" ? { law: lawText(problem.fields.law) } : {});
    const box = tableInput(problem, { name: own[0], kind: "own" }, "problem", text, () => names, () => (pairs ? { any: true } : law()),
      (found) => {
        own.forEach((name, i) => {
          if (!found) delete problem.fields[name];
          else if (pairs) problem.fields[name] = tupleOf(found[2 * i].map((a, j) => `(${a}, ${found[2 * i + 1][j]})`));
          else problem.fields[name] = tupleOf(found[i]);
        });
        delete problem.fields.arms;
        delete problem.fields.items;
        draw();
        changed();
      }, own.length > 1 ? "one arm per line: reward, cost" : "one number per line");
    return make("div", { class: "group" }, box, drawing);
  };
  if (given) { delete problem.fields.arms; delete problem.fields.items; }
  fill();
}

const lawText = (law) => `${law.name}(${Object.entries(law.fields).map(([name, text]) => `${name}=${text}`).join(", ")})`;

// ------------------------------------------------------------ what is wrong

export function showFault(input, message) {
  const place = byId(input.dataset.fault ?? `fault-${input.id}`);
  if (!place) return false;
  place.textContent = message;
  place.hidden = false;
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", place.id);
  for (let around = input.closest("details"); around; around = around.parentElement.closest("details")) around.open = true;
  return true;
}

export function clearFault(input) {
  if (input.getAttribute("aria-invalid") !== "true") return;
  const place = byId(input.getAttribute("aria-describedby"));
  if (place) place.hidden = true;
  input.removeAttribute("aria-invalid");
  input.removeAttribute("aria-describedby");
}

export function clearFaults() {
  for (const input of document.querySelectorAll("[aria-invalid]")) clearFault(input);
  for (const place of document.querySelectorAll("p.fault")) place.hidden = true;
  byId("alert").hidden = true;
}

// Put every fault at the control that it is about; else at its part of the form; else on top.
export function showFaults(faults) {
  let first = null;
  for (const fault of faults) {
    const control = fault.field ? document.querySelector(`[data-part="${fault.part}"][data-field="${fault.field}"]`) : byId(fault.part);
    if (control?.matches("input, select, textarea") && showFault(control, fault.message)) { first ??= control; continue; }
    const place = byId(`fault-${fault.part.replace(".", "-")}`) ?? byId(`fault-${fault.part.split(".")[0]}`) ?? byId("alert");
    place.textContent = place.hidden ? fault.message : `${place.textContent} ${fault.message}`;
    place.hidden = false;
    if (place.id === "alert") first ??= place;
    else first ??= place.closest("section, li")?.querySelector("input, select") ?? place;
  }
  first?.focus?.();
  first?.scrollIntoView?.({ block: "nearest" });
}

// Numbers that are none, before anything is sent.
export function localFaults(value, part) {
  const faults = [];
  for (const field of fieldsOf(value.name)) {
    const given = value.fields[field.name];
    const where = `${value.name}.${field.name}`;
    if (given === undefined) {
      if (field.required) faults.push({ part, field: where, message: `${where} must be given` });
    } else if (typeof given === "object") faults.push(...localFaults(given, part));
    else if ((field.kind === "int" || field.kind === "float") && !NUMBER.test(given)) {
      faults.push({ part, field: where, message: `${where} must be a ${field.kind === "int" ? "whole " : ""}number, got ${JSON.stringify(given)}` });
    } else if (field.kind === "numbers" || field.kind === "table") {
      const wrong = numbersOf(given).find((text) => !NUMBER.test(text));
      if (wrong !== undefined) faults.push({ part, field: where, message: `${where} must be numbers, got ${JSON.stringify(wrong)}` });
    }
  }
  return faults;
}

export function count(id) {
  const text = byId(id).value.trim().replaceAll(/[\s_]/g, "");
  return NUMBER.test(text) ? Number(text) : text;
}
