"""Operations on all bandits of a store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.records import NoSuchBandit, StoreError
from begreedy.bandit.store.opening import bandits


def erase(
    store: str | Path,
    users: Sequence[str] = (),
    context_ids: Sequence[str] = (),
    *,
    key: str | None = None,
    archives: str | Path | None = None,
) -> dict[str, int]:
    """Erase users and context ids from the logs of all bandits in a store; all else stays as it is.

    Parameters
    ----------
    store : path or str
        File of SQLite, or address of a PostgreSQL database.
    users : sequence of str
        Users of decisions.
    context_ids : sequence of str
        Context ids of decisions.
    key : str, optional
        With it, a keyed hash stands for each of them in the log; without, nothing.
    archives : path or str, optional
        Folder of archived events, from which they are erased as well.

    Returns
    -------
    dict
        By name of the bandit, how many decisions had any of them.

    Raises
    ------
    StoreError
        After all others, if there are bandits from which nothing could be erased, because they cannot be opened.

    Examples
    --------
    >>> from begreedy import online
    >>> from tempfile import mkdtemp
    >>> store = f"{mkdtemp()}/store.db"
    >>> with online.Bandit("Greedy", 3, 100, store, name="banner") as bandit:
    ...     decision = bandit.decide(user="ann")
    >>> online.erase(store, users=["ann"])
    {'banner': 1}
    """
    return erase_from(bandits(store), lambda name: Bandit.open(store, name), users, context_ids, key, archives)


def erase_from(
    names: Sequence[str],
    open_bandit: Callable[[str], Bandit],
    users: Sequence[str],
    context_ids: Sequence[str],
    key: str | None,
    archives: str | Path | None,
) -> dict[str, int]:
    """Erase from bandits one by one, past those that cannot be opened; an error at the end names these."""
    erased: dict[str, int] = {}
    failures: list[str] = []
    for name in names:
        try:
            bandit = open_bandit(name)
        except NoSuchBandit:  # deleted meanwhile
            continue
        except (StoreError, ValueError, TypeError, ImportError) as error:  # its policy may not be installed here
            failures.append(f"{name!r}: {error}")
            continue
        with bandit:
            try:
                erased[name] = bandit.erase(users, context_ids, key=key, archives=archives)
            except NoSuchBandit:
                continue
            except StoreError as error:
                failures.append(f"{name!r}: {error}")
    if failures:
        counts = ", ".join(f"{count} in {name!r}" for name, count in erased.items()) or "none"
        left = f"nothing was erased from {len(failures)} of {len(names)} bandits; {'; '.join(failures)}"
        raise StoreError(f"{left}; decisions erased from the others: {counts}; repeat it once these can be opened")
    return erased
