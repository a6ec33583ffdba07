"""The places of mortal arms: who dies when, who takes a dead arm's place, and whose first pull is due."""

from __future__ import annotations

from math import inf, log, log1p
from typing import Any, NamedTuple

from begreedy.engine.games.due import Heap, largest
from begreedy.engine.games.game import Table, mean_bounds
from begreedy.engine.players.heap import TOP, change, sift_up
from begreedy.engine.players.leaps import SCRATCH
from begreedy.engine.players.player import BAD_MEAN, Floats, Ints, Player
from begreedy.random import derive, seed_stream, uniform


class MortalMemory(NamedTuple):
    """Who dies when, and whose first pull is due."""

    births: Any  # by place
    deaths: Heap  # all places, the next death first
    fresh: Heap  # places that wait for a first pull, the lowest first
    waiting: Any  # how many wait


class LeapingMemory(NamedTuple):
    """The same with what leaps need."""

    births: Any
    deaths: Heap
    fresh: Heap
    waiting: Any
    halves: Any


class Places(NamedTuple):
    """What happens at the places, as plain functions."""

    fill: Any
    replace_dead: Any
    first_pull_done: Any


def memory_of(arms: int, playable: int, leaping: bool) -> MortalMemory | LeapingMemory:
    """The memory layout for ``arms`` places, of which the policy looks at the first ``playable``."""
    memory = MortalMemory(
        births=Ints(arms),
        deaths=Heap(Floats(arms + 1), Ints(arms), Ints(arms)),
        fresh=Heap(Floats(playable + 1), Ints(playable), Ints(playable)),
        waiting=Ints(1),
    )
    return LeapingMemory(*memory, Floats(SCRATCH)) if leaping else memory


def places_of(player: Player, problem: Any, initial: int) -> Places:
    """The places of a player's arms; each new arm waits for ``initial`` first pulls."""
    start, forget = player.start, player.forget
    draw_mean = problem.draw_function()
    least_mean, most_mean = mean_bounds(problem.law)
    forced = initial > 0

    def bear(table: Table, place: int, t: int, instance: int) -> int:
        """Put a new arm at a place, the same for every policy; returns the round in which it will be replaced."""
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
        fresh, stats = own.fresh, state.stats
        stats.total[place] = 0.0
        stats.pulls[place] = 0
        if len(stats.squares) > 1:
            stats.squares[place] = 0.0
        if len(stats.born) > 1:
            stats.born[place] = t - 1
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

    def fill(table: Table, instance: int) -> tuple[float, float, int]:
        """Put the first arm at every place; returns the best mean, the next death and the status."""
        state, own, mean, playable = table.state, table.own, table.mean, table.extra.playable
        fresh, deaths = own.fresh, own.deaths
        for i in range(len(state.stats.squares)):
            state.stats.squares[i] = 0.0
        own.waiting[0] = 0
        for i in range(len(fresh.key)):
            fresh.key[i] = -inf
        for place in range(playable):
            fresh.place[place] = 0
            introduce(table.policy, state, own, place, 1, playable, table.horizon)
        state.stats.swept[0] = 0
        start(table.policy, state, playable, table.horizon)
        deaths.key[table.arms] = -inf
        status = 0
        for place in range(table.arms):
            own.births[place] = 0
            death = bear(table, place, 1, instance)
            if not least_mean <= mean[place] <= most_mean:
                status = BAD_MEAN
            sift_up(deaths.key, deaths.heap, deaths.place, place, place, -1.0 * death)
        return largest(mean, table.arms), -deaths.key[TOP], status

    def replace_dead(table: Table, run: Any, t: int, status: int) -> tuple[float, float, int]:
        """Let new arms take the places of the dead; returns the best mean, the next death, and the status after it."""
        deaths, mean = table.own.deaths, table.mean
        best, next_death = run.best, run.next_death
        while t >= next_death:
            place = deaths.heap[TOP]
            gone = mean[place]
            death = bear(table, place, t, run.instance)
            if not least_mean <= mean[place] <= most_mean:
                return best, next_death, BAD_MEAN
            change(deaths.key, deaths.heap, deaths.place, table.arms, TOP, place, -1.0 * death)
            next_death = -deaths.key[TOP]
            if mean[place] >= best:
                best = mean[place]
            elif gone == best:
                best = largest(mean, table.arms)
            if place < table.extra.playable:
                introduce(table.policy, table.state, table.own, place, t, table.extra.playable, table.horizon)
                status = 0
        return best, next_death, status

    introduce.out_of_line = True  # type: ignore[attr-defined]
    return Places(fill, replace_dead, first_pull_done)
