"""The game of a policy that restarts a finite policy in epochs: MeDZO, CAB1, the doubling trick.

Epoch i = 1, 2, ... plays ``epoch_arms(i)`` arms of the pool for ``epoch_rounds(i)`` rounds with a fresh copy of the
base policy, told that these are its horizon.  The arms are drawn afresh, uniformly without replacement (in a
continuum: the points of the regular grid).  A policy that ``remembers`` also has one arm per past epoch j, which
replays the arm of a uniformly drawn round of epoch j.  One that ``keeps`` its statistics draws nothing new after the
first epoch, but goes on with the arms of the largest means.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, clear, mean_bounds, no_turn, reward_bounds
from begreedy.engine.games.pool import require_pool
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, SAME_AGAIN, Ints, Player
from begreedy.random import below, seed_stream, uniform
from begreedy.types import ENDLESS
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue

_MOST_EPOCHS = 128


class EpochMemory(NamedTuple):
    """Which arm of the pool each arm of the epoch stands for, and what was played."""

    stands_for: Any  # by arm of the epoch: arm of the pool, in order of discovery
    order: Any  # scratch: arms of the pool, to draw from without replacement
    played: Any  # by round: arm of the pool
    begins: Any  # by epoch: its first round
    touched: Any  # by arm of the pool: the run that last played it, from 1
    runs: Any  # how many runs have begun


class Epoch(NamedTuple):
    """The present epoch."""

    number: int  # from 1; 0 before the first
    begins: int  # rounds played before it
    length: int
    cells: int  # arms that stand for arms of the pool
    arms: int  # these and the memory arms


class EpochRun(NamedTuple):
    """The scalars of a run."""

    instance: int  # the key of the instance
    best: float  # what regret is measured against
    known: int  # arms of the pool discovered so far
    epoch: Epoch
    arm: int  # of the epoch
    best_pulls: int
    tried: int


def plan(policy: Any, problem: Any, horizon: int) -> Plan:
    """An epoch policy in a pool."""
    require_pool(policy, problem)
    base = contract.fitted(policy.base, problem, horizon)
    contract.check_rewards(base, problem.law)
    most, together = _sizes(policy, horizon, problem.size)
    player = player_for(base, most, horizon)
    if policy.keeps and player.refresh is None:
        raise TypeError(
            f"{concise(policy)} keeps statistics from epoch to epoch, but what the learn method of "
            f"{concise(base)} made of rewards cannot be carried over"
        )
    means = min(together, problem.size) if problem.size < ENDLESS else together
    if _anywhere(policy, problem):
        means += horizon
    memory = EpochMemory(
        stands_for=Ints(most),
        order=Ints(max(most, together)),
        played=Ints(horizon if policy.remembers else 1),
        begins=Ints(_MOST_EPOCHS + 2),
        touched=Ints(means),
        runs=Ints(1),
    )
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=problem.size,
        state=player.layout,
        own=memory,
        means=means,
        scratch=problem.scratch(means),
        game=partial(game, policy, problem, player),
        extra=mirror(base),
        values=(base,),
    )


def _continuum(pool: Any) -> bool:
    return bool(getattr(pool, "continuum", False))


def _anywhere(policy: Any, pool: Any) -> bool:
    """Whether every pull of a cell is at a new point of it."""
    return _continuum(pool) and policy.point == "random"


def _sizes(policy: Any, horizon: int, pool_size: int) -> tuple[int, int]:
    """The most arms that any epoch plays (memory arms included), and the arms of all epochs together."""
    most = together = played = 0
    epoch = 0
    while played < horizon:
        epoch += 1
        arms = max(1, min(contract.ask(policy, "epoch_arms", epoch, horizon), pool_size))
        most = max(most, arms + (epoch - 1 if policy.remembers else 0))
        together += arms
        played += max(1, contract.ask(policy, "epoch_rounds", epoch, horizon))
    if epoch > _MOST_EPOCHS:
        raise BadValue.of(f"{type(policy).__name__}'s epochs in {horizon} rounds", epoch, f"at most {_MOST_EPOCHS}")
    return most, together


def game(policy: Any, pool: Any, player: Player, traced: bool) -> Game:
    """An epoch policy in a pool, its base played by a player."""
    epoch_arms, epoch_rounds = contract.bind(policy, "epoch_arms"), contract.bind(policy, "epoch_rounds")
    remembers, keeps = bool(policy.remembers), bool(policy.keeps)
    continuum, anywhere = _continuum(pool), _anywhere(policy, pool)
    start, choose, learn, settle = player.start, player.choose, player.learn, player.settle
    refresh = player.refresh if keeps else _nothing_to_refresh
    discover, reference = pool.discover_function(), pool.reference_function()
    draw_reward = contract.law_draw(pool.law)
    least_mean, most_mean = mean_bounds(pool.law)
    least, most = reward_bounds(pool.law)

    def draw_arms(table: Table, known: int, arms: int, instance: int) -> int:
        """Let the epoch's arms stand for a uniform set of arms of the pool; returns how many are known by then."""
        own, streams, size = table.own, table.streams, table.arms
        seen = 0 if continuum else known  # points of a grid are not drawn: each epoch has its own
        for arm in range(seen):
            own.order[arm] = arm
        used = 0
        for arm in range(arms):
            if seen > used and below(streams.policy, size - arm) < seen - used:
                other = used + below(streams.policy, seen - used)
                drawn = own.order[other]
                own.order[other] = own.order[used]
                used += 1
                own.stands_for[arm] = drawn
            else:
                point = (arm + 1.0) / arms
                table.mean[known] = discover(table.world, known, point, instance, streams.instance, table.scratch)
                own.stands_for[arm] = known
                known += 1
        return known

    def keep_best(state: Any, own: EpochMemory, before: int, arms: int) -> None:
        """Move the ``arms`` arms of the largest means to the front, with their statistics."""
        total, pulls, squares = state.total, state.pulls, state.squares
        for arm in range(arms):
            best = arm
            for other in range(arm + 1, before):
                # Unpulled arms (an epoch cut short) come last.
                if pulls[other] > 0 and (pulls[best] == 0 or total[other] * pulls[best] > total[best] * pulls[other]):
                    best = other
            total[arm], total[best] = total[best], total[arm]
            pulls[arm], pulls[best] = pulls[best], pulls[arm]
            if len(squares) > 1:
                squares[arm], squares[best] = squares[best], squares[arm]
            own.stands_for[arm], own.stands_for[best] = own.stands_for[best], own.stands_for[arm]

    def next_epoch(table: Table, run: EpochRun, t: int) -> EpochRun:
        """What changes with an epoch: its arms, and what is known of them."""
        policy, base, state, own, horizon = table.policy, table.extra, table.state, table.own, table.horizon
        before, known = run.epoch.arms, run.known
        number = run.epoch.number + 1
        length = max(1, epoch_rounds(policy, number, horizon))
        cells = max(1, min(epoch_arms(policy, number, horizon), table.arms))
        own.begins[number] = t
        goes_on = keeps and number > 1
        if goes_on:
            cells = min(cells, before)
        arms = cells + number - 1 if remembers else cells
        if goes_on:
            keep_best(state, own, before, cells)
            state.swept[0] = 0
        else:
            known = draw_arms(table, known, cells, run.instance)
            clear(state, arms, 0)
        start(base, state, arms, length)
        if goes_on:
            for arm in range(arms):
                if state.pulls[arm] > 0:
                    refresh(base, state, arm, arms, length)
        epoch = Epoch(number, t, length, cells, arms)
        return EpochRun(run.instance, run.best, known, epoch, 0, run.best_pulls, run.tried)

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
            settle(state, arm)
        best_pulls = run.best_pulls + (mean[pooled] == run.best)
        run = EpochRun(run.instance, run.best, known, epoch, arm, best_pulls, tried)
        return run, Turn(pooled, run.best - mean[pooled], reward, reward, status)

    def end(table: Table, run: EpochRun, last: int, t: int) -> Totals:
        return Totals(run.best, run.best - table.mean[last], run.best_pulls, run.tried)

    next_epoch.out_of_line = True  # type: ignore[attr-defined]
    return Game(begin, play_round, end)


def _nothing_to_refresh(policy: Any, state: Any, arm: int, arms: int, horizon: int) -> int:
    return 0
