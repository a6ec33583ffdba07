"""One bandit as the page shows it: looked at on request, but only as often as that is cheap.

Its writer only makes a quick copy (``bandit.board``); everything else is made from that copy on another thread.
Hours that are over are read once.  What takes longest, draws and tests, runs beside it and is shown when it is done.
"""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from begreedy.bandit.folds.hours import SECONDS, Arms, Hour, unpacked
from begreedy.bandit.records import Explanation
from begreedy.bandit.store.database import Database
from begreedy.bandit.store.store import BanditStore
from begreedy.bandit.watch.agreement import Agreement, check_drift, check_prior
from begreedy.bandit.watch.alarms import alarms_of, alarms_of_arms
from begreedy.bandit.watch.dashboard import Board, board, explained
from begreedy.service.page import pictures
from begreedy.service.registry import Registry

_FRESH = 1.0  # seconds that a view is good for, at least
_SPARING = 20.0  # times what it took to make
_SLOW = 15.0  # seconds between two draws
_SLOWEST = 60.0  # and between two tests
_NUMBERS, _FEWEST, _MOST = 10**6, 100, 4000  # drawn in all; draws of all arms
_AGES = (60.0, 600.0, 3600.0, 6 * 3600.0, 86400.0, 7 * 86400.0)  # seconds


@dataclass(frozen=True)
class View:
    """One moment of a bandit, and what the page shows of it."""

    board: Board
    now: float
    hours: list[Hour]
    arms: dict[int, Arms]  # of the last week, by hour
    decided: np.ndarray  # by arm of the table, in the last day
    answer: dict[str, Any]


class Watch:
    """Views of one bandit."""

    def __init__(self, registry: Registry, name: str) -> None:
        self._registry, self._name = registry, name
        self._lock = asyncio.Lock()
        self._view: View | None = None
        self._began = self._until = 0.0
        self._forget()

    def _forget(self) -> None:
        self._hours: dict[int, Hour] = {}
        self._arms: dict[int, Arms] = {}
        self._version: tuple[str, int] = ("", 0)  # settings and last event of what is known
        self._best: tuple[float, np.ndarray] | None = None  # when it was drawn, and the chances by number
        self._agreement: tuple[float, list[Agreement]] | None = None
        self._slow: asyncio.Task[None] | None = None

    async def view(self, fresh: bool = False) -> View:
        """A view that is at most a moment old; a fresh one includes all that was answered before it was asked for."""
        asked = time.monotonic()
        async with self._lock:
            began = time.monotonic()
            if self._view is None or began >= self._until or (fresh and self._began <= asked):
                self._view, self._began = await self._look(), began
                ended = time.monotonic()
                self._until = ended + max(_FRESH, _SPARING * (ended - began))
            return self._view

    async def _look(self) -> View:
        for _ in range(2):
            since = max(self._hours, default=-1) + 1
            week = int(time.time() // SECONDS) - pictures.WEEK
            work = partial(board, since=since, arms_since=max(max(self._arms, default=-1) + 1, week))
            snapshot: Board = await self._registry.do(self._name, work, writes=False)
            version = (snapshot.glance.settings.text(), snapshot.state.seq)
            if self._version[0] in ("", version[0]) and version[1] >= self._version[1]:
                break
            self._forget()  # another bandit of that name
        self._version = version
        ages = await self._registry.ask_store(partial(_ages, self._name, time.time()))
        view = await asyncio.to_thread(self._digest, snapshot, ages)
        self._start_slow(view)
        return view

    # ------------------------------------------------------------ on another thread

    def _digest(self, snapshot: Board, ages: dict[str, Any]) -> View:
        now = time.time()
        over = snapshot.hours[:-1]  # the last one is open
        self._hours |= {hour.hour: hour for hour in over}
        week = int(now // SECONDS) - pictures.WEEK
        packed = {hour: unpacked(content) for hour, content in snapshot.hour_arms.items()}
        self._arms = {hour: item for hour, item in self._arms.items() if hour >= week}
        self._arms |= {hour.hour: packed[hour.hour] for hour in over if hour.hour in packed}
        hours = [*(self._hours[hour] for hour in sorted(self._hours)), *snapshot.hours[-1:]]
        arms = self._arms | packed
        glance, settings = snapshot.glance, snapshot.glance.settings
        decided, counted, total = pictures.last_day(arms, snapshot.arms.numbers, now)
        best = self._chances(snapshot)
        alarms = [
            *alarms_of(glance, hours, now),
            *alarms_of_arms(glance, snapshot.arms, decided, counted, total, best),
        ]
        names = dict(zip(snapshot.arms.numbers.tolist(), snapshot.arms.names, strict=True))
        answer = {
            "now": now,
            "state": {field: getattr(snapshot.state, field) for field in snapshot.state.__dataclass_fields__},
            "settings": _settings(snapshot),
            "hours": pictures.by_hour(hours, now),
            "rates": pictures.rates(hours, settings, now),
            "uplift": {
                "words": pictures.uplift_words(snapshot.uplift, settings),
                "segments": [{f: getattr(u, f) for f in u.__dataclass_fields__} for u in snapshot.uplift[:101]],
            },
            "shares": pictures.shares(arms, names, now),
            "pending": ages,
            "agreement": [item._asdict() for item in self._agreement[1]] if self._agreement else None,
            "alarms": [alarm._asdict() for alarm in alarms],
        }
        return View(snapshot, now, hours, arms, decided, answer)

    def _chances(self, snapshot: Board) -> np.ndarray | None:
        """By arm of the table: those drawn last."""
        if self._best is None:
            return None
        chances = dict(zip(self._best[1][0].tolist(), self._best[1][1].tolist(), strict=True))
        return np.array([chances.get(number, 0.0) for number in snapshot.arms.numbers.tolist()])

    # ------------------------------------------------------------ what takes long

    def _start_slow(self, view: View) -> None:
        now = time.monotonic()
        if self._slow is not None and not self._slow.done():
            return
        drawn = self._best is not None and now < self._best[0]
        tested = self._agreement is not None and now < self._agreement[0]
        if not (drawn and tested):
            self._slow = asyncio.create_task(asyncio.to_thread(self._work_slowly, view, drawn, tested))

    def _work_slowly(self, view: View, drawn: bool, tested: bool) -> None:
        settings = view.board.glance.settings
        if not drawn and (settings.single or settings.ranks):
            began = time.monotonic()
            evidence = view.board.evidence
            arms = max(1, len(evidence.sums))
            draws = min(_MOST, max(_FEWEST, _NUMBERS // arms))
            wins = evidence.wins(draws) / draws
            live = view.board.arms.numbers[: len(evidence.sums)]
            took = time.monotonic() - began
            self._best = time.monotonic() + max(_SLOW, 5 * _SPARING * took), np.array([live, wins])
        if not tested:
            began = time.monotonic()
            hours = sorted(view.arms)
            found = [check_prior(view.board), check_drift(view.board, hours, [view.arms[hour] for hour in hours])]
            took = time.monotonic() - began
            self._agreement = time.monotonic() + max(_SLOWEST, 5 * _SPARING * took), found
        self._until = 0.0  # the next request sees it

    # ------------------------------------------------------------ arms

    async def arms(self, sort: str, down: bool, search: str, status: str, limit: int, skip: int) -> dict[str, Any]:
        """Some arms of the table, in some order."""
        view = await self.view()
        numbers, chosen = await asyncio.to_thread(self._chosen, view, sort, down, search, status, limit, skip)
        work = partial(explained, numbers=numbers)
        known: list[Explanation] = await self._registry.do(self._name, work, writes=False)
        return {
            **chosen,
            "arms": [_row(explanation, extra) for explanation, extra in zip(known, chosen["arms"], strict=True)],
        }

    def _chosen(
        self, view: View, sort: str, down: bool, search: str, status: str, limit: int, skip: int
    ) -> tuple[list[int], dict[str, Any]]:
        table = view.board.arms
        words = search.casefold()
        chosen = np.array(
            [
                i
                for i, (name, one) in enumerate(zip(table.names, table.status, strict=True))
                if (not words or words in name.casefold()) and (not status or one == status)
            ],
            int,
        )
        best = self._chances(view.board)
        every = max(1.0, view.decided.sum())
        columns: dict[str, Any] = {
            "pulls": table.pulls,
            "mean": np.where(table.pulls > 0, table.total / np.maximum(table.pulls, 1.0), -np.inf),
            "share": view.decided,
            "best": best if best is not None else view.decided,
        }
        if sort in columns:
            keys = columns[sort][chosen]
            order = np.lexsort((table.numbers[chosen], -keys if down else keys))
        else:
            texts = {"name": table.names, "status": table.status}.get(sort, table.names)
            order = np.array(sorted(range(len(chosen)), key=lambda i: _natural(texts[chosen[i]]), reverse=down), int)
        rows = chosen[order][skip : skip + limit]
        extra = []
        rewards = view.board.glance.settings.rewards
        low = high = None
        if rewards is not None and len(rows):
            low, high = pictures.interval(table.known_total[rows], table.decided[rows], table.out[rows], rewards)
        for i, row in enumerate(rows):
            ends = (float(low[i]), float(high[i])) if low is not None and high is not None else (None, None)
            chance = None if best is None else float(best[row])
            extra.append({"low": ends[0], "high": ends[1], "share": float(view.decided[row] / every), "best": chance})
        numbers = [int(table.numbers[row]) for row in rows]
        return numbers, {"found": len(chosen), "all": len(table.names), "seq": view.board.state.seq, "arms": extra}


def _natural(text: str) -> tuple[bool, float, str]:
    """Numbers by size, before words."""
    return (not text.isdecimal(), float(text) if text.isdecimal() and len(text) < 16 else 0.0, text)


def _row(known: Explanation, extra: dict[str, Any]) -> dict[str, Any]:
    return {field: getattr(known, field) for field in known.__dataclass_fields__} | extra


def _settings(seen: Board) -> dict[str, Any]:
    settings = seen.glance.settings
    shown = ("rewards", "costs", "outcomes", "window", "default", "revise", "explore", "control", "share", "seed")
    return {
        **{name: getattr(settings, name) for name in shown},
        "named": settings.names is not None,
        "features": settings.dimension,
        "sets": settings.problem is not None,
        "lists": settings.ranks,
    }


def _ages(name: str, now: float, database: Database) -> dict[str, Any]:
    """How many decisions wait for a reward, by how long they have waited; and the oldest."""
    row = BanditStore.find(database, name)
    if row is None:
        return {"ages": [], "counts": [], "oldest": None}
    younger = ", ".join("SUM(CASE WHEN time > ? THEN 1 ELSE 0 END)" for _ in _AGES)
    sql = f"SELECT COUNT(*), MIN(time), {younger} FROM pending WHERE bandit = ?"
    found = database.rows(sql, (*(now - age for age in _AGES), row[0]))[0]
    count, oldest, below = int(found[0]), found[1], [int(part or 0) for part in found[2:]]
    counts = [b - a for a, b in zip([0, *below], [*below, count], strict=True)]
    return {"ages": list(_AGES), "counts": counts, "oldest": None if oldest is None else float(oldest)}
