"""What is remembered of arms whose rewards come late: every reward counts by the age of its pull, not of its report.

Rounds are pulls, whether their rewards are known or not.  Both kinds of memory take note of every pull (``advance``),
of what it paid (``count``), and that it is no longer out (``close``), by its moment, since rewards come in any order.
So sums are the same whatever the order, but for rounding.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from begreedy.arithmetic import add

Numbers = tuple[float, float, float, float, int]  # of an arm: pulls, total, squares, pulls out, pulls not forgotten


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
        self.arms: list[list[Any]] = []  # by arm: see Numbers

    def advance(self, arm: int, moment: int) -> None:
        """Note a round in which an arm was pulled."""
        factor, faded = self.factor, self.faded
        for numbers in self.arms:
            if numbers[0] + numbers[3] == 0.0:
                continue
            pulls, out = factor * numbers[0], factor * numbers[3]
            if pulls + out < faded:
                numbers[:] = [0.0, 0.0, 0.0, 0.0, 0]
            else:
                numbers[0], numbers[3] = pulls, out
                numbers[1] *= factor
                numbers[2] *= factor
        self.mass = 1.0 + factor * self.mass
        self.moments.append(moment)
        self.arms[arm][3] += 1.0
        self.arms[arm][4] += 1

    def close(self, arm: int, moment: int, left: int) -> None:
        """Note that a pull is no longer out; ``left`` still are."""
        numbers, weight = self.arms[arm], self._weight(moment)
        if weight > 0.0:
            numbers[4] = max(0, numbers[4] - 1)
        numbers[3] = max(0.0, numbers[3] - weight) if left else 0.0

    def count(self, arm: int, moment: int, reward: float, sign: int) -> None:
        """Count what a pull paid; ``sign`` -1 takes it back."""
        weight = sign * self._weight(moment)
        if weight == 0.0:
            return
        numbers = self.arms[arm]
        numbers[0] = max(0.0, numbers[0] + weight)
        numbers[1] += weight * reward
        numbers[2] = max(0.0, numbers[2] + weight * reward * reward)
        numbers[4] = max(0, numbers[4] + sign)
        if numbers[0] + numbers[3] < self.faded:
            numbers[:] = [0.0, 0.0, 0.0, 0.0, 0]

    def _weight(self, moment: int) -> float:
        age = self.moments.age(moment)
        return 0.0 if age >= self.moments.span else float(self.factor**age)

    def of(self, arm: int) -> Numbers:
        pulls, total, squares, out, kept = self.arms[arm]
        return pulls, total, squares, out, kept

    def insert(self, place: int, total: float, pulls: int) -> None:
        """Insert an arm, with a past that is as fresh as the last round."""
        self.arms.insert(place, [float(pulls), total, total, 0.0, pulls])
        self.mass += pulls

    def reorder(self, order: Sequence[int]) -> None:
        """Number the arms anew: ``order`` has the old numbers of those that are left."""
        self.arms = [self.arms[old] for old in order]

    def snapshot(self) -> dict[str, Any]:
        return {"arms": [list(numbers) for numbers in self.arms], "mass": self.mass, "moments": self.moments.snapshot()}

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.arms, self.mass = [list(numbers) for numbers in snapshot["arms"]], snapshot["mass"]
        self.moments.restore(snapshot["moments"])


OUT, GONE = "out", None  # instead of what a pull paid: nothing is known so far, or ever


class Sliding:
    """Sums over the rounds of a window, by arm, with what rounding left out of them."""

    def __init__(self, rounds: int) -> None:
        self.moments = Moments(rounds)
        self.arms: list[list[Any]] = []  # by arm: pulls, total and its rest, squares and their rest, pulls out
        self.entries: list[list[Any]] = []  # as the moments: arm (-1: it left) and what it paid, OUT or GONE

    @property
    def mass(self) -> float:
        """Rounds remembered."""
        return float(min(self.moments.rounds, self.moments.span))

    def advance(self, arm: int, moment: int) -> None:
        """Note a round in which an arm was pulled; the one that leaves the window is forgotten."""
        if len(self.entries) >= self.moments.span:
            leaving, paid = self.entries[len(self.entries) - self.moments.span]
            if leaving >= 0 and paid is OUT:
                self.arms[leaving][5] -= 1
            elif leaving >= 0 and paid is not GONE:
                self._add(leaving, paid, -1)
        dropped = self.moments.append(moment)
        self.entries.append([arm, OUT])
        del self.entries[:dropped]
        self.arms[arm][5] += 1

    def _entry(self, moment: int) -> list[Any] | None:
        age = self.moments.age(moment)
        return None if age >= self.moments.span else self.entries[len(self.entries) - 1 - age]

    def close(self, arm: int, moment: int, left: int) -> None:
        """Note that a pull is no longer out."""
        entry = self._entry(moment)
        if entry is not None and entry[1] is OUT:
            entry[1] = GONE
            self.arms[arm][5] -= 1

    def count(self, arm: int, moment: int, reward: float, sign: int) -> None:
        """Count what a pull paid; ``sign`` -1 takes it back."""
        entry = self._entry(moment)
        if entry is not None:
            entry[1] = reward if sign > 0 else GONE
            self._add(arm, reward, sign)

    def _add(self, arm: int, reward: float, sign: int) -> None:
        numbers = self.arms[arm]
        numbers[0] += sign
        if numbers[0] == 0:
            numbers[1:5] = [0.0] * 4
            return
        numbers[1], numbers[2] = add(numbers[1], numbers[2], sign * reward)
        numbers[3], numbers[4] = add(numbers[3], numbers[4], sign * reward * reward)

    def of(self, arm: int) -> Numbers:
        pulls, total, _, squares, _, out = self.arms[arm]
        return float(pulls), total, squares, float(out), pulls + out

    def insert(self, place: int, total: float, pulls: int) -> None:
        """Insert an arm; nothing of its past is in the window."""
        self.arms.insert(place, [0, 0.0, 0.0, 0.0, 0.0, 0])
        for entry in self.entries:
            entry[0] += entry[0] >= place

    def reorder(self, order: Sequence[int]) -> None:
        """Number the arms anew: ``order`` has the old numbers of those that are left."""
        places = {old: new for new, old in enumerate(order)}
        self.arms = [self.arms[old] for old in order]
        for entry in self.entries:
            entry[0] = places.get(entry[0], -1)

    def snapshot(self) -> dict[str, Any]:
        entries = [list(entry) for entry in self.entries]
        return {
            "arms": [list(numbers) for numbers in self.arms],
            "entries": entries,
            "moments": self.moments.snapshot(),
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        self.arms = [list(numbers) for numbers in snapshot["arms"]]
        self.entries = [[arm, OUT if paid == OUT else paid] for arm, paid in snapshot["entries"]]
        self.moments.restore(snapshot["moments"])


def recall_of(policy: Any) -> Fading | Sliding:
    """The memory of a policy that forgets, before the first pull."""
    if policy.factor >= 1.0:
        return Sliding(policy.span)
    return Fading(policy.factor, policy.faded, policy.span)
