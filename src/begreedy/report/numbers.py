"""The numbers of an experiment as tables: ours by variant, and beside those that were published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from begreedy.experiments.experiment import Finished
from begreedy.paper.published import Compared
from begreedy.paper.study import Study, StudyTable
from begreedy.report.markup import table, text
from begreedy.values.numbers import mean_words, number

_MANY = 12  # more rows than this are folded away


def numbers(finished: Finished, compared: Sequence[Compared], study: Study) -> str:
    """All tables of an experiment: its own, if its study makes any, or the mean regrets."""
    if study.table is not None:
        ours = _written(study.table(finished.rows()))
    elif study.tables is not None:
        ours = "\n".join(map(_written, study.tables(finished)))
    elif finished.experiment.horizons:
        ours = ""  # the figure says every number
    elif any(row["cell"] for row in finished.rows()):
        ours = _grids(finished, compared)
    else:
        ours = _list(finished)
    return ours + _published(compared)


def _list(finished: Finished) -> str:
    """Policies down, variants across: mean ± standard error, the least of a variant in bold, and the median."""
    rows = finished.rows()
    variants = [v for v in finished.experiment.variants("all") if any(row["variant"] == v for row in rows)]
    by_policy: dict[str, dict[str, dict[str, Any]]] = {}
    for row in rows:
        by_policy.setdefault(row["policy"], {})[row["variant"]] = row
    best = {v: min(row["mean"] for row in rows if row["variant"] == v) for v in variants}
    lines = []
    for policy, by_variant in by_policy.items():
        cells = [text(policy)]
        for variant in variants:
            cells.append(_cell(by_variant.get(variant), best[variant]))
        lines.append(cells)
    return table(["policy", *variants], lines, kind="numbers", caption="Mean regret ± standard error")


def _cell(row: dict[str, Any] | None, best: float) -> str:
    return "" if row is None else f"{_mean(row, best)}<small>median {number(row['median'])}</small>"


def _grids(finished: Finished, compared: Sequence[Compared]) -> str:
    """A table per variant, cells down and policies across; all but the first are folded away."""
    printed: dict[tuple[str, str, str], Compared] = {}
    for c in sorted(compared, key=lambda c: c.published.source != "paper"):  # where both printed one: the paper's
        printed.setdefault((c.published.variant, str(dict(c.published.cell)), c.published.policy), c)
    parts: list[str] = []
    rows = finished.rows()
    for variant in finished.experiment.variants("all"):
        shown = [row for row in rows if row["variant"] == variant]
        if shown:
            grid = _grid(shown, {key[1:]: c for key, c in printed.items() if key[0] == variant})
            parts.append(f"<details{' open' * (not parts)}><summary>Numbers, {variant}</summary>{grid}</details>")
    return "\n".join(parts)


def _grid(rows: list[dict[str, Any]], printed: dict[tuple[str, str], Compared]) -> str:
    """A table of the cells that have the same policies; one after the other where they differ."""
    cells: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        cells.setdefault(str(row["cell"]), []).append(row)
    tables: dict[tuple[str, ...], list[list[str]]] = {}
    for key, members in cells.items():
        best = min(row["mean"] for row in members)
        line = [value if isinstance(value, str) else f"{value:g}" for value in members[0]["cell"].values()]
        line += [_entry(row, best, printed.get((key, row["policy"]))) for row in members]
        tables.setdefault((*members[0]["cell"], *(row["policy"] for row in members)), []).append(line)
    words = "Mean regret ± standard error"
    if any(map(_share, rows)):
        words += "; median share of the regret in what the best ratio would have earned (10 to 90 % of the runs)"
    return "\n".join(
        table([text(name) for name in heads], lines, kind="numbers", caption=words) for heads, lines in tables.items()
    )


def _entry(row: dict[str, Any], best: float, printed: Compared | None) -> str:
    return _mean(row, best) + _share(row) + _paper(printed)


def _mean(row: dict[str, Any], best: float) -> str:
    words = mean_words(row["mean"], row["stderr"])
    return f"<b>{words}</b>" if row["mean"] == best else words


def _share(row: dict[str, Any]) -> str:
    """Where the mean says little: the median share of what could have been earned, and the runs that were cut."""
    if "relative_median" not in row or row["variant"] != "corrected":
        return ""
    low, middle, high = (f"{100 * row[f'relative_{q}']:.0f}" for q in ("q10", "median", "q90"))
    cut = f", {100 * row['capped']:.3g} % cut" if row["capped"] > 0.0 else ""
    return f"<small>{middle} % ({low} to {high} %){cut}</small>"


def _paper(compared: Compared | None) -> str:
    if compared is None:
        return ""
    z = "" if compared.z is None else f", z = {compared.z:+.1f}"
    words = mean_words(compared.published.value, compared.published.stderr)
    return f"<small>{text(compared.published.source)} {words}{z}</small>"


def _published(compared: Sequence[Compared]) -> str:
    """What was published, ours, and how many standard errors of both are between them."""
    if not compared:
        return ""
    lines = []
    for c in compared:
        cell = ", ".join(f"{key} = {value:g}" for key, value in c.published.cell.items())
        noise = "" if c.within is None else _apart(c)
        where = ", ".join(filter(None, (c.published.policy, cell)))
        lines.append(
            [
                text(where or "both bounds"),
                text(c.published.quantity),
                text(mean_words(c.published.value, c.published.stderr)),
                text(mean_words(c.ours, c.stderr)),
                "" if c.z is None else f"{c.z:+.1f}",
                noise,
                text(c.published.source),
            ]
        )
    decided = [c.within for c in compared if c.within is not None and c.z is not None]
    agree = f": {sum(decided)} of {len(decided)} within noise" if decided else ""
    heads = ["what", "quantity", "published", "ours", "z", "apart", "source"]
    grid = table(heads, lines, kind="numbers published", caption="Published numbers beside ours")
    opened = " open" if len(lines) <= _MANY else ""
    return f"<details{opened}><summary>Published numbers{agree}</summary>{grid}</details>"


def _apart(compared: Compared) -> str:
    """Within noise or outside; of what is computed and has no noise, whether it rounds to the print."""
    words = ("within noise", "outside noise") if compared.z is not None else ("rounds to it", "does not round to it")
    return words[0] if compared.within else f"<b>{words[1]}</b>"


def _written(numbers: StudyTable) -> str:
    """A table of words."""
    rows = [[text(cell) for cell in row] for row in numbers.rows]
    return table([text(cell) for cell in numbers.head], rows, kind="numbers", caption=text(numbers.caption))
