"""Play what is missing of jobs: they are cut into blocks, and finished blocks go to the store.

How a job is cut changes no number.  For a store, or on a cluster, it depends on the time of a first run: a few blocks
per job, each long enough to be worth a file and short enough to lose; towards the end of all jobs they get shorter.
Such blocks begin at multiples of a power of two, so those of two processes, or of two sizes, fit into each other.
Otherwise there are some blocks per worker.  Either way all workers finish at about the same time.
"""

from __future__ import annotations

import os
import re
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Future
from functools import partial
from math import inf, log2
from typing import NamedTuple

from begreedy.engine.memory import on_problem
from begreedy.results.parts import Part, machines, missing
from begreedy.results.store import Store
from begreedy.run.ahead import compiling_ahead
from begreedy.run.jobs import Job, play_remotely
from begreedy.run.memory import check_memory
from begreedy.run.scheduler import FirstError, Task, play
from begreedy.run.workers import Workers
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadValue
from begreedy.values.numbers import time_words

Progress = Callable[[int, int], None]

_BLOCKS = 4  # per job, about, and per slot
_SHORTEST, _LONGEST = 0.25, 10.0  # seconds that a block should take
_LAST = 2  # blocks per slot that what is left is cut into, at least
_PATIENCE = 20  # blocks of a job that are given out again after their workers died
_ABSURD = 30 * 86400.0  # seconds of a job that are worth a warning
_LARGEST = 16_000_000  # bytes of a block's curves
_UNTIMED = 8  # blocks per slot of a job whose runs are not timed first
_TIMED_AHEAD = 2  # blocks per slot that are handed out: other processes may play the rest, and it may be cut anew


class Shard(NamedTuple):
    """One ``of`` several equal shares of every job's runs: the share ``number``, from 1."""

    number: int
    of: int

    @classmethod
    def parse(cls, text: str) -> Shard:
        """From a text such as "2/8"."""
        match = re.fullmatch(r"(\d+)/(\d+)", text)
        shard = cls(int(match[1]), int(match[2])) if match else cls(0, 0)
        if not 1 <= shard.number <= shard.of:
            raise BadValue.of("shard", text, "I/N with 1 <= I <= N, such as 2/8")
        return shard

    def range(self, job: int, runs: int) -> tuple[int, int]:
        """Its runs of job number ``job``; shares rotate, so that few runs of many jobs are also shared fairly."""
        place = (self.number - 1 + job) % self.of
        return runs * place // self.of, runs * (place + 1) // self.of


class Failed(ValueError):
    """Some jobs failed; the results of the others are kept."""


def play_jobs(
    jobs: Iterable[Job],
    workers: Workers,
    store: Store | None = None,
    *,
    block: int | None = None,
    shard: Shard | None = None,
    progress: Progress | None = None,
    warn: Callable[[str], None] = lambda _: None,
) -> list[list[Part]]:
    """The parts of each job; what the store has is not played again.

    All jobs are checked before the first is played.  ``block`` is how many runs to play in one go, if that is not to be
    chosen here; ``progress`` is called with the rounds done and all rounds.  With a ``shard`` only its share is played
    and nothing is returned.  A job that fails does not keep the others from being finished if there is a store to keep
    them; then Failed says what went wrong.
    """
    if store is not None:
        store.refresh()
    work = _JobWork(workers, store, block, keep=shard is None, progress=progress, warn=warn)
    shares = [(job, *(shard.range(i, job.runs) if shard else (0, job.runs))) for i, job in enumerate(jobs)]
    kept = [(job.simulation, 0 if shard else stop - first) for job, first, stop in shares]  # a shard's are on disk only
    check_memory(kept, 1 if workers.remote else workers.slots())
    for job, first, stop in shares:
        work.add(job, first, stop)
    work.begin()
    to_play = [state.job for state in work.waiting]
    with compiling_ahead(to_play, 0 if workers.remote else workers.slots() - 1):
        play(work, workers, ahead=_TIMED_AHEAD if work.timed else _UNTIMED)
    for state in work.states:
        if len(kinds := machines(state.parts)) > 1:
            texts = f"{canonical(state.job.policy)} on {canonical(state.job.problem)}"
            warn(f"{texts} was computed by machines of different kinds: {'; '.join(kinds)}")
    errors = [state.errors.error for state in work.states if state.errors.error is not None]
    if len(errors) > 1:
        raise Failed("\n".join(str(error) for error in errors)) from errors[0]
    if errors:
        raise errors[0]
    return [] if shard else [state.parts for state in work.states]


class _JobProgress:
    """The progress of a job: finished parts, runs to play.

    These are cut into blocks one at a time: there may be millions.
    """

    def __init__(self, number: int, job: Job, digest: str, gaps: list[tuple[int, int]], errors: FirstError) -> None:
        self.number, self.job, self.digest, self.errors = number, job, digest, errors
        self.gaps = deque(gaps)  # runs to play: all, until the size of a block is known; then those not given out
        self.parts: list[Part] = []
        self.size = 0  # of a block, once it is known
        self.seconds = 0.0  # that a run takes, if runs are timed
        self.pilot = False  # whether a first run, which shows how long runs take, has been given out
        self.lost = 0  # blocks whose workers died

    @property
    def exhausted(self) -> bool:
        """Whether it gives no more blocks: all are given out, or it has failed."""
        return self.errors.error is not None or (self.size > 0 and not self.gaps)

    @property
    def runs_left(self) -> int:
        return sum(stop - first for first, stop in self.gaps)

    def next_block(self) -> tuple[int, int]:
        """Cut off the next block, which ends at a multiple of the size."""
        return self._cut_off(self.size)

    def shorter(self, first: int, stop: int, longest: float) -> int:
        """Where a block is to stop so that it takes at most ``longest`` seconds; what it leaves comes next."""
        size = self.size
        while size > 1 and size * self.seconds > longest:
            size //= 2
        self.gaps.appendleft((first, stop))
        return self._cut_off(size)[1]

    def _cut_off(self, size: int) -> tuple[int, int]:
        first, stop = self.gaps.popleft()
        end = min(stop, (first // size + 1) * size)
        if end < stop:
            self.gaps.appendleft((end, stop))
        return first, end

    def skip(self, number: int) -> None:
        """Begin with another block: ``number`` blocks, modulo all that are left, are played last."""
        counts = [(stop - 1) // self.size - first // self.size + 1 for first, stop in self.gaps]
        number %= max(1, sum(counts))
        for count in counts:
            if number < count:
                break
            self.gaps.rotate(-1)
            number -= count
        if number:
            first, stop = self.gaps.popleft()
            middle = (first // self.size + number) * self.size
            self.gaps.appendleft((middle, stop))
            self.gaps.append((first, middle))

    def cut_by_time(self, seconds: float, share: float) -> None:
        """Cut what is missing, given what one run takes; again, if that turns out to be much less.

        ``share`` is how many of the slots are this job's, if all jobs play at once.
        """
        self.seconds = seconds
        wanted = min(max(seconds * self.runs_left / (_BLOCKS * max(1.0, share)), _SHORTEST), _LONGEST)
        largest = max(1, _LARGEST // (8 * max(1, len(self.job.simulation.checkpoints))))
        size = 1 << max(0, round(log2(max(1.0, min(wanted / max(seconds, 1e-9), largest)))))
        if size >= 4 * self.size:
            self.size, self.gaps = size, deque(_merged(self.gaps))
            # Processes that share a store begin at different places, so that they seldom play the same block.
            self.skip(os.getpid())


def _merged(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Ranges of runs, joined where they touch."""
    gaps: list[tuple[int, int]] = []
    for first, stop in sorted(ranges):
        if gaps and gaps[-1][1] == first:
            first = gaps.pop()[0]
        gaps.append((first, stop))
    return gaps


class _JobWork:
    """Jobs as a work for the scheduler: the blocks of the first job, then of the next."""

    def __init__(
        self,
        workers: Workers,
        store: Store | None,
        block: int | None,
        *,
        keep: bool,
        progress: Progress | None,
        warn: Callable[[str], None],
    ) -> None:
        self.workers, self.store, self.block, self.keep = workers, store, block, keep
        self.progress, self.warn = progress, warn
        self.timed = block is None and (store is not None or workers.remote)
        self.errors = FirstError()  # of all jobs, unless a store keeps what others have finished
        self.states: list[_JobProgress] = []
        self.waiting: deque[_JobProgress] = deque()
        self.done = self.total = 0

    def add(self, job: Job, first: int, stop: int) -> None:
        """Take on runs of a job, except those that are in the store."""
        job.simulation  # noqa: B018  # raises what is wrong with it
        digest = job.digest if self.store is not None or self.workers.remote else ""
        parts = self.store.parts(digest, first, stop) if self.store is not None and digest else []
        errors = self.errors if self.store is None else FirstError()
        state = _JobProgress(len(self.states), job, digest, missing(parts, first, stop), errors)
        self.states.append(state)
        self.total += (stop - first) * job.rounds
        self.done += (stop - first - state.runs_left) * job.rounds
        if state.gaps:
            self.waiting.append(state)
        if self.keep:
            state.parts = parts

    def begin(self) -> None:
        """Start with all jobs: check that their results can be kept, and cut those whose runs need not be timed."""
        if self.waiting and self.store is not None:
            self.store.prepare()
            self.store.remove_abandoned()
        if not self.timed:
            for state in self.waiting:
                state.size = self.block or -(-state.runs_left // (_UNTIMED * self.workers.slots()))
        self._report(0)

    def _longest(self) -> float:
        """Seconds that a block may take: less and less when all jobs end, so that no worker has to wait for another."""
        left, share = 0.0, _LAST * self.workers.slots()
        for state in self.waiting:
            if not state.exhausted:
                left += state.seconds * state.runs_left if state.size else inf
            if left >= share * _LONGEST:  # as long as any block
                return inf
        return max(_SHORTEST, left / share)

    # ------------------------------------------------------------ what the scheduler asks for

    def take(self) -> Task | None:
        """A block, or a first run that shows how to cut a job."""
        while self.waiting and self.waiting[0].exhausted:
            self.waiting.popleft()
        for state in self.waiting:
            if state.exhausted:
                continue
            while state.size and state.gaps:
                first, stop = state.next_block()
                if self._is_stored(state, first, stop):
                    continue
                short = state.shorter(first, stop, self._longest()) if self.timed else stop
                if short == stop or not self._is_stored(state, first, short):
                    return self._task(state, first, short)
            if not state.size and not state.pilot:
                state.pilot = True
                first = state.gaps[0][0]
                return self._task(state, first, first + 1)
        return None

    def stop(self, _: BaseException | None = None) -> None:
        for state in self.states:
            state.job.simulation.stop[0] = 1

    def _is_stored(self, state: _JobProgress, first: int, stop: int) -> bool:
        """Whether another process has finished a block meanwhile."""
        part = self.store.part(state.digest, first, stop) if self.store is not None and state.digest else None
        if part is not None:
            self._add(state, part)
        return part is not None

    def _task(self, state: _JobProgress, first: int, stop: int) -> Task:
        state.errors.begin((state.number, first))
        collect = partial(self._collect, state, first, stop)
        if self.workers.remote:
            return Task(play_remotely, (state.job.packed, state.digest, first, stop - first), collect)
        return Task(partial(state.job.play, named=self.store is not None), (first, stop - first), collect)

    def _collect(self, state: _JobProgress, first: int, stop: int, future: Future[Part]) -> None:
        place = state.number, first
        try:
            part = future.result()
        except CancelledError:
            raise OSError("the cluster has lost its scheduler; what is finished is kept") from None
        except KeyboardInterrupt:
            if not state.errors.certain:  # else its job was given up
                raise
        except Exception as error:
            again = isinstance(error, self.workers.lost) and self._again(state, first, stop)
            state.errors.end(place, None if again else error)
        else:
            state.errors.end(place)
            if state.errors.error is None:
                self._played(state, part)
        if state.errors.certain:
            state.job.simulation.stop[0] = 1
            if state.errors is self.errors and self.errors.error is not None:
                raise self.errors.error

    def _again(self, state: _JobProgress, first: int, stop: int) -> bool:
        """Give a block whose workers died to others, unless it seems to be the block that kills them."""
        state.lost += 1
        if state.lost > _PATIENCE:
            return False
        if state.size:
            state.gaps.append((first, stop))
            if state not in self.waiting:
                self.waiting.append(state)
        else:
            state.pilot = False
        return True

    def _played(self, state: _JobProgress, part: Part) -> None:
        seconds = part.about.seconds / part.about.runs
        if state.size:
            self._keep(state, part)
        elif seconds >= _SHORTEST:  # a run this long is worth a block of its own
            self._keep(state, part)
            state.gaps.extendleft(reversed(missing([part], *state.gaps.popleft())))
        if self.timed:
            if not state.size:
                self._warn_of_time(state, seconds)
            state.cut_by_time(seconds, self.workers.slots() / len(self.states))

    def _warn_of_time(self, state: _JobProgress, seconds: float) -> None:
        """Say how long a job takes, if that is absurd, given what one run takes."""
        total, slots = seconds * state.runs_left, self.workers.slots()
        if total > _ABSURD * slots:
            who, runs = on_problem(state.job.policy, state.job.problem)(), f"{state.runs_left} runs"
            each, all_runs = time_words(seconds), time_words(total / slots)
            self.warn(f"{who}: {runs} of about {each} each take {all_runs} on {slots} threads")

    def _keep(self, state: _JobProgress, part: Part) -> None:
        if self.store is not None and part.about.digest:
            self.store.add(part)
        self._add(state, part)

    def _add(self, state: _JobProgress, part: Part) -> None:
        if self.keep:
            state.parts.append(part)
        self._report(part.about.runs * state.job.rounds)

    def _report(self, rounds: int) -> None:
        self.done += rounds
        if self.progress is not None:
            self.progress(self.done, self.total)
