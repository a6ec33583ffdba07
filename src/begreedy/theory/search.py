"""The least value of a bound over its free parameters: grids in logarithms that close in on the best point."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import ceil, floor, log
from typing import Any, Protocol

import numpy as np

from begreedy.theory.bound import Bound, positive, whole_arms
from begreedy.values.errors import BadValue
from begreedy.values.value import whole

_POINTS = {1: 2001, 2: 161}  # per dimension: fine enough to find the right valley at once
_ROUNDS = {1: 5, 2: 7}  # the last grid is far finer than a float can tell in the value


def least(f: Callable[..., Any], *ranges: tuple[float, float]) -> tuple[float, ...]:
    """The point of one or two positive coordinates at which ``f`` (of arrays) is least; infinite where not allowed.

    >>> [round(x, 6) for x in least(lambda x, y: (x - 2) ** 2 + (y - 3) ** 2, (0.1, 100.0), (0.1, 100.0))]
    [2.0, 3.0]
    """
    lows = np.array([log(low) for low, _ in ranges])
    highs = np.array([log(high) for _, high in ranges])
    limits = lows.copy(), highs.copy()
    best, where = np.inf, tuple(np.exp((lows + highs) / 2.0))
    for _ in range(_ROUNDS[len(ranges)]):
        axes = [np.exp(np.linspace(a, b, _POINTS[len(ranges)])) for a, b in zip(lows, highs, strict=True)]
        mesh = np.meshgrid(*axes, indexing="ij")
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            values = np.asarray(f(*mesh), dtype=float)
        values[np.isnan(values)] = np.inf
        at = np.unravel_index(np.argmin(values), values.shape)
        if values[at] < best:
            best, where = values[at], tuple(float(m[at]) for m in mesh)
        centre = np.log(where)
        reach = 4.0 * (highs - lows) / (_POINTS[len(ranges)] - 1)
        lows, highs = np.maximum(centre - reach, limits[0]), np.minimum(centre + reach, limits[1])
    return tuple(float(x) for x in where)


class FreeBound(Protocol):
    """A bound that holds for any number of arms and any epsilon that meet a condition."""

    horizon: float
    ceiling: float  # the regret is never above it, whatever K and epsilon
    most: float  # there are so many arms
    statement: str
    condition: str

    def value(self, k: Any, epsilon: Any) -> Any:
        """The bound, for arrays."""

    def holds(self, k: Any, epsilon: Any) -> Any:
        """Whether the condition holds, for arrays."""

    def epsilons(self, k: float) -> tuple[float, float]:
        """Between which values an epsilon can be of use."""


def evaluate(bound: FreeBound, k: int | None, epsilon: float | None, best: bool, theorem: float) -> Bound:
    """``bound`` at K and epsilon.  What is not given is the theorem's K and the best epsilon, or the best of both."""
    if best and epsilon is not None:
        words = "best looks for the best epsilon: give epsilon or best, not both"
        raise BadValue(words, field="epsilon", value=epsilon, allowed="left out with best")
    arms = whole_arms(theorem) if k is None else whole(k, "k", low=1)
    if epsilon is None:
        tried = [arms] if k is not None or not best else _best_arms(bound, theorem)
        pairs = [
            (number, least(partial(_allowed, bound, float(number)), bound.epsilons(number))[0]) for number in tried
        ]
        arms, epsilon = min(pairs, key=lambda pair: float(_allowed(bound, float(pair[0]), pair[1])))
    epsilon = positive(epsilon, "epsilon")
    fails = () if bool(bound.holds(float(arms), epsilon)) else (bound.condition,)
    value = min(float(bound.value(float(arms), epsilon)), bound.ceiling)
    return Bound(bound.statement, bound.horizon, value, arms, epsilon, fails)


def _best_arms(bound: FreeBound, theorem: float) -> list[int]:
    """The whole numbers on both sides of the best K, and the theorem's, as far as there are so many arms."""
    most = min(max(2.0, bound.horizon, theorem), bound.most)
    k, _ = least(partial(_allowed, bound), (1.0, most), bound.epsilons(most))
    return [int(min(number, bound.most)) for number in (whole_arms(theorem), max(1, floor(k)), ceil(k))]


def _allowed(bound: FreeBound, k: Any, epsilon: Any) -> Any:
    return np.where(bound.holds(k, epsilon), bound.value(k, epsilon), np.inf)
