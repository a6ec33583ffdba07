// The setting that the page shows, and the ways to come by another one.

import { modelOf, read } from "./fields.js";

export const RUNS = "200";
export const MAP_RUNS = "40";

export const state = {
  mode: "curves",
  problem: null,
  policies: [],
  horizon: "",
  runs: RUNS,
  seed: "0",
  map: { policy: null, sizes: "", horizons: "" },
  view: null,
};

// What a page without a link shows.
export function restart(model) {
  const view = { show: "regret", band: "stderr", logX: false, logY: false, bound: true };
  Object.assign(state, { mode: "curves", runs: RUNS, seed: "0", view });
  useModel(model);
}

// What a model shows first.
export function useModel(model) {
  const { example } = model;
  state.problem = read(example.problem);
  state.policies = example.policies.map(read);
  state.horizon = example.horizon === null ? "" : String(example.horizon);
  useMapOf(model.map);
}

function useMapOf(map) {
  state.map = { policy: read(map.policy), sizes: map.sizes.join(", "), horizons: map.horizons.join(", ") };
}

// A preset, or a cell of a map.
export function useSetting(setting) {
  state.mode = "curves";
  state.problem = read(setting.problem);
  state.policies = setting.policies.map(read);
  state.horizon = setting.horizon === null ? "" : String(setting.horizon);
  state.runs = String(setting.runs);
  state.seed = String(setting.seed);
  useMapOf(modelOf(state.problem).map);
}

export function useMap(map) {
  const problem = read(map.problem);
  useModel(modelOf(problem));
  state.mode = "map";
  state.problem = problem;
  useMapOf(map);
  state.runs = String(map.runs);
  state.seed = String(map.seed);
}

function readPolicy(text) {
  const value = read(text);
  if (typeof value === "string") throw new Error(`expected a policy such as Greedy(), got ${JSON.stringify(value)}`);
  return value;
}

// What a link says.
export function useAddress(given) {
  const problem = read(given.problem);
  const model = modelOf(problem);
  if (!model) throw new Error(`it names no model: ${problem.name ?? problem}`);
  const policies = given.policies.map(readPolicy);
  const against = given.mode === "map" ? readPolicy(given.against) : null;
  useModel(model);
  state.mode = given.mode;
  state.problem = problem;
  if (against) state.map = { policy: against, sizes: given.sizes, horizons: given.horizons };
  else state.policies = policies;
  if (!against || model.map.across) state.horizon = given.horizon;
  state.runs = given.runs;
  state.seed = given.seed;
  state.view = given.view;
}
