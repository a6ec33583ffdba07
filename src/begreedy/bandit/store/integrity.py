"""Check a store as a whole: that its tables, pages and indices are sound, and that every row is some bandit's."""

from __future__ import annotations

from pathlib import Path

from begreedy.bandit.records import StoreError
from begreedy.bandit.store.checksum import unsealed
from begreedy.bandit.store.database import Database, Sqlite
from begreedy.bandit.store.migrations import migrate
from begreedy.bandit.store.opening import existing
from begreedy.bandit.store.store import TABLES


def problems_of(store: str | Path) -> list[str]:
    """What is wrong with a store, in words, besides what each bandit's own check finds."""
    with existing(store, "normal") as database:
        problems = [*_of_file(database), *_of_bandits(database)]
        database.close()
    return problems


def _of_file(database: Database) -> list[str]:
    """Problems of a SQLite file: pages, records, indices and tables; a server looks after its own."""
    if not isinstance(database, Sqlite):
        return []
    pages = [row[0] for row in database.rows("PRAGMA integrity_check(20)") if row[0] != "ok"]
    empty = Sqlite(Path(":memory:"), "normal")
    migrate(empty)
    present, expected = _schema(database), _schema(empty)
    empty.close()
    return pages + [f"{name} is not as it was made" for name in expected if present.get(name) != expected[name]]


def _schema(database: Database) -> dict[str, tuple[str, ...]]:
    """Tables and indices by name, with their definitions, however their lines are broken."""
    rows = database.rows("SELECT name, type, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL")
    return {name: (kind, table, " ".join(sql.split())) for name, kind, table, sql in rows}


def _of_bandits(database: Database) -> list[str]:
    """Bandits whose rows are damaged, and rows of bandits that do not exist."""
    problems, numbers = [], set()
    for number, *row in database.rows("SELECT id, name, settings, checksum FROM bandits"):
        numbers.add(number)
        try:
            unsealed("bandits", [row])
        except StoreError as error:
            problems.append(str(error))
    for table in TABLES:
        owners = {row[0] for row in database.rows(f"SELECT DISTINCT bandit FROM {table}")}
        problems += [f"{table} has rows of bandit {owner}, which is not there" for owner in sorted(owners - numbers)]
    return problems
