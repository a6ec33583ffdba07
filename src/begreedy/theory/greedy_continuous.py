"""Greedy on K points of [0, 1], for a function that is smooth at its maximum."""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Any

import numpy as np

from begreedy.theory.bound import (
    Bound,
    checked_horizon,
    closed_form_conditions,
    failing,
    grid_arms,
    on_grid,
    one_form,
    positive,
    whole_arms,
)
from begreedy.theory.greedy_generic import all_underestimated, pulls_cost
from begreedy.theory.search import evaluate
from begreedy.values.errors import BadValue
from begreedy.values.value import whole

KNOWN = "continuous-armed theorem, known smoothness"
UNKNOWN = "continuous-armed corollary, unknown smoothness"


def arms_known(horizon: float, alpha: float, smoothness: float, printed: bool = False) -> float:
    """``2 * 3**(-(2a+1)/(4a+1)) * L**(2/(4a+1)) * T**((2a+1)/(4a+1)) * (log T)**(2a/(4a+1))``.

    The prefactor solves the proof's equation for every alpha; the printed (32/27)**(a/(4a+1)) does for alpha = 1 only.
    """
    power = 4.0 * alpha + 1.0
    front = 2.0 * 3.0 ** (-(2.0 * alpha + 1.0) / power)
    if printed:
        front = (32.0 / 27.0) ** (alpha / power)
    scale = smoothness ** (2.0 / power) * horizon ** ((2.0 * alpha + 1.0) / power)
    return float(front * scale * log(horizon) ** (2.0 * alpha / power))


def arms_unknown(horizon: float) -> float:
    """``sqrt(4/3 T log T)``: the limit of the above for alpha to infinity."""
    return sqrt(4.0 / 3.0 * horizon * log(horizon))


def continuous(
    horizon: float,
    alpha: float,
    smoothness: float,
    *,
    k: int | None = None,
    epsilon: float | None = None,
    best: bool = False,
    printed: bool = False,
    sharp: bool = False,
    sigma: float = 1.0,
    dimension: int = 1,
) -> Bound:
    """Greedy on the points 1/K, ..., 1 for f with values in [0, 1] and ``f(x*) - f(x) <= L |x - x*|**alpha``.

    For any ``k`` and ``epsilon`` (the best one, if not given) with K >= (L / eps)**(1/alpha):
    ``T exp(-(K (eps / L)**(1/alpha) - 1) eps**2 / 2) + 4 eps T + 6 K / eps + K``, and never more than L T.
    With neither, the closed form for the theorem's K,
    ``13 max(y, y**2) T**((3a+1)/(4a+1)) + 1`` with y = (L (log T)**a)**(1/(4a+1)), if
    L <= sqrt(3 / (2 T)) K**(alpha + 1/2).  ``best`` looks for the best of all ``k`` and ``epsilon``; ``sharp`` has the
    closed form ``13 y T**((3a+1)/(4a+1)) + 2``, which needs no condition on L.

    On a box of d dimensions, with the largest difference of a coordinate for ``|x - x*|`` and a grid of K = m**d
    points, at least ``max(0, m (eps / L)**(1/alpha) - 1)**d`` of these are within eps of the maximum, which takes the
    place of the exponent's factor above; the condition is m >= (L / eps)**(1/alpha).  But for the -1 that is the
    theorem with alpha / d instead of alpha, and so is its K, which is rounded to a grid.  There is no closed form: the
    value is that of the best epsilon.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    alpha : float
        Smoothness exponent of the function, greater than 0.
    smoothness : float
        Its constant L, greater than 0.
    k : int, optional
        Number of arms kept.  By default that of the theorem, or the best one.
    epsilon : float, optional
        Accuracy of the analysis.  By default the best one.
    best : bool
        Whether to minimise the bound over ``k`` and ``epsilon``.
    printed : bool
        Whether to take the closed form as it is printed, errors included.
    sharp : bool
        Whether to take the sharper closed form.
    sigma : float
        Subgaussian constant of the rewards.
    dimension : int
        Dimension of the box of arms.

    Returns
    -------
    Bound
        Its value, with ``k``, ``epsilon`` and what does not hold.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), theorem on continuous-armed bandits.  ``printed`` leaves out the corrections
    (the -1, for a maximum at the border; max(y, y**2), printed as y**2; the prefactor of K if alpha is not 1): see
    ``docs/errata.md``.

    Examples
    --------
    >>> continuous(10**9, alpha=1, smoothness=1)
    regret <= 6.9267e+08 at T = 1e+09 with K = 873657, epsilon = 0.0362 [continuous-armed theorem, known smoothness]
    >>> continuous(10**9, alpha=1, smoothness=1, best=True).value < 0.3 * 10**9
    True
    >>> continuous(10**9, alpha=1, smoothness=1, sharp=True)
    regret <= 3.7778e+08 at T = 1e+09 with K = 873657, epsilon = 0.0362 [continuous-armed theorem, known smoothness]
    >>> continuous(12_361, alpha=1, smoothness=1).vacuous
    True
    """
    horizon, alpha = checked_horizon(horizon), positive(alpha, "alpha")
    smoothness, sigma = positive(smoothness, "smoothness"), positive(sigma, "sigma")
    dimension = whole(dimension, "dimension", low=1)
    if dimension > 1 and (printed or sharp or best):
        raise BadValue.of("dimension", dimension, "1 for closed forms, printed or sharper, and for the best K")
    free = k is not None or epsilon is not None or best
    one_form(free, sharp=sharp)  # printed says something of these, too
    one_form(False, printed=printed, sharp=sharp)
    arms = arms_known(horizon, alpha / dimension, smoothness, printed)
    if dimension > 1:
        k = on_grid(grid_arms(arms, dimension) if k is None else k, dimension)
    if free or dimension > 1:
        at = SmoothBound(KNOWN, horizon, alpha, smoothness, sigma, printed, dimension)
        return evaluate(at, k, epsilon, best, arms)
    epsilon = sqrt(1.5 * arms / horizon)
    power = 4.0 * alpha + 1.0
    y = smoothness ** (1.0 / power) * log(horizon) ** (alpha / power)
    main, conditions = 13.0 * horizon ** ((3.0 * alpha + 1.0) / power), closed_form_conditions(horizon, sigma)
    if sharp:
        return Bound(KNOWN, horizon, y * main + 2.0, whole_arms(arms), epsilon or None, failing(conditions))
    value = (y * y if printed else max(y, y * y)) * main + 1.0
    conditions["L <= sqrt(3 / (2 T)) K**(alpha + 1/2)"] = arms > 0.0 and log(smoothness) <= 0.5 * log(1.5 / horizon) + (
        alpha + 0.5
    ) * log(arms)
    return Bound(KNOWN, horizon, value, whole_arms(arms), epsilon or None, failing(conditions))


def continuous_unknown(
    horizon: float,
    alpha: float,
    smoothness: float,
    *,
    epsilon: float | None = None,
    best: bool = False,
    printed: bool = False,
    sharp: bool = False,
    sigma: float = 1.0,
    dimension: int = 1,
) -> Bound:
    """Greedy on ``sqrt(4/3 T log T)`` points, which needs to know neither alpha nor L (only the bound does):

    ``15 max(L**x, L**-x) T**((3a+2)/(4a+2)) sqrt(log T) + 1`` with x = 1/(2a+1), if
    L <= 3**(1/4) (4/3)**((2a+1)/4) T**(a/2) (log T)**((a+1)/2).
    With ``best``, or an ``epsilon``, the theorem's bound at this K (see ``continuous``).  ``sharp`` has the closed form
    ``5.3 L**x T**((3a+2)/(4a+2)) (log T)**(a/(4a+2)) + 8 L**-x T**((3a+1)/(4a+2)) (log T)**((a+1)/(4a+2)) + K + 2``,
    which needs no condition on L.  On a box, that many points, rounded to a grid, at the best epsilon.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    alpha : float
        Smoothness exponent of the function, greater than 0.
    smoothness : float
        Its constant L, greater than 0.
    epsilon : float, optional
        Accuracy of the analysis.  By default the best one.
    best : bool
        Whether to take the theorem's bound at this K and its best ``epsilon``.
    printed : bool
        Whether to take the closed form as it is printed, errors included.
    sharp : bool
        Whether to take the sharper closed form.
    sigma : float
        Subgaussian constant of the rewards.
    dimension : int
        Of the box, at least 1.

    Returns
    -------
    Bound
        Its value, with ``k``, ``epsilon`` and what does not hold.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), corollary on continuous-armed bandits.  ``printed`` takes the condition as it is
    printed, with T**(2a) instead of T**(a/2): see ``docs/errata.md``.

    Examples
    --------
    >>> continuous_unknown(100_000, alpha=1, smoothness=20).k
    1239
    """
    horizon, alpha = checked_horizon(horizon), positive(alpha, "alpha")
    smoothness, sigma = positive(smoothness, "smoothness"), positive(sigma, "sigma")
    arms, dimension = arms_unknown(horizon), whole(dimension, "dimension", low=1)
    if dimension > 1 and (printed or sharp):
        raise BadValue.of("dimension", dimension, "1 for closed forms, printed or sharper")
    one_form(best or epsilon is not None, sharp=sharp)
    one_form(False, printed=printed, sharp=sharp)
    if best or epsilon is not None or dimension > 1:
        free = SmoothBound(UNKNOWN, horizon, alpha, smoothness, sigma, printed, dimension)
        return evaluate(free, grid_arms(whole_arms(arms), dimension), epsilon, best, arms)
    power, rounds = 2.0 * alpha + 1.0, log(horizon)
    epsilon = smoothness ** (1.0 / power) * (3.0 * rounds / horizon) ** (alpha / (2.0 * power))
    if sharp:
        near = 5.3 * smoothness ** (1.0 / power) * horizon * (rounds / horizon) ** (alpha / (2.0 * power))
        far = (
            8.0
            * smoothness ** (-1.0 / power)
            * sqrt(horizon * rounds)
            * (horizon / max(rounds, 1e-9)) ** (alpha / (2.0 * power))
        )
        fails = failing(closed_form_conditions(horizon, sigma))
        return Bound(UNKNOWN, horizon, near + far + arms + 2.0, whole_arms(arms), epsilon or None, fails)
    rate = horizon ** ((3.0 * alpha + 2.0) / (2.0 * power)) * sqrt(rounds)
    front = max(smoothness ** (1.0 / power), smoothness ** (-1.0 / power))
    exponent, shown = (2.0 * alpha, "2a") if printed else (alpha / 2.0, "a/2")
    limit = 0.25 * log(3.0) + power / 4.0 * log(4.0 / 3.0) + exponent * rounds
    fails = failing(
        {
            **closed_form_conditions(horizon, sigma),
            f"L <= 3**(1/4) (4/3)**((2a+1)/4) T**({shown}) (log T)**((a+1)/2)": rounds > 0.0
            and log(smoothness) <= limit + (alpha + 1.0) / 2.0 * log(rounds),
        }
    )
    return Bound(UNKNOWN, horizon, 15.0 * front * rate + 1.0, whole_arms(arms), epsilon or None, fails)


class SmoothBound:
    """The theorem's bound as a function of K and epsilon, for one horizon and one smoothness."""

    condition, most = "K >= (L / epsilon)**(1/alpha)", inf

    def __init__(
        self,
        statement: str,
        horizon: float,
        alpha: float,
        smoothness: float,
        sigma: float,
        printed: bool,
        dimension: int = 1,
    ) -> None:
        self.statement, self.horizon, self.alpha, self.smoothness = statement, horizon, alpha, smoothness
        self.sigma, self.printed, self.dimension = sigma, printed, dimension
        if dimension > 1:
            self.condition = f"K**(1/{dimension}) >= (L / epsilon)**(1/alpha)"
        self.ceiling = inf if printed else smoothness * horizon

    def near_optimal(self, k: Any, epsilon: Any) -> Any:
        """At least so many of K points are within epsilon of the maximum.

        Within r = (eps / L)**(1/alpha) of x* lie at least K r points of the grid, unless x* is near 0: then there may
        be only floor(K r) > K r - 1 of them.  Beyond r = 1 there are no more points.  On a box that holds along
        each axis, with the d-th root of K.
        """
        radius = np.exp(np.minimum(np.log(epsilon / self.smoothness) / self.alpha, 300.0))
        if self.printed:
            return k * radius
        side = k ** (1.0 / self.dimension)
        return np.maximum(side * np.minimum(radius, 1.0) - 1.0, 0.0) ** self.dimension

    def holds(self, k: Any, epsilon: Any) -> Any:
        """Whether the grid has a point within epsilon of the maximum."""
        return self.alpha / self.dimension * np.log(k) >= np.log(self.smoothness / epsilon) - 1e-12

    def value(self, k: Any, epsilon: Any) -> Any:
        missed = self.horizon * all_underestimated(self.near_optimal(k, epsilon), epsilon, self.sigma)
        return missed + pulls_cost(self.horizon, k, epsilon, 4.0, self.sigma) + k

    def epsilons(self, k: float) -> tuple[float, float]:
        # Below sigma / sqrt(T) every term falls as epsilon grows; with epsilon = L one arm is fine enough.
        return min(0.5, self.sigma / sqrt(self.horizon)), 2.0 * max(1.0, self.smoothness, sqrt(2.0 * k / self.horizon))
