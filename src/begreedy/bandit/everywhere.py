"""Operations on all bandits of a store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.opening import bandits


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
    erased = {}
    for name in bandits(store):
        with Bandit.open(store, name) as bandit:
            erased[name] = bandit.erase(users, context_ids, key=key, archives=archives)
    return erased
