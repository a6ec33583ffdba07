"""Games in plain Python: the functions that are compiled, called as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from begreedy.compile.compiler import mirror
from begreedy.engine.games.game import Control, Record
from begreedy.engine.simulation import Simulation
from begreedy.values.canonical import field_values


def play_plain(simulation: Simulation, first: int, runs: int) -> Record:
    """The runs ``first, ..., first + runs - 1`` as ``simulation.play`` plays them, but in plain Python."""
    plan = simulation.plan
    values = [plan.policy, getattr(plan.policy, "base", None), plan.world, plan.law]
    values += field_values(simulation.problem).values()

    def kernel(*arguments: Any) -> int:
        status: int = simulation.plain_kernel(False)(*(_plain(argument, values) for argument in arguments))
        return status

    return replace(simulation, _kernels={False: kernel}).play(first, runs)


def _plain(argument: Any, values: list[Any]) -> Any:
    """Values instead of their mirrors, lists of Python's numbers instead of arrays; results are written as ever."""
    if isinstance(argument, (Record, Control)):
        return argument
    if owner := getattr(type(argument), "owner", None):
        return next(value for value in values if type(value) is owner and _same(mirror(value), argument))
    if isinstance(argument, tuple):
        parts = (_plain(part, values) for part in argument)
        return type(argument)(*parts) if hasattr(argument, "_fields") else tuple(parts)
    if isinstance(argument, np.ndarray) and argument.ndim == 1:
        return argument.tolist()
    return argument


def _same(one: Any, other: Any) -> bool:
    return len(one) == len(other) and all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
