"""The bandits of a store: listed, created, and opened when they are asked for."""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from begreedy.bandit.bandit import Bandit
from begreedy.bandit.log.erasing_all import erase_from
from begreedy.bandit.records import Archived, NoSuchBandit, State
from begreedy.bandit.settings.settings import AUTO
from begreedy.bandit.store.database import Database, connect
from begreedy.bandit.store.migrations import migrate
from begreedy.bandit.store.opening import delete, waiting, without_propensity
from begreedy.bandit.store.store import BanditStore
from begreedy.service.bodies import LARGEST_CATALOGUE, NAME, Create, Erase
from begreedy.service.faults import Fault
from begreedy.service.metrics import Metrics
from begreedy.service.options import ServiceOptions
from begreedy.service.writer import Work, Writer
from begreedy.types import has
from begreedy.values.errors import BadValue
from begreedy.values.spec import parse

T = TypeVar("T")
_NAME = re.compile(NAME)
_EXPORTS = 2  # at a time
_MOST_DRAWN = 10**8  # arms drawn for the propensities of an export: some minutes
_LONGEST = 10**8  # rounds, where a theorem says how many arms are played: about the square root of these


class Registry:
    """Writers by name, the least recently used first; beyond ``max_open`` idle ones are closed."""

    def __init__(self, options: ServiceOptions, metrics: Metrics) -> None:
        self.options, self.metrics = options, metrics
        self._writers: OrderedDict[str, Writer] = OrderedDict()
        self._exporting = asyncio.Semaphore(_EXPORTS)
        self._creator = ThreadPoolExecutor(1)  # one at a time, so that a full store stays full
        self._in_store(migrate)

    async def do(self, name: str, work: Work, *, writes: bool = True) -> Any:
        """Run work on a bandit; see ``Writer.do``."""
        writer = self._writer(name)
        try:
            return await writer.do(work, writes=writes)
        except NoSuchBandit:  # deleted by another process: there may be a new one of that name
            if self._writers.get(name) is writer:
                self._close(name)
            raise
        finally:
            if not writer.failed:
                self._close_some()
            elif self._writers.get(name) is writer:  # names that do not exist take no place
                del self._writers[name]
            self.metrics.open_bandits.set(len(self._writers))

    async def names(self) -> list[str]:
        return await asyncio.to_thread(self._in_store, BanditStore.names)

    async def pending(self) -> dict[str, tuple[int, float]]:
        """By bandit: how many decisions wait for a reward, and for how many seconds the oldest does."""
        rows = await asyncio.to_thread(self._in_store, waiting)
        now = time.time()
        return {name: (count, 0.0 if oldest is None else max(0.0, now - oldest)) for name, count, oldest in rows}

    async def create(self, body: Create) -> tuple[State, bool]:
        """The state of a bandit with these settings, and whether it is new."""
        return await asyncio.get_running_loop().run_in_executor(self._creator, self._create, body)

    async def delete(self, name: str) -> None:
        """Delete a bandit, after the calls that wait for it."""
        check_name(name)
        writer = self._writers.pop(name, None)
        if writer is not None:
            await asyncio.to_thread(writer.close)
        await asyncio.get_running_loop().run_in_executor(self._creator, delete, self.options.store, name)
        self.metrics.forget(name)

    async def erase(self, name: str, body: Erase) -> int:
        """Erase users and context ids from the log of a bandit; how many decisions had them."""
        check_name(name)
        return await asyncio.get_running_loop().run_in_executor(self._creator, self._erase, name, body)

    async def erase_everywhere(self, body: Erase) -> dict[str, int]:
        """Erase from the logs of all bandits, whatever they are called; by name, how many decisions had any."""
        return await asyncio.get_running_loop().run_in_executor(self._creator, self._erase_everywhere, body)

    async def archive(self, name: str, before: float) -> Archived:
        """Archive the events of a bandit before a moment."""
        check_name(name)
        if self.options.archive is None:
            raise Fault(409, "the server has no folder for archives (--archive)", field="before")
        return await asyncio.get_running_loop().run_in_executor(self._creator, self._archive, name, before)

    async def export(self, name: str, suffix: str, redraws: int) -> Path:
        """A file of all decisions, for the caller to remove; it is written while the writer goes on."""
        check_name(name)
        async with self._exporting:
            return await asyncio.to_thread(self._export, name, suffix, redraws)

    async def close(self) -> None:
        """Finish what waits, and close all."""
        writers = list(self._writers.values())
        self._writers.clear()
        self._creator.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(*(asyncio.to_thread(writer.close) for writer in writers))

    async def ask_store(self, work: Callable[[Database], T]) -> T:
        """The result of work on the store, by a connection that no bandit uses."""
        return await asyncio.to_thread(self._in_store, work)

    @property
    def opened(self) -> list[str]:
        """The bandits in memory, the least recently used first."""
        return [name for name, writer in self._writers.items() if not writer.failed]

    # ------------------------------------------------------------ opening

    def _writer(self, name: str) -> Writer:
        check_name(name)
        writer = self._writers.get(name)
        if writer is None or writer.failed:
            writer = Writer(partial(self.open, name), self.metrics, self.options, name)
            self._writers[name] = writer
        self._writers.move_to_end(name)
        return writer

    def _close_some(self) -> None:
        """Close the least recently used of the idle ones, as long as there are too many."""
        excess = len(self._writers) - self.options.max_open
        if excess <= 0:
            return
        idle = [name for name, writer in list(self._writers.items())[:-1] if writer.idle]
        for name in idle[:excess]:
            self._close(name)

    def _close(self, name: str) -> None:
        threading.Thread(target=self._writers.pop(name).close, daemon=True).start()

    # ------------------------------------------------------------ on another thread

    def _in_store(self, work: Callable[[Database], T]) -> T:
        database = connect(self.options.store, self.options.sync)
        try:
            return work(database)
        finally:
            database.close()

    def open(self, name: str) -> Bandit:
        """A bandit of the store, for the caller to close: apart from the one in memory, if that is there."""
        return Bandit.open(self.options.store, name, sync=self.options.sync)

    def _erase(self, name: str, body: Erase) -> int:
        with self.open(name) as bandit:
            what = {"key": body.key, "archives": self.options.archive}
            return bandit.erase(body.users or (), body.context_ids or (), **what)

    def _erase_everywhere(self, body: Erase) -> dict[str, int]:
        what = (body.users or (), body.context_ids or (), body.key, self.options.archive)
        return erase_from(self._in_store(BanditStore.names), self.open, *what)

    def _archive(self, name: str, before: float) -> Archived:
        with self.open(name) as bandit:
            return bandit.archive(before, self.options.archive or "")

    def _export(self, name: str, suffix: str, redraws: int) -> Path:
        with self.open(name) as bandit:
            self._check_redraws(bandit, redraws)
            folder = Path(tempfile.mkdtemp(prefix="begreedy-export-"))  # for nobody else to read
            path = folder / f"decisions{suffix}"
            try:
                bandit.export(path, redraws)
            except BaseException:
                shutil.rmtree(folder)
                raise
        return path

    def _check_redraws(self, bandit: Bandit, redraws: int) -> None:
        """Refuse an export that would draw for hours, and say what would fit: others wait for it."""
        decisions = self._in_store(lambda database: without_propensity(database, bandit.name))
        sets = bandit.settings.sets
        arms = decisions * bandit.state().playing * (1 if sets is None else sets.actions.size)
        if redraws * arms > _MOST_DRAWN:
            allowed = f"at most {_MOST_DRAWN // arms} for {decisions} decisions whose propensities are estimated"
            raise BadValue.of("redraws", redraws, allowed)

    def _create(self, body: Create) -> tuple[State, bool]:
        policy = AUTO if body.policy == AUTO else parse(body.policy, kind="policy", modules=False)
        _check_size(policy, body)
        names = self._in_store(BanditStore.names)
        new = body.name not in names
        if new and len(names) >= self.options.max_bandits:
            raise Fault(
                409, f"the store is full: it may have {self.options.max_bandits} bandits (--max-bandits)", field="name"
            )
        problem = None if body.problem is None else parse(body.problem, kind="problem", modules=False)
        settings = {**body.model_dump(), "policy": policy, "problem": problem}
        for field in ("rewards", "costs"):
            settings[field] = None if settings[field] is None else tuple(settings[field])
        settings |= {"store": self.options.store, "sync": self.options.sync, "max_playing": self.options.max_arms}
        with Bandit(**settings) as bandit:
            return bandit.state(), new


def check_name(name: str) -> None:
    """Raise a 404 if no bandit can have this name over HTTP."""
    if not _NAME.match(name):
        details: dict[str, Any] = {"field": "name", "value": name, "allowed": f"a name {NAME}"}
        raise Fault(404, "there is no bandit of that name", kind=NoSuchBandit.__name__, **details)


def _check_size(policy: Any, body: Create) -> None:
    """Limit the arms that are played, which are in memory; the catalogue they are drawn from may be larger."""
    count = body.arms if isinstance(body.arms, int) else len(body.arms)
    theorem = policy != AUTO and has(policy, "subset") and policy.k is None
    if theorem and body.horizon is not None and body.horizon > _LONGEST:
        raise Fault(400, "too long for the theorem's number of arms", field="horizon", allowed=f"at most {_LONGEST}")
    if count > LARGEST_CATALOGUE:
        raise Fault(400, "too many arms", field="arms", value=count, allowed=f"at most {LARGEST_CATALOGUE}")
