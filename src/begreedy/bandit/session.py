"""A bandit opened by one process: its state in memory, never ahead of the log.

A change takes the bandit's lock, catches up with what others appended, works, appends and commits.  If anything goes
wrong after the state began to change, the state is thrown away and rebuilt from the store when it is next needed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np

from begreedy import __version__
from begreedy.bandit.database import ConnectionLost, Database, Write
from begreedy.bandit.folds.choice import fold_for
from begreedy.bandit.folds.fold import FORMAT, Fold
from begreedy.bandit.names import Names
from begreedy.bandit.records import DECIDED, EXPIRED, REVISED, REWARDED, Event, StoreError
from begreedy.bandit.settings import Settings
from begreedy.bandit.store import Head, PendingDecision, Store
from begreedy.engine.learners.learner import Past

SNAPSHOT_EVENTS = 5000  # events between two snapshots, at least
SNAPSHOT_PER_ARM = 5  # and so many per arm that is played
_ATTEMPTS = 3
_MOST_EXPIRED = 2000  # at a call, so that nobody waits for long; the next call goes on

T = TypeVar("T")


class Session:
    """``change(work)`` and ``look(work)`` run a function while ``fold`` is up to date, with and without the lock."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], float]) -> None:
        self.store, self.settings, self.clock = store, settings, clock
        self.names = Names(store, settings.names is not None)
        self._fold: Fold | None = None
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._closed = False
        self._changing = False
        self.again = False
        # No decision's window is over before this moment; None: decisions have none.
        self.due: float | None = None if settings.window is None else 0.0
        self._start(Head(0, 0.0, 0))

    @property
    def database(self) -> Database:
        return self.store.database

    def _start(self, head: Head) -> None:
        """Nothing is written in this transaction so far."""
        self._head = head
        if not self.again:
            self.floor = head.seq  # what this call records comes after
        self._events: list[Event] = []
        self._opened: dict[int, PendingDecision] = {}
        self._closed_by: dict[int, Event] = {}
        self._contexts: dict[str, Event] = {}
        self._users: dict[str, Event] = {}  # the last decisions of this transaction
        self._known_users: dict[str, Event] = {}  # and those before it
        self._expected: dict[int, PendingDecision | None] = {}  # looked up before they are asked for
        self._touches = 0  # how often the state was about to change

    # ------------------------------------------------------------ running work

    def change(self, work: Callable[[], T]) -> T:
        """Run work in a transaction of its own, or in the one that is open.

        If the connection is lost it is run again, with ``again`` set: it may have been recorded before.  Work that is
        refused raises before it first appends.
        """
        with self._ready():
            if self._changing:
                return self._guarded(work)
            self.expire_due()
            return self._persistently(lambda: self._alone(work))

    def look(self, work: Callable[[], T]) -> T:
        """Run work that changes nothing."""
        with self._ready():
            if self._changing:
                return work()
            self.expire_due()
            return self._persistently(lambda: self._looking(work))

    def survey(self, work: Callable[[], T]) -> T:
        """Run long work that reads one moment of the store, while others go on writing."""
        with self._ready():
            if self._changing:
                raise StoreError("this cannot be done within a transaction; nothing of it is in the store yet")
            self.expire_due()
            return self._persistently(lambda: self._surveying(work))

    def _surveying(self, work: Callable[[], T]) -> T:
        try:
            self.database.begin_reading()
            self._catch_up(self.store.head())
            return work()
        finally:
            self.database.rollback()

    def _alone(self, work: Callable[[], T]) -> T:
        with self._transaction():
            return work()

    def _looking(self, work: Callable[[], T]) -> T:
        self._catch_up()
        return work()

    def _persistently(self, attempt: Callable[[], T]) -> T:
        try:
            for _ in range(_ATTEMPTS - 1):
                try:
                    return attempt()
                except ConnectionLost:
                    self.database.reconnect()
                    self.again = True
            return attempt()
        finally:
            self.again = False

    @contextmanager
    def together(self) -> Iterator[None]:
        """All changes within share one transaction: recorded together at its end, or none of them."""
        with self._ready():
            if self._changing:
                yield
                return
            self.expire_due()
            try:
                with self._transaction():
                    yield
            except ConnectionLost:
                self.database.reconnect()
                raise

    @contextmanager
    def _ready(self) -> Iterator[None]:
        if self._process != os.getpid():
            raise StoreError("this bandit was opened in another process; open it anew here with Bandit.open")
        with self._lock:
            if self._closed:
                raise StoreError("this bandit is closed")
            yield

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            head = self.store.begin()
            self._catch_up(head)
            self._start(head)
            self._changing = True
            yield
            self.database.commit(self._writes())
        except BaseException:
            if self._touches:
                self._fold = None  # it may be ahead of the log, as may names
                self.names.clear()
            self.database.rollback()
            raise
        finally:
            self._changing = False

    def _guarded(self, work: Callable[[], T]) -> T:
        """Within a shared transaction: work that fails before it changes anything leaves the others alone."""
        before = self._touches
        try:
            return work()
        except BaseException:
            if self._touches > before:
                self._fold = None
            raise

    @property
    def fold(self) -> Fold:
        """The state, up to date while work runs."""
        if self._fold is None:
            raise StoreError("an earlier call in this transaction failed; nothing of it will be recorded")
        return self._fold

    # ------------------------------------------------------------ windows

    def expire_due(self) -> None:
        """Close the decisions whose window is over, those that waited longest first, in a transaction of its own."""
        with self._ready():
            if self.due is not None and self.clock() > self.due and not self._changing:
                self.due = self._persistently(lambda: self._alone(self._expire_due))

    def _expire_due(self) -> float:
        window = self.settings.window or 0.0
        late = self.expire(self.now() - window, self.settings.ends_as, _MOST_EXPIRED)
        oldest = self.store.pending_decisions(limit=1 + late)[late:]
        return (oldest[0].time if oldest else self.now()) + window  # no later decision is made before this moment

    def expire(self, before: float, value: float | None, limit: int | None = None) -> int:
        """Close decisions made before a moment, at most so many; returns how many there were."""
        late = self.pending_before(before, limit)
        for decision in late:
            group = {"cohort": decision.cohort, "segment": decision.segment}
            self.append(EXPIRED, decision=decision.number, arms=decision.arms, value=value, **group)
        return len(late)

    # ------------------------------------------------------------ writing

    def append(self, kind: str, **parts: Any) -> Event:
        """An event at the end of the log; the state moves on with it."""
        chosen = kind == DECIDED
        event = Event(
            seq=self._head.seq + len(self._events) + 1,
            kind=kind,
            decision=parts.get("decision"),
            token=parts.get("token", ""),
            arms=parts.get("arms", ()),
            value=parts.get("value"),
            cost=parts.get("cost"),
            context=parts.get("context"),
            time=self.now(),
            revision=parts.get("revision", 0),
            was=parts.get("was"),
            was_cost=parts.get("was_cost"),
            cohort=parts.get("cohort"),
            segment=parts.get("segment"),
            user_id=parts.get("user_id"),
            eligible=parts.get("eligible"),
            chosen_by=parts.get("chosen_by"),
            propensity=parts.get("propensity"),
            features=parts.get("features"),
            places=parts.get("places"),
            was_places=parts.get("was_places"),
        )
        self.touch()
        self._events.append(event)
        self.fold.apply(event, chosen=chosen)
        if kind == DECIDED:
            self._opened[event.seq] = PendingDecision.of(event)
            if event.context is not None:
                self._contexts[event.context] = event
            if event.user_id is not None:
                self._users[event.user_id] = event
        elif kind in (REWARDED, EXPIRED, REVISED) and event.decision is not None:
            self._closed_by[event.decision] = event
        return event

    def touch(self) -> None:
        """The state is about to change."""
        self._touches += 1

    def now(self) -> float:
        """The time of day, except that it never runs backwards within a log."""
        last = self._events[-1].time if self._events else self._head.clock
        return max(float(self.clock()), last)

    def _writes(self) -> list[Write]:
        """What this transaction writes at its end."""
        fold = self.fold
        if not self._events:
            return []
        writes = self.store.append(self._head, self._events)
        pending = [decision for number, decision in self._opened.items() if number not in self._closed_by]
        if pending:
            writes.append(self.store.insert_pending(pending))
        closed = [number for number in self._closed_by if number not in self._opened]
        if closed:
            writes.append(self.store.delete_pending(closed))
        every = max(SNAPSHOT_EVENTS, SNAPSHOT_PER_ARM * len(fold.live))
        if self._head.seq // every != fold.seq // every:
            writes += self.store.replace_snapshot(fold.seq, {"version": __version__, **fold.snapshot()})
        return writes

    # ------------------------------------------------------------ reading

    def pending_decision(self, number: int) -> PendingDecision | None:
        """A decision without a reward, of this transaction or before it."""
        if number in self._closed_by:
            return None
        if number in self._opened:
            return self._opened[number]
        return self._expected[number] if number in self._expected else self.store.pending_decision(number)

    def pending_before(self, moment: float, limit: int | None = None) -> list[PendingDecision]:
        """Decisions without a reward that were made before a moment; so many of those before this transaction."""
        pending = [*self.store.pending_decisions(moment, limit), *(d for d in self._opened.values() if d.time < moment)]
        return [decision for decision in pending if decision.number not in self._closed_by]

    def expect(self, numbers: Sequence[int]) -> None:
        """Look up many decisions at once: ``pending_decision`` need not ask the database for them one by one."""
        asked = [number for number in numbers if number not in self._opened and number not in self._closed_by]
        if len(asked) > 1:
            pending = self.store.pending_among(asked)
            self._expected.update((number, pending.get(number)) for number in asked)

    def decided(self, number: int) -> PendingDecision | None:
        """A decision, with a reward or without; None if there is no such decision."""
        if number in self._opened:
            return self._opened[number]
        event = self.store.event(number)
        if event is None or event.kind != DECIDED:
            return None
        return PendingDecision.of(event)

    def in_contexts(self, contexts: Sequence[str]) -> dict[str, Event]:
        """The decisions that were made for these, as far as there are any."""
        known = {context: self._contexts[context] for context in contexts if context in self._contexts}
        return known | self.store.in_contexts([context for context in contexts if context not in known])

    def last_decision(self, user: str) -> Event | None:
        """The last decision that was made for a user."""
        return self._users.get(user) or self._known_users.get(user)

    def expect_users(self, users: Sequence[str]) -> None:
        """Look up what ``last_decision`` will be asked for."""
        self._known_users = self.store.of_users(sorted(set(users) - self._users.keys()))

    def closing(self, number: int) -> Event | None:
        """The event with a decision's reward, or that it expired."""
        return self._closed_by.get(number) or self.store.closing(number)

    def marked(self, token: str) -> Event | None:
        """What this call recorded before it was run again."""
        return self.store.marked(token, self.floor)

    def pasts(self, numbers: Sequence[int]) -> list[Past]:
        if self.settings.history is None:
            return [(0.0, 0)] * len(numbers)
        known = self.store.past(numbers)
        return [known.get(number, (0.0, 0)) for number in numbers]

    def own_features(self, numbers: Sequence[int]) -> list[np.ndarray | None]:
        """Those of arms; None where they come with each decision."""
        known = self.store.features(numbers) if self.settings.features is not None else {}
        return [known.get(number) for number in numbers]

    def _catch_up(self, head: Head | None = None) -> None:
        """Move on to the end of the log."""
        if self._fold is None:
            self._fold = self._from_snapshot()
        fold = self._fold
        if head is not None and head.seq == fold.seq:
            return
        try:
            for event in self.store.every_event(fold.seq):
                if event.seq != fold.seq + 1:
                    raise StoreError(f"the log has a gap: event {event.seq} follows event {fold.seq}")
                fold.apply(event)
            if head is not None and fold.seq != head.seq:
                raise StoreError(f"the log ends with event {fold.seq}, but should end with event {head.seq}")
        except BaseException:
            self._fold = None  # an event may be half applied
            raise

    def _from_snapshot(self) -> Fold:
        """The state of the last snapshot; that before the first event, if this version cannot read it."""
        _, snapshot = self.store.snapshot() or (0, {})
        if (snapshot.get("format"), snapshot.get("version")) == (FORMAT, __version__):
            try:
                return fold_for(self.settings, self.pasts, self.own_features, snapshot)
            except (ValueError, TypeError, LookupError):  # damaged; ``check`` says so
                pass
        return self.rebuilt()

    def rebuilt(self) -> Fold:
        """A state before the first event, to compare with."""
        return fold_for(self.settings, self.pasts, self.own_features)

    def close(self) -> None:
        with self._lock:
            if not self._closed and self._process == os.getpid():
                self.database.close()
            self._closed = True
