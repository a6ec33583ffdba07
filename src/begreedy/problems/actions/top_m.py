"""Any so many of the arms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import inf
from typing import Any

from begreedy.problems.actions.graphs import MOST_ARMS, Network
from begreedy.random import uniform
from begreedy.values.errors import BadValue
from begreedy.values.value import Value


@dataclass(frozen=True)
class TopM(Value):
    """Any ``size`` of the ``arms``: the best action has the largest weights.  Ties uniformly at random.

    With size 1 the finite-armed bandit; also known as multiple plays.

    Parameters
    ----------
    arms : int
        Number of arms.
    size : int
        Number of arms to play in a round.

    Examples
    --------
    >>> TopM(5, size=6)
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: TopM.size must be between 1 and the 5 arms, got 6
    """

    arms: int
    size: int

    def validate(self) -> None:
        self.require("arms", self.arms >= 1, "at least 1")
        self.require("size", 1 <= self.size <= self.arms, f"between 1 and the {self.arms} arms")

    @property
    def free(self) -> bool:
        """Whether any arms make an action: the best ones are then the best by themselves."""
        return True

    @property
    def memory(self) -> int:
        return self.size

    def every(self) -> Iterator[tuple[int, ...]]:
        """All sets of so many arms, one by one."""
        return combinations(range(self.arms), self.size)

    def network(self) -> Network:
        """Arms one after another, each taken or left; a node knows how many were taken."""
        row = self.size + 1
        if row * (self.arms + 1) > 10 * MOST_ARMS:
            raise BadValue.of("TopM.size", self.size, f"at most {10 * MOST_ARMS // (self.arms + 1) - 1} for a network")
        starts, ways, goals = [0], [], []
        for node in range(row * (self.arms + 1)):
            arm, taken = divmod(node, row)
            if arm < self.arms:
                ways.append(-1)
                goals.append(node + row)
                if taken < self.size:
                    ways.append(arm)
                    goals.append(node + row + 1)
            starts.append(len(ways))
        last = row * (self.arms + 1) - 1
        return Network(tuple(range(last, -1, -1)), tuple(starts), tuple(ways), tuple(goals), 0, last)

    def solve(self, weights: Any, chosen: Any, memory: Any, floor: Any, rng: Any) -> int:
        filled = 0
        outside = -inf  # the largest weight that is not chosen
        for arm in range(self.arms):
            weight = weights[arm]
            if filled < self.size:
                place = filled
                filled += 1
                lot = uniform(rng)
            else:
                last = weights[chosen[self.size - 1]]
                if weight < last:
                    outside = max(outside, weight)
                    continue
                lot = uniform(rng)
                if weight == last and lot <= memory[self.size - 1]:
                    outside = weight
                    continue
                outside = last
                place = self.size - 1
            while place > 0:
                before = weights[chosen[place - 1]]
                if weight < before or (weight == before and lot <= memory[place - 1]):
                    break
                chosen[place] = chosen[place - 1]
                memory[place] = memory[place - 1]
                place -= 1
            chosen[place] = arm
            memory[place] = lot
        for place in range(self.size):
            floor[chosen[place]] = outside
        return self.size
