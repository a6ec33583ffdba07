"""A copy of a store at one moment, while it is used."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from begreedy.bandit.records import StoreError
from begreedy.bandit.store.opening import check_exists, on_server
from begreedy.values.errors import BadValue
from begreedy.values.new_file import unguessed


def backup(store: str | Path, path: str | Path) -> None:
    """Copy a SQLite store to a new file, whole or not at all: the store as it was at some moment of the copying.

    All that was acknowledged before it began is in it.  A store in PostgreSQL is copied by pg_dump.
    """
    path = Path(path)
    if on_server(store):
        raise BadValue.of("store", None, "a file to be copied", got="", hint="pg_dump copies a database of PostgreSQL")
    check_exists(store)
    if path.exists():
        raise BadValue.of("backup", str(path), "a file that does not exist yet")
    half = unguessed(path)  # SQLite would also take a journal that others had put beside a name they knew
    try:  # a new file, which nobody else may read
        os.close(os.open(half, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise StoreError(f"the store {store} could not be copied to {path}: {error.strerror}") from error
    try:
        with closing(sqlite3.connect(store, timeout=30.0)) as source, closing(sqlite3.connect(half)) as copy:
            source.execute("SELECT 1 FROM bandits LIMIT 1")
            source.backup(copy)  # one reading transaction, beside which others write
        with half.open("rb+") as file:
            os.fsync(file.fileno())
        half.rename(path)
    except sqlite3.Error as error:
        raise StoreError(f"the store {store} could not be copied: {error}") from error
    finally:
        half.unlink(missing_ok=True)
