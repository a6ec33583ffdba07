"""Threads that all visitors share: each simulation in turn gets one block of runs played.

A *work* is what one visitor asked for.  Free threads go round the works and take the next block of each, so a long
simulation delays others by a block at most.  Blocks are compiled code that leaves Python's lock alone.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Protocol

MOST_WORKS = 64


class Work(Protocol):
    def take(self) -> Callable[[], None] | None:
        """The next block to play, or None if there is none at the moment; must be quick."""


class Crew:
    """``threads`` workers, started when first needed."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._works: deque[Work] = deque()
        self._ready = threading.Condition()
        self._started = 0
        self._closed = False
        self.leaving = False  # no lock, for it is set while a signal is handled: streams see it and end

    def enlist(self, work: Work) -> None:
        """Begin with a work."""
        with self._ready:
            if len(self._works) >= MOST_WORKS:
                raise RuntimeError(f"{MOST_WORKS} simulations are running; try again in a moment")
            self._works.append(work)
            while self._started < self.threads:
                self._started += 1
                threading.Thread(target=self._serve, name=f"explore-{self._started}", daemon=True).start()
            self._ready.notify_all()

    def wake(self) -> None:
        """A work has blocks again."""
        with self._ready:
            self._ready.notify_all()

    def dismiss(self, work: Work) -> None:
        """Hand out no more of a work."""
        with self._ready:
            if work in self._works:
                self._works.remove(work)

    def close(self) -> None:
        """Let the threads end after their blocks."""
        with self._ready:
            self._closed = True
            self._works.clear()
            self._ready.notify_all()

    @property
    def works(self) -> int:
        return len(self._works)

    def _serve(self) -> None:
        while (task := self._next()) is not None:
            task()

    def _next(self) -> Callable[[], None] | None:
        """Wait for a block; None when the crew is closed."""
        with self._ready:
            while not self._closed:
                for _ in range(len(self._works)):
                    work = self._works[0]
                    self._works.rotate(-1)
                    if (task := work.take()) is not None:
                        return task
                self._ready.wait()
        return None
