"""Conformance of play: short and long, compiled and plain, fast and naive, in a simulation and online."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

import begreedy.types as contract
from begreedy.engine.agent import Agent
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import policy_stream, prepare
from begreedy.problems.actions.explicit import Sets
from begreedy.problems.actions.top_m import TopM
from begreedy.problems.budgeted import Budgeted
from begreedy.problems.cascading import Cascading
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.finite import Finite
from begreedy.problems.infinite import Infinite
from begreedy.problems.laws import Bernoulli, BetaReward, Gaussian
from begreedy.problems.linear import Linear
from begreedy.problems.many_armed import ManyArmed
from begreedy.problems.mortal import Mortal
from begreedy.problems.peaks import RandomPeaks
from begreedy.problems.priors import Uniform
from begreedy.random import digest_key, seed_stream
from begreedy.run.simulate import simulate
from begreedy.testing.guard import guarded
from begreedy.testing.report import Report
from begreedy.types import Form, Law, Policy, Problem
from begreedy.values.canonical import concise

_LAZY = (contract.FROZEN, contract.GROWING, contract.POSTERIOR)  # kinds that have a faster player than a scan
_RUNS, _PLAIN_RUNS, _PLAIN_ROUNDS = 20, 2, 150

_POOLS = (Infinite(Uniform()), ManyArmed(20, 3), RandomPeaks(1.0, 5.0))
_PLACES = (Mortal(Uniform(), arms=6, lifetime=20.0),)
_LISTS = (Cascading(Uniform(), items=8, slots=3),)
_SETS = tuple(Combinatorial(actions, prior=Uniform()) for actions in (TopM(6, 3), Sets(((0, 1, 2), (2, 3), (4,)))))
_BALL, _ACTIONS = Linear(3), Linear(3, offered=4)


def check_play(policy: Policy, form: Form, report: Report) -> None:
    """Play a policy on problems of its form."""
    if form.kind is not None and (form.costs or _plays_everywhere(policy)):
        check = _check_costly_play if form.costs else _check_finite_play
        check(policy, form, report)
    else:
        _check_where_it_plays(policy, form, report)


def _plays_everywhere(policy: Policy) -> bool:
    """Whether it can be played on any finite set of arms, and not only on problems it is made for."""
    try:
        return contract.form_of(contract.fitted(policy, Finite(prior=Uniform(), arms=6), 100)).kind is not None
    except (TypeError, ValueError):
        return False


def _check_finite_play(policy: Policy, form: Form, report: Report) -> None:
    """Play finitely many arms, also against the plain scan, and online against the simulator."""
    low, high = contract.rewards_accepted(policy)
    laws: list[Law] = [Bernoulli()] if low <= 0.0 and high >= 1.0 else []
    laws += [Gaussian()] if low == -math.inf and high == math.inf else [BetaReward()]
    for law in laws:
        report.say(f"compiling and playing with {concise(law)} rewards")
        if not _plays_safely(policy, Finite(prior=Uniform(), arms=6, law=law), 150, report, law is laws[0]):
            return
        for arms, horizon in ((6, 4), (6, 6), (6, 300), (1, 10)):
            problem = Finite(prior=Uniform(), arms=arms, law=law)
            activity = f"playing {arms} arms for {horizon} rounds with {concise(law)} rewards"
            played = report.attempt(activity, partial(simulate, policy, problem, horizon, runs=_RUNS, seed=1))
            if played is None:
                return
            if not np.all(np.isfinite(played.regret)):
                report.find(f"{activity} gave a regret that is not finite")
                return
        _check_online(policy, Finite(prior=Uniform(), arms=6, law=law), report)
    if form.kind in _LAZY:
        _compare_with_scan(policy, Finite(prior=Uniform(), arms=12, law=laws[0]), 400, report)


def _check_costly_play(policy: Policy, form: Form, report: Report) -> None:
    """Play a policy that looks at costs until budgets are spent, also in plain Python and against the plain scan."""
    for law, prior in (("bernoulli", Uniform(0.2, 0.9)), ("beta", Uniform(1.0, 5.0))):
        arms = 8
        stream = [0] * 4
        seed_stream(stream, digest_key("costs", law))
        draw = [prior.draw(stream) for _ in range(4 * arms)]
        pairs = list(zip(draw[::2], draw[1::2], strict=True))
        rewards: Any = draw[:arms] if law == "bernoulli" else pairs[:arms]
        costs: Any = draw[arms : 2 * arms] if law == "bernoulli" else pairs[arms:]
        problem = Budgeted(40.0, law=law, rewards=tuple(rewards), costs=tuple(costs))
        activity = f"spending a budget of 40 on {arms} arms with {law} rewards and costs"
        if not _plays_safely(policy, problem, None, report, law == "bernoulli"):
            return
        report.say(f"compiling and {activity}")
        played = report.attempt(activity, partial(simulate, policy, problem, None, runs=300, seed=1))
        if played is None:
            return
        if not np.all(np.isfinite(played.regret)):
            report.find(f"{activity} gave a regret that is not finite")
            return
        _compare_with_plain(policy, problem, None, activity, report)
        if form.kind in _LAZY:
            _compare_with_scan(policy, problem, None, report)


def _check_where_it_plays(policy: Policy, form: Form, report: Report) -> None:
    """Play it, compiled and in plain Python, on those problems of its form that it does not refuse."""
    refusals, first = [], True
    problems = _problems(form)
    for problem in problems:
        try:
            prepare(policy, problem, _PLAIN_ROUNDS, seed=1)
        except (TypeError, ValueError) as error:
            refusals.append(str(error))
            continue
        if not _plays_safely(policy, problem, _PLAIN_ROUNDS, report, first):
            return
        first = False
        for horizon in (1, 2, _PLAIN_ROUNDS):
            activity = f"playing {concise(problem)} for {'1 round' if horizon == 1 else f'{horizon} rounds'}"
            report.say(f"compiling and {activity}" if horizon == 1 else activity)
            played = report.attempt(activity, partial(simulate, policy, problem, horizon, runs=_RUNS, seed=1))
            if played is None:
                return
            if not np.all(np.isfinite(played.regret)):
                report.find(f"{activity} gave a regret that is not finite")
                return
        _compare_with_plain(policy, problem, _PLAIN_ROUNDS, activity, report)
    if len(refusals) == len(problems):
        report.find("it can be played on no problem of its form:\n      " + "\n      ".join(refusals))


def _plays_safely(policy: Policy, problem: Problem, horizon: int | None, report: Report, compiled: bool) -> bool:
    """Play in plain Python with guarded arrays, and compiled with bounds checks: after that it cannot do harm."""
    activity = f"playing {concise(problem)}"
    ready = partial(prepare, policy, problem, horizon, seed=5, checkpoints=10)
    with contract.watched(guarded):
        in_python = partial(ready, options=PlayOptions(plain=True))
        plain = report.attempt(f"{activity} in plain Python", lambda: in_python().play(0, _PLAIN_RUNS))
    if plain is None or not compiled or contract.form_of(policy).indexed:  # an index was compiled with checks before
        return plain is not None
    report.say(f"compiling with bounds checks and {activity}")
    checked = report.attempt(f"{activity} with bounds checks", lambda: ready().play(0, _RUNS, checked=True))
    return checked is not None


def _problems(form: Form) -> tuple[Problem, ...]:
    """Problems of the form that a policy has; it may refuse some of them."""
    if form.name == contract.LISTS:
        return _LISTS
    if form.name == contract.LINEAR:
        return (_BALL,) * ("aim" in form.methods) + (_ACTIONS,) * ("score" in form.methods)
    if form.kind is not None:  # made for certain arms, such as mortal ones
        return _PLACES
    return _POOLS + _PLACES * ("subset" in form.methods) + _SETS * (form.name == contract.FITTED)


def _compare_with_plain(policy: Policy, problem: Problem, horizon: int | None, activity: str, report: Report) -> None:
    """Check that compiled code and plain Python play the same runs, to the last bit."""
    simulation = prepare(policy, problem, horizon, seed=2, checkpoints=_PLAIN_ROUNDS)
    compiled = simulation.play(0, _PLAIN_RUNS)
    in_python = replace(simulation, options=replace(simulation.options, plain=True))
    plain = report.attempt(f"{activity} in plain Python", partial(in_python.play, 0, _PLAIN_RUNS))
    if plain is None or np.array_equal(plain.regret, compiled.regret):
        return
    run, place = (int(i) for i in np.argwhere(plain.regret != compiled.regret)[0])
    expected, regret = float(plain.regret[run, place]), float(compiled.regret[run, place])
    text = f"{activity}: regret in run {run} is {expected!r} in plain Python but {regret!r} compiled"
    if report.notes or abs(expected - regret) <= 1e-9 * abs(expected):  # compiled code differs in the last bits
        report.note(f"{text}; the last bits differ, which may decide near-ties")
    else:
        report.find(f"{text}, from checkpoint {simulation.checkpoints[place]:g} on")


def _check_online(policy: Policy, problem: Finite, report: Report) -> None:
    """Check that an Agent with the stream and the rewards of a run plays the arms of that run."""
    horizon = 120
    simulation = prepare(policy, problem, horizon, seed=2, checkpoints=1, options=PlayOptions(leaps=False))
    played = simulation.play(1, 1, traced=True)
    fitted = contract.fitted(policy, problem, horizon)
    agent = Agent(fitted, problem.size, horizon, stream=policy_stream(problem, 2, 1))
    for t, (arm, reward) in enumerate(zip(played.arm.tolist(), played.outcome.tolist(), strict=True), 1):
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


def _compare_with_scan(policy: Policy, problem: Problem, horizon: int | None, report: Report) -> None:
    report.say("compiling and playing it with every arm looked at every round")
    fast = simulate(policy, problem, horizon, runs=400, seed=3)
    plain = simulate(policy, problem, horizon, runs=400, seed=4, naive=True)
    gap = abs(float(fast.mean[-1] - plain.mean[-1]))
    noise = math.hypot(float(fast.stderr[-1]), float(plain.stderr[-1]))
    if gap > 5.0 * noise + 1e-9:
        report.find(
            f"played by its fast kernel it has another regret ({fast.mean[-1]:.5g}) than when every arm is looked "
            f"at every round ({plain.mean[-1]:.5g}, standard error {noise:.2g}): is its declared kind right?"
        )
