"""What other policies guarantee: the bounds that the paper sets beside those of Greedy."""

from __future__ import annotations

from math import log, log2

from begreedy.theory.bound import RATE, Bound, checked_horizon, hardness, positive, whole_arms
from begreedy.values.value import finite

# Hadiji (2019) has 28 and 146 (quoted from memory) for noise that is 1/4-subgaussian.  Four times both, for noise of
# variance 1, is what makes the bounds of the two policies cross where the paper says that they do.
MOSS_CONSTANT = 4.0 * 28.0
MEDZO_CONSTANT = 4.0 * 146.0


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


def moss_continuous(horizon: float, alpha: float, smoothness: float, constant: float = MOSS_CONSTANT) -> Bound:
    """MOSS on ``L**(2/(2a+1)) T**(1/(2a+1))`` points: ``constant * L**(1/(2a+1)) T**((a+1)/(2a+1))``.

    Hadiji (2019), *Polynomial Cost of Adaptation for X-Armed Bandits*, as in the paper's figure.

    >>> moss_continuous(8000, alpha=1, smoothness=1)
    regret <= 44800 at T = 8000 with K = 20 [MOSS on the optimal discretisation]: vacuous, not below T
    """
    horizon, alpha = checked_horizon(horizon), positive(alpha, "alpha")
    smoothness, constant = positive(smoothness, "smoothness"), positive(constant, "constant")
    power = 2.0 * alpha + 1.0
    value = constant * smoothness ** (1.0 / power) * horizon ** ((alpha + 1.0) / power)
    k = whole_arms(arms_moss(horizon, alpha, smoothness))
    return Bound("MOSS on the optimal discretisation", horizon, value, k)


def medzo_continuous(horizon: float, alpha: float, smoothness: float, constant: float = MEDZO_CONSTANT) -> Bound:
    """MeDZO with B = sqrt(T): ``constant * L**(1/(a+1)) T**((a+2)/(2a+2)) (log2 T)**(3/2)``.

    Hadiji (2019), as used in the paper's figure of unknown smoothness.
    """
    horizon, alpha = checked_horizon(horizon), positive(alpha, "alpha")
    smoothness, constant = positive(smoothness, "smoothness"), positive(constant, "constant")
    rate = horizon ** ((alpha + 2.0) / (2.0 * alpha + 2.0)) * log2(horizon) ** 1.5
    return Bound("MeDZO", horizon, constant * smoothness ** (1.0 / (alpha + 1.0)) * rate)


def ucbf_infinite(horizon: float, beta: float, highest: float = 1.0) -> Bound:
    """UCB-F on a reservoir, up to a constant: ``T**(b/(b+1)) log T`` if the highest mean is 1 or b >= 1, else sqrt(T)
    (up to logarithms, too).  Wang, Audibert, Munos (2009), *Algorithms for Infinitely Many-Armed Bandits*.
    """
    horizon, beta = checked_horizon(horizon), positive(beta, "beta")
    highest = finite(highest, "highest")
    slow = beta >= 1.0 or highest >= 1.0
    value = horizon ** (beta / (beta + 1.0)) * log(horizon) if slow else horizon**0.5
    return Bound("UCB-F", horizon, value, whole_arms(arms_ucbf(horizon, beta, highest)), kind=RATE)


def moss_many(horizon: float, gamma: float) -> Bound:
    """MOSS on an optimal subsample of many arms, up to a constant: ``T**((1+g)/2) log T``.

    Zhu and Nowak (2020), *On Regret with Multiple Best Arms*.
    """
    horizon, gamma = checked_horizon(horizon), hardness(gamma)
    value = horizon ** ((1.0 + gamma) / 2.0) * log(horizon)
    return Bound("MOSS on the optimal subsample", horizon, value, whole_arms(arms_moss_many(horizon, gamma)), kind=RATE)
