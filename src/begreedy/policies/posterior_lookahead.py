"""Rivals that draw from Beta posteriors and look further than Thompson sampling: IRS and TS-UCB."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from begreedy.policies.bayes_ucb import check_beta
from begreedy.random import beta, binomial, uniform
from begreedy.values.fields import optional
from begreedy.values.value import Value

MOST_SAMPLES = 100_000  # per arm and round: a round takes seconds
MOST_AHEAD = 2**40  # as long as the longest run


def success(reward: float, rng: Any) -> float:
    """A reward strictly between 0 and 1 counts as a success with that probability."""
    if reward <= 0.0 or reward >= 1.0:
        return reward
    return 1.0 if uniform(rng) < reward else 0.0


@dataclass(frozen=True)
class IRS(Value):
    """Information relaxation sampling: plays the largest posterior mean after a sampled future of each arm.

    With m = T - t rounds ahead (or ``ahead``, if given), theta is drawn from Beta(a + S, b + F) of an arm's S successes
    and F failures, R from Binomial(m, theta), and the arm's value is ``(a + S + R) / (a + b + S + F + m)``.
    With m = 0 it is the largest posterior mean, for large m Thompson sampling.  No forced first pulls.

    Guarantee: a Bayesian regret of order ``sqrt(K T log T)``, as for Thompson sampling (recalled, not checked).

    Parameters
    ----------
    ahead : int, optional
        Rounds to look ahead.  By default all that are left.
    a, b : float
        Of the prior Beta(a, b) of the means, both greater than 0.

    References
    ----------
    Min, Maglaras, Moallemi (2019), *Thompson Sampling with Information Relaxation Penalties* (IRS.FH).

    Examples
    --------
    >>> IRS()
    IRS()
    """

    ahead: int | None = optional(0)
    a: float = 1.0
    b: float = 1.0

    reward_range = (0.0, 1.0)

    def validate(self) -> None:
        within = self.ahead is None or 1 <= self.ahead <= MOST_AHEAD
        self.require("ahead", within, f"between 1 and {MOST_AHEAD}, or left out for all rounds that are left")
        check_beta(self)

    @property
    def rounds_ahead(self) -> int:
        """``ahead`` as compiled code reads it: 0 if it is not given."""
        return self.ahead or 0

    def observe(self, reward: float, rng: Any) -> float:
        return success(reward, rng)

    def values(self, value: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> None:
        ahead = self.rounds_ahead if self.rounds_ahead > 0 else max(0, horizon - t)
        for arm in range(arms):
            won = self.a + total[arm]
            theta = beta(rng, won, self.b + (pulls[arm] - total[arm]))
            value[arm] = (won + binomial(rng, ahead, theta)) / (self.a + self.b + pulls[arm] + ahead)


@dataclass(frozen=True)
class TSUCB(Value):
    """TS-UCB: plays the least ``sqrt(pulls) * (F - mean)``, F the average best of ``samples`` posterior draws.

    F estimates the best mean from the posteriors Beta(a + successes, b + failures); an arm is charged what it loses
    against F per width of its confidence interval.  After one pull of each arm.

    Guarantee: a Bayesian regret of order ``sqrt(K T)`` up to logarithms (recalled, not checked).

    Parameters
    ----------
    samples : int
        Number of posterior draws of all arms per round.
    a, b : float
        Of the prior Beta(a, b) of the means, both greater than 0.

    References
    ----------
    Baek and Farias (2023), *TS-UCB: Improving on Thompson Sampling With Little to No Additional Computation*.

    Examples
    --------
    >>> TSUCB()
    TSUCB()
    """

    samples: int = 100
    a: float = 1.0
    b: float = 1.0

    name = "TS-UCB"
    initial_pulls = 1
    reward_range = (0.0, 1.0)

    def validate(self) -> None:
        self.require("samples", 1 <= self.samples <= MOST_SAMPLES, f"between 1 and {MOST_SAMPLES}")
        check_beta(self)

    def observe(self, reward: float, rng: Any) -> float:
        return success(reward, rng)

    def values(self, value: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> None:
        hoped = 0.0
        for _ in range(self.samples):
            best = 0.0
            for arm in range(arms):
                best = max(best, beta(rng, self.a + total[arm], self.b + (pulls[arm] - total[arm])))
            hoped += best
        hoped /= self.samples
        for arm in range(arms):
            n = pulls[arm]
            value[arm] = sqrt(n) * (total[arm] / n - hoped) if n > 0 else inf
