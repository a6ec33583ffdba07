"""The paper's experiments, one short file each, and the list of them."""

from __future__ import annotations

from begreedy.experiments.experiment import Experiment
from begreedy.paper.bounds import BOUNDS
from begreedy.paper.budgeted import BUDGETEDS
from begreedy.paper.cascading import CASCADES
from begreedy.paper.failure import FAILURE
from begreedy.paper.functions import FUNCTIONS
from begreedy.paper.heatmap import HEATMAP
from begreedy.paper.linear import LINEAR
from begreedy.paper.mortal import MORTALS
from begreedy.paper.pools import CONTINUOUS, INFINITE, MANY_ARMED

EXPERIMENTS: dict[str, Experiment] = {
    experiment.id: experiment
    for experiment in (
        HEATMAP,
        *BOUNDS,
        *CONTINUOUS,
        *INFINITE,
        MANY_ARMED,
        FAILURE,
        FUNCTIONS,
        LINEAR,
        *CASCADES,
        *MORTALS,
        *BUDGETEDS,
    )
}


def find(ids: list[str]) -> list[Experiment]:
    """The experiments of these ids; all of them if none is named."""
    for id in ids:
        if id not in EXPERIMENTS:
            raise ValueError(f"no experiment {id!r}; there are {', '.join(EXPERIMENTS)}")
    return [EXPERIMENTS[id] for id in ids] if ids else list(EXPERIMENTS.values())
