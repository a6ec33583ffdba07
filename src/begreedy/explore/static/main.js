// The page: its form shows the state, its buttons run it, links and the back button bring it back.

import { drawChips } from "./chips.js";
import { drawCurves, emptyFigure, picture } from "./figure.js";
import { clearFaults, showFaults } from "./faults.js";
import { isTimed, modelOf, read, useSchema } from "./fields.js";
import { addressOf, readAddress } from "./link.js";
import { byId, make, prose, save } from "./page.js";
import { isDark } from "./palette.js";
import { problemForm } from "./problem.js";
import { csvText, forget, heat, readForm, run, shownData, stop } from "./run.js";
import { outdated, redraw, rememberView, turned } from "./run.js";
import { MAP_RUNS, restart, RUNS, state, useAddress, useMap, useModel, useSetting } from "./state.js";

let schema;

// ------------------------------------------------------------ the form shows the state

function showModel() {
  const model = modelOf(state.problem);
  byId("model").value = model.model;
  byId("model-about").replaceChildren(...prose(schema.values[model.name].about));
  const axes = state.mode === "map" ? [model.map.axis, model.length] : []; // a map has them all
  problemForm(byId("problem"), state.problem, () => {}, axes);
  const about = (name) => schema.values[name].about.replaceAll("``", "");
  const options = () => model.policies.map(({ name }) => make("option", { value: name, title: about(name) }, name));
  byId("add").replaceChildren(...options());
  byId("rival-choice").replaceChildren(...options());
  byId("horizon-field").hidden = !isTimed(model) || (state.mode === "map" && !model.map.across);
  byId("sizes-label").textContent = model.map.label;
  const columns = model.map.across || `${model.length}s`;
  byId("horizons-label").textContent = `${columns[0].toUpperCase()}${columns.slice(1)}`;
}

function showPolicies() {
  const removed = (i) => {
    state.policies.splice(i, 1);
    showPolicies();
    outdated();
    const left = byId("policies").querySelectorAll(".remove");
    (left[Math.min(i, left.length - 1)] ?? byId("add")).focus();
  };
  const changed = () => {};
  drawChips(byId("policies"), state.policies, { changed, removed });
  drawChips(byId("rival"), [state.map.policy], { changed, removable: false, numbered: false, part: "policy" });
}

function showState() {
  document.querySelector(`input[name=mode][value=${state.mode}]`).checked = true;
  const map = state.mode === "map";
  byId("policies-section").hidden = byId("curves").hidden = map;
  byId("map-section").hidden = byId("map").hidden = !map;
  showModel();
  showPolicies();
  for (const id of ["horizon", "runs", "seed"]) byId(id).value = state[id];
  for (const id of ["sizes", "horizons"]) byId(id).value = state.map[id];
  for (const id of ["show", "band"]) byId(id).value = state.view[id];
  byId("log-x").checked = state.view.logX;
  byId("log-y").checked = state.view.logY;
  byId("bound").checked = state.view.bound;
}

function openCell(setting) {
  useSetting(setting);
  showState();
  byId("results").focus();
  run();
}

// ------------------------------------------------------------ wiring

function wireForm() {
  byId("form").addEventListener("submit", (event) => { event.preventDefault(); run(); });
  for (const kind of ["input", "change"]) byId("form").addEventListener(kind, outdated);
  byId("stop").addEventListener("click", stop);
  byId("model").addEventListener("change", () => {
    useModel(schema.models.find((model) => model.model === byId("model").value));
    clearFaults();
    showState();
  });
  for (const radio of document.querySelectorAll("input[name=mode]")) radio.addEventListener("change", () => {
    readForm();
    state.mode = radio.value;
    const [from, to] = state.mode === "map" ? [RUNS, MAP_RUNS] : [MAP_RUNS, RUNS];
    if (state.runs === from) state.runs = to;
    clearFaults();
    showState();
    turned();
  });
  const start = (name) => read(modelOf(state.problem).policies.find((policy) => policy.name === name).text);
  byId("add-button").addEventListener("click", () => {
    state.policies.push(start(byId("add").value));
    showPolicies();
    outdated();
    byId("live").textContent = `${byId("add").value} added`;
  });
  byId("rival-button").addEventListener("click", () => {
    state.map.policy = start(byId("rival-choice").value);
    showPolicies();
    outdated();
  });
  byId("preset").addEventListener("change", () => {
    const preset = schema.presets.find((one) => one.id === byId("preset").value);
    byId("preset").value = "";
    if (!preset) return;
    if (preset.map) useMap(preset.map);
    else useSetting(preset.setting);
    showState();
    run();
  });
}

function wireView() {
  const views = {
    show: ["show", "value"], band: ["band", "value"],
    "log-x": ["logX", "checked"], "log-y": ["logY", "checked"], bound: ["bound", "checked"],
  };
  for (const [id, [name, property]] of Object.entries(views)) byId(id).addEventListener("change", () => {
    state.view[name] = byId(id)[property];
    if (shownData()) { rememberView(); redraw(true); }
  });
  byId("theme").addEventListener("click", () => {
    const next = isDark() ? "light" : "dark";
    document.documentElement.dataset.theme = next;
    try { localStorage.setItem("begreedy-theme", next); } catch { /* not remembered */ }
    repaint();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint);
}

function wireDownloads() {
  const map = () => state.mode === "map";
  byId("csv").addEventListener("click", () => {
    const text = map() ? heat.csv() : csvText();
    save(map() ? "map.csv" : "curves.csv", new Blob([text], { type: "text/csv" }));
  });
  byId("png").addEventListener("click", async () => {
    const blob = map() ? await heat.picture() : await picture(byId("figure"), shownData().setting.problem);
    save(map() ? "map.png" : "curves.png", blob);
  });
  byId("link").addEventListener("click", () => {
    readForm();
    copy(new URL(addressOf(state), location.href).href, byId("link"));
  });
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(byId(button.dataset.copy).textContent, button));
  }
}

async function copy(text, button) {
  const before = button.dataset.words ?? button.textContent;
  button.dataset.words = before;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
  } catch {
    button.textContent = "Not allowed";
  }
  setTimeout(() => { button.textContent = before; }, 1200);
}

function repaint() {
  if (shownData()?.curves.some(Boolean)) drawCurves(shownData(), state.view);
  else emptyFigure();
  heat.repaint();
}

// ------------------------------------------------------------ links

// What the address says, shown and run: a link that was opened, or the back button.
let followed = null;
function follow() {
  if (location.hash === followed || location.hash === addressOf(state)) return;
  followed = location.hash;
  setTimeout(() => { followed = null; }, 0); // popstate and hashchange come together
  open();
}

function open() {
  let given = null;
  clearFaults();
  try {
    given = readAddress(location.hash);
    if (given) useAddress(given);
  } catch (error) {
    given = null;
    showFaults([{ part: "", field: "", message: `Cannot read this link: ${error.message}` }]);
  }
  if (!given) {
    restart(schema.models[0]);
    forget();
    emptyFigure();
  }
  showState();
  if (given) run({ push: false });
}

async function begin() {
  schema = await (await fetch("schema")).json();
  useSchema(schema);
  heat.open = openCell;
  const named = ({ model, title, name }) => make("option", { value: model }, `${title} (${name})`);
  byId("model").replaceChildren(...schema.models.map(named));
  const titled = ({ id, title, about }) => make("option", { value: id, title: about }, title);
  byId("preset").append(...schema.presets.map(titled));
  wireForm();
  wireView();
  wireDownloads();
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
  emptyFigure();
  open();
  document.documentElement.dataset.ready = "true";
}

begin();
