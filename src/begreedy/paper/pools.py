"""The experiments on too many arms: continuous, infinite and many-armed.

``published`` is what the paper's companion ran; ``corrected`` is what the cited papers define; ``extra`` adds
comparators.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.experiments.experiment import Experiment, Scale
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.greedy import Greedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.moss import MOSS
from begreedy.policies.recipes import CABMOSS, OracleGreedy, OracleMOSS, SubsampledThompson, SubsampledUCB
from begreedy.policies.reductions import Discretize, Subsample
from begreedy.policies.two_target import TwoTarget
from begreedy.policies.ucb_f import UCBF
from begreedy.policies.zooming import Zooming
from begreedy.problems.continuous import Continuous
from begreedy.problems.functions import f1, f2, f3
from begreedy.problems.infinite import Infinite
from begreedy.problems.many_armed import ManyArmed
from begreedy.problems.priors import Beta, Uniform

CONTINUOUS_SCALES = {"smoke": Scale(4, 2000), "quick": Scale(40, 100_000), "full": Scale(1000, 100_000)}
INFINITE_SCALES = {"smoke": Scale(20, 1000), "quick": Scale(200, 10_000), "full": Scale(1000, 10_000)}
MANY_SCALES = {"smoke": Scale(20, 5000), "quick": Scale(500, 5000), "full": Scale(5000, 5000)}


@dataclass(frozen=True)
class Smooth:
    """A function of the paper with the smoothness it is run with, and its maximum over 1001 grid points."""

    f: Any
    alpha: float
    smoothness: float

    def grid_maximum(self) -> float:
        return max(self.f(i / 1000) for i in range(1001))


FUNCTIONS = {"f1": Smooth(f1, 2.0, 220.3303), "f2": Smooth(f2, 1.0, 20.0), "f3": Smooth(f3, 0.5, 2.0)}


def continuous(name: str) -> Experiment:
    """T = 100 000, noise N(0, 1); bands of five standard deviations."""
    given = FUNCTIONS[name]
    alpha, smoothness = given.alpha, given.smoothness
    common = [Discretize(Greedy()), CABMOSS(alpha, smoothness), MeDZO(c=4.0)]
    true = Continuous(given.f)
    # The companion measured regret against the best of 1001 points; where that is below the maximum, so be it.
    grid = Continuous(given.f, reference=given.grid_maximum())
    exact = Zooming(alpha, smoothness)
    return Experiment(
        id=f"continuous-{name}",
        title=f"Continuous-armed bandit, {name}",
        cells=[({}, true)],
        problems={"published": [({}, grid)]},
        policies={
            "published": [*common, Zooming(alpha, smoothness, grid=101)],
            "corrected": [*common, exact],
            "extra": [
                *common,
                exact,
                MeDZO(c=4.0, empirical=True, label="MeDZO(empirical)"),
                AnytimeGreedy(),
                Discretize(Greedy(), point="random", label="Greedy(random point)"),
            ],
        },
        scales=CONTINUOUS_SCALES,
        band=5.0,
        notes="Mean regret; the band is 5 standard deviations, as the paper says of its figure.",
    )


def infinite(name: str, prior: Any, wrong_tail: tuple[float, float]) -> Experiment:
    """T = 10 000, Bernoulli rewards; bands of half a standard deviation."""
    alpha, beta = wrong_tail
    greedy = Subsample(Greedy())
    right = [greedy, UCBF(), MeDZO(), TwoTarget()]
    return Experiment(
        id=f"infinite-{name}",
        title=f"Infinite-armed bandit, {'uniform' if name == 'uniform' else 'Beta(1, 2)'} prior",
        cells=[({}, Infinite(prior))],
        problems={"published": [({}, Infinite(prior, pool=10_000))]},
        policies={
            "published": [greedy, UCBF(beta=1.0), MeDZO(), TwoTarget(alpha=alpha, beta=beta)],
            "corrected": right,
            "extra": [
                *right,
                MeDZO(empirical=True, label="MeDZO(empirical)"),
                AnytimeGreedy(),
                SubsampledUCB(),
                SubsampledThompson(),
            ],
        },
        scales=INFINITE_SCALES,
        band=0.5,
        notes="Mean regret; the band is 0.5 standard deviation.",
    )


CONTINUOUS = [continuous(name) for name in FUNCTIONS]
# The companion gave TwoTarget the tail (2, 1), that of Beta(2, 1), and UCB-F beta = 1, in the Beta(1, 2) problem.
INFINITE = [infinite("uniform", Uniform(), (1.0, 1.0)), infinite("beta", Beta(1, 2), (2.0, 1.0))]

MANY_ARMED = Experiment(
    id="many-armed",
    title="Many-armed bandit, hardness 0.4",
    cells=[({}, ManyArmed(2000, 67))],
    policies={
        "published": [MOSS(), OracleMOSS(0.4), MeDZO(), Greedy(), OracleGreedy(0.4)],
        "corrected": [MOSS(), OracleMOSS(0.4), MeDZO(), Greedy(), OracleGreedy(0.4)],
        "extra": [
            MOSS(),
            OracleMOSS(0.4),
            MeDZO(),
            Greedy(),
            OracleGreedy(0.4),
            MeDZO(empirical=True, label="MeDZO(empirical)"),
            AnytimeGreedy(gamma=0.4),
        ],
    },
    scales=MANY_SCALES,
    checkpoints=100,
    band=0.5,
    notes="Mean regret; the band is 0.5 standard deviation. 67 best arms: ceil(2000 / 5000**0.4), printed as 64.",
)
