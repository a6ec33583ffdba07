"""The state of a player of sets of arms, which those that add a bonus to a whole action know as well."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from begreedy.engine.players.player import ArmStatistics

UNASKED = -inf  # the first floor, where nobody will look at any: the oracle need not find them


class SetState(NamedTuple):
    """The statistics of the arms, their weights, and what is known of the last action."""

    stats: ArmStatistics  # ``swept`` is 1 once all arms that are in some action have their first pulls
    value: Any  # by arm: its weight
    trial: Any  # by arm: a weight for first pulls, for an action at random, or with a bonus: value + slope / pulls
    floor: Any  # by arm: as long as all of the action are above theirs, it stays
    memory: Any  # the oracle's
    stays: Any  # a scalar: the size of the action that is certainly still the best, or 0
    search: Any = ()  # ``RoundedSearch`` or ``WidenedSearch``, where whole actions have a bonus
