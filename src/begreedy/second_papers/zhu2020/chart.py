"""Regret at the end by hardness."""

from __future__ import annotations

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import band_of, lines_by_parameter, note_of, title_of
from begreedy.results.chart import LineChart, Panel


def by_hardness(finished: Finished, variant: str) -> LineChart:
    """Mean regret of every policy by the hardness of the problem."""
    band = band_of(finished, variant)
    lines = lines_by_parameter(finished, variant, band, lambda cell, result: [(cell["hardness"], result.final)])
    return LineChart(
        title_of(finished, variant),
        (Panel("", lines),),
        "hardness a: one in 2 T^a arms is best",
        "regret",
        x_ticks=tuple(sorted({float(x) for line in lines for x in line.x})),
        dots=True,
        note=note_of(finished, variant, band),
    )
