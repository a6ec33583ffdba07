// The page at work: which bandit is shown, and asking again while somebody looks.

import { makeActions } from "./actions.js";
import { showOverview } from "./overview.js";
import { Refused } from "./api.js";
import { resetArms, showArms, startArms } from "./arms.js";
import { draw, forgetBandit, showBandit } from "./bandit.js";
import { byId } from "./page.js";
import { isDark } from "./palette.js";

const [SOON, LATER, SLOWEST] = [2000, 6000, 15000]; // ms between two looks: as a rule, at arms, after failures

let shown = null; // the name of the bandit, null for all
let found = null; // what is known of it
let timer = 0;
let failures = 0;
let asking = new AbortController();
let armsAt = -Infinity;

const nameOf = () => {
  const text = location.hash.replace(/^#\/?/, "");
  try { return text ? decodeURIComponent(text) : null; } catch { return null; }
};

const arms = async () => {
  armsAt = performance.now();
  await showArms(shown).catch((error) => { if (error.name !== "AbortError") throw error; });
};

async function look(signal, fresh) {
  if (shown === null) {
    await showOverview(signal);
    return;
  }
  if (found === null) void showOverview(signal).catch(() => {}); // who may do what
  const one = await showBandit(shown, signal, fresh);
  found = { ...one, name: shown };
  if (performance.now() - armsAt >= LATER) await arms();
}

function trouble(error) {
  const place = byId("trouble");
  const words = error instanceof Refused ? error.message : "The server does not answer; what is shown is old. Trying again …";
  if (place.hidden || place.textContent !== words) place.textContent = words;
  place.hidden = false;
  if (found === null) byId("summary").textContent = "";
  byId("pulse").textContent = "not live";
}

async function round(fresh = false) {
  clearTimeout(timer);
  asking.abort();
  const mine = asking = new AbortController();
  try {
    await look(mine.signal, fresh);
    if (mine !== asking) return;
    failures = 0;
    byId("trouble").hidden = true;
    byId("pulse").textContent = `live ${new Date().toLocaleTimeString("en-GB")}`;
    byId("content").dataset.rounds = Number(byId("content").dataset.rounds ?? 0) + 1;
    document.documentElement.dataset.ready = shown ?? "";
  } catch (error) {
    if (mine !== asking || error.name === "AbortError") return;
    failures += 1;
    trouble(error);
  }
  if (!document.hidden) timer = setTimeout(() => round(), Math.min(SLOWEST, SOON * 2 ** Math.min(failures, 3)));
}

// After a change: what is shown then knows of it.
function refresh() {
  armsAt = -Infinity;
  return round(true);
}

function route() {
  shown = nameOf();
  found = null;
  failures = 0;
  armsAt = -Infinity;
  byId("trouble").hidden = byId("done").hidden = true;
  byId("all").hidden = shown !== null;
  byId("one").hidden = shown === null;
  forgetBandit(shown ?? "");
  if (shown === null) byId("home").setAttribute("aria-current", "page");
  else byId("home").removeAttribute("aria-current");
  document.title = shown === null ? "begreedy at work" : `${shown} – begreedy at work`;
  resetArms();
  return round();
}

byId("theme").addEventListener("click", () => {
  const chosen = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = chosen;
  try { localStorage.setItem("begreedy-theme", chosen); } catch { /* not remembered */ }
});
byId("skip").addEventListener("click", (event) => {
  event.preventDefault(); // the address says which bandit is shown
  byId("content").focus();
});
const actions = makeActions(() => found, refresh);
startArms(actions, () => arms().catch(trouble));
byId("add").addEventListener("click", actions.add);
byId("expire").addEventListener("click", actions.expire);
addEventListener("hashchange", route);
document.addEventListener("visibilitychange", () => { if (!document.hidden) round(); });
let resizing = 0;
addEventListener("resize", () => {
  clearTimeout(resizing);
  resizing = setTimeout(draw, 100);
});
route();
