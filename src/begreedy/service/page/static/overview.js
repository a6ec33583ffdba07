// All bandits: a row each.

import { get } from "./api.js";
import { spark } from "./charts.js";
import { byId, count, make, number } from "./page.js";

export const ago = (seconds) => {
  const units = [[86400, "d"], [3600, "h"], [60, "min"]];
  const [size, unit] = units.find(([one]) => seconds >= 2 * one) ?? [1, "s"];
  return `${Math.max(0, Math.round(seconds / size))} ${unit}`;
};

function state(row, now) {
  if (row.state === "new") return "no decision yet";
  if (row.state === "damaged") return "damaged";
  return row.state === "idle" ? `idle for ${ago(now - row.last)}` : "active";
}

// A cell with the name of its column, which is beside it where a row is a card.
const cell = (column, look, ...words) => make("td", { role: "cell", "data-column": column, class: look }, ...words);

function counted(values, what, more) {
  const now = values.at(-1) ?? 0;
  const label = `${what}: ${count(now)}${more ? " or more" : ""} in this hour, at most ${count(Math.max(0, ...values))} in an hour of the last day`;
  return cell(`${what} per hour`, "count", make("span", {}, spark(values, label), ` ${count(now)}${more ? "+" : ""}`));
}

function bandit(row, now) {
  const name = make("a", { href: `#/${encodeURIComponent(row.name)}` }, row.name);
  const alarms = row.alarms.map(({ kind, words }) => make("span", { class: "alarm", title: words }, `${kind} `));
  return make("tr", { role: "row" },
    make("th", { scope: "row", role: "rowheader" }, name, make("br"), make("small", {}, row.policy)),
    cell("state", `state state-${row.state}`, state(row, now)),
    counted(row.hours.decisions, "decisions", row.more),
    counted(row.hours.rewards, "rewards", row.more),
    cell("pending", "n", count(row.pending)),
    cell("rate, 24 h", "n", number(row.rate, 3)),
    cell("alarms", "warnings", ...alarms));
}

export async function showOverview(signal) {
  const found = await get("/overview", signal);
  document.body.classList.toggle("reader", !found.manages);
  const body = byId("bandits").tBodies[0];
  const focused = document.activeElement?.closest?.("#bandits tbody a")?.textContent;
  body.replaceChildren(...found.bandits.map((row) => bandit(row, found.now)));
  if (focused !== undefined) [...body.querySelectorAll("a")].find((a) => a.textContent === focused)?.focus();
  byId("none").hidden = found.bandits.length > 0;
  return found.bandits.length;
}
