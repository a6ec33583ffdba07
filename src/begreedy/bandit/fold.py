"""The state of a bandit as a fold over its log: the same events give the same state, in every process.

``apply`` is the only thing that changes it.  For an event read from the log the policy is asked again, so that its
random stream moves on as it did in the process that decided; the arm in the log counts, should it differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from begreedy.bandit.catalogue import Draws
from begreedy.bandit.records import ADDED, DECIDED, EXPIRED, RETIRED, REWARDED, Event, StoreError
from begreedy.bandit.settings import Settings
from begreedy.engine.learner import Learner, Past

FORMAT = 2  # of snapshots; one of another format is made anew from the log
_MOST_DIFFERING = 1000  # remembered; on another kind of machine there may be many

Pasts = Callable[[Sequence[int]], list[Past]]  # what is known of arms, by number, before anything was decided


class Fold:
    """The state after event ``seq`` of a log."""

    def __init__(self, settings: Settings, pasts: Pasts, snapshot: dict[str, Any] | None = None) -> None:
        self.settings = settings
        self._pasts = pasts
        self.seq = self.decisions = self.rewards = self.expired = 0
        self.reward = self.cost = 0.0
        self.differing: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []  # events that we would decide otherwise
        self.size = settings.arms
        self.live: list[int] = []  # by slot: number in the catalogue
        self.tally: dict[
            int, list[Any]
        ] = {}  # by number: count of rewards, their sum and that of costs, in users' units
        self.gone: set[int] = set()
        self._first = frozenset(settings.first)
        self._draws = Draws("catalogue", settings.seed, settings.name)
        if snapshot is None:
            self.live += settings.first
            self._fill()
            self.learner = self._learner(self._past(self.live))
        else:
            self._restore(snapshot)
        self.slot = {number: slot for slot, number in enumerate(self.live)}

    def _past(self, entered: Sequence[int]) -> list[Past]:
        """What is known of arms that enter; also for the tally."""
        past = self._pasts(entered)
        for number, (total, pulls) in zip(entered, past, strict=True):
            if pulls:
                self._count(number, pulls, pulls * self.settings.unscaled(total / pulls), 0.0)
        return past

    def _count(self, number: int, pulls: int, total: float, cost: float) -> None:
        sums = self.tally.setdefault(number, [0, 0.0, 0.0])
        sums[0] += pulls
        sums[1] += total
        sums[2] += cost

    def _learner(self, past: Sequence[Past]) -> Learner:
        settings = self.settings
        return Learner(settings.played, past, settings.rounds, settings.words(), ranks=settings.ranks)

    # ------------------------------------------------------------ deciding

    def choose(self, n: int) -> tuple[int, ...]:
        """The arms to play next, by number; moves the random stream on."""
        if not self.live:
            raise ValueError("no arm is left to play: every arm is retired")
        slots = self.learner.rank(n) if self.settings.ranks else [self.learner.choose()]
        return tuple(self.live[slot] for slot in slots)

    def apply(self, event: Event, *, chosen: bool = False) -> None:
        """Move on by one event; ``chosen``: a decision just made by ``choose``."""
        self.seq = event.seq
        if event.kind == DECIDED:
            if not chosen:
                ours = self.choose(len(event.arms))
                if ours != event.arms and len(self.differing) < _MOST_DIFFERING:
                    self.differing.append((event.seq, event.arms, ours))
            self.decisions += 1
            self.learner.pull([self.slot[number] for number in event.arms])
        elif event.kind == REWARDED:
            self.rewards += 1
            self._learn(event)
        elif event.kind == EXPIRED:
            self.expired += 1
            self._learn(event)
        elif event.kind == ADDED:
            self.size += int(event.value or 0)
            self._enter()
        elif event.kind == RETIRED:
            self._retire(event.arms[0])
        else:
            raise StoreError(f"event {event.seq} is of a kind that this version does not know: {event.kind!r}")

    # ------------------------------------------------------------ learning

    def _learn(self, event: Event) -> None:
        value, settings = event.value, self.settings
        if value is None:
            for number in event.arms:
                self._forget(number)
        elif settings.ranks:
            self.reward += float(value >= 0.0)
            for place, number in enumerate(event.arms):
                if value < 0.0 or place <= value:
                    self._learn_arm(number, float(place == value), None)
                else:
                    self._forget(number)  # nobody looked below the click
        else:
            self.reward += value
            self.cost += event.cost or 0.0
            self._learn_arm(event.arms[0], value, event.cost)

    def _learn_arm(self, number: int, value: float, cost: float | None) -> None:
        self._count(number, 1, value, cost or 0.0)
        slot = self.slot.get(number)
        if slot is not None:  # not retired since
            self.learner.learn(slot, self.settings.scaled(value), self.settings.scaled_cost(cost))

    def _forget(self, number: int) -> None:
        slot = self.slot.get(number)
        if slot is not None:
            self.learner.forget(slot)

    # ------------------------------------------------------------ arms that come and go

    def _fill(self) -> list[int]:
        """Let arms enter as long as there is room and there are any; returns those that did."""
        room = (self.settings.keeps or self.size) - len(self.live)
        entered: list[int] = []
        if not self.settings.keeps:
            first = self._draws.drawn
            entered = [number for number in range(first, self.size) if number not in self.gone]
            self._draws.drawn = self.size
        while self.settings.keeps and len(entered) < room:
            number = self._draws.next(self.size)
            if number is None:
                break
            if number not in self.gone and number not in self._first:
                entered.append(number)
        self.live += entered
        return entered

    def _enter(self) -> None:
        entered = self._fill()
        if entered:
            self.learner.add(self._past(entered))
        self.slot = {number: slot for slot, number in enumerate(self.live)}

    def _retire(self, number: int) -> None:
        self.gone.add(number)
        slot = self.slot.get(number)
        if slot is not None:
            del self.live[slot]
            self.learner.retire(slot)
            self._enter()

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> dict[str, Any]:
        """Everything that the state consists of, fit for JSON."""
        counts = [self.seq, self.decisions, self.rewards, self.expired, self.reward, self.cost, self.size]
        return {
            "format": FORMAT,
            "counts": counts,
            "live": list(self.live),
            "gone": sorted(self.gone),
            "tally": [[number, *sums] for number, sums in sorted(self.tally.items())],
            "draws": self._draws.snapshot(),
            "learner": self.learner.snapshot(),
        }

    def _restore(self, snapshot: dict[str, Any]) -> None:
        self.seq, self.decisions, self.rewards, self.expired, self.reward, self.cost, self.size = snapshot["counts"]
        self.live, self.gone = list(snapshot["live"]), set(snapshot["gone"])
        self.tally = {number: sums for number, *sums in snapshot["tally"]}
        self._draws.restore(snapshot["draws"])
        self.learner = self._learner([])
        self.learner.restore(snapshot["learner"])
