"""The simulation store: a folder of finished blocks of runs that survives kills, full disks and damaged files.

A file is named by the digest of all that determines its numbers and by its runs.  It is written under a temporary name,
forced to disk and renamed, so a name in the folder is a whole block; any number of processes may use one folder, and
folders merge by copying files.
"""

from __future__ import annotations

import contextlib
import os
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from begreedy.results.block_file import About, Damaged, block_bytes, decode, encode, read_about, regular_file
from begreedy.results.migrations import NewerVersion
from begreedy.results.parts import Part
from begreedy.values.new_file import UNFINISHED, new_file

_NAME = re.compile(r"([0-9a-f]{32})_(\d{8,})_(\d{8,})\.parquet")
_DAMAGED = ".damaged"
_ABANDONED = 3600.0  # seconds after which a temporary file no longer has a writer


class BlockPath(NamedTuple):
    """The path of a block, and what its name says: runs ``first, ..., stop - 1`` of a digest."""

    path: Path
    digest: str
    first: int
    stop: int


class Store:
    """A folder of finished runs, in blocks.  ``warn`` is called for files that are damaged or do not belong.

    Parameters
    ----------
    folder : path
        Where the blocks are; created when the first is written.
    warn : callable
        Called with a sentence about a file that is not what it should be.

    Examples
    --------
    >>> import begreedy as bg
    >>> from tempfile import mkdtemp
    >>> store = bg.Store(mkdtemp())
    >>> result = bg.compare([bg.Greedy()], bg.Finite(prior=bg.Uniform(), arms=10), 500, store=store)
    >>> len(store.entries())  # the same call again takes the runs from there
    1
    """

    def __init__(self, folder: str | os.PathLike[str], warn: Callable[[str], None] = lambda _: None) -> None:
        self.folder = Path(folder)
        self.warn = warn
        self._known: dict[str, list[BlockPath]] | None = None

    def __repr__(self) -> str:
        return f"Store({str(self.folder)!r})"

    # ------------------------------------------------------------ reading

    def entries(self) -> list[BlockPath]:
        """The blocks in the folder, by their names.

        Returns
        -------
        list of BlockPath
            Path, digest, first run and the run after the last, of each.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.entries()
        []
        """
        blocks = []
        for name in self._names():
            match = _NAME.fullmatch(name)
            if match and int(match[2]) <= int(match[3]):
                blocks.append(BlockPath(self.folder / name, match[1], int(match[2]), int(match[3]) + 1))
        return blocks

    def others(self) -> list[Path]:
        """Files in the folder that are not named like a block: foreign, damaged or abandoned ones.

        Returns
        -------
        list of Path
            Their paths.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.others()
        []
        """
        return [self.folder / name for name in self._names() if not _NAME.fullmatch(name)]

    def _names(self) -> list[str]:
        try:
            return sorted(os.listdir(self.folder))  # noqa: PTH208  # names are all that is needed, and there are many
        except FileNotFoundError:
            return []
        except NotADirectoryError:
            raise OSError(f"the store {self.folder} is a file; it must be a folder") from None

    def parts(self, digest: str, first: int, stop: int) -> list[Part]:
        """The stored parts of some runs; damaged files are reported and set aside.

        Parameters
        ----------
        digest : str
            Digest of the simulation.
        first, stop : int
            The runs ``first, ..., stop - 1``.

        Returns
        -------
        list of Part
            Blocks that cover as many of these runs as there are.

        Raises
        ------
        NewerVersion
            If a newer version of begreedy wrote one of them: it would be overwritten.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.parts("0" * 64, 0, 100)
        []
        """
        if self._known is None:
            self.refresh()
        chosen = cover((self._known or {}).get(digest[:32], []), first, stop)
        return [part for entry in chosen if (part := self._read(entry, digest)) is not None]

    def refresh(self) -> None:
        """List the folder again: other processes may have written or removed blocks.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.refresh()
        """
        self._known = {}
        for entry in self.entries():
            self._known.setdefault(entry.digest, []).append(entry)
        for path in self.others():
            if path.suffix == ".parquet":
                self.warn(f"{path}: not a block of results by its name, left alone")

    def part(self, digest: str, first: int, stop: int) -> Part | None:
        """One block, if another process has finished it.

        Parameters
        ----------
        digest : str
            Digest of the simulation.
        first, stop : int
            The block has exactly the runs ``first, ..., stop - 1``.

        Returns
        -------
        Part or None
            The block.

        Raises
        ------
        NewerVersion
            If a newer version of begreedy wrote it.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.part("0" * 64, 0, 100) is None
        True
        """
        path = self._path(digest, first, stop)
        return self._read(BlockPath(path, digest[:32], first, stop), digest) if path.exists() else None

    def _read(self, entry: BlockPath, digest: str) -> Part | None:
        try:
            part = check(entry)
            if part.about.digest != digest:
                raise Damaged("results of something else")
            return part
        except FileNotFoundError:  # removed by another process
            return None
        except NewerVersion as error:
            raise NewerVersion(f"{entry.path}: {error}") from None
        except Damaged as error:
            self.warn(f"{entry.path}: {error}; set aside and computed again")
            with contextlib.suppress(OSError):
                entry.path.replace(entry.path.with_name(entry.path.name + _DAMAGED))
            return None

    # ------------------------------------------------------------ writing

    def add(self, part: Part) -> Path:
        """Store a block; when this returns, it is on disk.

        Parameters
        ----------
        part : Part
            The block.

        Returns
        -------
        Path
            Its file.

        Raises
        ------
        OSError
            If it cannot be written: the disk is full, say.

        Examples
        --------
        >>> store.add(part)                                    # doctest: +SKIP
        """
        path = self._path(part.about.digest, part.first, part.stop)
        try:
            self.prepare()
            with new_file(path) as file:
                file.writelines(encode(part.about, part.columns))
            _sync_folder(self.folder)
            self._known = None
        except OSError as error:
            raise OSError(
                error.errno, f"cannot write results to {self.folder}: {error.strerror}; finished runs stay there"
            ) from None
        return path

    def prepare(self) -> None:
        """Create the folder, if there is none.

        Raises
        ------
        OSError
            If it cannot be created or written; the message says why.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.prepare()
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if not os.access(self.folder, os.W_OK | os.X_OK):
                raise PermissionError(13, "Permission denied")
        except OSError as error:
            raise OSError(error.errno, f"cannot write results to {self.folder}: {error.strerror}") from None

    def _path(self, digest: str, first: int, stop: int) -> Path:
        return self.folder / f"{digest[:32]}_{first:08d}_{stop - 1:08d}.parquet"

    def remove(self, paths: list[Path]) -> int:
        """Remove files of the store.

        Parameters
        ----------
        paths : list of Path
            Their paths, from ``entries`` or ``others``.

        Returns
        -------
        int
            How many there were.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.remove(store.others())
        0
        """
        count = 0
        for path in paths:
            with contextlib.suppress(FileNotFoundError):
                path.unlink()
                count += 1
        self._known = None
        return count

    def remove_abandoned(self) -> None:
        """Remove temporary files left behind by killed processes.

        Examples
        --------
        >>> import begreedy as bg
        >>> from tempfile import mkdtemp
        >>> store = bg.Store(mkdtemp())
        >>> store.remove_abandoned()
        """
        for path in self.others():
            with contextlib.suppress(OSError):
                if path.name.endswith(UNFINISHED) and time.time() - path.stat().st_mtime > _ABANDONED:
                    path.unlink()


def check(entry: BlockPath) -> Part:
    """A block, after comparing it with its checksum and its name; raises Damaged or NewerVersion."""
    part = Part(*decode(block_bytes(entry.path)))
    if (part.about.digest[:32], part.first, part.stop) != (entry.digest, entry.first, entry.stop):
        raise Damaged("named like another block")
    return part


def abouts(entries: list[BlockPath]) -> Iterator[tuple[BlockPath, About | Exception]]:
    """The descriptions in files, unchecked, or why they cannot be read."""
    for entry in entries:
        try:
            yield entry, read_about(regular_file(entry.path))
        except (Damaged, NewerVersion, OSError) as error:
            yield entry, error


def cover(entries: list[BlockPath], first: int, stop: int) -> list[BlockPath]:
    """A few entries that cover as many of the runs ``first, ..., stop - 1`` as all of them together."""
    chosen: list[BlockPath] = []
    waiting = sorted(entries, key=lambda entry: entry.first, reverse=True)
    reached = first
    while reached < stop:
        best = None
        while waiting and waiting[-1].first <= reached:
            entry = waiting.pop()
            best = entry if best is None or entry.stop > best.stop else best
        if best is not None and best.stop > reached:
            chosen.append(best)
            reached = best.stop
        elif waiting:
            reached = waiting[-1].first
        else:
            break
    return chosen


def _sync_folder(folder: Path) -> None:
    """A renamed file is safe once its folder is on disk."""
    with contextlib.suppress(OSError):  # some file systems cannot
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
