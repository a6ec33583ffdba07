"""Simulations of one visitor, played block by block on the shared threads, and what is known of them so far."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, Future
from functools import partial
from itertools import pairwise
from math import isnan
from typing import Any

import numpy as np

from begreedy.engine.simulation import Simulation
from begreedy.explore.limits import run_seconds
from begreedy.results.migrations import Columns
from begreedy.results.result import Result, result_of
from begreedy.run.jobs import timed_play
from begreedy.run.scheduler import SharedScheduler, Task

FIRST_BLOCK, BLOCK = 0.02, 0.1  # seconds that a block should take: soon something to see, then little to wait for

LOADING = 0.2  # seconds: a kernel that is not ready by then is being compiled


class PolicyRuns:
    """One policy on one problem: its runs are played in blocks, in order; what is finished is kept by run number."""

    def __init__(self, label: str, runs: int, make: Callable[[], Simulation]) -> None:
        self.label, self.runs = label, runs
        self._make = make
        self.simulation: Simulation | None = None
        self.ready = False  # compiled
        self.busy = False  # being made ready, by one thread
        self.busy_since = 0.0
        self.next = 0  # first run that nobody plays
        self.per_run = 0.0  # seconds of a run, once measured
        self.columns: dict[str, np.ndarray] = {}
        self.finished: list[tuple[int, int]] = []
        self.changed = False

    @property
    def done(self) -> int:
        return sum(stop - first for first, stop in self.finished)

    def prepare(self) -> None:
        """Have the kernel ready."""
        if self.simulation is None:
            self.simulation = self._make()
        self.simulation.compile()
        self.per_run = self.per_run or run_seconds(self.simulation)

    def cut(self) -> tuple[int, int]:
        """The next block."""
        wanted = BLOCK if self.finished else FIRST_BLOCK
        size = max(1, int(wanted / max(self.per_run, 1e-7)))
        first, self.next = self.next, min(self.runs, self.next + size)
        return first, self.next

    def keep(self, first: int, stop: int, columns: dict[str, np.ndarray], seconds: float) -> None:
        for name, values in columns.items():
            if name not in self.columns:
                self.columns[name] = np.empty((self.runs, *values.shape[1:]), values.dtype)
            self.columns[name][first:stop] = values
        self.finished.append((first, stop))
        self.per_run = seconds / (stop - first)
        self.changed = True

    def result(self, seconds: float = 0.0) -> Result:
        """Of the runs that are finished."""
        simulation = self.simulation
        assert simulation is not None
        ranges = sorted(self.finished)
        whole = all(a[1] == b[0] for a, b in pairwise(ranges)) and ranges[0][0] == 0
        pick: Any = slice(0, ranges[-1][1]) if whole else np.concatenate([np.arange(*r) for r in ranges])
        columns = {name: values[pick] for name, values in self.columns.items()}
        times = simulation.checkpoints
        return result_of(
            simulation.policy, simulation.problem, simulation.horizon, simulation.seed, times, columns, seconds
        )


class Running:
    """Entries as a work for the scheduler, with a limit of seconds and a way to stop."""

    def __init__(
        self, scheduler: SharedScheduler, entries: Sequence[PolicyRuns], seconds: float, wake: Callable[[], None]
    ) -> None:
        self.scheduler, self.entries, self.seconds = scheduler, list(entries), seconds
        self._wake = wake
        self._lock = threading.RLock()
        self._turn = 0
        self._playing: dict[tuple[PolicyRuns, int], float] = {}  # by entry and first run: when the block began
        self.spent = 0.0
        self.stopped = self.limited = False
        self.error: BaseException | None = None

    # ------------------------------------------------------------ what the scheduler asks for

    def take(self) -> Task | None:
        """The next block of the entries in turn; an entry that has no kernel yet gets one first."""
        with self._lock:
            for _ in range(len(self.entries)):
                entry = self.entries[self._turn % len(self.entries)]
                self._turn += 1
                if self.stopped or entry.busy or entry.next >= entry.runs:
                    continue
                if not entry.ready:
                    entry.busy, entry.busy_since = True, time.monotonic()
                    return Task(entry.prepare, (), partial(self._prepared, entry))
                first, stop = entry.cut()
                self._playing[entry, first] = time.monotonic()
                collect = partial(self._played, entry, first, stop)
                return Task(timed_play, (entry.simulation, first, stop - first), collect)
        return None

    def _prepared(self, entry: PolicyRuns, future: Future[None]) -> None:
        with self._lock:
            entry.busy = False
        future.result()
        entry.ready = True
        self._wake()

    def _played(self, entry: PolicyRuns, first: int, stop: int, future: Future[tuple[Columns, float]]) -> None:
        with self._lock:
            self._playing.pop((entry, first))
        try:
            columns, seconds = future.result()
        except (KeyboardInterrupt, CancelledError):  # it was told to stop
            pass
        else:
            with self._lock:
                self.spent += seconds
                entry.keep(first, stop, columns, seconds)
        self._wake()

    def stop(self, error: BaseException | None = None) -> None:
        """Play no more; what plays stops at its next checkpoint."""
        with self._lock:
            if not self.stopped:
                self.error = error
            self.stopped = True
            for entry in self.entries:
                if entry.simulation is not None:
                    entry.simulation.stop[0] = 1
        self.scheduler.remove(self)
        self._wake()

    # ------------------------------------------------------------ what the visitor sees

    @property
    def finished(self) -> bool:
        """Whether nothing more will come."""
        with self._lock:
            if self._playing or any(entry.busy for entry in self.entries):
                return False
            return self.stopped or all(entry.done == entry.runs for entry in self.entries)

    def watch(self) -> None:
        """Stop when the limit is reached."""
        with self._lock:
            now = time.monotonic()
            running = sum(now - began for began in self._playing.values())
            over = not self.stopped and self.spent + running > self.seconds
            self.limited = self.limited or over
        if over:
            self.stop()

    def progress(self) -> dict[str, Any]:
        """How far it is, by runs, each policy counting alike; and what is being made ready."""
        with self._lock:
            share = sum(entry.done / entry.runs for entry in self.entries) / len(self.entries)
            since = time.monotonic() - LOADING
            making = [entry.label for entry in self.entries if entry.busy and entry.busy_since < since]
            return {"type": "progress", "share": share, "compiling": sorted(set(making))}

    def changed(self) -> list[tuple[int, PolicyRuns]]:
        """The entries that have new runs, each told once."""
        with self._lock:
            changed = [(i, entry) for i, entry in enumerate(self.entries) if entry.changed]
            for _, entry in changed:
                entry.changed = False
            return changed

    def results(self) -> list[Result | None]:
        """Of every entry, as far as it is finished."""
        with self._lock:
            return [entry.result() if entry.finished else None for entry in self.entries]


def summary(result: Result) -> dict[str, Any]:
    """Curves and the row of the table; the numbers of ``bg.compare``."""
    best = result.reference[:, None] * result.times[None, :]
    reward = best - result.regret
    spread = reward.std(axis=0, ddof=1) if result.runs > 1 else np.full(len(result.times), np.nan)
    low, high = np.quantile(reward, [0.1, 0.9], axis=0)
    return {
        "runs": result.runs,
        "mean": result.mean.tolist(),
        "stderr": result.stderr.tolist(),
        "q10": result.quantile(0.1).tolist(),
        "q90": result.quantile(0.9).tolist(),
        "reward": reward.mean(axis=0).tolist(),
        "reward_stderr": (spread / np.sqrt(result.runs)).tolist(),
        "reward_q10": low.tolist(),
        "reward_q90": high.tolist(),
        "row": row_of(result),
    }


def row_of(result: Result) -> dict[str, Any]:
    """The numbers of the table."""
    row = result.row()
    locked = result.locked
    return {
        "mean": row["mean"],
        "stderr": row["stderr"],
        "median": row["median"],
        "q10": row["q10"],
        "q90": row["q90"],
        "reward": float(result.reward.mean()),
        "locked": None if isnan(locked) else locked,
        "capped": float(result.capped[-1]) if result.budgeted else 0.0,
    }
