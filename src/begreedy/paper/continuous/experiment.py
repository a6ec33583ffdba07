"""Continuous-armed bandits on three functions, for 100 000 rounds.

``published`` is what the paper's companion ran; ``corrected`` is what the cited papers define; ``extra`` adds
comparators.
"""

from __future__ import annotations

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.doubling import Doubling
from begreedy.policies.greedy import Greedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.recipes import CABMOSS
from begreedy.policies.reductions import Discretize
from begreedy.policies.zooming import Zooming
from begreedy.problems.continuous import Continuous

SCALES = {"smoke": Scale(4, 2000), "quick": Scale(40, 100_000), "full": Scale(3000, 100_000)}


def continuous(name: str) -> Experiment:
    """T = 100 000, noise N(0, 1); bands of five standard deviations."""
    smooth = FUNCTIONS[name]
    alpha, smoothness = smooth.alpha, smooth.smoothness
    common = [Discretize(Greedy()), CABMOSS(alpha, smoothness), MeDZO(c=4.0)]
    true = Continuous(smooth.f)
    # The companion measured regret against the best of 1001 points; where that is below the maximum, so be it.
    grid = Continuous(smooth.f, reference=smooth.grid_maximum())
    exact = Zooming(alpha, smoothness)
    return Experiment(
        id=f"continuous-{name}",
        title=f"Continuous-armed bandit, {name}",
        cells=[({}, true)],
        problems={"published": [({}, grid)], "extra": lambda scale: [Cell({}, true, runs=min(1000, scale.runs))]},
        policies={
            "published": [*common, Zooming(alpha, smoothness, grid=101)],
            "corrected": [*common, exact],
            "extra": [
                *common,
                exact,
                MeDZO(c=4.0, empirical=True, label="MeDZO(empirical)"),
                AnytimeGreedy(),
                Doubling(Discretize(Greedy()), first=200),
                Discretize(Greedy(), point="random", label="Greedy(random point)"),
            ],
        },
        scales=SCALES,
        band=5.0,
        notes=(
            "Mean regret; the band is 5 standard deviations, as the paper says of its figure. The paper has 1000 runs, "
            "too few to tell the slopes for f2 and f3 apart."
        ),
    )


EXPERIMENTS = tuple(continuous(name) for name in FUNCTIONS)
