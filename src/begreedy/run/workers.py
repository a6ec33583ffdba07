"""Workers: an executor, how much it can do at once, and whether it lives in other processes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from typing import NamedTuple

from begreedy.values.value import whole


class Workers(NamedTuple):
    """``slots()`` is how many tasks run at once, now; ``remote`` workers get their tasks as bytes."""

    executor: Executor
    slots: Callable[[], int]
    remote: bool = False
    lost: tuple[type[Exception], ...] = ()  # what a task raises if its workers died one after the other


def thread_workers(count: int | None = None) -> Workers:
    """Threads of this process, all cores if no number is given: kernels run side by side."""
    number = whole(os.cpu_count() or 1 if count is None else count, "threads", low=1, high=4096)
    return Workers(ThreadPoolExecutor(number, thread_name_prefix="begreedy"), lambda: number)


@contextmanager
def threads(count: int | None = None, *, wait: bool = True) -> Iterator[Workers]:
    """Threads that end with the block of code.

    They also do after Ctrl-C, unless ``wait`` is false: a thread may be compiling, which takes seconds and cannot be
    interrupted.
    """
    workers = thread_workers(count)
    try:
        yield workers
    except BaseException as error:
        interrupted = isinstance(error, KeyboardInterrupt)
        workers.executor.shutdown(wait=wait or not interrupted, cancel_futures=True)
        raise
    workers.executor.shutdown()


def local_workers(count: int | None, *, compiled: bool) -> AbstractContextManager[Workers]:
    """Threads for kernels; processes for what is not compiled."""
    if compiled:
        return threads(count)
    from begreedy.run.processes import processes

    return processes(count)


def workers_for(cluster: str | None, count: int | None, say: Callable[[str], None]) -> AbstractContextManager[Workers]:
    """The cluster at an address; without an address, threads."""
    if cluster is None:
        return threads(count, wait=False)
    from begreedy.run.cluster import dask_workers

    return dask_workers(cluster, say)
