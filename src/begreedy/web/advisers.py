"""Threads that work out advice for requests, beside everything else that a server does."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

_AT_ONCE = 2

T = TypeVar("T")
Progress = Callable[[int, int], None]


class _Gone(Exception):
    """Nobody waits for the advice any more."""


def _step_back() -> None:
    """Let others go first: on Linux a thread, and those that it starts, can have a lower priority of their own."""
    if not sys.platform.startswith("linux"):
        return  # elsewhere the whole process would step back
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Advisers:
    """A few threads of their own, so that advice delays nothing else; ``waiting`` is how many ask, or wait to."""

    def __init__(self) -> None:
        self.waiting = 0
        self._pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="advice", initializer=_step_back)

    def ask(self, work: Callable[[Progress], T]) -> asyncio.Task[T]:
        """The result of work that tells its progress; cancelled with its task, at the next progress."""
        self.waiting += 1  # now, not when the task begins: others may ask before that
        asked = asyncio.ensure_future(self._result(work))
        asked.add_done_callback(self._leave)
        return asked

    def _leave(self, _: object) -> None:
        self.waiting -= 1

    async def _result(self, work: Callable[[Progress], T]) -> T:
        abandoned = threading.Event()

        def progress(_done: int, _total: int) -> None:
            if abandoned.is_set():
                raise _Gone

        def run() -> T:
            progress(0, 0)
            return work(progress)

        future = self._pool.submit(run)
        try:
            return await asyncio.wrap_future(future)
        finally:
            abandoned.set()
            future.cancel()

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
