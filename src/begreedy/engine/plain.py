"""Games in plain Python: the functions that are compiled, called as they are."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

import numpy as np

from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import Control, Gauge, Plan, Record


def in_plain_python(kernel: Any, plan: Plan) -> Callable[..., int]:
    """A game's kernel, not compiled: called like the compiled one, with the same results."""

    def play(*arguments: Any) -> int:
        status: int = kernel(*as_plain(arguments, plan))
        return status

    return play


class TooLong(RuntimeError):
    """A run took more seconds than it was given."""


class Timed:
    """Numbers that can be written for some seconds of the thread's CPU time; then writing raises ``TooLong``."""

    def __init__(self, numbers: np.ndarray, seconds: float) -> None:
        self._numbers, self._until = numbers, thread_time() + seconds

    def __setitem__(self, place: int, number: float) -> None:
        if thread_time() > self._until:
            raise TooLong
        self._numbers[place] = number


def as_plain(arguments: Any, plan: Plan) -> Any:
    """The arguments of compiled code, for plain Python."""
    return _plain(arguments, [plan.policy, plan.world, plan.law, *plan.values])


def _plain(argument: Any, values: list[Any]) -> Any:
    """Values instead of their mirrors, lists of Python's numbers instead of arrays; records stay as they are."""
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


def _same(left: Any, right: Any) -> bool:
    if isinstance(left, tuple):
        return len(left) == len(right) and all(_same(a, b) for a, b in zip(left, right, strict=True))
    return np.array_equal(left, right)
