"""Bandits found in a store by their names, or created there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from begreedy.bandit.folds.choice import fold_for
from begreedy.bandit.records import NoSuchBandit, brief
from begreedy.bandit.settings.arguments import checked_name
from begreedy.bandit.settings.inputs import checked_default
from begreedy.bandit.settings.policy import check_pace, resolve
from begreedy.bandit.settings.settings import AUTO, RequestedSettings, Settings
from begreedy.bandit.store.database import Database, Row, connect
from begreedy.bandit.store.migrations import STEPS, migrate
from begreedy.bandit.store.store import BanditStore


@contextmanager
def _connected(address: str | Path, sync: str) -> Iterator[Database]:
    """A database with the present tables; closed again if anything goes wrong."""
    database = connect(address, sync)
    try:
        migrate(database)
        yield database
    except BaseException:
        database.rollback()
        database.close()
        raise


def find_or_create(
    address: str | Path, sync: str, requested: RequestedSettings, history: Any
) -> tuple[BanditStore, Settings]:
    """The bandit of that name, new if there was none; an existing one must have the settings that are requested.

    What to play is resolved and made before anything is recorded: what is refused leaves nothing, not even a file.
    """
    plan = None if _may_exist(address) else _planned(requested, history)
    with _connected(address, sync) as database:
        row = BanditStore.find(database, requested.name)
        number, text = row or _create(database, requested, plan or _planned(requested, history))
        settings = Settings.from_text(text)
        settings.agree(requested)
        if requested.policy_text != AUTO:
            settings = settings.with_policy(_resolved(requested, history).played)
        return BanditStore(database, number), settings


def _resolved(requested: RequestedSettings, history: Any) -> Settings:
    settings = resolve(requested, history)
    checked_default(settings, settings.ends_as)
    return settings


def _planned(requested: RequestedSettings, history: Any) -> Settings:
    """The settings of a new bandit; raises if it cannot be played by them, as its first state is made to see."""
    settings = _resolved(requested, history)
    check_pace(settings, settings.keeps or settings.arms)
    past = {number: (total, pulls) for number, total, pulls in requested.past}
    vectors = None if requested.vectors is None else np.array(requested.vectors, float)
    fold_for(
        settings,
        lambda numbers: [past.get(number, (0.0, 0)) for number in numbers],
        lambda numbers: [None if vectors is None else vectors[number] for number in numbers],
    )
    return settings


def _may_exist(address: str | Path) -> bool:
    """Whether there is something at an address, as far as that is known without asking a server or making a file."""
    return on_server(address) or not isinstance(address, (str, PathLike)) or Path(address).exists()


def _create(database: Database, requested: RequestedSettings, settings: Settings) -> tuple[int, str]:
    """The number and settings of a new bandit."""
    text = settings.text()
    database.begin()
    BanditStore.lock_names(database)
    row = BanditStore.find(database, requested.name)  # another process may have been faster
    if row is None:
        store = BanditStore.insert(database, requested.name, text, requested.names, requested.past)
        store.add_features(0, requested.vectors or ())
        row = store.bandit, text
    database.commit()
    return row


def existing(address: str | Path, sync: str) -> AbstractContextManager[Database]:
    """A database that must exist: asking for a bandit should not leave an empty file."""
    check_exists(address)
    return _connected(address, sync)


def on_server(address: str | Path) -> bool:
    """Whether a store is in PostgreSQL, not in a file."""
    return str(address).startswith(("postgresql://", "postgres://"))


def check_exists(address: str | Path) -> None:
    if not on_server(address) and not Path(address).exists():
        raise NoSuchBandit(f"there is no store {address}")
    if not on_server(address) and not Path(address).stat().st_size:
        raise NoSuchBandit(f"there is no store {address}: the file is empty")


def bring_up(store: str | Path) -> tuple[int, int]:
    """Bring the tables of a store to the present version; returns the version that they had, and the present one."""
    check_exists(store)
    database = connect(store)
    try:
        return migrate(database), len(STEPS)
    finally:
        database.close()


def _find_row(database: Database, name: str) -> tuple[int, str]:
    """Number and settings of an existing bandit."""
    row = BanditStore.find(database, name)
    if row is None:
        names = ", ".join(map(brief, BanditStore.names(database)[:20])) or "none"
        raise NoSuchBandit(f"there is no bandit {name!r} in this store; there are {names}")
    return row


def find(address: str | Path, sync: str, name: str) -> tuple[BanditStore, Settings]:
    """An existing bandit, with the settings it was made with."""
    with existing(address, sync) as database:
        row = _find_row(database, name)
        settings = Settings.from_text(row[1])
        settings.with_policy(settings.played)  # one that cannot be imported should say so now
        return BanditStore(database, row[0]), settings


def delete(store: str | Path, name: str = "default") -> None:
    """Delete a bandit with all its records, for good; processes that have it open are refused from then on.

    Parameters
    ----------
    store : path or str
        File of SQLite, or address of a PostgreSQL database.
    name : str
        Name of the bandit.

    Examples
    --------
    >>> from begreedy import online
    >>> from tempfile import mkdtemp
    >>> store = f"{mkdtemp()}/store.db"
    >>> online.Bandit("Greedy", 3, 100, store, name="banner").close()
    >>> online.delete(store, "banner")
    >>> online.bandits(store)
    []
    """
    with existing(store, "normal") as database:
        rows = _find_row(database, checked_name(name))
        deleted = BanditStore(database, rows[0])
        deleted.begin()
        deleted.delete()
        database.commit()
        database.close()


def bandits(store: str | Path) -> list[str]:
    """List the names of the bandits in a store.

    Parameters
    ----------
    store : path or str
        File of SQLite, or address of a PostgreSQL database.

    Returns
    -------
    list of str
        Their names.

    Examples
    --------
    >>> from begreedy import online
    >>> from tempfile import mkdtemp
    >>> store = f"{mkdtemp()}/store.db"
    >>> online.Bandit("Greedy", 3, 100, store, name="banner").close()
    >>> online.bandits(store)
    ['banner']
    """
    with existing(store, "normal") as database:
        names = BanditStore.names(database)
        database.close()
        return names


def waiting(database: Database) -> list[Row]:
    """For every bandit: its name, how many decisions wait for a reward, and when the oldest was made."""
    return database.rows(
        "SELECT b.name, COUNT(p.number), MIN(p.time) FROM bandits b LEFT JOIN pending p ON p.bandit = b.id "
        "WHERE b.settings <> '' GROUP BY b.name"
    )


def without_propensity(database: Database, name: str) -> int:
    """How many decisions of a bandit that are not archived have no propensity in the log."""
    sql = (
        "SELECT COUNT(*) FROM bandits b JOIN heads h ON h.bandit = b.id JOIN events e ON e.bandit = b.id "
        "AND e.seq > h.base WHERE b.name = ? AND e.kind = 'decided' AND e.propensity IS NULL"
    )
    return int(database.rows(sql, (name,))[0][0])
