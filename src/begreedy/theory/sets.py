"""Bounds for sets of arms."""

from __future__ import annotations

from math import log, pi, sqrt

from begreedy.theory.bound import Bound, checked_horizon, positive
from begreedy.values.value import whole

# Kveton, Wen, Ashkan and Szepesvári (2015), theorems 4 and 6.
_GAP_CONSTANT, _FREE_CONSTANT = 534.0, 47.0


def comb_ucb(horizon: float, arms: int, size: int, gap: float | None = None) -> Bound:
    """CombUCB(1.5) on actions of at most ``size`` of the ``arms``, rewards in [0, 1]:

    ``47 sqrt(d m T log T) + (pi**2 / 3 + 1) d m``; with the least ``gap`` between the best and another action also
    ``534 d m log T / gap + (pi**2 / 3 + 1) d m``, if that is less.  No round costs more than m.  The constants 47 and
    534 are quoted from memory: the text could not be had.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    arms : int
        Number of arms d.
    size : int
        Arms of an action, m.
    gap : float, optional
        Least difference between the best and another action.

    Returns
    -------
    Bound
        Its value.

    References
    ----------
    Kveton, Wen, Ashkan, Szepesvári (2015), *Tight Regret Bounds for Stochastic Combinatorial Semi-Bandits*.

    Examples
    --------
    >>> comb_ucb(10**8, arms=10, size=2, gap=0.2)
    regret <= 9.8375e+05 at T = 1e+08 [CombUCB]
    >>> comb_ucb(1000, arms=10, size=2)
    regret <= 17555 at T = 1000 [CombUCB]: vacuous, not below 2 T
    """
    horizon = checked_horizon(horizon)
    arms = whole(arms, "arms", low=1)
    size = whole(size, "size", low=1, high=arms)
    value = _FREE_CONSTANT * sqrt(arms * size * horizon * log(horizon))
    if gap is not None:
        value = min(value, _GAP_CONSTANT * arms * size * log(horizon) / positive(gap, "gap"))
    return Bound("CombUCB", horizon, value + (pi * pi / 3.0 + 1.0) * arms * size, per_round=float(size))
