// The table under the figure: what regret each policy has at the horizon.

import { byId, make, number } from "./page.js";
import { swatch } from "./palette.js";

const percent = (share) => (share === null ? "–" : `${Number((100 * share).toPrecision(3))} %`);

function behind(row) {
  if (row.best) return "best";
  if (row.behind === undefined) return "";
  let p = "";
  if (row.p_value !== null) p = row.p_value < 0.001 ? " (p < 0.001)" : ` (p = ${Number(row.p_value.toPrecision(2))})`;
  return `+${number(row.behind, 4)} ± ${number(row.behind_stderr, 2)}${p}`;
}

export function drawTable(data) {
  const rows = data.labels.map((label, i) => {
    const row = data.rows?.[i] ?? data.curves[i]?.row;
    const name = make("th", { scope: "row" }, make("span", { class: "who" }, swatch(i), label));
    if (!row) return make("tr", {}, name, ...Array.from({ length: 5 }, () => make("td", {}, "")));
    const mean = `${number(row.mean)} ± ${number(row.stderr, 2)}`;
    const cells = [mean, number(row.median), number(row.q90), percent(row.locked), behind(row)];
    return make("tr", { class: row.best ? "best" : undefined }, name, ...cells.map((text) => make("td", {}, text)));
  });
  const capped = data.labels.filter((_, i) => (data.rows?.[i] ?? data.curves[i]?.row)?.capped > 0);
  const words = `Some runs of ${capped.join(", ")} had played 1000 rounds per unit of budget and were cut there.`;
  byId("cap-note").textContent = capped.length ? words : "";
  const table = byId("table");
  table.hidden = rows.length === 0;
  table.tBodies[0].replaceChildren(...rows);
}
