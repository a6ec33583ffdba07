"""IMOSS: anytime MOSS on a pool of arms that grows."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, log, sqrt
from typing import Any

from begreedy.policies.ranking import rank_arm, standing
from begreedy.random import below, uniform
from begreedy.values.value import Value

# Slots of memory.  NEXT: after which round there may be another arm; UNTIL: up to which share bounds hold; RANK: that
# of the arm played.
_POINT, _NEXT, _UNTIL, _RANK, _HEAD = range(5)
_AHEAD, _HAIR = 1.02, 1e-12  # how long bounds last; by how much they are raised against rounding
_LARGEST = 709.0  # the logarithm of nearly the largest number


@dataclass(frozen=True)
class IMOSS(Value):
    """MOSS without a horizon on ``max(first, t**exponent)`` arms, a number that grows with t.

    Index: ``mean + sqrt((1 + a) / 2 * max(0, log(t / (K pulls))) / pulls)`` with the K arms known so far.  New arms of
    a continuum are uniformly random points.  Needs neither a horizon nor a prior.  A baseline: wherever both were
    measured, ``GrowingGreedy(anytime=True)``, told no more, lost less.

    Guarantee: against the best arms, a share p of all, of order ``p**(-1/exponent) + T**((1 + exponent) / 2)``.

    Written from a description of IMABO (Tiime, 2026), since its text could not be had.  Index, growth and defaults are
    those of its code, where t does not count the round to be played, and ties go to the oldest arm, here to any.

    Parameters
    ----------
    exponent : float
        Power of t by which the number of arms grows, in (0, 1).
    a : float
        Constant of the index, at least 0.
    first : int
        Number of arms known at least.

    References
    ----------
    ``imabo/policies/imoss.py`` of Tiime-Software/IMABO (2026).

    Examples
    --------
    >>> IMOSS()
    IMOSS()
    """

    exponent: float = 0.5
    a: float = 0.1
    first: int = 10

    pool = True

    def validate(self) -> None:
        self.require("exponent", 0.0 < self.exponent < 1.0, "strictly between 0 and 1")
        self.require("a", self.a >= 0.0, "at least 0")
        self.require("first", self.first >= 1, "at least 1")

    def capacity(self, horizon: int) -> int:
        return max(self.first, ceil(horizon**self.exponent) + 1)

    def memory(self, capacity: int) -> int:
        return _HEAD + 2 * capacity  # by rank, from the largest bound down: arm, bound of its index

    def due(self, known: int) -> float:
        """The round after which the next arm is drawn; none, if that is beyond all numbers."""
        return known ** (1.0 / self.exponent) + 1e-9 if log(known) < _LARGEST * self.exponent else inf

    def value(self, total: float, pulls: int, share: float) -> float:
        """The index of an arm where every arm's share of the rounds so far is ``share``."""
        mean = total / pulls
        return mean + sqrt(0.5 * (1.0 + self.a) * log(share / pulls) / pulls) if share > pulls else mean

    def bound(self, total: float, pulls: int, share: float) -> float:
        value = self.value(total, pulls, share)
        return value + _HAIR * abs(value)

    def select(self, memory: Any, total: Any, pulls: Any, known: int, t: int, size: int, rng: Any) -> int:
        if known < size and (known < self.first or t > memory[_NEXT]):
            memory[_POINT] = uniform(rng)
            memory[_RANK] = known
            return known
        # Indices grow with the share: what they are at a larger one bounds them for many rounds.
        share = t / known
        if share > memory[_UNTIL]:
            memory[_UNTIL] = _AHEAD * share
            for rank in range(known):
                arm = int(memory[_HEAD + 2 * rank])
                bound = self.bound(total[arm], pulls[arm], memory[_UNTIL])
                rank_arm(memory, _HEAD, rank + 1, rank, arm, bound)
        best = -inf
        ties = 0
        rank = 0
        while rank < known and memory[_HEAD + 2 * rank + 1] >= best:
            arm = int(memory[_HEAD + 2 * rank])
            value = self.value(total[arm], pulls[arm], share)
            if value > best:
                best = value
                memory[_RANK] = rank
                ties = 1
            elif value == best:
                ties += 1
                if below(rng, ties) == 0:
                    memory[_RANK] = rank
            rank += 1
        return int(memory[_HEAD + 2 * int(memory[_RANK])])

    def learn(self, memory: Any, total: Any, pulls: Any, known: int, arm: int) -> None:
        bound = self.bound(total[arm], pulls[arm], memory[_UNTIL])
        rank = known - 1
        if pulls[arm] == 1:
            memory[_NEXT] = self.due(known)
        else:
            rank = standing(memory, _HEAD, known, int(memory[_RANK]), arm)
        rank_arm(memory, _HEAD, known, rank, arm, bound)

    def carry(self, memory: Any, old: Any, total: Any, pulls: Any, known: int) -> None:
        memory[_NEXT] = old[_NEXT]
        memory[_UNTIL] = old[_UNTIL]
        for arm in range(known):
            rank_arm(memory, _HEAD, arm + 1, arm, arm, self.bound(total[arm], pulls[arm], memory[_UNTIL]))
