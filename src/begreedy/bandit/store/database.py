"""Databases for bandits: SQLite in a file, and PostgreSQL on a server behind the same interface.

SQL is written once, with ``?`` for parameters.  A database object belongs to one thread at a time, which holds a lock.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from begreedy.bandit.records import StoreError
from begreedy.values.errors import BadType, BadValue

_WRONG = (sqlite3.Error, UnicodeDecodeError)  # the message about a damaged file may not even be text

PATIENCE = 30.0  # seconds to wait for a lock, or for a server to come back

Row = tuple[Any, ...]
Write = tuple[str, Sequence[Sequence[Any]]]  # a statement, and the rows to run it with


class Database(Protocol):
    """What a store needs from a database; errors of the driver are raised as StoreError.

    A transaction may begin with a query and end with its writes: a server then answers twice, not once for each.
    """

    where: str  # for messages
    types: Mapping[str, str]  # what it calls the types of columns
    row_lock: str  # appended to a SELECT that is to lock its row
    table_lock: str  # keeps others from adding bandits until the transaction ends
    schema_lock: str  # keeps others from changing tables until the transaction ends

    def begin(self, sql: str = "", parameters: Sequence[Any] = ()) -> list[Row]: ...
    def begin_reading(self) -> None: ...
    def commit(self, writes: Sequence[Write] = ()) -> None: ...
    def rollback(self) -> None: ...
    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]: ...
    def each(self, sql: str, parameters: Sequence[Sequence[Any]]) -> list[Row]: ...
    def write(self, sql: str, rows: Sequence[Sequence[Any]]) -> None: ...
    def make_schema(self) -> None: ...
    def has_table(self, name: str) -> bool: ...
    def refuse_disguised(self, names: Sequence[str]) -> None: ...
    def close(self) -> None: ...
    def reconnect(self) -> None: ...


class ConnectionLost(StoreError):
    """The server went away; what was in flight is in the log as a whole or not at all."""


def connect(address: str | Path, sync: str = "normal") -> Database:
    """The database at an address: a file's path, or ``postgresql://...``."""
    if isinstance(address, str) and address.startswith(("postgresql://", "postgres://")):
        from begreedy.bandit.store.postgres import Postgres

        return Postgres(address)
    if sync not in ("normal", "full"):
        raise BadValue.of("sync", sync, "'normal' or 'full'")
    if not isinstance(address, (str, os.PathLike)) or not str(address) or "\x00" in str(address):
        raise BadType.of("store", address, "a file's path or postgresql://...")
    scheme, is_url, _ = str(address).partition("://")
    if is_url:
        raise BadValue.of("store", scheme, "a file's path or postgresql://...", got=f"{scheme}://...")
    return Sqlite(Path(address), sync)


class Sqlite:
    """A file, in write-ahead mode: readers never wait, writers wait for each other.

    ``sync``: with "normal" a commit is in the operating system's hands when it is acknowledged, so it survives the
    process, however that dies; "full" also waits for the disk, and so survives a power cut.
    """

    types: Mapping[str, str] = {
        "serial": "INTEGER PRIMARY KEY",
        "real": "REAL",
        "blob": "BLOB",
        "compact": " WITHOUT ROWID",
    }
    row_lock = table_lock = schema_lock = ""  # BEGIN IMMEDIATE locks the file

    def __init__(self, path: Path, sync: str) -> None:
        self.path, self.sync, self.where = path, sync, str(path)
        self._open()

    def _open(self) -> None:
        try:
            # Statements are compiled once; transactions are begun and ended by us.
            self._connection = sqlite3.connect(
                self.path, timeout=PATIENCE, isolation_level=None, check_same_thread=False, cached_statements=256
            )
            for pragma in ("journal_mode = WAL", f"synchronous = {self.sync.upper()}"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._file = self._identity()
        except _WRONG as error:
            raise self._explained(error) from error

    def _identity(self) -> tuple[int, int] | None:
        """Which file is at the path."""
        try:
            file = self.path.stat()
        except OSError:
            return None
        return file.st_dev, file.st_ino

    def make_schema(self) -> None:
        """Nothing to do: a file has only one schema."""

    def has_table(self, name: str) -> bool:
        return bool(self.rows("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def refuse_disguised(self, names: Sequence[str]) -> None:
        """Refuse views in the place of tables, and triggers: what is written in a file is data, not work to be done."""
        places = ", ".join("?" * len(names))
        sql = f"SELECT type, name FROM sqlite_master WHERE type = 'trigger' OR (type = 'view' AND name IN ({places}))"
        for kind, name in self.rows(sql, names):
            raise StoreError(f"the store {self.path} is not one of begreedy's: it has a {kind} {name!r}")

    def begin(self, sql: str = "", parameters: Sequence[Any] = ()) -> list[Row]:
        if self._identity() != self._file:  # SQLite would go on writing to a file that is no longer there
            raise StoreError(f"the store {self.path} was removed or replaced since it was opened; nothing was recorded")
        self.rows("BEGIN IMMEDIATE")
        return self.rows(sql, parameters) if sql else []

    def begin_reading(self) -> None:
        self.rows("BEGIN")

    def commit(self, writes: Sequence[Write] = ()) -> None:
        for sql, rows in writes:
            self.write(sql, rows)
        self.rows("COMMIT")

    def rollback(self) -> None:
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")

    def rows(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except _WRONG as error:
            raise self._explained(error) from error

    def each(self, sql: str, parameters: Sequence[Sequence[Any]]) -> list[Row]:
        """The first row of a bandit and a key, for many keys."""
        return [row for bandit_and_key in parameters for row in self.rows(f"{sql} LIMIT 1", bandit_and_key)]

    def write(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        try:
            self._connection.executemany(sql, rows)
        except _WRONG as error:
            raise self._explained(error) from error

    def _explained(self, error: Exception) -> StoreError:
        return StoreError(f"the store {self.path} could not be used: {error}; nothing was recorded")

    def reconnect(self) -> None:
        self.close()
        self._open()

    def close(self) -> None:
        self._connection.close()


def wait(attempt: int) -> None:
    """Wait, a little longer at every attempt."""
    time.sleep(min(1.0, 0.05 * 2**attempt))
