"""Policies for arms that cost: the most reward per cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, log, sqrt
from typing import Any

from begreedy.arithmetic import log_beta
from begreedy.problems.budgeted import Budgeted
from begreedy.random import beta, uniform
from begreedy.types import says
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value

_TINY = 1e-9  # added to mean costs in Budget-UCB, so that an arm that was free so far has a finite index


def ratio_of(reward: float, cost: float) -> float:
    """Reward per cost; without any cost, infinite if there was any reward, and else 0."""
    if cost > 0.0:
        return reward / cost
    return inf if reward > 0.0 else 0.0


@dataclass(frozen=True)
class RatioGreedy(Value):
    """Plays the largest ratio of total reward to total cost; what ``Greedy()`` is on a Budgeted problem.

    An arm that was free so far comes first if it ever paid, and last otherwise.

    Examples
    --------
    >>> round(RatioGreedy().index(total=6.0, cost=4.0), 6)
    1.5
    """

    name = "Greedy"
    monotone = True

    def index(self, total: float, cost: float) -> float:
        return ratio_of(total, cost)


@dataclass(frozen=True)
class BGreedy(Value):
    """b-GREEDY: RatioGreedy, but with probability ``min(1, alpha * K / t)`` a uniformly random arm.

    Parameters
    ----------
    alpha : float
        Scale of the probability of a random arm, at least 0.

    References
    ----------
    Xia, Qin, Ding, Li, Zhang, Yu, Liu (2017), *Finite budget analysis of multi-armed bandit problems*.

    Examples
    --------
    >>> round(BGreedy().index(total=6.0, cost=4.0), 6)
    1.5
    """

    alpha: float = 1.0

    name = "b-GREEDY"

    def validate(self) -> None:
        self.require("alpha", self.alpha >= 0.0, "at least 0")

    def explore(self, t: int, arms: int) -> float:
        return min(1.0, self.alpha * arms / t)

    def index(self, total: float, cost: float) -> float:
        return ratio_of(total, cost)


@dataclass(frozen=True)
class BudgetUCB(Value):
    """Budget-UCB: the index is ``r/c + (e/c) (1 + min(r + e, 1) / max(c - e, floor))``.

    Here r is the mean reward, c the mean cost and e = ``sqrt(2 log t / n)``; ``floor`` is a positive lower bound of the
    mean costs, known to the policy.

    Parameters
    ----------
    floor : float
        Positive lower bound of the mean costs.

    References
    ----------
    Xia, Ding, Zhang, Yu, Qin (2015), *Budgeted Bandit Problems with Continuous Random Costs*.

    Examples
    --------
    >>> round(BudgetUCB().index(total=6.0, pulls=10, cost=4.0, t=100), 6)
    239930.194273
    """

    floor: float = 1e-5

    name = "Budget-UCB"
    growing = True
    reward_range = (0.0, 1.0)

    def validate(self) -> None:
        self.require("floor", 0.0 < self.floor <= 1.0, "in (0, 1]")

    def index(self, total: float, pulls: int, cost: float, t: int) -> float:
        reward = total / pulls
        price = cost / pulls + _TINY
        width = sqrt(2.0 * log(t) / pulls)
        return reward / price + width / price * (1.0 + min(reward + width, 1.0) / max(price - width, self.floor))


@dataclass(frozen=True)
class BTS(Value):
    """Budgeted Thompson sampling: plays the largest ratio of a sampled mean reward to a sampled mean cost.

    Both have Beta(1, 1) priors; an amount strictly between 0 and 1 counts as 1 with that probability.  No first pulls.

    References
    ----------
    Xia, Li, Qin, Yu, Liu (2015), *Thompson Sampling for Budgeted Multi-Armed Bandits*.

    Examples
    --------
    >>> BTS()
    BTS()
    """

    reward_range = (0.0, 1.0)
    log_concave = True  # both parts

    def observe(self, amount: float, rng: Any) -> float:
        if amount <= 0.0 or amount >= 1.0:
            return amount
        return 1.0 if uniform(rng) < amount else 0.0

    def part(self, total: float, pulls: int, rng: Any) -> float:
        return beta(rng, 1.0 + total, 1.0 + (pulls - total))

    def sample(self, total: float, pulls: int, cost: float, rng: Any) -> float:
        return ratio_of(self.part(total, pulls, rng), self.part(cost, pulls, rng))

    def log_shape(self, x: float, total: float, pulls: int) -> float:
        return total * log(x) + (pulls - total) * log(1.0 - x)

    def log_scale(self, total: float, pulls: int) -> float:
        return log_beta(1.0 + total, 1.0 + (pulls - total))

    def slope(self, x: float, total: float, pulls: int) -> float:
        return total / x - (pulls - total) / (1.0 - x)


@dataclass(frozen=True)
class _Optimist(Value):
    """What i-, c- and m-UCB have in common: a confidence width ``alpha * sqrt(log(t - 1) / n)``."""

    alpha: float

    growing = True

    def validate(self) -> None:
        self.require("alpha", self.alpha >= 0.0, "at least 0")

    def width(self, pulls: int, t: int) -> float:
        return self.alpha * sqrt(log(max(1, t - 1)) / pulls)


@dataclass(frozen=True)
class IUCB(_Optimist):
    """i-UCB: the index is ``r/c + e`` with e = ``alpha * sqrt(log(t - 1) / n)``.

    Parameters
    ----------
    alpha : float
        Width of the confidence term, at least 0.

    References
    ----------
    Xia, Qin, Ding, Li, Zhang, Yu, Liu (2017), *Finite budget analysis of multi-armed bandit problems*.

    Examples
    --------
    >>> round(IUCB().index(total=6.0, pulls=10, cost=4.0, t=100), 6)
    1.669468
    """

    alpha: float = 0.25

    name = "i-UCB"

    def index(self, total: float, pulls: int, cost: float, t: int) -> float:
        return ratio_of(total, cost) + self.width(pulls, t)


@dataclass(frozen=True)
class CUCB(_Optimist):
    """c-UCB: the index is ``(r + e) / c`` with e = ``alpha * sqrt(log(t - 1) / n)``.

    Parameters
    ----------
    alpha : float
        Width of the confidence term, at least 0.

    References
    ----------
    Xia, Qin, Ding, Li, Zhang, Yu, Liu (2017), *Finite budget analysis of multi-armed bandit problems*.

    Examples
    --------
    >>> round(CUCB().index(total=6.0, pulls=10, cost=4.0, t=100), 6)
    1.711835
    """

    alpha: float = 0.125

    name = "c-UCB"

    def index(self, total: float, pulls: int, cost: float, t: int) -> float:
        width = self.width(pulls, t)
        return ratio_of(total / pulls + width, cost / pulls)


@dataclass(frozen=True)
class MUCB(_Optimist):
    """m-UCB: the index is ``min(r + e, 1) / (c - e)``, infinite if c <= e, with e = ``alpha * sqrt(log(t - 1) / n)``.

    Parameters
    ----------
    alpha : float
        Width of the confidence term, at least 0.

    References
    ----------
    Xia, Qin, Ding, Li, Zhang, Yu, Liu (2017), *Finite budget analysis of multi-armed bandit problems*.

    Examples
    --------
    >>> round(MUCB().index(total=6.0, pulls=10, cost=4.0, t=100), 6)
    1.796163
    """

    alpha: float = 0.0625

    name = "m-UCB"
    reward_range = (0.0, 1.0)

    def index(self, total: float, pulls: int, cost: float, t: int) -> float:
        width = self.width(pulls, t)
        price = cost / pulls - width
        return min(total / pulls + width, 1.0) / price if price > 0.0 else inf


@dataclass(frozen=True)
class UCBBV1(Value):
    """UCB-BV1: the index is ``r/c + (1 + 1/floor) e / (floor - e)``, infinite if e >= floor.

    Here e = ``sqrt(log(t - 1) / n)``; ``floor`` is a positive lower bound of the mean costs, known to the policy (the
    least of the given arms, if left out).

    Parameters
    ----------
    floor : float, optional
        Positive lower bound of the mean costs.  By default the least mean cost of the given arms.

    References
    ----------
    Ding, Qin, Zhang, Liu (2013), *Multi-Armed Bandit with Budget Constraint and Variable Costs*.

    Examples
    --------
    >>> UCBBV1()
    UCBBV1()
    """

    floor: float | None = optional(0.0)

    name = "UCB-BV1"
    growing = True

    def validate(self) -> None:
        within = self.floor is None or 0.0 < self.floor <= 1.0
        self.require("floor", within, "in (0, 1], or left out for the least mean cost of the problem")

    @property
    def least_cost(self) -> float:
        """``floor`` as compiled code reads it; ``fit`` fills it in."""
        return self.floor or 0.0

    def fit(self, problem: Budgeted, horizon: int) -> UCBBV1:
        """Fill in the least mean cost."""
        if self.floor is not None or not says(problem, "costly"):
            return self
        least = min(problem.means()[1]) if problem.prior is None else 0.0
        if least <= 0.0:
            why = f"given for {concise(problem)}: its mean costs have no bound above 0"
            raise BadValue.of("UCBBV1.floor", None, why, got="")
        return replace(self, floor=least)

    def index(self, total: float, pulls: int, cost: float, t: int) -> float:
        width = sqrt(log(max(1, t - 1)) / pulls)
        if width >= self.least_cost:
            return inf
        return ratio_of(total, cost) + (1.0 + 1.0 / self.least_cost) * width / (self.least_cost - width)


@dataclass(frozen=True)
class KUBE(Value):
    """The density rule of fractional KUBE, for unknown costs: the index is ``(r + sqrt(2 log t / n)) / c``.

    Costs are at most 1, so which arms are affordable matters for the last pulls only, and is left to the stopping rule.

    References
    ----------
    Tran-Thanh, Chapman, Rogers, Jennings (2012), *Knapsack Based Optimal Policies for Budget-Limited Multi-Armed
    Bandits*.

    Examples
    --------
    >>> round(KUBE().index(total=6.0, pulls=10, cost=4.0, t=100), 6)
    3.899263
    """

    growing = True

    def index(self, total: float, pulls: int, cost: float, t: int) -> float:
        return ratio_of(total / pulls + sqrt(2.0 * log(t) / pulls), cost / pulls)
