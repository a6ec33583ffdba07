"""Events that come to each arm at a round of its own: deaths of mortal arms, changes of drifting ones.

The next event of every arm is in a heap, ordered by round, so a round without events costs one comparison.
"""

from __future__ import annotations

from math import log, log1p
from typing import Any, NamedTuple

from begreedy.random import uniform

NEVER = 2.0**62  # a round after all others


class Heap(NamedTuple):
    """Arms in a heap, by minus a number: the smallest is on top."""

    key: Any
    heap: Any
    place: Any


def next_round(rate: float, t: int, stream: Any) -> float:
    """The first round after t with an event, if each round has one with probability ``rate``."""
    if rate >= 1.0:
        return t + 1.0
    if rate <= 0.0:
        return NEVER
    return min(NEVER, t + 1.0 + int(min(NEVER, log(1.0 - uniform(stream)) / log1p(-rate))))


def largest(mean: Any, arms: int) -> float:
    """The largest of the means of the first ``arms``."""
    best = mean[0]
    for arm in range(1, arms):
        best = max(best, mean[arm])
    return best
