"""The game of a policy that discovers arms in a pool as it goes: TwoTarget, Zooming, UCB-AIR."""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import Game, Plan, Statistics, Table, Totals, Turn, mean_bounds, no_turn, reward_bounds
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.player import BAD_ARM, BAD_MEAN, BAD_REWARD, ArmStatistics, Floats, arm_statistics
from begreedy.random import seed_stream
from begreedy.types import Pool, PoolPolicy
from begreedy.values.canonical import unfit


class PoolState(NamedTuple):
    """What is known of the arms discovered so far, and what the policy remembers."""

    stats: ArmStatistics
    memory: Any


class PoolRun(NamedTuple):
    """The scalars of a run."""

    instance: int  # the key of the instance
    best: float  # what regret is measured against
    known: int  # arms discovered so far: 0, ..., known - 1


def require_pool(policy: Any, problem: Any) -> None:
    """Raise unless arms can be discovered in a problem."""
    if not contract.provides(problem, "discover_function"):
        raise unfit(policy, "a pool of arms", problem)
    problem.reference_function()  # raises if the best of so many arms cannot be found


def plan(policy: PoolPolicy, problem: Pool, horizon: int, options: PlayOptions) -> Plan:
    """A policy that discovers arms by itself."""
    require_pool(policy, problem)
    contract.check_rewards(policy, problem.law)
    state = _layout(policy, horizon, problem.size)
    arms = state.stats.pulls.size
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=problem.size,
        state=state,
        means=arms,
        scratch=problem.scratch(arms),
        game=partial(game, policy, problem),
    )


def _layout(policy: Any, horizon: int, size: int) -> PoolState:
    """Memory for a run: as many arms as the policy may discover, and what it asks for itself."""
    capacity = min(size, horizon)
    if contract.has(policy, "capacity"):
        capacity = max(1, min(capacity, int(contract.ask(policy, "capacity", horizon, size))))
    memory = int(contract.ask(policy, "memory", capacity, horizon)) if contract.has(policy, "memory") else 1
    return PoolState(arm_statistics(capacity), Floats(max(1, memory)))


def game(policy: Any, pool: Any, traced: bool) -> Game:
    """A pool policy in a pool."""
    starts, learns = contract.has(policy, "start"), contract.has(policy, "learn")
    own_start, select, own_learn = (contract.bind(policy, method) for method in ("start", "select", "learn"))
    discover, reference = pool.discover_function(), pool.reference_function()
    draw_reward = contract.law_draw(pool.law)
    least_mean, most_mean = mean_bounds(pool.law)
    least, most = reward_bounds(pool.law)

    def begin(table: Table, instance: int) -> tuple[PoolRun, Turn]:
        memory, stream = table.state.memory, table.streams.instance
        best = reference(table.world, instance, stream)
        seed_stream(stream, instance)  # anew, whatever the reference took from it
        for i in range(len(memory)):
            memory[i] = 0.0
        if starts:
            own_start(table.policy, memory, len(table.state.stats.pulls), table.horizon)
        return PoolRun(instance, best, 0), no_turn(0)

    def play_round(table: Table, run: PoolRun, turn: Turn, t: int) -> tuple[PoolRun, Turn]:
        policy, streams, mean, horizon = table.policy, table.streams, table.mean, table.horizon
        total, pulls, memory = table.state.stats.total, table.state.stats.pulls, table.state.memory
        known = run.known
        arm = int(select(policy, memory, total, pulls, known, t, horizon, table.arms, streams.policy))
        if arm < 0 or arm > known or arm >= len(pulls):
            return run, no_turn(BAD_ARM)
        if arm == known:
            mean[arm] = discover(table.world, arm, memory[0], run.instance, streams.instance, table.scratch)
            if not least_mean <= mean[arm] <= most_mean:
                return run, no_turn(BAD_MEAN)
            total[arm] = 0.0
            pulls[arm] = 0
            known += 1
        reward = draw_reward(table.law, mean[arm], streams.rewards)
        if not least <= reward <= most:
            return run, no_turn(BAD_REWARD)
        total[arm] += reward
        pulls[arm] += 1
        if learns:
            own_learn(policy, memory, total, pulls, known, arm, reward, t, horizon, streams.policy)
        return PoolRun(run.instance, run.best, known), Turn(arm, run.best - mean[arm], reward, reward, 0)

    def end(table: Table, run: PoolRun, last: int, t: int) -> Totals:
        best_pulls = 0
        for arm in range(run.known):
            best_pulls += table.state.stats.pulls[arm] * (table.mean[arm] == run.best)
        return Totals(run.best, run.best - table.mean[last], best_pulls, run.known)

    return Game(begin, play_round, end, statistics=_statistics)


def _statistics(table: Table, run: PoolRun) -> Statistics:
    return Statistics(table.state.stats.total, table.state.stats.pulls, table.mean, run.best, run.known)
