"""Curves of a setting, as messages: the first ones early, then better and better ones."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from math import isfinite
from typing import Any

import numpy as np

from begreedy.advice.models import card_of
from begreedy.advice.models.situation import Situation
from begreedy.engine.simulation import Simulation
from begreedy.explore.code import command_of, python_of
from begreedy.explore.limits import Limits
from begreedy.explore.setting import CompareArguments, FieldFault, Refused, fault_of
from begreedy.explore.work import PolicyRuns, Running, row_of, summary
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Discretize, Subsample
from begreedy.results.comparison import paired
from begreedy.run.scheduler import SharedScheduler
from begreedy.values.json_text import json_text

PAUSE = 0.08  # seconds between messages, at least
IDLE = 0.25  # seconds without a message, at most
BOUND_POINTS = 40

Report = Callable[[], list[dict[str, Any]]]


def line(message: dict[str, Any]) -> bytes:
    """A message of a stream: a line of JSON."""
    return json_text(message, separators=(",", ":")).encode() + b"\n"


class Curves:
    """A setting that has been checked, and what is streamed of it."""

    def __init__(self, setting: CompareArguments, scheduler: SharedScheduler, limits: Limits) -> None:
        self.setting, self.scheduler, self.limits = setting, scheduler, limits
        self.simulations = setting.simulations()
        limits.check(setting, self.simulations, scheduler.workers.slots())

    def messages(self) -> AsyncIterator[dict[str, Any]]:
        """All that is said of the setting, until it is finished or nobody listens any more."""
        labels = self.setting.labels
        entries = [
            PolicyRuns(label, self.setting.runs, lambda made=simulation: made)  # type: ignore[misc]
            for label, simulation in zip(labels, self.simulations, strict=True)
        ]
        return stream(
            self.scheduler, entries, self.limits.seconds, self._start(labels), self._report, self._end, self._aside
        )

    def _start(self, labels: list[str]) -> dict[str, Any]:
        return {
            "type": "start",
            "labels": labels,
            "times": self.simulations[0].checkpoints.tolist(),
            "setting": self.setting.as_texts(),
            "length": card_of(self.setting.problem).length,
            "python": python_of(self.setting),
            "command": command_of(self.setting),
        }

    def _report(self, running: Running) -> list[dict[str, Any]]:
        return [{"type": "curve", "policy": i, **summary(entry.result())} for i, entry in running.changed()]

    def _aside(self) -> list[dict[str, Any]]:
        bound = bound_of(self.setting, self.simulations)
        return [] if bound is None else [bound]

    def _end(self, running: Running) -> dict[str, Any]:
        return {"type": "done", "limited": running.limited, **_compared(running)}


def _compared(running: Running) -> dict[str, Any]:
    """The table: rows, and what tells each policy from the best, run by run."""
    results = running.results()
    finished = [result for result in results if result is not None]
    if len(finished) < len(results) or len({result.runs for result in finished}) != 1:
        rows = [None if result is None else row_of(result) for result in results]
        return {"rows": rows, "runs": min((0 if r is None else r.runs) for r in results)}
    comparison = paired(finished)
    best = comparison.best
    rows = []
    for result in finished:
        gap = comparison.difference(result, best)
        behind = {"behind": gap.mean, "behind_stderr": gap.stderr, "p_value": gap.p_value, "best": result is best}
        rows.append({**row_of(result), **behind})
    return {"rows": rows, "runs": finished[0].runs}


def bound_of(setting: CompareArguments, simulations: list[Simulation]) -> dict[str, Any] | None:
    """The theorem's bound on Greedy's regret over time, for the first greedy policy that a theorem speaks of."""
    problem = setting.problem
    guarantee = card_of(problem).guarantee
    if guarantee is None:
        return None
    facts = {"smoothness": {smooth.f: (smooth.alpha, smooth.smoothness) for smooth in FUNCTIONS.values()}}
    for policy, simulation, label in zip(setting.policies, simulations, setting.labels, strict=True):
        inner = policy.policy if isinstance(policy, (Subsample, Discretize)) else policy
        if not isinstance(inner, Greedy) or setting.horizon is None:
            continue
        k = simulation.plan.arms
        times = np.unique(np.rint(np.geomspace(min(10, setting.horizon), setting.horizon, BOUND_POINTS)))
        at_times = [Situation(problem.model, problem, (problem,), int(t), facts=facts) for t in times]
        bounds = [guarantee(given, k) for given in at_times]
        proven = [(float(t), bound) for t, bound in zip(times, bounds, strict=True) if bound is not None]
        if not proven:
            continue
        last = proven[-1][1]
        values = [bound.value if isfinite(bound.value) else None for _, bound in proven]
        about = {"statement": last.statement, "remark": last.remark, "k": k, "label": label}
        return {"type": "bound", "times": [t for t, _ in proven], "values": values, **about}
    return None


async def stream(
    scheduler: SharedScheduler,
    entries: list[PolicyRuns],
    seconds: float,
    start: dict[str, Any],
    report: Callable[[Running], list[dict[str, Any]]],
    end: Callable[[Running], dict[str, Any]],
    aside: Report | None = None,
) -> AsyncIterator[dict[str, Any]]:
    """Play entries and tell of them; leaving the stream stops them."""
    loop, changed = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(changed.set)

    running = Running(scheduler, entries, seconds, wake)
    besides = None if aside is None else asyncio.create_task(asyncio.to_thread(aside))
    try:
        yield start
        scheduler.add(running)
        while not running.finished:
            await _either(changed, IDLE)
            changed.clear()
            running.watch()
            if scheduler.leaving:
                yield Refused(FieldFault("", "", "the server is shutting down"), status=503).as_message()
                return
            began = time.monotonic()
            for message in await asyncio.to_thread(report, running):
                yield message
            yield running.progress()
            if besides is not None and besides.done():
                for message in besides.result():
                    yield message
                besides = None
            await asyncio.sleep(max(PAUSE, 2.0 * (time.monotonic() - began)))  # the more to tell, the less often
        for message in await asyncio.to_thread(report, running):
            yield message
        if running.error is not None:
            yield told_of(running.error)
            return
        if besides is not None:
            for message in await besides:
                yield message
        yield await asyncio.to_thread(end, running)
    except RuntimeError as error:  # too many at once
        yield Refused(FieldFault("", "", str(error)), status=503).as_message()
    finally:
        running.stop()


def told_of(error: BaseException) -> dict[str, Any]:
    """What went wrong while playing."""
    if isinstance(error, Exception):
        return Refused(fault_of("policies", error)).as_message()
    raise error


async def _either(event: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(event.wait(), seconds)
    except TimeoutError:
        return
