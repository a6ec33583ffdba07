// The arms of a bandit: a table to sort, search and page through; the server does the work.

import { bandit, get } from "./api.js";
import { between, byId, count, make, number } from "./page.js";

const PAGE = 25;
const view = { sort: "share", down: true, skip: 0 };
let actions = null; // what a row may ask for
let again = () => {};
let asking = new AbortController(); // the last question about arms: the answer to an older one would undo it

const percent = (share) => (share === null ? "–" : `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`);

function mean(row) {
  if (row.mean === null) return "–";
  const around = row.low === null ? "" : ` (${between(row.low, row.high, 2)})`;
  return [number(row.mean, 3), make("small", {}, around)];
}

function button(words, arm, act) {
  return make("button", { type: "button", "data-arm": arm, "data-act": words, onclick: () => act(arm) },
    words, make("span", { class: "sr" }, ` ${arm}`));
}

// Focus the button of an arm, or another of its buttons if that one is gone, or else its name.
export function focusArm(arm, act) {
  const its = [...byId("arms").tBodies[0].querySelectorAll("[data-arm]")].filter(({ dataset }) => dataset.arm === arm);
  const [head, ...buttons] = its;
  const place = act === undefined ? head : buttons.find(({ dataset }) => dataset.act === act) ?? buttons[0] ?? head;
  (place ?? byId("search")).focus({ preventScroll: place !== undefined });
}

const cell = (column, look, ...words) => make("td", { role: "cell", "data-column": column, class: look }, ...words);

function row(one) {
  const buttons = { played: ["Pause", "Retire"], paused: ["Resume", "Retire"] }[one.status] ?? [];
  const acts = { Pause: actions.pause, Resume: actions.resume, Retire: actions.retire };
  const told = one.rank === null || /^its index [-\d]/.test(one.why);
  const rank = told ? "" : `${number(one.index, 3)}, number ${one.rank}: `;
  return make("tr", { role: "row" },
    make("th", { scope: "row", role: "rowheader", tabindex: "-1", "data-arm": one.arm }, one.arm),
    cell("status", "state", one.status),
    cell("pulls", "n", count(one.pulls), one.pending ? make("small", {}, ` +${count(one.pending)}`) : null),
    cell("mean, interval", "n", ...[mean(one)].flat()),
    cell("last day", "n", percent(one.share)),
    cell("is best", "n", percent(one.best)),
    cell("why this index", "why", `${rank}${one.why}`),
    cell("change", "change manage", ...buttons.flatMap((words) => [button(words, one.arm, acts[words]), " "])));
}

export async function showArms(name) {
  asking.abort();
  const mine = asking = new AbortController();
  const asked = { sort: view.sort, down: view.down, skip: view.skip, limit: PAGE, search: byId("search").value.trim(), status: byId("status").value };
  const found = await get(`${bandit(name)}/overview/arms?${new URLSearchParams(asked)}`, mine.signal);
  if (mine !== asking) return;
  if (view.skip && view.skip >= found.found) {
    view.skip = 0;
    await showArms(name);
    return;
  }
  const body = byId("arms").tBodies[0];
  const { arm, act } = document.activeElement?.dataset ?? {};
  body.replaceChildren(...found.arms.map(row));
  if (arm !== undefined) focusArm(arm, act);
  const last = view.skip + found.arms.length;
  byId("found").textContent = found.found ? `${count(view.skip + 1)}–${count(last)} of ${count(found.found)}` : "No arm matches.";
  byId("previous").disabled = view.skip === 0;
  byId("next").disabled = last >= found.found;
  for (const head of document.querySelectorAll("#arms th[data-sort]")) {
    if (head.dataset.sort === view.sort) head.setAttribute("aria-sort", view.down ? "descending" : "ascending");
    else head.removeAttribute("aria-sort");
  }
}

export function resetArms() {
  asking.abort();
  Object.assign(view, { sort: "share", down: true, skip: 0 });
  byId("search").value = byId("status").value = "";
  byId("arms").tBodies[0].replaceChildren();
}

export function startArms(given, refresh) {
  actions = given;
  again = refresh;
  for (const head of document.querySelectorAll("#arms th[data-sort] button")) {
    head.addEventListener("click", () => {
      const { sort } = head.parentElement.dataset;
      view.down = view.sort === sort ? !view.down : !["name", "status"].includes(sort);
      Object.assign(view, { sort, skip: 0 });
      again();
    });
  }
  let waiting = 0;
  const anew = () => {
    view.skip = 0;
    clearTimeout(waiting);
    waiting = setTimeout(() => again(), 150);
  };
  byId("search").addEventListener("input", anew);
  byId("status").addEventListener("change", anew);
  const turn = (by) => () => {
    view.skip = Math.max(0, view.skip + by * PAGE);
    again();
  };
  byId("previous").addEventListener("click", turn(-1));
  byId("next").addEventListener("click", turn(1));
}
