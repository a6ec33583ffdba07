"""The player that looks at every arm every round: any index of t, and any posterior sample.

Also the yardstick: every other player must choose with the law of this one.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.players.player import BAD_INDEX, ArmStatistics, Floats, Ints, Methods, Player, arm_statistics
from begreedy.engine.players.top import insert
from begreedy.random import below, uniform


class ScanState(NamedTuple):
    """The statistics of the arms, and their values in this round."""

    stats: ArmStatistics
    value: Any
    tied: Any
    best: Any  # for a list: the largest values found so far, decreasing
    luck: Any  # for a list: random numbers that order equal values


def player(methods: Methods, arms: int, fill: Any, fault: int = BAD_INDEX, slots: int = 1) -> Player:
    """Play the largest of the values that ``fill`` writes for every arm, every round."""
    count = methods.count_of
    layout = ScanState(
        stats=arm_statistics(arms, squares=methods.squares, costs=methods.costs, aged=methods.aged),
        value=Floats(arms),
        tied=Ints(arms),
        best=Floats(slots),
        luck=Floats(slots),
    )

    def start(policy: Any, state: ScanState, arms: int, horizon: int) -> None:
        pass

    def choose(policy: Any, state: ScanState, t: int, arms: int, horizon: int, rng: Any) -> int:
        fill(policy, state, t, arms, horizon, rng)
        best = -inf
        ties = 0
        for arm in range(arms):
            value = state.value[arm]
            if value > best:
                best = value
                state.tied[0] = arm
                ties = 1
            elif value == best:
                state.tied[ties] = arm
                ties += 1
            elif value != value:
                return fault
        return state.tied[0] if ties == 1 else state.tied[below(rng, ties)]

    def learn(policy: Any, state: ScanState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any) -> int:
        count(policy, state, arm, reward, rng)
        return 0

    def rank(policy: Any, state: ScanState, t: int, arms: int, slots: int, horizon: int, rng: Any, chosen: Any) -> int:
        fill(policy, state, t, arms, horizon, rng)
        filled = 0
        least = -inf
        for arm in range(arms):
            value = state.value[arm]
            if value < least:
                continue
            if value != value:
                return fault
            filled = insert(state.best, state.luck, chosen, filled, slots, value, uniform(rng), arm)
            if filled == slots:
                least = state.best[slots - 1]
        return 0

    return Player(layout, start, choose, learn, forget=_nothing_to_refresh, rank=rank, refresh=_nothing_to_refresh)


def indices(methods: Methods) -> Any:
    """Values are indices."""
    index_at = methods.index_at

    def fill(policy: Any, state: ScanState, t: int, arms: int, horizon: int, rng: Any) -> None:
        for arm in range(arms):
            state.value[arm] = index_at(policy, state, arm, t, arms, horizon)

    return fill


def samples(methods: Methods) -> Any:
    """Values are fresh samples."""
    sample_at, timed_sample_at = methods.sample_at, methods.timed_sample_at

    def fill(policy: Any, state: ScanState, t: int, arms: int, horizon: int, rng: Any) -> None:
        for arm in range(arms):
            state.value[arm] = sample_at(policy, state, arm, rng)

    def timed_fill(policy: Any, state: ScanState, t: int, arms: int, horizon: int, rng: Any) -> None:
        for arm in range(arms):
            state.value[arm] = timed_sample_at(policy, state, arm, t, arms, horizon, rng)

    return fill if timed_sample_at is None else timed_fill


def own_values(policy: Any) -> Any:
    """Values are what the policy's method ``values`` writes."""
    values = contract.bind(policy, "values")

    def fill(policy: Any, state: ScanState, t: int, arms: int, horizon: int, rng: Any) -> None:
        values(policy, state.value, state.stats.total, state.stats.pulls, t, arms, horizon, rng)

    return fill


def _nothing_to_refresh(policy: Any, state: ScanState, arm: int, arms: int, horizon: int) -> int:
    return 0
