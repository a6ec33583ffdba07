"""UCB-F and UCB-AIR: upper confidence bounds for a reservoir of arms."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log, sqrt
from typing import Any

from begreedy.policies.reductions import Subsample, tail_of
from begreedy.random import fair_argmax
from begreedy.types import Problem, part_of, says
from begreedy.values.canonical import concise, unfit
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value

_SQUARES = 1  # slot of memory where sums of squares begin; the first is where a new arm of a continuum is


def exploration(t: int) -> float:
    """2 log(10 log t): the slow exploration of UCB-V(infinity)."""
    return 2.0 * log(10.0 * log(max(t, 3)))


def ucb_v(total: float, pulls: int, squares: float, t: int) -> float:
    mean = total / pulls
    variance = max(0.0, squares / pulls - mean * mean)
    explore = exploration(t)
    return mean + sqrt(2.0 * variance * explore / pulls) + 3.0 * explore / pulls


@dataclass(frozen=True)
class UCBVInfinity(Value):
    """UCB-V with E = ``2 log(10 log t)``: the index is ``mean + sqrt(2 V E / pulls) + 3 E / pulls``.

    V is the empirical variance; with a single pull it would be 0.

    References
    ----------
    Wang, Audibert, Munos (2009), *Algorithms for Infinitely Many-Armed Bandits*.

    Examples
    --------
    >>> round(UCBVInfinity().index(total=6.0, pulls=10, squares=5.0, t=100), 6)
    3.360964
    """

    growing = True
    initial_pulls = 2
    arms_rule = "ucb-f"

    def index(self, total: float, pulls: int, squares: float, t: int) -> float:
        return ucb_v(total, pulls, squares, t)


def UCBF(beta: float | None = None) -> Subsample:
    """UCB-V(infinity) on ``T**(b/(b+1))`` arms (``T**(b/2)`` if b < 1 and no arm reaches 1), b the prior's or given.

    Guarantee: ``T**(b/(b+1)) log T`` if the best mean is 1 or b >= 1; of order ``sqrt(T)`` up to logarithms otherwise.

    Parameters
    ----------
    beta : float, optional
        Tail exponent of the prior.  By default that of the problem.

    Returns
    -------
    Subsample
        The policy on that many arms.

    References
    ----------
    Wang, Audibert, Munos (2009), *Algorithms for Infinitely Many-Armed Bandits*.

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.UCBF(), bg.Infinite(bg.Uniform()), 100).arms))
    10
    """
    return Subsample(UCBVInfinity(), beta=beta, label="UCB-F")


@dataclass(frozen=True)
class UCBAIR(Value):
    """UCB-AIR: UCB-V(infinity) on ``t**(b/(b+1))`` arms, a number that grows with t; needs no horizon.

    ``t**(b/2)`` if b < 1 and no arm reaches 1.  ``beta`` and ``best``, the largest mean, come from the prior unless
    given.

    Guarantee: that of UCB-F, at every T.

    Parameters
    ----------
    beta : float, optional
        Tail exponent of the prior.  By default that of the problem.
    best : float, optional
        Largest mean.  By default that of the problem.

    References
    ----------
    Wang, Audibert, Munos (2009), *Algorithms for Infinitely Many-Armed Bandits*.

    Examples
    --------
    >>> UCBAIR()
    UCBAIR()
    """

    beta: float | None = optional(0.0)
    best: float | None = optional(0.0)

    name = "UCB-AIR"
    pool = True

    def validate(self) -> None:
        self.require("beta", self.beta is None or self.beta > 0.0, "greater than 0, or left out for the prior's")
        self.require("best", self.best != 0.0, "a number other than 0, or left out for the prior's")

    @property
    def exponent(self) -> float:
        """``beta`` as compiled code reads it; ``fit`` fills it in."""
        return self.beta or 0.0

    @property
    def top(self) -> float:
        """The largest mean, as compiled code reads it; ``fit`` fills it in."""
        return self.best or 0.0

    def fit(self, problem: Problem, horizon: int) -> UCBAIR:
        if says(problem, "continuum"):
            raise unfit(self, "arms that can be drawn at random", problem)
        prior = part_of(problem, "prior", None)
        if prior is None and self.beta is None:
            raise BadValue.of("UCBAIR.beta", None, f"given for {concise(problem)}: it has no prior", got="")
        best = self.best or float(part_of(prior, "high", part_of(problem, "top", 1.0)))
        return replace(self, beta=self.beta or tail_of(prior)[1], best=best or None)

    def arms_at(self, t: int) -> int:
        beta = self.exponent
        power = beta / 2.0 if beta < 1.0 and self.top < 1.0 else beta / (beta + 1.0)
        return ceil(t**power)

    def capacity(self, horizon: int) -> int:
        return self.arms_at(horizon) + 1

    def memory(self, capacity: int) -> int:
        return _SQUARES + 2 * capacity  # by arm: sums of squares, then indices

    def select(self, memory: Any, total: Any, pulls: Any, known: int, t: int, size: int, rng: Any) -> int:
        if known < size and known < self.arms_at(t):
            return known
        indices = _SQUARES + len(pulls)
        for arm in range(known):
            memory[indices + arm] = ucb_v(total[arm], pulls[arm], memory[_SQUARES + arm], t)
        return fair_argmax(rng, memory, indices, 1, known)

    def learn(self, memory: Any, arm: int, reward: float) -> None:
        memory[_SQUARES + arm] += reward * reward
