"""A bandit opened by one process: its state in memory, never ahead of the log.

A change takes the bandit's lock, catches up with what others appended, works, appends and commits.  If anything goes
wrong after the state began to change, the state is thrown away and rebuilt from the store when it is next needed.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

import numpy as np

from begreedy.bandit.folds.choice import fold_for
from begreedy.bandit.folds.fold import FORMAT, Fold
from begreedy.bandit.records import DECIDED, EXPIRED, REVISED, REWARDED, Event, StoreError
from begreedy.bandit.settings.inputs import archived
from begreedy.bandit.settings.settings import Settings
from begreedy.bandit.store.checkpoint import read_checkpoint, verified_events
from begreedy.bandit.store.database import ConnectionLost, Database, Write
from begreedy.bandit.store.names import Names
from begreedy.bandit.store.rows import Head, Outcome, PendingDecision, Standing
from begreedy.bandit.store.store import BanditStore
from begreedy.engine.learners.learner import Past
from begreedy.version import __version__

SNAPSHOT_EVENTS = 5000  # events between two snapshots, at least
SNAPSHOT_PER_ARM = 5  # and at least this many per arm that is played
FAR_BACK = 86_400.0  # seconds: a clock that is further behind the log is believed
_BEGINNING = 1.6e9  # unless it does not know the day at all, as after a flat battery
_ATTEMPTS = 3
_MOST_EXPIRED = 2000  # per call, so that no call takes long; the next call goes on

T = TypeVar("T")


class Session:
    """An open bandit: ``change`` and ``look`` run work while ``fold`` is up to date, with and without the lock."""

    def __init__(self, store: BanditStore, settings: Settings, clock: Callable[[], float]) -> None:
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
        """Start a transaction in which nothing is written so far."""
        self._head = head
        if not self.again:
            self.floor = head.seq  # what this call records comes after
        self._events: list[Event] = []
        self._opened: dict[int, PendingDecision] = {}
        self._closed_by: dict[int, Event] = {}
        self._contexts: dict[str, Event] = {}
        self._users: dict[str, Event] = {}  # the last decisions of this transaction
        self._known_users: dict[str, Event] = {}  # and those before it
        self._expected: dict[int, Standing | None] = {}  # looked up before they are asked for
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

    def alone(self, work: Callable[[], T]) -> T:
        """Run work that rewrites the log, in a transaction of its own."""
        with self._ready():
            self._check_no_transaction()
            return self.change(work)

    def _check_no_transaction(self) -> None:
        if self._changing:
            raise StoreError("this cannot be done within a transaction; nothing of it is in the store yet")

    def survey(self, work: Callable[[], T]) -> T:
        """Run long work that reads one moment of the store, while others go on writing."""
        with self._ready():
            self._check_no_transaction()
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
        """A block whose changes share one transaction: all are recorded at its end, or none."""
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
            raise StoreError("this bandit was opened in another process; open it again here with Bandit.open")
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
            if self._events:
                self.fold.hours.closed.clear()  # they are in the store
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
            if self.due is None or self._changing:
                return
            ahead = self.due - self.clock()
            if ahead < 0.0 or ahead > (self.settings.window or 0.0) + FAR_BACK:  # or the clock was put back
                self.due = self._persistently(lambda: self._alone(self._expire_due))

    def _expire_due(self) -> float:
        window = self.settings.window or 0.0
        late = self.expire(self.now() - window, self.settings.ends_as, _MOST_EXPIRED)
        oldest = self.store.pending_decisions(limit=1 + late)[late:]
        made = min(oldest[0].time, self.now()) if oldest else self.now()
        return made + window  # no later decision is made before this moment

    def expire(self, before: float, value: float | None, limit: int | None = None) -> int:
        """Close decisions made before a moment, at most ``limit``; returns how many there were."""
        late = self.pending_before(before, limit)
        for decision in late:
            group = {"cohort": decision.cohort, "segment": decision.segment}
            self.append(EXPIRED, decision=decision.number, arms=decision.arms, value=value, **group)
        return len(late)

    # ------------------------------------------------------------ writing

    def append(self, kind: str, **parts: Any) -> Event:
        """Append an event to the log; the state moves on with it."""
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
        """Note that the state is about to change."""
        self._touches += 1

    def now(self) -> float:
        """The time of day, except that it does not run backwards within a log.

        If it runs back by more than a day, it is believed: the clock was ahead, and was put right.
        """
        last, now = self._events[-1].time if self._events else self._head.clock, float(self.clock())
        return now if _BEGINNING < now < last - FAR_BACK else max(now, last)

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
        if fold.hours.closed:
            last = self.store.last_hour()
            writes += self.store.insert_hours([(hour, arms) for hour, arms in fold.hours.closed if hour.hour > last])
        every = max(SNAPSHOT_EVENTS, SNAPSHOT_PER_ARM * len(fold.live))
        if self._head.seq // every != fold.seq // every:
            writes += self.store.replace_snapshot(fold.seq, {"version": __version__, **fold.snapshot()})
        return writes

    # ------------------------------------------------------------ reading

    def standing(self, number: int) -> Standing | None:
        """A decision of this transaction or before it, and its outcome; None if there is no such decision."""
        event = self._closed_by.get(number)
        if number in self._opened:
            return Standing(self._opened[number], None if event is None else Outcome.of(event))
        known = self._expected[number] if number in self._expected else self.store.standing(number)
        waits = known is None or (known.outcome is None and event is None)  # or so it seems
        if waits and 0 < number <= self._head.base and not self.store.is_pending(number):
            raise archived(number)
        return known if known is None or event is None else known._replace(outcome=Outcome.of(event))

    def pending_before(self, moment: float, limit: int | None = None) -> list[PendingDecision]:
        """Decisions without a reward that were made before a moment; ``limit`` of those before this transaction."""
        pending = [*self.store.pending_decisions(moment, limit), *(d for d in self._opened.values() if d.time < moment)]
        return [decision for decision in pending if decision.number not in self._closed_by]

    def expect(self, numbers: Sequence[int]) -> None:
        """Look up many decisions at once, so that ``standing`` need not query the database for each."""
        asked = [number for number in numbers if number not in self._opened]
        if len(asked) > 1:
            known = self.store.standings(asked)
            self._expected.update((number, known.get(number)) for number in asked)

    def in_contexts(self, contexts: Sequence[str]) -> dict[str, Event]:
        """The decisions that were made for these contexts, as far as there are any."""
        known = {context: self._contexts[context] for context in contexts if context in self._contexts}
        return known | self.store.in_contexts([context for context in contexts if context not in known])

    def last_decision(self, user: str) -> Event | None:
        """The last decision that was made for a user."""
        return self._users.get(user) or self._known_users.get(user)

    def expect_users(self, users: Sequence[str]) -> None:
        """Look up the last decisions of users at once, for ``last_decision``."""
        self._known_users = self.store.of_users(sorted(set(users) - self._users.keys()))

    def marked(self, token: str) -> Event | None:
        """What this call recorded before it was run again."""
        return self.store.marked(token, self.floor)

    def pasts(self, numbers: Sequence[int]) -> list[Past]:
        if self.settings.history is None:
            return [(0.0, 0)] * len(numbers)
        known = self.store.past(numbers)
        return [known.get(number, (0.0, 0)) for number in numbers]

    def own_features(self, numbers: Sequence[int]) -> list[np.ndarray | None]:
        """The arms' own features; None where they come with each decision."""
        known = self.store.features(numbers) if self.settings.features is not None else {}
        return [known.get(number) for number in numbers]

    def _catch_up(self, head: Head | None = None) -> None:
        """Move on to the end of the log."""
        fold = self._fold
        if fold is not None and head is not None and head.seq == fold.seq:
            return None
        try:
            verified = fold is None and head is not None  # in a transaction, so that no other process seals events anew
            fold = self._fold = fold or self._from_snapshot()
            events = verified_events(self.store, fold.seq, head) if verified else self.store.every_event(fold.seq)
            for event in events:
                if event.seq != fold.seq + 1:
                    if fold.seq < self.store.head().base:  # archived meanwhile
                        self._fold = None
                        return self._catch_up()
                    raise StoreError(f"the log has a gap: event {event.seq} follows event {fold.seq}")
                fold.apply(event)
            if head is not None and fold.seq != head.seq:
                raise StoreError(f"the log ends with event {fold.seq}, but should end with event {head.seq}")
        except BaseException as error:
            self._fold = None  # an event may be half applied
            if isinstance(error, StoreError) or not isinstance(error, Exception):
                raise
            raise StoreError(f"the log in the store cannot be followed: {type(error).__name__}: {error}") from error

    def _from_snapshot(self) -> Fold:
        """The state of the last snapshot; if this version cannot read it, the state before the first event."""
        seq, snapshot = self.store.snapshot() or (0, {})
        if seq >= self.store.head().base and (snapshot.get("format"), snapshot.get("version")) == (FORMAT, __version__):
            with suppress(ValueError, TypeError, LookupError):  # damaged; ``check`` says so
                fold = fold_for(self.settings, self.pasts, self.own_features, snapshot)
                if fold.seq == seq:
                    return fold
        return self.rebuilt()

    def rebuilt(self) -> Fold:
        """The state that the log begins with: before the first event, or at the checkpoint."""
        state = read_checkpoint(self.store).state
        if state is not None and state.get("format") != FORMAT:
            raise StoreError("the log is archived up to a state that this version of begreedy cannot read")
        return fold_for(self.settings, self.pasts, self.own_features, state)

    def close(self) -> None:
        with self._lock:
            if not self._closed and self._process == os.getpid():
                self.database.close()
            self._closed = True
