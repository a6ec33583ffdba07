"""Laws: how a reward is drawn, given the mean of its arm.

A law of your own is a frozen dataclass with a ``draw``; ``support`` and ``mean_range`` let mistakes be caught
before a simulation rather than after it:

>>> from dataclasses import dataclass
>>> import begreedy as bg
>>> @dataclass(frozen=True)
... class Doubled:
...     support = (0.0, 2.0)
...     mean_range = (0.0, 2.0)
...
...     def draw(self, mean, rng):
...         return 2.0 if bg.random.uniform(rng) < 0.5 * mean else 0.0
>>> problem = bg.Finite(means=[0.5, 1.5], law=Doubled())
>>> float(bg.simulate(bg.Greedy(), problem, horizon=2, runs=10, seed=0).mean[-1])
1.0
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from begreedy.random import beta, normal, uniform
from begreedy.values.value import Value

LARGEST = 1e100  # of means and standard deviations: sums of rewards stay finite


@dataclass(frozen=True)
class Bernoulli(Value):
    """1 with probability ``mean``, else 0."""

    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)
    binary = True

    def draw(self, mean: float, rng: Any) -> float:
        return 1.0 if uniform(rng) < mean else 0.0


@dataclass(frozen=True)
class Gaussian(Value):
    """Normal with the arm's mean and standard deviation ``sigma`` (0: the mean itself)."""

    sigma: float = 1.0

    support = (-inf, inf)
    normal = True
    mean_range = (-LARGEST, LARGEST)

    def validate(self) -> None:
        self.require("sigma", 0.0 <= self.sigma <= LARGEST, f"between 0 and {LARGEST:g}")

    def draw(self, mean: float, rng: Any) -> float:
        return mean + self.sigma * normal(rng)


@dataclass(frozen=True)
class BetaReward(Value):
    """Beta(concentration * mean, concentration * (1 - mean)): in [0, 1], less noisy as it concentrates.

    Its variance is mean * (1 - mean) / (concentration + 1).
    """

    concentration: float = 2.0

    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)

    def validate(self) -> None:
        self.require("concentration", self.concentration > 0.0, "greater than 0")

    def draw(self, mean: float, rng: Any) -> float:
        if mean <= 0.0 or mean >= 1.0:
            return mean
        return beta(rng, self.concentration * mean, self.concentration * (1.0 - mean))
