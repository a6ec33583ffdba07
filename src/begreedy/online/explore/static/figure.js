// The curves: means with bands, the theorem's bound dashed, drawn with Plotly as they come in.

/* global Plotly */
import { byId, number } from "./page.js";
import { colourOf, dashOf, rgba } from "./palette.js";

const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const TITLES = { regret: "regret", reward: "expected reward", average: "regret per round" };

// What is shown of a curve: [middle, low, high].
export function shown(curve, times, view) {
  const reward = view.show === "reward";
  const middle = reward ? curve.reward : curve.mean;
  const error = reward ? curve.reward_stderr : curve.stderr;
  let low = null, high = null;
  if (view.band === "quantiles") [low, high] = reward ? [curve.reward_q10, curve.reward_q90] : [curve.q10, curve.q90];
  else if (view.band === "stderr") [low, high] = [middle.map((m, i) => m - 2 * error[i]), middle.map((m, i) => m + 2 * error[i])];
  if (view.show !== "average") return [middle, low, high];
  const each = (values) => values?.map((value, i) => value / times[i]) ?? null;
  return [each(middle), each(low), each(high)];
}

function traces(data, view) {
  const found = [];
  data.labels.forEach((label, i) => {
    const curve = data.curves[i];
    if (!curve) return;
    const [middle, low, high] = shown(curve, data.times, view);
    const colour = colourOf(i);
    if (low) {
      const floor = view.logY ? (value) => Math.max(value, 1e-3) : (value) => (view.show === "reward" ? value : Math.max(value, 0));
      found.push({ x: [...data.times, ...[...data.times].reverse()], y: [...high, ...low.map(floor).reverse()], fill: "toself", fillcolor: rgba(colour, 0.16),
        line: { width: 0 }, mode: "lines", hoverinfo: "skip", showlegend: false, type: "scatter" });
    }
    found.push({ x: data.times, y: middle, name: escaped(label), mode: "lines", type: "scatter", line: { color: colour, width: 2.2, dash: dashOf(i) },
      hovertemplate: `${escaped(label)}: %{y:,.5~g}<extra></extra>` });
  });
  return found;
}

function boundTrace(data, view) {
  const { times, values } = data.bound;
  const y = view.show === "average" ? values.map((value, i) => (value === null ? null : value / times[i])) : values;
  const name = `bound, ${escaped(data.bound.label)}`;
  return { x: times, y, name, mode: "lines", type: "scatter", line: { color: style("--ink-soft"), width: 1.5, dash: "6px,5px" }, hovertemplate: `${name}: %{y:,.4~g}<extra></extra>` };
}

// A bound far above the curves would flatten them: on a linear axis it is then left out, and said.
export function boundFits(data, view) {
  if (view.logY) return true;
  const top = Math.max(...data.curves.filter(Boolean).map((curve) => { const [, , high] = shown(curve, data.times, view); return Math.max(...(high ?? shown(curve, data.times, view)[0])); }));
  const values = view.show === "average" ? data.bound.values.map((v, i) => (v ?? 0) / data.bound.times[i]) : data.bound.values;
  return Math.max(...values.slice(-1)) <= 3 * top;
}

function layout(data, view) {
  const ink = style("--ink"), grid = style("--hair");
  const axis = { gridcolor: grid, zerolinecolor: grid, linecolor: style("--ink-faint"), tickcolor: style("--ink-faint"), automargin: true, ticks: "outside", ticklen: 4 };
  const narrow = innerWidth < 700;
  const reached = data.times.at(-1);
  const linear = { rangemode: "tozero" };
  const [first, last] = [Math.log10(data.times[0]), Math.log10(reached)];
  const logX = { range: [first, last], dtick: narrow && last - first > 1.5 ? 1 : "D2" };
  return {
    paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)", font: { family: style("--font"), size: 13, color: ink },
    margin: { l: narrow ? 44 : 60, r: 24, t: 8, b: narrow ? 44 : 50 }, hovermode: "x unified", hoverlabel: { bgcolor: style("--ground"), bordercolor: grid, font: { color: ink } },
    legend: { orientation: "h", x: 0, y: 1.02, yanchor: "bottom", font: { size: 13 } },
    xaxis: { ...axis, title: { text: data.budgeted ? "budget" : "round", standoff: 8 }, type: view.logX ? "log" : "linear", ...(view.logX ? logX : { range: [0, reached] }), tickformat: "~s" },
    yaxis: { ...axis, title: { text: data.budgeted && view.show === "average" ? "regret per unit of budget" : TITLES[view.show], standoff: 6 }, type: view.logY ? "log" : "linear", ...(view.logY ? { tickformat: "~g", dtick: decades(data, view) < 2 ? "D2" : 1 } : linear) },
    uirevision: `${view.show} ${view.logX} ${view.logY}`, datarevision: data.revision, dragmode: false,
  };
}

// How many powers of ten the curves span.
function decades(data, view) {
  const values = data.curves.filter(Boolean).flatMap((curve) => shown(curve, data.times, view)[0]).filter((value) => value > 0);
  return values.length ? Math.log10(Math.max(...values) / Math.min(...values)) : 0;
}

const CONFIG = { displayModeBar: false, responsive: true, doubleClick: false, showTips: false };

export function drawCurves(data, view) {
  const place = byId("figure");
  const found = traces(data, view);
  const note = byId("bound-note");
  note.textContent = "";
  if (data.bound && view.bound && view.show !== "reward" && found.length) {
    const last = data.bound.values.at(-1);
    const statement = data.bound.statement[0].toUpperCase() + data.bound.statement.slice(1);
    const words = `${statement}: at most ${number(last)} for ${data.bound.label} (K = ${data.bound.k})`;
    const remark = data.bound.remark ? `; ${data.bound.remark}` : "";
    if (boundFits(data, view)) found.push(boundTrace(data, view));
    note.textContent = `${words}${remark}${boundFits(data, view) ? "." : ". Off this scale: choose log y to see it."}`;
  }
  Plotly.react(place, found, layout(data, view), CONFIG);
  place.setAttribute("aria-label", spoken(data, view));
}

// The figure in words.
function spoken(data, view) {
  const ends = data.labels.map((label, i) => data.curves[i] && `${label} ${number(shown(data.curves[i], data.times, view)[0].at(-1))}`).filter(Boolean);
  return `${TITLES[view.show]} over ${data.budgeted ? "the budget" : "time"}; at ${number(data.times.at(-1))}: ${ends.join(", ")}`;
}

export function emptyFigure() {
  const blank = { labels: [], curves: [], times: [1000], budgeted: false, revision: 0 };
  const nothing = layout(blank, { show: "regret", logX: false, logY: false });
  nothing.yaxis.range = [0, 1];
  nothing.xaxis.showticklabels = nothing.yaxis.showticklabels = false;
  Plotly.react(byId("figure"), [], nothing, CONFIG);
}

// The figure as a picture, on its own ground.
export async function picture(place, title) {
  const { data, layout: given } = place;
  const plain = { ...given, paper_bgcolor: style("--ground"), plot_bgcolor: style("--ground"), title: { text: escaped(title), font: { size: 14 } }, margin: { ...given.margin, t: 70, r: 30 } };
  const address = await Plotly.toImage({ data, layout: plain }, { format: "png", width: 1200, height: 720, scale: 2 });
  return (await fetchLocal(address));
}

// The bytes of a data: address, without a request.
export function fetchLocal(address) {
  const [head, body] = address.split(",");
  const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: /data:([^;]+)/.exec(head)[1] });
}
