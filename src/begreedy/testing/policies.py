"""Does a policy keep the contract?"""

from __future__ import annotations

import dataclasses
import math
import numbers
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.compile.compiler import mirror, native
from begreedy.engine.agent import Agent
from begreedy.engine.players.player import methods_of
from begreedy.engine.simulation import policy_stream, simulate
from begreedy.engine.trace import trace
from begreedy.problems.budgeted import Budgeted
from begreedy.problems.finite import Finite
from begreedy.problems.laws import Bernoulli, BetaReward, Gaussian
from begreedy.problems.priors import Uniform
from begreedy.random import digest_key, seed_stream
from begreedy.testing.posteriors import check_posterior
from begreedy.testing.report import Report, report_for
from begreedy.values.canonical import canonical, field_values

_KINDS = {
    contract.FROZEN: "frozen index",
    contract.GROWING: "growing index",
    contract.SCAN: "index of t (every arm is looked at every round)",
    contract.POSTERIOR: "posterior sampling (only arms that can win are drawn)",
    contract.DRAW_ALL: "posterior sampling (every arm is drawn every round)",
    contract.CUSTOM: "custom policy",
}


class Point(NamedTuple):
    """One set of arguments of an index, in the order of the engine's calling convention."""

    total: float
    pulls: int
    squares: float
    cost: float
    t: int
    horizon: int
    arms: int


def check_policy(policy: Any) -> Report:
    """Run the conformance suite on a policy; raises ConformanceError with all that is wrong.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Shrinking:
    ...     growing = True
    ...
    ...     def index(self, total, pulls, t):
    ...         return total / pulls + 1.0 / t
    >>> check_policy(Shrinking())  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    ConformanceError: Shrinking() does not keep the contract:
      - index falls as t grows ... remove growing = True
    """
    kind = contract.kind_of(policy)
    report = report_for(policy, _KINDS[kind])
    _check_value(policy, report)
    if kind in (contract.FROZEN, contract.GROWING, contract.SCAN):
        _check_index(policy, kind, report)
    if kind in (contract.POSTERIOR, contract.DRAW_ALL):
        check_posterior(policy, kind, report)
    _check_options(policy, report)
    if not report.findings:  # playing tells little of a policy that is already known to be wrong
        _check_play(policy, kind, report)
    return report.conclude()


def _check_value(policy: Any, report: Report) -> None:
    cls = type(policy)
    if dataclasses.is_dataclass(policy) and not cls.__dataclass_params__.frozen:
        report.find("it can be changed after it is made: use @dataclass(frozen=True)")
    try:
        hash(policy)
    except TypeError as error:
        report.find(f"it cannot be hashed ({error}): its fields must be numbers, strings or tuples of these")
    copy = report.attempt("making it again from its own fields", lambda: cls(**field_values(policy)))
    if copy is not None and copy != policy:
        report.find("made again from its own fields it is not equal to itself")


def _grid(policy: Any) -> Iterator[Point]:
    low, high = getattr(policy, "reward_range", (-math.inf, math.inf))
    least, most = max(low, -2.0), min(high, 3.0)
    for arms, horizon in ((1, 50), (7, 1000), (1000, 100)):
        for pulls in (1, 2, 3, 10, 49):
            for share in (0.0, 0.25, 0.5, 1.0):
                mean = least + share * (most - least)
                for t in (1, 2, 3, 4, 10, 50, 1000, 100000):
                    # squares is at least total**2 / pulls, with some variance on top
                    squares = (mean * mean + 0.1 * share) * pulls
                    yield Point(mean * pulls, pulls, squares, (1.0 - share) * pulls, t, horizon, arms)


def _check_index(policy: Any, kind: str, report: Report) -> None:
    call = methods_of(policy).index_of
    points = list(_grid(policy))
    values: list[float] = []
    for point in points:
        try:
            value = call(policy, *point)
        except Exception as error:
            report.find(f"index raised {type(error).__name__}: {error}, with {_text(policy, point)}")
            return
        if isinstance(value, bool) or not isinstance(value, numbers.Real):
            report.find(f"index returned {value!r}, which is not a number, with {_text(policy, point)}")
            return
        if math.isnan(value):
            report.find(f"index is not a number (NaN) with {_text(policy, point)}")
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
    if kind == contract.GROWING:
        _check_growing(policy, points, values, report)
    if kind == contract.FROZEN and hasattr(type(policy), "bonus"):
        _check_bonus(policy, points, values, report)
    _check_compiled(policy, points, values, report)


def _check_growing(policy: Any, points: list[Point], values: list[float], report: Report) -> None:
    for (before, low), (after, high) in zip(zip(points, values), list(zip(points, values))[1:]):
        same = before._replace(t=0) == after._replace(t=0)
        if same and high < low - 1e-12 * abs(low):
            report.find(
                f"index falls as t grows, from {low!r} to {high!r}, with {_text(policy, before)} and then "
                f"t={after.t}: remove growing = True"
            )
            return


def _check_bonus(policy: Any, points: list[Point], values: list[float], report: Report) -> None:
    for point, value in zip(points, values, strict=True):
        bonus = policy.bonus(point.pulls, point.horizon, point.arms)
        if value != point.total / point.pulls + bonus:
            report.find(
                f"index is {value!r} but total / pulls + bonus is {point.total / point.pulls + bonus!r} "
                f"with {_text(policy, point)}"
            )
            return


def _check_compiled(policy: Any, points: list[Point], values: list[float], report: Report) -> None:
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
    report.attempt("compiling index", lambda: native(evaluate, *arguments, label=label)(*arguments))
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


def _check_options(policy: Any, report: Report) -> None:
    cls = type(policy)
    if hasattr(cls, "explore"):
        for t in (1, 2, 10, 10**6):
            value = report.attempt("explore", partial(policy.explore, t, 10))
            if value is not None and not 0.0 <= value <= 1.0:
                report.find(f"explore must be a probability, got {value!r} with t={t}, arms=10")
    pair = getattr(policy, "reward_range", (0.0, 1.0))
    if not (isinstance(pair, tuple) and len(pair) == 2 and pair[0] < pair[1]):
        report.find(f"reward_range must be a pair (low, high) with low < high, got {pair!r}")


def _check_play(policy: Any, kind: str, report: Report) -> None:
    """Play it: short and long, against the plain scan, and online against the simulator."""
    if contract.needs_costs(policy):
        _check_costly_play(policy, kind, report)
        return
    low, high = getattr(policy, "reward_range", (-math.inf, math.inf))
    laws: list[Any] = [Bernoulli()] if low <= 0.0 and high >= 1.0 else []
    laws += [Gaussian()] if low == -math.inf and high == math.inf else [BetaReward()]
    for law in laws:
        for arms, horizon in ((6, 4), (6, 6), (6, 300), (1, 10)):
            problem = Finite(prior=Uniform(), arms=arms, law=law)
            what = f"playing {arms} arms for {horizon} rounds with {canonical(law)} rewards"
            played = report.attempt(what, partial(simulate, policy, problem, horizon, runs=20, seed=1))
            if played is None:
                return
            if not np.all(np.isfinite(played.regret)):
                report.find(f"{what} gave a regret that is not finite")
                return
        _check_online(policy, Finite(prior=Uniform(), arms=6, law=law), report)
    if kind in (contract.FROZEN, contract.GROWING, contract.POSTERIOR):
        _compare_with_scan(policy, Finite(prior=Uniform(), arms=12, law=laws[0]), 400, report)


def _check_costly_play(policy: Any, kind: str, report: Report) -> None:
    """Play a policy that looks at costs until budgets are spent, also against the plain scan."""
    for law, prior in (("bernoulli", Uniform(0.2, 0.9)), ("beta", Uniform(1.0, 5.0))):
        arms = 8
        stream = [0] * 4
        seed_stream(stream, digest_key("costs", law))
        draw = [prior.draw(stream) for _ in range(4 * arms)]
        pairs = list(zip(draw[::2], draw[1::2], strict=True))
        rewards = draw[:arms] if law == "bernoulli" else pairs[:arms]
        costs = draw[arms : 2 * arms] if law == "bernoulli" else pairs[arms:]
        problem = Budgeted(40.0, law=law, rewards=tuple(rewards), costs=tuple(costs))
        what = f"spending a budget of 40 on {arms} arms with {law} rewards and costs"
        played = report.attempt(what, partial(simulate, policy, problem, None, runs=300, seed=1))
        if played is None:
            return
        if not np.all(np.isfinite(played.regret)):
            report.find(f"{what} gave a regret that is not finite")
            return
        if kind in (contract.FROZEN, contract.GROWING, contract.POSTERIOR):
            _compare_with_scan(policy, problem, None, report)


def _check_online(policy: Any, problem: Finite, report: Report) -> None:
    horizon = 120
    played = trace(policy, problem, horizon, seed=2, run=1)
    agent = Agent(policy, problem.size, horizon, stream=policy_stream(problem, 2, 1))
    for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True), 1):
        chosen = report.attempt("an Agent's choose, in plain Python,", agent.choose)
        if chosen is None:
            return
        if chosen != arm:
            text = f"an Agent chose arm {chosen} in round {t} where the simulator chose {arm}"
            if report.notes:  # compiled code is known to differ in the last bits
                report.note(text)
            else:
                report.find(f"{text}: plain Python and compiled code disagree")
            return
        agent.learn(arm, reward)


def _compare_with_scan(policy: Any, problem: Any, horizon: int | None, report: Report) -> None:
    fast = simulate(policy, problem, horizon, runs=400, seed=3)
    plain = simulate(policy, problem, horizon, runs=400, seed=4, naive=True)
    gap = abs(float(fast.mean[-1] - plain.mean[-1]))
    noise = math.hypot(float(fast.stderr[-1]), float(plain.stderr[-1]))
    if gap > 5.0 * noise + 1e-9:
        report.find(
            f"played by its fast kernel it has another regret ({fast.mean[-1]:.5g}) than when every arm is looked "
            f"at every round ({plain.mean[-1]:.5g}, standard error {noise:.2g}): is its declared kind right?"
        )


def _text(policy: Any, point: Point) -> str:
    names = contract.index_arguments(policy)
    return ", ".join(f"{name}={getattr(point, name)!r}" for name in names)
