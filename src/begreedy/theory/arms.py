"""How many arms to keep: K as a function of the horizon, for each model and policy.

All return a whole number of arms, at least 1 and at most the horizon.
"""

from __future__ import annotations

from math import ceil, log
from typing import Any

from begreedy.core.contract import finite, whole


def _whole_arms(value: float, horizon: int) -> int:
    return max(1, min(ceil(value - 1e-9), horizon))


def _checked(horizon: Any, **positive: Any) -> int:
    for name, value in positive.items():
        if finite(value, name) <= 0.0:
            raise ValueError(f"{name} must be greater than 0, got {value!r}")
    return whole(horizon, "horizon", low=1)


def greedy_continuous(horizon: int, alpha: float, smoothness: float) -> int:
    """Theorem "continuous", known smoothness.

    ``2 * 3**(-(2a+1)/(4a+1)) * L**(2/(4a+1)) * T**((2a+1)/(4a+1)) * (log T)**(2a/(4a+1))``: the prefactor solves the
    proof's equation for every alpha; the printed (32/27)**(a/(4a+1)) is right for alpha = 1 only.

    >>> greedy_continuous(10_000, alpha=1.0, smoothness=1.0)
    632
    """
    horizon = _checked(horizon, alpha=alpha, smoothness=smoothness)
    power = 4.0 * alpha + 1.0
    front = 2.0 * 3.0 ** (-(2.0 * alpha + 1.0) / power)
    scale = smoothness ** (2.0 / power) * horizon ** ((2.0 * alpha + 1.0) / power)
    return _whole_arms(front * scale * log(horizon) ** (2.0 * alpha / power), horizon)


def greedy_continuous_unknown(horizon: int) -> int:
    """Corollary, unknown smoothness: sqrt(4/3 T log T).

    >>> greedy_continuous_unknown(100_000)
    1239
    """
    horizon = _checked(horizon)
    return _whole_arms((4.0 / 3.0 * horizon * log(horizon)) ** 0.5, horizon)


def moss_continuous(horizon: int, alpha: float, smoothness: float) -> int:
    """CAB.MOSS: L**(2/(2a+1)) * T**(1/(2a+1)).

    >>> [moss_continuous(100_000, *pair) for pair in ((2.0, 220.3303), (1.0, 20.0), (0.5, 2.0))]
    [87, 342, 633]
    """
    horizon = _checked(horizon, alpha=alpha, smoothness=smoothness)
    power = 2.0 * alpha + 1.0
    return _whole_arms(smoothness ** (2.0 / power) * horizon ** (1.0 / power), horizon)


def greedy_infinite(horizon: int, beta: float, c1: float = 1.0) -> int:
    """Theorem "infinite": (2/3)**((2+b)/(4+b)) * (8/(c1 (4+b)))**(2/(4+b)) * T**((2+b)/(4+b)) * (log T)**(2/(4+b)).

    >>> greedy_infinite(10_000, beta=1.0), greedy_infinite(10_000, beta=2.0)
    (578, 818)
    """
    horizon = _checked(horizon, beta=beta, c1=c1)
    power = 4.0 + beta
    front = (2.0 / 3.0) ** ((2.0 + beta) / power) * (8.0 / (c1 * power)) ** (2.0 / power)
    return _whole_arms(front * horizon ** ((2.0 + beta) / power) * log(horizon) ** (2.0 / power), horizon)


def minimax_infinite(horizon: int, beta: float, c1: float = 1.0) -> int:
    """For a policy with regret sqrt(K T): T**(b/(b+2)) balances it with the T (c1 K)**(-1/b) of the best arm drawn."""
    horizon = _checked(horizon, beta=beta, c1=c1)
    return _whole_arms(horizon ** (beta / (beta + 2.0)) * c1 ** (-2.0 / (beta + 2.0)), horizon)


def ucbf(horizon: int, beta: float, best: float = 1.0) -> int:
    """UCB-F: T**(b/2) if b < 1 and the best mean is below 1, else T**(b/(b+1)).

    >>> ucbf(10_000, beta=1.0), ucbf(10_000, beta=2.0)
    (100, 465)
    """
    horizon = _checked(horizon, beta=beta)
    power = beta / 2.0 if beta < 1.0 and best < 1.0 else beta / (beta + 1.0)
    return _whole_arms(horizon**power, horizon)


def subsampled_ucb(horizon: int, beta: float) -> int:
    """SS-UCB: T**(b/2) if b <= 1, else T**(b/(b+1)).

    >>> subsampled_ucb(10_000, beta=1.0)
    100
    """
    horizon = _checked(horizon, beta=beta)
    return _whole_arms(horizon ** (beta / 2.0 if beta <= 1.0 else beta / (beta + 1.0)), horizon)


def greedy_many(horizon: int, gamma: float) -> int:
    """Theorem "many": 2 T**(2g) log T if T**(1-3g) <= log T, else 2 sqrt(T**(1+g) log T)."""
    horizon = _checked(horizon)
    gamma = _hardness(gamma)
    if horizon ** (1.0 - 3.0 * gamma) <= log(horizon):
        return _whole_arms(2.0 * horizon ** (2.0 * gamma) * log(horizon), horizon)
    return _whole_arms(2.0 * (horizon ** (1.0 + gamma) * log(horizon)) ** 0.5, horizon)


def greedy_many_careful(horizon: int, gamma: float) -> int:
    """The K of the experiment, for rewards in [0, 1]: (1 - 2g) T**(2g) log T / 4, for g < 1/2.

    >>> greedy_many_careful(5000, gamma=0.4)
    388
    """
    horizon = _checked(horizon)
    gamma = _hardness(gamma)
    if gamma >= 0.5:
        raise ValueError(f"gamma must be below 1/2 for the careful K, got {gamma!r}")
    return _whole_arms((1.0 - 2.0 * gamma) * horizon ** (2.0 * gamma) * log(horizon) / 4.0, horizon)


def moss_many(horizon: int, gamma: float) -> int:
    """OracleMOSS: T**g * log sqrt(T).

    >>> moss_many(5000, gamma=0.4)
    129
    """
    horizon = _checked(horizon)
    return _whole_arms(horizon ** _hardness(gamma) * log(horizon) / 2.0, horizon)


def _hardness(gamma: Any) -> float:
    gamma = finite(gamma, "gamma")
    if not 0.0 <= gamma <= 1.0:
        raise ValueError(f"gamma must be in [0, 1], got {gamma!r}")
    return gamma
