"""Upkeep of bandits that are not in memory: their decisions expire, and their alarms are known, like those of others.

Writers see to the bandits in memory.  All others are looked at by one thread, one at a time, and closed again at once,
so that none of those in memory has to make room: the ones with decisions whose window is over, and those whose log has
grown since they were last looked at, as after a restart.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from typing import Any

from begreedy.bandit.session import FAR_BACK
from begreedy.bandit.store.database import Database
from begreedy.bandit.watch.dashboard import Glance, glance
from begreedy.service.registry import Registry

EVERY = 5.0  # seconds between two rounds
_LONGEST = 2.0  # seconds of a round; the next one goes on
_AGAIN, _RETRY = 60.0, 300.0  # seconds until a log that grows is looked at again; and one that cannot be opened
_log = logging.getLogger("begreedy.service")
# The oldest pending decision of a bandit is the first by number.
_BANDITS = (
    "SELECT b.name, b.settings, h.seq, (SELECT p.time FROM pending p WHERE p.bandit = b.id ORDER BY p.number LIMIT 1) "
    "FROM bandits b JOIN heads h ON h.bandit = b.id WHERE b.settings <> ''"
)


class UpkeepRounds:
    """Rounds over the bandits that are not in memory; ``glances`` is how these were doing, by name."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self.glances: dict[str, Glance] = {}
        self._next: dict[str, float] = {}  # by name, when to look again at the earliest
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self._registry.ask_store(self.round)
            except Exception as error:  # the store may be away for now
                _log.error("bandits could not be looked after: %s", error)
            await asyncio.sleep(EVERY)

    def round(self, database: Database) -> None:
        """Look at the bandits that need it, those with late decisions first."""
        began, now, opened = time.monotonic(), time.time(), set(self._registry.opened)
        rows = {str(name): (settings, seq, oldest) for name, settings, seq, oldest in database.rows(_BANDITS)}
        for known in (self.glances, self._next):
            for name in [name for name in known if name not in rows or name in opened]:
                del known[name]
        late = {name: _is_late(settings, oldest, now) for name, (settings, _, oldest) in rows.items()}
        for name in sorted(rows.keys() - opened, key=lambda name: not late[name]):
            seen = self.glances.get(name)
            grown = seen is None or seen.seq != rows[name][1]
            rested = now >= self._next.get(name, 0.0)
            if rested and (late[name] or grown):
                self._look(name)
                if time.monotonic() - began > _LONGEST:
                    return

    def _look(self, name: str) -> None:
        try:
            with self._registry.open(name) as bandit:
                while (due := bandit.expire_due()) is not None and due < time.time():
                    continue
                self.glances[name] = glance(bandit)
            late = due is not None and due < time.time() + _AGAIN
            self._next[name] = (due or 0.0) if late else time.time() + _AGAIN
        except Exception as error:  # whatever a damaged bandit may cause
            self._next[name] = time.time() + _RETRY
            _log.error("the bandit could not be looked after: %s", error, extra={"fields": {"bandit": name}})


def _is_late(settings: str, oldest: float | None, now: float) -> bool:
    """Whether the oldest pending decision is older than its window, or of a clock that ran ahead."""
    try:
        content: Any = json.loads(settings)
        window = content.get("window")
        if window is None or oldest is None:
            return False
        return now - oldest > window or oldest > now + FAR_BACK
    except (ValueError, TypeError, AttributeError):  # damaged; opening it says more
        return False
