// The heat map: a table of buttons, a row per number of arms, a column per horizon or second size; click opens a cell.

/* global Plotly */
import { fetchLocal } from "./figure.js";
import { byId, make, number } from "./page.js";
import { inkOn, isDark, mixed } from "./palette.js";

const GREEDY = "#0072B2";
const OTHER = "#D55E00";
const FULL = 3; // at 2**3 times the regret, a colour is at its fullest
const CLEAR = 2; // standard errors: closer is too close to call
const NOTE = "Colour: by what factor the loser's regret is larger (full at 8). Grey: less than two standard errors "
  + "apart. Press a cell to see its curves.";

// 1 if Greedy loses less, -1 if the other does, 0 if that is too close to call.
function standing(cell) {
  const [gap, error] = cell.difference;
  if (error === null || Math.abs(gap) <= CLEAR * error || gap === 0) return 0; // of one run the error is unknown
  return gap < 0 ? 1 : -1;
}

// Between -1 (the other wins by far) and 1.
function strength(cell) {
  if (standing(cell) === 0) return 0;
  const [greedy, other] = [Math.max(cell.greedy[0], 1e-12), Math.max(cell.other[0], 1e-12)];
  const ratio = Math.max(-FULL, Math.min(FULL, Math.log2(other / greedy))) / FULL;
  return standing(cell) * Math.max(0.15, Math.abs(ratio));
}

const even = () => (isDark() ? "#33373c" : "#efefec");
const colour = (value) => mixed(even(), value > 0 ? GREEDY : OTHER, Math.abs(value));
const keyOf = (size, horizon) => `${size} ${horizon}`;

export class HeatMap {
  constructor() {
    this.open = () => {};
    this.cells = new Map();
    this.done = this.about = null;
  }

  clear() {
    this.cells.clear();
    this.done = this.about = null;
    byId("map-figure").replaceChildren();
    byId("map-note").textContent = "";
  }

  get length() { return this.about.length; }

  placeWords(size, horizon) { return `${number(size)} ${this.about.axis}, ${this.length} ${number(horizon)}`; }

  start(message) {
    this.about = message;
    this.done = null;
    this.cells.clear();
    const { sizes, horizons, axis, greedy, other } = message;
    const top = horizons.map((horizon) => make("th", { scope: "col" }, number(horizon)));
    const head = make("tr", {}, make("td", { class: "corner" }, `${axis} ↓  ${this.length} →`), ...top);
    const rows = [...sizes].reverse().map((size, r) => make("tr", {}, make("th", { scope: "row" }, number(size)),
      ...horizons.map((horizon, c) => make("td", {}, this.blank(size, horizon, r, c)))));
    const words = make("p", { class: "scale" }, make("span", {}, `${other} better`),
      make("span", { class: "ramp", "aria-hidden": "true" }), make("span", {}, `${greedy} better`));
    const caption = `Who loses less, ${greedy} or ${other}, by ${axis} and ${this.length}; press a cell to open it`;
    const table = make("table", { class: "heat", onkeydown: (event) => this.move(event) },
      make("caption", { class: "sr" }, caption), make("thead", {}, head), make("tbody", {}, ...rows));
    byId("map-figure").replaceChildren(words, make("div", { class: "scroll" }, table));
    byId("map-note").textContent = NOTE;
  }

  blank(size, horizon, r, c) {
    const place = { "data-place": keyOf(size, horizon), "data-r": String(r), "data-c": String(c) };
    const there = this.about.cells.some(([row, column]) => row === size && column === horizon);
    const words = `${this.placeWords(size, horizon)}: ${there ? "not yet simulated" : "there is no such problem"}`;
    const look = { type: "button", class: "cell", disabled: true, tabindex: "-1" };
    return make("button", { ...look, ...place, "aria-label": words });
  }

  add(cell) {
    const key = keyOf(cell.size, cell.horizon);
    this.cells.set(key, cell);
    const button = document.querySelector(`button.cell[data-place="${key}"]`);
    if (!button) return;
    this.paint(button, cell);
    button.disabled = false;
    if (!document.querySelector('button.cell[tabindex="0"]')) button.setAttribute("tabindex", "0");
    button.onclick = () => this.open(cell.setting);
  }

  paint(button, cell) {
    const side = standing(cell);
    const shade = colour(strength(cell));
    button.style.background = shade;
    button.style.color = inkOn(shade);
    const { greedy, other } = this.about;
    const [loser, winner] = side > 0 ? [cell.other[0], cell.greedy[0]] : [cell.greedy[0], cell.other[0]];
    const ratio = loser / Math.max(winner, 1e-12);
    button.textContent = side === 0 ? "≈" : `${ratio > 99 ? "99+" : ratio.toPrecision(2)}×`;
    const verdict = side === 0 ? "too close to call" : `${side > 0 ? greedy : other} wins`;
    const loss = ([mean, error]) => `${number(mean, 4)} ± ${number(error, 2)}`;
    const losses = `${greedy} loses ${loss(cell.greedy)}, ${other} ${loss(cell.other)}`;
    const told = `${this.placeWords(cell.size, cell.horizon)}: ${verdict}; ${losses}`;
    button.setAttribute("aria-label", told);
    button.title = told;
  }

  repaint() {
    for (const button of document.querySelectorAll("button.cell:not([disabled])")) {
      this.paint(button, this.cells.get(button.dataset.place));
    }
  }

  // Arrow keys go from cell to cell; the tab key enters and leaves the map once.
  move(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const from = event.target.closest("button.cell");
    const step = steps[event.key];
    if (!from || !step) return;
    event.preventDefault();
    const [r, c] = [Number(from.dataset.r) + step[0], Number(from.dataset.c) + step[1]];
    const to = document.querySelector(`button.cell[data-r="${r}"][data-c="${c}"]:not([disabled])`);
    if (!to) return;
    from.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus();
  }

  csv() {
    const both = ["greedy", "other"].flatMap((who) => [`${who}_mean`, `${who}_stderr`]);
    const lines = [[this.about.axis, this.length, ...both, "difference", "difference_stderr"].join(",")];
    for (const cell of this.cells.values()) {
      lines.push([cell.size, cell.horizon, ...cell.greedy, ...cell.other, ...cell.difference].join(","));
    }
    return `${lines.join("\n")}\n`;
  }

  async picture() {
    const { sizes, horizons, axis, greedy, other } = this.about;
    const at = (size, horizon) => this.cells.get(keyOf(size, horizon));
    const z = sizes.map((size) => horizons.map((horizon) => (at(size, horizon) ? strength(at(size, horizon)) : null)));
    const colorbar = { tickvals: [-1, 0, 1], ticktext: [`${other} better`, "even", `${greedy} better`] };
    const colorscale = [[0, OTHER], [0.5, "#efefec"], [1, GREEDY]];
    const axes = { x: horizons.map(String), y: sizes.map(String), xgap: 2, ygap: 2 };
    const data = [{ type: "heatmap", ...axes, z, zmin: -1, zmax: 1, colorscale, colorbar }];
    const category = (text) => ({ type: "category", title: { text } });
    const title = { text: `${greedy} against ${other}` };
    const layout = { xaxis: category(this.length), yaxis: category(axis), title, font: { size: 14 } };
    return fetchLocal(await Plotly.toImage({ data, layout }, { format: "png", width: 1100, height: 760, scale: 2 }));
  }
}
