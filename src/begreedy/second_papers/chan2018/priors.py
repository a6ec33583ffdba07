"""The priors of the paper, on mean losses; ours are of rewards, 1 - loss."""

from __future__ import annotations

from dataclasses import dataclass
from math import acos, cos, pi
from typing import Any

from begreedy.random import uniform
from begreedy.values.value import Value


@dataclass(frozen=True)
class Sine(Value):
    """Mean losses of density ``pi/2 sin(pi x)`` on [0, 1]."""

    low = 0.0
    high = 1.0
    tail = (pi**2 / 4.0, 2.0)  # P(loss < u) is about pi^2 u^2 / 4

    def draw(self, rng: Any) -> float:
        return 1.0 - acos(1.0 - 2.0 * uniform(rng)) / pi


@dataclass(frozen=True)
class Cosine(Value):
    """Mean losses of density ``1 - cos(pi x)`` on [0, 1]."""

    low = 0.0
    high = 1.0
    tail = (pi**2 / 6.0, 3.0)  # P(loss < u) is about pi^2 u^3 / 6

    def draw(self, rng: Any) -> float:
        loss = uniform(rng)
        while uniform(rng) > 0.5 * (1.0 - cos(pi * loss)):
            loss = uniform(rng)
        return 1.0 - loss
