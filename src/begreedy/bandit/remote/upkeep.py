"""The calls of a client that read or change whole logs on a server, or concern all of its bandits."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from begreedy.bandit.log.export import REDRAWS
from begreedy.bandit.records import Archived
from begreedy.bandit.remote.requests import Asking, refusal_of
from begreedy.values.errors import BadValue
from begreedy.values.new_file import new_file

_ERASING, _ARCHIVING = 120.0, 600.0  # seconds that the server may take


class RemoteUpkeep(Asking):
    """Exports, archives, erasure and deletion, over HTTP."""

    def export(self, path: str | Path, redraws: int = REDRAWS) -> None:
        """Write every decision with its outcome to a file, which ``begreedy.replay`` reads.

        Parameters
        ----------
        path : path
            The file, which ends in .csv or .parquet.
        redraws : int
            Number of draws that estimate a propensity where it is not known exactly; with 0 it is left out.

        Raises
        ------
        BadValue
            If the path has another ending.
        StoreError
            If the server's database could not be reached.

        Examples
        --------
        >>> client.export("decisions.parquet")                                    # doctest: +SKIP
        """
        suffix = Path(path).suffix
        if suffix not in (".csv", ".parquet"):
            raise BadValue.of("path", path, "in .csv or .parquet", verb="end", got=str(path))
        with self._http.stream("GET", self._at(f"/decisions{suffix}"), params={"redraws": redraws}) as answer:
            if answer.status_code != 200:
                answer.read()
                raise refusal_of(answer)
            with new_file(Path(path)) as file:
                for part in answer.iter_bytes():
                    file.write(part)

    def archive(self, before: float) -> Archived:
        """Move old events of the log to a Parquet file in the server's folder for archives (``--archive``).

        Parameters
        ----------
        before : float
            Time before which the events were recorded, in seconds since 1970.

        Returns
        -------
        Archived
            How many events were moved, and to which file.

        Raises
        ------
        BadValue
            If the server has no such folder.
        StoreError
            If the server did not answer, or the log was altered.

        Examples
        --------
        >>> client.archive(before=time.time() - 30 * 86400).events                # doctest: +SKIP
        123456
        """
        return Archived(**self._ask("POST", self._at("/archive"), {"before": before}, timeout=_ARCHIVING))

    def erase(self, users: Sequence[str] = (), context_ids: Sequence[str] = (), *, key: str | None = None) -> int:
        """Erase users and context ids from the log and its archives.  What the bandit has learned stays as it is.

        Parameters
        ----------
        users : list of str
            Users to erase.
        context_ids : list of str
            Context ids to erase.
        key : str, optional
            With a key of at least 16 characters, a keyed hash takes the place of each; without, nothing is left.

        Returns
        -------
        int
            How many decisions had any of them.

        Raises
        ------
        BadValue
            If nothing is given to erase, or the key is too short.
        StoreError
            If the server did not answer, or the log was altered.

        Examples
        --------
        >>> client.erase(users=["visitor 4711"])                                  # doctest: +SKIP
        3
        """
        body = {"users": list(users) or None, "context_ids": list(context_ids) or None, "key": key}
        return int(self._ask("POST", self._at("/erase"), body, timeout=_ERASING)["erased"])

    def delete(self) -> None:
        """Delete the bandit with all its records, for good.

        Raises
        ------
        NoSuchBandit
            If there is none of that name.
        PermissionError
            If the token does not allow it.

        Examples
        --------
        >>> client.delete()                                                       # doctest: +SKIP
        """
        self._ask("DELETE", self._at(""))

    def names(self) -> list[str]:
        """The names of all bandits of the server.

        Returns
        -------
        list of str
            Names; those that the token covers.

        Raises
        ------
        StoreError
            If the server did not answer.

        Examples
        --------
        >>> client.names()                                                        # doctest: +SKIP
        ['front-page', 'shop']
        """
        return list(self._ask("GET", "/bandits")["bandits"])
