"""IMED (indexed minimum empirical divergence): plays the least ``pulls * kl(mean, best mean) + log(pulls)``."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log
from typing import Any

from begreedy.arithmetic import kl
from begreedy.policies.noise import BoundedOrNormal
from begreedy.values.fields import optional


@dataclass(frozen=True)
class IMED(BoundedOrNormal):
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
