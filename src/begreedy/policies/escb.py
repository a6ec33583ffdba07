"""ESCB: a bonus for a whole set of arms, which is narrower than the sum of the bonuses of its arms."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, chain
from math import ceil, log, sqrt
from typing import Any

import numpy as np

from begreedy.policies.combinatorial import deviation, needs_sets
from begreedy.problems.actions.listing import all_actions
from begreedy.types import provides, says
from begreedy.types.problems import CombinatorialProblem
from begreedy.values.errors import BadValue
from begreedy.values.value import Value

_MOST_LISTED = 10_000  # actions that are compared every round where rewards are correlated
_LARGEST_TABLE = 20_000_000  # numbers in the table of AESCB: 160 MB


@dataclass(frozen=True)
class ESCB(Value):
    """ESCB-2: plays the action with the largest sum of means plus ``sqrt(2 f(t) V)``.

    V is the variance of that sum: ``sigma**2`` times the sum of ``1 / pulls``; for correlated rewards the sum of
    ``covariance[i, j] n_ij / (n_i n_j)`` over pairs of arms, n_ij being how often both were played, and negative
    covariances counting as 0.  ``f(t) = log t + c m log log t`` with actions of m arms (``log t`` for t < 3): the
    theorem has c = 4 (from memory: its text could not be had), experiments 0.

    Exact on ``Sets``, all of which are looked at, and on ``TopM``, where all that may be better are (up to 100 000 in a
    round).  On ``Partition``, ``Paths`` without cycles, ``SpanningTrees``, ``Matchings`` and your own actions an
    approximation by Lagrangian relaxation: the best of the actions that maximise ``sum of means + slope * V`` for some
    slope.  Of the two between which the bonus touches, with sums of means W1 > W2, it plays the better one, which
    misses the largest index by ``(W1 - W2) / 4`` at most.  Refused where only shortest paths can be found.

    With correlated rewards V is not a sum over arms, and all actions are looked at: exact on ``Sets``, and on all other
    actions of the library that are at most 10 000.

    Parameters
    ----------
    c : float
        Weight of ``m log log t`` in the confidence level, at least 0.

    References
    ----------
    Combes, Talebi, Proutière, Lelarge (2015), *Combinatorial Bandits Revisited*; Perrault, Boursier, Perchet, Valko
    (2020), *Statistical Efficiency of Thompson Sampling for Combinatorial Semi-Bandits*, for correlated rewards;
    Cuvelier, Combes, Gourdin (2021), *Statistically Efficient, Polynomial-Time Algorithms for Combinatorial
    Semi-Bandits*, for the relaxation: their public code uses it on trees and matchings, with a budget for one of the
    two sums.  The bound of what it misses is ours.

    Examples
    --------
    >>> ESCB()
    ESCB()
    """

    c: float = 0.0

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def fit(self, problem: CombinatorialProblem, horizon: int) -> WidenedSum | CorrelatedSum:
        needs_sets(self, problem)
        loglog = self.c * problem.actions.size
        factor = problem.factor()
        if factor is None:
            _refuse_shortest(self, problem.actions)
            return WidenedSum(deviation(problem.law), loglog)
        covariance = tuple(np.ravel(factor @ factor.T).tolist())
        if says(problem.actions, "explicit"):
            return CorrelatedSum(1.0, loglog, covariance)
        _refuse_shortest(self, problem.actions)
        sets = all_actions(problem.actions, _MOST_LISTED)
        if sets is None:
            allowed = f"Sets(...), or the library's own and at most {_MOST_LISTED}, for ESCB with correlated rewards"
            raise BadValue.of("Combinatorial.actions", problem.actions, allowed)
        ends = tuple(accumulate(len(action) for action in sets))
        return ListedSum(1.0, loglog, covariance, tuple(chain.from_iterable(sets)), ends)


def _refuse_shortest(policy: Any, actions: Any) -> None:
    if says(actions, "costs_only"):
        allowed = f"without cycles for {type(policy).__name__}, whose bonus may exceed the cost"
        hint = "only shortest paths can be found here"
        raise BadValue.of("Combinatorial.actions", actions, allowed, hint=hint)


@dataclass(frozen=True)
class WidenedSum(Value):
    """Means, and a width for every action: sigma times ``sqrt(2 (log t + loglog * log log t) * sum of 1 / pulls)``."""

    sigma: float
    loglog: float

    def index(self, total: float, pulls: int) -> float:
        return total / pulls

    def action_bonus(self, width: float, t: int) -> float:
        rounds = log(t)
        if t >= 3:
            rounds += self.loglog * log(rounds)
        return self.sigma * sqrt(2.0 * rounds * width)


@dataclass(frozen=True)
class CorrelatedSum(WidenedSum):
    """The same for rewards with a ``covariance``, row by row, which is then in the width."""

    covariance: tuple[float, ...]


@dataclass(frozen=True)
class ListedSum(CorrelatedSum):
    """The same with all actions listed: their arms one after another, ``members``, and where each ends there."""

    members: tuple[int, ...]
    ends: tuple[int, ...]


@dataclass(frozen=True)
class AESCB(Value):
    """ESCB up to ``d max(1, log m)**2 / t`` for d arms and actions of m arms, in polynomial time.

    Means are rounded up to multiples of that over m; for every rounded sum the widest action is found by dynamic
    programming, and of all these the one is played with the largest index of ESCB.  On actions that are paths of a
    network without cycles: ``Paths``, ``TopM``, ``Partition``.  Rewards in [0, 1].  A round costs of the order of edges
    times ``m**2 t / d``.

    On ``SpanningTrees`` the widest tree of a sum is found by Lagrangian relaxation (Ravi and Goemans 1996): the two
    trees that it leaves are joined by exchanges of single edges, and the best tree on the way is played.  With V1 < V2
    the sums of 1 / pulls of two neighbours there, it misses the largest index by ``scale (sqrt V2 - sqrt V1)**2 / (8
    sqrt V1)`` at most, where ``scale sqrt V`` is the bonus: no rounding, and a horizon of any length.

    Parameters
    ----------
    c : float
        Weight of ``m log log t`` in the confidence level ``log t + c m log log t``; at least 0.

    References
    ----------
    Cuvelier, Combes, Gourdin (2021), *Statistically Efficient, Polynomial-Time Algorithms for Combinatorial
    Semi-Bandits*.

    Examples
    --------
    >>> AESCB()
    AESCB()
    """

    c: float = 0.0

    reward_range = (0.0, 1.0)

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def fit(self, problem: CombinatorialProblem, horizon: int) -> ExchangedSum | RoundedSum:
        needs_sets(self, problem)
        actions: Any = problem.actions
        network = actions.network() if provides(actions, "network") else None
        if provides(actions, "towards"):
            return ExchangedSum(deviation(problem.law), self.c * actions.size)
        if network is None:
            allowed = "paths without cycles, TopM(...), Partition(...) or SpanningTrees(...) for AESCB"
            raise BadValue.of("Combinatorial.actions", actions, allowed)
        if problem.minimise:
            raise BadValue.of("Combinatorial.minimise", True, "False for AESCB: what it rounds are rewards")
        step = max(1.0, log(actions.size)) ** 2 * actions.arms / actions.size
        levels = actions.size * ceil(horizon / step)
        if len(network.route) * (levels + 1) > _LARGEST_TABLE:
            most = int(_LARGEST_TABLE / len(network.route) / actions.size * step)
            raise BadValue.of("horizon", horizon, f"at most {most} for AESCB on {actions.arms} arms: its table grows")
        loglog = self.c * actions.size
        return RoundedSum(deviation(problem.law), loglog, step, actions.size, levels, len(network.route), *network)


@dataclass(frozen=True)
class ExchangedSum(WidenedSum):
    """The same on spanning trees, where single edges are exchanged."""

    reward_range = (0.0, 1.0)
    exchanges = True


@dataclass(frozen=True)
class RoundedSum(WidenedSum):
    """The same with means rounded to multiples of ``coarseness / t``, on the paths of a network."""

    coarseness: float
    size: int
    levels: int  # the largest rounded sum
    nodes: int
    route: tuple[int, ...]
    starts: tuple[int, ...]
    ways: tuple[int, ...]
    goals: tuple[int, ...]
    begin: int
    end: int

    reward_range = (0.0, 1.0)

    def step(self, t: int) -> float:
        return self.coarseness / t
