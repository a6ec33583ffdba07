// A prior, drawn: its density, or the arms that are given, as a small picture.

import { numbersOf } from "./spec.js";

const [WIDTH, HEIGHT, BASE, TOP] = [240, 44, 32, 3];
const POINTS = 160;
const MOST = 2000; // arms that are drawn

// Stirling's series, after steps up to where it is accurate.
function logGamma(x) {
  let [at, steps] = [x, 0];
  for (; at < 8; at += 1) steps += Math.log(at);
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + 1 / (12 * at) - 1 / (360 * at ** 3) - steps;
}

function densityOf(prior) {
  const field = (name, otherwise) => Number(prior.fields[name] ?? otherwise);
  if (prior.name === "Uniform") {
    const [low, high] = [field("low", 0), field("high", 1)];
    if (!(high > low)) return null;
    const f = (x) => (x >= low && x <= high ? 1 / (high - low) : 0);
    return { low: Math.min(0, low), high: Math.max(1, high), f };
  }
  if (prior.name === "Beta") {
    const [a, b] = [field("a", NaN), field("b", NaN)];
    if (!(a > 0 && b > 0)) return null;
    const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
    const f = (x) => {
      const inside = Math.min(Math.max(x, 0.0005), 0.9995); // it may be infinite at its ends
      return Math.exp(scale + (a - 1) * Math.log(inside) + (b - 1) * Math.log1p(-inside));
    };
    return { low: 0, high: 1, f };
  }
  return null;
}

const short = (x) => String(Number(x.toPrecision(4)));

function picture(words, low, high, shapes) {
  const label = (x, text, anchor) => `<text x="${x}" y="${HEIGHT}" text-anchor="${anchor}">${text}</text>`;
  const base = `<line class="base" x1="0" y1="${BASE}" x2="${WIDTH}" y2="${BASE}"/>`;
  const ends = label(0, short(low), "start") + label(WIDTH, short(high), "end");
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT + 2}" role="img" aria-label="${words}">${shapes}${base}${ends}</svg>`;
}

export function drawPrior(prior) {
  const density = densityOf(prior);
  if (!density) return "";
  const { low, high, f } = density;
  const values = Array.from({ length: POINTS + 1 }, (_, i) => f(low + ((high - low) * i) / POINTS));
  const sorted = [...values].sort((x, y) => x - y);
  // Where a density is very high at an end, its bulk sets the scale.
  const bulk = 3 * sorted[Math.floor(sorted.length * 0.8)];
  const top = Math.min(sorted.at(-1), bulk > 0 ? bulk : Infinity) || 1;
  const place = (value, i) => {
    const y = BASE - (BASE - TOP) * Math.min(1, value / top);
    return `${((i / POINTS) * WIDTH).toFixed(1)},${y.toFixed(1)}`;
  };
  const told = Object.entries(prior.fields).map(([name, value]) => `${name} = ${Number(value)}`).join(", ");
  const shape = `<polygon points="0,${BASE} ${values.map(place).join(" ")} ${WIDTH},${BASE}"/>`;
  return picture(`Density of the prior: ${prior.name} ${told}`, low, high, shape);
}

export function drawArms(literal) {
  const values = numbersOf(literal).map(Number).filter(Number.isFinite);
  if (!values.length) return "";
  const [least, most] = values.reduce(([a, b], x) => [Math.min(a, x), Math.max(b, x)], [Infinity, -Infinity]);
  const [low, high] = [Math.min(0, least), Math.max(1, most)];
  const at = (x) => (((x - low) / (high - low)) * WIDTH).toFixed(1);
  const tick = (x) => `<line class="tick" x1="${at(x)}" x2="${at(x)}" y1="${TOP + 8}" y2="${BASE}"/>`;
  const words = `Means of ${values.length} arms, from ${short(least)} to ${short(most)}`;
  return picture(words, low, high, values.slice(0, MOST).map(tick).join(""));
}
