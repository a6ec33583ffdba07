"""Regret by budget, or the share of what could have been earned."""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import QUANTILES, band_of, lines_by_parameter, note_of, title_of
from begreedy.results.chart import LineChart, Panel
from begreedy.results.result import Result


def against_budget(finished: Finished, variant: str) -> LineChart:
    """Regret by budget; of fresh instances, whose regret may have no mean, the share of what could have been earned."""
    shares = variant == "corrected"
    band = QUANTILES if shares else band_of(finished, variant)

    def values(_: dict[str, Any], result: Result) -> list[tuple[float, np.ndarray]]:
        table = result.relative if shares else result.regret
        return [(float(budget), table[:, i]) for i, budget in enumerate(result.times)]

    lines = lines_by_parameter(finished, variant, band, values)
    return LineChart(
        title_of(finished, variant),
        (Panel("", lines),),
        "budget",
        "regret / (budget × best ratio)" if shares else "regret",
        x_log=True,
        y_log=not shares,
        x_ticks=tuple(sorted({float(x) for line in lines for x in line.x})),
        y_range=(0.0, 1.0) if shares else None,
        dots=True,
        note=note_of(finished, variant, band),
    )
