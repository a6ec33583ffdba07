"""The memory that this process can still get: of the machine, of its control groups, and of its own limit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from math import inf
from pathlib import Path, PurePosixPath

_ROOT = Path("/")
_VERSION_2 = ("memory.max", "memory.current", "inactive_file")
_VERSION_1 = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")


def available_bytes(root: Path = _ROOT) -> float:
    """The memory that this process can get now; infinite if the system does not say.

    ``root`` is the folder with ``proc`` and ``sys``.
    """
    return max(0.0, min(_physical(), _of_machine(root), _of_groups(root), _of_process(root)))


def _physical() -> float:
    try:
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    except (AttributeError, OSError, ValueError):
        return inf


def _of_machine(root: Path) -> float:
    """What Linux can give without swapping."""
    return 1024.0 * _number(root / "proc/meminfo", "MemAvailable:")


def _of_groups(root: Path) -> float:
    """What is left in the control group of this process and in those around it, of which each has its own limit.

    A group's limit counts the files that it has read, too; those that are not in use make room.
    """
    left = inf
    for folder, (limit, usage, unused) in _groups(root):
        if (most := _number(folder / limit)) < inf and (used := _number(folder / usage)) < inf:
            spare = _number(folder / "memory.stat", unused)
            left = min(left, most - used + (min(spare, used) if spare < inf else 0.0))
    return left


def _groups(root: Path) -> Iterator[tuple[Path, tuple[str, str, str]]]:
    """The folders of the groups that count this process's memory, with the names of their files.

    In a container the path may be the host's, of which only the last folder can be seen, as the first one here.
    """
    for line in _lines(root / "proc/self/cgroup"):
        number, _, rest = line.partition(":")
        controllers, _, path = rest.partition(":")
        if number == "0" and not controllers:
            folder, names = root / "sys/fs/cgroup", _VERSION_2
        elif "memory" in controllers.split(","):
            folder, names = root / "sys/fs/cgroup/memory", _VERSION_1
        else:
            continue
        inner = PurePosixPath(path.lstrip("/"))
        if ".." not in inner.parts:
            yield from ((folder / part, names) for part in (inner, *inner.parents) if str(part) != ".")
        yield folder, names


def _of_process(root: Path) -> float:
    """What the limit on addresses (``ulimit -v``) leaves."""
    try:
        import resource
    except ImportError:  # no such limit on this system
        return inf
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY:
        return inf
    pages = _number(root / "proc/self/statm")
    return most - (pages * os.sysconf("SC_PAGE_SIZE") if pages < inf else 0.0)


def _number(file: Path, key: str = "") -> float:
    """The number behind a key, or the first of the file; infinite if there is none, or the word "max"."""
    try:
        for line in _lines(file):
            words = line.split()
            if not key or words[:1] == [key]:
                return float(int(words[1 if key else 0]))
    except (ValueError, IndexError):
        pass
    return inf


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except (OSError, ValueError):
        return []
