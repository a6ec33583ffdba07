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
    """The share of pulls so far that went to an arm with the best mean.

    Examples
    --------
    >>> BestArmShare()
    BestArmShare()
    """

    def value(self, pulls: Any, mean: Any, best: float, arms: int, t: int) -> float:
        best_pulls = 0
        for arm in range(arms):
            if mean[arm] == best:
                best_pulls += pulls[arm]
        return best_pulls / t


@dataclass(frozen=True)
class PullsPerArm(Value):
    """The number of pulls of every arm so far.

    Examples
    --------
    >>> PullsPerArm()
    PullsPerArm()
    """

    def value(self, pulls: Any, arm: int) -> float:
        return float(pulls[arm])


@dataclass(frozen=True)
class RealisedRegret(Value):
    """The regret including luck: what the best arm was expected to pay so far, minus the rewards paid.

    Examples
    --------
    >>> RealisedRegret()
    RealisedRegret()
    """

    def value(self, best: float, t: int, reward: float) -> float:
        return best * t - reward


def _recommended(total: Any, pulls: Any, arms: int, by_mean: int) -> int:
    """The arm with the most pulls, or with the best mean of its rewards; of several the first."""
    best = 0
    for arm in range(arms):
        if by_mean:
            better = pulls[arm] > 0 and (pulls[best] == 0 or total[arm] * pulls[best] > total[best] * pulls[arm])
        else:
            better = pulls[arm] > pulls[best]
        if better:
            best = arm
    return best


@dataclass(frozen=True)
class _ByRule(Value):
    """A measure of the arm that a rule recommends."""

    by: str = "pulls"

    def validate(self) -> None:
        self.require("by", self.by in _RULES, "pulls or mean")

    @property
    def by_mean(self) -> bool:
        return self.by == "mean"


@dataclass(frozen=True)
class RecommendedArm(_ByRule):
    """The arm to choose for good now: by ``pulls`` the most pulled one, by ``mean`` the one with the best mean reward.

    Of several the first.

    Parameters
    ----------
    by : str
        ``"pulls"`` or ``"mean"``.

    Examples
    --------
    >>> RecommendedArm()
    RecommendedArm()
    """

    def value(self, total: Any, pulls: Any, arms: int) -> float:
        return float(_recommended(total, pulls, arms, self.by_mean))


@dataclass(frozen=True)
class SimpleRegret(_ByRule):
    """How much less than the best arm the recommended one is expected to pay; see ``RecommendedArm(by)``.

    Parameters
    ----------
    by : str
        ``"pulls"`` or ``"mean"``: which arm is recommended.

    Examples
    --------
    >>> SimpleRegret()
    SimpleRegret()
    """

    def value(self, total: Any, pulls: Any, mean: Any, best: float, arms: int) -> float:
        return float(best - mean[_recommended(total, pulls, arms, self.by_mean)])
