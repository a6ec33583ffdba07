"""How many arms a policy keeps: K as a function of the horizon, for each model and policy.

All return a whole number of arms, at least 1 and at most the horizon.
"""

from __future__ import annotations

from typing import Any

from begreedy.theory.bound import hardness, positive, whole_arms
from begreedy.theory.comparators import arms_moss, arms_moss_many, arms_ucbf
from begreedy.theory.greedy_continuous import arms_known, arms_unknown
from begreedy.theory.greedy_infinite import arms_infinite
from begreedy.theory.greedy_many import arms_careful, arms_many
from begreedy.values.errors import BadValue
from begreedy.values.value import whole

RULES = ("greedy", "minimax", "ucb-f", "ss-ucb")  # the theorems that say how many, each for a kind of policy


def infinite(rule: str, horizon: int, beta: float, c1: float = 1.0, best: float = 1.0) -> int:
    """K out of infinitely many arms by a rule: Greedy keeps more of them than a policy that explores.

    >>> [infinite(rule, 10_000, beta=2.0) for rule in RULES]
    [818, 100, 465, 465]
    """
    by_rule = {
        "greedy": lambda: greedy_infinite(horizon, beta, c1),
        "minimax": lambda: minimax_infinite(horizon, beta, c1),
        "ucb-f": lambda: ucbf(horizon, beta, best),
        "ss-ucb": lambda: subsampled_ucb(horizon, beta),
    }
    return by_rule[rule]()


def many(rule: str, horizon: int, gamma: float) -> int:
    """K out of many arms of a hardness: Greedy's by the careful theorem where it holds, others' by OracleMOSS's.

    >>> many("greedy", 5000, gamma=0.4), many("greedy", 5000, gamma=0.6), many("minimax", 5000, gamma=0.4)
    (388, 5000, 129)
    """
    if rule != "greedy":
        return moss_many(horizon, gamma)
    return greedy_many_careful(horizon, gamma) if gamma < 0.5 else greedy_many(horizon, gamma)


def _whole_arms(value: float, horizon: int) -> int:
    return whole_arms(min(value, float(horizon)))  # which may be infinite


def _checked(horizon: Any, **numbers: Any) -> int:
    for name, value in numbers.items():
        positive(value, name)
    return whole(horizon, "horizon", low=1)


def greedy_continuous(horizon: int, alpha: float, smoothness: float, dimension: int = 1) -> int:
    """Theorem "continuous", known smoothness; see ``theory.continuous``.

    >>> greedy_continuous(10_000, alpha=1.0, smoothness=1.0)
    632
    >>> greedy_continuous(10_000, alpha=1.0, smoothness=1.0, dimension=2)
    936
    """
    horizon = _checked(horizon, alpha=alpha, smoothness=smoothness)
    return _whole_arms(arms_known(horizon, alpha / whole(dimension, "dimension", low=1), smoothness), horizon)


def greedy_continuous_unknown(horizon: int) -> int:
    """Corollary, unknown smoothness: sqrt(4/3 T log T).

    >>> greedy_continuous_unknown(100_000)
    1239
    """
    horizon = _checked(horizon)
    return _whole_arms(arms_unknown(horizon), horizon)


def moss_continuous(horizon: int, alpha: float, smoothness: float, dimension: int = 1) -> int:
    """CAB.MOSS: L**(2/(2a+1)) * T**(1/(2a+1)); on a box of d dimensions, with a / d instead of a.

    >>> [moss_continuous(100_000, *pair) for pair in ((2.0, 220.3303), (1.0, 20.0), (0.5, 2.0))]
    [87, 342, 633]
    """
    horizon = _checked(horizon, alpha=alpha, smoothness=smoothness)
    return _whole_arms(arms_moss(horizon, alpha / whole(dimension, "dimension", low=1), smoothness), horizon)


def greedy_infinite(horizon: int, beta: float, c1: float = 1.0) -> int:
    """Theorem "infinite"; see ``theory.infinite``.

    >>> greedy_infinite(10_000, beta=1.0), greedy_infinite(10_000, beta=2.0)
    (578, 818)
    """
    horizon = _checked(horizon, beta=beta, c1=c1)
    return _whole_arms(arms_infinite(horizon, beta, c1), horizon)


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
    return _whole_arms(arms_ucbf(horizon, beta, best), horizon)


def subsampled_ucb(horizon: int, beta: float) -> int:
    """SS-UCB: T**(b/2) if b <= 1, else T**(b/(b+1)).

    >>> subsampled_ucb(10_000, beta=1.0)
    100
    """
    horizon = _checked(horizon, beta=beta)
    return _whole_arms(horizon ** (beta / 2.0 if beta <= 1.0 else beta / (beta + 1.0)), horizon)


def greedy_many(horizon: int, gamma: float) -> int:
    """Theorem "many"; see ``theory.many_armed``."""
    horizon = _checked(horizon)
    return _whole_arms(arms_many(horizon, hardness(gamma)), horizon)


def greedy_many_careful(horizon: int, gamma: float) -> int:
    """The K of the experiment, for rewards in [0, 1]: (1 - 2g) T**(2g) log T / 4, for g < 1/2.

    >>> greedy_many_careful(5000, gamma=0.4)
    388
    """
    horizon = _checked(horizon)
    gamma = hardness(gamma)
    if gamma >= 0.5:
        raise BadValue.of("gamma", gamma, "below 1/2 for the careful K")
    return _whole_arms(arms_careful(horizon, gamma), horizon)


def moss_many(horizon: int, gamma: float) -> int:
    """OracleMOSS: T**g * log sqrt(T).

    >>> moss_many(5000, gamma=0.4)
    129
    """
    horizon = _checked(horizon)
    return _whole_arms(arms_moss_many(horizon, hardness(gamma)), horizon)
