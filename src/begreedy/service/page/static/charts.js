// Pictures over time as SVG: lines with bands, areas, shares.  A pointer or the arrow keys read values off them.

import { between, count, make, number } from "./page.js";
import { COLOURS } from "./palette.js";

const NAMESPACE = "http://www.w3.org/2000/svg";
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 8, 8, 22];
const HOUR = 3600;
const STEPS = [1, 3, 6, 12, 24, 48, 168, 336, 720, 2160, 8760].map((hours) => hours * HOUR);

export const colour = (i) => `var(--line-${i % COLOURS.length})`;

export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const day = (seconds) => new Date(1000 * seconds).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
export const clock = (seconds) => new Date(1000 * seconds).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
export const moment = (seconds) => `${day(seconds)} ${clock(seconds)}`;

// Round values between two, about so many.
function ticks(low, high, about) {
  const rough = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((part) => part * power >= rough) * power;
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + 1e-9 * step; at += 1) found.push(at * step);
  return found;
}

function timeTicks(first, last, about) {
  const step = STEPS.find((one) => (last - first) / one <= about) ?? STEPS.at(-1);
  const offset = new Date(1000 * first).getTimezoneOffset() * 60;
  const found = [];
  for (let at = Math.ceil((first - offset) / step); at * step + offset <= last; at += 1) found.push(at * step + offset);
  return found.map((time) => [time, step >= 24 * HOUR || new Date(1000 * time).getHours() === 0 ? day(time) : clock(time)]);
}

// The frame of a picture: its size, its scales, and axes drawn into it.
function frame(place, { times, low, high, height, percent }) {
  const width = Math.max(240, place.clientWidth || 480);
  const [first, last] = [times[0], Math.max(times.at(-1), times[0] + 1)];
  const x = (time) => LEFT + ((time - first) / (last - first)) * (width - LEFT - RIGHT);
  const y = (value) => TOP + (1 - (value - low) / (high - low || 1)) * (height - TOP - BOTTOM);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, height, "aria-hidden": "true" });
  for (const value of ticks(low, high, height > 120 ? 4 : 2)) {
    picture.append(svg("line", { class: "grid", x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value) }));
    const words = percent ? `${Math.round(100 * value)} %` : number(value, 3);
    picture.append(svg("text", { x: LEFT - 7, y: y(value) + 4, "text-anchor": "end" }, words));
  }
  for (const [time, words] of timeTicks(first, last, width / 85)) {
    picture.append(svg("text", { x: x(time), y: height - 6, "text-anchor": "middle" }, words));
  }
  return { picture, x, y, width, height };
}

const path = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

// Runs of known values, as points.
function runs(times, values, x, y) {
  const found = [[]];
  times.forEach((time, i) => {
    if (values[i] === null || values[i] === undefined) found.push([]);
    else found.at(-1).push([x(time), y(values[i])]);
  });
  return found.filter((run) => run.length);
}

function band(times, { low, high, colour: fill }, x, y) {
  const known = times.map((time, i) => i).filter((i) => low[i] !== null && low[i] !== undefined);
  const around = [...known.map((i) => [x(times[i]), y(high[i])]), ...known.reverse().map((i) => [x(times[i]), y(low[i])])];
  return svg("path", { d: `${path(around)}Z`, fill, opacity: 0.16 });
}

const key = (entries) => make("ul", { class: "key" }, ...entries.map(([label, fill]) => (
  make("li", {}, make("i", { style: `background: ${fill}` }), label))));

// Let a picture be read: `words(i)` tells what it has at its i-th time.
function readable(place, times, frames, words, label) {
  const before = place.querySelector(".readout")?.dataset.at;
  const readout = make("p", { class: "readout", role: "status" });
  const lines = frames.map(({ picture, height }) => {
    const line = svg("line", { class: "cursor", y1: TOP, y2: height - BOTTOM, visibility: "hidden" });
    picture.append(line);
    return line;
  });
  let at = null;
  const show = (i) => {
    at = i === null ? null : Math.min(times.length - 1, Math.max(0, i));
    readout.textContent = at === null ? "" : words(at);
    if (at !== null) readout.dataset.at = at; else delete readout.dataset.at;
    lines.forEach((line, j) => {
      line.setAttribute("visibility", at === null ? "hidden" : "visible");
      if (at !== null) for (const end of ["x1", "x2"]) line.setAttribute(end, frames[j].x(times[at]));
    });
  };
  place.onpointermove = (event) => {
    const box = frames[0].picture.getBoundingClientRect();
    const spot = ((event.clientX - box.left) / box.width) * frames[0].width;
    let nearest = 0;
    times.forEach((time, i) => {
      if (Math.abs(frames[0].x(time) - spot) < Math.abs(frames[0].x(times[nearest]) - spot)) nearest = i;
    });
    show(nearest);
  };
  place.onpointerleave = () => show(null);
  place.onkeydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -times.length, End: times.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show((at ?? times.length - 1) + step);
  };
  place.onblur = () => show(null);
  place.tabIndex = 0;
  place.setAttribute("role", "group");
  place.setAttribute("aria-label", `${label} Arrow keys read values.`);
  if (before !== undefined) show(Number(before));
  return readout;
}

export function nothing(place, words) {
  place.replaceChildren(make("p", { class: "about" }, words));
  place.removeAttribute("tabindex");
}

// Lines with bands; `dots` are values beside them.
export function lines(place, { times, series, dots, label, range }) {
  const values = [...series.flatMap(({ mean, low, high }) => [...mean, ...(low ?? []), ...(high ?? [])])];
  const known = values.filter((value) => value !== null && value !== undefined);
  const some = dots.filter((value) => value !== null);
  const top = Math.min(range?.[1] ?? Infinity, Math.max(...series.flatMap(({ mean }) => mean.filter((v) => v !== null)), ...some) * 1.25);
  const bottom = range?.[0] ?? Math.min(...known, ...some);
  const made = frame(place, { times, low: bottom, high: top > bottom ? top : bottom + 1, height: 250 });
  const { picture, x, y } = made;
  const inside = (value) => Math.max(TOP, Math.min(250 - BOTTOM, y(value)));
  dots.forEach((value, i) => {
    if (value !== null) picture.append(svg("circle", { cx: x(times[i]), cy: inside(value), r: 1.8, fill: "var(--ink-faint)" }));
  });
  for (const one of series) if (one.low?.length) picture.append(band(times, one, x, inside));
  for (const one of series) {
    for (const run of runs(times, one.mean, x, inside)) {
      const look = { fill: "none", stroke: one.colour, "stroke-width": 2.2, "stroke-dasharray": one.dash ?? "" };
      picture.append(run.length > 1 ? svg("path", { d: path(run), ...look })
        : svg("circle", { cx: run[0][0], cy: run[0][1], r: 3, fill: one.colour }));
    }
  }
  const told = (one, i) => {
    const around = one.low?.length && one.low[i] !== null ? ` (${between(one.low[i], one.high[i])})` : "";
    return `${one.label} ${number(one.mean[i], 3)}${around}`;
  };
  const words = (i) => `Until ${moment(times[i])}: ${series.map((one) => told(one, i)).join(", ")}`;
  const readout = readable(place, times, [made], words, label);
  const entries = [...series.map((one) => [one.label, one.colour]), ["at that time", "var(--ink-faint)"]];
  place.replaceChildren(key(entries), picture, readout);
}

// Points of hours that are over, and the way to the one that is not: that it is lower says nothing yet.
const parted = (points, grows = true) => (grows && points.length > 1 ? [points.slice(0, -1), points.slice(-2)] : [points, []]);
const below = (points, bottom) => (points.length ? `${path([[points[0][0], bottom], ...points, [points.at(-1)[0], bottom]])}Z` : "");

// Areas below each other, one for each count of an hour; `over` is how many of the times are of hours that are over.
export function counts(place, { times, over: closed, series, label }) {
  const parts = [];
  const frames = series.map(({ name, values, colour: fill, grows }) => {
    const made = frame(place, { times, low: 0, high: Math.max(1, ...values), height: 92 });
    const { picture, x, y } = made;
    const points = times.map((time, i) => [x(time), y(values[i])]);
    const [over, open] = parted(points, grows);
    const line = { fill: "none", stroke: fill, "stroke-width": 1.6 };
    picture.append(svg("path", { d: below(over, y(0)), fill, opacity: 0.25 }));
    picture.append(svg("path", { d: path(over), ...line }), svg("path", { d: path(open), ...line, "stroke-dasharray": "2 3" }));
    parts.push(key([[name, fill]]), picture);
    return made;
  });
  const words = (i) => {
    const told = series.map(({ name, values }) => `${name} ${count(values[i])}`).join(", ");
    return `${moment(times[i])}${i >= closed ? ", so far" : ""}: ${told}`;
  };
  place.replaceChildren(...parts, readable(place, times, frames, words, label));
}

// Shares of a whole on top of each other, a column for each time.
export function shares(place, { times, step, now, arms, others, shares: rows, label }) {
  const ends = [...times, Math.min(now, times.at(-1) + step)];
  const made = frame(place, { times: ends, low: 0, high: 1, height: 250, percent: true });
  const { picture, x, y } = made;
  const names = others ? [...arms, `${count(others)} other${others > 1 ? "s" : ""}`] : arms;
  const fill = (i) => (i < arms.length ? colour(i) : "var(--edge)");
  rows.forEach((row, i) => {
    let below = 0;
    row?.slice(0, names.length).forEach((share, j) => {
      if (share <= 0) return;
      const [top, bottom] = [y(below + share), y(below)];
      const width = Math.max(1, x(ends[i + 1]) - x(times[i]) - 0.6);
      picture.append(svg("rect", { x: x(times[i]), y: top, width, height: Math.max(0, bottom - top), fill: fill(j) }));
      below += share;
    });
  });
  const words = (i) => {
    const known = rows[i]?.map((share, j) => [share, names[j]]).filter(([share, name]) => name && share >= 0.005) ?? [];
    const told = known.sort((a, b) => b[0] - a[0]).map(([share, name]) => `${name} ${Math.round(100 * share)} %`);
    return `${moment(times[i])}: ${told.join(", ") || "no decision"}`;
  };
  const readout = readable(place, times, [made], words, label);
  place.replaceChildren(key(names.map((name, i) => [name, fill(i)])), picture, readout);
}

// A small picture for a table.
export function spark(values, label) {
  const [width, height, top] = [110, 24, Math.max(1, ...values)];
  const at = (i) => (i / Math.max(1, values.length - 1)) * width;
  const points = values.map((value, i) => [at(i), height - 1 - (value / top) * (height - 3)]);
  const [over, open] = parted(points);
  const picture = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  const parts = [[below(over, height), "area"], [path(over), "line"], [path(open), "line open"]];
  picture.append(...parts.map(([d, look]) => svg("path", { d, class: `spark ${look}` })));
  return picture;
}
