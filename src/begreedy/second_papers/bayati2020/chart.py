"""Regret over time, a panel per number of arms."""

from __future__ import annotations

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import STDERR, note_of, styles_in, title_of
from begreedy.results.chart import Line, LineChart, Panel


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
