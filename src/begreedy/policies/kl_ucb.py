"""KL-UCB: the confidence bound that fits the law."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from begreedy.arithmetic import kl_upper
from begreedy.policies.noise import BoundedOrNormal
from begreedy.values.fields import optional


@dataclass(frozen=True)
class KLUCB(BoundedOrNormal):
    """KL-UCB: the index is the largest q with ``pulls * kl(mean, q) <= log t + c log log t``.

    kl is the divergence between Bernoulli laws; with ``sigma``, between normal laws of that standard
    deviation, which gives ``mean + sigma * sqrt(2 (log t + c log log t) / pulls)``.  The term ``log log t`` counts
    as 0 for t < 3.

    In practice c = 0, as the authors recommend: with c = 3, for which they prove the guarantee, it explores more than
    it needs to and has about half as much regret again (Bernoulli arms, T = 10 000).

    Guarantee (c = 3): asymptotically optimal, ``log T * sum of gap / kl(mean, best)``.

    Parameters
    ----------
    c : float
        Weight of ``log log t``, at least 0.
    sigma : float, optional
        Standard deviation of normal rewards.  By default rewards are in [0, 1] and kl is that of Bernoulli laws.

    References
    ----------
    Garivier and Cappé (2011), *The KL-UCB Algorithm for Bounded Stochastic Bandits and Beyond*.

    Examples
    --------
    >>> round(KLUCB().index(total=6.0, pulls=10, t=100), 6)
    0.934974
    """

    c: float = 0.0
    sigma: float | None = optional(0.0)

    growing = True

    def validate(self) -> None:
        super().validate()
        self.require("c", self.c >= 0.0, "at least 0")

    def index(self, total: float, pulls: int, t: int) -> float:
        budget = log(t)
        if t >= 3:
            budget += self.c * log(budget)
        if self.deviation > 0.0:
            return total / pulls + self.deviation * sqrt(2.0 * budget / pulls)
        return kl_upper(total / pulls, budget / pulls)
