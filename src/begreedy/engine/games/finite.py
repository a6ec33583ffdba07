"""The game of a finite set of arms: all are there from the start, or enter one by one."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.engine.games.game import (
    Game,
    Plan,
    Statistics,
    Table,
    Totals,
    Turn,
    clear,
    leader_streak,
    mean_bounds,
    no_turn,
    reward_bounds,
    unless_due,
)
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for, sweeps
from begreedy.engine.players.leaps import SCRATCH, LeapMemory
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, SAME_AGAIN, Floats, Player
from begreedy.types import Policy, Stage

MANY = 10_000  # arms, above which memory for those that no round gets to is saved
MOST = 2 * 10**9  # arms of a pool whose best is looked for in every run: more are refused


class FiniteRun(NamedTuple):
    """The scalars of a run."""

    best: float  # what regret is measured against: the best arm, or more than any arm on the stage
    present: int  # arms that have entered
    mean: float  # of the arm played


def plan(policy: Policy, stage: Stage, horizon: int, options: PlayOptions) -> Plan:
    """A policy for finitely many arms; memory is for those that can be reached, unless every arm is to be reported."""
    contract.check_rewards(policy, stage.law)
    if stage.first is not None and max(horizon, MANY) < stage.arms <= MOST and not options.every_arm and sweeps(policy):
        stage = stage.first(horizon)
    fixed = stage.enters is None
    player = player_for(policy, stage.arms, horizon, naive=options.naive, leaps=options.leaps and fixed, fixed=fixed)
    blocks = options.blocks and (fixed or not contract.has(policy, "bonus"))  # it may depend on arms
    leads, leaping = leader_streak(player, stage.law, horizon, blocks) if _stays(stage) else (None, False)
    enters = np.zeros(1, np.int64) if stage.enters is None else np.append(stage.enters, horizon + 1)
    return Plan(
        policy=policy,
        world=stage.world,
        law=stage.law,
        arms=stage.arms,
        state=player.layout,
        means=stage.arms + 1,
        scratch=stage.scratch,
        game=partial(game, player, stage, leads),
        own=LeapMemory(Floats(SCRATCH)) if leaping else Floats(1),
        extra=enters,
        looks=player.looks,
        blocks=leaping,
    )


def game(player: Player, stage: Stage, leads: Any, traced: bool) -> Game:
    """A player on a stage; ``leads``, if given, goes on with a leader that stays."""
    start, choose, reposition, learn = player.start, player.choose, player.reposition, player.learning(leads, traced)
    fill, draw_reward = stage.fill, contract.law_draw_by_arm(stage.law, stage.arms)
    (least_mean, most_mean), (least, most) = mean_bounds(stage.law), reward_bounds(stage.law)
    varies, widens = stage.pull is not None, stage.enters is not None
    pull: Any = stage.pull if varies else _no_pull

    def begin(table: Table, instance: int) -> tuple[FiniteRun, Turn]:
        mean, arms = table.mean, table.arms
        fill(table.world, mean, arms, instance, table.streams.instance, table.scratch)
        status = 0
        for arm in range(arms):
            if not least_mean <= mean[arm] <= most_mean:
                status = BAD_MEAN
        clear(table.state, arms, 0)
        start(table.policy, table.state, arms, table.horizon)
        return FiniteRun(mean[arms], 0 if widens else arms, 0.0), no_turn(status)

    def play_round(table: Table, run: FiniteRun, turn: Turn, t: int) -> tuple[FiniteRun, Turn]:
        policy, state, streams, horizon = table.policy, table.state, table.streams, table.horizon
        present, mean = run.present, run.mean
        arm, gap, status = turn.arm, turn.gap, turn.status
        if widens:
            while table.extra[present] <= t:
                present += 1
                status = 0
        if status != SAME_AGAIN:
            arm = choose(policy, state, t, present, horizon, streams.policy)
            if arm < 0:
                return run, no_turn(arm)
            mean = table.mean[arm]
            gap = run.best - mean
        if varies:
            mean = pull(table.world, arm, table.arms, streams.policy)
            gap = run.best - mean
        reward = draw_reward(table.law, mean, arm, streams.rewards)
        if not least <= reward <= most:
            return run, no_turn(BAD_REWARD)
        status = learn(policy, state, arm, reward, t, present, horizon, streams.policy)
        if status == MOVED:
            reposition(state, arm)
        if widens:
            status = unless_due(status, t, table.extra[present])
        return FiniteRun(run.best, present, mean), Turn(arm, gap, reward, reward, status)

    def end(table: Table, run: FiniteRun, last: int, t: int) -> Totals:
        mean, pulls = table.mean, table.state.stats.pulls
        tried = 0
        best_pulls = 0
        for arm in range(table.arms):
            tried += pulls[arm] > 0
            best_pulls += pulls[arm] * (mean[arm] == run.best)
        return Totals(run.best, run.best - mean[last], best_pulls, tried)

    def streak(
        table: Table, run: FiniteRun, turn: Turn, t: int, until: int, regret: float, reward: float
    ) -> tuple[int, float, float, FiniteRun, Turn]:
        if widens:
            until = min(until, table.extra[run.present] - 1)
        t, regret, reward, status = leads(table, run.present, turn.arm, run.mean, turn.gap, t, until, regret, reward)
        if status == MOVED:
            reposition(table.state, turn.arm)
        if widens:
            status = unless_due(status, t, table.extra[run.present])
        return t, regret, reward, run, Turn(turn.arm, turn.gap, 0.0, 0.0, status)

    return Game(begin, play_round, end, leads and streak, statistics=_statistics)


def _statistics(table: Table, run: FiniteRun) -> Statistics:
    return Statistics(table.state.stats.total, table.state.stats.pulls, table.mean, run.best, table.arms)


def _stays(stage: Stage) -> bool:
    """Whether an arm that leads can be played on without another look, or telling the law which arm it is."""
    return stage.pull is None and not contract.tells_arms_apart(stage.law)


def _no_pull(world: Any, arm: int, arms: int, rng: Any) -> float:
    """Stands for the pull of arms whose mean is the same every time."""
    return 0.0
