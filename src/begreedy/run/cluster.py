"""A Dask cluster as workers: blocks are played wherever its workers are, and a worker that dies changes nothing."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from begreedy.run.workers import Workers
from begreedy.values.errors import BadValue
from begreedy.values.extras import MissingExtra

_PATIENCE = 10.0  # seconds to wait for a scheduler, then for a first worker


@contextmanager
def dask_workers(address: str, say: Callable[[str], None]) -> Iterator[Workers]:
    """The workers of the scheduler at an address such as tcp://host:8786; they may come and go meanwhile."""
    try:
        from distributed import Client, KilledWorker
    except ImportError as error:
        raise MissingExtra.of("a cluster", "dask", error) from None
    if not re.fullmatch(r"\w+://.+:\d+", address):
        raise BadValue.of("cluster", address, "the address of a Dask scheduler, such as tcp://host:8786")
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except OSError:
        raise OSError(f"no Dask scheduler answers at {address}") from None
    try:
        count = _Count(client)
        if count() == 0:
            say(f"waiting for workers of {address}")
            _wait_for_worker(client, address)
        yield Workers(client.get_executor(pure=False), lambda: max(1, count()), remote=True, lost=(KilledWorker,))
    finally:
        client.close(timeout=1)


def _wait_for_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise OSError(f"the scheduler at {address} has no workers; start some with: dask worker {address}") from None


class _Count:
    """How many tasks the workers can run at once; asked anew every other second."""

    def __init__(self, client: Any) -> None:
        self._client, self._number, self._asked = client, 0, float("-inf")

    def __call__(self) -> int:
        if time.monotonic() - self._asked > 2.0:
            self._number = sum(self._client.nthreads().values())
            self._asked = time.monotonic()
        return self._number
