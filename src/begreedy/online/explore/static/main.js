// The page: a setting, a run of it, and what is seen of it.

import { drawChips } from "./chips.js";
import { drawCurves, emptyFigure, picture } from "./figure.js";
import { clearFaults, count, localFaults, modelOf, problemForm, read, showFaults, useSchema } from "./form.js";
import { addressOf, readAddress, tooLong } from "./link.js";
import { HeatMap } from "./map.js";
import { byId, make, number, prose, save } from "./page.js";
import { isDark } from "./palette.js";
import { writeSpec } from "./spec.js";
import { ask, Refused, stream } from "./stream.js";
import { drawTable } from "./table.js";

let schema;
let running = null; // an AbortController while something runs
let asking = null; // likewise for advice
let data = null; // what the curves show
let drawnAt = 0, waiting = false;
const heat = new HeatMap(openCell);
const RUNS = "200", MAP_RUNS = "40";

const state = {
  mode: "curves", problem: null, policies: [], horizon: "", runs: RUNS, seed: "0",
  map: { policy: null, sizes: "", horizons: "" },
  view: { show: "regret", band: "stderr", logX: false, logY: false, bound: true },
};

// ------------------------------------------------------------ the form shows the state

function showModel() {
  const model = modelOf(state.problem);
  byId("model").value = model.model;
  byId("model-about").replaceChildren(...prose(schema.values[model.name].about));
  const axes = state.mode === "map" ? [model.map.axis, model.model === "budgeted" ? "budget" : ""] : []; // a map has them all
  problemForm(byId("problem"), state.problem, () => {}, axes);
  const options = () => model.policies.map(({ name }) => make("option", { value: name, title: schema.values[name].about.replaceAll("``", "") }, name));
  byId("add").replaceChildren(...options());
  byId("rival-choice").replaceChildren(...options());
  const budgeted = model.model === "budgeted";
  byId("horizon-field").hidden = budgeted || state.mode === "map";
  byId("sizes-label").textContent = { K: "Arms that Greedy keeps", n: "Arms", arms: "Arms", items: "Items", dimension: "Dimensions" }[model.map.axis];
  byId("horizons-label").textContent = budgeted ? "Budgets" : "Horizons";
}

function showPolicies() {
  const removed = (i) => {
    state.policies.splice(i, 1);
    showPolicies();
    (byId("policies").querySelectorAll(".remove")[Math.min(i, state.policies.length - 1)] ?? byId("add")).focus();
  };
  drawChips(byId("policies"), state.policies, { changed: () => {}, removed });
  drawChips(byId("rival"), [state.map.policy], { changed: () => {}, removable: false, numbered: false, part: "policy" });
}

function showState() {
  document.querySelector(`input[name=mode][value=${state.mode}]`).checked = true;
  const map = state.mode === "map";
  byId("policies-section").hidden = byId("curves").hidden = map;
  byId("map-section").hidden = byId("map").hidden = !map;
  showModel();
  showPolicies();
  byId("horizon").value = state.horizon;
  byId("runs").value = state.runs;
  byId("seed").value = state.seed;
  byId("sizes").value = state.map.sizes;
  byId("horizons").value = state.map.horizons;
  byId("show").value = state.view.show;
  byId("band").value = state.view.band;
  byId("log-x").checked = state.view.logX;
  byId("log-y").checked = state.view.logY;
  byId("bound").checked = state.view.bound;
}

function useModel(model) {
  const { example, map } = model;
  state.problem = read(example.problem);
  state.policies = example.policies.map(read);
  state.horizon = example.horizon === null ? "" : String(example.horizon);
  useMapOf(map);
}

function useMapOf(map) {
  state.map = { policy: read(map.policy), sizes: map.sizes.join(", "), horizons: map.horizons.join(", ") };
}

function useSetting(setting) {
  state.mode = "curves";
  state.problem = read(setting.problem);
  state.policies = setting.policies.map(read);
  state.horizon = setting.horizon === null ? "" : String(setting.horizon);
  state.runs = String(setting.runs);
  state.seed = String(setting.seed);
  useMapOf(modelOf(state.problem).map);
}

function useMap(map) {
  state.mode = "map";
  const model = schema.models.find((one) => map.problem.startsWith(`${one.name}(`));
  useModel(model);
  state.problem = read(map.problem);
  state.map = { policy: read(map.policy), sizes: map.sizes.join(", "), horizons: map.horizons.join(", ") };
  state.runs = String(map.runs);
  state.seed = String(map.seed);
}

function useAddress(given) {
  const problem = read(given.problem);
  const model = modelOf(problem);
  if (!model) throw new Error(`this link names no model: ${problem.name}`);
  useModel(model);
  state.mode = given.mode;
  state.problem = problem;
  if (given.mode === "map") state.map = { policy: read(given.against), sizes: given.sizes, horizons: given.horizons };
  else {
    state.policies = given.policies.map(read);
    state.horizon = given.horizon;
  }
  state.runs = given.runs;
  state.seed = given.seed;
  state.view = given.view;
}

function readForm() {
  for (const id of ["horizon", "runs", "seed"]) state[id] = byId(id).value.trim().replaceAll(/[\s_]/g, "");
  state.map.sizes = byId("sizes").value.trim();
  state.map.horizons = byId("horizons").value.trim();
}

function say(words, aloud = false) {
  byId("status").textContent = words;
  if (aloud) byId("live").textContent = words;
}

// ------------------------------------------------------------ running

function busy(yes) {
  byId("run").disabled = false;
  byId("stop").disabled = !yes;
  byId("results").classList.toggle("busy", yes);
  byId("results").setAttribute("aria-busy", String(yes));
}

function stop() {
  running?.abort();
  asking?.abort();
}

function remember(push) {
  const address = addressOf(state);
  if (tooLong(address)) return false;
  if (push && location.hash !== address) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  return true;
}

// Tables that are still being read, for instance because the run button took the focus from them.
async function settled() {
  document.activeElement?.blur?.();
  while (document.querySelector("[data-pending]")) await new Promise((resolve) => { setTimeout(resolve, 20); });
}

async function run({ push = true } = {}) {
  await settled();
  stop();
  if (document.querySelector(".field.own [aria-invalid=true]")) { document.querySelector("[aria-invalid=true]").focus(); return; }
  clearFaults();
  readForm();
  const map = state.mode === "map";
  const faults = localFaults(state.problem, "problem");
  if (map) faults.push(...localFaults(state.map.policy, "policy"));
  else state.policies.forEach((policy, i) => faults.push(...localFaults(policy, `policies.${i}`)));
  if (faults.length) { showFaults(faults); say("Something is missing or wrong; see the form.", true); return; }
  const linked = remember(push);
  const mine = new AbortController();
  running = mine;
  busy(true);
  byId("progress").value = 0;
  byId("code").hidden = byId("advice").hidden = true;
  byId("csv").disabled = byId("png").disabled = true;
  say("Starting…", true);
  if (innerWidth <= 900) byId("results").scrollIntoView(); // the form is above them
  const began = performance.now();
  try {
    if (map) await stream("map", mapBody(), mine.signal, receiveMap);
    else await stream("run", curvesBody(), mine.signal, receiveCurves);
    const seconds = number((performance.now() - began) / 1000, 3);
    const limited = (map ? heat.done : data.done)?.limited;
    if (limited) say(`Stopped at the server's limit; what is there is shown.`, true);
    else say(`Done in ${seconds} s.${linked ? "" : " The setting is too long for a link."}`, true);
    byId("progress").value = 1;
    if (!map) advise(data.setting);
  } catch (error) {
    if (error.name === "AbortError") {
      if (running === mine) say(stoppedWords(map), true);
    } else if (error instanceof Refused) {
      showFaults(error.faults);
      say("Not run; see the form.", true);
    } else throw error;
  } finally {
    if (running === mine) {
      running = null;
      busy(false);
      const some = map ? heat.cells.size > 0 : data?.curves.some(Boolean);
      byId("csv").disabled = byId("png").disabled = !some;
    }
  }
}

function stoppedWords(map) {
  if (map) return `Stopped after ${heat.cells.size} cells.`;
  const runs = data?.curves.map((curve) => curve?.runs ?? 0) ?? [0];
  return `Stopped after ${Math.min(...runs)} to ${Math.max(...runs)} of ${number(Number(state.runs))} runs.`;
}

function curvesBody() {
  const setting = { problem: writeSpec(state.problem), policies: state.policies.map(writeSpec), runs: count("runs"), seed: count("seed") };
  return modelOf(state.problem).model === "budgeted" ? setting : { ...setting, horizon: count("horizon") };
}

function mapBody() {
  const numbers = (text) => text.split(/[\s,;]+/).filter(Boolean).map((word) => (Number.isNaN(Number(word)) ? word : Number(word)));
  return { problem: writeSpec(state.problem), policy: writeSpec(state.map.policy), sizes: numbers(state.map.sizes), horizons: numbers(state.map.horizons), runs: count("runs"), seed: count("seed") };
}

function receiveCurves(message) {
  if (message.type === "start") {
    data = { ...message, curves: message.labels.map(() => null), revision: 0 };
    byId("python").textContent = message.python;
    byId("command").textContent = message.command;
    byId("code").hidden = false;
  } else if (message.type === "curve") data.curves[message.policy] = message;
  else if (message.type === "bound") data.bound = message;
  else if (message.type === "done") { data.done = message; data.rows = message.rows; }
  else if (message.type === "progress") { showProgress(message); return; }
  redraw(message.type === "done");
}

function receiveMap(message) {
  if (message.type === "start") { heat.done = null; heat.start(message); }
  else if (message.type === "cell") heat.add(message);
  else if (message.type === "done") heat.done = message;
  else if (message.type === "progress") showProgress(message);
}

function showProgress(message) {
  byId("progress").value = message.share;
  const words = message.compiling.length ? `Compiling ${message.compiling.join(", ")}…` : `${Math.floor(100 * message.share)} %`;
  say(words);
  if (message.compiling.length && !byId("live").textContent.startsWith("Compiling")) byId("live").textContent = words;
}

// At most some twenty pictures a second, whatever comes in.
function redraw(now = false) {
  if (!data) return;
  const draw = () => {
    waiting = false;
    drawnAt = performance.now();
    data.revision += 1;
    if (data.curves.some(Boolean)) drawCurves(data, state.view);
    drawTable(data);
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
    if (found.turning) told.push(make("small", {}, ` Turning point: ${found.turning}.`));
    place.className = "advice";
    place.replaceChildren(...told);
  } catch (error) {
    if (error.name === "AbortError") { if (asking === mine) place.hidden = true; return; }
    place.className = "advice";
    place.textContent = `No advice: ${error.message}`;
  }
}

function openCell(setting) {
  useSetting(setting);
  showState();
  byId("results").focus();
  run();
}

// ------------------------------------------------------------ downloads

function csvText() {
  const lines = ["policy,time,runs,mean,stderr,q10,q90,reward,reward_stderr"];
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  data.labels.forEach((label, i) => {
    const curve = data.curves[i];
    if (!curve) return;
    data.times.forEach((time, t) => lines.push([quoted(label), time, curve.runs, curve.mean[t], curve.stderr[t], curve.q10[t], curve.q90[t], curve.reward[t], curve.reward_stderr[t]].join(",")));
  });
  return `${lines.join("\n")}\n`;
}

async function copy(text, button) {
  const before = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => { button.textContent = before; }, 1200);
}

// ------------------------------------------------------------ wiring

function wire() {
  byId("form").addEventListener("submit", (event) => { event.preventDefault(); run(); });
  byId("stop").addEventListener("click", stop);
  byId("model").addEventListener("change", () => {
    useModel(schema.models.find((model) => model.model === byId("model").value));
    clearFaults();
    showState();
  });
  for (const radio of document.querySelectorAll("input[name=mode]")) radio.addEventListener("change", () => {
    readForm();
    state.mode = radio.value;
    state.runs = state.mode === "map" && state.runs === RUNS ? MAP_RUNS : state.mode === "curves" && state.runs === MAP_RUNS ? RUNS : state.runs;
    clearFaults();
    showState();
    if (state.mode === "curves" && data) redraw(true);
  });
  const start = (name) => read(modelOf(state.problem).policies.find((policy) => policy.name === name).text);
  byId("add-button").addEventListener("click", () => {
    readForm();
    state.policies.push(start(byId("add").value));
    showPolicies();
    byId("live").textContent = `${byId("add").value} added`;
  });
  byId("rival-button").addEventListener("click", () => { state.map.policy = start(byId("rival-choice").value); showPolicies(); });
  byId("preset").addEventListener("change", () => {
    const preset = schema.presets.find((one) => one.id === byId("preset").value);
    byId("preset").value = "";
    if (!preset) return;
    if (preset.map) useMap(preset.map);
    else useSetting(preset.setting);
    showState();
    run();
  });
  const views = { show: ["show", "value"], band: ["band", "value"], "log-x": ["logX", "checked"], "log-y": ["logY", "checked"], bound: ["bound", "checked"] };
  for (const [id, [name, property]] of Object.entries(views)) byId(id).addEventListener("change", () => {
    state.view[name] = byId(id)[property];
    if (data) { remember(false); redraw(true); }
  });
  byId("csv").addEventListener("click", () => save(state.mode === "map" ? "map.csv" : "curves.csv", new Blob([state.mode === "map" ? heat.csv() : csvText()], { type: "text/csv" })));
  byId("png").addEventListener("click", async () => save(state.mode === "map" ? "map.png" : "curves.png", state.mode === "map" ? await heat.picture() : await picture(byId("figure"), data.setting.problem)));
  byId("link").addEventListener("click", () => { readForm(); copy(new URL(addressOf(state), location.href).href, byId("link")); });
  for (const button of document.querySelectorAll("[data-copy]")) button.addEventListener("click", () => copy(byId(button.dataset.copy).textContent, button));
  byId("theme").addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem("begreedy-theme", next); } catch { /* not remembered */ }
    repaint();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
  addEventListener("popstate", () => follow());
  addEventListener("hashchange", () => follow());
}

function repaint() {
  if (data?.curves.some(Boolean)) drawCurves(data, state.view);
  else emptyFigure();
  heat.repaint();
}

// What the address says, shown and run again: links and the back button.
let followed = null;
function follow() {
  if (location.hash === followed || location.hash === addressOf(state)) return;
  followed = location.hash;
  setTimeout(() => { followed = null; }, 0); // popstate and hashchange come together
  open();
}

function open() {
  let given = null;
  try {
    given = readAddress(location.hash);
    if (given) useAddress(given);
  } catch (error) {
    showFaults([{ part: "", field: "", message: `Cannot read this link: ${error.message}` }]);
  }
  if (!given) { useModel(schema.models[0]); stop(); }
  showState();
  if (given) run({ push: false });
}

async function begin() {
  schema = await (await fetch("schema")).json();
  useSchema(schema);
  byId("model").replaceChildren(...schema.models.map((model) => make("option", { value: model.model }, `${model.title} (${model.name})`)));
  byId("preset").append(...schema.presets.map((preset) => make("option", { value: preset.id, title: preset.about }, preset.title)));
  wire();
  emptyFigure();
  open();
  document.documentElement.dataset.ready = "true";
}

begin();
