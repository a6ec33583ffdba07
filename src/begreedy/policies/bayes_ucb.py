"""Bayes-UCB: a quantile of the posterior as the index."""

from __future__ import annotations

from dataclasses import dataclass

from begreedy.arithmetic import beta_upper
from begreedy.values.value import Value


@dataclass(frozen=True)
class BayesUCB(Value):
    """Index: the quantile ``1 - 1/t`` of Beta(1 + total, 1 + pulls - total), after one pull of each arm.

    Guarantee: asymptotically optimal for Bernoulli rewards with ``1 - 1/(t (log T)**5)``; 1 - 1/t is what its authors
    recommend.

    Kaufmann, Cappé, Garivier (2012), *On Bayesian Upper Confidence Bounds for Bandit Problems*.
    """

    growing = True
    reward_range = (0.0, 1.0)

    def index(self, total: float, pulls: int, t: int) -> float:
        return beta_upper(1.0 / t, 1.0 + total, 1.0 + (pulls - total))
