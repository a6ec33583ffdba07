"""The probability with which a policy chose an arm: exact where there is a formula, else by drawing again."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import begreedy.types as contract
from begreedy.engine.learners.learner import Learner
from begreedy.engine.players.frozen_state import TIES
from begreedy.engine.some_arms import SomeArms


def chance(learner: Learner, arm: int, chosen: int, drawn: bool, among: Sequence[int] | None = None) -> float | None:
    """The probability of an arm at the last choice, which was ``chosen``; None if only draws can tell.

    ``drawn``: that choice moved the random stream; otherwise it was certain.
    """
    if not drawn:
        return float(arm == chosen)
    policy, count = learner.policy, learner.arms if among is None else len(among)
    if contract.says(policy, "uniform"):
        return 1.0 / count
    if not learner.form.indexed:
        return None
    epsilon = learner.epsilon(count)
    leads, ties = _standing(learner, arm, among)
    return float(epsilon / count + (1.0 - epsilon) * leads / ties)


def _standing(learner: Learner, arm: int, among: Sequence[int] | None) -> tuple[bool, int]:
    """Whether an arm has the largest index, and how many have it."""
    state = learner.state
    if among is None and learner.form.kind == contract.FROZEN:
        return state.place[arm] < 0, state.counts[TIES]
    arms = list(range(learner.arms)) if among is None else list(among)
    indices = [learner.index_at(learner.policy, state, a, learner.t, len(arms), learner.horizon) for a in arms]
    best = max(indices)
    return indices[arms.index(arm)] == best, indices.count(best)


def redraw(learner: Learner, arm: int, draws: int, stream: list[int], among: Sequence[int] | None = None) -> int:
    """How often an arm is chosen if the policy is asked ``draws`` more times; the learner stays as it is."""
    if among is not None:
        some = SomeArms()
        return sum(among[some.choose(learner, among, stream)] == arm for _ in range(draws))
    return sum(learner.again(stream) == arm for _ in range(draws))


class ListChances(NamedTuple):
    """Probabilities of a list: of each of its beginnings, from the top alone to the whole, and of each item's place."""

    beginnings: tuple[float, ...]
    places: tuple[float, ...]


def uniform_list(count: int, slots: int) -> ListChances:
    """Those of any list of ``slots`` different items out of ``count``, if all are equally likely."""
    chance, beginnings = 1.0, []
    for place in range(slots):
        chance /= count - place
        beginnings.append(chance)
    return ListChances(tuple(beginnings), (1.0 / count,) * slots)


def mixed_lists(parts: Iterable[tuple[float, ListChances]]) -> ListChances:
    """Those of a list that comes from one of several sources, with the share of each."""
    sums = [[sum(row) for row in zip(*columns, strict=True)] for columns in zip(*_weighted(parts), strict=True)]
    return ListChances(*(tuple(numbers) for numbers in sums))


def _weighted(parts: Iterable[tuple[float, ListChances]]) -> list[list[list[float]]]:
    return [[[share * chance for chance in numbers] for numbers in chances] for share, chances in parts]


def list_chances(learner: Learner, items: Sequence[int], among: Sequence[int] | None = None) -> ListChances | None:
    """Those of a list at the last choice of a policy that shows lists; None if only draws can tell.

    Items are ranked by their index, equal ones in uniformly random order: at each place stands, with the same
    probability, any item of the group of equals there that is not above it.
    """
    slots, count = len(items), learner.arms if among is None else len(among)
    if among is None and learner.forced and learner.t <= count:
        return _topped(learner.t - 1, items, count)
    if not learner.form.indexed:
        return None
    begins, sizes = _groups(learner, items, among)
    chance, beginnings, places = 1.0, [], []
    for place, (begin, size) in enumerate(zip(begins, sizes, strict=True)):
        stands = begin <= place < begin + size
        chance *= stands / (size - (place - begin)) if stands else 0.0
        beginnings.append(chance)
        places.append(stands / size)
    own = ListChances(tuple(beginnings), tuple(places))
    epsilon = learner.epsilon(count) if among is None else 0.0  # among some arms, lists are ranked at once
    return mixed_lists([(1.0 - epsilon, own), (epsilon, uniform_list(count, slots))]) if epsilon else own


def _topped(first: int, items: Sequence[int], count: int) -> ListChances:
    """Those of a list with ``first`` at the top and other items at random."""
    matches, rest = float(items[0] == first), uniform_list(count - 1, len(items) - 1)
    places = [matches, *(float(item != first) * chance for item, chance in zip(items[1:], rest.places, strict=True))]
    return ListChances((matches, *(matches * chance for chance in rest.beginnings)), tuple(places))


def _groups(learner: Learner, items: Sequence[int], among: Sequence[int] | None) -> tuple[list[int], list[int]]:
    """For each item, the first place of those with the same index, and how many these are."""
    state = learner.state
    rising: Sequence[float]
    if among is None and learner.form.kind == contract.FROZEN:
        rising = _Rising(state.key)  # all items in the order of their index
        indices = [state.key[state.place[item]] for item in items]
    else:
        arms = list(range(learner.arms)) if among is None else list(among)
        by_arm = {a: learner.index_at(learner.policy, state, a, learner.t, len(arms), learner.horizon) for a in arms}
        rising, indices = sorted(by_arm.values()), [by_arm[item] for item in items]
    ends = [bisect_right(rising, index) for index in indices]
    return [len(rising) - end for end in ends], [
        end - bisect_left(rising, index) for end, index in zip(ends, indices, strict=True)
    ]


class _Rising(Sequence[float]):
    """Falling numbers, read from the end."""

    def __init__(self, falling: Sequence[float]) -> None:
        self._falling = falling

    def __len__(self) -> int:
        return len(self._falling)

    def __getitem__(self, place: int) -> float:  # type: ignore[override]  # no slices
        return self._falling[len(self._falling) - 1 - place]


def redrawn_list(
    learner: Learner,
    items: Sequence[int],
    own: Sequence[int],
    draws: int,
    stream: list[int],
    among: Sequence[int] | None = None,
) -> ListChances:
    """Those of a list, estimated by ``draws`` more lists and by the policy's ``own``, which need not be the one shown.

    If nothing else shows lists, no estimate is zero, and the weight 1 / estimate of what is shown with probability p is
    1 - (1 - p) ** (draws + 1) on average, and should be 1: what is rarer than 1 / draws counts too little.
    """
    slots = len(items)
    beginnings, places = [0] * slots, [0] * slots
    for draw in range(draws + 1):
        drawn = learner.rank(slots, among, again=stream) if draw < draws else own
        agrees = True
        for place, (item, other) in enumerate(zip(items, drawn, strict=True)):
            agrees = agrees and item == other
            beginnings[place] += agrees
            places[place] += item == other
    return ListChances(*(tuple(hits / (1.0 + draws) for hits in counts) for counts in (beginnings, places)))
