"""Explore-then-commit: pull each arm so many times, then play the best for good."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import Any

from begreedy.random import below
from begreedy.values.fields import optional
from begreedy.values.value import Value

_COMMITTED = 0  # slot of memory: arm committed to + 1


@dataclass(frozen=True)
class ExploreThenCommit(Value):
    """Pulls each arm ``m`` times in turn, then plays the arm with the largest mean forever; ties at random, once.

    Unless given, ``m`` comes from the horizon: with a known ``gap`` d between two arms,
    ``max(1, ceil(4 / d**2 * log(T d**2 / 4)))``; without, ``ceil((T / K)**(2/3) * (log T)**(1/3))``.

    Guarantee: of order ``K**(1/3) T**(2/3) (log T)**(1/3)`` without the gap; ``log(T d**2) / d`` with it.

    Parameters
    ----------
    m : int, optional
        Pulls of each arm.  By default a number that follows from the horizon.
    gap : float, optional
        Gap between two arms, if known.

    References
    ----------
    Garivier, Kaufmann, Lattimore (2016), *On Explore-Then-Commit Strategies*; Lattimore and Szepesvári (2020),
    *Bandit Algorithms*, chapter 6.

    Examples
    --------
    >>> ExploreThenCommit()
    ExploreThenCommit()
    """

    m: int | None = optional(0)
    gap: float | None = optional(0.0)

    def validate(self) -> None:
        self.require("m", self.m is None or self.m >= 1, "at least 1, or left out to take it from the horizon")
        self.require("gap", self.gap is None or self.gap >= 1e-100, "at least 1e-100, or left out if unknown")

    @property
    def chosen_pulls(self) -> int:
        """``m`` as compiled code reads it: 0 if it is not given."""
        return self.m or 0

    @property
    def known_gap(self) -> float:
        """The gap as compiled code reads it: 0 if it is not given."""
        return self.gap or 0.0

    def pulls_each(self, arms: int, horizon: int) -> int:
        """How often each arm is pulled before committing."""
        if self.chosen_pulls > 0:
            return self.chosen_pulls
        if self.known_gap > 0.0:
            square = self.known_gap * self.known_gap
            return max(1, ceil(4.0 / square * log(max(1.0, horizon * square / 4.0))))
        return max(1, ceil((horizon / arms) ** (2.0 / 3.0) * max(1.0, log(horizon)) ** (1.0 / 3.0)))

    def memory(self) -> int:
        return 1

    def select(self, memory: Any, total: Any, pulls: Any, t: int, arms: int, horizon: int, rng: Any) -> int:
        if t <= arms * self.pulls_each(arms, horizon):
            return (t - 1) % arms
        if memory[_COMMITTED] == 0.0:
            best = 0
            ties = 1
            for arm in range(1, arms):
                # All arms have the same number of pulls (or the sweep was cut): compare means.
                if total[arm] * pulls[best] > total[best] * pulls[arm]:
                    best = arm
                    ties = 1
                elif total[arm] * pulls[best] == total[best] * pulls[arm]:
                    ties += 1
                    if below(rng, ties) == 0:
                        best = arm
            memory[_COMMITTED] = best + 1.0
        return int(memory[_COMMITTED]) - 1
