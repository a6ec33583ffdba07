"""The game of mortal arms: at the start of a round the dead are replaced, then it is played as usual.

Deaths stand in a heap by their round, so a round without any costs one comparison.  What a policy plays first is
decided here: the lowest place whose arm it has pulled too rarely, if it wants first pulls at all.
"""

from __future__ import annotations

from functools import partial
from math import inf, log, log1p
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.finite import leader_streak
from begreedy.engine.games.game import (
    Game,
    Plan,
    Table,
    Totals,
    Turn,
    mean_bounds,
    no_turn,
    reward_bounds,
)
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.heap import change, sift_up
from begreedy.engine.players.leaps import SCRATCH, SHORTEST
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, SAME_AGAIN, Floats, Ints, Player, methods_of
from begreedy.random import derive, seed_stream, uniform


class Heap(NamedTuple):
    """Places in a heap, by minus a number."""

    key: Any
    heap: Any
    place: Any


class MortalMemory(NamedTuple):
    """Who dies when, and whose first pull is due."""

    births: Any  # by place
    deaths: Heap  # all places, the next death first
    fresh: Heap  # places that wait for a first pull, the lowest first
    waiting: Any  # how many do


class LeapingMemory(NamedTuple):
    """The same with what leaps need."""

    births: Any
    deaths: Heap
    fresh: Heap
    waiting: Any
    halves: Any


class Life(NamedTuple):
    """How long arms live, and where the policy looks."""

    lifetime: float
    playable: int  # places that the policy looks at: the first so many


class MortalRun(NamedTuple):
    """The scalars of a run."""

    instance: int  # the key of the instance
    best: float  # mean of the best arm alive
    next_death: float  # the round at whose start somebody is replaced
    mean: float  # of the arm played
    best_sum: float  # of the best means of all rounds
    best_pulls: int
    tried: int


def plan(policy: Any, problem: Any, horizon: int, naive: bool, leaps: bool = False) -> Plan:
    """A policy plays all places or, as a reduction says, some of them; between deaths in leaps, if these are rare."""
    playable = problem.arms
    if hasattr(policy, "subset"):
        policy, playable = contract.ask(policy, "subset", problem)
        policy = contract.fitted(policy, problem, horizon)
    contract.check_rewards(policy, problem.law)
    arms = problem.arms
    player = player_for(policy, playable, horizon, naive=naive, aged=True)
    rare = problem.lifetime >= SHORTEST * arms
    leads, leaping = leader_streak(player, problem.law, horizon, leaps and rare)
    memory = MortalMemory(
        births=Ints(arms),
        deaths=Heap(Floats(arms + 1), Ints(arms), Ints(arms)),
        fresh=Heap(Floats(playable + 1), Ints(playable), Ints(playable)),
        waiting=Ints(1),
    )
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=arms,
        state=player.layout,
        own=LeapingMemory(*memory, Floats(SCRATCH)) if leaping else memory,
        means=arms,
        scratch=1,
        game=partial(game, player, problem, methods_of(policy).initial_pulls, leads),
        extra=Life(problem.lifetime, playable),
    )


def game(player: Player, problem: Any, initial: int, leads: Any, traced: bool) -> Game:
    """A player on arms that die; each new arm is pulled ``initial`` times first; ``leads`` plays on one that leads."""
    start, choose, learn, settle, forget = player.start, player.choose, player.learn, player.settle, player.forget
    draw_mean, draw_reward = problem.draw_function(), contract.law_draw(problem.law)
    least_mean, most_mean = mean_bounds(problem.law)
    least, most = reward_bounds(problem.law)
    forced = initial > 0

    def bear(table: Table, place: int, t: int, instance: int) -> int:
        """A new arm at a place, the same for every policy; returns the round in which it will be replaced."""
        stream, lifetime = table.streams.instance, table.extra.lifetime
        births = table.own.births[place]
        table.own.births[place] = births + 1
        seed_stream(stream, derive(derive(instance, place), births))
        table.mean[place] = draw_mean(table.world, stream)
        chance = 1.0 - uniform(stream)  # in (0, 1]
        if lifetime <= 1.0:
            return t + 1
        life = 1 + int(log(chance) / log1p(-1.0 / lifetime))
        return t + life

    def introduce(policy: Any, state: Any, own: MortalMemory, place: int, t: int, playable: int, horizon: int) -> None:
        """Tell the player of a new arm."""
        fresh = own.fresh
        state.total[place] = 0.0
        state.pulls[place] = 0
        if len(state.squares) > 1:
            state.squares[place] = 0.0
        if len(state.born) > 1:
            state.born[place] = t - 1
        if t > 1:
            forget(policy, state, place, playable, horizon)
        if forced and fresh.place[place] == 0:
            size = own.waiting[0]
            own.waiting[0] = size + 1
            sift_up(fresh.key, fresh.heap, fresh.place, size, place, -1.0 * place)

    def first_pull_done(own: MortalMemory, place: int) -> None:
        fresh, size = own.fresh, own.waiting[0] - 1
        position = fresh.place[place] - 1
        own.waiting[0] = size
        last, value = fresh.heap[size], fresh.key[size]
        fresh.key[size] = -inf
        fresh.place[place] = 0
        if position < size:
            change(fresh.key, fresh.heap, fresh.place, size, position, last, value)

    def begin(table: Table, instance: int) -> tuple[MortalRun, Turn]:
        state, own, mean, playable = table.state, table.own, table.mean, table.extra.playable
        fresh, deaths = own.fresh, own.deaths
        for i in range(len(state.squares)):
            state.squares[i] = 0.0
        own.waiting[0] = 0
        for i in range(len(fresh.key)):
            fresh.key[i] = -inf
        for place in range(playable):
            fresh.place[place] = 0
            introduce(table.policy, state, own, place, 1, playable, table.horizon)
        state.swept[0] = 0
        start(table.policy, state, playable, table.horizon)
        deaths.key[table.arms] = -inf
        status = 0
        for place in range(table.arms):
            own.births[place] = 0
            death = bear(table, place, 1, instance)
            if not least_mean <= mean[place] <= most_mean:
                status = BAD_MEAN
            sift_up(deaths.key, deaths.heap, deaths.place, place, place, -1.0 * death)
        best = _largest(mean, table.arms)
        return MortalRun(instance, best, -deaths.key[0], 0.0, 0.0, 0, 0), no_turn(status)

    def replace_dead(table: Table, run: MortalRun, t: int, status: int) -> tuple[float, float, int]:
        """Let new arms take the places of the dead; returns the best mean, the next death, and the status after it."""
        deaths, mean = table.own.deaths, table.mean
        best, next_death = run.best, run.next_death
        while t >= next_death:
            place = deaths.heap[0]
            gone = mean[place]
            death = bear(table, place, t, run.instance)
            if not least_mean <= mean[place] <= most_mean:
                return best, next_death, BAD_MEAN
            change(deaths.key, deaths.heap, deaths.place, table.arms, 0, place, -1.0 * death)
            next_death = -deaths.key[0]
            if mean[place] >= best:
                best = mean[place]
            elif gone == best:
                best = _largest(mean, table.arms)
            if place < table.extra.playable:
                introduce(table.policy, table.state, table.own, place, t, table.extra.playable, table.horizon)
                status = 0
        return best, next_death, status

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
            arm = own.fresh.heap[0]
            if state.pulls[arm] + 1 >= initial:
                first_pull_done(own, arm)
            mean = table.mean[arm]
        elif status != SAME_AGAIN:
            arm = choose(policy, state, t, playable, horizon, streams.policy)
            if arm < 0:
                return run, no_turn(arm)
            mean = table.mean[arm]
        gap = best - mean
        tried = run.tried + (state.pulls[arm] == 0)
        reward = draw_reward(table.law, mean, streams.rewards)
        if not least <= reward <= most:
            return run, no_turn(BAD_REWARD)
        status = learn(policy, state, arm, reward, t, playable, horizon, streams.policy)
        if status == MOVED:
            settle(state, arm)
        best_pulls = run.best_pulls + (gap == 0.0)
        run = MortalRun(run.instance, best, next_death, mean, run.best_sum + best, best_pulls, tried)
        return run, Turn(arm, gap, reward, reward, _unless_death(status, t, next_death))

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
            settle(table.state, arm)
        best_sum = run.best_sum + run.best * (t - before)
        best_pulls = run.best_pulls + (t - before) * (gap == 0.0)
        run = MortalRun(run.instance, run.best, run.next_death, run.mean, best_sum, best_pulls, run.tried)
        return t, regret, reward, run, Turn(arm, gap, 0.0, 0.0, _unless_death(status, t, run.next_death))

    introduce.out_of_line = True  # type: ignore[attr-defined]
    return Game(begin, play_round, end, leads and streak, locks=False)


def _unless_death(status: int, t: int, next_death: float) -> int:
    """The status after round t: where somebody dies in the next, the leader is not simply played on."""
    return 0 if status == SAME_AGAIN and t + 1 >= next_death else status


def _largest(mean: Any, arms: int) -> float:
    best = mean[0]
    for place in range(1, arms):
        best = max(best, mean[place])
    return best
