"""The player of lists for frozen indices: all items in the order of their index.

Only examined items move, usually not far; an item passes a whole group of equal indices in one step, by changing
places with the group's last member, since the order within a group means nothing.  A list takes the first items;
each place is given to a uniformly drawn member of the group that stands there, so ties are broken afresh every round.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from begreedy.engine.players.player import BAD_INDEX, ArmStatistics, Floats, Ints, Methods, Player, arm_statistics
from begreedy.random import below


class OrderedState(NamedTuple):
    """The statistics of the items, and the items in the order of their index."""

    stats: ArmStatistics
    key: Any  # by position: index, decreasing
    item: Any  # by position
    place: Any  # by item: position


def player(methods: Methods, arms: int) -> Player:
    index_at, count = methods.index_at, methods.count_of
    layout = OrderedState(
        stats=arm_statistics(arms, squares=methods.squares),
        key=Floats(arms),
        item=Ints(arms),
        place=Ints(arms),
    )

    def start(policy: Any, state: OrderedState, arms: int, horizon: int) -> None:
        for item in range(arms):  # nothing is known: all are equal
            state.key[item] = index_at(policy, state, item, 0, arms, horizon)
            state.item[item] = item
            state.place[item] = item

    def choose(policy: Any, state: OrderedState, t: int, arms: int, horizon: int, rng: Any) -> int:
        return state.item[below(rng, _end(state.key, 0, arms) + 1)]

    def learn(
        policy: Any, state: OrderedState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        count(policy, state, arm, reward, rng)
        return refresh(policy, state, arm, arms, horizon)

    def refresh(policy: Any, state: OrderedState, arm: int, arms: int, horizon: int) -> int:
        value = index_at(policy, state, arm, 0, arms, horizon)
        if value != value:
            return BAD_INDEX
        _move(state, arm, value, arms)
        return 0

    def rank(
        policy: Any, state: OrderedState, t: int, arms: int, slots: int, horizon: int, rng: Any, chosen: Any
    ) -> int:
        end = -1
        for place in range(slots):
            if place > end:
                end = _end(state.key, place, arms)
            if end > place:
                _swap(state, place, place + below(rng, end - place + 1))
            chosen[place] = state.item[place]
        return 0

    return Player(layout, start, choose, learn, rank=rank, refresh=refresh)


def _move(state: OrderedState, item: int, value: float, size: int) -> None:
    """Put an item where its new index belongs."""
    key = state.key
    place = state.place[item]
    while place + 1 < size and key[place + 1] > value:
        other = _end(key, place + 1, size)
        key[place] = key[other]
        _swap(state, place, other)
        place = other
    while place > 0 and key[place - 1] < value:
        other = _begin(key, place - 1)
        key[place] = key[other]
        _swap(state, place, other)
        place = other
    key[place] = value


def _swap(state: OrderedState, place: int, other_place: int) -> None:
    first, second = state.item[place], state.item[other_place]
    state.item[place] = second
    state.item[other_place] = first
    state.place[second] = place
    state.place[first] = other_place


def _end(key: Any, place: int, size: int) -> int:
    """The last position of the group of equal keys that ``place`` is in: steps that double, then halve."""
    step = 1
    while place + step < size and key[place + step] == key[place]:
        place += step
        step *= 2
    while step > 0:
        if place + step < size and key[place + step] == key[place]:
            place += step
        step //= 2
    return place


def _begin(key: Any, place: int) -> int:
    """The first position of the group of equal keys that ``place`` is in."""
    step = 1
    while place >= step and key[place - step] == key[place]:
        place -= step
        step *= 2
    while step > 0:
        if place >= step and key[place - step] == key[place]:
            place -= step
        step //= 2
    return place
