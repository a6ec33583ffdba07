"""What other policies guarantee: the bounds that the paper sets beside those of Greedy."""

from __future__ import annotations

from math import ceil, floor, log, log2
from typing import Any

import numpy as np

from begreedy.theory.bound import RATE, Bound, checked_horizon, hardness, on_grid, positive, whole_arms
from begreedy.theory.search import least
from begreedy.values.value import finite, whole

MOSS_CONSTANT = 39.0  # Lattimore and Szepesvári (2020), theorem 9.1: 39 sqrt(K T) + sum of gaps

# The paper's figure of bounds does not say which constants it has.  Hadiji (2019) has 28 and 146 (quoted from memory)
# for noise that is 1/4-subgaussian; four times both, for noise of variance 1, is what makes the curves cross where the
# paper says that they do.
FITTED_MOSS = 4.0 * 28.0
FITTED_MEDZO = 4.0 * 146.0


def arms_moss(horizon: float, alpha: float, smoothness: float) -> float:
    """``L**(2/(2a+1)) T**(1/(2a+1))``."""
    power = 2.0 * alpha + 1.0
    return float(smoothness ** (2.0 / power) * horizon ** (1.0 / power))


def arms_moss_many(horizon: float, gamma: float) -> float:
    """``T**g log sqrt(T)``."""
    return float(horizon**gamma * log(horizon) / 2.0)


def arms_ucbf(horizon: float, beta: float, highest: float) -> float:
    """``T**(b/2)`` if b < 1 and the highest mean is below 1, else ``T**(b/(b+1))``."""
    return float(horizon ** (beta / 2.0 if beta < 1.0 and highest < 1.0 else beta / (beta + 1.0)))


def moss_continuous(
    horizon: float, alpha: float, smoothness: float, k: int | None = None, *, dimension: int = 1
) -> Bound:
    """MOSS on the points 1/K, ..., 1, for any ``k`` (the best one, if not given):

    ``39 sqrt(K T) + K + L T / K**alpha``, and never more than L T.  The last term is what the nearest point may lose.
    On a box of d dimensions, with the largest difference of a coordinate for the distance and a regular grid of
    K = m**d points, it is L T / m**alpha.

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
    dimension : int
        Of the box, at least 1.

    Returns
    -------
    Bound
        Its value, with ``k``.

    References
    ----------
    Lattimore and Szepesvári (2020), *Bandit Algorithms*, theorem 9.1, for 1-subgaussian noise.

    Examples
    --------
    >>> moss_continuous(10**6, alpha=1, smoothness=1)
    regret <= 2.1737e+05 at T = 1000000 with K = 14 [MOSS on the best discretisation]
    """
    horizon, alpha = checked_horizon(horizon), positive(alpha, "alpha")
    smoothness, dimension = positive(smoothness, "smoothness"), whole(dimension, "dimension", low=1)

    def value(arms: Any) -> Any:
        return MOSS_CONSTANT * np.sqrt(arms * horizon) + arms + smoothness * horizon * arms ** (-alpha / dimension)

    if k is None:
        (arms,) = least(value, (1.0, max(2.0, horizon)))
        side = arms ** (1.0 / dimension)
        k = min((max(1, floor(side)) ** dimension, ceil(side) ** dimension), key=value)
    k = on_grid(k, dimension)
    return Bound("MOSS on the best discretisation", horizon, min(float(value(k)), smoothness * horizon), k)


def moss_fitted(horizon: float, alpha: float, smoothness: float) -> Bound:
    """MOSS as in the paper's figure: ``112 L**(1/(2a+1)) T**((a+1)/(2a+1))`` on ``L**(2/(2a+1)) T**(1/(2a+1))`` points.

    The constant is fitted to where the paper says that the curves cross; ``moss_continuous`` has a cited one.

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
        Its value, with ``k``.

    Examples
    --------
    >>> moss_fitted(8000, alpha=1, smoothness=1)
    regret <= 44800 at T = 8000 with K = 20 [MOSS, constant fitted to the paper's figure]: vacuous, not below T
    """
    horizon, alpha = checked_horizon(horizon), positive(alpha, "alpha")
    smoothness, power = positive(smoothness, "smoothness"), 2.0 * alpha + 1.0
    value = FITTED_MOSS * smoothness ** (1.0 / power) * horizon ** ((alpha + 1.0) / power)
    k = whole_arms(arms_moss(horizon, alpha, smoothness))
    return Bound("MOSS, constant fitted to the paper's figure", horizon, value, k)


def medzo_fitted(horizon: float, alpha: float, smoothness: float) -> Bound:
    """MeDZO with B = sqrt(T), as in the paper's figure: ``584 L**(1/(a+1)) T**((a+2)/(2a+2)) (log2 T)**(3/2)``.

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
        Its value.

    References
    ----------
    The rate is Hadiji's (2019); the constant is fitted to where the paper says that the curves cross.

    Examples
    --------
    >>> print(medzo_fitted(1e6, alpha=1.0, smoothness=1.0))
    regret <= 1.6433e+09 at T = 1000000 [MeDZO, constant fitted to the paper's figure]: vacuous, not below T
    """
    horizon, alpha = checked_horizon(horizon), positive(alpha, "alpha")
    smoothness = positive(smoothness, "smoothness")
    rate = horizon ** ((alpha + 2.0) / (2.0 * alpha + 2.0)) * log2(horizon) ** 1.5
    value = FITTED_MEDZO * smoothness ** (1.0 / (alpha + 1.0)) * rate
    return Bound("MeDZO, constant fitted to the paper's figure", horizon, value)


def ucbf_infinite(horizon: float, beta: float, highest: float = 1.0) -> Bound:
    """UCB-F on a reservoir, up to a constant: ``T**(b/(b+1)) log T`` if the highest mean is 1 or b >= 1, else sqrt(T)
    (up to logarithms, too).  Wang, Audibert, Munos (2009), *Algorithms for Infinitely Many-Armed Bandits*.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    beta : float
        Tail exponent of the prior, greater than 0.
    highest : float
        Largest mean.

    Returns
    -------
    Bound
        Its value, known up to a constant only, with ``k``.

    Examples
    --------
    >>> print(ucbf_infinite(1e6, beta=1.0))
    regret <= order 13816 at T = 1000000 with K = 1000 [UCB-F]: up to a constant
    """
    horizon, beta = checked_horizon(horizon), positive(beta, "beta")
    highest = finite(highest, "highest")
    slow = beta >= 1.0 or highest >= 1.0
    value = horizon ** (beta / (beta + 1.0)) * log(horizon) if slow else horizon**0.5
    return Bound("UCB-F", horizon, value, whole_arms(arms_ucbf(horizon, beta, highest)), kind=RATE)


def moss_many(horizon: float, gamma: float) -> Bound:
    """MOSS on an optimal subsample of many arms, up to a constant: ``T**((1+g)/2) log T``.

    Parameters
    ----------
    horizon : float
        Number of rounds T.
    gamma : float
        Hardness: a share ``T**-gamma`` of the arms is best.

    Returns
    -------
    Bound
        Its value, known up to a constant only, with ``k``.

    References
    ----------
    Zhu and Nowak (2020), *On Regret with Multiple Best Arms*.

    Examples
    --------
    >>> print(moss_many(1e6, gamma=0.4))
    regret <= order 2.1896e+05 at T = 1000000 with K = 1736 [MOSS on the optimal subsample]: up to a constant
    """
    horizon, gamma = checked_horizon(horizon), hardness(gamma)
    value = horizon ** ((1.0 + gamma) / 2.0) * log(horizon)
    return Bound("MOSS on the optimal subsample", horizon, value, whole_arms(arms_moss_many(horizon, gamma)), kind=RATE)
