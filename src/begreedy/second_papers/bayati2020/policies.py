"""Three policies as the authors' code has them, where that differs from their definitions."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

from begreedy.policies.ucb_f import ucb_v
from begreedy.random import normal
from begreedy.values.value import Value


@dataclass(frozen=True)
class CodedUCB(Value):
    """Index: ``mean + sqrt(2 log(1 + t log(t**2)) / pulls)``, where ``1 + t log(t)**2`` is meant."""

    growing = True

    def index(self, total: float, pulls: int, t: int) -> float:
        return total / pulls + sqrt(2.0 * log(1.0 + 2.0 * t * log(t)) / pulls)


@dataclass(frozen=True)
class CodedUCBV(Value):
    """The index of UCB-F from one pull on, when the empirical variance is 0."""

    growing = True

    def index(self, total: float, pulls: int, squares: float, t: int) -> float:
        return ucb_v(total, pulls, squares, t)


@dataclass(frozen=True)
class CodedThompson(Value):
    """A sample of ``N(mean, 1 / (16 + pulls))``: the prior N(1/2, 1/16) keeps its precision and loses its mean."""

    sample_range = (-inf, inf)
    log_concave = True
    initial_pulls = 0

    def centre(self, total: float, pulls: int) -> float:
        return total / pulls if pulls > 0 else 0.5

    def sample(self, total: float, pulls: int, rng: Any) -> float:
        return self.centre(total, pulls) + normal(rng) / sqrt(16.0 + pulls)

    def log_density(self, x: float, total: float, pulls: int) -> float:
        precision = 16.0 + pulls
        offset = x - self.centre(total, pulls)
        return 0.5 * (log(precision) - 1.8378770664093453 - precision * offset * offset)

    def slope(self, x: float, total: float, pulls: int) -> float:
        return -(16.0 + pulls) * (x - self.centre(total, pulls))
