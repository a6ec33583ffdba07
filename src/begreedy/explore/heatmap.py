"""A map of settings: number of arms by horizon, or by a second size, Greedy against another policy, cell by cell."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from begreedy.advice.models import card_of
from begreedy.advice.models.card import Card
from begreedy.engine.memory import run_bytes, state_bytes
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import Simulation, prepare
from begreedy.explore.code import command_of, python_of_map
from begreedy.explore.curves import stream
from begreedy.explore.limits import (
    COPIES,
    MEGABYTE,
    Limits,
    _too_large,
    largest,
    run_seconds,
)
from begreedy.explore.setting import (
    _WRONG,
    MOST_ROUNDS,
    MOST_RUNS,
    CompareArguments,
    FieldFault,
    Refused,
    fault_of,
    read_count,
    read_problem,
    read_value,
)
from begreedy.explore.work import PolicyRuns, Running
from begreedy.results.comparison import paired
from begreedy.run.scheduler import SharedScheduler
from begreedy.types import Policy, Problem
from begreedy.values.canonical import concise, display_name
from begreedy.values.numbers import few, size_words, time_words
from begreedy.values.value import changed, finite

MOST_CELLS = 400


@dataclass(frozen=True, eq=False)
class Map:
    """Greedy and another policy on problems of several sizes, for several lengths of a run, or by a second size."""

    problem: Problem
    other: Any
    text: str  # of the other policy
    sizes: tuple[int, ...]
    horizons: tuple[float, ...]  # the columns: lengths of a run, or values of the card's second size
    runs: int
    seed: int
    horizon: int | None = None  # of all cells, where columns are no lengths

    @property
    def card(self) -> Card[Any]:
        return card_of(self.problem)

    @property
    def cells(self) -> list[MapCell]:
        """Cells from the smallest to the largest, so that something is seen soon."""
        places = [(size, horizon) for horizon in self.horizons for size in self.sizes]
        made = [self._cell(size, horizon) for size, horizon in sorted(places, key=lambda place: place[0] * place[1])]
        return [cell for cell in made if cell is not None]

    def _cell(self, size: int, column: float) -> MapCell | None:
        cell = self.card.map.cell_of(self.problem, size, column)
        if cell is None:
            return None
        problem, greedy = cell
        if self.horizon is not None:
            return MapCell(size, column, self.horizon, problem, greedy, self.horizon)
        if self.card.timed:
            return MapCell(size, column, column, problem, greedy, int(column))
        return MapCell(size, column, column, changed(problem, **{self.card.length: column}), greedy, None)


@dataclass(frozen=True, eq=False)
class MapCell:
    size: int
    column: float
    length: float  # the horizon, or what else ends a run
    problem: Problem
    greedy: Any
    horizon: int | None


def read_map(body: Any) -> Map:
    """From what a page sent; raises Refused with all that is wrong with it."""
    if not isinstance(body, dict):
        raise Refused(FieldFault("problem", "", "expected a map with problem, policy, sizes and horizons"))
    faults: list[FieldFault] = []
    problem, card = read_problem(body.get("problem"), faults)
    fixed = [] if card is None else [name for name in card.map.fixed if getattr(problem, name)]
    if fixed:
        what = f"{type(problem).__name__}.{fixed[0]}"
        faults.append(FieldFault("problem", what, f"{what} must be left out of a map: its problems differ in size"))
    other = read_value(body.get("policy"), "policy", faults)
    sizes = _numbers(body.get("sizes"), "sizes", faults, whole_only=True)
    lengths = _numbers(body.get("horizons"), "horizons", faults, whole_only=card is None or card.timed)
    across = card is not None and card.map.across is not None
    horizon = read_count(body.get("horizon"), "horizon", MOST_ROUNDS, faults) if across else None
    if len(sizes) * len(lengths) > MOST_CELLS:
        cells = f"{len(sizes)} x {len(lengths)}"
        faults.append(FieldFault("sizes", "", f"sizes and horizons must make at most {MOST_CELLS} cells, got {cells}"))
    runs = read_count(body.get("runs"), "runs", MOST_RUNS, faults)
    seed = read_count(body.get("seed", 0), "seed", 2**53, faults, low=0)
    if faults:
        raise Refused(*faults)
    return Map(problem, other, body["policy"], tuple(int(size) for size in sizes), lengths, runs, seed, horizon)


def _numbers(entries: Any, part: str, faults: list[FieldFault], whole_only: bool) -> tuple[float, ...]:
    if not isinstance(entries, list) or not entries:
        faults.append(FieldFault(part, "", f"{part} must be a list of numbers, at least one, got {str(entries)[:60]}"))
        return ()
    if whole_only:
        numbers: list[float] = [read_count(value, part, MOST_ROUNDS, faults) for value in entries[: MOST_CELLS + 1]]
    else:
        numbers = []
        for value in entries[: MOST_CELLS + 1]:
            try:
                numbers.append(finite(value, part))
            except _WRONG as error:
                faults.append(fault_of(part, error))
    return tuple(sorted(set(numbers)))


class StreamedMap:
    """A map that has been checked, and what is streamed of it."""

    def __init__(self, asked: Map, scheduler: SharedScheduler, limits: Limits) -> None:
        self.asked, self.scheduler, self.limits = asked, scheduler, limits
        try:
            self.cells = asked.cells
        except _WRONG as error:
            raise Refused(fault_of("problem", error)) from None
        if not self.cells:
            raise Refused(FieldFault("sizes", "", "sizes and columns make no cell in which a problem exists"))
        for cell in {0, len(self.cells) - 1}:
            for part, policy in (("problem", self.cells[cell].greedy), ("policy", asked.other)):
                try:
                    self._simulation(self.cells[cell], policy)
                except _WRONG as error:
                    raise Refused(fault_of(part, error)) from None
        self._check()

    def _simulation(self, cell: MapCell, policy: Policy) -> Simulation:
        # Blocks of rounds depend on checkpoints: up to some 6000 rounds these are the numbers of ``compare``.
        one_by_one = PlayOptions(blocks=False)
        return prepare(policy, cell.problem, cell.horizon, self.asked.seed, checkpoints=1, options=one_by_one)

    def _check(self) -> None:
        """Refuse a map that is too large, saying what would fit."""
        pairs = [(cell, policy) for cell in self.cells for policy in (cell.greedy, self.asked.other)]
        available = self.limits.megabytes * MEGABYTE
        states = self._states(self.cells[-1])
        if states > available:
            fits = largest(lambda share: self._states(self._smaller(share)) <= available) * self.asked.sizes[-1]
            need = f"{size_words(states)} for the largest problem, more than the {size_words(available)} of a request"
            raise _too_large("sizes", f"would take {need}; sizes up to {few(fits)} would fit")
        simulations = [(cell.length, self._simulation(cell, policy)) for cell, policy in pairs]
        bytes_per_run = COPIES * sum(run_bytes(simulation) for _, simulation in simulations)

        def needed(most: float) -> float:
            """Seconds with horizons of at most this."""
            return self.asked.runs * sum(run_seconds(made, min(1.0, most / length)) for length, made in simulations)

        longest = max(cell.length for cell in self.cells)
        self.limits.check_kept(self.asked.runs, states, bytes_per_run, needed(longest))
        if (seconds := needed(longest)) > self.limits.seconds:
            need = f"{time_words(seconds)} of computing, more than the {time_words(self.limits.seconds)} of a request"
            runs = self.asked.runs * self.limits.seconds / seconds
            shorter = longest * largest(lambda share: needed(share * longest) <= self.limits.seconds)
            instead = [f"at most {few(runs)} runs"] if runs >= 2.0 else []
            if shorter >= 10.0:
                instead.append(f"{self.asked.card.length}s up to {few(shorter)}")
            raise _too_large(
                "runs", f"would take about {need}; {' or '.join(instead) or 'fewer cells or arms'} would fit"
            )

    def _states(self, cell: MapCell) -> int:
        """Bytes that the threads need while they play a cell."""
        simulations = [self._simulation(cell, policy) for policy in (cell.greedy, self.asked.other)]
        return self.scheduler.workers.slots() * max(state_bytes(simulation) for simulation in simulations)

    def _smaller(self, share: float) -> MapCell:
        """The largest cell at a share of its size, but none smaller than the smallest, which has been checked."""
        cell = self.cells[-1]
        return self.asked._cell(max(self.asked.sizes[0], int(cell.size * share)), cell.column) or self.cells[0]

    def messages(self) -> AsyncIterator[dict[str, Any]]:
        entries = []
        for cell in self.cells:
            for policy in (cell.greedy, self.asked.other):
                make = lambda cell=cell, policy=policy: self._simulation(cell, policy)  # noqa: E731
                entries.append(PolicyRuns(display_name(policy), self.asked.runs, make))
        self._reported: set[int] = set()
        start = {
            "type": "start",
            "axis": self.asked.card.map.axis,
            "sizes": list(self.asked.sizes),
            "horizons": list(self.asked.horizons),
            "cells": [[cell.size, cell.column] for cell in self.cells],
            "length": self.asked.card.map.across or self.asked.card.length,
            "greedy": display_name(self.cells[0].greedy),
            "other": display_name(self.asked.other),
            "python": python_of_map([self._setting(cell) for cell in self.cells]),
            "command": "\n".join(command_of(self._setting(cell)) for cell in self.cells),
        }
        return stream(self.scheduler, entries, self.limits.seconds, start, self._report, self._end)

    def _report(self, running: Running) -> list[dict[str, Any]]:
        """The cells whose two policies have played all their runs, each told once."""
        messages = []
        for number, cell in enumerate(self.cells):
            pair = running.entries[2 * number : 2 * number + 2]
            if number not in self._reported and all(entry.done == entry.runs for entry in pair):
                self._reported.add(number)
                messages.append(self._message(cell, pair))
        return messages

    def _message(self, cell: MapCell, pair: list[PolicyRuns]) -> dict[str, Any]:
        comparison = paired([entry.result() for entry in pair])
        greedy, other = comparison
        gap = comparison.difference(greedy, other)
        return {
            "type": "cell",
            "size": cell.size,
            "horizon": cell.column,
            "greedy": [float(greedy.mean[-1]), float(greedy.stderr[-1])],
            "other": [float(other.mean[-1]), float(other.stderr[-1])],
            "difference": [gap.mean, gap.stderr],
            "p_value": gap.p_value,
            "setting": self._setting(cell).as_texts(),
        }

    def _setting(self, cell: MapCell) -> CompareArguments:
        policies, texts = (cell.greedy, self.asked.other), (concise(cell.greedy), self.asked.text)
        runs, seed = self.asked.runs, self.asked.seed
        return CompareArguments(cell.problem, policies, (concise(cell.problem), *texts), cell.horizon, runs, seed)

    def _end(self, running: Running) -> dict[str, Any]:
        return {"type": "done", "limited": running.limited, "cells": len(self._reported), "of": len(self.cells)}
