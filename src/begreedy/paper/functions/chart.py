"""The functions and their maxima: drawn, and as a table."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.paper.study import StudyTable
from begreedy.results.chart import Line, LineChart, Mark, Panel


def functions(finished: Finished, _: str) -> LineChart:
    """The functions side by side, their maxima marked."""
    panels = []
    for row in finished.rows():
        # The cusps of f3 are where sin(60 x) = 0; between points of a grid they would be cut.
        xs = np.unique(np.concatenate((np.linspace(0.0, 1.0, 601), np.arange(1, 20) * pi / 60.0, [row["argmax"]])))
        f = FUNCTIONS[row["function"]].f
        line = Line("f(x)", 0, xs, np.array([f(float(x)) for x in xs]))
        panels.append(Panel(row["function"], (line,), (Mark(row["argmax"], f"{row['max']:.5f}", row["max"]),)))
    return LineChart(
        finished.experiment.title, tuple(panels), "x", "f(x)", y_range=(0.0, 1.15), same_y=True, note="dots: maxima"
    )


def maxima(rows: list[dict[str, Any]]) -> StudyTable:
    """Each maximum beside the best of the companion's grid."""
    lines = []
    for row in rows:
        grid = FUNCTIONS[row["function"]].grid_maximum()
        numbers = (row["argmax"], row["max"], grid, row["max"] - grid)
        lines.append((row["function"], *(f"{number:.6f}" for number in numbers)))
    return StudyTable("Maxima", ("function", "argmax", "maximum", "best of 1001 points", "deficit"), tuple(lines))
