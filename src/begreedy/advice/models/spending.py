"""What arms that cost earn until a budget is spent."""

from __future__ import annotations

from math import floor

import numpy as np

from begreedy.problems.budgeted import Budgeted
from begreedy.problems.priors import Beta, Uniform

_MOST_ROUNDS = 100  # per unit of the budget: a run is cut there
_DRAWN = 100_000  # arms, of a prior


def random_choice(problem: Budgeted, _rounds: int) -> float | None:
    """Arms at random until the budget is spent, for costs that are 0 or 1; averaged over arms drawn from the prior."""
    if problem.law != "bernoulli":
        return None
    if problem.prior is None:
        return float(earned(problem.budget, np.array(problem.rewards), np.array(problem.costs)))
    draws, arms = np.random.Generator(np.random.PCG64(0)), min(problem.arms, _DRAWN)
    shape = 2, max(16, _DRAWN // arms), arms
    if isinstance(problem.prior, Beta):
        rewards, costs = draws.beta(problem.prior.a, problem.prior.b, shape)
    elif isinstance(problem.prior, Uniform):
        rewards, costs = draws.uniform(problem.prior.low, problem.prior.high, shape)
    else:
        return None
    return float(earned(problem.budget, rewards, costs).mean())


def earned(budget: float, rewards: np.ndarray, costs: np.ndarray) -> np.ndarray:
    """By random pulls of arms (the last axis) with costs of 0 or 1, of which the one that goes over earns nothing."""
    spent, most = costs.mean(axis=-1), float(cap(budget))
    pulls = np.minimum(most, (floor(budget) + 1.0) / np.maximum(spent, 1.0 / most))  # with that one
    last = (rewards * costs).mean(axis=-1) / np.maximum(spent, 1e-300)
    total: np.ndarray = np.maximum(0.0, rewards.mean(axis=-1) * pulls - last)
    return total


def cap(budget: float) -> int:
    """The rounds after which a run is cut."""
    return int(_MOST_ROUNDS * (1.0 + budget))
