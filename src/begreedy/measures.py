"""Measures: what else to know of a run at every checkpoint, besides its regret.

``simulate(..., measure=[BestArmShare(), ...])`` takes them.  Each is a value with one plain method, ``value``, which is
compiled into the simulation; a measure of your own is written in the same way, or as a plain function:

>>> import begreedy as bg
>>> def unpulled(pulls, arms):
...     count = 0
...     for arm in range(arms):
...         count += pulls[arm] == 0
...     return count
>>> problem = bg.Finite(prior=bg.Uniform(), arms=50)
>>> result = bg.simulate(bg.Greedy(), problem, horizon=60, runs=5, checkpoints=[20, 60], measure=[unpulled])
>>> result.measured["unpulled"][0].tolist()
[30.0, 0.0]
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.values.value import Value

_RULES = ("pulls", "mean")


@dataclass(frozen=True)
class BestArmShare(Value):
    """Share of the pulls so far that went to an arm of the best mean."""

    def value(self, pulls: Any, mean: Any, best: float, arms: int, t: int) -> float:
        best_pulls = 0
        for arm in range(arms):
            if mean[arm] == best:
                best_pulls += pulls[arm]
        return best_pulls / t


@dataclass(frozen=True)
class PullsPerArm(Value):
    """Pulls of every arm so far."""

    def value(self, pulls: Any, arm: int) -> float:
        return float(pulls[arm])


@dataclass(frozen=True)
class RealisedRegret(Value):
    """What the best arm was expected to pay so far minus what was paid: regret with its luck."""

    def value(self, best: float, t: int, reward: float) -> float:
        return best * t - reward


def _recommended(total: Any, pulls: Any, arms: int, by_mean: int) -> int:
    """The arm with the most pulls, or with the best mean of its rewards; of several the first."""
    found = 0
    for arm in range(arms):
        if by_mean:
            better = pulls[arm] > 0 and (pulls[found] == 0 or total[arm] * pulls[found] > total[found] * pulls[arm])
        else:
            better = pulls[arm] > pulls[found]
        if better:
            found = arm
    return found


@dataclass(frozen=True)
class RecommendedArm(Value):
    """The arm that one would choose for good now: by ``pulls``, the most pulled; by ``mean``, of the best mean reward.

    Of several the first.
    """

    by: str = "pulls"

    def validate(self) -> None:
        self.require("by", self.by in _RULES, "pulls or mean")

    @property
    def by_mean(self) -> bool:
        return self.by == "mean"

    def value(self, total: Any, pulls: Any, arms: int) -> float:
        return float(_recommended(total, pulls, arms, self.by_mean))


@dataclass(frozen=True)
class SimpleRegret(Value):
    """How much less than the best the recommended arm is expected to pay; it is that of ``RecommendedArm(by)``."""

    by: str = "pulls"

    def validate(self) -> None:
        self.require("by", self.by in _RULES, "pulls or mean")

    @property
    def by_mean(self) -> bool:
        return self.by == "mean"

    def value(self, total: Any, pulls: Any, mean: Any, best: float, arms: int) -> float:
        return float(best - mean[_recommended(total, pulls, arms, self.by_mean)])
