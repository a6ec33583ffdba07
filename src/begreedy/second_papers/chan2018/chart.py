"""Regret relative to the least possible, by horizon, a panel per prior."""

from __future__ import annotations

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import STDERR, note_of, styles_in, title_of
from begreedy.results.chart import Line, LineChart, Panel
from begreedy.second_papers.chan2018.experiment import PRIORS, least_regret


def relative_to_the_bound(finished: Finished, variant: str) -> LineChart:
    """Mean regret over the asymptotic lower bound."""
    styles = styles_in(finished)
    points: dict[str, dict[str, list[tuple[float, float, float]]]] = {prior: {} for prior in PRIORS}
    for cell, name, result in finished.named(variant):
        bound = least_regret(cell["prior"], cell["horizon"])
        of_prior = points[cell["prior"]].setdefault(name, [])
        of_prior.append((cell["horizon"], result.mean[-1] / bound, 2.0 * result.stderr[-1] / bound))
    panels = []
    for prior, by_name in points.items():
        lines = []
        for name, rows in by_name.items():
            xs, ys, reach = np.array(rows).T
            lines.append(Line(name, styles[name], xs, ys, ys - reach, ys + reach))
        panels.append(Panel(f"{prior} prior", tuple(lines)))
    return LineChart(
        title_of(finished, variant),
        tuple(panels),
        "horizon",
        "regret / least possible, asymptotically",
        x_log=True,
        y_log=True,
        same_y=True,
        dots=True,
        note=note_of(finished, variant, STDERR),
    )
