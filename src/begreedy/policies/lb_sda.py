"""LB-SDA (last-block subsampling duels): arms are compared with the last rewards of the most pulled arm."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from begreedy.random import below
from begreedy.types import Problem, provides
from begreedy.values.canonical import unfit
from begreedy.values.value import Value

# Slots of memory.  DUELS: rounds of duels so far; STORED: rewards; LEADER: 1 + the arm; SUMMED: its rewards; NEXT: the
# first arm that may still have to be pulled after these duels.  Then, by arm: 1 + the number of its last reward, and
# whether it is to be pulled; by reward: the reward, and 1 + the number of the one before it of the same arm; and the
# sums of the leader's first 0, 1, 2, ... rewards.
_DUELS, _STORED, _LEADER, _SUMMED, _NEXT, _HEAD = range(6)


@dataclass(frozen=True)
class LBSDA(Value):
    """Last-block subsampling duels: arms challenge the leader's mean over as many last rewards as they have pulls.

    In duel r, every arm with n pulls is compared with the leader's last n rewards; all that win are pulled once, and so
    are those with at most ``sqrt(log r)`` pulls.  Of several arms pulled most, the one of the largest mean leads.
    Nothing is assumed of the law.  All rewards are remembered: 3 numbers per round and 2 per arm.  On 0-1 arms it lost
    more than ``IMED``, which knows the law, wherever both were measured.

    Guarantee: asymptotically optimal for one-parameter exponential families, without knowing which.

    References
    ----------
    Baudry, Russac, Cappé (2021), *On Limited-Memory Subsampling Strategies for Bandits*; recalled, as the text could
    not be had.

    Examples
    --------
    >>> LBSDA()
    LBSDA()
    """

    name = "LB-SDA"
    initial_pulls = 1

    def fit(self, problem: Problem, horizon: int) -> LBSDA:
        if provides(problem, "lifetime"):
            raise unfit(self, "arms that do not die", problem, "it compares rewards of the past")
        return self

    def memory(self, arms: int, horizon: int) -> int:
        return _HEAD + 2 * arms + 3 * horizon + 1

    def select(self, memory: Any, total: Any, pulls: Any, arms: int, horizon: int, rng: Any) -> int:
        arm = self.next_winner(memory, arms)
        if arm == arms:
            self.duel(memory, total, pulls, arms, horizon, rng)
            arm = self.next_winner(memory, arms)
        memory[_HEAD + 2 * arm + 1] = 0.0
        memory[_NEXT] = arm + 1
        return arm

    def next_winner(self, memory: Any, arms: int) -> int:
        """The next arm to be pulled, or the number of arms if there is none."""
        arm = int(memory[_NEXT])
        while arm < arms and memory[_HEAD + 2 * arm + 1] == 0.0:
            arm += 1
        return arm

    def duel(self, memory: Any, total: Any, pulls: Any, arms: int, horizon: int, rng: Any) -> None:
        """Mark the arms that win against the leader, or the leader."""
        leader = self.find_leader(memory, total, pulls, arms, rng)
        sums = _HEAD + 2 * arms + 2 * horizon
        if leader + 1 != memory[_LEADER]:
            memory[_LEADER] = leader + 1
            self.add_up(memory, leader, pulls[leader], arms, sums)
        memory[_DUELS] += 1.0
        memory[_NEXT] = 0.0
        forced = sqrt(log(memory[_DUELS]))
        whole = memory[sums + pulls[leader]]
        beaten = False
        for arm in range(arms):
            n = pulls[arm]
            if arm != leader and (n <= forced or total[arm] >= whole - memory[sums + pulls[leader] - n]):
                memory[_HEAD + 2 * arm + 1] = 1.0
                beaten = True
        if not beaten:
            memory[_HEAD + 2 * leader + 1] = 1.0

    def find_leader(self, memory: Any, total: Any, pulls: Any, arms: int, rng: Any) -> int:
        """The most pulled arm; of several, one of the largest mean, uniformly at random."""
        leader = 0
        ties = 1
        for arm in range(1, arms):
            if pulls[arm] < pulls[leader] or (pulls[arm] == pulls[leader] and total[arm] < total[leader]):
                continue
            same = pulls[arm] == pulls[leader] and total[arm] == total[leader]
            ties = ties + 1 if same else 1
            if not same or below(rng, ties) == 0:
                leader = arm
        return leader

    def add_up(self, memory: Any, leader: int, pulls: int, arms: int, sums: int) -> None:
        """The sums of the leader's first 0, 1, 2, ... rewards."""
        rewards = _HEAD + 2 * arms
        number = int(memory[_HEAD + 2 * leader])
        for n in range(pulls, 0, -1):
            memory[sums + n] = memory[rewards + 2 * (number - 1)]
            number = int(memory[rewards + 2 * (number - 1) + 1])
        memory[sums] = 0.0
        memory[_SUMMED] = pulls
        for n in range(1, pulls + 1):
            memory[sums + n] += memory[sums + n - 1]

    def learn(self, memory: Any, arm: int, reward: float, arms: int, horizon: int) -> None:
        number = int(memory[_STORED])
        at = _HEAD + 2 * arms + 2 * number
        memory[at] = reward
        memory[at + 1] = memory[_HEAD + 2 * arm]
        memory[_HEAD + 2 * arm] = number + 1
        memory[_STORED] = number + 1
        if arm + 1 == memory[_LEADER]:
            last = _HEAD + 2 * arms + 2 * horizon + int(memory[_SUMMED])
            memory[last + 1] = memory[last] + reward
            memory[_SUMMED] += 1.0
