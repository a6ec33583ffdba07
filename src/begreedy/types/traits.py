"""What a policy, a problem, a law, a prior or a set of actions may say of itself, and what counts where it does not.

These names are the optional part of the contract; their Protocols say what they mean.  Code asks for them here and
nowhere else, so that a name that no Protocol has is an error and not an answer.
"""

from __future__ import annotations

from math import inf
from typing import Any

# True of a value that says so; otherwise False.
_POLICY_FLAGS = {"pool", "growing", "log_concave", "monotone", "is_mean", "blind", "uniform", "anytime", "exchanges"}
_PROBLEM_FLAGS = {"continuum", "costly", "lists", "vectors", "semi_bandit", "divisible"}
_LAW_FLAGS = {"binary", "normal"}
_ACTIONS_FLAGS = {"free", "costs_only", "explicit"}
FLAGS = frozenset(_POLICY_FLAGS | _PROBLEM_FLAGS | _LAW_FLAGS | _ACTIONS_FLAGS)

# A lowest and a highest number; otherwise there are no limits.
_POLICY_RANGES = {"reward_range", "sample_range"}
_LAW_RANGES = {"support", "mean_range"}
RANGES = frozenset(_POLICY_RANGES | _LAW_RANGES)

_POLICY_PARTS = {"arms_rule", "covariance", "deviation", "forgets", "initial_pulls", "levels", "members", "point"}
_POLICY_PARTS |= {"policy", "reward_hint", "ways"}
_PROBLEM_PARTS = {"as_arms", "discover_function", "grid", "hardness", "law", "lifetime", "model", "plan", "prior"}
_PROBLEM_PARTS |= {"stage", "supremum", "top"}
_LAW_PARTS = {"arms", "draw", "link", "noise"}
_PRIOR_PARTS = {"arms", "draw", "excess", "fill", "high", "low", "tail"}
_ACTIONS_PARTS = {"every", "memory", "network", "solve", "towards"}
PARTS = frozenset(_POLICY_PARTS | _PROBLEM_PARTS | _LAW_PARTS | _PRIOR_PARTS | _ACTIONS_PARTS)


def says(value: object, flag: str) -> bool:
    """Whether a value says of itself that it is so.

    >>> from begreedy import Bernoulli, Gaussian
    >>> says(Bernoulli(), "binary"), says(Gaussian(), "binary")
    (True, False)
    """
    assert flag in FLAGS, flag
    return bool(getattr(value, flag, False))


def range_of(value: object, name: str) -> tuple[float, float]:
    """The lowest and the highest number that a value names; without a word all numbers.

    >>> from begreedy import Bernoulli, Gaussian
    >>> range_of(Bernoulli(), "support"), range_of(Gaussian(), "support")
    ((0.0, 1.0), (-inf, inf))
    """
    assert name in RANGES, name
    low, high = getattr(value, name, (-inf, inf))
    return low, high


def provides(value: object, part: str) -> bool:
    """Whether a value has a part that not all of its kind have.  The methods of policies are told by ``has``."""
    assert part in PARTS or part in RANGES, part
    return hasattr(value, part)


def part_of(value: object, part: str, otherwise: Any) -> Any:
    """A part that not all values of a kind have, or what counts without it."""
    assert part in PARTS or part in RANGES, part
    return getattr(value, part, otherwise)
