"""Regret over time, and pulls by the mean of an arm, a panel per number of arms."""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import STDERR, lines_by_parameter, note_of, styles_in, title_of
from begreedy.results.chart import Line, LineChart, Panel
from begreedy.results.result import Result
from begreedy.second_papers.bayati2020.experiment import PULLS


def by_number_of_arms(finished: Finished, variant: str) -> LineChart:
    """Mean regret over time of every policy."""
    styles = styles_in(finished)
    panels: dict[int, list[Line]] = {}
    for cell, name, result in finished.named(variant):
        reach = 2.0 * result.stderr
        line = Line(name, styles[name], result.times, result.mean, result.mean - reach, result.mean + reach)
        panels.setdefault(cell["arms"], []).append(line)
    return LineChart(
        title_of(finished, variant),
        tuple(Panel(f"{arms} arms", tuple(lines)) for arms, lines in panels.items()),
        "round",
        "regret",
        same_y=True,
        note=note_of(finished, variant, STDERR),
    )


def pulls_by_mean(finished: Finished, variant: str) -> LineChart:
    """How often every policy has pulled an arm in the end, by tenths of the means."""
    panels = []
    for number in sorted({cell["arms"] for cell, _ in finished.of(variant)}):

        def values(cell: dict[str, Any], result: Result, number: int = number) -> list[tuple[float, np.ndarray]]:
            if cell["arms"] != number:
                return []
            tenths = [result.measured[name] for name in PULLS]
            in_each = number / len(tenths)  # arms, on average
            return [((i + 0.5) / len(tenths), pulls[:, -1] / in_each) for i, pulls in enumerate(tenths)]

        panels.append(Panel(f"{number} arms", lines_by_parameter(finished, variant, STDERR, values)))
    return LineChart(
        title_of(finished, variant),
        tuple(panels),
        "mean of the arm, by tenths",
        "pulls per arm",
        y_log=True,
        same_y=True,
        dots=True,
        note=note_of(finished, variant, STDERR),
    )
