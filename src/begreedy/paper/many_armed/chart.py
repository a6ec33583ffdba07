"""Regret over time or, where there are several horizons, by horizon."""

from __future__ import annotations

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import STDERR, lines_by_parameter, note_of, over_time, title_of
from begreedy.results.chart import LineChart, Panel


def by_time_or_horizon(finished: Finished, variant: str) -> LineChart:
    """Regret over time of the paper's figure; regret at the end by horizon of the longer experiment."""
    if finished.experiment.id == "many-armed":
        return over_time(finished, variant)
    lines = lines_by_parameter(finished, variant, STDERR, lambda cell, result: [(cell["horizon"], result.final)])
    return LineChart(
        title_of(finished, variant),
        (Panel("", lines),),
        "horizon",
        "regret",
        x_log=True,
        y_log=True,
        x_ticks=tuple(sorted({float(x) for line in lines for x in line.x})),
        dots=True,
        note=note_of(finished, variant, STDERR),
    )
