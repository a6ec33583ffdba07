"""Cumulative regret by mean lifetime."""

from __future__ import annotations

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import band_of, lines_by_parameter, note_of, title_of
from begreedy.results.chart import LineChart, Panel


def against_lifetime(finished: Finished, variant: str) -> LineChart:
    """Cumulative regret by mean lifetime, both logarithmic."""
    band = band_of(finished, variant)
    lines = lines_by_parameter(finished, variant, band, lambda cell, result: [(cell["lifetime"], result.final)])
    return LineChart(
        title_of(finished, variant),
        (Panel("", lines),),
        "mean lifetime of an arm (rounds)",
        "regret after 10 lifetimes",
        x_log=True,
        y_log=True,
        dots=True,
        note=note_of(finished, variant, band),
    )
