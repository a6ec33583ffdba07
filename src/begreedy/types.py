"""What a policy, a law, a prior and a problem are: immutable values with a few plain methods.

Nothing has to be registered or inherited.  A value is a frozen dataclass (ours derive from ``Value``, which
checks and coerces the fields) or a NamedTuple; what it can do is told by the methods it has:

========  =============================================================================================
a law     ``draw(self, mean, rng)``: a reward.  Optional: ``support`` and ``mean_range``, (low, high) pairs
a prior   ``draw(self, rng)``: the mean of an arm.  Optional: ``low`` and ``high``, its support
a policy  one of

          * ``index(self, ...)`` with arguments among ``total, pulls, squares, cost, t, horizon, arms``: plays
            the largest.  Without ``t`` the index is *frozen* (it moves only when its arm is pulled); with ``t``
            and ``growing = True`` it never falls as t grows; otherwise every index is computed every round.
            A frozen index that is ``total / pulls + bonus`` may have the method
            ``bonus(self, pulls, horizon, arms)``: it is then computed once per number of pulls.
          * ``sample(self, total, pulls, rng)``, or with ``cost`` before ``rng``: plays the arm of the largest sample
            (Thompson).  If its law is
            continuous and ``log_concave = True``, and it has ``log_density(self, x, total, pulls)``,
            ``slope(self, x, total, pulls)`` (the derivative in x) and ``sample_range`` (low, high), only arms
            that can win are drawn.  Likewise if the sample is ``part(self, total, pulls, rng) / part(self, cost,
            pulls, rng)`` of parts on (0, 1) with the log density ``log_shape(self, x, total, pulls) -
            log_scale(self, total, pulls)`` and its derivative ``slope``.
          * ``values(self, value, total, pulls, t, arms, horizon, rng)``: writes a value for every arm (for instance
            with randomness that the arms share); plays the largest.
          * ``memory(self, arms, horizon)``, ``start(self, memory, arms, horizon)``,
            ``select(self, memory, total, pulls, t, arms, horizon, rng)`` and
            ``learn(self, memory, arm, reward, t, arms, horizon, rng)``: anything else, with ``memory``
            floats to keep its state in.  ``start`` and ``learn`` are optional.

          Optional for all: ``explore(self, t, arms)``, the probability of playing a uniform arm instead;
          ``observe(self, reward, rng)``, what is counted for a reward; ``initial_pulls``, how often every
          arm is pulled first, in order (1 for an index, else 0); ``reward_range``, the rewards it accepts.
========  =============================================================================================

``total``, ``squares``, ``cost`` and ``pulls`` are an arm's sum of rewards, of squared rewards, of costs (in a budgeted
problem) and number of pulls (never 0 in an index); ``t`` is the round being decided, from 1 (in a mortal problem: the
age of the arm).
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import Any, NamedTuple

from begreedy.values.canonical import canonical, field_values

INDEX_ARGUMENTS = ("total", "pulls", "squares", "cost", "t", "horizon", "arms")
SAMPLE_ARGUMENTS = ("total", "pulls", "cost", "rng")

FROZEN, GROWING, SCAN, POSTERIOR, DRAW_ALL, VALUES, CUSTOM = (
    "frozen",
    "growing",
    "scan",
    "posterior",
    "draw-all",
    "values",
    "custom",
)

ENDLESS = 2**53


class Stage(NamedTuple):
    """So many arms, ready to be played by a policy for finitely many arms.

    ``fill(world, mean, arms, key, stream, scratch)`` writes the arms' means and, behind the last, the reference.
    """

    arms: int
    law: Any
    world: Any
    fill: Callable[..., None]
    scratch: int
    pull: Any = None  # (world, arm, arms, rng) -> mean of this pull, where arms are cells
    enters: Any = None  # by arm: the round from which it may be played, where arms come one by one


def kind_of(policy: Any) -> str:
    """Which kernel plays this policy, told by its methods."""
    field_values(policy)
    if _method(policy, "index"):
        names = index_arguments(policy)
        if "t" not in names:
            return FROZEN
        return GROWING if getattr(policy, "growing", False) else SCAN
    if _method(policy, "sample"):
        needed = ("part", "log_shape", "log_scale", "slope") if needs_costs(policy) else ("log_density", "slope")
        lazy = all(_method(policy, name) for name in needed) and bool(getattr(policy, "log_concave", False))
        return POSTERIOR if lazy and (needs_costs(policy) or hasattr(policy, "sample_range")) else DRAW_ALL
    if _method(policy, "values"):
        return VALUES
    if _method(policy, "select"):
        return CUSTOM
    name = type(policy).__name__
    if _method(policy, "aim") or _method(policy, "score"):
        raise TypeError(f"{name} plays vectors: it works on Linear problems only")
    if _method(policy, "cascade"):
        raise TypeError(f"{name} shows lists: it works on Cascading problems only")
    raise TypeError(f"{name} is not a policy: it has none of the methods index, sample, values and select")


def _method(value: Any, name: str) -> bool:
    return callable(getattr(type(value), name, None))


def index_arguments(policy: Any) -> tuple[str, ...]:
    """The arguments that a policy's index names, in its order."""
    return _arguments(policy, "index", INDEX_ARGUMENTS)


def sample_arguments(policy: Any) -> tuple[str, ...]:
    """The arguments that a policy's sample names, in its order."""
    return _arguments(policy, "sample", SAMPLE_ARGUMENTS)


def _arguments(policy: Any, method: str, allowed: tuple[str, ...]) -> tuple[str, ...]:
    parameters = list(inspect.signature(getattr(type(policy), method)).parameters)[1:]
    for name in parameters:
        if name not in allowed:
            raise TypeError(
                f"{type(policy).__name__}.{method} has an argument {name!r}; allowed are {', '.join(allowed)}"
            )
    return tuple(parameters)


def needs_costs(policy: Any) -> bool:
    """Whether a policy looks at the costs of arms."""
    if _method(policy, "index"):
        return "cost" in index_arguments(policy)
    return _method(policy, "sample") and "cost" in sample_arguments(policy)


def check_rewards(policy: Any, law: Any) -> None:
    """Raise if the law can pay rewards that the policy does not accept."""
    low, high = getattr(policy, "reward_range", (-math.inf, math.inf))
    least, most = getattr(law, "support", (-math.inf, math.inf))
    if least < low or most > high:
        hint = getattr(policy, "reward_hint", "")
        raise ValueError(
            f"{type(policy).__name__} needs rewards in [{low:g}, {high:g}], but {canonical(law)} "
            f"pays rewards in [{least:g}, {most:g}]" + (f"; {hint}" if hint else "")
        )
