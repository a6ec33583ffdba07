"""Uniform random play: the floor that every policy should stand above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.random import below
from begreedy.values.value import Value


@dataclass(frozen=True)
class UniformRandom(Value):
    """Plays a uniformly random arm in every round.  Its regret is T times the average gap.

    Examples
    --------
    >>> UniformRandom()
    UniformRandom()
    """

    blind = True  # to rewards, costs and the horizon
    uniform = True  # every arm is equally likely, always

    def select(self, arms: int, rng: Any) -> int:
        return below(rng, arms)
