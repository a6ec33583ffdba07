"""One arm of each group, and actions that are given one by one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from math import inf
from typing import TYPE_CHECKING, Any

from begreedy.problems.actions.graphs import MOST_ARMS, Network
from begreedy.random import below
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import Value, whole

TIE = 1e-12  # sums of weights that differ by less are equal: rounding alone may part them by more than 0


def sets_of_arms(groups: Any, where: str) -> tuple[tuple[int, ...], ...]:
    """Sets of arms as tuples, each arm at most once in a set."""
    if not isinstance(groups, (list, tuple)) or not all(isinstance(group, (list, tuple, range)) for group in groups):
        raise BadType.of(where, groups, "a list of lists of arms")
    if not groups:
        raise BadValue.of(where, groups, "at least one set of arms")
    sets = tuple(
        tuple(whole(arm, f"{where}[{i}]", low=0, high=MOST_ARMS - 1) for arm in group) for i, group in enumerate(groups)
    )
    for i, group in enumerate(sets):
        if not group or len(set(group)) < len(group):
            raise BadValue.of(f"{where}[{i}]", group, "at least one arm, and none twice")
    return sets


class _Grouped(Value):
    """Sets of arms one after another, as compiled code reads them."""

    @property
    def groups_of_arms(self) -> tuple[tuple[int, ...], ...]:
        raise NotImplementedError

    @cached_property
    def members(self) -> tuple[int, ...]:
        return tuple(chain.from_iterable(self.groups_of_arms))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        return tuple(accumulate(len(group) for group in self.groups_of_arms))

    @cached_property
    def _arms(self) -> int:
        return max(self.members) + 1

    @property  # a protocol's property can be this, but not a cached one
    def arms(self) -> int:
        return self._arms


@dataclass(frozen=True)
class Partition(_Grouped):
    """Actions with one arm of each of the disjoint ``groups``.  Ties uniformly at random.

    Parameters
    ----------
    groups : sequence of sequences of int
        Groups of arms, without an arm in common.

    Examples
    --------
    >>> Partition([[0, 1], [2, 3, 4]]).arms
    5
    >>> Partition([[0, 1], [1, 2]])
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Partition.groups must have every arm 0, ..., 2 in one group, got ((0, 1), (1, 2))
    """

    groups: tuple[tuple[int, ...], ...]

    if TYPE_CHECKING:

        def __init__(self, groups: Sequence[Sequence[int]]) -> None: ...

    def validate(self) -> None:
        object.__setattr__(self, "groups", sets_of_arms(self.groups, "Partition.groups"))
        if sorted(self.members) != list(range(self.arms)):
            raise BadValue.of(
                "Partition.groups", self.groups, f"every arm 0, ..., {self.arms - 1} in one group", verb="have"
            )

    @property
    def groups_of_arms(self) -> tuple[tuple[int, ...], ...]:
        return self.groups

    @property
    def size(self) -> int:
        return len(self.groups)

    def network(self) -> Network:
        """Groups one after another, an edge for each arm."""
        goals = tuple(number + 1 for number, group in enumerate(self.groups) for _ in group)
        return Network(
            tuple(range(self.size, -1, -1)), (0, *self.ends, self.ends[-1]), self.members, goals, 0, self.size
        )

    def solve(self, weights: Any, chosen: Any, floor: Any, rng: Any) -> int:
        members, ends = self.members, self.ends
        begin = 0
        for group in range(len(ends)):
            end = int(ends[group])
            best = int(members[begin])
            second = -inf
            ties = 1
            for i in range(begin + 1, end):
                arm = int(members[i])
                if weights[arm] > weights[best]:
                    second = weights[best]
                    best = arm
                    ties = 1
                elif weights[arm] == weights[best]:
                    ties += 1
                    second = weights[arm]
                    if below(rng, ties) == 0:
                        best = arm
                else:
                    second = max(second, weights[arm])
            chosen[group] = best
            floor[best] = second
            begin = end
        return len(ends)


@dataclass(frozen=True)
class Sets(_Grouped):
    """Actions given as a list of ``sets`` of arms.  Ties (sums within 1e-12) uniformly at random.

    Parameters
    ----------
    sets : sequence of sequences of int
        The actions: sets of arms 0, 1, ...

    Examples
    --------
    >>> Sets([[0, 1], [2, 3, 4]]).size
    3
    """

    sets: tuple[tuple[int, ...], ...]

    if TYPE_CHECKING:

        def __init__(self, sets: Sequence[Sequence[int]]) -> None: ...

    explicit = True

    def validate(self) -> None:
        object.__setattr__(self, "sets", sets_of_arms(self.sets, "Sets.sets"))

    @property
    def groups_of_arms(self) -> tuple[tuple[int, ...], ...]:
        return self.sets

    @property
    def size(self) -> int:
        return max(len(group) for group in self.sets)

    def solve(self, weights: Any, chosen: Any, floor: Any, rng: Any) -> int:
        members, ends = self.members, self.ends
        best = -inf
        second = -inf
        ties = 0
        winner = 0
        begin = 0
        for number in range(len(ends)):
            end = int(ends[number])
            worth = 0.0
            for i in range(begin, end):
                worth += weights[int(members[i])]
            if worth > best + TIE:
                second = best
                best = worth
                winner = number
                ties = 1
            elif worth >= best - TIE:
                ties += 1
                if below(rng, ties) == 0:
                    winner = number
            elif worth > second:
                second = worth
            begin = end
        begin = int(ends[winner - 1]) if winner > 0 else 0
        size = int(ends[winner]) - begin
        for i in range(size):
            arm = int(members[begin + i])
            chosen[i] = arm
            # Whatever falls by less than its share of the lead leaves the lead.
            floor[arm] = inf if ties > 1 else weights[arm] - (best - second) / size
        return size
