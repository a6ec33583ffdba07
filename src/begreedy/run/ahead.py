"""Compile ahead: while the first jobs are compiled and played here, other processes compile what the last ones need.

They share nothing but the folder of compiled code, in which a kernel appears whole or not at all.  This process goes
through its jobs from the first on, they from the last on, until both meet: at worst a kernel is compiled twice.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from begreedy.compile import cache
from begreedy.run.jobs import Job
from begreedy.run.shipping import unpack

FEWEST = 3  # kernels to compile; with fewer, another process is not worth its start
_wanted: list[str] = []  # digests of the kernels that are being compiled ahead


@contextmanager
def compiling_ahead(jobs: Sequence[Job], processes: int) -> Iterator[None]:
    """Within the block, up to ``processes`` other processes compile what jobs need, last ones first."""
    wanted = _to_compile(jobs) if processes > 0 and len(jobs) >= FEWEST else {}
    kernels = list(wanted.values())
    count = min(processes, len(kernels) // 2) if len(kernels) >= FEWEST else 0
    if count == 0:
        yield
        return
    _wanted[:] = wanted
    with tempfile.TemporaryDirectory(prefix="begreedy-compile-") as folder:  # theirs, too
        helpers = [_start(kernels[-1 - number :: -count], Path(folder)) for number in range(count)]
        try:
            yield
        finally:
            _wanted.clear()
            for helper in filter(None, helpers):
                helper.kill()
                helper.wait()


def compiled_so_far() -> tuple[int, int]:
    """How many of the kernels that are compiled ahead are done, and how many there are in all."""
    wanted = list(_wanted)
    return sum(cache.has(digest) for digest in wanted), len(wanted)


def _to_compile(jobs: Sequence[Job]) -> dict[str, Job]:
    """The first job of every kernel that is not there yet, by the kernel's digest."""
    kernels: dict[str, Job] = {}
    for job in jobs:
        digest = job.simulation.missing_kernel()
        if digest is not None:
            kernels.setdefault(digest, job)
    return kernels


def _start(jobs: Sequence[Job], folder: Path) -> subprocess.Popen[bytes] | None:
    """A process that compiles, or None if none can be started: then all is compiled here."""
    path = os.pathsep.join(filter(None, sys.path))
    try:
        with tempfile.TemporaryFile(dir=folder) as parcels:
            pickle.dump([job.packed for job in jobs], parcels)
            parcels.seek(0)
            return subprocess.Popen(
                [sys.executable, "-m", __name__, str(os.getpid())],
                env={**os.environ, "PYTHONPATH": path, "TMPDIR": str(folder)},
                stdin=parcels,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for this process, which then ends the other
            )
    except Exception:  # a value that cannot travel, no further processes, no interpreter to start
        return None


def main() -> None:
    """In the other process: compile, as long as the process that started it lives."""
    parent = int(sys.argv[1])
    for parcel in pickle.load(sys.stdin.buffer):
        if os.getppid() != parent:
            break
        with suppress(Exception):  # what is wrong with a job is reported when it is played
            Job(*unpack(parcel)).simulation.compile()


if __name__ == "__main__":
    main()
