"""Policies for sets of arms: what gives each arm a value is fed to the oracle of the actions.

Any policy with an index, a sample or ``values`` plays a Combinatorial problem as it is: ``Greedy()``,
``EpsilonGreedy()``, and ``ThompsonBeta()``, which is CTS-Beta there.  Those here are made for the problem: they know
how large its actions are and how its rewards vary.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import e, isfinite, log, sqrt
from typing import Any

import numpy as np

from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.thompson import ThompsonGaussian
from begreedy.policies.ucb import UCB
from begreedy.problems.laws import Gaussian
from begreedy.random import below, beta, normal, uniform
from begreedy.types import CombinatorialProblem, range_of, says
from begreedy.values.canonical import unfit
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value


def needs_sets(policy: Any, problem: Any) -> None:
    """Raise unless actions are sets of arms."""
    if not says(problem, "semi_bandit"):
        raise unfit(policy, "a Combinatorial problem", problem)


def deviation(law: Any) -> float:
    """The standard deviation of normal rewards; half of their range bounds that of others."""
    if isinstance(law, Gaussian):
        return law.sigma
    least, most = range_of(law, "support")
    return 0.5 * (most - least) if isfinite(most - least) else 1.0


@dataclass(frozen=True)
class CombUCB(Value):
    """CombUCB1 and CUCB (c = 1.5): the index is ``mean + sqrt(c log t / pulls)``, once every arm was seen.

    Guarantee (c = 1.5, rewards in [0, 1]): of order ``d m log T / gap``.  In practice c = 0.5 is better.

    Parameters
    ----------
    c : float
        Width of the bonus, at least 0.

    References
    ----------
    Chen, Wang, Yuan (2013), *Combinatorial Multi-Armed Bandit*; Kveton, Wen, Ashkan, Szepesvári (2015), *Tight Regret
    Bounds for Stochastic Combinatorial Semi-Bandits*.

    Examples
    --------
    >>> CombUCB()
    CombUCB()
    """

    c: float = 1.5

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def fit(self, problem: CombinatorialProblem, horizon: int) -> UCB:
        needs_sets(self, problem)
        return UCB(sqrt(0.5 * self.c))


@dataclass(frozen=True)
class LLR(Value):
    """LLR: the index is ``mean + sqrt((m + 1) log t / pulls)`` with actions of m arms, once every arm was seen.

    References
    ----------
    Gai, Krishnamachari, Jain (2012), *Combinatorial Network Optimization with Unknown Variables*.

    Examples
    --------
    >>> LLR()
    LLR()
    """

    def fit(self, problem: CombinatorialProblem, horizon: int) -> UCB:
        needs_sets(self, problem)
        return UCB(sqrt(0.5 * (problem.actions.size + 1)))


@dataclass(frozen=True)
class CombKLUCB(Value):
    """KL-UCB for sets of arms: the index with ``log t + c log log t`` (for normal rewards the normal one).

    Parameters
    ----------
    c : float
        Weight of ``log log t``, at least 0.

    References
    ----------
    Perrault, Boursier, Perchet, Valko (2020), *Statistical Efficiency of Thompson Sampling for Combinatorial
    Semi-Bandits*, compare with c = 0.

    Examples
    --------
    >>> CombKLUCB()
    CombKLUCB()
    """

    c: float = 0.0

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def fit(self, problem: CombinatorialProblem, horizon: int) -> KLUCB:
        needs_sets(self, problem)
        bounded = isfinite(range_of(problem.law, "support")[1])
        return KLUCB(self.c, None if bounded else deviation(problem.law))


@dataclass(frozen=True)
class CTSGaussian(Value):
    """Combinatorial Thompson sampling with a sample of ``N(mean, beta / pulls)`` per arm, once every arm was seen.

    Without ``beta`` it is as large as the theorem asks: the largest sum of covariances of an arm with those of an
    action, 1/4 for independent rewards in [0, 1].  ``clipped``: samples below the mean count as the mean, and those
    above ``mean + sigma sqrt(2 log t / pulls)`` as that.

    Parameters
    ----------
    beta : float, optional
        Variance of the sample of an arm pulled once.  By default what the theorem asks for.
    clipped : bool
        Whether samples are clipped to lie between the mean and a confidence bound.

    References
    ----------
    Perrault, Boursier, Perchet, Valko (2020), *Statistical Efficiency of Thompson Sampling for Combinatorial
    Semi-Bandits*.

    Examples
    --------
    >>> CTSGaussian()
    CTSGaussian()
    """

    beta: float | None = optional(0.0)
    clipped: bool = False

    name = "CTS-Gaussian"

    def validate(self) -> None:
        self.require("beta", self.beta is None or self.beta > 0.0, "greater than 0, or left out for the theorem's")
        self.require("clipped", isinstance(self.clipped, bool), "True or False")

    def fit(self, problem: CombinatorialProblem, horizon: int) -> ClippedGaussian | ThompsonGaussian:
        needs_sets(self, problem)
        spread = sqrt(self.beta or largest_covariance(problem))
        return ClippedGaussian(spread, deviation(problem.law)) if self.clipped else ThompsonGaussian(spread)


def largest_covariance(problem: Any) -> float:
    """The largest sum of the (positive) covariances of an arm with itself and those of an action."""
    sigma, size = deviation(problem.law), problem.actions.size
    if problem.covariance is not None:
        rows = np.maximum(0.0, np.array(problem.covariance))
        own = rows.diagonal().copy()
        np.fill_diagonal(rows, 0.0)
        others = np.sort(rows, axis=1)[:, len(rows) - size + 1 :].sum(axis=1)
        return max(1e-12, float((own + others).max()))
    return max(1e-12, sigma * sigma * (1.0 + (size - 1) * max(0.0, problem.correlation or 0.0)))


@dataclass(frozen=True)
class ClippedGaussian(Value):
    """Samples of ``N(mean, spread**2 / pulls)`` between the mean and its upper confidence bound."""

    spread: float
    sigma: float

    initial_pulls = 1

    def values(self, value: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> None:
        for arm in range(arms):
            if pulls[arm] > 0:
                above = max(0.0, normal(rng)) * self.spread / sqrt(pulls[arm])
                value[arm] = total[arm] / pulls[arm] + min(above, self.sigma * sqrt(2.0 * log(t) / pulls[arm]))


@dataclass(frozen=True)
class BGCTS(Value):
    """Boosted Gaussian CTS: a sample of ``N(mean, g(t) sigma**2 / pulls)`` per arm, once every arm was seen.

    ``g(t) = 2 (1 + (m + 2) log log t / log t)`` with actions of m arms, 2 for t < 3; sigma is that of the law.

    Guarantee: the regret is polynomial in the size of actions, which that of CTS-Beta is not.

    References
    ----------
    Zhang and Combes (2024), *Thompson Sampling For Combinatorial Bandits: Polynomial Regret and Mismatched Sampling
    Paradox*.

    Examples
    --------
    >>> BGCTS()
    BGCTS()
    """

    name = "BG-CTS"

    def fit(self, problem: CombinatorialProblem, horizon: int) -> BoostedGaussian:
        needs_sets(self, problem)
        return BoostedGaussian(deviation(problem.law), problem.actions.size)


@dataclass(frozen=True)
class BoostedGaussian(Value):
    """Samples of ``N(mean, g(t) sigma**2 / pulls)`` for actions of ``size`` arms."""

    sigma: float
    size: int

    initial_pulls = 1

    def values(self, value: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> None:
        rounds = log(max(float(t), e))
        boost = 2.0 * (1.0 + (self.size + 2.0) * log(rounds) / rounds)
        for arm in range(arms):
            if pulls[arm] > 0:
                value[arm] = total[arm] / pulls[arm] + self.sigma * sqrt(boost / pulls[arm]) * normal(rng)


@dataclass(frozen=True)
class IMPTS(Value):
    """Greedy with one slot to explore: the m - 1 largest means, and the largest Beta sample of the other arms.

    For actions that are any m arms; means and samples are those of Beta(1 + successes, 1 + failures).

    References
    ----------
    Komiyama, Honda, Nakagawa (2015), *Optimal Regret Analysis of Thompson Sampling in Stochastic Multi-armed Bandit
    Problem with Multiple Plays*.

    Examples
    --------
    >>> IMPTS()
    IMPTS()
    """

    name = "IMP-TS"

    def fit(self, problem: CombinatorialProblem, horizon: int) -> LastSlotThompson:
        needs_sets(self, problem)
        if not says(problem.actions, "free"):
            raise BadValue.of("IMPTS", problem.actions, "played on any m arms, such as TopM(10, 3)")
        return LastSlotThompson(problem.actions.size)


@dataclass(frozen=True)
class LastSlotThompson(Value):
    """Beta means for all but the last of ``slots`` arms, a Beta sample for that."""

    slots: int

    reward_range = (0.0, 1.0)

    def observe(self, reward: float, rng: Any) -> float:
        if reward <= 0.0 or reward >= 1.0:
            return reward
        return 1.0 if uniform(rng) < reward else 0.0

    def values(self, value: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> None:
        for arm in range(arms):
            value[arm] = (1.0 + total[arm]) / (2.0 + pulls[arm])
        for _ in range(self.slots - 1):
            best = -1
            ties = 1
            for arm in range(arms):
                if value[arm] < 1.0 and (best < 0 or value[arm] >= value[best]):
                    ties = ties + 1 if best >= 0 and value[arm] == value[best] else 1
                    if ties == 1 or below(rng, ties) == 0:
                        best = arm
            value[best] += 2.0
        for arm in range(arms):
            if value[arm] < 1.0:
                value[arm] = beta(rng, 1.0 + total[arm], 1.0 + (pulls[arm] - total[arm]))
