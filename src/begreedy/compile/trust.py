"""Whose code may be loaded: files that this user owns and nobody else could have written.

Compiled code is loaded without checking what it does, and its checksum is no secret.  So on POSIX systems the
folder and the file must belong to this user and be writable by nobody else, and whoever could put another folder in
its place, on any step of the path, must be this user or the administrator.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def distrust(folder: Path) -> str | None:
    """Why nothing in a folder may be loaded, or None; a folder that does not exist yet is judged by its path."""
    if os.name != "posix":
        return None
    try:
        for step in _steps(Path(os.path.abspath(folder))):  # noqa: PTH100  # links on the way are to be seen
            if reason := _distrust_step(step, own=step == folder.resolve()):
                return reason
    except OSError as error:
        return f"{error.filename}: {error.strerror}"
    except RuntimeError:  # how Python 3.11 resolves links that lead to each other, and how a step after the other does
        return f"the links on the way to {folder} lead in a circle"
    return None


def distrust_file(descriptor: int) -> str | None:
    """Why an open file may not be loaded, or None."""
    if os.name != "posix":
        return None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        return "it is not a regular file"
    return _distrust_owner(status, own=True)


def _steps(path: Path) -> Iterator[Path]:
    """Every folder and link that leads to a path, from the root, as far as they exist."""
    reached = Path(path.anchor)
    yield reached
    for name in path.parts[1:]:
        if name == "..":
            reached = reached.parent
            continue
        reached = reached / name
        if reached.is_symlink():
            yield reached
            yield from _steps(reached.parent / reached.readlink())
            reached = reached.resolve()
        elif not reached.exists():
            return
        else:
            yield reached


def _distrust_step(step: Path, *, own: bool) -> str | None:
    status = step.lstat()
    if stat.S_ISLNK(status.st_mode):  # a link's mode means nothing, but its owner can redirect it
        foreign = status.st_uid not in (0, os.geteuid())
        return f"the link {step} belongs to user {status.st_uid}" if foreign else None
    reason = _distrust_owner(status, own=own)
    return f"{step} {reason}" if reason else None


def _distrust_owner(status: os.stat_result, *, own: bool) -> str | None:
    """Folders on the way may belong to the administrator; in a sticky one, others cannot replace this user's files."""
    me = os.geteuid()
    if status.st_uid != me and (own or status.st_uid != 0):
        return f"belongs to user {status.st_uid}, not to user {me}"
    if status.st_mode & _OTHERS_WRITE and (own or not status.st_mode & stat.S_ISVTX):
        if not own and status.st_mode & _OTHERS_WRITE == stat.S_IWGRP and _is_private(status.st_gid):
            return None
        return f"can be written by others (mode {stat.S_IMODE(status.st_mode):o})"
    return None


def _is_private(group: int) -> bool:
    """Whether a group has this user as its only member, as many systems make one for every user."""
    import grp
    import pwd

    try:
        name = pwd.getpwuid(os.geteuid()).pw_name
        known = grp.getgrgid(group)
    except KeyError:
        return False
    return known.gr_name == name and set(known.gr_mem) <= {name}
