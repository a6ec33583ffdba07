"""Lower bounds that the paper quotes, up to their constants: no policy does better on all problems of the model."""

from __future__ import annotations

from begreedy.theory.bound import LOWER, Bound, checked_horizon, hardness, positive
from begreedy.values.value import whole


def lower_continuous(horizon: float, alpha: float, smoothness: float = 1.0, *, dimension: int = 1) -> Bound:
    """Known smoothness: ``L**(1/(2a+1)) T**((a+1)/(2a+1))`` (the paper leaves out L).  Kleinberg (2005); Hadiji (2019).

    On a box of d dimensions with a/d instead of a: ``L**(d/(2a+d)) T**((a+d)/(2a+d))``.  Kleinberg, Slivkins, Upfal
    (2008).

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    alpha : float
        Smoothness exponent of the function, greater than 0.
    smoothness : float
        Its constant L, greater than 0.
    dimension : int
        Of the box, at least 1.

    Returns
    -------
    Bound
        Its value, known up to a constant only.

    Examples
    --------
    >>> lower_continuous(1000, alpha=1)
    regret >= order 100 at T = 1000 [lower bound, known smoothness]: up to a constant
    """
    horizon, alpha, smoothness = checked_horizon(horizon), positive(alpha, "alpha"), positive(smoothness, "smoothness")
    alpha /= whole(dimension, "dimension", low=1)
    power = 2.0 * alpha + 1.0
    value = smoothness ** (1.0 / power) * horizon ** ((alpha + 1.0) / power)
    return Bound("lower bound, known smoothness", horizon, value, kind=LOWER)


def lower_continuous_unknown(horizon: float, alpha: float, smoothness: float = 1.0) -> Bound:
    """Unknown smoothness: ``L**(1/(a+1)) T**((a+2)/(2a+2))``.  Locatelli and Carpentier (2018).

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    alpha : float
        Smoothness exponent of the function, greater than 0.
    smoothness : float
        Its constant L, greater than 0.

    Returns
    -------
    Bound
        Its value, known up to a constant only.

    Examples
    --------
    >>> print(lower_continuous_unknown(1e6, alpha=1.0))
    regret >= order 31623 at T = 1000000 [lower bound, unknown smoothness]: up to a constant
    """
    horizon, alpha, smoothness = checked_horizon(horizon), positive(alpha, "alpha"), positive(smoothness, "smoothness")
    value = smoothness ** (1.0 / (alpha + 1.0)) * horizon ** ((alpha + 2.0) / (2.0 * alpha + 2.0))
    return Bound("lower bound, unknown smoothness", horizon, value, kind=LOWER)


def lower_infinite(horizon: float, beta: float) -> Bound:
    """A reservoir of tail exponent b: ``T**(b/(b+1))``.  Wang, Audibert, Munos (2009).

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    beta : float
        Tail exponent of the prior, greater than 0.

    Returns
    -------
    Bound
        Its value, known up to a constant only.

    Examples
    --------
    >>> print(lower_infinite(1e6, beta=1.0))
    regret >= order 1000 at T = 1000000 [lower bound, infinite-armed]: up to a constant
    """
    horizon, beta = checked_horizon(horizon), positive(beta, "beta")
    return Bound("lower bound, infinite-armed", horizon, horizon ** (beta / (beta + 1.0)), kind=LOWER)


def lower_many(horizon: float, gamma: float) -> Bound:
    """Many arms of hardness g: ``T**((1+g)/2)``, up to logarithms.  Zhu and Nowak (2020).

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    gamma : float
        Hardness: a share ``T**-gamma`` of the arms is best.

    Returns
    -------
    Bound
        Its value, known up to a constant only.

    Examples
    --------
    >>> print(lower_many(1e6, gamma=0.4))
    regret >= order 15849 at T = 1000000 [lower bound, many-armed]: up to a constant
    """
    horizon, gamma = checked_horizon(horizon), hardness(gamma)
    return Bound("lower bound, many-armed", horizon, horizon ** ((1.0 + gamma) / 2.0), kind=LOWER)
