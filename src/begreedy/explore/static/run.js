// A run of the setting: what is asked of the server, and what is shown of its answers as they come.

import { drawCurves } from "./figure.js";
import { clearFaults, count, localFaults, showFaults } from "./faults.js";
import { isTimed, modelOf } from "./fields.js";
import { addressOf, settingOf, tooLong, viewOf } from "./link.js";
import { HeatMap } from "./map.js";
import { byId, make, number } from "./page.js";
import { writeSpec } from "./spec.js";
import { state } from "./state.js";
import { ask, Lost, Refused, stream } from "./stream.js";
import { drawTable } from "./regret-table.js";

export const heat = new HeatMap();
let running = null; // an AbortController while something runs
let asking = null; // likewise for advice
let data = null; // what the curves show
let drawnAt = 0;
let waiting = false;
const shownAs = { curves: null, map: null }; // the settings that are shown, as in their links
let asked = null; // the setting of the latest run, likewise
const NOTHING = "Choose a problem and policies, then run.";

export const shownData = () => data;

export function readForm() {
  for (const id of ["horizon", "runs", "seed"]) state[id] = byId(id).value.trim().replaceAll(/[\s_]/g, "");
  for (const id of ["sizes", "horizons"]) state.map[id] = byId(id).value.trim();
}

function say(words, aloud = false) {
  byId("status").textContent = words;
  if (aloud) byId("live").textContent = words;
}

const someShown = () => (state.mode === "map" ? heat.cells.size > 0 : Boolean(data?.curves.some(Boolean)));

// The form has been changed since: what is shown belongs to the setting before.
export function outdated() {
  const shown = state.mode === "map" ? heat.cells.size > 0 : data !== null;
  if (running || !shown) return;
  byId("results").classList.add("outdated");
  say("The setting has changed; run to see it.");
}

// What can be done with what is shown; a map and curves each have their own.
function offer() {
  byId("csv").disabled = byId("png").disabled = running !== null || !someShown();
  byId("code").hidden = shownAs[state.mode] === null;
  const whole = (state.mode === "map" ? heat.done : data?.done)?.limited === false;
  const same = state.mode === "map" ? "Both give these numbers, cell by cell." : "Both give exactly these numbers.";
  byId("code-note").textContent = whole || running ? same : "Both play all runs; what is shown was stopped before.";
  const code = state.mode === "map" ? heat.about : data;
  for (const id of ["python", "command"]) byId(id).textContent = code?.[id] ?? "";
}

// The other of map and curves is looked at.
export function turned() {
  offer();
  if (running) return;
  byId("results").classList.remove("outdated");
  byId("progress").value = someShown() ? 1 : 0;
  if (!someShown()) say(NOTHING);
  else if (settingOf(state) === shownAs[state.mode]) say("Done.");
  else outdated();
  if (state.mode === "curves") redraw(true);
}

// As if nothing had been run.
export function forget() {
  stop();
  running = data = shownAs.curves = shownAs.map = null;
  heat.clear();
  for (const id of ["bound-note", "cap-note"]) byId(id).textContent = "";
  byId("table").hidden = byId("advice").hidden = byId("stop").disabled = true;
  byId("results").setAttribute("aria-busy", "false");
  turned();
}

export function stop() {
  running?.abort();
  asking?.abort();
}

// The setting in the address bar; false if it is too long for that.
export function remember(push) {
  const address = addressOf(state);
  if (tooLong(address)) return false;
  if (push && location.hash !== address) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  return true;
}

// Another view of what is shown: the address keeps the setting that this is of, whatever the form says by now.
export function rememberView() {
  const address = shownAs[state.mode] + viewOf(state.view);
  if (!tooLong(address)) history.replaceState(null, "", address);
}

// Tables that are still being read, for instance because the run button took the focus from them.
async function settled() {
  document.activeElement?.blur?.();
  while (document.querySelector("[data-pending]")) await new Promise((resolve) => { setTimeout(resolve, 20); });
}

// What can be seen to be wrong without asking.
function wrong() {
  const faults = localFaults(state.problem, "problem");
  if (state.mode === "map") return [...faults, ...localFaults(state.map.policy, "policy")];
  return [...faults, ...state.policies.flatMap((policy, i) => localFaults(policy, `policies.${i}`))];
}

// Run the setting; ``data-ended`` counts the runs that are over, in whatever way.
export async function run(options) {
  try {
    await attempt(options);
  } finally {
    const results = byId("results");
    results.dataset.ended = String(Number(results.dataset.ended ?? 0) + 1);
  }
}

async function attempt({ push = true } = {}) {
  await settled();
  stop();
  const unread = document.querySelector(".field.own [aria-invalid=true]");
  if (unread) {
    byId("fault-problem").hidden = true;
    unread.focus();
    say("Not run; see the form.", true);
    return;
  }
  clearFaults();
  readForm();
  const faults = wrong();
  if (faults.length) {
    showFaults(faults);
    say("Not run; see the form.", true);
    return;
  }
  const linked = remember(push);
  const mine = new AbortController();
  const { mode, runs } = state;
  running = mine;
  asked = settingOf(state);
  begun();
  const began = performance.now();
  performance.clearMarks();
  performance.mark("run");
  try {
    await play(mine.signal);
    const seconds = number((performance.now() - began) / 1000, 3);
    const { limited } = mode === "map" ? heat.done : data.done;
    const said = limited ? "Stopped at the server's limit; what is there is shown." : `Done in ${seconds} s.`;
    say(linked ? said : `${said} The setting is too long for a link.`, true);
    byId("progress").value = 1;
    if (mode === "curves") advise(data.setting);
  } catch (error) {
    if (error instanceof Refused) {
      showFaults(error.faults);
      byId("results").classList.toggle("outdated", !(error instanceof Lost) && someShown());
      say(error instanceof Lost ? stoppedWords(mode, runs) : "Not run; see the form.", true);
    } else if (error.name !== "AbortError") throw error;
    else if (running === mine) say(stoppedWords(mode, runs), true);
  } finally {
    if (running === mine) ended();
  }
}

function play(signal) {
  if (state.mode === "map") return stream("map", mapBody(), signal, receiveMap);
  return stream("run", curvesBody(), signal, receiveCurves);
}

function begun() {
  byId("stop").disabled = false;
  byId("results").setAttribute("aria-busy", "true");
  byId("results").classList.remove("outdated");
  byId("progress").value = 0;
  byId("code").hidden = byId("advice").hidden = true;
  byId("csv").disabled = byId("png").disabled = true;
  if (state.mode === "map") heat.done = null;
  say("Starting…", true);
  if (innerWidth <= 900) byId("results").scrollIntoView(); // the form is above them
}

function ended() {
  running = null;
  byId("stop").disabled = true;
  byId("results").setAttribute("aria-busy", "false");
  offer();
  readForm();
  if (asked !== settingOf(state)) outdated(); // changed while it was running
}

function stoppedWords(mode, asked) {
  if (mode === "map") return `Stopped after ${heat.cells.size} cells.`;
  const runs = data?.curves.map((curve) => curve?.runs ?? 0) ?? [0];
  const [least, most] = [Math.min(...runs), Math.max(...runs)];
  return `Stopped after ${least === most ? least : `${least} to ${most}`} of ${number(Number(asked))} runs.`;
}

function curvesBody() {
  const policies = state.policies.map(writeSpec);
  const setting = { problem: writeSpec(state.problem), policies, runs: count("runs"), seed: count("seed") };
  return isTimed(modelOf(state.problem)) ? { ...setting, horizon: count("horizon") } : setting;
}

function mapBody() {
  const read = (word) => (Number.isNaN(Number(word)) ? word : Number(word));
  const numbers = (text) => text.split(/[\s,;]+/).filter(Boolean).map(read);
  const axes = { sizes: numbers(state.map.sizes), horizons: numbers(state.map.horizons) };
  const setting = { problem: writeSpec(state.problem), policy: writeSpec(state.map.policy), ...axes };
  if (modelOf(state.problem).map.across) setting.horizon = count("horizon");
  return { ...setting, runs: count("runs"), seed: count("seed") };
}

function receiveCurves(message) {
  if (message.type === "progress") { showProgress(message); return; }
  if (message.type === "start") {
    data = { ...message, curves: message.labels.map(() => null), revision: 0 };
    shownAs.curves = asked;
    offer();
  } else if (message.type === "curve") data.curves[message.policy] = message;
  else if (message.type === "bound") data.bound = message;
  else if (message.type === "done") Object.assign(data, { done: message, rows: message.rows });
  redraw(message.type === "done");
}

function receiveMap(message) {
  if (message.type === "start") {
    heat.start(message);
    shownAs.map = asked;
    offer();
  } else if (message.type === "cell") heat.add(message);
  else if (message.type === "done") heat.done = message;
  else showProgress(message);
}

function showProgress({ share, compiling }) {
  byId("progress").value = share;
  const words = compiling.length ? `Compiling ${compiling.join(", ")}…` : `${Math.floor(100 * share)} %`;
  say(words);
  if (compiling.length && !byId("live").textContent.startsWith("Compiling")) byId("live").textContent = words;
}

// At most some twenty pictures a second, whatever comes in.
export function redraw(now = false) {
  const draw = () => {
    waiting = false;
    if (!data) return; // nothing was run, or somebody went back from it meanwhile
    drawnAt = performance.now();
    data.revision += 1;
    drawTable(data);
    if (!data.curves.some(Boolean)) return;
    drawCurves(data, state.view);
    performance.mark("curves-drawn");
  };
  if (now || performance.now() - drawnAt > 50) requestAnimationFrame(draw);
  else if (!waiting) { waiting = true; setTimeout(() => requestAnimationFrame(draw), 60); }
}

async function advise(setting) {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  const place = byId("advice");
  place.hidden = false;
  place.className = "advice thinking";
  place.textContent = "Working out advice…";
  try {
    const found = await ask("advice", setting, mine.signal);
    const [head, ...rest] = found.sentence.split(":"); // the verdict, then why
    const told = rest.length ? [make("strong", {}, `${head}:`), rest.join(":")] : [found.sentence];
    for (const [about, said] of found.summary) told.push(make("small", {}, `${about}: ${said}`));
    for (const note of found.notes) told.push(make("small", {}, `note: ${note}`));
    place.className = "advice";
    place.replaceChildren(...told);
  } catch (error) {
    if (error.name === "AbortError") { if (asking === mine) place.hidden = true; return; }
    place.className = "advice";
    place.textContent = `No advice: ${error.message}`;
  }
}

export function csvText() {
  const lines = ["policy,time,runs,mean,stderr,q10,q90,reward,reward_stderr"];
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  data.labels.forEach((label, i) => {
    const curve = data.curves[i];
    if (!curve) return;
    const columns = [curve.mean, curve.stderr, curve.q10, curve.q90, curve.reward, curve.reward_stderr];
    data.times.forEach((time, t) => {
      lines.push([quoted(label), time, curve.runs, ...columns.map((column) => column[t])].join(","));
    });
  });
  return `${lines.join("\n")}\n`;
}
