"""The regret on sets of arms by mean, median and worst 5 %, and the share of runs stuck: by problem and horizon."""

from __future__ import annotations

import csv
from math import isnan, sqrt
from pathlib import Path
from typing import Any

from begreedy.beyond.sets import ID, SEPARATIONS
from begreedy.experiments.experiment import Finished
from begreedy.paper.inference import NumberWithError, mean_of, median_of, worst_of
from begreedy.paper.study import StudyTable
from begreedy.results.comparison import distinct_labels
from begreedy.values.numbers import grouped, number

ROUNDING = 1e-9  # sums of regrets that differ by less are equal
MEASURES = {"mean": mean_of, "median": median_of, "worst 5 %": worst_of}


def stuck_of(result: Any) -> NumberWithError:
    """The share of runs that play one bad action throughout the second half; its error is that of a share."""
    share = float((result.locked_gap > 0.0).mean())
    return NumberWithError(share, sqrt(share * (1.0 - share) / result.runs), float(max(1, result.runs - 1)))


def tables(finished: Finished) -> list[StudyTable]:
    """A table per horizon and set of policies: a problem has a row per measure, the least of each row with a star."""
    rows: dict[tuple[int, tuple[str, ...]], list[list[str]]] = {}
    runs: dict[tuple[int, tuple[str, ...]], set[int]] = {}
    for labels, results in finished.cells("extra"):
        key = (labels["horizon"], tuple(distinct_labels([result.policy for result in results])))
        runs.setdefault(key, set()).update(result.runs for result in results)
        for measure, of in MEASURES.items():
            cells = [of(result.final) for result in results]
            least = min(cell.value for cell in cells)
            rows.setdefault(key, []).append([labels["where"], measure, *(_words(cell, least) for cell in cells)])
        rows[key].append([labels["where"], "stuck", *map(_share, results)])
    return [
        StudyTable(
            f"Regret after {grouped(horizon)} rounds, ± standard error, and share of runs stuck "
            f"({' or '.join(map(str, sorted(runs[horizon, names])))} runs; "
            "* the least of a row; ± 0: the runs there all lose the same)",
            ["where", "measure", *names],
            lines,
        )
        for (horizon, names), lines in sorted(rows.items(), key=lambda item: item[0][0])
    ]


def _words(estimate: NumberWithError, least: float) -> str:
    noise = ROUNDING * (1.0 + abs(estimate.value))
    error = 0.0 if estimate.stderr <= noise else estimate.stderr
    words = f"{number(estimate.value, 3)} ± {'unknown' if isnan(error) else number(error, 2)}"
    return f"{words} *" if estimate.value <= least + noise else words


def _share(result: Any) -> str:
    share = stuck_of(result)
    if share.value == 0.0:
        return f"0 of {result.runs}"
    return f"{100 * share.value:.3g} ± {100 * share.stderr:.2g} %"


# ---------------------------------------------------------------- files


def write_numbers(finished: Finished, folder: Path) -> list[Path]:
    """Write all numbers by problem, horizon and policy, with their errors: for spreadsheets, and to be read."""
    sheet, page = folder / f"{ID}-by-horizon.csv", folder / f"{ID}-by-horizon.md"
    with sheet.open("w", newline="") as file:
        lines = csv.writer(file)
        measures = [word for measure in (*MEASURES, "stuck") for word in (measure, f"stderr of {measure}")]
        lines.writerow(["where", "separation", "horizon", "policy", "runs", *measures])
        for labels, name, result in finished.named("extra"):
            where = labels["where"]
            z = f"{SEPARATIONS[where]:.2f}" if where in SEPARATIONS else ""
            estimates = [*(of(result.final) for of in MEASURES.values()), stuck_of(result)]
            numbers = [f"{value:.4g}" for estimate in estimates for value in (estimate.value, estimate.stderr)]
            lines.writerow([where, z, labels["horizon"], name, result.runs, *numbers])
    page.write_text("\n".join(map(_markdown, tables(finished))), encoding="utf-8")
    return [sheet, page]


def _markdown(table: StudyTable) -> str:
    """The table with its caption, each problem named once."""
    lines = [table.head, ["---"] * len(table.head)]
    for i, row in enumerate(table.rows):
        repeated = i > 0 and table.rows[i - 1][0] == row[0]
        lines.append(["" if repeated else row[0], *row[1:]])
    text = f"{table.caption}:\n\n" + "".join(f"| {' | '.join(line)} |\n" for line in lines)
    return text.replace("*", "\\*")
