"""IMED: the arm that would be the best with the least surprise."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import Any

from begreedy.arithmetic import kl
from begreedy.values.fields import optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class IMED(Value):
    """Plays the least ``pulls * kl(mean, best) + log(pulls)``, best the largest mean, after one pull of each arm.

    kl is the divergence between Bernoulli laws or, with ``sigma``, between normal laws of that standard deviation.

    Guarantee: asymptotically optimal, ``log T * sum of gap / kl(mean, best)``.

    Parameters
    ----------
    sigma : float, optional
        Standard deviation of normal rewards.  By default rewards are in [0, 1] and kl is that of Bernoulli laws.

    References
    ----------
    Honda and Takemura (2015), *Non-asymptotic Analysis of a New Bandit Algorithm for Semi-bounded Rewards*.

    Examples
    --------
    >>> IMED()
    IMED()
    """

    sigma: float | None = optional(0.0)

    initial_pulls = 1
    reward_hint = "for normal rewards give their standard deviation: IMED(sigma=...)"

    def validate(self) -> None:
        within = self.sigma is None or self.sigma > 0.0
        self.require("sigma", within, "greater than 0, or left out for rewards in [0, 1]")

    @property
    def reward_range(self) -> tuple[float, float]:
        return (0.0, 1.0) if self.sigma is None else (-inf, inf)

    @property
    def deviation(self) -> float:
        """``sigma`` as compiled code reads it: 0 if it is not given."""
        return self.sigma or 0.0

    def divergence(self, mean: float, best: float) -> float:
        if mean >= best:
            return 0.0
        if self.deviation > 0.0:
            distance = (best - mean) / self.deviation
            return 0.5 * distance * distance
        return kl(mean, best) if best < 1.0 else inf

    def values(self, value: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> None:
        best = -inf
        for arm in range(arms):
            if pulls[arm] > 0:
                best = max(best, total[arm] / pulls[arm])
        for arm in range(arms):
            n = pulls[arm]
            value[arm] = -(n * self.divergence(total[arm] / n, best) + log(n)) if n > 0 else inf
