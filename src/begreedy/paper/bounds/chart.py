"""Bounds and where they cross: drawn, and as a table."""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.study import StudyTable
from begreedy.results.chart import Line, LineChart, Mark, Panel
from begreedy.results.styles import styles_of
from begreedy.values.numbers import grouped


def bounds(finished: Finished, _: str) -> LineChart:
    """Bounds and where they cross; per round, so that lines which grow almost alike can be told apart."""
    rows = finished.rows()
    crossing = next(row["crossing"] for row in rows if "crossing" in row)
    points: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if "bound" in row:
            points.setdefault(row["policy"], []).append((row["horizon"], row["bound"] / row["horizon"]))
    styles = styles_of(list(points))
    lines = tuple(Line(name, styles[name], *np.array(values).T) for name, values in points.items())
    return LineChart(
        finished.experiment.title,
        (Panel("", lines, (Mark(crossing, f"cross at T = {grouped(crossing)}"),)),),
        "horizon T",
        "bound on the regret / T",
        x_log=True,
        y_log=True,
        ceiling=1.0,
        note="shaded: vacuous, a bound that is not below T",
    )


def first_useful(rows: list[dict[str, Any]]) -> StudyTable:
    """From which horizon of the figure on each bound is below T."""
    crossing = next(row["crossing"] for row in rows if "crossing" in row)
    lines = []
    for name in dict.fromkeys(row["policy"] for row in rows if "policy" in row):
        useful = [row["horizon"] for row in rows if row.get("policy") == name and row["bound"] < row["horizon"]]
        lines.append((name, grouped(min(useful)) if useful else "nowhere in this figure"))
    caption = f"The bounds cross at T = {grouped(crossing)}"
    return StudyTable(caption, ("bound of", "first drawn horizon with a bound below T"), tuple(lines))
