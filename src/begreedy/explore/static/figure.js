// The curves: means with bands, the theorem's bound dashed, drawn with Plotly as they come in.

/* global Plotly */
import { isTimed } from "./fields.js";
import { byId, number } from "./page.js";
import { colourOf, dashOf, rgba } from "./palette.js";

const probe = document.createElement("span"); // knows what a colour is on the page as it is now, light or dark
probe.hidden = true;
document.body.append(probe);
const style = (name) => {
  probe.style.color = `var(${name})`;
  return getComputedStyle(probe).color;
};
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const TITLES = { regret: "regret", reward: "expected reward", average: "regret per round" };
const CONFIG = { displayModeBar: false, responsive: true, doubleClick: false, showTips: false };
const LOWEST = 0.2; // how far below its smallest value a curve's band may go on a logarithmic axis

// What is shown of a curve: [middle, low, high].
function shown(curve, times, view) {
  const reward = view.show === "reward";
  const middle = reward ? curve.reward : curve.mean;
  const error = reward ? curve.reward_stderr : curve.stderr;
  let [low, high] = [null, null];
  if (view.band === "quantiles") [low, high] = reward ? [curve.reward_q10, curve.reward_q90] : [curve.q10, curve.q90];
  else if (view.band === "stderr" && error[0] !== null) { // of one run the error is unknown
    [low, high] = [-2, 2].map((factor) => middle.map((m, i) => m + factor * error[i]));
  }
  if (view.show !== "average") return [middle, low, high];
  const each = (values) => values?.map((value, i) => value / times[i]) ?? null;
  return [each(middle), each(low), each(high)];
}

function bandTrace(times, [middle, low, high], colour, view) {
  const least = view.logY ? LOWEST * Math.min(...middle.filter((value) => value > 0)) : -Infinity;
  const floor = (value) => Math.max(value, least);
  const top = high.map(floor);
  const outline = { x: [...times, ...[...times].reverse()], y: [...top, ...low.map(floor).reverse()] };
  const look = { fill: "toself", fillcolor: rgba(colour, 0.16), line: { width: 0 }, mode: "lines", type: "scatter" };
  return { ...outline, ...look, hoverinfo: "skip", showlegend: false };
}

function traces(data, view) {
  const found = [];
  data.labels.forEach((label, i) => {
    const curve = data.curves[i];
    if (!curve) return;
    const parts = shown(curve, data.times, view);
    const [middle, low] = parts;
    const colour = colourOf(i);
    const drawable = !view.logY || middle.some((value) => value > 0);
    if (low && drawable) found.push(bandTrace(data.times, parts, colour, view));
    const line = { color: colour, width: 2.2, dash: dashOf(i) };
    const hovertemplate = `${escaped(label)}: %{y:,.5~g}<extra></extra>`;
    const mode = data.times.length > 1 ? "lines" : "markers"; // a line needs two points
    const look = { name: escaped(label), mode, type: "scatter", line, cliponaxis: mode === "lines" };
    found.push({ x: data.times, y: middle, ...look, hovertemplate });
  });
  return found;
}

const boundValues = ({ times, values }, view) => (
  view.show === "average" ? values.map((value, i) => (value === null ? null : value / times[i])) : values);

function boundTrace(bound, view) {
  const name = `bound, ${escaped(bound.label)}`;
  const line = { color: style("--ink-soft"), width: 1.5, dash: "6px,5px" };
  const hovertemplate = `${name}: %{y:,.4~g}<extra></extra>`;
  return { x: bound.times, y: boundValues(bound, view), name, mode: "lines", type: "scatter", line, hovertemplate };
}

// A bound far above the curves would flatten them: on a linear axis it is then left out, and said.
function boundFits(data, view) {
  if (view.logY) return true;
  const tops = data.curves.filter(Boolean).map((curve) => {
    const [middle, , high] = shown(curve, data.times, view);
    return Math.max(...(high ?? middle));
  });
  return boundValues(data.bound, view).at(-1) <= 3 * Math.max(...tops);
}

// How many powers of ten the curves span.
function decades(data, view) {
  const values = data.curves.filter(Boolean).flatMap((curve) => shown(curve, data.times, view)[0]);
  const positive = values.filter((value) => value > 0);
  return positive.length ? Math.log10(Math.max(...positive) / Math.min(...positive)) : 0;
}

function axes(data, view, narrow) {
  const [first, last] = [data.times[0], data.times.at(-1)];
  const [grid, faint] = [style("--hair"), style("--ink-faint")];
  const colours = { gridcolor: grid, zerolinecolor: grid, linecolor: faint, tickcolor: faint };
  const common = { ...colours, ticks: "outside", ticklen: 4, automargin: true };
  const span = Math.log10(last / first);
  const room = span > 0 ? 0 : 0.1; // an axis needs some length
  const x = view.logX
    ? { type: "log", range: [Math.log10(first), Math.log10(last) + room], dtick: narrow && span > 1.5 ? 1 : "D2" }
    : { type: "linear", range: [0, last] };
  const y = view.logY
    ? { type: "log", tickformat: "~g", dtick: decades(data, view) < 2 ? "D2" : 1 }
    : { type: "linear", rangemode: "tozero" };
  const rounds = isTimed(data);
  const ticks = last < 10 ? { tickformat: "~g", ...(rounds ? { dtick: 1 } : {}) } : { tickformat: "~s" };
  const perUnit = !rounds && view.show === "average" ? `regret per unit of ${data.length}` : TITLES[view.show];
  return {
    xaxis: { ...common, ...ticks, ...x, title: { text: rounds ? "round" : data.length, standoff: 8 } },
    yaxis: { ...common, ...y, title: { text: perUnit, standoff: 6 } },
  };
}

function layout(data, view) {
  const narrow = innerWidth < 700;
  const [ink, ground] = [style("--ink"), style("--ground")];
  return {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: getComputedStyle(probe).fontFamily, size: 13, color: ink },
    margin: { l: narrow ? 44 : 60, r: 24, t: 8, b: narrow ? 44 : 50 },
    hovermode: "x unified", hoverlabel: { bgcolor: ground, bordercolor: style("--hair"), font: { color: ink } },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", font: { size: 13 } },
    ...axes(data, view, narrow),
    uirevision: `${view.show} ${view.logX} ${view.logY}`, datarevision: data.revision, dragmode: false,
  };
}

export function drawCurves(data, view) {
  const found = traces(data, view);
  const note = byId("bound-note");
  note.textContent = "";
  if (data.bound && view.bound && view.show !== "reward" && found.length) {
    const fits = boundFits(data, view);
    if (fits) found.push(boundTrace(data.bound, view));
    note.textContent = boundWords(data.bound) + (fits ? "." : ". Off this scale: choose log y to see it.");
  }
  if (view.logY) note.textContent += lostWords(data, view);
  Plotly.react(byId("figure"), found, layout(data, view), CONFIG);
  byId("figure").setAttribute("aria-label", spoken(data, view));
}

// A logarithmic axis has no place for what is nowhere above 0.
function lostWords(data, view) {
  const lost = (curve) => curve && !shown(curve, data.times, view)[0].some((value) => value > 0);
  const labels = data.labels.filter((_, i) => lost(data.curves[i]));
  return labels.length ? ` Nowhere above 0, so not on a logarithmic axis: ${labels.join(", ")}.` : "";
}

function boundWords({ statement, values, label, k, remark }) {
  const named = statement[0].toUpperCase() + statement.slice(1);
  return `${named}: at most ${number(values.at(-1))} for ${label} (K = ${k})${remark ? `; ${remark}` : ""}`;
}

// The figure in words.
function spoken(data, view) {
  const end = (curve) => number(shown(curve, data.times, view)[0].at(-1));
  const ends = data.labels.map((label, i) => data.curves[i] && `${label} ${end(data.curves[i])}`).filter(Boolean);
  const over = isTimed(data) ? "time" : `the ${data.length}`;
  return `${TITLES[view.show]} over ${over}; at ${number(data.times.at(-1))}: ${ends.join(", ")}`;
}

export function emptyFigure() {
  const blank = { labels: [], curves: [], times: [1, 1000], length: "horizon", revision: 0 };
  const nothing = layout(blank, { show: "regret", logX: false, logY: false });
  nothing.yaxis.range = [0, 1];
  nothing.xaxis.showticklabels = nothing.yaxis.showticklabels = false;
  Plotly.react(byId("figure"), [], nothing, CONFIG);
}

// The figure as a picture, on its own ground.
export async function picture(place, title) {
  const { data, layout: given } = place;
  const ground = style("--ground");
  const words = { text: escaped(title.length > 110 ? `${title.slice(0, 107)}...` : title), font: { size: 14 } };
  const margin = { ...given.margin, t: 80, r: 30 };
  const plain = { ...given, paper_bgcolor: ground, plot_bgcolor: ground, title: words, margin };
  const size = { format: "png", width: 1200, height: 720, scale: 2 };
  return fetchLocal(await Plotly.toImage({ data, layout: plain }, size));
}

// The bytes of a data: address, without a request.
export function fetchLocal(address) {
  const [head, body] = address.split(",");
  const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: /data:([^;]+)/.exec(head)[1] });
}
