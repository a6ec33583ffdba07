"""What is remembered of arms whose rewards come late: every reward counts by the age of its pull, not of its report.

Rounds are pulls, whether their rewards are known or not.  Both kinds of memory take note of every pull (``advance``),
of what it paid (``count``), and that it is no longer out (``close``), by its moment, since rewards come in any order.
So sums are the same whatever the order, but for rounding.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from begreedy.arithmetic import add


class Recalled(NamedTuple):
    """What is remembered of an arm."""

    pulls: float = 0.0  # whose rewards are known
    total: float = 0.0
    squares: float = 0.0
    out: float = 0.0  # pulls whose rewards may still come
    remembered: int = 0  # pulls of both kinds that are not forgotten, each counted whole


class Moments:
    """The moments of the last rounds, at least ``span`` of them, to tell how old a pull is."""

    def __init__(self, span: int) -> None:
        self.span = span
        self.rounds = 0  # all so far
        self.known: list[int] = []  # moments of the last of them, increasing

    def append(self, moment: int) -> int:
        """One more round; returns how many of the oldest were dropped to make room."""
        self.known.append(moment)
        self.rounds += 1
        if len(self.known) < 2 * self.span + 1000:
            return 0
        dropped = len(self.known) - self.span
        del self.known[:dropped]
        return dropped

    def age(self, moment: int) -> int:
        """Rounds since the one of a moment; ``span`` if it is forgotten."""
        place = bisect_left(self.known, moment)
        if place == len(self.known) or self.known[place] != moment:
            return self.span
        return min(self.span, len(self.known) - 1 - place)

    def snapshot(self) -> list[Any]:
        """The first moment, and runs of equal gaps: mostly one or two numbers in all."""
        gaps = [b - a for a, b in zip(self.known, self.known[1:], strict=False)]
        runs = [[gap, sum(1 for _ in same)] for gap, same in groupby(gaps)]
        return [self.rounds, self.known[:1], runs]

    def restore(self, snapshot: list[Any]) -> None:
        self.rounds, first, runs = snapshot
        self.known = list(first)
        for gap, times in runs:
            for _ in range(times):
                self.known.append(self.known[-1] + gap)


class Fading:
    """Discounted sums by arm: all fade with every round."""

    def __init__(self, factor: float, faded: float, span: int) -> None:
        self.factor, self.faded = factor, faded
        self.moments = Moments(span)
        self.mass = 0.0  # rounds remembered
        self.arms: list[Recalled] = []

    def advance(self, arm: int, moment: int) -> None:
        """Note a round in which an arm was pulled."""
        factor, faded = self.factor, self.faded
        for place, sums in enumerate(self.arms):
            if sums.pulls + sums.out == 0.0:
                continue
            pulls, out = factor * sums.pulls, factor * sums.out
            if pulls + out < faded:
                self.arms[place] = Recalled()
            else:
                total, squares = factor * sums.total, factor * sums.squares
                self.arms[place] = Recalled(pulls, total, squares, out, sums.remembered)
        self.mass = 1.0 + factor * self.mass
        self.moments.append(moment)
        sums = self.arms[arm]
        self.arms[arm] = sums._replace(out=sums.out + 1.0, remembered=sums.remembered + 1)

    def close(self, arm: int, moment: int, left: int) -> None:
        """Note that a pull is no longer out; ``left`` still are."""
        sums, weight = self.arms[arm], self._weight(moment)
        remembered = max(0, sums.remembered - 1) if weight > 0.0 else sums.remembered
        self.arms[arm] = sums._replace(out=max(0.0, sums.out - weight) if left else 0.0, remembered=remembered)

    def count(self, arm: int, moment: int, reward: float, sign: int) -> None:
        """Count what a pull paid; ``sign`` -1 takes it back."""
        weight = sign * self._weight(moment)
        if weight == 0.0:
            return
        sums = self.arms[arm]
        pulls = max(0.0, sums.pulls + weight)
        if pulls + sums.out < self.faded:
            self.arms[arm] = Recalled()
            return
        total, squares = sums.total + weight * reward, max(0.0, sums.squares + weight * reward * reward)
        self.arms[arm] = Recalled(pulls, total, squares, sums.out, max(0, sums.remembered + sign))

    def _weight(self, moment: int) -> float:
        age = self.moments.age(moment)
        return 0.0 if age >= self.moments.span else float(self.factor**age)

    def of(self, arm: int) -> Recalled:
        return self.arms[arm]

    def insert(self, place: int, total: float, pulls: int) -> None:
        """Insert an arm, with a past that is as fresh as the last round."""
        self.arms.insert(place, Recalled(float(pulls), total, total, 0.0, pulls))
        self.mass += pulls

    def reorder(self, order: Sequence[int]) -> None:
        """Number the arms anew: ``order`` has the old numbers of those that are left."""
        self.arms = [self.arms[old] for old in order]

    def snapshot(self) -> dict[str, Any]:
        return {"arms": [list(sums) for sums in self.arms], "mass": self.mass, "moments": self.moments.snapshot()}

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.arms, self.mass = [Recalled(*numbers) for numbers in snapshot["arms"]], snapshot["mass"]
        self.moments.restore(snapshot["moments"])


OUT, GONE = "out", None  # instead of what a pull paid: nothing is known so far, or ever


@dataclass(slots=True)
class SlidingSums:
    """The sums of an arm over a window, with what rounding left out of them."""

    pulls: int = 0
    total: float = 0.0
    total_rest: float = 0.0
    squares: float = 0.0
    squares_rest: float = 0.0
    out: int = 0


@dataclass(slots=True)
class WindowRound:
    """A round of a window."""

    arm: int  # -1: it left
    paid: Any  # or OUT or GONE


class Sliding:
    """Sums over the rounds of a window, by arm."""

    def __init__(self, rounds: int) -> None:
        self.moments = Moments(rounds)
        self.arms: list[SlidingSums] = []
        self.entries: list[WindowRound] = []  # as the moments

    @property
    def mass(self) -> float:
        """Rounds remembered."""
        return float(min(self.moments.rounds, self.moments.span))

    def advance(self, arm: int, moment: int) -> None:
        """Note a round in which an arm was pulled; the one that leaves the window is forgotten."""
        if len(self.entries) >= self.moments.span:
            oldest = self.entries[len(self.entries) - self.moments.span]
            if oldest.arm >= 0 and oldest.paid is OUT:
                self.arms[oldest.arm].out -= 1
            elif oldest.arm >= 0 and oldest.paid is not GONE:
                self._add(oldest.arm, oldest.paid, -1)
        dropped = self.moments.append(moment)
        self.entries.append(WindowRound(arm, OUT))
        del self.entries[:dropped]
        self.arms[arm].out += 1

    def _entry(self, moment: int) -> WindowRound | None:
        age = self.moments.age(moment)
        return None if age >= self.moments.span else self.entries[len(self.entries) - 1 - age]

    def close(self, arm: int, moment: int, left: int) -> None:
        """Note that a pull is no longer out."""
        entry = self._entry(moment)
        if entry is not None and entry.paid is OUT:
            entry.paid = GONE
            self.arms[arm].out -= 1

    def count(self, arm: int, moment: int, reward: float, sign: int) -> None:
        """Count what a pull paid; ``sign`` -1 takes it back."""
        entry = self._entry(moment)
        if entry is not None:
            entry.paid = reward if sign > 0 else GONE
            self._add(arm, reward, sign)

    def _add(self, arm: int, reward: float, sign: int) -> None:
        sums = self.arms[arm]
        sums.pulls += sign
        if sums.pulls == 0:
            self.arms[arm] = SlidingSums(out=sums.out)
            return
        sums.total, sums.total_rest = add(sums.total, sums.total_rest, sign * reward)
        sums.squares, sums.squares_rest = add(sums.squares, sums.squares_rest, sign * reward * reward)

    def of(self, arm: int) -> Recalled:
        sums = self.arms[arm]
        return Recalled(float(sums.pulls), sums.total, sums.squares, float(sums.out), sums.pulls + sums.out)

    def insert(self, place: int, total: float, pulls: int) -> None:
        """Insert an arm; nothing of its past is in the window."""
        self.arms.insert(place, SlidingSums())
        for entry in self.entries:
            entry.arm += entry.arm >= place

    def reorder(self, order: Sequence[int]) -> None:
        """Number the arms anew: ``order`` has the old numbers of those that are left."""
        places = {old: new for new, old in enumerate(order)}
        self.arms = [self.arms[old] for old in order]
        for entry in self.entries:
            entry.arm = places.get(entry.arm, -1)

    def snapshot(self) -> dict[str, Any]:
        return {
            "arms": [[s.pulls, s.total, s.total_rest, s.squares, s.squares_rest, s.out] for s in self.arms],
            "entries": [[entry.arm, entry.paid] for entry in self.entries],
            "moments": self.moments.snapshot(),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.arms = [SlidingSums(*numbers) for numbers in snapshot["arms"]]
        self.entries = [WindowRound(arm, OUT if paid == OUT else paid) for arm, paid in snapshot["entries"]]
        self.moments.restore(snapshot["moments"])


def recall_of(policy: Any) -> Fading | Sliding:
    """The memory of a policy that forgets, before the first pull."""
    if policy.factor >= 1.0:
        return Sliding(policy.span)
    return Fading(policy.factor, policy.faded, policy.span)
