// The address bar carries the whole setting: readable, versioned, and in the words of the command line.

import { modelOf } from "./fields.js";
import { writeSpec } from "./spec.js";

const VERSION = "1";
const LONGEST = 60_000; // characters of an address that all browsers take

// The setting without the way that it is shown.
export function settingOf(state) {
  const across = modelOf(state.problem)?.map.across; // a map by two sizes has a horizon
  const words = new URLSearchParams();
  words.set("v", VERSION);
  words.set("problem", writeSpec(state.problem));
  if (state.mode === "map") {
    words.set("against", writeSpec(state.map.policy));
    words.set("sizes", state.map.sizes);
    words.set("horizons", state.map.horizons);
  } else for (const policy of state.policies) words.append("policy", writeSpec(policy));
  if (state.horizon !== "" && (state.mode !== "map" || across)) words.set("horizon", state.horizon);
  words.set("runs", state.runs);
  words.set("seed", state.seed);
  // Parentheses, commas and equals signs may stand in a fragment as they are: the link stays readable.
  return `#${words}`.replaceAll("%28", "(").replaceAll("%29", ")").replaceAll("%2C", ",").replaceAll("%3D", "=");
}

export function viewOf({ show, band, logX, logY, bound }) {
  const words = new URLSearchParams();
  if (show !== "regret") words.set("show", show);
  if (band !== "stderr") words.set("band", band);
  if (logX || logY) words.set("log", `${logX ? "x" : ""}${logY ? "y" : ""}`);
  if (!bound) words.set("bound", "off");
  return String(words) && `&${words}`;
}

export const addressOf = (state) => settingOf(state) + viewOf(state.view);

// What an address says, as texts; null if it says nothing.
export function readAddress(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  if (!words.has("problem")) return null;
  const version = words.get("v");
  if (version !== VERSION) throw new Error(`it has version ${version}; this page reads version ${VERSION}`);
  const log = words.get("log") ?? "";
  const among = (name, ...known) => (known.includes(words.get(name)) ? words.get(name) : known[0]);
  return {
    mode: words.has("against") ? "map" : "curves",
    problem: words.get("problem"),
    policies: words.getAll("policy"),
    horizon: words.get("horizon") ?? "",
    against: words.get("against"),
    sizes: words.get("sizes") ?? "",
    horizons: words.get("horizons") ?? "",
    runs: words.get("runs") ?? "100",
    seed: words.get("seed") ?? "0",
    view: {
      show: among("show", "regret", "reward", "average"),
      band: among("band", "stderr", "quantiles", "none"),
      logX: log.includes("x"),
      logY: log.includes("y"),
      bound: words.get("bound") !== "off",
    },
  };
}

export const tooLong = (address) => address.length > LONGEST;
