"""Measures, taken at the checkpoints of a game: the game is wrapped, so one without measures stays as it is."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import Game, Plan, Statistics, Table, Turn
from begreedy.types import ENDLESS, MEASURE_ARGUMENTS, arguments_of, bind_function, bind_to, column_of
from begreedy.values.canonical import canonical, concise, display_name, field_values
from begreedy.values.errors import BadType, BadValue, brief


class Measurement(NamedTuple):
    """A measure with its name in results, ready to be compiled."""

    name: str
    measure: Any
    function: Callable[..., float]  # of the measure and all of MEASURE_ARGUMENTS
    by_arm: bool  # a number for every arm

    @property
    def column(self) -> str:
        """The name of its column in a block."""
        return column_of(self.name, self.by_arm)

    @property
    def text(self) -> str:
        """Its text for digests."""
        return f"{self.column} {canonical(self.measure)}"


class MeasuredRun(NamedTuple):
    """The scalars of a run that is measured."""

    inner: Any  # those of the game
    regret: float
    reward: float
    row: int
    at: int  # the next checkpoint


class Link(NamedTuple):
    """A list of measures for compiled code, which has no lists of values of different types."""

    first: Any
    rest: Any


def measurements(measures: Any) -> tuple[Measurement, ...]:
    """Measures, given as a list or by names of the caller's own, checked."""
    if isinstance(measures, Mapping):
        named = list(measures.items())
    elif isinstance(measures, Iterable) and not isinstance(measures, (str, bytes)):
        listed = list(measures)
        names = [_name(measure) for measure in listed]
        named = [(n if names.count(n) == 1 else _full_name(m), m) for n, m in zip(names, listed, strict=True)]
    else:
        raise BadType.of("measure", measures, "a list of measures, such as [BestArmShare()]", got=brief(measures))
    for name, _ in named:
        if not isinstance(name, str) or [other for other, _ in named].count(name) > 1:
            raise BadValue.of("measure", name, "named by different texts")
    return tuple(_measurement(name, measure) for name, measure in named)


def _name(measure: Any) -> str:
    return measure.__name__ if isinstance(measure, types.FunctionType) else display_name(measure)


def _full_name(measure: Any) -> str:
    """The name with its parameters, to tell apart measures of the same name."""
    return concise(measure, frozenset(() if isinstance(measure, types.FunctionType) else field_values(measure)))


def _measurement(name: str, measure: Any) -> Measurement:
    if isinstance(measure, types.FunctionType):
        function, names = bind_function(measure, MEASURE_ARGUMENTS)
        return Measurement(name, measure, function, "arm" in names)
    if isinstance(measure, type) or not hasattr(measure, "value"):
        raise BadType.of("measure", measure, "a value with a method named value, or a function", got=brief(measure))
    field_values(measure, "measure")  # raises if it has no fields to be known by
    names = arguments_of(type(measure), "value", MEASURE_ARGUMENTS)
    return Measurement(name, measure, bind_to(measure, "value", {"value": MEASURE_ARGUMENTS}), "arm" in names)


def check_measures(measures: tuple[Measurement, ...], plan: Plan, policy: Any, problem: Any) -> None:
    """Raise unless the arms of a game can be measured."""
    if not measures:
        return
    game = plan.game(False)
    if game.statistics is None:
        allowed = "left out, or taken in a game of single arms that stay, each with a mean"
        raise BadValue.of("measure", measures[0].name, allowed, got=f"{concise(policy)} on {concise(problem)}")
    if plan.arms >= ENDLESS and any(one.by_arm for one in measures):
        name = next(one.name for one in measures if one.by_arm)
        raise BadValue.of("measure", name, "of a policy whose arms are known beforehand", got=concise(policy))


def mirrors(measures: tuple[Measurement, ...]) -> Any:
    """The numbers of measures, for compiled code."""
    if not measures:
        return 0
    first = measures[0].measure
    return Link(0 if isinstance(first, types.FunctionType) else mirror(first), mirrors(measures[1:]))


def width(measures: tuple[Measurement, ...], arms: int) -> int:
    """How many numbers they take at a checkpoint."""
    return sum(arms if one.by_arm else 1 for one in measures)


def columns(measures: tuple[Measurement, ...], numbers: np.ndarray, arms: int) -> dict[str, np.ndarray]:
    """What was measured, by column: a row per run, with its checkpoints and, by arm, all arms at each of them."""
    by_column, at = {}, 0
    for measure in measures:
        size = arms if measure.by_arm else 1
        by_column[measure.column] = numbers[:, :, at : at + size].reshape(len(numbers), -1)
        at += size
    return by_column


def measured(game: Game, measures: tuple[Measurement, ...]) -> Game:
    """A game that takes measures at its checkpoints, and is otherwise unchanged."""
    begin, play_round, end, streak = game.begin, game.round, game.end, game.streak
    statistics: Any = game.statistics
    write = _writer(measures)

    def take(table: Table, run: MeasuredRun, t: int) -> MeasuredRun:
        gauge = table.gauge
        if t < gauge.marks[run.at]:
            return run
        place = (run.row * len(gauge.marks) + run.at) * gauge.width
        write(gauge.measures, gauge.numbers, place, statistics(table, run.inner), t, run.regret, run.reward)
        return MeasuredRun(run.inner, run.regret, run.reward, run.row, run.at + 1)

    def measured_begin(table: Table, instance: int) -> tuple[MeasuredRun, Turn]:
        inner, turn = begin(table, instance)
        row = table.gauge.rows[0]
        table.gauge.rows[0] = row + 1
        return MeasuredRun(inner, 0.0, 0.0, row, 0), turn

    def measured_round(table: Table, run: MeasuredRun, turn: Turn, t: int) -> tuple[MeasuredRun, Turn]:
        inner, turn = play_round(table, run.inner, turn, t)
        regret, reward = run.regret + turn.gap, run.reward + turn.reward
        if turn.status < 0:
            return MeasuredRun(inner, regret, reward, run.row, run.at), turn
        return take(table, MeasuredRun(inner, regret, reward, run.row, run.at), t), turn

    def measured_end(table: Table, run: MeasuredRun, last: int, t: int) -> Any:
        return end(table, run.inner, last, t)

    def measured_streak(
        table: Table, run: MeasuredRun, turn: Turn, t: int, until: int, regret: float, reward: float
    ) -> tuple[int, float, float, MeasuredRun, Turn]:
        t, regret, reward, inner, turn = streak(table, run.inner, turn, t, until, regret, reward)  # type: ignore[misc]
        return t, regret, reward, take(table, MeasuredRun(inner, regret, reward, run.row, run.at), t), turn

    return Game(measured_begin, measured_round, measured_end, streak and measured_streak, None, game.locks)


def _writer(measures: tuple[Measurement, ...]) -> Callable[..., None]:
    """A function that writes the numbers of all measures at a checkpoint, one after the other."""
    if not measures:
        return _nothing_more
    value, rest = measures[0].function, _writer(measures[1:])

    def write(link: Link, numbers: Any, at: int, seen: Statistics, t: int, regret: float, reward: float) -> None:
        total, pulls, mean, best, arms = seen.total, seen.pulls, seen.mean, seen.best, seen.arms
        numbers[at] = value(link.first, total, pulls, mean, best, arms, t, regret, reward, 0)
        rest(link.rest, numbers, at + 1, seen, t, regret, reward)

    def write_by_arm(link: Link, numbers: Any, at: int, seen: Statistics, t: int, regret: float, reward: float) -> None:
        total, pulls, mean, best, arms = seen.total, seen.pulls, seen.mean, seen.best, seen.arms
        for arm in range(arms):
            numbers[at + arm] = value(link.first, total, pulls, mean, best, arms, t, regret, reward, arm)
        rest(link.rest, numbers, at + arms, seen, t, regret, reward)

    return write_by_arm if measures[0].by_arm else write


def _nothing_more(link: int, numbers: Any, at: int, seen: Statistics, t: int, regret: float, reward: float) -> None:
    """After the last measure."""
