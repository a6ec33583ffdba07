"""The game of arms in use: they begin with their records, and outcomes are reported when they are due.

What is reported, and when, is in in_use_outcomes.py.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

from begreedy.engine.games.game import (
    Game,
    Plan,
    Statistics,
    Table,
    Totals,
    Turn,
    clear,
    no_turn,
    observing,
    on_some_places,
)
from begreedy.engine.games.in_use_outcomes import ArmRecords, InUseMemory, outcomes_of
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.player import MOVED, SAME_AGAIN, Floats, Ints, Player, methods_of
from begreedy.random import beta, derive, seed_stream, uniform
from begreedy.types import InUseProblem, Policy
from begreedy.values.canonical import unfit


class InUseRun(NamedTuple):
    """The scalars of a run."""

    best: float


def plan(policy: Policy, problem: InUseProblem, horizon: int, options: PlayOptions) -> Plan:
    """A policy plays all arms or, as a reduction says, the most promising ones."""
    policy, playable = on_some_places(policy, problem, horizon)
    number, a, b, trials, worth = problem.posteriors()
    past = int(trials[:playable].sum())
    player = player_for(policy, playable, horizon + past, naive=options.naive)
    if player.refresh is None:
        raise unfit(
            policy, "outcomes that are reported at once, of arms without records", problem, "it remembers by itself"
        )
    told = horizon + 2 if problem.late else 1
    memory = InUseMemory(
        Ints(playable), Floats(playable), Ints(playable), Ints(told), Ints(told), Ints(told), Floats(told)
    )
    window = -1.0 if problem.window is None else problem.window
    known = problem.known
    overall = float(worth.mean()) * known.a / (known.a + known.b)
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=playable,
        state=player.layout,
        means=playable + 1,
        scratch=1,
        game=partial(game, player, observing(policy), methods_of(policy).initial_pulls, problem.late),
        own=memory,
        extra=ArmRecords(
            number=number.astype(np.int64),
            a=a,
            b=b,
            trials=trials.astype(np.int64),
            worth=worth,
            prior_a=problem.prior.a,
            overall=overall,
            past=past,
            delay=problem.delay,
            spread=problem.spread,
            window=window,
            batch=problem.batch,
            ratio=problem.ratio,
        ),
        looks=player.looks,
    )


def game(player: Player, observe: Any, initial: int, late: bool, traced: bool) -> Game:
    """A player on arms in use; ``late``: some outcomes are not reported at once."""
    start, choose, learn, reposition = player.start, player.choose, player.learn, player.reposition
    restate, tell, keep = outcomes_of(player, observe, initial)

    def begin(table: Table, instance: int) -> tuple[InUseRun, Turn]:
        own, extra, stream = table.own, table.extra, table.streams.instance
        best = 0.0
        for arm in range(len(extra.a)):
            seed_stream(stream, derive(instance, extra.number[arm]))
            mean = extra.worth[arm] * beta(stream, extra.a[arm], extra.b[arm])
            best = max(best, mean)
            if arm < table.arms:
                table.mean[arm] = mean
        for i in range(len(own.due)):
            own.due[i] = 0
        clear(table.state, table.arms, 0)
        start(table.policy, table.state, table.arms, table.horizon + extra.past)
        status = 0
        for arm in range(table.arms):
            own.real[arm] = extra.trials[arm]
            own.earned[arm] = extra.worth[arm] * (extra.a[arm] - extra.prior_a)
            own.out[arm] = 0
            if own.real[arm] > 0 and status == 0:
                status = restate(table, arm)
        return InUseRun(best), no_turn(status)

    def play_round(table: Table, run: InUseRun, turn: Turn, t: int) -> tuple[InUseRun, Turn]:
        policy, state, streams = table.policy, table.state, table.streams
        horizon, now = table.horizon + table.extra.past, t + table.extra.past
        arm, status = turn.arm, turn.status
        if late:
            status = tell(table, t)
            if status < 0:
                return run, no_turn(status)
        if status != SAME_AGAIN:
            arm = choose(policy, state, now, table.arms, horizon, streams.policy)
            if arm < 0:
                return run, no_turn(arm)
        mean, worth = table.mean[arm], table.extra.worth[arm]
        reward = worth if worth * uniform(streams.rewards) < mean else 0.0
        if late:
            status = keep(table, t, arm, reward)
        else:
            status = learn(policy, state, arm, reward, now, table.arms, horizon, streams.policy)
            if status == MOVED:
                reposition(state, arm)
        return run, Turn(arm, run.best - mean, reward, reward, status)

    def end(table: Table, run: InUseRun, last: int, t: int) -> Totals:
        tried = 0
        best_pulls = 0
        for arm in range(table.arms):
            pulls = table.state.stats.pulls[arm] - table.extra.trials[arm]
            tried += pulls > 0
            best_pulls += pulls * (table.mean[arm] == run.best)
        return Totals(run.best, run.best - table.mean[last], best_pulls, tried)

    def statistics(table: Table, run: InUseRun) -> Statistics:
        return Statistics(table.state.stats.total, table.state.stats.pulls, table.mean, run.best, table.arms)

    return Game(begin, play_round, end, statistics=statistics)
