"""The game of sets of arms: an action is a set, and each of its arms shows what it pays."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.compile.mirror import mirror
from begreedy.engine.games.cascading import played_as
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, clear, mean_bounds, no_turn, reward_bounds
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, BAD_SET, MOVED, Floats, Ints, Player
from begreedy.engine.players.sets import oracle_of, player_for
from begreedy.random import below, normal
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue

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
    changes: int  # how often an action had an arm that the one before had not, or was smaller
    gap: float  # of the action played last
    best_rounds: int


class Seat(NamedTuple):
    """A policy ready to play: what an arm pays, y, is learned as ``sign * y + shift``."""

    policy: Any
    player: Player
    actions: Any  # among the arms that it plays
    solve: Any  # the oracle of the actions
    sign: float
    shift: float


def seat(policy: Any, problem: Any, horizon: int, *, naive: bool = False) -> Seat:
    """Any policy that gives every arm a value; costs are turned into rewards of the same range."""
    actions = problem.actions
    if "subset" in contract.form_of(policy).methods:
        policy, actions = _kept(policy, problem, horizon)
    base, pseudo, forced = played_as(policy)
    if hasattr(policy, "cascade") and (pseudo or forced):
        raise TypeError(f"{concise(policy)} starts with lists of its own; use {concise(base)}")
    contract.check_rewards(base, problem.law)
    sign, shift = 1.0, 0.0
    if problem.minimise:
        sign = -1.0
        least, most = getattr(problem.law, "support", (0.0, 0.0))
        shift = least + most if isfinite(least + most) else 0.0
    solve = oracle_of(actions)
    return Seat(base, player_for(base, actions, solve, shift, naive=naive), actions, solve, sign, shift)


def _kept(policy: Any, problem: Any, horizon: int) -> tuple[Any, Any]:
    """A policy that keeps some of the arms: the policy that plays these, and the actions among them."""
    if not getattr(problem.actions, "free", False):
        raise BadValue.of(f"actions of {concise(policy)}", problem.actions, "any m of the arms, as TopM(...) has them")
    if problem.covariance is not None:
        raise BadValue.of("Combinatorial.covariance", problem.covariance, "left out where only some arms are played")
    base, count = contract.ask(policy, "subset", problem)
    if count < problem.actions.size:
        raise BadValue.of(f"{type(policy).__name__}.k", count, f"at least the {problem.actions.size} arms of an action")
    return contract.fitted(base, problem, horizon), replace(problem.actions, arms=count)


def plan(policy: Any, problem: Any, horizon: int, naive: bool) -> Plan:
    seated = seat(policy, problem, horizon, naive=naive)
    stage, actions, played, factor = problem.stage(), problem.actions, seated.actions, problem.factor()
    shuffled = played.arms < actions.arms and problem.prior is None  # arms that are drawn are exchangeable as they are
    return Plan(
        policy=seated.policy,
        world=stage.world,
        law=problem.law,
        arms=problem.arms,
        state=seated.player.layout,
        own=CombinatorialMemory(
            played=Ints(problem.arms),
            noise=Floats(1 if factor is None else problem.arms),
            weight=Floats(problem.arms),
            floor=Floats(problem.arms),
            memory=Floats(contract.solve_memory(actions)),
        ),
        means=problem.arms + 1,
        scratch=stage.scratch,
        game=partial(game, seated, stage.fill, problem.law, factor is not None, shuffled),
        extra=World(mirror(actions), mirror(played), played.arms, np.zeros((1, 1)) if factor is None else factor),
        values=(actions, played),
        width=actions.size,
        details=actions.size,
    )


def game(seated: Seat, fill: Any, law: Any, correlated: bool, shuffled: bool, traced: bool) -> Game:
    """A policy that plays sets, of the first arms if it keeps only some; given means are ``shuffled`` for that."""
    player, solve, sign, shift = seated.player, seated.solve, seated.sign, seated.shift
    start, pick, learn, settle = player.start, player.pick, player.learn, player.settle
    draw = contract.law_draw(law)
    low, high = mean_bounds(law)
    least, most = reward_bounds(law)

    def worth_of(table: Table, size: int, t: int) -> tuple[float, int, int]:
        """The expected sum of an action, how many of its arms are new in it, and 0 or a fault."""
        played = table.own.played
        worth = 0.0
        fresh = 0
        if not 1 <= size <= len(table.places):
            return worth, fresh, BAD_SET
        for place in range(size):
            arm = table.places[place]
            if not 0 <= arm < table.arms or played[arm] == t:
                return worth, fresh, BAD_SET
            worth += sign * table.mean[arm]
            fresh += played[arm] != t - 1
            played[arm] = t
        return worth, fresh, 0

    def begin(table: Table, instance: int) -> tuple[CombinatorialRun, Turn]:
        own, arms, streams = table.own, table.arms, table.streams
        fill(table.world, table.mean, arms, instance, streams.instance, table.scratch)
        if shuffled:
            for arm in range(arms - 1, 0, -1):
                other = below(streams.instance, arm + 1)
                mean = table.mean[arm]
                table.mean[arm] = table.mean[other]
                table.mean[other] = mean
        for arm in range(arms):
            own.played[arm] = -2
            own.weight[arm] = sign * table.mean[arm]
            if not low <= table.mean[arm] <= high:
                return CombinatorialRun(0.0, 0, 0, 0.0, 0), no_turn(BAD_MEAN)
        for i in range(len(own.memory)):
            own.memory[i] = 0.0
        size = solve(table.extra.actions, own.weight, table.places, own.memory, own.floor, streams.instance)
        best, _, status = worth_of(table, size, -1)
        clear(table.state, table.extra.playing, 0)
        start(table.policy, table.state, table.extra.playing, table.horizon)
        return CombinatorialRun(best, 0, 0, 0.0, 0), no_turn(status)

    def pay(table: Table, place: int) -> float:
        """What the arm at a place of the action pays."""
        arm = table.places[place]
        if not correlated:
            return draw(table.law, table.mean[arm], table.streams.rewards)
        factor, noise = table.extra.factor, table.own.noise
        value = table.mean[arm]
        for i in range(arm + 1):
            value += factor[arm, i] * noise[i]
        return value

    def play_round(table: Table, run: CombinatorialRun, turn: Turn, t: int) -> tuple[CombinatorialRun, Turn]:
        policy, state, horizon, rng = table.policy, table.state, table.horizon, table.streams.policy
        arms = table.extra.playing
        size = pick(policy, table.extra.played, state, t, arms, horizon, rng, table.places)
        if size < 0:
            return run, no_turn(size)
        worth, fresh, status = worth_of(table, size, t)
        if status < 0:
            return run, no_turn(status)
        if correlated:
            for i in range(table.arms):
                table.own.noise[i] = normal(table.streams.rewards)
        paid = 0.0
        for place in range(size):
            observed = pay(table, place)
            if not least <= observed <= most:
                return run, no_turn(BAD_REWARD)
            paid += observed
            arm = table.places[place]
            status = learn(policy, state, arm, sign * observed + shift, t, arms, horizon, rng)
            if status == MOVED:
                settle(state, arm)
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
        tried = 0
        for arm in range(table.extra.playing):
            tried += table.state.pulls[arm] > 0
        return Totals(run.best, run.gap, run.best_rounds, tried)

    return Game(begin, play_round, end)
