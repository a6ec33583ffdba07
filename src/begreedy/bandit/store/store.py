"""Bandits in a database: for each an append-only log of events, and tables beside it to find things fast.

``pending`` has the decisions without a reward, ``snapshots`` the state at some event, ``hours`` and ``hour_arms`` what
was in every hour that is over.  All follow from the log, and ``begreedy.bandit.log.check`` compares them with it.
Every event carries a checksum of itself and of all before it; rows that do not follow from the log have one of their
own, and a row that does not agree with it is never used.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from begreedy.bandit.folds.hours import Hour
from begreedy.bandit.records import Event, NoSuchBandit, StoreError, stored_json
from begreedy.bandit.store.checksum import PRESENT, checksum, in_order, sealed, unsealed
from begreedy.bandit.store.database import Database, Row, Write
from begreedy.bandit.store.rows import Head, Outcome, PendingDecision, Standing

LABELS = 64  # names per row of the catalogue
PAGE = 10_000  # events read at a time
_AT_ONCE = 500  # questions sent together

_LABELS = "bandit, first, labels, checksum"
_HEAD = "SELECT seq, clock, chain, base FROM heads WHERE bandit = ?"
_CHECKED = ", ".join((*Event._fields, "chain", "checksum_version"))
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
# A decision and the last event with its reward, if there is one.
_STANDING = (
    "SELECT d.seq, d.token, d.arms, d.time, d.cohort, d.segment, d.features, c.value, c.cost, c.places, c.revision "
    "FROM events d LEFT JOIN events c ON c.bandit = d.bandit AND c.decision = d.seq "
    "WHERE d.bandit = ? AND d.seq = ? AND d.kind = 'decided' ORDER BY c.revision DESC"
)
TABLES = ("heads", "events", "pending", "names", "past", "features", "snapshots", "checkpoints", "hours", "hour_arms")
_PLACES = ", ".join("?" * (_WIDTH + 3))
_APPEND = f"INSERT INTO events (bandit, {_COLUMNS}, chain, checksum_version) VALUES ({_PLACES})"


def arms_text(arms: Sequence[int]) -> str:
    return ",".join(map(str, arms))


def _numbers(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split(","))) if text else ()
    except (ValueError, TypeError, AttributeError):
        raise StoreError(f"the store is damaged: {text!r} is not a list of arms; restore a backup") from None


class BanditStore:
    """The rows of one bandit."""

    def __init__(self, database: Database, bandit: int) -> None:
        self.database, self.bandit = database, bandit

    # ------------------------------------------------------------ bandits

    @staticmethod
    def find(database: Database, name: str) -> tuple[int, str] | None:
        """Id and settings of a bandit, None if there is none."""
        sql = "SELECT id, name, settings, checksum FROM bandits WHERE name = ? AND settings <> ''"
        rows = database.rows(sql, (name,))
        return (rows[0][0], unsealed("bandits", [rows[0][1:]])[0][1]) if rows else None

    @staticmethod
    def names(database: Database) -> list[str]:
        return [row[0] for row in database.rows("SELECT name FROM bandits WHERE settings <> '' ORDER BY name")]

    def delete(self) -> None:
        """Remove all rows of this bandit, inside a transaction.

        Its number stays taken, by a name that no bandit can have: a process that has it open must not meet another
        there.
        """
        for table in TABLES:
            self.database.rows(f"DELETE FROM {table} WHERE bandit = ?", (self.bandit,))
        gone = sealed((f"deleted\n{self.bandit}", ""))
        self.database.rows("UPDATE bandits SET name = ?, settings = ?, checksum = ? WHERE id = ?", (*gone, self.bandit))

    @staticmethod
    def lock_names(database: Database) -> None:
        """Keep others from adding a bandit until the transaction ends."""
        if database.table_lock:
            database.rows(database.table_lock)

    @staticmethod
    def insert(
        database: Database, name: str, settings: str, labels: Sequence[str] | None, past: Sequence[Sequence[Any]]
    ) -> BanditStore:
        """Insert a bandit with an empty log, inside a transaction."""
        database.write("INSERT INTO bandits (name, settings, checksum) VALUES (?, ?, ?)", [sealed((name, settings))])
        row = BanditStore.find(database, name)
        if row is None:
            raise StoreError(f"the bandit {name!r} could not be written")
        store = BanditStore(database, row[0])
        database.write("INSERT INTO heads (bandit, seq, clock, chain) VALUES (?, 0, 0, 0)", [(store.bandit,)])
        store.add_labels(0, labels or ())
        if past:
            rows = [sealed((store.bandit, number, total, pulls)) for number, total, pulls in past]
            database.write("INSERT INTO past (bandit, number, total, pulls, checksum) VALUES (?, ?, ?, ?, ?)", rows)
        return store

    def begin(self) -> Head:
        """Begin a transaction in which nobody else can change this bandit."""
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

    def checked_events(self, after: int, limit: int = PAGE) -> list[tuple[Event, int, int]]:
        """A page of events after one, with their checksums and the versions of these."""
        return [(_event(row[:-2]), *row[-2:]) for row in self._page(_CHECKED, after, limit)]

    def versioned(self, seqs: Sequence[int]) -> list[tuple[Event, int]]:
        """Some events, with the versions of their checksums."""
        sql = f"SELECT {_CHECKED} FROM events WHERE bandit = ? AND seq = ?"
        return [(_event(row[:-2]), row[-1]) for row in self._each(sql, seqs)]

    def remove_through(self, seq: int) -> None:
        """Remove the events up to one."""
        self.database.rows("DELETE FROM events WHERE bandit = ? AND seq <= ?", (self.bandit, seq))

    def put_back(self, events: Sequence[tuple[Event, int]]) -> None:
        """Put events back that are needed, outside of the chain of checksums."""
        rows = [(self.bandit, *e[:4], arms_text(e.arms), *e[5:], 0, version) for e, version in events]
        if rows:
            self.database.write(_APPEND, rows)

    def is_pending(self, number: int) -> bool:
        return bool(self.database.rows("SELECT 1 FROM pending WHERE bandit = ? AND number = ?", (self.bandit, number)))

    def _page(self, columns: str, after: int, limit: int) -> list[Row]:
        sql = f"SELECT {columns} FROM events WHERE bandit = ? AND seq > ? ORDER BY seq LIMIT ?"
        return in_order("events", self.database.rows(sql, (self.bandit, after, limit)), after)

    def every_checked(self, after: int) -> Iterator[tuple[Event, int, int]]:
        """All events after one, with their checksums and the versions of these; a page at a time."""
        while True:
            page = self.checked_events(after)
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1][0].seq

    def every_event(self, after: int = 0) -> Iterator[Event]:
        return (event for event, _, _ in self.every_checked(after))

    def in_context(self, context: str) -> Event | None:
        return self._event_where("context = ?", context)

    def in_contexts(self, contexts: Sequence[str]) -> dict[str, Event]:
        """The decisions for these contexts, as far as there are any."""
        sql = f"SELECT {_COLUMNS} FROM events WHERE bandit = ? AND context = ?"
        return {str(row[7]): _event(row) for row in self._each(sql, contexts)}

    def of_users(self, users: Sequence[str]) -> dict[str, Event]:
        """The last decisions for these users, as far as there are any."""
        sql = f"SELECT {_COLUMNS} FROM events WHERE bandit = ? AND user_id = ? ORDER BY seq DESC"
        events = [_event(row) for row in self._each(sql, users)]
        return {event.user_id: event for event in events if event.user_id is not None}

    def first_of(self, users: Sequence[str], contexts: Sequence[str]) -> int | None:
        """The first event that has one of these, None if none has."""
        seqs = [*self._each("SELECT seq FROM events WHERE bandit = ? AND user_id = ? ORDER BY seq", users)]
        seqs += self._each("SELECT seq FROM events WHERE bandit = ? AND context = ? ORDER BY seq", contexts)
        return min((row[0] for row in seqs), default=None)

    def end_at(self, seq: int) -> tuple[float, int]:
        """Time and checksum of an event."""
        rows = self.database.rows("SELECT time, chain FROM events WHERE bandit = ? AND seq = ?", (self.bandit, seq))
        return (rows[0][0], rows[0][1]) if rows else (0.0, 0)

    def marked(self, token: str, after: int) -> Event | None:
        """The event of a call that may have been recorded before the connection was lost."""
        return self._event_where("token = ? AND seq > ?", token, after)

    def _event_where(self, where: str, *parameters: Any) -> Event | None:
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
            page = in_order("events", self.database.rows(_DECISIONS, (self.bandit, after, PAGE)), after)
            for row in page:
                yield _event(row[:_WIDTH]), None if row[_WIDTH] is None else _event(row[_WIDTH:])
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def has_all_propensities(self, after: int) -> bool:
        """Whether every decision after an event has a propensity."""
        sql = "SELECT 1 FROM events WHERE bandit = ? AND seq > ? AND kind = 'decided' AND propensity IS NULL LIMIT 1"
        return not self.database.rows(sql, (self.bandit, after))

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

    def standing(self, number: int) -> Standing | None:
        """How a decision stands; None if there is no such decision."""
        rows = self.database.rows(f"{_STANDING} LIMIT 1", (self.bandit, number))
        return _standing(rows[0]) if rows else None

    def standings(self, numbers: Sequence[int]) -> dict[int, Standing]:
        """How decisions stand, by number."""
        return {row[0]: _standing(row) for row in self._each(_STANDING, numbers)}

    def pending_decisions(self, before: float | None = None, limit: int | None = None) -> list[PendingDecision]:
        """Decisions without a reward, those made before a moment or all, at most ``limit``; in order."""
        sql, parameters = _OUT, [self.bandit]
        if before is not None:
            sql, parameters = sql + " AND p.number <= ?", [*parameters, self._last_before(before)]
        sql += " ORDER BY p.number"
        if limit is not None:
            sql, parameters = sql + " LIMIT ?", [*parameters, limit]
        return [_pending(row) for row in self.database.rows(sql, parameters)]

    def _last_before(self, moment: float) -> Any:
        """A number up to which pending decisions were made before a moment.

        What comes before an event that old in the log was made before the moment, whatever a clock that ran ahead said.
        """
        last = "SELECT MAX(number) FROM pending WHERE bandit = ? AND time < ?"
        number = self.database.rows(last, (self.bandit, moment))[0][0]
        first = "SELECT number FROM pending WHERE bandit = ? AND time > ? ORDER BY number LIMIT 1"
        if number is None and (ahead := self.database.rows(first, (self.bandit, self.head().clock))):
            since = "SELECT seq FROM events WHERE bandit = ? AND seq > ? AND time < ? ORDER BY seq LIMIT 1"
            number = next((row[0] for row in self.database.rows(since, (self.bandit, ahead[0][0], moment))), 0)
        return number or 0

    def insert_pending(self, decisions: Sequence[PendingDecision]) -> Write:
        rows = [(self.bandit, d.number, d.token, arms_text(d.arms), d.time) for d in decisions]
        return "INSERT INTO pending (bandit, number, token, arms, time) VALUES (?, ?, ?, ?, ?)", rows

    def delete_pending(self, numbers: Sequence[int]) -> Write:
        rows = [(self.bandit, number) for number in numbers]
        return "DELETE FROM pending WHERE bandit = ? AND number = ?", rows

    # ------------------------------------------------------------ snapshots

    def snapshot(self) -> tuple[int, dict[str, Any]] | None:
        """The event and the content of the snapshot, None if there is none; one that cannot be read is empty."""
        rows = self.database.rows("SELECT seq, content FROM snapshots WHERE bandit = ?", (self.bandit,))
        if not rows:
            return None
        seq, content = rows[0]
        try:
            return seq, json.loads(zlib.decompress(bytes(content)))
        except (ValueError, TypeError, RecursionError, zlib.error):
            return seq, {}

    def replace_snapshot(self, seq: int, content: dict[str, Any]) -> list[Write]:
        packed = zlib.compress(json.dumps(content).encode(), 1)
        return [
            ("DELETE FROM snapshots WHERE bandit = ?", [(self.bandit,)]),
            ("INSERT INTO snapshots (bandit, seq, content) VALUES (?, ?, ?)", [(self.bandit, seq, packed)]),
        ]

    # ------------------------------------------------------------ hours

    def last_hour(self) -> int:
        """The last hour that is over, -1 if none is."""
        rows = self.database.rows("SELECT MAX(hour) FROM hours WHERE bandit = ?", (self.bandit,))
        return -1 if rows[0][0] is None else int(rows[0][0])

    def hours(self, since: int = 0) -> list[Hour]:
        """The hours that are over, from ``since`` on."""
        columns = ", ".join(("bandit", *Hour._fields, "checksum"))
        sql = f"SELECT {columns} FROM hours WHERE bandit = ? AND hour >= ? ORDER BY hour"
        return [Hour._make(row[1:]) for row in unsealed("hours", self.database.rows(sql, (self.bandit, since)))]

    def hour_arms(self, since: int = 0) -> dict[int, bytes]:
        """The arms of these hours, packed, by hour."""
        sql = "SELECT bandit, hour, content, checksum FROM hour_arms WHERE bandit = ? AND hour >= ? ORDER BY hour"
        rows = unsealed("hour_arms", self.database.rows(sql, (self.bandit, since)))
        return {hour: bytes(content) for _, hour, content in rows}

    def insert_hours(self, hours: Sequence[tuple[Hour, bytes]]) -> list[Write]:
        places = ", ".join("?" * (2 + len(Hour._fields)))
        return [
            (
                f"INSERT INTO hours (bandit, {', '.join(Hour._fields)}, checksum) VALUES ({places})",
                [sealed((self.bandit, *hour)) for hour, _ in hours],
            ),
            (
                "INSERT INTO hour_arms (bandit, hour, content, checksum) VALUES (?, ?, ?, ?)",
                [sealed((self.bandit, hour.hour, arms)) for hour, arms in hours],
            ),
        ]

    # ------------------------------------------------------------ the catalogue

    def add_labels(self, first: int, labels: Sequence[str]) -> None:
        rows = [
            sealed((self.bandit, first + i, json.dumps(list(labels[i : i + LABELS]), ensure_ascii=False)))
            for i in range(0, len(labels), LABELS)
        ]
        if rows:
            self.database.write("INSERT INTO names (bandit, first, labels, checksum) VALUES (?, ?, ?, ?)", rows)

    def labels_at(self, number: int) -> tuple[int, list[str]]:
        """The names of a block of arms around one, and the number of the first of them."""
        sql = f"SELECT {_LABELS} FROM names WHERE bandit = ? AND first <= ? ORDER BY first DESC LIMIT 1"
        rows = unsealed("names", self.database.rows(sql, (self.bandit, number)))
        return (rows[0][1], stored_json(rows[0][2], "a list of names")) if rows else (0, [])

    def all_labels(self) -> Iterator[tuple[int, list[str]]]:
        after = -1
        while True:
            sql = f"SELECT {_LABELS} FROM names WHERE bandit = ? AND first > ? ORDER BY first LIMIT ?"
            page = in_order("names", self.database.rows(sql, (self.bandit, after, PAGE)), after, place=1)
            for _, first, labels in unsealed("names", page):
                yield first, stored_json(labels, "a list of names")
            if len(page) < PAGE:
                return
            after = page[-1][1]

    def past(self, numbers: Sequence[int]) -> dict[int, tuple[float, int]]:
        """Totals and pulls of the arms that have a past, by number."""
        sql = "SELECT bandit, number, total, pulls, checksum FROM past WHERE bandit = ? AND number = ?"
        rows = unsealed("past", self._each(sql, numbers))
        return {number: (total, pulls) for _, number, total, pulls in rows}

    def add_features(self, first: int, vectors: Sequence[Sequence[float]]) -> None:
        """Write the features of arms, from number ``first`` on."""
        rows = [sealed((self.bandit, first + i, np.array(vector, "<f8").tobytes())) for i, vector in enumerate(vectors)]
        if rows:
            self.database.write("INSERT INTO features (bandit, number, vector, checksum) VALUES (?, ?, ?, ?)", rows)

    def features(self, numbers: Sequence[int]) -> dict[int, np.ndarray]:
        """The features of arms, by number, as far as they have any."""
        sql = "SELECT bandit, number, vector, checksum FROM features WHERE bandit = ? AND number = ?"
        rows = unsealed("features", self._each(sql, numbers))
        return {number: np.frombuffer(bytes(vector), "<f8") for _, number, vector in rows}

    def _each(self, sql: str, keys: Sequence[Any]) -> Iterator[Row]:
        """The rows of a statement for each of many keys."""
        for i in range(0, len(keys), _AT_ONCE):
            yield from self.database.each(sql, [(self.bandit, key) for key in keys[i : i + _AT_ONCE]])


def _event(row: Sequence[Any]) -> Event:
    return Event._make([*row[:4], _numbers(row[4]), *row[5:]])


def _pending(row: Sequence[Any]) -> PendingDecision:
    return PendingDecision(row[0], row[1], _numbers(row[2]), *row[3:])


def _standing(row: Sequence[Any]) -> Standing:
    return Standing(_pending(row[:7]), None if row[10] is None else Outcome(*row[7:]))
