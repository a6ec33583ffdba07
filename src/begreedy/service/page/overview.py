"""All bandits of a store at a glance: their decisions and rewards by the hour, and what is wrong with them.

The open hour of bandits in memory is asked of their writers.  That of others is known to ``UpkeepRounds``,
or, if their log has grown since it looked, counted from the log, up to a limit of events.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

from begreedy.bandit.folds.hours import SECONDS, Hour
from begreedy.bandit.records import DECIDED, EXPIRED, REWARDED, NoSuchBandit, StoreError, stored_json
from begreedy.bandit.settings.settings import shown_policy
from begreedy.bandit.store.checksum import unsealed
from begreedy.bandit.store.database import ConnectionLost, Database, Row
from begreedy.bandit.store.store import BanditStore
from begreedy.bandit.watch.alarms import BEFORE, LATELY, Alarm, alarms_of
from begreedy.bandit.watch.dashboard import Glance, glance
from begreedy.service.faults import Fault
from begreedy.service.page.pictures import DAY, by_hour
from begreedy.service.registry import Registry
from begreedy.service.upkeep import UpkeepRounds

_FRESH, _SPARING = 1.0, 20.0  # as of one bandit, see ``watch``
_COUNTED = 10_000  # events of an open hour
_IDLE = 3600.0  # seconds without an event


@dataclass
class _ReadBandit:
    """What was read of a bandit, up to the event ``seq``."""

    settings: dict[str, Any]
    seq: int = -1
    clock: float = 0.0
    hours: list[Hour] | None = None  # those that are over
    open: Hour | None = None
    more: bool = False  # the open hour has more events than were counted
    alarms: tuple[Alarm, ...] = ()


class Overview:
    """The bandits of a store, by name."""

    def __init__(self, registry: Registry, upkeep: UpkeepRounds) -> None:
        self._registry, self._upkeep = registry, upkeep
        self._known: dict[tuple[int, str], _ReadBandit] = {}
        self._lock = asyncio.Lock()
        self._answer: dict[str, Any] = {}
        self._until = 0.0

    async def answer(self) -> dict[str, Any]:
        """What the page shows; at most a moment old."""
        async with self._lock:
            if time.monotonic() >= self._until:
                began = time.monotonic()
                glances = {name: one for name in self._registry.opened if (one := await self._glance(name)) is not None}
                self._answer = await self._registry.ask_store(partial(self._overview, glances))
                self._until = time.monotonic() + max(_FRESH, _SPARING * (time.monotonic() - began))
            return self._answer

    async def _glance(self, name: str) -> Glance | None:
        try:
            found: Glance = await self._registry.do(name, glance, writes=False)
            return found
        except (NoSuchBandit, StoreError, Fault):
            return None

    # ------------------------------------------------------------ on another thread

    def _overview(self, glances: dict[str, Glance], database: Database) -> dict[str, Any]:
        now = time.time()
        sql = (
            "SELECT b.id, b.name, b.settings, b.checksum, h.seq, h.clock FROM bandits b JOIN heads h "
            "ON h.bandit = b.id WHERE b.settings <> ''"
        )
        rows = sorted(database.rows(sql), key=lambda row: str(row[1]))
        keys = {row[:2] for row in rows}
        self._known = {key: known for key, known in self._known.items() if key in keys}
        return {"now": now, "bandits": [self._sound_row(database, row, glances, now) for row in rows]}

    def _sound_row(self, database: Database, row: Row, glances: dict[str, Glance], now: float) -> dict[str, Any]:
        """The row of a bandit; of one whose records are damaged just that, and the others are shown."""
        number, name, settings, sealed, seq, clock = row
        try:
            unsealed("bandits", [(name, settings, sealed)])
            bandit = self._known.setdefault((number, name), _ReadBandit(stored_json(settings, "settings", dict)))
            at_rest = self._upkeep.glances.get(name)
            glanced = glances.get(name) or (at_rest if at_rest is not None and at_rest.seq == seq else None)
            self._read(BanditStore(database, number), bandit, (int(seq), float(clock)), glanced, now)
            return _shown(name, bandit, now)
        except ConnectionLost:
            raise
        except (StoreError, ValueError, TypeError, LookupError):
            self._known.pop((number, name), None)
            words = "What the store has of it is damaged; begreedy serve --check says more."
            damaged = _ReadBandit({"plays": ""}, alarms=(Alarm("damaged", words),))
            return {**_shown(str(name), damaged, now), "state": "damaged"}

    def _read(
        self, store: BanditStore, bandit: _ReadBandit, head: tuple[int, float], glanced: Glance | None, now: float
    ) -> None:
        since = int(now // SECONDS) - LATELY - BEFORE
        if bandit.seq != head[0] or bandit.hours is None:
            before = bandit.hours or []
            first = before[-1].hour + 1 if before else since
            bandit.hours = [hour for hour in [*before, *store.hours(first)] if hour.hour >= since]
            bandit.seq, bandit.clock = head
            if glanced is None:
                bandit.open, bandit.more = _counted(store, bandit.hours[-1] if bandit.hours else None)
        if glanced is not None:
            over = {hour.hour for hour in bandit.hours}
            bandit.open, bandit.more = glanced.hour, False
            hours = [*bandit.hours, *(hour for hour in glanced.hours if hour.hour not in over), glanced.hour]
            bandit.alarms = tuple(alarms_of(glanced, hours, now))


def _shown(name: str, bandit: _ReadBandit, now: float) -> dict[str, Any]:
    hours = [*(bandit.hours or []), *([bandit.open] if bandit.open and bandit.open.hour >= 0 else [])]
    counted = sum(hour.counted for hour in hours if hour.hour > now / SECONDS - DAY)
    total = sum(hour.total for hour in hours if hour.hour > now / SECONDS - DAY)
    last = hours[-1] if hours else Hour(-1)
    state = "new" if bandit.seq == 0 else "idle" if now - bandit.clock > _IDLE else "active"
    return {
        "name": name,
        "policy": shown_policy(bandit.settings["plays"]),
        "state": state,
        "last": bandit.clock or None,
        "events": bandit.seq,
        "pending": last.pending,
        "rate": total / counted if counted > 0 else None,
        "hours": by_hour(hours, now, DAY),
        "more": bandit.more,
        "alarms": [alarm._asdict() for alarm in bandit.alarms],
    }


def _counted(store: BanditStore, last: Hour | None) -> tuple[Hour | None, bool]:
    """The hour that is open, from the log: its events by kind; and whether there are more than were counted.

    Outcomes are not counted: the bandit itself knows more about them.
    """
    after, pending = (last.seq, last.pending) if last is not None else (0, 0)
    sql = (
        "SELECT kind, COUNT(*), MAX(time) FROM (SELECT kind, time FROM events WHERE bandit = ? AND seq > ? "
        "ORDER BY seq LIMIT ?) AS some GROUP BY kind"
    )
    rows = store.database.rows(sql, (store.bandit, after, _COUNTED))
    if not rows:
        return None, False
    counts = {kind: int(count) for kind, count, _ in rows}
    made, told, gone = (counts.get(kind, 0) for kind in (DECIDED, REWARDED, EXPIRED))
    hour = int(max(row[2] for row in rows) // SECONDS)
    found = Hour(hour, after, made, told, gone, pending + made - told - gone)
    return found, sum(counts.values()) == _COUNTED
