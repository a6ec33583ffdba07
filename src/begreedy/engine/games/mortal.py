"""The game of mortal arms: at the start of a round the dead are replaced, then it is played as usual.

First pulls are decided here: if the policy wants any, the lowest place whose arm still lacks some is played.  Births
and deaths are in mortal_places.py.
"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import (
    Game,
    Plan,
    Table,
    Totals,
    Turn,
    leader_streak,
    no_turn,
    on_some_places,
    reward_bounds,
    unless_due,
)
from begreedy.engine.games.mortal_places import memory_of, places_of
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.heap import TOP
from begreedy.engine.players.leaps import SHORTEST
from begreedy.engine.players.player import BAD_REWARD, MOVED, SAME_AGAIN, Player, methods_of
from begreedy.types import MortalProblem, Policy


class Life(NamedTuple):
    """How long arms live, and where the policy looks."""

    lifetime: float
    playable: int  # how many places the policy looks at: the first ones


class MortalRun(NamedTuple):
    """The scalars of a run."""

    instance: int  # the key of the instance
    best: float  # mean of the best arm alive
    next_death: float  # the round at whose start an arm is replaced
    mean: float  # of the arm played
    best_sum: float  # of the best means of all rounds
    best_pulls: int
    tried: int


def plan(policy: Policy, problem: MortalProblem, horizon: int, options: PlayOptions) -> Plan:
    """A policy plays all places or, as a reduction says, some of them; if deaths are rare, in leaps between them."""
    policy, playable = on_some_places(policy, problem, horizon)
    arms = problem.arms
    player = player_for(policy, playable, horizon, naive=options.naive, aged=True)
    rare = problem.lifetime >= SHORTEST * arms
    leads, leaping = leader_streak(player, problem.law, horizon, options.blocks and rare)
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=arms,
        state=player.layout,
        own=memory_of(arms, playable, leaping),
        means=arms,
        scratch=1,
        game=partial(game, player, problem, methods_of(policy).initial_pulls, leads),
        extra=Life(problem.lifetime, playable),
        looks=player.looks,
        blocks=leaping,
    )


def game(player: Player, problem: Any, initial: int, leads: Any, traced: bool) -> Game:
    """A player on arms that die; each new arm is pulled ``initial`` times first; ``leads`` goes on with a leader."""
    choose, learn, reposition = player.choose, player.learn, player.reposition
    fill, replace_dead, first_pull_done = places_of(player, problem, initial)
    draw_reward = contract.law_draw(problem.law)
    least, most = reward_bounds(problem.law)
    forced = initial > 0

    def begin(table: Table, instance: int) -> tuple[MortalRun, Turn]:
        best, next_death, status = fill(table, instance)
        return MortalRun(instance, best, next_death, 0.0, 0.0, 0, 0), no_turn(status)

    def play_round(table: Table, run: MortalRun, turn: Turn, t: int) -> tuple[MortalRun, Turn]:
        policy, state, own, streams = table.policy, table.state, table.own, table.streams
        playable, horizon = table.extra.playable, table.horizon
        best, next_death = run.best, run.next_death
        arm, status, mean = turn.arm, turn.status, run.mean
        if t >= next_death:
            best, next_death, status = replace_dead(table, run, t, status)
            if status < 0:
                return run, no_turn(status)
        if forced and own.waiting[0] > 0:
            arm = own.fresh.heap[TOP]
            if state.stats.pulls[arm] + 1 >= initial:
                first_pull_done(own, arm)
            mean = table.mean[arm]
        elif status != SAME_AGAIN:
            arm = choose(policy, state, t, playable, horizon, streams.policy)
            if arm < 0:
                return run, no_turn(arm)
            mean = table.mean[arm]
        gap = best - mean
        tried = run.tried + (state.stats.pulls[arm] == 0)
        reward = draw_reward(table.law, mean, streams.rewards)
        if not least <= reward <= most:
            return run, no_turn(BAD_REWARD)
        status = learn(policy, state, arm, reward, t, playable, horizon, streams.policy)
        if status == MOVED:
            reposition(state, arm)
        best_pulls = run.best_pulls + (gap == 0.0)
        run = MortalRun(run.instance, best, next_death, mean, run.best_sum + best, best_pulls, tried)
        return run, Turn(arm, gap, reward, reward, unless_due(status, t, next_death))

    def end(table: Table, run: MortalRun, last: int, t: int) -> Totals:
        return Totals(run.best_sum / t, 0.0, run.best_pulls, run.tried)

    def streak(
        table: Table, run: MortalRun, turn: Turn, t: int, until: int, regret: float, reward: float
    ) -> tuple[int, float, float, MortalRun, Turn]:
        before = t
        if until >= run.next_death:
            until = int(run.next_death) - 1
        playable, arm, gap = table.extra.playable, turn.arm, turn.gap
        t, regret, reward, status = leads(table, playable, arm, run.mean, gap, t, until, regret, reward)
        if status == MOVED:
            reposition(table.state, arm)
        best_sum = run.best_sum + run.best * (t - before)
        best_pulls = run.best_pulls + (t - before) * (gap == 0.0)
        run = MortalRun(run.instance, run.best, run.next_death, run.mean, best_sum, best_pulls, run.tried)
        return t, regret, reward, run, Turn(arm, gap, 0.0, 0.0, unless_due(status, t, run.next_death))

    return Game(begin, play_round, end, leads and streak, locks=False)
