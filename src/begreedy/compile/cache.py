"""Compiled code on disk: one file per digest, written atomically, checked when read.

A file is a line of JSON (what it is, checksum), then the object code.  The digest in its name covers all sources it was
compiled from, so a file is never stale, and any process may write or remove one at any time.  Files are used only if
nobody but this user could have written them (``compile.trust``).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path

from begreedy.compile.trust import distrust, distrust_file

_SUFFIX = ".bgc"
_warned_of: set[tuple[str, str]] = set()  # folders that are not used, and why: warned of once


def folder() -> Path:
    """Where compiled code is kept: ``BEGREEDY_CACHE_DIR``, or the user's cache folder."""
    named = os.environ.get("BEGREEDY_CACHE_DIR")
    if named:
        return Path(named)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "begreedy"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "begreedy" / "cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "begreedy"


@dataclass(frozen=True)
class ObjectCode:
    """Object code, the name of its function, and what it is, in words."""

    code: bytes
    symbol: str
    label: str

    def checksum(self, digest: str) -> str:
        """The checksum of everything in the entry, and of the name it goes by."""
        parts = (digest.encode(), self.symbol.encode(), self.label.encode(), self.code)
        return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()


def read(digest: str) -> ObjectCode | None:
    """The entry, or None if it is absent or damaged (it is then compiled again and replaced)."""
    if not _trusted():
        return None
    try:
        data = _read_own(folder() / f"{digest}{_SUFFIX}")
        line, code = data.split(b"\n", 1)
        head = json.loads(line)
        entry = ObjectCode(code, head["symbol"], head["label"])
        if set(head) == {"symbol", "label", "checksum"} and head["checksum"] == entry.checksum(digest):
            return entry
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return None


def has(digest: str) -> bool:
    """Whether there is an entry, or there can be none: the folder is not to be trusted."""
    return not _trusted() or (folder() / f"{digest}{_SUFFIX}").exists()


def _read_own(path: Path) -> bytes:
    """The bytes of a file that only this user could have written; owner and content are those of one opening."""
    with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0)), "rb") as file:
        if reason := distrust_file(file.fileno()):
            warnings.warn(f"{path} is not used and is compiled again: it {reason}", stacklevel=5)
            raise PermissionError(reason)
        return file.read()


def _trusted() -> bool:
    """Whether compiled code may be loaded from the folder; if not, say why, once."""
    reason = distrust(folder())
    if reason is not None and (str(folder()), reason) not in _warned_of:
        _warned_of.add((str(folder()), reason))
        warnings.warn(
            f"compiled code is neither read from nor kept in {folder()}: {reason}, so another user could make it run "
            "their code. Set BEGREEDY_CACHE_DIR to a folder of your own.",
            stacklevel=4,
        )
    return reason is None


def write(digest: str, entry: ObjectCode) -> None:
    """Store an entry; a folder that cannot be written costs a warning, not the result."""
    if not _trusted():
        return
    head = {"symbol": entry.symbol, "label": entry.label, "checksum": entry.checksum(digest)}
    try:
        # Anyone who can write here can run code as this user, so the folder is private.
        folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        handle, temporary = tempfile.mkstemp(dir=folder(), suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(json.dumps(head).encode() + b"\n" + entry.code)
            Path(temporary).replace(folder() / f"{digest}{_SUFFIX}")
        except BaseException:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()
            raise
    except OSError as error:
        warnings.warn(
            f"compiled code is not kept, so the next process compiles again: {error}. "
            "Set BEGREEDY_CACHE_DIR to a folder you can write to.",
            stacklevel=2,
        )


def entries() -> list[Path]:
    """All files of the cache."""
    return sorted(folder().glob(f"*{_SUFFIX}")) if folder().is_dir() else []


def describe() -> str:
    """A few lines for people: where, how many, how large."""
    paths = entries()
    size = sum(path.stat().st_size for path in paths)
    reason = distrust(folder())
    unused = f"\nnot used: {reason}" if reason else ""
    return f"compiled code in {folder()}\n{len(paths)} entries, {size / 1e6:.1f} MB{unused}"


def clear() -> int:
    """Remove all compiled code; returns how many entries there were."""
    count = 0
    for path in entries():
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
            count += 1
    return count
