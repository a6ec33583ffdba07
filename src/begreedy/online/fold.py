"""The state of a bandit as a fold over its log: the same events give the same state, in every process.

``apply`` is the only thing that changes it.  For an event read from the log the policy is asked again, so that its
random stream moves on as it did in the process that decided; the arm in the log counts, should it differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from begreedy.engine.learner import Learner, Past
from begreedy.online.catalogue import Draws
from begreedy.online.records import ADDED, DECIDED, EXPIRED, RETIRED, REWARDED, Event
from begreedy.online.settings import Settings

FORMAT = 1  # of snapshots
_MOST_DIFFERING = 1000  # remembered; on another kind of machine there may be many

Pasts = Callable[[Sequence[int]], list[Past]]  # what is known of arms, by number, before anything was decided


class Fold:
    """Where the log stands at event ``seq``."""

    def __init__(self, settings: Settings, pasts: Pasts, kept: dict[str, Any] | None = None) -> None:
        self.settings = settings
        self._pasts = pasts
        self.seq = self.decisions = self.rewards = self.expired = 0
        self.reward = self.cost = 0.0
        self.differing: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []  # events that we would decide otherwise
        self.size = settings.arms
        self.live: list[int] = []  # by slot: number in the catalogue
        self.gone: set[int] = set()
        self._draws = Draws("catalogue", settings.seed, settings.name)
        if kept is None:
            self._fill()
            self.learner = self._learner(pasts(self.live))
        else:
            self._restore(kept)
        self.slot = {number: slot for slot, number in enumerate(self.live)}

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

    # ------------------------------------------------------------ learning

    def _learn(self, event: Event) -> None:
        value, settings = event.value, self.settings
        slots = [self.slot.get(number) for number in event.arms]  # None: retired since, nothing to learn
        if value is None:
            for slot in slots:
                if slot is not None:
                    self.learner.forget(slot)
            return
        self.reward += float(value >= 0.0) if settings.ranks else value
        self.cost += event.cost or 0.0
        if not settings.ranks:
            if slots[0] is not None:
                self.learner.learn(slots[0], settings.scaled(value), settings.scaled_cost(event.cost))
            return
        for place, slot in enumerate(slots):
            if slot is None:
                continue
            if value < 0.0 or place <= value:
                self.learner.learn(slot, 1.0 if place == value else 0.0)
            else:
                self.learner.forget(slot)  # nobody looked below the click

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
            if number not in self.gone:
                entered.append(number)
        self.live += entered
        return entered

    def _enter(self) -> None:
        entered = self._fill()
        if entered:
            self.learner.add(self._pasts(entered))
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
            "draws": self._draws.snapshot(),
            "learner": self.learner.snapshot(),
        }

    def _restore(self, kept: dict[str, Any]) -> None:
        self.seq, self.decisions, self.rewards, self.expired, self.reward, self.cost, self.size = kept["counts"]
        self.live, self.gone = list(kept["live"]), set(kept["gone"])
        self._draws.restore(kept["draws"])
        self.learner = self._learner([])
        self.learner.restore(kept["learner"])
