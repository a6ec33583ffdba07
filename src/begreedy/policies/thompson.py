"""Thompson sampling: play each arm as often as it is likely to be the best."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, log, sqrt
from typing import Any

from begreedy.arithmetic import beta_log_density
from begreedy.random import beta, normal, uniform
from begreedy.values.fields import optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class ThompsonBeta(Value):
    """Thompson sampling: plays the largest sample of Beta(a + successes, b + failures).  No forced first pulls.

    A reward r strictly between 0 and 1 counts as a success with probability r (Agrawal and Goyal).

    Guarantee (a = b = 1): asymptotically optimal for Bernoulli rewards.

    Parameters
    ----------
    a : float
        First shape parameter of the prior, greater than 0.
    b : float
        Second shape parameter of the prior, greater than 0.

    References
    ----------
    Thompson (1933); Kaufmann, Korda, Munos (2012); Agrawal and Goyal (2012).

    Examples
    --------
    >>> ThompsonBeta()
    ThompsonBeta()
    """

    a: float = 1.0
    b: float = 1.0

    name = "ThompsonSampling"
    reward_range = (0.0, 1.0)
    reward_hint = "for normal rewards use ThompsonGaussian"
    sample_range = (0.0, 1.0)

    def validate(self) -> None:
        self.require("a", self.a > 0.0, "greater than 0")
        self.require("b", self.b > 0.0, "greater than 0")

    @property
    def log_concave(self) -> bool:
        """Otherwise the density rises at an end, and every arm is drawn every round."""
        return self.a >= 1.0 and self.b >= 1.0

    def observe(self, reward: float, rng: Any) -> float:
        if reward <= 0.0 or reward >= 1.0:
            return reward
        return 1.0 if uniform(rng) < reward else 0.0

    def sample(self, total: float, pulls: int, rng: Any) -> float:
        return beta(rng, self.a + total, self.b + (pulls - total))

    def log_density(self, x: float, total: float, pulls: int) -> float:
        return beta_log_density(x, self.a + total, self.b + (pulls - total))

    def slope(self, x: float, total: float, pulls: int) -> float:
        return (self.a + total - 1.0) / x - (self.b + (pulls - total) - 1.0) / (1.0 - x)


@dataclass(frozen=True)
class ThompsonGaussian(Value):
    """Thompson sampling from normal posteriors, for normal rewards of standard deviation ``sigma``.

    Without ``prior_sigma`` the prior is flat: each arm is pulled once, then the sample is
    ``N(mean, sigma**2 / pulls)``.  Otherwise the prior is ``N(prior_mean, prior_sigma**2)`` and no pull is forced.

    Guarantee: for rewards in [0, 1], ``sigma`` = 1 and the prior N(0, 1), of order ``sqrt(K T log K)``, and of order
    ``log T / gap`` for each arm.

    Parameters
    ----------
    sigma : float
        Standard deviation of rewards, greater than 0.
    prior_mean : float
        Mean of the prior, if it is not flat.
    prior_sigma : float, optional
        Standard deviation of the prior.  By default the prior is flat.

    References
    ----------
    Agrawal and Goyal (2013), *Further Optimal Regret Bounds for Thompson Sampling*.

    Examples
    --------
    >>> ThompsonGaussian()
    ThompsonGaussian()
    """

    sigma: float = 1.0
    prior_mean: float = 0.0
    prior_sigma: float | None = optional(0.0)

    name = "ThompsonSampling"
    sample_range = (-inf, inf)
    log_concave = True

    def validate(self) -> None:
        self.require("sigma", 1e-100 <= self.sigma <= 1e100, "between 1e-100 and 1e100")
        within = self.prior_sigma is None or 1e-100 <= self.prior_sigma <= 1e100
        self.require("prior_sigma", within, "between 1e-100 and 1e100, or left out for a flat prior")
        self.require("prior_mean", abs(self.prior_mean) <= 1e100, "within 1e100 of 0")
        given = self.prior_sigma is not None or self.prior_mean == 0.0
        self.require("prior_mean", given, "left out where prior_sigma is: the prior is flat")

    @property
    def initial_pulls(self) -> int:
        return 1 if self.prior_sigma is None else 0

    @property
    def prior_precision(self) -> float:
        return 0.0 if self.prior_sigma is None else 1.0 / self.prior_sigma**2

    def precision(self, pulls: int) -> float:
        return self.prior_precision + pulls / (self.sigma * self.sigma)

    def centre(self, total: float, pulls: int) -> float:
        weighted = self.prior_precision * self.prior_mean + total / (self.sigma * self.sigma)
        return weighted / self.precision(pulls)

    def sample(self, total: float, pulls: int, rng: Any) -> float:
        return self.centre(total, pulls) + normal(rng) / sqrt(self.precision(pulls))

    def log_density(self, x: float, total: float, pulls: int) -> float:
        precision = self.precision(pulls)
        offset = x - self.centre(total, pulls)
        return 0.5 * (log(precision) - 1.8378770664093453 - precision * offset * offset)

    def slope(self, x: float, total: float, pulls: int) -> float:
        return -self.precision(pulls) * (x - self.centre(total, pulls))
