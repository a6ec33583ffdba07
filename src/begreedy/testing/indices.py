"""Conformance of an index: numbers, nothing hidden, what it declares, the same compiled and in plain Python."""

from __future__ import annotations

import math
import numbers
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.engine.players.player import methods_of
from begreedy.testing.report import Report, described
from begreedy.types import Form, Policy
from begreedy.values.canonical import canonical
from begreedy.values.source import place_of


class Point(NamedTuple):
    """One set of arguments of an index, in the order of the engine's calling convention."""

    total: float
    pulls: int
    squares: float
    cost: float
    t: int
    horizon: int
    arms: int


def _grid(policy: Policy) -> Iterator[Point]:
    low, high = contract.rewards_accepted(policy)
    least, most = max(low, -2.0), min(high, 3.0)
    unforced = methods_of(policy).unforced
    for arms, horizon in ((1, 50), (7, 1000), (1000, 100)):
        for pulls in ([0] if unforced else []) + [1, 2, 3, 10, 49]:
            for share in (0.0, 0.25, 0.5, 1.0):
                mean = least + share * (most - least)
                for t in (1, 2, 3, 4, 10, 50, 1000, 100000):
                    # squares is at least total**2 / pulls, with some variance on top
                    squares = (mean * mean + 0.1 * share) * pulls
                    yield Point(mean * pulls, pulls, squares, (1.0 - share) * pulls, t, horizon, arms)


def check_index(policy: Policy, form: Form, report: Report) -> None:
    call = methods_of(policy).index_of
    points = list(_grid(policy))
    values: list[float] = []
    for point in points:
        try:
            value = call(policy, *point)
        except Exception as error:
            report.find(f"index raised {described(error)}, with {_text(policy, point)}{_when(policy, point)}")
            return
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            owner: Any = type(policy)
            where = place_of(owner.index)
            report.find(f"index ({where}) returned {value!r}, which is not a number, with {_text(policy, point)}")
            return
        if math.isnan(value):
            report.find(f"index is not a number (NaN) with {_text(policy, point)}{_when(policy, point)}")
            return
        values.append(float(value))
    again = [float(call(policy, *point)) for point in reversed(points)][::-1]
    for point, first, second in zip(points, values, again, strict=True):
        if first != second:
            report.find(
                f"index depends on hidden state: {first!r}, then {second!r} for the same {_text(policy, point)}; "
                "it may use its fields and arguments only"
            )
            return
    if form.kind == contract.GROWING:
        _check_growing(policy, points, values, report)
    if form.kind == contract.FROZEN and "bonus" in form.methods:
        _check_bonus(policy, points, values, report)
    if form.kind == contract.FROZEN and contract.says(policy, "monotone"):
        _check_monotone(policy, points, values, report)
    if form.kind == contract.FROZEN and contract.says(policy, "is_mean"):
        _check_mean(policy, points, values, report)
    if form.kind == contract.FROZEN and "pseudo" in form.methods:
        _check_pseudo(policy, points, values, report)
    _check_compiled(policy, points, values, report)


def _check_growing(policy: Policy, points: list[Point], values: list[float], report: Report) -> None:
    for (before, low), (after, high) in zip(zip(points, values), list(zip(points, values))[1:]):
        same = before._replace(t=0) == after._replace(t=0)
        if same and high < low - 1e-12 * abs(low):
            report.find(
                f"index falls as t grows, from {low!r} to {high!r}, with {_text(policy, before)} and then "
                f"t={after.t}: remove growing = True"
            )
            return


def _check_bonus(policy: Policy, points: list[Point], values: list[float], report: Report) -> None:
    for point, value in zip(points, values, strict=True):
        bonus = contract.ask(policy, "bonus", point.pulls, point.horizon, point.arms)
        if value != point.total / point.pulls + bonus:
            report.find(
                f"index is {value!r} but total / pulls + bonus is {point.total / point.pulls + bonus!r} "
                f"with {_text(policy, point)}"
            )
            return


def _check_monotone(policy: Policy, points: list[Point], values: list[float], report: Report) -> None:
    methods = methods_of(policy)

    def index(point: Point) -> float:
        return float(methods.index_of(policy, *point))

    for point, value in zip(points, values, strict=True):
        later = point._replace(pulls=point.pulls + 1)
        slack = 0.0 if math.isinf(value) else 1e-12 * abs(value)
        broken = ""
        if index(point._replace(total=point.total + 0.5)) < value - slack:
            broken = "falls as total grows"
        elif point.total >= 0.0 and methods.costs:
            if index(later) < value - slack:
                broken = "falls with a pull that is free"
            elif index(later._replace(cost=point.cost + 1.0)) > value + slack:
                broken = "grows with a pull that costs 1"
        elif point.total >= 0.0 and index(later) > value + slack:
            broken = "grows with the pulls"
        if broken:
            report.find(f"index {broken}, with {_text(policy, point)}: remove monotone = True")
            return


def _check_mean(policy: Policy, points: list[Point], values: list[float], report: Report) -> None:
    for point, value in zip(points, values, strict=True):
        if point.pulls > 0 and value != point.total / point.pulls:
            report.find(f"index is not total / pulls with {_text(policy, point)}: remove is_mean = True")
            return


def _check_pseudo(policy: Policy, points: list[Point], values: list[float], report: Report) -> None:
    added, number = contract.ask(policy, "pseudo")
    for point, value in zip(points, values, strict=True):
        mean = (point.total + added) / (point.pulls + number)
        if abs(value - mean) > 1e-12 * abs(mean):
            report.find(f"index is {value!r}, but with its pseudo-rewards the mean is {mean!r}: {_text(policy, point)}")
            return


def _check_compiled(policy: Policy, points: list[Point], values: list[float], report: Report) -> None:
    call = methods_of(policy).index_of

    def evaluate(policy: Any, real: Any, whole: Any, out: Any) -> int:
        for i in range(len(out)):
            out[i] = call(
                policy, real[0, i], whole[0, i], real[1, i], real[2, i], whole[1, i], whole[2, i], whole[3, i]
            )
        return 0

    real = np.array([[p.total for p in points], [p.squares for p in points], [p.cost for p in points]])
    whole = np.array([[p.pulls for p in points], [p.t for p in points], [p.horizon for p in points],
                      [p.arms for p in points]])  # fmt: skip
    out = np.zeros(len(points))
    arguments = (mirror(policy), real, whole, out)
    label = f"index of {canonical(policy)}"
    report.say("compiling index")
    report.attempt("compiling index", lambda: native(evaluate, *arguments, label=label, checked=True)(*arguments))
    if report.findings:
        return
    for point, plain, compiled in zip(points, values, out, strict=True):
        if plain == compiled:
            continue
        text = f"index is {plain!r} in plain Python but {float(compiled)!r} compiled, with {_text(policy, point)}"
        if abs(plain - compiled) <= 1e-12 * abs(plain):
            report.note(f"{text}: the last bits differ, so an Agent may break a near-tie unlike the simulator")
        else:
            report.find(text)
        return


def _when(policy: Policy, point: Point) -> str:
    """A remark on points that only production reaches, not a simulation."""
    beyond = point.t > point.horizon and {"t", "horizon"} <= set(contract.form_of(policy).arguments)
    return " (in production, t may exceed the horizon)" if beyond else ""


def _text(policy: Policy, point: Point) -> str:
    names = contract.form_of(policy).arguments
    return ", ".join(f"{name}={getattr(point, name)!r}" for name in names)
