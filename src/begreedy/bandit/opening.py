"""Finding a bandit in a store, or making it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from begreedy.bandit.database import Database, connect
from begreedy.bandit.migrations import migrate
from begreedy.bandit.records import NoSuchBandit, brief
from begreedy.bandit.settings import AUTO, Given, Settings, resolve
from begreedy.bandit.store import Store


@contextmanager
def _connected(address: str | Path, sync: str) -> Iterator[Database]:
    """A database with the tables in it; closed again if anything goes wrong."""
    database = connect(address, sync)
    try:
        migrate(database)
        yield database
    except BaseException:
        database.rollback()
        database.close()
        raise


def create(address: str | Path, sync: str, given: Given, history: Any) -> tuple[Store, Settings]:
    """The bandit of that name, new if there was none; its settings are those given, or an error says which differ."""
    with _connected(address, sync) as database:
        found = Store.find(database, given.name) or _made(database, given, history)
        kept = Settings.from_text(found[1])
        kept.agree(given)
        if given.policy_text != AUTO:
            kept = kept.with_policy(resolve(given, history).played)
        return Store(database, found[0]), kept


def _made(database: Database, given: Given, history: Any) -> tuple[int, str]:
    made = resolve(given, history)
    database.begin()
    Store.lock_names(database)
    found = Store.find(database, given.name)  # another process may have been faster
    if found is None:
        store = Store.insert(database, given.name, made.text(), given.names, given.past)
        found = store.bandit, made.text()
    database.commit()
    return found


def _existing(address: str | Path, sync: str) -> AbstractContextManager[Database]:
    """A database that must be there: asking for a bandit should not leave an empty file."""
    on_server = str(address).startswith(("postgresql://", "postgres://"))
    if not on_server and not Path(address).exists():
        raise NoSuchBandit(f"there is no store {address}")
    return _connected(address, sync)


def find(address: str | Path, sync: str, name: str) -> tuple[Store, Settings]:
    """An existing bandit, with the settings it was made with."""
    with _existing(address, sync) as database:
        found = Store.find(database, name)
        if found is None:
            names = ", ".join(map(brief, Store.names(database)[:20])) or "none"
            raise NoSuchBandit(f"there is no bandit {name!r} in this store; there are {names}")
        kept = Settings.from_text(found[1])
        kept.with_policy(kept.played)  # one that cannot be imported should say so now
        return Store(database, found[0]), kept


def bandits(store: str | Path) -> list[str]:
    """The names of the bandits in a store."""
    with _existing(store, "normal") as database:
        found = Store.names(database)
        database.close()
        return found
