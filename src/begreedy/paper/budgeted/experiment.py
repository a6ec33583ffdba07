"""Budgeted bandits: 100 arms with random rewards and costs, budgets from 100 to 10 000."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Cell, Experiment, Scale
from begreedy.policies.budgeted import BTS, CUCB, IUCB, KUBE, MUCB, UCBBV1, BGreedy, BudgetUCB
from begreedy.policies.greedy import Greedy
from begreedy.problems.budgeted import Budgeted
from begreedy.problems.priors import Uniform
from begreedy.types import Prior

BUDGETS = (100, 500, 1000, 5000, 10_000)
ARMS = 100
_SEED = 1234  # of NumPy's legacy generator, with which the companion drew its one instance


@cache
def companion_instance(law: str) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Rewards and costs of the one instance that the paper's companion used for all runs and budgets."""
    draws = np.random.RandomState(_SEED)
    if law == "bernoulli":
        rewards, costs = (tuple(draws.random_sample(ARMS).tolist()) for _ in range(2))
        return rewards, costs
    a, b, c, d = ((4.0 * draws.random_sample(ARMS) + 1.0).tolist() for _ in range(4))
    return tuple(zip(a, b, strict=True)), tuple(zip(c, d, strict=True))


# Fresh instances with continuous costs differ so much that the paper's 500 runs do not tell whose variance is larger.
MORE_RUNS = 4


def budgeted(name: str, law: str, prior: Prior) -> Experiment:
    """``published``: one instance for all runs; ``corrected``: a fresh one for each."""

    def fixed(scale: Scale) -> list[Cell]:
        budgets = tuple(b for b in BUDGETS if b <= scale.horizon)
        rewards, costs = companion_instance(law)
        return [Cell({}, Budgeted(budgets[-1], law=law, rewards=rewards, costs=costs), checkpoints=budgets)]

    def fresh(scale: Scale) -> list[Cell]:
        if law == "beta":
            budgets = tuple(b for b in BUDGETS if b <= scale.horizon)
            runs = scale.more_runs(MORE_RUNS, than=500)
            return [Cell({}, Budgeted(budgets[-1], prior=prior, arms=ARMS, law=law), runs=runs, checkpoints=budgets)]
        # Where an arm is nearly free a run has no end to speak of: fewer runs at the large budgets, all of them capped.
        small = tuple(b for b in BUDGETS if b <= min(scale.horizon, 1000))
        large = tuple(b for b in BUDGETS if 1000 < b <= scale.horizon)
        groups = [(small, scale.runs), (large, max(2, scale.runs // 10))]
        return [
            Cell({}, Budgeted(budgets[-1], prior=prior, arms=ARMS, law=law), 1000 * budgets[-1], runs, budgets)
            for budgets, runs in groups
            if budgets
        ]

    paper = [Greedy(), BudgetUCB(), BTS()]
    return Experiment(
        id=f"budgeted-{name}",
        title=f"Budgeted bandit, {name} costs",
        cells=fresh,
        problems={"published": fixed, "extra": fixed},
        policies={
            "published": paper,
            "corrected": paper,
            "extra": [*paper, IUCB(), CUCB(), MUCB(), BGreedy(), UCBBV1(), KUBE()],
        },
        scales={"smoke": Scale(4, 100), "quick": Scale(20, 1000), "full": Scale(500, 10_000)},
        every_budget=True,
        band=0.5,
        notes=_NOTES[law],
    )


_COMMON = (
    "Regret against budget x best ratio; the band is 0.5 standard deviation. Published: the one instance of the "
    "companion for all runs and budgets. Corrected: a fresh instance for each run, regret as a share of what the best "
    "ratio would have earned (median, and 10 to 90 % of the runs)."
)
_NOTES = {
    "bernoulli": _COMMON
    + " At most 1000 rounds per unit of the budget. With costs uniform on (0, 1) the best ratio has no mean: P(an "
    "arm's ratio > x) = 1/(2x) for x > 1, so the mean of the plain regret over instances is infinite and its average "
    "over runs says nothing.",
    "beta": _COMMON
    + " On fresh instances the full scale has 2000 runs: the paper's 500 do not tell whose variance is larger.",
}

EXPERIMENTS = (budgeted("discrete", "bernoulli", Uniform()), budgeted("continuous", "beta", Uniform(1.0, 5.0)))
