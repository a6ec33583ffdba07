"""Infinitely many arms under two priors, for 10 000 rounds."""

from __future__ import annotations

from begreedy.experiments.experiment import Experiment, Scale
from begreedy.policies.anytime_greedy import AnytimeGreedy
from begreedy.policies.doubling import Doubling
from begreedy.policies.greedy import Greedy
from begreedy.policies.medzo import MeDZO
from begreedy.policies.recipes import SubsampledThompson, SubsampledUCB
from begreedy.policies.reductions import Subsample
from begreedy.policies.two_target import TwoTarget
from begreedy.policies.ucb_f import UCBF
from begreedy.problems.infinite import Infinite
from begreedy.problems.priors import Beta, Uniform
from begreedy.types import Prior

SCALES = {"smoke": Scale(20, 1000), "quick": Scale(200, 10_000), "full": Scale(1000, 10_000)}


def infinite(name: str, prior: Prior, wrong_tail: tuple[float, float]) -> Experiment:
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
                Doubling(Subsample(Greedy()), first=200),
                SubsampledUCB(),
                SubsampledThompson(),
            ],
        },
        scales=SCALES,
        band=0.5,
        notes="Mean regret; the band is 0.5 standard deviation.",
    )


# The companion gave TwoTarget the tail (2, 1), that of Beta(2, 1), and UCB-F beta = 1, in the Beta(1, 2) problem.
EXPERIMENTS = (infinite("uniform", Uniform(), (1.0, 1.0)), infinite("beta", Beta(1, 2), (2.0, 1.0)))
