// What is wrong with a setting, at the control that it is about.

import { fieldsOf } from "./fields.js";
import { byId } from "./page.js";
import { numbersOf } from "./spec.js";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

export function showFault(input, message) {
  const place = byId(input.dataset.fault ?? `fault-${input.id}`);
  if (!place) return false;
  place.textContent = message;
  place.hidden = false;
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", place.id);
  let around = input.closest("details");
  while (around) {
    around.open = true;
    around = around.parentElement.closest("details");
  }
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

function controlOf({ part, field }) {
  return field ? document.querySelector(`[data-part="${part}"][data-field="${field}"]`) : byId(part);
}

// Put every fault at its control; else at its part of the form; else on top.
export function showFaults(faults) {
  let [first, seen] = [null, null];
  for (const fault of faults) {
    const control = controlOf(fault);
    if (control?.matches("input, select, textarea") && showFault(control, fault.message)) {
      first ??= control;
      seen ??= byId(control.getAttribute("aria-describedby"));
      continue;
    }
    const [chip, part] = [fault.part.replace(".", "-"), fault.part.split(".")[0]];
    const place = byId(`fault-${chip}`) ?? byId(`fault-${part}`) ?? byId("alert");
    place.textContent = place.hidden ? fault.message : `${place.textContent} ${fault.message}`;
    place.hidden = false;
    seen ??= place;
    first ??= place.closest("section, li")?.querySelector("input, select, button") ?? place;
  }
  first?.focus?.({ preventScroll: true });
  seen?.scrollIntoView({ block: "nearest" });
}

// Numbers that are none and values that are missing, before anything is sent.
export function localFaults(value, part) {
  const faults = [];
  for (const field of fieldsOf(value.name)) {
    const where = `${value.name}.${field.name}`;
    const say = (words) => faults.push({ part, field: where, message: `${where} must be ${words}` });
    const given = value.fields[field.name];
    if (given === undefined) {
      if (field.required) say("given");
    } else if (typeof given === "object") faults.push(...localFaults(given, part));
    else if (field.kind === "int" || field.kind === "float") {
      const what = field.kind === "int" ? "a whole number" : "a number";
      if (!NUMBER.test(given)) say(`${what}, got ${JSON.stringify(given)}`);
    } else if (field.kind === "numbers" || field.kind === "table") {
      const wrong = numbersOf(given).find((text) => !NUMBER.test(text));
      if (wrong !== undefined) say(`numbers, got ${JSON.stringify(wrong)}`);
    }
  }
  return faults;
}

// A number that was typed, or the text if it is none.
export function count(id) {
  const text = byId(id).value.trim().replaceAll(/[\s_]/g, "");
  return NUMBER.test(text) ? Number(text) : text;
}
