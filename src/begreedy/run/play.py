"""Play what is missing: jobs are cut into blocks, blocks go to workers, finished ones to the store.

How a job is cut changes no number, so it follows what a first run takes: a few blocks per job, each neither too short
to be worth a file nor too long to lose.  Blocks begin at multiples of a power of two, so those of two processes,
or of two sizes, fit into each other.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from math import log2
from typing import NamedTuple

from begreedy.results.parts import Part, machines, missing
from begreedy.results.store import Store
from begreedy.run.jobs import Job, play_remotely
from begreedy.run.workers import Workers
from begreedy.values.canonical import canonical

_BLOCKS = 4  # per job, about, and per slot
_SHORTEST, _LONGEST = 0.25, 10.0  # seconds that a block should take
_PATIENCE = 20  # blocks of a job that are given out again after their workers died
_LARGEST = 16_000_000  # bytes of a block's curves


class Shard(NamedTuple):
    """Share ``number`` (from 1) ``of`` so many equal shares of every job's runs."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """From a text such as "2/8"."""
        match = re.fullmatch(r"(\d+)/(\d+)", text)
        shard = cls(int(match[1]), int(match[2])) if match else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            raise ValueError(f"shard must be I/N with 1 <= I <= N, such as 2/8, got {text!r}")
        return shard

    def range(self, job: int, runs: int) -> tuple[int, int]:
        """Its runs of job number ``job``; shares rotate, so that few runs of many jobs are shared fairly, too."""
        place = (self.number - 1 + job) % self.of
        return runs * place // self.of, runs * (place + 1) // self.of


class _Progress:
    """What is left of a job: blocks to play, parts that are there."""

    def __init__(self, job: Job, first: int, stop: int, parts: list[Part]) -> None:
        self.job, self.first, self.stop, self.parts = job, first, stop, parts
        self.gaps = missing(parts, first, stop)
        self.blocks: deque[tuple[int, int]] = deque()
        self.size = 0  # of a block, once it is known
        self.failed: Exception | None = None
        self.lost = 0  # blocks whose workers died

    @property
    def runs_left(self) -> int:
        return sum(stop - first for first, stop in self.gaps)

    def cut(self, seconds: float, share: float) -> None:
        """Cut what is missing into blocks, given what one run takes; again, if that turns out to be much less.

        ``share`` is how many of the slots are this job's, if all jobs play at once.
        """
        if self.size:
            self.gaps = _merged(self.blocks)
        wanted = min(max(seconds * self.runs_left / (_BLOCKS * max(1.0, share)), _SHORTEST), _LONGEST)
        largest = max(1, _LARGEST // (8 * max(1, len(self.job.simulation.checkpoints))))
        size = 1 << max(0, round(log2(max(1.0, min(wanted / max(seconds, 1e-9), largest)))))
        if size < 4 * self.size:
            return
        blocks = [block for gap in self.gaps for block in _aligned(*gap, size)]
        # Processes that share a store begin at different places, so that they seldom play the same block.
        begin = os.getpid() % max(1, len(blocks))
        self.blocks = deque(blocks[begin:] + blocks[:begin])
        self.size = size


def _merged(blocks: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of runs, joined where they touch."""
    gaps: list[tuple[int, int]] = []
    for first, stop in sorted(blocks):
        if gaps and gaps[-1][1] == first:
            first = gaps.pop()[0]
        gaps.append((first, stop))
    return gaps


def _aligned(first: int, stop: int, size: int) -> Iterator[tuple[int, int]]:
    while first < stop:
        end = min(stop, (first // size + 1) * size)
        yield first, end
        first = end


class Failed(ValueError):
    """Some jobs failed; the results of the others are kept."""


def play_jobs(
    jobs: Iterable[Job],
    workers: Workers,
    store: Store | None = None,
    *,
    shard: Shard | None = None,
    progress: Callable[[int, int], None] | None = None,
    warn: Callable[[str], None] = lambda _: None,
) -> list[list[Part]]:
    """The parts of each job; what the store has is not played again.

    ``progress`` is told of the rounds done and of all rounds.  With a ``shard`` only its share is played and nothing is
    returned.  A job that fails does not keep the others from being finished; then Failed says what went wrong.
    """
    if store is not None:
        store.refresh()
    crew = _Crew(workers, store, keep=shard is None, progress=progress)
    for number, job in enumerate(jobs):
        crew.enlist(job, *(shard.range(number, job.runs) if shard else (0, job.runs)))
    crew.play()
    for one in crew.jobs:
        if len(kinds := machines(one.parts)) > 1:
            texts = f"{canonical(one.job.policy)} on {canonical(one.job.problem)}"
            warn(f"{texts} was computed by machines of different kinds: {'; '.join(kinds)}")
    errors = [one.failed for one in crew.jobs if one.failed is not None]
    if len(errors) > 1:
        raise Failed("\n".join(str(error) for error in errors)) from errors[0]
    if errors:
        raise errors[0]
    return [] if shard else [one.parts for one in crew.jobs]


class _Crew:
    """Hands out blocks and collects them."""

    def __init__(
        self, workers: Workers, store: Store | None, *, keep: bool, progress: Callable[[int, int], None] | None
    ) -> None:
        self.workers, self.store, self.keep, self.progress = workers, store, keep, progress
        self.jobs: list[_Progress] = []
        self.waiting: deque[_Progress] = deque()
        self.flying: dict[Future[Part], tuple[_Progress, int, int, bool]] = {}
        self.done = self.total = 0

    def enlist(self, job: Job, first: int, stop: int) -> None:
        """Take on runs of a job, except those that are in the store."""
        digest = job.simulation.digest
        parts = self.store.parts(digest, first, stop) if self.store is not None and digest else []
        one = _Progress(job, first, stop, parts)
        self.jobs.append(one)
        self.total += (stop - first) * job.rounds
        self.done += (stop - first - one.runs_left) * job.rounds
        if one.gaps:
            self.waiting.append(one)
        if not self.keep:
            one.parts = []

    def play(self) -> None:
        if self.waiting and self.store is not None:
            self.store.prepare()
            self.store.remove_abandoned()
        self._report(0)
        try:
            while self._hand_out():
                # With a time limit, for a wait without one cannot be interrupted everywhere.
                finished, _ = wait(self.flying, timeout=0.5, return_when=FIRST_COMPLETED)
                for future in finished:
                    self._collect(future)
        except BaseException:
            self._abandon()
            raise

    def _hand_out(self) -> bool:
        """Keep the workers busy; False when nothing is left to do."""
        while len(self.flying) < 2 * self.workers.slots() and self._next():
            pass
        return bool(self.flying)

    def _next(self) -> bool:
        """Hand out one more task, if there is one: a block, or a first run that tells how to cut a job."""
        while self.waiting and self.waiting[0].size and not self.waiting[0].blocks:
            self.waiting.popleft()
        for one in self.waiting:
            while one.blocks:
                first, stop = one.blocks.popleft()
                if not self._found(one, first, stop):
                    self._submit(one, first, stop, pilot=False)
                    return True
            if not one.size and not any(flight[0] is one for flight in self.flying.values()):
                first = one.gaps[0][0]
                self._submit(one, first, first + 1, pilot=True)
                return True
        return False

    def _found(self, one: _Progress, first: int, stop: int) -> bool:
        """Whether another process has finished a block meanwhile."""
        digest = one.job.about.digest
        part = self.store.part(digest, first, stop) if self.store is not None and digest else None
        if part is not None:
            self._took(one, part)
        return part is not None

    def _submit(self, one: _Progress, first: int, stop: int, *, pilot: bool) -> None:
        job, submit = one.job, self.workers.executor.submit
        if self.workers.remote:
            future = submit(play_remotely, job.packed, job.about.digest, first, stop - first)
        else:
            future = submit(job.play, first, stop - first)
        self.flying[future] = (one, first, stop, pilot)

    def _collect(self, future: Future[Part]) -> None:
        one, first, stop, pilot = self.flying.pop(future)
        try:
            part = future.result()
        except CancelledError:
            if one.failed is None:
                raise OSError("the cluster has lost its scheduler; what is finished is kept") from None
            return
        except Exception as error:
            one.lost += isinstance(error, self.workers.lost)
            if isinstance(error, self.workers.lost) and one.lost <= _PATIENCE and one.failed is None:
                self._submit(one, first, stop, pilot=pilot)
            else:
                self._drop(one, error)
            return
        if one.failed is not None:
            return
        if pilot and part.about.seconds >= _SHORTEST:  # a run so long is worth a block of its own
            self._keep(one, part)
            one.gaps = missing([part], *one.gaps[0]) + one.gaps[1:]
        elif not pilot:
            self._keep(one, part)
        one.cut(part.about.seconds / part.about.runs, self.workers.slots() / len(self.jobs))

    def _keep(self, one: _Progress, part: Part) -> None:
        if self.store is not None and part.about.digest:
            self.store.add(part)
        self._took(one, part)

    def _took(self, one: _Progress, part: Part) -> None:
        if self.keep:
            one.parts.append(part)
        self._report(part.about.runs * one.job.rounds)

    def _report(self, rounds: int) -> None:
        self.done += rounds
        if self.progress is not None:
            self.progress(self.done, self.total)

    def _drop(self, one: _Progress, error: Exception) -> None:
        """A job has failed: the others go on."""
        one.failed = one.failed or error
        one.blocks.clear()
        one.size = 1
        for future, flight in list(self.flying.items()):
            if flight[0] is one:
                future.cancel()

    def _abandon(self) -> None:
        """Stop at the next checkpoint, and keep what is finished already."""
        for one in self.jobs:
            one.job.simulation.stop[0] = 1
        for future, (one, _, _, pilot) in self.flying.items():
            if not future.cancel() and future.done() and not pilot and future.exception() is None:
                self._keep(one, future.result())
