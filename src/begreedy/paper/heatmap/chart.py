"""Regret per round by number of arms and horizon, as heat maps."""

from __future__ import annotations

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.curves import runs_of, title_of
from begreedy.results.chart import HeatMap


def by_arms_and_horizon(finished: Finished, variant: str) -> HeatMap:
    """Regret / horizon by arms and horizon; many arms and a short horizon are in the bottom left corner."""
    cells = finished.named(variant)
    arms = sorted({cell["arms"] for cell, _, _ in cells})
    times = cells[0][2].times
    grids = {name: np.zeros((len(arms), len(times))) for _, name, _ in cells}
    for cell, name, result in cells:
        grids[name][arms.index(cell["arms"])] = result.mean / times
    return HeatMap(
        title_of(finished, variant),
        tuple(grids.items()),
        tuple(f"{t / 1000:.3g}k" if t >= 1000 else f"{t:g}" for t in times),
        tuple(str(k) for k in arms),
        "horizon",
        "number of arms",
        "regret / horizon",
        note=runs_of(finished, variant),
    )
