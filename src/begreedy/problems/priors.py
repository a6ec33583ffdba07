"""Priors: how the mean of an arm is drawn, independently for every arm and run, or those of all arms together.

A prior of your own is a frozen dataclass with ``draw(self, rng)`` and, if you like, its support as ``low``
and ``high``; see ``begreedy.problems.laws`` for an example of the kind.  Where arms are not independent it has
``fill(self, means, arms, rng)`` instead, which writes all of them.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from math import exp, inf, lgamma, log
from typing import TYPE_CHECKING, Any

import numpy as np

from begreedy.arithmetic import beta_cdf
from begreedy.problems.covariance import cholesky, symmetric
from begreedy.problems.laws import LARGEST
from begreedy.random import beta, normal, uniform
from begreedy.values.value import Matrix, Value, Vector

LARGEST_LOG = log(sys.float_info.max)


@dataclass(frozen=True)
class Uniform(Value):
    """A uniform prior on [low, high].

    Parameters
    ----------
    low : float
        Left end.
    high : float
        Right end, greater than ``low``.

    Examples
    --------
    >>> Uniform()
    Uniform()
    """

    low: float = 0.0
    high: float = 1.0

    def validate(self) -> None:
        self.require("high", self.high > self.low, f"greater than low = {self.low}")

    @property
    def tail(self) -> tuple[float, float]:
        """(c1, beta): P(mean > high - u) = c1 * u**beta."""
        return (1.0 / (self.high - self.low), 1.0)

    def excess(self, level: float) -> float:
        """The mean of max(0, X - level), X the mean of an arm; for a level of at least ``low``."""
        return 0.5 * max(0.0, self.high - level) ** 2 / (self.high - self.low)

    def draw(self, rng: Any) -> float:
        return self.low + (self.high - self.low) * uniform(rng)


@dataclass(frozen=True)
class Beta(Value):
    """A Beta(a, b) prior on [0, 1].  An arm is within u of the best possible with probability of order u**b.

    Parameters
    ----------
    a : float
        First shape parameter, greater than 0.
    b : float
        Second shape parameter, greater than 0; the tail exponent at 1.

    Examples
    --------
    >>> Beta(2, 60)
    Beta(a=2.0, b=60.0)
    >>> Beta(2, 60).low, Beta(2, 60).high
    (0.0, 1.0)
    """

    a: float
    b: float

    low = 0.0
    high = 1.0

    def validate(self) -> None:
        self.require("a", self.a > 0.0, "greater than 0")
        self.require("b", self.b > 0.0, "greater than 0")

    @property
    def tail(self) -> tuple[float, float]:
        """(c1, beta): P(mean > 1 - u) is about c1 * u**beta for small u.  A c1 above the largest float is inf."""
        log_c1 = lgamma(self.a + self.b) - lgamma(self.a) - lgamma(self.b)
        return (exp(log_c1) / self.b if log_c1 < LARGEST_LOG else inf, self.b)

    def excess(self, level: float) -> float:
        """The mean of max(0, X - level), X the mean of an arm; for a level of at least 0.

        >>> round(Beta(1, 1).excess(0.5), 6)
        0.125
        """
        rest = 1.0 - level
        above = self.a / (self.a + self.b) * beta_cdf(rest, self.b, self.a + 1.0)
        return max(0.0, above - level * beta_cdf(rest, self.b, self.a))

    def draw(self, rng: Any) -> float:
        return beta(rng, self.a, self.b)


@dataclass(frozen=True)
class JointNormal(Value):
    """A prior under which the means of all arms are jointly normal.

    Parameters
    ----------
    mean : sequence of float
        Expectations of the means, one per arm.
    covariance : matrix
        Their covariance, positive semidefinite.

    Examples
    --------
    >>> prior = JointNormal(mean=[0.0, 0.0, 0.0], covariance=[[1.0, 0.9, 0.0], [0.9, 1.0, 0.0], [0.0, 0.0, 1.0]])
    >>> prior.arms
    3
    """

    mean: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]

    if TYPE_CHECKING:

        def __init__(self, mean: Vector, covariance: Matrix) -> None: ...

    low = -LARGEST
    high = LARGEST

    def validate(self) -> None:
        self.require("mean", len(self.mean) >= 1, "at least one number")
        matrix = symmetric(self.covariance, len(self.mean), "JointNormal.covariance")
        cholesky(matrix, "JointNormal.covariance", self.covariance)
        object.__setattr__(self, "covariance", tuple(tuple(row) for row in matrix.tolist()))

    @property
    def arms(self) -> int:
        return len(self.mean)

    @property
    def factor(self) -> tuple[float, ...]:
        """Cholesky's factor of the covariance, row by row: it correlates independent normal numbers."""
        factor = cholesky(np.array(self.covariance), "JointNormal.covariance", self.covariance)
        return tuple(factor.ravel().tolist())

    def fill(self, means: Any, arms: int, rng: Any) -> None:
        for arm in range(arms):
            means[arm] = normal(rng)
        for arm in range(arms - 1, -1, -1):  # from the last on: the others still hold the independent numbers
            mean = self.mean[arm]
            for other in range(arm + 1):
                mean += self.factor[arm * arms + other] * means[other]
            means[arm] = mean
