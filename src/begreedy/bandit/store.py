"""Bandits in a database: for each an append-only log of events, and tables beside it to find things fast.

``pending`` has the decisions without a reward, ``snapshots`` the state at some event.  Both follow from the log, and
``begreedy.bandit.check`` compares them with it.  Every event carries a checksum of itself and of all before it.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from begreedy.bandit.checksum import PRESENT, checksum
from begreedy.bandit.database import Database, Row, Write
from begreedy.bandit.records import Event, NoSuchBandit, StoreError

LABELS = 64  # names per row of the catalogue
PAGE = 10_000  # events read at a time
_AT_ONCE = 500  # questions sent together

_HEAD = "SELECT seq, clock, chain FROM heads WHERE bandit = ?"
_COLUMNS, _WIDTH = ", ".join(Event._fields), len(Event._fields)
_DECISIONS = (
    f"SELECT {', '.join(f'd.{name}' for name in Event._fields)}, {', '.join(f'c.{name}' for name in Event._fields)} "
    "FROM events d LEFT JOIN events c ON c.bandit = d.bandit AND c.decision = d.seq AND NOT EXISTS "
    "(SELECT 1 FROM events n WHERE n.bandit = c.bandit AND n.decision = c.decision AND n.revision = c.revision + 1) "
    "WHERE d.bandit = ? AND d.seq > ? AND d.kind = 'decided' ORDER BY d.seq LIMIT ?"
)


_OUT = (
    "SELECT p.number, p.token, p.arms, p.time, d.cohort, d.segment, d.features FROM pending p "
    "LEFT JOIN events d ON d.bandit = p.bandit AND d.seq = p.number WHERE p.bandit = ?"
)
_PENDING = f"{_OUT} AND p.number = ?"
_PLACES = ", ".join("?" * (_WIDTH + 3))
_APPEND = f"INSERT INTO events (bandit, {_COLUMNS}, chain, checksum_version) VALUES ({_PLACES})"


class Head(NamedTuple):
    """The end of a log."""

    seq: int
    clock: float
    chain: int


class PendingDecision(NamedTuple):
    """A decision without a reward so far."""

    number: int
    token: str
    arms: tuple[int, ...]
    time: float
    cohort: str | None = None
    segment: str | None = None
    features: str | None = None

    @classmethod
    def of(cls, event: Event) -> PendingDecision:
        return cls(event.seq, event.token, event.arms, event.time, event.cohort, event.segment, event.features)


def arms_text(arms: Sequence[int]) -> str:
    return ",".join(map(str, arms))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(","))) if text else ()


class Store:
    """The rows of one bandit."""

    def __init__(self, database: Database, bandit: int) -> None:
        self.database, self.bandit = database, bandit

    # ------------------------------------------------------------ bandits

    @staticmethod
    def find(database: Database, name: str) -> tuple[int, str] | None:
        """Id and settings of a bandit, None if there is none."""
        rows = database.rows("SELECT id, settings FROM bandits WHERE name = ? AND settings <> ''", (name,))
        return (rows[0][0], rows[0][1]) if rows else None

    @staticmethod
    def names(database: Database) -> list[str]:
        return [row[0] for row in database.rows("SELECT name FROM bandits WHERE settings <> '' ORDER BY name")]

    def delete(self) -> None:
        """Remove all rows of this bandit, inside a transaction.

        Its number stays taken, by a name that no bandit can have: whoever has it open must not meet another there.
        """
        for table in ("heads", "events", "pending", "names", "past", "features", "snapshots"):
            self.database.rows(f"DELETE FROM {table} WHERE bandit = ?", (self.bandit,))
        gone = f"deleted\n{self.bandit}"
        self.database.rows("UPDATE bandits SET name = ?, settings = '' WHERE id = ?", (gone, self.bandit))

    @staticmethod
    def lock_names(database: Database) -> None:
        """Let nobody else add a bandit until the transaction ends."""
        if database.table_lock:
            database.rows(database.table_lock)

    @staticmethod
    def insert(
        database: Database, name: str, settings: str, labels: Sequence[str] | None, past: Sequence[Sequence[Any]]
    ) -> Store:
        """A new bandit with an empty log, inside a transaction."""
        database.write("INSERT INTO bandits (name, settings) VALUES (?, ?)", [(name, settings)])
        row = Store.find(database, name)
        if row is None:
            raise StoreError(f"the bandit {name!r} could not be written")
        store = Store(database, row[0])
        database.write("INSERT INTO heads (bandit, seq, clock, chain) VALUES (?, 0, 0, 0)", [(store.bandit,)])
        store.add_labels(0, labels or ())
        if past:
            rows = [(store.bandit, number, total, pulls) for number, total, pulls in past]
            database.write("INSERT INTO past (bandit, number, total, pulls) VALUES (?, ?, ?, ?)", rows)
        return store

    def begin(self) -> Head:
        """Begin a transaction that nobody else can change this bandit in."""
        return self._head(self.database.begin(_HEAD + self.database.row_lock, (self.bandit,)))

    def head(self) -> Head:
        return self._head(self.database.rows(_HEAD, (self.bandit,)))

    def _head(self, rows: list[Row]) -> Head:
        if not rows:
            raise NoSuchBandit("the bandit is no longer in the store", field="name")
        return Head(*rows[0])

    # ------------------------------------------------------------ the log

    def events(self, after: int, limit: int = PAGE) -> list[Event]:
        """The next events after one."""
        return [_event(row) for row in self._page(_COLUMNS, after, limit)]

    def checked_events(self, after: int) -> list[tuple[Event, int, int]]:
        """A page of events after one, with their checksums and the versions of these."""
        return [
            (_event(row[:-2]), *row[-2:]) for row in self._page(f"{_COLUMNS}, chain, checksum_version", after, PAGE)
        ]

    def _page(self, columns: str, after: int, limit: int) -> list[Row]:
        sql = f"SELECT {columns} FROM events WHERE bandit = ? AND seq > ? ORDER BY seq LIMIT ?"
        return self.database.rows(sql, (self.bandit, after, limit))

    def every_event(self, after: int = 0) -> Iterator[Event]:
        """All events after one, a page at a time."""
        while True:
            page = self.events(after)
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].seq

    def event(self, seq: int) -> Event | None:
        return self._one("seq = ?", seq)

    def closing(self, decision: int) -> Event | None:
        """The last event with a decision's reward, or that it expired."""
        return self._one("decision = ? ORDER BY revision DESC LIMIT 1", decision)

    def in_context(self, context: str) -> Event | None:
        return self._one("context = ?", context)

    def in_contexts(self, contexts: Sequence[str]) -> dict[str, Event]:
        """The decisions for these, as far as there are any."""
        sql = f"SELECT {_COLUMNS} FROM events WHERE bandit = ? AND context = ?"
        return {str(row[7]): _event(row) for row in self._each(sql, contexts)}

    def of_users(self, users: Sequence[str]) -> dict[str, Event]:
        """The last decisions for these, as far as there are any."""
        sql = f"SELECT {_COLUMNS} FROM events WHERE bandit = ? AND user_id = ? ORDER BY seq DESC"
        events = [_event(row) for row in self._each(sql, users)]
        return {event.user_id: event for event in events if event.user_id is not None}

    def marked(self, token: str, after: int) -> Event | None:
        """The event of a call that may have been recorded before the connection was lost."""
        return self._one("token = ? AND seq > ?", token, after)

    def _one(self, where: str, *parameters: Any) -> Event | None:
        sql = f"SELECT {_COLUMNS} FROM events WHERE bandit = ? AND {where}"
        rows = self.database.rows(sql, (self.bandit, *parameters))
        return _event(rows[0]) if rows else None

    def tokens(self, decisions: Sequence[int]) -> dict[int, str]:
        """The tokens of decisions, by number."""
        sql = "SELECT seq, token FROM events WHERE bandit = ? AND seq = ?"
        return dict(self._each(sql, decisions))

    def decisions(self, after: int = 0) -> Iterator[tuple[Event, Event | None]]:
        """Every decision after an event, with the event that closed it; a page at a time."""
        while True:
            page = self.database.rows(_DECISIONS, (self.bandit, after, PAGE))
            for row in page:
                yield _event(row[:_WIDTH]), None if row[_WIDTH] is None else _event(row[_WIDTH:])
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def has_all_propensities(self) -> bool:
        """Whether every decision has one."""
        sql = "SELECT 1 FROM events WHERE bandit = ? AND kind = 'decided' AND propensity IS NULL LIMIT 1"
        return not self.database.rows(sql, (self.bandit,))

    def append(self, head: Head, events: Sequence[Event]) -> list[Write]:
        """The writes that put events at the end of the log."""
        chain, rows = head.chain, []
        for event in events:
            chain = checksum(chain, event)
            rows.append((self.bandit, *event[:4], arms_text(event.arms), *event[5:], chain, PRESENT))
        last = events[-1]
        return [
            (_APPEND, rows),
            (
                "UPDATE heads SET seq = ?, clock = ?, chain = ? WHERE bandit = ?",
                [(last.seq, last.time, chain, self.bandit)],
            ),
        ]

    # ------------------------------------------------------------ pending decisions

    def pending_decision(self, number: int) -> PendingDecision | None:
        rows = self.database.rows(_PENDING, (self.bandit, number))
        return _pending(rows[0]) if rows else None

    def pending_decisions(self, before: float | None = None, limit: int | None = None) -> list[PendingDecision]:
        """Decisions without a reward, those made before a moment or all, at most so many; in order."""
        sql = _OUT
        parameters: list[Any] = [self.bandit]
        if before is not None:
            sql, parameters = sql + " AND p.time < ?", [*parameters, before]
        sql += " ORDER BY p.number"  # and so by time
        if limit is not None:
            sql, parameters = sql + " LIMIT ?", [*parameters, limit]
        return [_pending(row) for row in self.database.rows(sql, parameters)]

    def pending_among(self, numbers: Sequence[int]) -> dict[int, PendingDecision]:
        """Those of the decisions that have no reward, by number."""
        return {row[0]: _pending(row) for row in self._each(_PENDING, numbers)}

    def insert_pending(self, decisions: Sequence[PendingDecision]) -> Write:
        rows = [(self.bandit, d.number, d.token, arms_text(d.arms), d.time) for d in decisions]
        return "INSERT INTO pending (bandit, number, token, arms, time) VALUES (?, ?, ?, ?, ?)", rows

    def delete_pending(self, numbers: Sequence[int]) -> Write:
        rows = [(self.bandit, number) for number in numbers]
        return "DELETE FROM pending WHERE bandit = ? AND number = ?", rows

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> tuple[int, dict[str, Any]] | None:
        """The event and the content of the snapshot, None if there is none; of one that cannot be read, nothing."""
        rows = self.database.rows("SELECT seq, content FROM snapshots WHERE bandit = ?", (self.bandit,))
        if not rows:
            return None
        seq, content = rows[0]
        try:
            return seq, json.loads(zlib.decompress(bytes(content)))
        except (ValueError, TypeError, zlib.error):
            return seq, {}

    def replace_snapshot(self, seq: int, content: dict[str, Any]) -> list[Write]:
        packed = zlib.compress(json.dumps(content).encode(), 1)
        return [
            ("DELETE FROM snapshots WHERE bandit = ?", [(self.bandit,)]),
            ("INSERT INTO snapshots (bandit, seq, content) VALUES (?, ?, ?)", [(self.bandit, seq, packed)]),
        ]

    # ------------------------------------------------------------ the catalogue

    def add_labels(self, first: int, labels: Sequence[str]) -> None:
        rows = [
            (self.bandit, first + i, json.dumps(list(labels[i : i + LABELS]), ensure_ascii=False))
            for i in range(0, len(labels), LABELS)
        ]
        if rows:
            self.database.write("INSERT INTO names (bandit, first, labels) VALUES (?, ?, ?)", rows)

    def labels_at(self, number: int) -> tuple[int, list[str]]:
        """The names of some arms around one, and the number of the first of them."""
        sql = "SELECT first, labels FROM names WHERE bandit = ? AND first <= ? ORDER BY first DESC LIMIT 1"
        first, labels = self.database.rows(sql, (self.bandit, number))[0]
        return first, json.loads(labels)

    def all_labels(self) -> Iterator[tuple[int, list[str]]]:
        after = -1
        while True:
            page = self.database.rows(
                "SELECT first, labels FROM names WHERE bandit = ? AND first > ? ORDER BY first LIMIT ?",
                (self.bandit, after, PAGE),
            )
            for first, labels in page:
                yield first, json.loads(labels)
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def past(self, numbers: Sequence[int]) -> dict[int, tuple[float, int]]:
        """Totals and pulls of the arms that have a past, by number."""
        sql = "SELECT number, total, pulls FROM past WHERE bandit = ? AND number = ?"
        return {number: (total, pulls) for number, total, pulls in self._each(sql, numbers)}

    def add_features(self, first: int, vectors: Sequence[Sequence[float]]) -> None:
        """The features of arms, by number from ``first`` on."""
        rows = [(self.bandit, first + i, np.array(vector, "<f8").tobytes()) for i, vector in enumerate(vectors)]
        if rows:
            self.database.write("INSERT INTO features (bandit, number, vector) VALUES (?, ?, ?)", rows)

    def features(self, numbers: Sequence[int]) -> dict[int, np.ndarray]:
        """The features of arms, by number, as far as they have any."""
        sql = "SELECT number, vector FROM features WHERE bandit = ? AND number = ?"
        return {number: np.frombuffer(bytes(vector), "<f8") for number, vector in self._each(sql, numbers)}

    def _each(self, sql: str, keys: Sequence[Any]) -> Iterator[Row]:
        """The rows of a statement for every one of many keys."""
        for i in range(0, len(keys), _AT_ONCE):
            yield from self.database.each(sql, [(self.bandit, key) for key in keys[i : i + _AT_ONCE]])


def _event(row: Sequence[Any]) -> Event:
    return Event._make([*row[:4], _numbers(row[4]), *row[5:]])


def _pending(row: Sequence[Any]) -> PendingDecision:
    return PendingDecision(row[0], row[1], _numbers(row[2]), *row[3:])
