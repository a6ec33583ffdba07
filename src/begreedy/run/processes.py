"""Processes of this machine as workers, for policies that are not compiled: threads would wait for each other."""

from __future__ import annotations

import os
import sys
import types
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any

from begreedy.run.workers import Workers
from begreedy.values.value import whole


class _Process(SpawnProcess):
    """A fresh process that does not run the caller's script again: what it needs from it travels with the tasks."""

    @staticmethod
    def _Popen(process_obj: Any) -> Any:
        main = sys.modules["__main__"]
        sys.modules["__main__"] = types.ModuleType("__main__")
        try:
            return SpawnProcess._Popen(process_obj)
        finally:
            sys.modules["__main__"] = main


class _Context(SpawnContext):
    Process = _Process


def _end_with_parent() -> None:
    """End this process when the one that started it does, also if that was killed: nobody waits for the answers."""
    parent = parent_process()
    assert parent is not None

    def wait_and_end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait_and_end, daemon=True).start()


@contextmanager
def processes(count: int | None = None) -> Iterator[Workers]:
    """Processes that end with the block of code, all cores if no number is given."""
    number = whole(os.cpu_count() or 1 if count is None else count, "threads", low=1, high=4096)
    executor = ProcessPoolExecutor(number, mp_context=_Context(), initializer=_end_with_parent)
    try:
        yield Workers(executor, lambda: number, remote=True, lost=(BrokenProcessPool,))
    finally:
        executor.shutdown(cancel_futures=True)
