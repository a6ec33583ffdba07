"""The scheduler: the one piece of code that hands everything that is played to workers, block by block.

A *work* is what one caller wants: the runs of a simulation, the jobs of an experiment, more runs for the race of
advice, passes over a log, the curves that a visitor of the explore page asked for.  It gives out *tasks*, each a call
that one worker makes in one go, mostly a block of runs in compiled code, which leaves Python's lock alone.

The scheduler knows nothing of bandits.  It goes round its works and takes one task of each in turn, so a long work
delays the others by a block at most.  It hands out a few tasks per worker and no more: workers never wait, and a work
can decide late how to go on.  What comes back is collected in the order in which it comes; since the numbers of a run
depend on nothing but its own number, that order changes no result.

The thread that runs the scheduler does all the handing out and collecting: works see one call at a time.  `play`
runs it in the calling thread, which stays free to notice Ctrl-C, until the work is done; `SharedScheduler` runs it in a
thread of its own, for works that come and go.  An error while a task is taken or collected ends its work, and so does
Ctrl-C: what plays is told to stop, which it does after its next round, what waits is dropped, and what is finished is
still collected.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol, TypeVar

from begreedy.run.workers import Workers, thread_workers

MOST_WORKS = 64  # that share one scheduler
_AHEAD = 8  # tasks per worker that are handed out: one is played, the others wait
_TICK = 0.5  # seconds: a wait without limit cannot be interrupted everywhere, and workers may come and go

Outcome = TypeVar("Outcome")


class Task(NamedTuple):
    """A call for a worker, and the function that collects the finished future."""

    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    collect: Callable[[Future[Any]], None]


class Work(Protocol):
    """What is played for one caller."""

    def take(self) -> Task | None:
        """The next task, or None if there is none at the moment: more may come when tasks have been collected."""

    def stop(self, error: BaseException | None = None) -> None:
        """Give out no more, and end what is being played soon; because of an error, if there was one."""


class Scheduler:
    """Works that take turns on workers; ``ahead`` tasks are handed out per worker."""

    def __init__(self, workers: Workers, ahead: int) -> None:
        self.workers = workers
        self._ahead = ahead
        self._works: deque[Work] = deque()
        self._lock = threading.Lock()  # of the works: other threads add new ones to a shared scheduler
        self._current: Work | None = None  # the one that is being asked for a task, or given a finished one
        self._in_flight: dict[Future[Any], tuple[Work, Task]] = {}
        self._finished: SimpleQueue[Future[Any] | None] = SimpleQueue()  # None: look for new works

    def run(self, work: Work) -> None:
        """Play a work until it has no more tasks; raises its error, if there is one."""
        self._works.append(work)
        try:
            while self._hand_out():
                self._collect(_TICK)
        except BaseException as error:
            self._abandon(error)
            raise

    def _hand_out(self) -> bool:
        """Keep the workers busy; False if nothing is being played."""
        while len(self._in_flight) < self._ahead * self.workers.slots():
            with self._lock:
                if (task := self._next()) is None:
                    break
                future = self.workers.executor.submit(task.call, *task.arguments)
                self._in_flight[future] = (self._works[-1], task)
            future.add_done_callback(self._finished.put)
        return bool(self._in_flight)

    def _next(self) -> Task | None:
        """A task of the work whose turn it is, which is then the last in the row; works without a task are skipped."""
        for _ in range(len(self._works)):
            self._works.rotate(-1)
            self._current = self._works[-1]
            if (task := self._current.take()) is not None:
                return task
        return None

    def _collect(self, timeout: float | None) -> None:
        """Wait for a task to be finished, and tell its work."""
        try:
            future = self._finished.get(timeout=timeout)
        except Empty:
            return
        if future is not None:
            self._current, task = self._in_flight.pop(future)
            task.collect(future)

    def _abandon(self, error: BaseException) -> None:
        """Stop everything, but collect what is finished."""
        for work in self._works:
            work.stop(error)
        for future, (_, task) in self._in_flight.items():
            if not future.cancel() and future.done() and future.exception() is None:
                with suppress(Exception):
                    task.collect(future)


class SharedScheduler(Scheduler):
    """Threads shared by many works, each for as long as it likes; started when first needed."""

    def __init__(self, threads: int | None = None) -> None:
        super().__init__(thread_workers(threads), ahead=1)  # a new work should wait for one block, not for two
        self.leaving = False  # no lock, for it is set while a signal is handled: streams see it and end
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def works(self) -> int:
        return len(self._works)

    def add(self, work: Work) -> None:
        """Begin with a work."""
        with self._lock:
            if len(self._works) >= MOST_WORKS:
                raise RuntimeError(f"{MOST_WORKS} simulations are running; try again in a moment")
            self._works.append(work)
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, name="begreedy-scheduler", daemon=True)
                self._thread.start()
        self._finished.put(None)

    def remove(self, work: Work) -> None:
        """Take no more tasks of a work."""
        with self._lock, suppress(ValueError):
            self._works.remove(work)

    def close(self) -> None:
        """End all works; threads end after the blocks that they are playing."""
        with self._lock:
            self._closed = True
            works = list(self._works)
            self._works.clear()
        for work in works:
            work.stop()
        self._finished.put(None)
        self.workers.executor.shutdown(wait=False, cancel_futures=True)

    def _serve(self) -> None:
        while not self._closed or self._in_flight:
            try:
                self._hand_out()
                self._collect(None)
            except BaseException as error:  # of one work: the others go on
                if (work := self._current) is not None:
                    self.remove(work)
                    work.stop(error)


def play(work: Work, workers: Workers, ahead: int = _AHEAD) -> None:
    """Play a work to its end on workers, with ``ahead`` tasks handed out per worker; raises its error, if any."""
    Scheduler(workers, ahead).run(work)


class FirstError:
    """The error of the first of the tasks that fail, by their places, in whatever order they are played."""

    def __init__(self) -> None:
        self.error: Exception | None = None
        self._at: Any = None
        self._playing: set[Any] = set()

    def begin(self, place: Any) -> None:
        """Note that a task is given out."""
        self._playing.add(place)

    def end(self, place: Any, error: Exception | None = None) -> None:
        """Note that a task is finished, perhaps with an error."""
        self._playing.discard(place)
        if error is not None and (self.error is None or place < self._at):
            self.error, self._at = error, place

    @property
    def certain(self) -> bool:
        """Whether there is an error, and no task before it is being played."""
        return self.error is not None and all(place > self._at for place in self._playing)


class _CallWork:
    """A list of calls as a work: what they return is kept in their order."""

    def __init__(
        self, calls: Sequence[Callable[[], Any]], stop: Callable[[], None], done: Callable[[int], None] | None
    ) -> None:
        self._calls, self._stop, self._done = calls, stop, done
        self._taken = 0
        self._errors = FirstError()
        self.outcomes: list[Any] = [None] * len(calls)

    def take(self) -> Task | None:
        number = self._taken
        if number == len(self._calls) or self._errors.error is not None:
            return None
        self._taken += 1
        self._errors.begin(number)
        return Task(self._calls[number], (), partial(self._collect, number))

    def _collect(self, number: int, future: Future[Any]) -> None:
        try:
            self.outcomes[number] = future.result()
        except Exception as error:
            self._errors.end(number, error)
        else:
            self._errors.end(number)
            if self._done is not None:
                self._done(number)
        if self._errors.certain and self._errors.error is not None:
            raise self._errors.error

    def stop(self, _: BaseException | None = None) -> None:
        self._stop()


def play_calls(
    calls: Sequence[Callable[[], Outcome]],
    workers: Workers,
    *,
    stop: Callable[[], None],
    done: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """Play calls side by side and return their results, in the order of the calls.

    ``done`` is called with the number of each call as it is finished; ``stop`` is called to end all that are being
    played.

    >>> from begreedy.run.workers import threads
    >>> with threads(2) as workers:
    ...     play_calls([lambda: 3, lambda: 4], workers, stop=lambda: None)
    [3, 4]
    """
    work = _CallWork(calls, stop, done)
    play(work, workers)
    return work.outcomes
