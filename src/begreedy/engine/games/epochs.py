"""The game of a policy that restarts a finite policy in epochs: MeDZO, CAB1, the doubling trick.

Epoch i = 1, 2, ... plays ``epoch_arms(i)`` arms of the pool for ``epoch_rounds(i)`` rounds with a fresh copy of the
base policy, told that these are its horizon.  The arms are drawn afresh, uniformly without replacement (in a
continuum: the points of the regular grid).  A policy that ``remembers`` also has one arm per past epoch j, which
replays the arm of a uniformly drawn round of epoch j.  One that ``keeps`` its statistics draws nothing new after the
first epoch, but goes on with the arms of the largest means.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import begreedy.types as contract
from begreedy.compile.mirror import mirror
from begreedy.engine.games.epoch_arms import MOST_EPOCHS, Epoch, EpochRun, beginner, drawer, memory_layout
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, mean_bounds, no_turn, reward_bounds
from begreedy.engine.games.pool import require_pool
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, SAME_AGAIN, Player
from begreedy.random import below, seed_stream, uniform
from begreedy.types import ENDLESS, EpochPolicy, Pool
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue


def plan(policy: EpochPolicy, problem: Pool, horizon: int, options: PlayOptions) -> Plan:
    """An epoch policy in a pool."""
    require_pool(policy, problem)
    base = contract.fitted(policy.base, problem, horizon)
    contract.check_rewards(base, problem.law)
    most, together = _sizes(policy, horizon, problem.size)
    player = player_for(base, most, horizon)
    if policy.keeps and player.refresh is None:
        words = (
            f"{concise(policy)} keeps statistics from epoch to epoch, but what the learn method of "
            f"{concise(base)} has stored cannot be carried over"
        )
        raise BadType(words, field="policy.base", value=base, allowed="one without a learn method")
    means = min(together, problem.size) if problem.size < ENDLESS else together
    if _anywhere(policy, problem):
        means += horizon
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=problem.size,
        state=player.layout,
        own=memory_layout(most, together, horizon if policy.remembers else 1, means),
        means=means,
        scratch=problem.scratch(means),
        game=partial(game, policy, problem, player),
        extra=mirror(base),
        values=(base,),
        looks=player.looks,
    )


def _continuum(pool: Any) -> bool:
    return contract.says(pool, "continuum")


def _anywhere(policy: Any, pool: Any) -> bool:
    """Whether every pull of a cell is at a new point of it."""
    return _continuum(pool) and policy.point == "random"


def game(policy: Any, pool: Any, player: Player, traced: bool) -> Game:
    """An epoch policy in a pool, its base played by a player."""
    remembers, anywhere = bool(policy.remembers), _anywhere(policy, pool)
    choose, learn, reposition = player.choose, player.learn, player.reposition
    discover, reference = pool.discover_function(), pool.reference_function()
    next_epoch = beginner(policy, player, drawer(discover, _continuum(pool)))
    draw_reward = contract.law_draw(pool.law)
    least_mean, most_mean = mean_bounds(pool.law)
    least, most = reward_bounds(pool.law)

    def begin(table: Table, instance: int) -> tuple[EpochRun, Turn]:
        best = reference(table.world, instance, table.streams.instance)
        seed_stream(table.streams.instance, instance)  # anew, whatever the reference took from it
        table.own.runs[0] += 1
        return EpochRun(instance, best, 0, Epoch(0, 0, 0, 0, 0), 0, 0, 0), no_turn(0)

    def play_round(table: Table, run: EpochRun, turn: Turn, t: int) -> tuple[EpochRun, Turn]:
        base, state, own, streams, mean = table.extra, table.state, table.own, table.streams, table.mean
        status = turn.status
        if t > run.epoch.begins + run.epoch.length:
            run = next_epoch(table, run, t - 1)
            status = 0
        epoch, known, arm, tried = run.epoch, run.known, run.arm, run.tried
        if status != SAME_AGAIN:
            arm = choose(base, state, t - epoch.begins, epoch.arms, epoch.length, streams.policy)
            if arm < 0:
                return run, no_turn(arm)
        if arm < epoch.cells:
            pooled = own.stands_for[arm]
            if anywhere:
                pooled = known
                point = (arm + uniform(streams.policy)) / epoch.cells
                mean[known] = discover(table.world, known, point, run.instance, streams.instance, table.scratch)
                known += 1
        else:
            past = arm - epoch.cells + 1  # memory arm: replay a round of that epoch
            begun = own.begins[past]
            pooled = own.played[begun + below(streams.policy, own.begins[past + 1] - begun)]
        if not least_mean <= mean[pooled] <= most_mean:
            return run, no_turn(BAD_MEAN)
        reward = draw_reward(table.law, mean[pooled], streams.rewards)
        if not least <= reward <= most:
            return run, no_turn(BAD_REWARD)
        if own.touched[pooled] != own.runs[0]:
            own.touched[pooled] = own.runs[0]
            tried += 1
        if remembers:
            own.played[t - 1] = pooled
        status = learn(base, state, arm, reward, t - epoch.begins, epoch.arms, epoch.length, streams.policy)
        if status == MOVED:
            reposition(state, arm)
        best_pulls = run.best_pulls + (mean[pooled] == run.best)
        run = EpochRun(run.instance, run.best, known, epoch, arm, best_pulls, tried)
        return run, Turn(pooled, run.best - mean[pooled], reward, reward, status)

    def end(table: Table, run: EpochRun, last: int, t: int) -> Totals:
        return Totals(run.best, run.best - table.mean[last], run.best_pulls, run.tried)

    return Game(begin, play_round, end)


def _sizes(policy: Any, horizon: int, pool_size: int) -> tuple[int, int]:
    """The most arms that any epoch plays (memory arms included), and the arms of all epochs together."""
    most = together = played = 0
    epoch = 0
    while played < horizon:
        epoch += 1
        if epoch > MOST_EPOCHS:
            allowed = f"one that {type(policy).__name__} plays in at most {MOST_EPOCHS} epochs"
            raise BadValue.of("horizon", horizon, allowed)
        arms = max(1, min(contract.ask(policy, "epoch_arms", epoch, horizon), pool_size))
        most = max(most, arms + (epoch - 1 if policy.remembers else 0))
        together += arms
        played += max(1, contract.ask(policy, "epoch_rounds", epoch, horizon))
    return most, together
