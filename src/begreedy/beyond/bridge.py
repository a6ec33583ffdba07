"""The binomial bridge of the tutorial on Thompson sampling: lognormal travel times on the edges of a grid.

The logarithm of an edge's mean time is normal, N(-1/2, 1), and that of a time driven is normal around it, of variance
1: so is the posterior.  Arms cost, so policies see minus the times.

Russo, Van Roy, Kazerouni, Osband, Wen (2018), *A Tutorial on Thompson Sampling*, Section 4.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any

from begreedy.problems.actions.graphs import grid_edges
from begreedy.problems.actions.paths import Paths
from begreedy.problems.combinatorial import Combinatorial
from begreedy.random import normal
from begreedy.values.value import Value

STAGES = 20
_CENTRE = -0.5  # of the logarithm of a mean time


@dataclass(frozen=True)
class LognormalPrior(Value):
    """Mean times exp(N(-1/2, 1)): 1 on average."""

    low = 0.0

    def draw(self, rng: Any) -> float:
        return exp(_CENTRE + normal(rng))


@dataclass(frozen=True)
class LognormalTime(Value):
    """A time with the edge's mean, its logarithm normal with variance 1."""

    support = (0.0, inf)
    mean_range = (0.0, inf)

    def draw(self, mean: float, rng: Any) -> float:
        return mean * exp(normal(rng) - 0.5)


class _Posterior(Value):
    """The sum of logarithms of times, each plus 1/2, is what tells about the logarithm of the mean."""

    initial_pulls = 0

    def observe(self, reward: float) -> float:
        return log(-reward) + 0.5

    def centre(self, total: float, pulls: int) -> float:
        return (_CENTRE + total) / (1.0 + pulls)


@dataclass(frozen=True)
class PosteriorGreedy(_Posterior):
    """Minus the posterior mean of the edge's time: the tutorial's Greedy."""

    name = "Greedy, posterior means"

    def index(self, total: float, pulls: int) -> float:
        return -exp(self.centre(total, pulls) + 0.5 / (1.0 + pulls))


@dataclass(frozen=True)
class PosteriorSample(_Posterior):
    """Minus a sample of the posterior of the edge's time: the tutorial's Thompson sampling."""

    name = "Thompson, posterior"

    def sample(self, total: float, pulls: int, rng: Any) -> float:
        return -exp(self.centre(total, pulls) + normal(rng) / sqrt(1.0 + pulls))


@dataclass(frozen=True)
class FreeGreedy(Value):
    """Minus the mean of the edge's times; an edge never driven is free."""

    name = "Greedy, unseen edges free"
    initial_pulls = 0

    def index(self, total: float, pulls: int) -> float:
        return total / pulls if pulls > 0 else 0.0


def bridge() -> Combinatorial:
    """20 stages, 220 edges, 184 756 paths."""
    side = STAGES // 2 + 1
    paths = Paths(grid_edges(side, side), 0, side * side - 1)
    return Combinatorial(paths, prior=LognormalPrior(), law=LognormalTime(), minimise=True)
