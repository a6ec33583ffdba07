"""The game of sets of arms: an action is a set, and each of its arms shows what it pays."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, clear, mean_bounds, no_turn, reward_bounds
from begreedy.engine.games.payoff import arms_tried, rewards_of, shuffle, worth_of
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, Floats, Ints
from begreedy.engine.players.signed import SignedPlayer, signed_player

_ROUNDING = 1e-12  # sums of the same means in another order differ by less than this share


class CombinatorialMemory(NamedTuple):
    """When arms were played last, the noise of a round, and what it takes to find the best action."""

    played: Any  # by arm: the last round in which it was
    noise: Any  # by arm, where it is correlated: independent normal numbers
    weight: Any  # by arm: its mean
    floor: Any
    memory: Any


class World(NamedTuple):
    """What the game knows besides."""

    actions: Any
    played: Any  # the actions among the arms that are played: all of them, unless the policy keeps some
    playing: int  # how many arms these are
    factor: Any  # rows that correlate the noise


class CombinatorialRun(NamedTuple):
    """The scalars of a run."""

    best: float  # the expected sum of the best action; of costs, minus that
    size: int  # of the action played last
    changes: int  # how often an action had an arm that the one before did not have, or was smaller
    gap: float  # of the action played last
    best_rounds: int


def plan(policy: contract.Policy, problem: contract.CombinatorialProblem, horizon: int, options: PlayOptions) -> Plan:
    signed = signed_player(policy, problem, horizon, naive=options.naive)
    stage, actions, played, factor = problem.stage(), problem.actions, signed.actions, problem.factor()
    shuffled = played.arms < actions.arms and problem.prior is None  # arms that are drawn are exchangeable as they are
    return Plan(
        policy=signed.policy,
        world=stage.world,
        law=problem.law,
        arms=problem.arms,
        state=signed.player.layout,
        own=CombinatorialMemory(
            played=Ints(problem.arms),
            noise=Floats(1 if factor is None else problem.arms),
            weight=Floats(problem.arms),
            floor=Floats(problem.arms),
            memory=Floats(contract.solve_memory(actions)),
        ),
        means=problem.arms + 1,
        scratch=stage.scratch,
        game=partial(game, signed, stage.fill, problem.law, factor is not None, shuffled),
        extra=World(mirror(actions), mirror(played), played.arms, np.zeros((1, 1)) if factor is None else factor),
        values=(actions, played),
        width=actions.size,
        details=actions.size,
        looks=signed.player.looks,
    )


def game(signed: SignedPlayer, fill: Any, law: Any, correlated: bool, shuffled: bool, traced: bool) -> Game:
    """A policy that plays sets; if it keeps only some arms, the first ones: given means are ``shuffled`` for that."""
    player, solve, sign, shift = signed.player, signed.solve, signed.sign, signed.shift
    start, pick, learn, reposition = player.start, player.pick, player.learn, player.reposition
    disturb, pay = rewards_of(law, correlated)
    low, high = mean_bounds(law)
    least, most = reward_bounds(law)

    def begin(table: Table, instance: int) -> tuple[CombinatorialRun, Turn]:
        own, arms, streams = table.own, table.arms, table.streams
        fill(table.world, table.mean, arms, instance, streams.instance, table.scratch)
        if shuffled:
            shuffle(table.mean, arms, streams.instance)
        for arm in range(arms):
            own.played[arm] = -2
            own.weight[arm] = sign * table.mean[arm]
            if not low <= table.mean[arm] <= high:
                return CombinatorialRun(0.0, 0, 0, 0.0, 0), no_turn(BAD_MEAN)
        for i in range(len(own.memory)):
            own.memory[i] = 0.0
        size = solve(table.extra.actions, own.weight, table.places, own.memory, own.floor, streams.instance)
        best, _, status = worth_of(table, size, sign, -1)
        clear(table.state, table.extra.playing, 0)
        start(table.policy, table.state, table.extra.playing, table.horizon)
        return CombinatorialRun(best, 0, 0, 0.0, 0), no_turn(status)

    def play_round(table: Table, run: CombinatorialRun, turn: Turn, t: int) -> tuple[CombinatorialRun, Turn]:
        policy, state, horizon, rng = table.policy, table.state, table.horizon, table.streams.policy
        arms = table.extra.playing
        size = pick(policy, table.extra.played, state, t, arms, horizon, rng, table.places)
        if size < 0:
            return run, no_turn(size)
        worth, fresh, status = worth_of(table, size, sign, t)
        if status < 0:
            return run, no_turn(status)
        disturb(table.own.noise, table.streams.rewards)
        paid = 0.0
        for place in range(size):
            arm = table.places[place]
            observed = pay(table.law, table.mean[arm], arm, table.extra.factor, table.own.noise, table.streams.rewards)
            if not least <= observed <= most:
                return run, no_turn(BAD_REWARD)
            paid += observed
            status = learn(policy, state, arm, sign * observed + shift, t, arms, horizon, rng)
            if status == MOVED:
                reposition(state, arm)
            elif status < 0:
                return run, no_turn(status)
            if traced:
                table.detail[place] = observed
        if traced:
            for place in range(size, len(table.places)):
                table.places[place] = -1
                table.detail[place] = 0.0
        gap = run.best - worth
        if gap < _ROUNDING * (1.0 + abs(run.best)):
            gap = 0.0
        changes = run.changes + (fresh > 0 or size != run.size)
        run = CombinatorialRun(run.best, size, changes, gap, run.best_rounds + (gap == 0.0))
        return run, Turn(changes, gap, sign * paid, paid, 0)

    def end(table: Table, run: CombinatorialRun, last: int, t: int) -> Totals:
        return Totals(run.best, run.gap, run.best_rounds, arms_tried(table.state.stats.pulls, table.extra.playing, 0))

    return Game(begin, play_round, end)
