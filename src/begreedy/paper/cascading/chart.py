"""Regret by number of items, a panel per length of the list."""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import STDERR, lines_by_parameter, note_of, title_of
from begreedy.results.chart import LineChart, Panel
from begreedy.results.result import Result


def against_items(finished: Finished, variant: str) -> LineChart:
    """Regret by number of items, a panel per length of the list."""
    slots = sorted({cell["K"] for cell, _ in finished.of(variant)})
    panels = []
    for K in slots:

        def values(cell: dict[str, Any], result: Result, K: int = K) -> list[tuple[float, np.ndarray]]:
            return [(cell["L"], result.final)] if cell["K"] == K else []

        panels.append(Panel(f"lists of K = {K}", lines_by_parameter(finished, variant, STDERR, values)))
    return LineChart(
        title_of(finished, variant),
        tuple(panels),
        "items L",
        "regret",
        x_log=True,
        y_log=True,
        x_ticks=tuple(sorted({float(cell["L"]) for cell, _ in finished.of(variant)})),
        dots=True,
        note=note_of(finished, variant, STDERR),
    )
