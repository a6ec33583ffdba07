// The heat map: a table of buttons, a row per number of arms and a column per horizon; click opens the cell.

/* global Plotly */
import { fetchLocal } from "./figure.js";
import { byId, make, number } from "./page.js";
import { inkOn, isDark, mixed } from "./palette.js";

const GREEDY = "#0072B2", OTHER = "#D55E00", FULL = 3; // at 2**3 times the regret, a colour is at its fullest
const CLEAR = 2; // standard errors: closer is too close to call

export function standing(cell) {
  const [gap, error] = cell.difference;
  if (Math.abs(gap) <= CLEAR * error || gap === 0) return 0;
  return gap < 0 ? 1 : -1; // Greedy loses less: 1
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

export class HeatMap {
  constructor(open) { this.open = open; this.cells = new Map(); }

  start(message) {
    this.about = message;
    this.cells.clear();
    const { sizes, horizons, axis, budgeted } = message;
    const head = make("tr", {}, make("td", { class: "corner" }, `${axis} \u2193  ${budgeted ? "budget" : "horizon"} \u2192`),
      ...horizons.map((horizon) => make("th", { scope: "col" }, number(horizon))));
    const rows = [...sizes].reverse().map((size, r) => make("tr", {}, make("th", { scope: "row" }, number(size)),
      ...horizons.map((horizon, c) => make("td", {}, make("button", { type: "button", class: "cell", disabled: true, tabindex: "-1", "data-place": `${size} ${horizon}`, "data-r": String(r), "data-c": String(c), "aria-label": `${number(size)} ${axis}, ${budgeted ? "budget" : "horizon"} ${number(horizon)}: not yet simulated` }, "")))));
    const words = make("p", { class: "scale" }, make("span", {}, `${message.other} better`), make("span", { class: "ramp", "aria-hidden": "true" }), make("span", {}, `${message.greedy} better`));
    const table = make("table", { class: "heat", onkeydown: (event) => this.move(event) },
      make("caption", { class: "sr" }, `Who loses less, ${message.greedy} or ${message.other}, by ${axis} and horizon; press a cell to open it`),
      make("thead", {}, head), make("tbody", {}, ...rows));
    byId("map-figure").replaceChildren(words, make("div", { class: "scroll" }, table));
    byId("map-note").textContent = "Colour: by what factor the loser's regret is larger (full at 8). Grey: less than two standard errors apart. Press a cell to see its curves.";
  }

  add(cell) {
    this.cells.set(`${cell.size} ${cell.horizon}`, cell);
    const button = document.querySelector(`button.cell[data-place="${cell.size} ${cell.horizon}"]`);
    if (!button) return;
    this.paint(button, cell);
    button.disabled = false;
    if (!document.querySelector('button.cell[tabindex="0"]')) button.setAttribute("tabindex", "0");
    button.onclick = () => this.open(cell.setting);
  }

  paint(button, cell) {
    const side = standing(cell), shade = colour(strength(cell));
    button.style.background = shade;
    button.style.color = inkOn(shade);
    const ratio = side > 0 ? cell.other[0] / Math.max(cell.greedy[0], 1e-12) : cell.greedy[0] / Math.max(cell.other[0], 1e-12);
    button.textContent = side === 0 ? "≈" : `${ratio > 99 ? "99+" : ratio.toPrecision(2)}×`;
    const { greedy, other, axis, budgeted } = this.about;
    const verdict = side === 0 ? "too close to call" : `${side > 0 ? greedy : other} wins`;
    const losses = `${greedy} loses ${number(cell.greedy[0], 4)} ± ${number(cell.greedy[1], 2)}, ${other} ${number(cell.other[0], 4)} ± ${number(cell.other[1], 2)}`;
    const told = `${number(cell.size)} ${axis}, ${budgeted ? "budget" : "horizon"} ${number(cell.horizon)}: ${verdict}; ${losses}`;
    button.setAttribute("aria-label", told);
    button.title = told;
  }

  repaint() {
    for (const button of document.querySelectorAll("button.cell:not([disabled])")) this.paint(button, this.cells.get(button.dataset.place));
  }

  // Arrow keys go from cell to cell; the tab key enters and leaves the map once.
  move(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const from = event.target.closest("button.cell"), step = steps[event.key];
    if (!from || !step) return;
    event.preventDefault();
    const to = document.querySelector(`button.cell[data-r="${+from.dataset.r + step[0]}"][data-c="${+from.dataset.c + step[1]}"]:not([disabled])`);
    if (!to) return;
    from.setAttribute("tabindex", "-1");
    to.setAttribute("tabindex", "0");
    to.focus();
  }

  csv() {
    const { axis, budgeted } = this.about;
    const lines = [[axis, budgeted ? "budget" : "horizon", "greedy_mean", "greedy_stderr", "other_mean", "other_stderr", "difference", "difference_stderr"].join(",")];
    for (const cell of this.cells.values()) lines.push([cell.size, cell.horizon, ...cell.greedy, ...cell.other, ...cell.difference].join(","));
    return `${lines.join("\n")}\n`;
  }

  async picture() {
    const { sizes, horizons, axis, greedy, other, budgeted } = this.about;
    const at = (size, horizon) => this.cells.get(`${size} ${horizon}`);
    const z = sizes.map((size) => horizons.map((horizon) => (at(size, horizon) ? strength(at(size, horizon)) : null)));
    const scale = [[0, OTHER], [0.5, "#efefec"], [1, GREEDY]];
    const data = [{ type: "heatmap", x: horizons.map(String), y: sizes.map(String), z, zmin: -1, zmax: 1, colorscale: scale, xgap: 2, ygap: 2, colorbar: { tickvals: [-1, 0, 1], ticktext: [`${other} better`, "even", `${greedy} better`] } }];
    const layout = { xaxis: { type: "category", title: { text: budgeted ? "budget" : "horizon" } }, yaxis: { type: "category", title: { text: axis } }, title: { text: `${greedy} against ${other}` }, font: { size: 14 } };
    return fetchLocal(await Plotly.toImage({ data, layout }, { format: "png", width: 1100, height: 760, scale: 2 }));
  }
}
