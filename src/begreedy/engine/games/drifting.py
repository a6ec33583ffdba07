"""The game of arms whose means change: at the start of a round some do, then it is played like any finite set of arms.

A change is a function of the run's instance, the arm and how often that has changed: all policies meet the same means.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, NamedTuple

from begreedy.engine.games import finite
from begreedy.engine.games.due import Heap, largest, next_round
from begreedy.engine.games.finite import FiniteRun
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, mean_bounds, no_turn, on_some_places
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.heap import TOP, sift_up
from begreedy.engine.players.heap import change as put
from begreedy.engine.players.player import BAD_MEAN, Floats, Ints, Player
from begreedy.random import derive, seed_stream
from begreedy.types import DriftingProblem, Policy, Stage


class DriftingMemory(NamedTuple):
    """All arms, including those that the policy does not look at."""

    mean: Any
    changes: Any  # how often each has changed
    due: Heap  # all arms, the next change first


class Pace(NamedTuple):
    """How means change."""

    rate: float
    step: float
    low: float
    high: float
    arms: int  # all of them; the policy looks at the first ones


class DriftingRun(NamedTuple):
    """The scalars of a run."""

    inner: FiniteRun
    instance: int  # the key of the instance
    best: float  # the largest mean now
    next_change: float  # the round at whose start a mean changes
    best_sum: float  # of the largest means of all rounds
    best_pulls: int


def plan(policy: Policy, problem: DriftingProblem, horizon: int, options: PlayOptions) -> Plan:
    """A policy plays all arms or, as a reduction says, some of them."""
    policy, playable = on_some_places(policy, problem, horizon)
    player, arms = player_for(policy, playable, horizon, naive=options.naive), problem.arms
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=playable,
        state=player.layout,
        means=playable + 1,
        scratch=1,
        game=partial(game, player, problem, playable),
        own=DriftingMemory(Floats(arms), Ints(arms), Heap(Floats(arms + 1), Ints(arms), Ints(arms))),
        extra=Pace(problem.rate, problem.step or 0.0, *problem.range, arms),
        looks=player.looks,
    )


def game(player: Player, problem: Any, playable: int, traced: bool) -> Game:
    """A player on arms whose means change: the finite game, with changes of means before each round."""
    draw_mean, change_mean = problem.draw_function(), problem.change_function()
    least_mean, most_mean = mean_bounds(problem.law)
    inner = finite.game(player, Stage(playable, problem.law, problem.world(), _filled_already, 1), None, traced)
    begin_inner, play_inner = inner.begin, inner.round

    def change(table: Table, arm: int, t: int, instance: int) -> float:
        """Give an arm its next mean, from round t on; returns the round of the change after it."""
        stream, own = table.streams.instance, table.own
        changes = own.changes[arm]
        own.changes[arm] = changes + 1
        seed_stream(stream, derive(derive(instance, arm), changes))
        if changes == 0:
            own.mean[arm] = draw_mean(table.world, stream)
        else:
            own.mean[arm] = change_mean(table.world, table.extra, own.mean[arm], stream)
        if arm < table.arms:
            table.mean[arm] = own.mean[arm]
        return next_round(table.extra.rate, t, stream)

    def begin(table: Table, instance: int) -> tuple[DriftingRun, Turn]:
        own, due, arms = table.own, table.own.due, table.extra.arms
        due.key[arms] = -inf
        best = -inf
        for arm in range(arms):
            own.changes[arm] = 0
            following = change(table, arm, 1, instance)
            best = max(best, own.mean[arm])
            sift_up(due.key, due.heap, due.place, arm, arm, -following)
        table.mean[table.arms] = best
        run, turn = begin_inner(table, instance)
        return DriftingRun(run, instance, best, -due.key[TOP], 0.0, 0), turn

    def let_change(table: Table, run: DriftingRun, t: int) -> tuple[float, float, int]:
        """Make all changes of a round; returns the largest mean, the round of the next change, and 0 or a fault."""
        own, due, arms = table.own, table.own.due, table.extra.arms
        best, next_change = run.best, run.next_change
        fell = False  # whether the best arm may no longer be the best
        while t >= next_change:
            arm = due.heap[TOP]
            fell = fell or own.mean[arm] >= best
            following = change(table, arm, t, run.instance)
            if not least_mean <= own.mean[arm] <= most_mean:
                return best, next_change, BAD_MEAN
            put(due.key, due.heap, due.place, arms, TOP, arm, -following)
            best = max(best, own.mean[arm])
            next_change = -due.key[TOP]
        if fell:
            best = largest(own.mean, arms)
        return best, next_change, 0

    def play_round(table: Table, run: DriftingRun, turn: Turn, t: int) -> tuple[DriftingRun, Turn]:
        best, next_change = run.best, run.next_change
        if t >= next_change:
            best, next_change, status = let_change(table, run, t)
            if status < 0:
                return run, no_turn(status)
        now = FiniteRun(best, run.inner.present, table.mean[turn.arm])  # the leader may be played without asking
        now, turn = play_inner(table, now, turn, t)
        if turn.status < 0:
            return run, turn
        gap = best - table.mean[turn.arm]
        run = DriftingRun(now, run.instance, best, next_change, run.best_sum + best, run.best_pulls + (gap == 0.0))
        return run, Turn(turn.arm, gap, turn.reward, turn.outcome, turn.status)

    def end(table: Table, run: DriftingRun, last: int, t: int) -> Totals:
        tried = 0
        for arm in range(table.arms):
            tried += table.state.stats.pulls[arm] > 0
        return Totals(run.best_sum / t, 0.0, run.best_pulls, tried)

    let_change.out_of_line = True  # type: ignore[attr-defined]
    return Game(begin, play_round, end, locks=False)


def _filled_already(world: Any, mean: Any, arms: int, key: int, stream: Any, scratch: Any) -> None:
    """Nothing to do: the means are there when the finite game begins."""
