"""The writer of a bandit: a thread that records calls that wait together in one transaction, and then answers them.

A thread of its own keeps the event loop free, and calls share the cost of a commit.  A call that the bandit refuses
gets its error; the others are not affected.  When there are no calls, the thread wakes up to close decisions whose
window is over.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.records import StoreError
from begreedy.service.faults import Fault
from begreedy.service.metrics import Metrics
from begreedy.service.options import ServiceOptions

MOST_TOGETHER = 512
_SHORTEST, _RETRY = 0.05, 5.0  # seconds between two looks at windows; after the store failed
_log = logging.getLogger("begreedy.service")
Work = Callable[[Bandit], Any]


@dataclass(eq=False)
class Call:
    """Something to do with a bandit; ``writes`` if it may change it."""

    work: Work
    writes: bool
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = field(default=None)

    def run(self, bandit: Bandit) -> None:
        self.result = self.error = None
        try:
            self.result = self.work(bandit)
        except StoreError:
            raise
        except Exception as error:
            self.error = error


class Writer:
    """Runs the calls of one bandit, in the order in which they came."""

    def __init__(self, open_bandit: Callable[[], Bandit], metrics: Metrics, options: ServiceOptions, name: str) -> None:
        self._open_bandit, self._metrics, self._name = open_bandit, metrics, name
        self._calls: queue.Queue[Call | None] = queue.Queue()
        self._most_waiting, self._patience = options.max_waiting, options.patience
        self._error: BaseException | None = None  # why the bandit could not be opened
        self._closing = False
        self._lock = threading.Lock()  # between calls and a failure to open: no call waits for a thread that is gone
        self._thread = threading.Thread(target=self._run, name=f"begreedy {name}", daemon=True)
        self._thread.start()

    @property
    def idle(self) -> bool:
        return self._calls.empty()

    @property
    def failed(self) -> bool:
        """Whether the bandit could not be opened: the next call should try with a new writer."""
        return self._error is not None

    async def do(self, work: Work, *, writes: bool) -> Any:
        """What ``work`` returns, once it is recorded; raises its error, or a 503 if the store does not answer."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        with self._lock:
            if self._error is not None:
                raise self._error
            if self._closing or self._calls.qsize() >= self._most_waiting:
                raise Fault(503, "too many requests wait for this bandit; nothing was recorded", retry=1)
            self._calls.put(Call(work, writes, loop, future))
        try:
            return await asyncio.wait_for(future, self._patience)
        except TimeoutError:
            raise Fault(
                503,
                f"the store did not answer within {self._patience:g} seconds; the call may or may not be recorded: "
                "repeat it with the same context_id or decision_id",
                retry=5,
            ) from None

    def close(self, wait: float = 30.0) -> None:
        """Run the calls that wait, then close the bandit."""
        self._closing = True
        self._calls.put(None)
        self._thread.join(wait)

    # ------------------------------------------------------------ on the thread

    def _run(self) -> None:
        try:
            bandit = self._open_bandit()
        except BaseException as error:
            with self._lock:
                self._error = error
            self._refuse(error)
            return
        try:
            while True:
                calls, last = self._next(self._expire_due(bandit))
                if calls:
                    self._do_together(bandit, calls)
                    _deliver(calls)
                if last:
                    return
        finally:
            bandit.close()

    def _refuse(self, error: BaseException) -> None:
        """Answer all calls that wait with the error; later ones get it at once."""
        waiting = []
        while not self._calls.empty():
            call = self._calls.get()
            if call is not None:
                call.error = error
                waiting.append(call)
        _deliver(waiting)

    def _expire_due(self, bandit: Bandit) -> float | None:
        """Close decisions whose window is over; seconds until more are due, None if none ever are."""
        try:
            due = bandit.expire_due()
        except StoreError as error:  # calls will get it as well
            _log.error("decisions could not be expired: %s", error, extra={"fields": {"bandit": self._name}})
            self._metrics.store_failures.inc()
            return _RETRY
        return None if due is None else max(_SHORTEST, due - time.time())

    def _next(self, wait: float | None) -> tuple[list[Call], bool]:
        """All calls that wait now, or that come within ``wait`` seconds; and whether they are the last."""
        calls: list[Call] = []
        try:
            call = self._calls.get(timeout=wait)
        except queue.Empty:
            return [], False
        while call is not None:
            if not call.future.done():  # else the client has given up
                calls.append(call)
            if len(calls) == MOST_TOGETHER or self._calls.empty():
                return calls, False
            call = self._calls.get()
        return calls, True

    def _do_together(self, bandit: Bandit, calls: list[Call]) -> None:
        writing = [call for call in calls if call.writes]
        try:
            if writing:
                self._metrics.commits.observe(len(writing))
                self._record(bandit, writing)
        except Exception as error:  # whatever it is, waiting calls must get it, and the thread must go on
            self._failed(writing, error)
        for call in calls:
            if not call.writes:
                try:
                    call.run(bandit)
                except StoreError as error:
                    self._failed([call], error)

    def _record(self, bandit: Bandit, calls: list[Call]) -> None:
        for again in (False, True):
            committing = False
            try:
                with bandit.transaction():
                    for call in calls:
                        call.run(bandit)
                    paid = bandit.state().reward
                    committing = True
                self._metrics.paid(self._name, paid)
                return
            except StoreError as error:
                # A connection that died before the commit has recorded nothing: once more on a new one.
                if again or committing or not _was_lost(error):
                    self._failed(calls, error)
                    return

    def _failed(self, calls: list[Call], error: Exception) -> None:
        fields = {"bandit": self._name, "calls": len(calls)}
        _log.error("the store failed: %s", error, extra={"fields": fields})
        self._metrics.store_failures.inc(len(calls))
        for call in calls:
            call.result, call.error = None, error


def _was_lost(error: StoreError) -> bool:
    from begreedy.bandit.store.database import ConnectionLost

    return isinstance(error, ConnectionLost)


def _deliver(calls: list[Call]) -> None:
    """Answer all calls of a loop with one message to it."""
    if not calls:
        return

    def tell() -> None:
        for call in calls:
            if call.future.done():
                continue
            if call.error is not None:
                call.future.set_exception(call.error)
            else:
                call.future.set_result(call.result)

    with suppress(RuntimeError):  # the loop has ended: no call is left to answer
        calls[0].loop.call_soon_threadsafe(tell)
