"""Games in plain Python: the functions that are compiled, called as they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import Control, Gauge, Plan, Record


def in_plain_python(kernel: Any, plan: Plan) -> Callable[..., int]:
    """A game's kernel as it is: to be called like the compiled one, with the same results."""

    def play(*arguments: Any) -> int:
        status: int = kernel(*as_plain(arguments, plan))
        return status

    return play


def as_plain(arguments: Any, plan: Plan) -> Any:
    """Arguments of compiled code as plain Python has them."""
    return _plain(arguments, [plan.policy, plan.world, plan.law, *plan.values])


def _plain(argument: Any, values: list[Any]) -> Any:
    """Values instead of their mirrors, lists of Python's numbers instead of arrays; results are written as ever."""
    if isinstance(argument, (Record, Control)):
        return argument
    if isinstance(argument, Gauge):
        return argument._replace(measures=_plain(argument.measures, values))
    if owner := getattr(type(argument), "owner", None):
        return next(value for value in values if type(value) is owner and _same(mirror(value), argument))
    if isinstance(argument, tuple):
        parts = (_plain(part, values) for part in argument)
        return type(argument)(*parts) if hasattr(argument, "_fields") else tuple(parts)
    if isinstance(argument, np.ndarray) and argument.ndim == 1:
        return argument.tolist()
    return argument


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, tuple):
        return len(one) == len(other) and all(_same(a, b) for a, b in zip(one, other, strict=True))
    return np.array_equal(one, other)
