"""Bayes-UCB: a quantile of the posterior as the index."""

from __future__ import annotations

from dataclasses import dataclass

from begreedy.arithmetic import beta_upper
from begreedy.values.value import Value

MOST = 1e12  # of a prior's parameters: as many successes as the longest run; with more, rounding hides what is learned


def check_beta(policy: Value) -> None:
    """The prior Beta(a, b) that a policy starts from is one."""
    for name in ("a", "b"):
        policy.require(name, 0.0 < getattr(policy, name) <= MOST, f"greater than 0 and at most {MOST:g}")


@dataclass(frozen=True)
class BayesUCB(Value):
    """Bayes-UCB: the index is the quantile ``1 - 1/t`` of the posterior Beta(a + total, b + pulls - total).

    Guarantee: asymptotically optimal for Bernoulli rewards with ``1 - 1/(t (log T)**5)``; 1 - 1/t is what its authors
    recommend.

    Parameters
    ----------
    a, b : float
        Of the prior Beta(a, b) of the means, both greater than 0.

    References
    ----------
    Kaufmann, Cappé, Garivier (2012), *On Bayesian Upper Confidence Bounds for Bandit Problems*.

    Examples
    --------
    >>> round(BayesUCB().index(total=6.0, pulls=10, t=100), 6)
    0.865612
    """

    a: float = 1.0
    b: float = 1.0

    growing = True
    reward_range = (0.0, 1.0)

    def validate(self) -> None:
        check_beta(self)

    def index(self, total: float, pulls: int, t: int) -> float:
        return beta_upper(1.0 / t, self.a + total, self.b + (pulls - total))
