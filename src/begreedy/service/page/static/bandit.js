// One bandit: numbers, alarms, pictures, what was assumed, and the latest events.

import { bandit, get } from "./api.js";
import { ago } from "./overview.js";
import * as charts from "./charts.js";
import { between, byId, count, make, number } from "./page.js";

const NAMES = { all: "reward per decision", control: "control group", treated: "policy" };
const AGES = ["less than a minute", "to 10 minutes", "to an hour", "to 6 hours", "to a day", "to a week", "longer"];
const KINDS = { agrees: "agrees", differs: "differs", "not tested": "untested" };
const TAIL = 40;

let last = null; // what is shown, to be drawn again when the window changes

function numbers({ state, now, settings, rates }) {
  const entries = [
    ["decisions", count(state.decisions)], ["rewards", count(state.rewards)], ["pending", count(state.pending)],
    ["expired", count(state.expired)], ["reward", number(state.reward, 4)],
    ...(settings.costs ? [["cost", number(state.cost, 4)]] : [["per decision", number(rates.mean, 3)]]),
    ["arms played", `${count(state.playing)}${state.playing < state.catalogue ? ` of ${count(state.catalogue)}` : ""}`],
    ...(state.paused ? [["paused", count(state.paused)]] : []),
  ];
  byId("numbers").replaceChildren(...entries.map(([name, value]) => make("div", {}, make("dt", {}, name), make("dd", {}, value))));
  const words = [`plays ${state.plays}`, state.horizon ? `horizon ${count(state.horizon)}` : "no horizon",
    settings.outcomes === "told" ? "rewards are told" : settings.outcomes,
    settings.window ? `window ${ago(settings.window)}` : "no window",
    settings.control ? `control ${settings.control}, ${Math.round(100 * settings.share)} %` : "no control group",
    ...(settings.explore ? [`${Math.round(1000 * settings.explore) / 10} % at random`] : [])];
  byId("summary").textContent = `${words.join("; ")}.`;
  byId("name").dataset.now = now;
}

function rate({ rates, settings, uplift }) {
  byId("uplift").textContent = uplift.words;
  const groups = rates.groups.filter(({ mean }) => mean.some((value) => value !== null));
  if (!groups.length) {
    charts.nothing(byId("rate"), settings.window ? "No window is over yet." : "No outcome so far.");
    return;
  }
  const series = groups.map((one) => ({
    ...one, label: NAMES[one.group], colour: charts.colour(one.group === "control" ? 1 : 0),
    dash: one.group === "control" ? "6 4" : "",
  }));
  const ends = series.map(({ label, mean }) => `${label} ${number(mean.at(-1), 3)}`).join(", ");
  const label = `Mean outcome so far, with intervals that hold at every time: now ${ends}.`;
  charts.lines(byId("rate"), { times: rates.times, series, dots: rates.lately, label, range: settings.rewards });
}

function segments({ uplift }) {
  const rows = uplift.segments.slice(1);
  byId("segments").hidden = rows.length < 2;
  if (rows.length < 2) return;
  const names = ["Segment", "Control", "Policy", "Difference"];
  const cells = (row) => [row.segment, number(row.control_mean, 3), number(row.treated_mean, 3),
    row.difference === null ? "–" : `${number(row.difference, 3)} (${between(row.difference_low, row.difference_high)})`];
  const head = names.map((name, i) => make("th", { scope: "col", role: "columnheader", class: i ? "n" : "" }, name));
  const body = rows.map((row) => make("tr", { role: "row" }, ...cells(row).map((words, i) => (
    i ? make("td", { role: "cell", class: "n", "data-column": names[i].toLowerCase() }, words)
      : make("th", { scope: "row", role: "rowheader" }, words)))));
  byId("segments").replaceChildren(make("table", { class: "list cards", role: "table" },
    make("thead", { role: "rowgroup" }, make("tr", { role: "row" }, ...head)), make("tbody", { role: "rowgroup" }, ...body)));
}

function traffic({ hours, now }) {
  if (!hours.times.length) {
    charts.nothing(byId("traffic"), "No decision in the last week.");
    return;
  }
  const times = hours.times.length > 1 ? hours.times : [hours.times[0], now];
  const wide = (values) => (values.length > 1 ? values : [values[0], values[0]]);
  const series = ["decisions", "rewards", "pending"].map((name, i) => (
    { name, values: wide(hours[name]), colour: charts.colour([0, 2, 5][i]), grows: name !== "pending" }));
  const told = series.map(({ name, values }) => `${name} ${values.at(-1)}`).join(", ");
  charts.counts(byId("traffic"), { times, over: hours.times.length - 1, series, label: `By the hour, for a week; in this hour ${told}.` });
}

function traffics({ shares, now }) {
  if (!shares.times.length) {
    charts.nothing(byId("shares"), "No decision in the last week.");
    return;
  }
  const label = `Shares of the decisions over the last week; most had ${shares.arms.slice(0, 3).join(", ")}.`;
  charts.shares(byId("shares"), { ...shares, now, label });
}

function ages({ pending, now, settings }) {
  const most = Math.max(1, ...pending.counts);
  const rows = pending.counts.flatMap((waiting, i) => [
    make("span", {}, AGES[i]),
    make("span", { class: waiting ? "bar" : "bar zero", style: `width: ${(100 * waiting) / most}%` }),
    make("span", {}, count(waiting)),
  ]);
  byId("ages").replaceChildren(...rows);
  if (pending.oldest === null && document.activeElement === byId("expire")) byId("content").focus({ preventScroll: true });
  byId("expire").disabled = pending.oldest === null;
  const oldest = pending.oldest === null ? "Nothing is pending." : `The oldest has waited for ${ago(now - pending.oldest)}.`;
  byId("oldest").textContent = settings.window ? `${oldest} After ${ago(settings.window)} decisions are given up on.` : oldest;
}

function assumptions({ state, agreement }) {
  byId("advice").textContent = state.advice?.trim() ?? "No advice was asked for: the policy was named when this bandit was made.";
  const rows = agreement?.map(({ verdict, words }) => make("li", { class: KINDS[verdict] }, words));
  byId("agreement").replaceChildren(...(rows ?? [make("li", {}, "Being tested …")]));
}

function alarms({ alarms: found }) {
  const words = found.map(({ kind, words: sentence }) => make("li", {}, make("b", {}, `${kind}: `), sentence));
  const place = byId("alarms");
  if (place.textContent !== words.map((one) => one.textContent).join("")) place.replaceChildren(...words);
}

export function draw() {
  if (last === null || byId("one").hidden) return;
  rate(last);
  traffic(last);
  traffics(last);
}

// Of a list the place that was clicked, from 0; -1 for none.
const valueIn = ({ lists }) => (value) => (value === null ? "" : lists && value < 0 ? "no click" : number(value));

async function tail(name, { seq }, settings, signal) {
  const value = valueIn(settings);
  const found = await get(`${bandit(name)}/log?after=${Math.max(0, seq - TAIL)}&limit=${TAIL}`, signal);
  const row = (entry) => make("tr", {},
    make("td", { class: "n" }, String(entry.seq)),
    make("td", {}, charts.moment(entry.time)),
    make("td", {}, entry.chosen_by && entry.chosen_by !== "policy" ? `${entry.kind} (${entry.chosen_by})` : entry.kind),
    make("td", {}, entry.arms.join(", ")),
    make("td", { class: "n" }, value(entry.value)),
    make("td", { class: "id" }, entry.decision_id ?? ""));
  byId("log").tBodies[0].replaceChildren(...found.entries.reverse().map(row));
}

let shownSeq = null;

// Another bandit is asked for: nothing of the one before stays on the page.
export function forgetBandit(name) {
  last = shownSeq = null;
  byId("one").classList.add("unknown");
  byId("name").textContent = name;
  byId("summary").textContent = name ? "…" : "";
  byId("numbers").replaceChildren();
}

export async function showBandit(name, signal, fresh) {
  const found = await get(`${bandit(name)}/overview${fresh ? "?fresh=true" : ""}`, signal);
  last = found;
  byId("one").classList.remove("unknown");
  byId("one").classList.toggle("fixed", found.settings.sets);
  numbers(found);
  alarms(found);
  draw();
  segments(found);
  ages(found);
  assumptions(found);
  if (shownSeq !== found.state.seq) {
    await tail(name, found.state, found.settings, signal);
    shownSeq = found.state.seq;
  }
  return found;
}
