"""The advice sentence for a setting: worked out beside the curves, with an effort of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from begreedy.advice.advise import advise
from begreedy.explore.setting import _WRONG, Refused, Setting, fault_of

EFFORT = 3.0  # nominal seconds of one core
_AT_ONCE = 2


class _Gone(Exception):
    """Nobody waits for the advice any more."""


def _step_back() -> None:
    """Let curves go first: on Linux a thread, and those that it starts, can have a lower priority of their own."""
    if not sys.platform.startswith("linux"):
        return  # elsewhere the whole process would step back
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Advisers:
    """A few threads of their own, so that advice delays no curves."""

    def __init__(self, effort: float = EFFORT) -> None:
        self.effort = effort
        self._pool = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="explore-advice", initializer=_step_back)

    async def ask(self, setting: Setting) -> dict[str, Any]:
        """What to do; cancelled with its task."""
        gone = threading.Event()
        future = self._pool.submit(self._answer, setting, gone)
        try:
            return await asyncio.wrap_future(future)
        finally:
            gone.set()
            future.cancel()

    def _answer(self, setting: Setting, gone: threading.Event) -> dict[str, Any]:
        def progress(_done: int, _total: int) -> None:
            if gone.is_set():
                raise _Gone

        if gone.is_set():
            raise _Gone
        try:
            advice = advise(setting.problem, setting.horizon, seed=setting.seed, effort=self.effort, progress=progress)
        except _WRONG as error:
            raise Refused(fault_of("advice", error)) from None
        return {
            "sentence": advice.sentence,
            "greedy": advice.greedy,
            "summary": [list(line) for line in advice.summary],
            "notes": list(advice.notes),
            "turning": None if advice.turning is None else str(advice.turning),
        }

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
