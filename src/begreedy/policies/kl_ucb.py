"""KL-UCB: the confidence bound that fits the law."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt

from begreedy.arithmetic import kl_upper
from begreedy.values.value import Value


@dataclass(frozen=True)
class KLUCB(Value):
    """Index: the largest q with ``pulls * kl(mean, q) <= log t + c log log t``, after one pull of each arm.

    kl is the divergence between Bernoulli laws; with ``sigma`` > 0, between normal laws of that standard
    deviation, which gives ``mean + sigma * sqrt(2 (log t + c log log t) / pulls)``.  The term ``log log t`` counts
    as 0 for t < 3.

    Guarantee (c = 3): asymptotically optimal, ``log T * sum of gap / kl(mean, best)``.

    Garivier and Cappé (2011), *The KL-UCB Algorithm for Bounded Stochastic Bandits and Beyond*.
    """

    c: float = 3.0
    sigma: float = 0.0

    growing = True
    reward_hint = "for normal rewards give their standard deviation: KLUCB(sigma=...)"

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")
        self.require("sigma", self.sigma >= 0.0, "at least 0 (0: rewards in [0, 1])")

    @property
    def reward_range(self) -> tuple[float, float]:
        return (-inf, inf) if self.sigma > 0.0 else (0.0, 1.0)

    def index(self, total: float, pulls: int, t: int) -> float:
        budget = log(t)
        if t >= 3:
            budget += self.c * log(budget)
        if self.sigma > 0.0:
            return total / pulls + self.sigma * sqrt(2.0 * budget / pulls)
        return kl_upper(total / pulls, budget / pulls)
