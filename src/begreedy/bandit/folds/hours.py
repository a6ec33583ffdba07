"""Summaries of a log by the hour: its decisions and rewards, in all, by group and by arm.

An hour is the number of whole hours since 1970.  An event belongs to the hour of its own time, so an outcome counts
when it is reported, whenever its decision was made, and an hour never changes after it ended.  The hour that is open is
part of a bandit's state; when an event of a later one comes, it is closed, and written to the store with that event.

What an hour says of groups is not what happened in it, but what was known at its end: see ``maturity``.
"""

from __future__ import annotations

import zlib
from typing import Any, NamedTuple

import numpy as np

from begreedy.bandit.folds.maturity import Maturity
from begreedy.bandit.records import CONTROL, DECIDED, EXPIRED, REWARDED, TREATED, Event

SECONDS = 3600.0
_CELLS = 4  # of an arm: its number, decisions, outcomes and their sum


class Hour(NamedTuple):
    """One hour of a bandit.

    ``decisions``, ``rewards`` and ``expired`` count events.  ``pending`` are the decisions without a reward at its end,
    ``seq`` is its last event.  ``reward`` and ``cost`` are sums in users' units.  ``counted`` are decisions whose
    outcome came to count, less those that ceased to, ``total`` the sum of these outcomes (of a list whose places are
    reported one by one: per place).  Of the control group, and of the others: the decisions up to its end that were
    mature, those of them that were still open, and the sum of the outcomes of the rest.
    """

    hour: int
    seq: int = 0
    decisions: int = 0
    rewards: int = 0
    expired: int = 0
    pending: int = 0
    reward: float = 0.0
    cost: float = 0.0
    counted: int = 0
    total: float = 0.0
    control_counted: int = 0
    control_total: float = 0.0
    treated_counted: int = 0
    treated_total: float = 0.0
    control_open: int = 0
    treated_open: int = 0


class Arms(NamedTuple):
    """The arms of an hour: their numbers and, for each, decisions, outcomes and their sum."""

    numbers: np.ndarray
    decisions: np.ndarray
    counted: np.ndarray
    total: np.ndarray


class HourlyCounts:
    """The hour that is open, and those that were closed but are not in the store yet.

    ``last_reward`` is when the last reward came, ``gap`` the longest time between two of them, ``since`` how many
    decisions were made after the last one.
    """

    def __init__(self) -> None:
        self.hour = -1
        self._clear()
        self.closed: list[tuple[Hour, bytes]] = []
        self.last_reward: float | None = None
        self.gap = 0.0
        self.since = 0

    def _clear(self) -> None:
        self._counts = [0, 0, 0]  # decisions, rewards, expired
        self._sums: list[Any] = [0.0, 0.0, 0, 0.0]  # reward, cost, counted and total
        self._arms: dict[int, list[Any]] = {}

    def open(self, seq: int, pending: int, maturity: Maturity) -> Hour:
        """The hour that is open, as it is after event ``seq``."""
        control, treated = maturity.sums(CONTROL), maturity.sums(TREATED)
        groups = [control.decisions, control.total, treated.decisions, treated.total, control.open, treated.open]
        return Hour._make([self.hour, seq, *self._counts, pending, *self._sums, *groups])

    def arms(self) -> bytes:
        """The arms of the open hour, packed."""
        return _packed(self._arms)

    # ------------------------------------------------------------ moving on

    def begin(self, event: Event, pending: int, maturity: Maturity) -> None:
        """Close the hour that is open before an event is applied, if the event is of a later one."""
        hour = max(self.hour, int(event.time // SECONDS))  # a clock that was put back opens no hour again
        if hour != self.hour:
            if self.hour >= 0:
                self.closed.append((self.open(event.seq - 1, pending, maturity), self.arms()))
                self._clear()
            self.hour = hour
        if event.kind == DECIDED:
            self._counts[0] += 1
            self.since += 1
            for number in event.arms:
                self._arm(number)[0] += 1
        elif event.kind == REWARDED:
            self._counts[1] += 1
            self.since = 0
            if self.last_reward is not None:
                self.gap = max(self.gap, event.time - self.last_reward)
            self.last_reward = event.time
        elif event.kind == EXPIRED:
            self._counts[2] += 1

    def _arm(self, number: int) -> list[Any]:
        sums = self._arms.get(number)
        if sums is None:
            sums = self._arms[number] = [0, 0, 0.0]
        return sums

    def count(self, sign: int, reward: float, cost: float, part: float) -> None:
        """Count an outcome, or take it back: what it paid and cost, and what it paid per place."""
        sums = self._sums
        sums[0] += sign * reward
        sums[1] += sign * cost
        sums[2] += sign
        sums[3] += sign * part

    def count_arm(self, number: int, sign: int, reward: float) -> None:
        """Count a reward of an arm, or take it back."""
        sums = self._arm(number)
        sums[1] += sign
        sums[2] += sign * reward

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> list[Any]:
        arms = [[number, *sums] for number, sums in sorted(self._arms.items())]
        return [self.hour, list(self._counts), list(self._sums), arms, self.last_reward, self.gap, self.since]

    def restore(self, kept: list[Any]) -> None:
        self.hour, counts, sums, arms, self.last_reward, self.gap, self.since = kept
        self._counts, self._sums = list(counts), list(sums)
        self._arms = {number: list(rest) for number, *rest in arms}


def _packed(arms: dict[int, list[Any]]) -> bytes:
    numbers = sorted(arms)
    whole = np.array([[number, *arms[number][:2]] for number in numbers], "<i8").reshape(len(numbers), _CELLS - 1).T
    total = np.array([arms[number][2] for number in numbers], "<f8")
    return zlib.compress(whole.tobytes() + total.tobytes(), 1)


def unpacked(content: bytes) -> Arms:
    """The arms of an hour."""
    plain = zlib.decompress(bytes(content))
    count = len(plain) // (8 * _CELLS)
    whole = np.frombuffer(plain, "<i8", (_CELLS - 1) * count).reshape(_CELLS - 1, count)
    return Arms(whole[0], whole[1], whole[2], np.frombuffer(plain, "<f8", count, 8 * (_CELLS - 1) * count))
