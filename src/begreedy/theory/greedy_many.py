"""Greedy on K of n arms, several of which are best."""

from __future__ import annotations

from dataclasses import replace
from math import inf, log, sqrt
from typing import Any

import numpy as np

from begreedy.theory.bound import (
    Bound,
    checked_horizon,
    closed_form_conditions,
    failing,
    hardness,
    one_form,
    positive,
    whole_arms,
)
from begreedy.theory.greedy_generic import all_underestimated, pulls_cost
from begreedy.theory.search import evaluate
from begreedy.values.errors import BadValue
from begreedy.values.value import whole

MANY = "many-armed theorem"
CAREFUL = "many-armed experiment, careful analysis"


def arms_many(horizon: float, gamma: float) -> float:
    """``2 T**(2g) log T`` if T**(1-3g) <= log T, else ``2 sqrt(T**(1+g) log T)``."""
    if _hard(horizon, gamma):
        return float(2.0 * horizon ** (2.0 * gamma) * log(horizon))
    return 2.0 * sqrt(horizon ** (1.0 + gamma) * log(horizon))


def arms_careful(horizon: float, gamma: float) -> float:
    """``(1 - 2g) T**(2g) log(T) / 4``."""
    return float((1.0 - 2.0 * gamma) * horizon ** (2.0 * gamma) * log(horizon) / 4.0)


def _hard(horizon: float, gamma: float) -> bool:
    return bool(horizon ** (1.0 - 3.0 * gamma) <= log(horizon))


def many_armed(
    horizon: float,
    gamma: float,
    n: int | None = None,
    *,
    k: int | None = None,
    epsilon: float | None = None,
    best: bool = False,
    printed: bool = False,
    sharp: bool = False,
    chernoff: bool = False,
    sigma: float = 1.0,
) -> Bound:
    """Greedy on K of n arms of which a share p >= T**-gamma is best.

    For any ``k`` and ``epsilon`` (the best one, if not given):
    ``T (exp(-p K eps**2 / 4) + exp(-p**2 K / 2)) + 3 eps T + 6 K / eps + K``; ``chernoff`` has ``exp(-p K / 8)`` for
    the second exponential, which is smaller if p < 1/4.  With neither, the closed forms for the theorem's K:
    ``14 T**(g + 1/2) log T + 2`` with K = 2 T**(2g) log T, if T**(1-3g) <= log T, else
    ``14 T**((3+g)/4) sqrt(log T) + 2`` with K = 2 sqrt(T**(1+g) log T).
    ``best`` looks for the best of all ``k`` and ``epsilon``; ``sharp`` has sqrt(log T) for log T in the first, and
    (log T)**(1/4) for sqrt(log T) in the second.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    gamma : float
        Hardness: a share ``T**-gamma`` of the arms is best.
    n : int, optional
        Number of arms there are.
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
    chernoff : bool
        Whether to bound by Chernoff instead of Hoeffding, with ``k``, ``epsilon`` or ``best``.
    sigma : float
        Subgaussian constant of the rewards.

    Returns
    -------
    Bound
        Its value, with ``k``, ``epsilon`` and what does not hold.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), theorem on many-armed bandits.  For gamma > 1/2 the K arms alone may cost more than
    the ``printed`` form: the corrected one has 12 T**(g+1/2) sqrt(log T) + 2 T**(2g) log T + 2 there (vacuous, too).

    Examples
    --------
    >>> many_armed(5000, gamma=0.4, n=2000)
    regret <= 2.54...e+05 at T = 5000 with K = 15507, ... vacuous, not below T; fails: K <= n
    """
    horizon, gamma, sigma = checked_horizon(horizon), hardness(gamma), positive(sigma, "sigma")
    theorem = arms_many(horizon, gamma)
    free = k is not None or epsilon is not None or best
    one_form(free, printed=printed, sharp=sharp)
    if chernoff and not free:
        raise BadValue.of("chernoff", True, "left out without k, epsilon or best: closed forms are by Hoeffding")
    if free:
        found = evaluate(Sample(horizon, gamma, n, sigma, chernoff), k, epsilon, best, theorem)
        return _at_most(found, n)
    rounds = log(horizon)
    if sharp:  # 7 sqrt(2) sqrt(K T), in both regimes
        value = 14.0 * sqrt(theorem * horizon / 2.0) + 2.0
    elif not _hard(horizon, gamma):
        value = 14.0 * horizon ** ((3.0 + gamma) / 4.0) * sqrt(rounds) + 2.0
    elif gamma <= 0.5 or printed:
        value = 14.0 * horizon ** (gamma + 0.5) * rounds + 2.0
    else:
        value = 12.0 * horizon ** (gamma + 0.5) * sqrt(rounds) + theorem + 2.0
    fails = failing(closed_form_conditions(horizon, sigma))
    epsilon = sqrt(2.0 * theorem / horizon) or None
    return _at_most(Bound(MANY, horizon, value, whole_arms(theorem), epsilon, fails), n)


def many_armed_careful(horizon: float, gamma: float, n: int | None = None) -> Bound:
    """Greedy on the experiment's ``(1 - 2g) T**(2g) log(T) / 4`` arms, for rewards in [0, 1] and gamma < 1/2:

    ``2 T**(g + 1/2) + 3 / sqrt(2) sqrt(1 - 2g) T**(g + 1/2) sqrt(log T) + K``.

    The paper states this K without a proof.  Rewards in [0, 1] are 1/4-subgaussian, which leaves 3 eps T + 1.5 K / eps,
    least for eps**2 = K / (2 T).  Bad events may cost as much as the rest, T**(g + 1/2) instead of 1: all best arms
    underestimated, T exp(-p K eps**2), if T**(3g-1) (1 - 2g) log T >= 16; too few best arms drawn, T exp(-p K / 8) by
    Chernoff, if T**g >= 16 (Hoeffding's exp(-p**2 K / 2) would need four times this K).

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    gamma : float
        Hardness: a share ``T**-gamma`` of the arms is best.
    n : int, optional
        Number of arms there are.

    Returns
    -------
    Bound
        Its value, with ``k``, ``epsilon`` and what does not hold.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), experiments on many-armed bandits; derived in ``docs/errata.md``.

    Examples
    --------
    >>> many_armed_careful(5000, gamma=0.4).k
    388
    """
    horizon, gamma = checked_horizon(horizon), hardness(gamma)
    if gamma >= 0.5:
        raise BadValue.of("gamma", gamma, "below 1/2 for the careful K")
    arms, main = arms_careful(horizon, gamma), horizon ** (gamma + 0.5)
    spread = 3.0 / sqrt(2.0) * sqrt((1.0 - 2.0 * gamma) * log(horizon))
    noise = horizon ** (3.0 * gamma - 1.0) * (1.0 - 2.0 * gamma) * log(horizon)
    fails = failing({"T**(3g-1) (1 - 2g) log T >= 16": noise >= 16.0, "T**g >= 16": horizon**gamma >= 16.0})
    epsilon = sqrt(arms / (2.0 * horizon)) or None
    return _at_most(Bound(CAREFUL, horizon, (2.0 + spread) * main + arms, whole_arms(arms), epsilon, fails), n)


def _at_most(bound: Bound, n: int | None) -> Bound:
    """The bound, with the condition that there are as many arms to draw from."""
    if n is None or bound.k is None or bound.k <= whole(n, "n", low=1):
        return bound
    return replace(bound, fails=(*bound.fails, "K <= n"))


class Sample:
    """The theorem's bound as a function of K and epsilon, for one horizon and one hardness."""

    statement, condition, ceiling = MANY, "", inf

    def __init__(self, horizon: float, gamma: float, n: int | None, sigma: float, chernoff: bool) -> None:
        self.most = inf if n is None else float(whole(n, "n", low=1))
        self.horizon, self.share, self.sigma, self.chernoff = horizon, horizon**-gamma, sigma, chernoff

    def holds(self, k: Any, epsilon: Any) -> Any:
        return np.ones_like(k * epsilon, dtype=bool)

    def value(self, k: Any, epsilon: Any) -> Any:
        few = np.exp(-self.share * (k / 8.0 if self.chernoff else self.share * k / 2.0))
        missed = all_underestimated(self.share * k / 2.0, epsilon, self.sigma)
        return self.horizon * (missed + few) + pulls_cost(self.horizon, k, epsilon, 3.0, self.sigma) + k

    def epsilons(self, k: float) -> tuple[float, float]:
        return min(0.5, self.sigma / sqrt(self.horizon)), 2.0 * max(1.0, sqrt(2.0 * k / self.horizon))
