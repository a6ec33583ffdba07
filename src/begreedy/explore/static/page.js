// Small helpers for elements.

export const byId = (id) => document.getElementById(id);

export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// Words of a docstring: what stands in double back quotes is code.
export function prose(text) {
  return text.split("``").map((words, i) => (i % 2 ? make("code", {}, words) : words));
}

let last = 0;
export const freshId = (stem) => `${stem}-${(last += 1)}`;

export const wordsOf = (name) => name.replaceAll("_", " ");
export const singular = (name) => name.replace(/s$/, "");

// Numbers for people: five digits, thousands apart.
export function number(value, digits = 5) {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (value !== 0 && (size >= 1e9 || size < 1e-4)) return value.toExponential(Math.max(0, digits - 3));
  const rounded = Number(value.toPrecision(digits));
  return rounded.toLocaleString("en", { maximumFractionDigits: 6, useGrouping: "min2" }).replaceAll(",", "\u202f");
}

// Two ends for people: as many places of both as the larger one has with so many digits.
export function between(low, high, digits = 3) {
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (!(size >= 1e-4 && size < 1e9)) return `${number(low, digits)} to ${number(high, digits)}`;
  const places = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
  const look = { minimumFractionDigits: places, maximumFractionDigits: places, useGrouping: "min2", signDisplay: "negative" };
  return [low, high].map((end) => end.toLocaleString("en", look).replaceAll(",", "\u202f")).join(" to ");
}

// Counts for people: all digits, thousands apart.
export const count = (value) => value.toLocaleString("en", { useGrouping: "min2" }).replaceAll(",", "\u202f");

export function save(name, blob) {
  const address = URL.createObjectURL(blob);
  const anchor = make("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
