"""Games in plain Python: the functions that are compiled, called as they are."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from begreedy.engine.games.game import Control, Record
from begreedy.engine.simulation import Simulation


def play_plain(simulation: Simulation, first: int, runs: int) -> Record:
    """The runs ``first, ..., first + runs - 1`` as ``simulation.play`` plays them, but in plain Python."""
    plan = simulation.plan
    values = (*plan.policies, plan.world, plan.law)

    def kernel(*arguments: Any) -> int:
        others = (_in_lists(argument) for argument in arguments[len(values) :])
        status: int = plan.kernel(False)(*values, *others)
        return status

    return replace(simulation, _kernels={False: kernel}).play(first, runs)


def _in_lists(argument: Any) -> Any:
    """Arrays as lists, whose numbers are Python's; what a game writes its results to stays as it is."""
    if isinstance(argument, (Record, Control)):
        return argument
    if isinstance(argument, tuple):
        return type(argument)(*(_in_lists(part) for part in argument))
    if isinstance(argument, np.ndarray) and argument.ndim == 1:
        return argument.tolist()
    return argument
