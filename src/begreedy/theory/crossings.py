"""The horizon at which one bound overtakes another."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log

import numpy as np

from begreedy.theory.bound import Bound, positive
from begreedy.values.errors import BadValue


def crossing(
    a: Callable[[float], float | Bound], b: Callable[[float], float | Bound], low: float = 2.0, high: float = 1e100
) -> float | None:
    """The last horizon in [low, high] at which the curves ``a`` and ``b`` cross; None if they never do.

    The curves are functions of the horizon, giving numbers or ``Bound``\\ s.  The search is in log T, so that it is as
    exact (to about 1e-12, relative) at 1e46 as at 100.

    Parameters
    ----------
    a : callable
        A curve: a function of the horizon.
    b : callable
        Another curve.
    low : float
        Smallest horizon to look at.
    high : float
        Largest horizon to look at.

    Returns
    -------
    float or None
        That horizon.

    Examples
    --------
    >>> from begreedy import theory
    >>> greedy = lambda horizon: theory.continuous(horizon, 1, 1, printed=True)
    >>> round(crossing(greedy, lambda horizon: theory.moss_fitted(horizon, 1, 1)))
    12361
    """
    low, high = positive(low, "low"), positive(high, "high")
    if not low < high:
        raise BadValue.of("low", low, f"below high = {high!r}")

    def gap(logarithm: float) -> float:
        horizon = exp(logarithm)
        return log(max(float(a(horizon)), 1e-300)) - log(max(float(b(horizon)), 1e-300))

    grid = np.linspace(log(low), log(high), 1001).tolist()
    gaps = [gap(u) for u in grid]
    changes = [i for i in range(len(grid) - 1) if (gaps[i] > 0.0) != (gaps[i + 1] > 0.0)]
    if not changes:
        return None
    left, right = grid[changes[-1]], grid[changes[-1] + 1]
    above = gaps[changes[-1]] > 0.0
    while (middle := (left + right) / 2.0) not in (left, right):
        if (gap(middle) > 0.0) == above:
            left = middle
        else:
            right = middle
    return exp(left)
