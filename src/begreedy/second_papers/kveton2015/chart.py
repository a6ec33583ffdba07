"""Regret by the length of the list, a panel per number of items and gap."""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import STDERR, lines_by_parameter, note_of, title_of
from begreedy.results.chart import LineChart, Panel
from begreedy.results.result import Result
from begreedy.second_papers.kveton2015.experiment import ROWS


def by_length(finished: Finished, variant: str) -> LineChart:
    """Mean regret of every policy by the length of the list."""
    panels = []
    for L, gap in dict.fromkeys((L, gap) for L, _, gap in ROWS):

        def values(cell: dict[str, Any], result: Result, of: tuple[int, float] = (L, gap)) -> Any:
            regret: np.ndarray = result.final
            return [(float(cell["K"]), regret)] if (cell["L"], cell["gap"]) == of else []

        panels.append(Panel(f"{L} items, gap {gap:g}", lines_by_parameter(finished, variant, STDERR, values)))
    return LineChart(
        title_of(finished, variant),
        tuple(panels),
        "length K of the list",
        "regret",
        x_log=True,
        y_log=True,
        x_ticks=(2.0, 4.0, 8.0),
        same_y=True,
        dots=True,
        note=note_of(finished, variant, STDERR),
    )
