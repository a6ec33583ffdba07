"""The calls that need the store itself, which a bandit has and a client of a server has not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path

from begreedy.bandit.events import changes
from begreedy.bandit.log.erasing import Erasure, erase
from begreedy.bandit.log.export import REDRAWS, export
from begreedy.bandit.records import Archived, Check
from begreedy.bandit.session import Session
from begreedy.bandit.settings.inputs import Paid, triples
from begreedy.values.value import whole


class Upkeep:
    """Transactions, exports, checks, archives and the like, on the session of a bandit."""

    _session: Session

    def transaction(self) -> AbstractContextManager[None]:
        """A block of calls that are recorded together when it ends, or not at all if it raises.

        A call that is refused does not affect the others, if its error is caught within.

        Returns
        -------
        context manager
            For ``with``.

        Raises
        ------
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> with bandit.transaction():
        ...     decision = bandit.decide()
        ...     bandit.reward(decision.id, 1.0)
        True
        >>> bandit.close()
        """
        return self._session.together()

    def reward_each(self, rewards: Iterable[Sequence[str | Paid]]) -> list[bool | Exception]:
        """Report what several decisions paid, in one transaction, whether or not some are refused.

        Parameters
        ----------
        rewards : iterable of (str, float) or (str, float, float)
            Decision id, value and, where pulls cost, cost of each, as for ``reward``.

        Returns
        -------
        list of bool or Exception
            For each, what ``reward`` would return, or the error that it would raise.

        Raises
        ------
        StoreError
            If the database could not be reached; then none is recorded.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.reward_each([(bandit.decide().id, 1.0), ("7-0123456789abcdef", 1.0)])
        [True, UnknownDecision(...)]
        >>> bandit.close()
        """
        return changes.reward_each(self._session, triples(rewards))

    def expire_due(self) -> float | None:
        """Close decisions whose window is over, as every call does first.

        Returns
        -------
        float or None
            A time, in seconds since 1970, before which no more are due; None if decisions have no window.

        Raises
        ------
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> bandit.expire_due() is None
        True
        >>> bandit.close()
        """
        self._session.expire_due()
        return self._session.due

    def export(self, path: str | Path, redraws: int = REDRAWS) -> int:
        """Write every decision with its outcome to a file, which ``begreedy.replay`` reads.

        Parameters
        ----------
        path : path
            The file, which ends in .csv or .parquet.
        redraws : int
            Number of draws that estimate a propensity where it is not known exactly; with 0 it is left out.

        Returns
        -------
        int
            Number of decisions.

        Raises
        ------
        BadValue
            If the path has another ending.
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> folder = tempfile.mkdtemp()
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=folder + "/bandit.db")
        >>> decisions = bandit.decide_many(5)
        >>> bandit.export(folder + "/decisions.csv")
        5
        >>> bandit.close()
        """
        redraws = whole(redraws, "redraws", low=0, high=10**6)
        return self._session.survey(lambda: export(self._session, Path(path), redraws))

    def check(self) -> Check:
        """Check the stored state against the log, from which it is rebuilt.

        Others may go on writing; this checks the state at one moment.

        Returns
        -------
        Check
            Counts, and every disagreement that there is.

        Raises
        ------
        StoreError
            If the database could not be reached.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> decision = bandit.decide()
        >>> print(bandit.check())
        1 event, 1 decision, 0 rewards, 1 pending: all agree
        >>> bandit.close()
        """
        from begreedy.bandit.log.check import check

        return self._session.survey(lambda: check(self._session))

    def erase(
        self,
        users: Sequence[str] = (),
        context_ids: Sequence[str] = (),
        *,
        key: str | None = None,
        archives: str | Path | None = None,
    ) -> int:
        """Erase users and context ids from the log.  What the bandit has learned stays as it is.

        Parameters
        ----------
        users : list of str
            Users to erase.
        context_ids : list of str
            Context ids to erase.
        key : str, optional
            With a key of at least 16 characters, a keyed hash takes the place of each; without, nothing is left.
        archives : path, optional
            Folder of archived events, from which they are erased as well.

        Returns
        -------
        int
            How many decisions had any of them.

        Raises
        ------
        BadValue
            If nothing is given to erase, or the key is too short.
        StoreError
            If the database could not be reached, or the log was altered.

        Examples
        --------
        >>> import begreedy as bg, tempfile
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=tempfile.mkdtemp() + "/bandit.db")
        >>> decision = bandit.decide(user="visitor 4711")
        >>> bandit.erase(users=["visitor 4711"]), bandit.check().ok
        (1, True)
        >>> bandit.close()
        """
        from begreedy.bandit.log.archiving import erase_archives

        settings = self._session.settings
        erasure = Erasure(users, context_ids, key, sets=settings.sets is not None)
        erased = erase(self._session, erasure)
        return erased + (0 if archives is None else erase_archives(archives, settings.name, erasure))

    def archive(self, before: float, folder: str | Path) -> Archived:
        """Move old events of the log to a new Parquet file.  What the bandit has learned stays as it is.

        Archived decisions that have an outcome accept no other, not even the same again.

        Parameters
        ----------
        before : float
            Time before which the events were recorded, in seconds since 1970.
        folder : path
            Folder of the file.

        Returns
        -------
        Archived
            How many events were moved, and to which file.

        Raises
        ------
        StoreError
            If the database could not be reached, or the log was altered.

        Examples
        --------
        >>> import begreedy as bg, tempfile, time
        >>> folder = tempfile.mkdtemp()
        >>> bandit = bg.online.Bandit("Greedy", ["red", "green"], store=folder + "/bandit.db")
        >>> decision = bandit.decide()
        >>> bandit.archive(time.time() + 1, folder).events
        1
        >>> bandit.close()
        """
        from begreedy.bandit.log.archiving import archive

        return archive(self._session, before, folder)
