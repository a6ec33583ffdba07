"""The state of a player of frozen indices, which its leaps know as well."""

from __future__ import annotations

from typing import Any, NamedTuple

from begreedy.engine.players.player import ArmStatistics

# Positions of scalars: an array of length 1 for each would make a round of MOSS a twentieth slower.  In ``counts``:
WAITING = 0  # arms in the heap
TIES = 1  # arms that share the largest index
BONUS_ARMS = 2  # arms and horizon for which the bonuses were computed
BONUS_HORIZON = 3
PASSED = 4  # how often an arm lost its place among several leaders in the run, together with the others
SIFTED = 5  # of the arms in the heap, those in its order; the others stand behind them
# In ``levels``:
LEAD = 0  # the largest index
BAR = 1  # what a leader must exceed to stay the only one
MOVED_TO = 2  # the new index of the arm that ``reposition`` is to put in its place


class FrozenState(NamedTuple):
    """The statistics of the arms, the leaders, and the heap of all others."""

    stats: ArmStatistics
    key: Any  # by position in the heap: index
    heap: Any  # by position in the heap: arm
    place: Any  # by arm: position in the heap + 1, -(position among the tied + 1), or 0 if never pulled
    tied: Any  # the arms that share the largest index
    bonus: Any  # by pulls: the bonus, where the index is mean + bonus
    counts: Any  # of arms and rounds
    levels: Any  # of indices
