// A prior, drawn: its density, or the arms that are given, as a small picture.

import { numbersOf } from "./spec.js";

const WIDTH = 240, HEIGHT = 44, BASE = 32, TOP = 3;

function logGamma(x) { // Lanczos; accurate far beyond what a picture shows
  const g = [76.18009172947146, -86.50532032941677, 24.01409824083091, -1.231739572450155, 1.208650973866179e-3, -5.395239384953e-6];
  let sum = 1.000000000190015;
  g.forEach((c, i) => { sum += c / (x + 1 + i); });
  const t = x + 5.5;
  return (x + 0.5) * Math.log(t) - t + Math.log((2.5066282746310005 * sum) / x);
}

function densityOf(prior) {
  const read = (name, otherwise) => Number(prior.fields[name] ?? otherwise);
  if (prior.name === "Uniform") {
    const low = read("low", 0), high = read("high", 1);
    if (!(high > low)) return null;
    return { low: Math.min(0, low), high: Math.max(1, high), f: (x) => (x >= low && x <= high ? 1 / (high - low) : 0) };
  }
  if (prior.name === "Beta") {
    const a = read("a", NaN), b = read("b", NaN);
    if (!(a > 0 && b > 0)) return null;
    const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
    return { low: 0, high: 1, f: (x) => { const inside = Math.min(Math.max(x, 0.0005), 0.9995); return Math.exp(scale + (a - 1) * Math.log(inside) + (b - 1) * Math.log1p(-inside)); } };
  }
  return null;
}

function picture(words, low, high, shapes) {
  const label = (x, text, anchor) => `<text x="${x}" y="${HEIGHT}" text-anchor="${anchor}">${text}</text>`;
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 2}" role="img" aria-label="${words}">${shapes}
    <line class="base" x1="0" y1="${BASE}" x2="${WIDTH}" y2="${BASE}"/>${label(0, low, "start")}${label(WIDTH, high, "end")}</svg>`;
}

const short = (x) => String(Number(x.toPrecision(4)));

export function drawPrior(prior) {
  const density = densityOf(prior);
  if (!density) return "";
  const { low, high, f } = density;
  const points = Array.from({ length: 161 }, (_, i) => low + ((high - low) * i) / 160);
  const values = points.map(f);
  const finite = values.filter(Number.isFinite).sort((x, y) => x - y);
  // A density may be infinite at its ends: then its bulk sets the scale.
  const top = Math.min(finite.at(-1), 3 * finite[Math.floor(finite.length * 0.8)] || finite.at(-1)) || 1;
  const place = (i) => [((i / 160) * WIDTH).toFixed(1), (BASE - (BASE - TOP) * Math.min(1, (Number.isFinite(values[i]) ? values[i] : 0) / top)).toFixed(1)].join(",");
  const path = points.map((_, i) => place(i)).join(" ");
  const told = Object.entries(prior.fields).map(([name, value]) => `${name} = ${Number(value)}`).join(", ");
  return picture(`Density of the prior: ${prior.name} ${told}`, short(low), short(high), `<polygon points="0,${BASE} ${path} ${WIDTH},${BASE}"/>`);
}

export function drawArms(literal) {
  const values = numbersOf(literal).map(Number).filter(Number.isFinite);
  if (!values.length) return "";
  const low = Math.min(0, ...values.slice(0, 5000)), high = Math.max(1, ...values.slice(0, 5000));
  const at = (x) => (((x - low) / (high - low)) * WIDTH).toFixed(1);
  const ticks = values.slice(0, 2000).map((x) => `<line class="tick" x1="${at(x)}" x2="${at(x)}" y1="${TOP + 8}" y2="${BASE}"/>`);
  return picture(`Means of ${values.length} arms, from ${short(Math.min(...values))} to ${short(Math.max(...values))}`, short(low), short(high), ticks.join(""));
}
