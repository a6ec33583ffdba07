"""The game of mortal arms: at the start of a round the dead are replaced, then it is played as usual.

Deaths stand in a heap by their round, so a round without any costs one comparison.  What a policy plays first is
decided here: the lowest place whose arm it has pulled too rarely, if it wants first pulls at all.
"""

from __future__ import annotations

from functools import partial
from math import inf, log, log1p, nan
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.finite import no_streak
from begreedy.engine.games.game import Control, Plan, Record, Streams, keep_regret, open_run, reward_bounds
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.heap import change, sift_up
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, SAME_AGAIN, Floats, Ints, Player, methods_of
from begreedy.random import derive, seed_stream, uniform

FRESH = 0  # slot of ``number``: places that wait for a first pull


class Lives(NamedTuple):
    """The state of the player, who dies when, and whose first pull is due."""

    inner: Any
    births: Any  # by place
    death_key: Any  # a heap of places: minus the round of death
    death_heap: Any
    death_place: Any
    fresh_key: Any  # a heap of places that wait for a first pull: minus the place
    fresh_heap: Any
    fresh_place: Any
    number: Any


class World(NamedTuple):
    lifetime: float
    playable: int  # places that the policy looks at: the first so many


def plan(policy: Any, problem: Any, horizon: int, naive: bool) -> Plan:
    """A policy plays all places or, as a reduction says, some of them."""
    playable = problem.arms
    if hasattr(policy, "subset"):
        policy, playable = policy.subset(problem)
    contract.check_rewards(policy, problem.law)
    arms = problem.arms
    player = player_for(policy, playable, horizon, naive=naive, aged=True)
    state = Lives(
        inner=player.layout,
        births=Ints(arms),
        death_key=Floats(arms + 1),
        death_heap=Ints(arms),
        death_place=Ints(arms),
        fresh_key=Floats(playable + 1),
        fresh_heap=Ints(playable),
        fresh_place=Ints(playable),
        number=Ints(1),
    )
    extra = (World(problem.lifetime, playable),)
    kernel = partial(game, player, problem, methods_of(policy).initial_pulls)
    return Plan((policy,), problem.world(), problem.law, extra, arms, state, arms, 1, kernel)


def game(player: Player, problem: Any, initial: int, traced: bool) -> Any:
    """The kernel that plays runs of a policy on arms that die; each new arm is pulled ``initial`` times first."""
    start, choose, learn, settle, forget = player.start, player.choose, player.learn, player.settle, player.forget
    law, draw_mean = problem.law, problem.draw_function()
    draw_reward = type(law).draw
    least_mean, most_mean = getattr(law, "mean_range", (-inf, inf))
    least, most = reward_bounds(law)
    forced = initial > 0
    streaks = player.streak is not None and not traced
    streak = player.streak(draw_reward, least, most) if streaks else no_streak

    def bear(
        world: Any, place: int, t: int, lifetime: float, instance: int, stream: Any, mean: Any, state: Lives
    ) -> int:
        """A new arm at a place, the same for every policy; returns the round in which it will be replaced."""
        births = state.births[place]
        state.births[place] = births + 1
        seed_stream(stream, derive(derive(instance, place), births))
        mean[place] = draw_mean(world, stream)
        chance = 1.0 - uniform(stream)  # in (0, 1]
        if lifetime <= 1.0:
            return t + 1
        life = 1 + int(log(chance) / log1p(-1.0 / lifetime))
        return t + life

    def introduce(policy: Any, state: Lives, place: int, t: int) -> None:
        """Tell the player of a new arm."""
        inner = state.inner
        inner.total[place] = 0.0
        inner.pulls[place] = 0
        if len(inner.squares) > 1:
            inner.squares[place] = 0.0
        if len(inner.born) > 1:
            inner.born[place] = t - 1
        if t > 1:
            forget(policy, inner, place)
        if forced and state.fresh_place[place] == 0:
            size = state.number[FRESH]
            state.number[FRESH] = size + 1
            sift_up(state.fresh_key, state.fresh_heap, state.fresh_place, size, place, -1.0 * place)

    def first_pull_done(state: Lives, place: int) -> None:
        size = state.number[FRESH] - 1
        position = state.fresh_place[place] - 1
        state.number[FRESH] = size
        last, value = state.fresh_heap[size], state.fresh_key[size]
        state.fresh_key[size] = -inf
        state.fresh_place[place] = 0
        if position < size:
            change(state.fresh_key, state.fresh_heap, state.fresh_place, size, position, last, value)

    def largest(mean: Any, arms: int) -> float:
        best = mean[0]
        for place in range(1, arms):
            best = max(best, mean[place])
        return best

    introduce.out_of_line = True  # type: ignore[attr-defined]

    def play(
        policy: Any,
        world: Any,
        law: Any,
        life: World,
        checkpoints: Any,
        keys: Any,
        arms: int,
        horizon: int,
        streams: Streams,
        mean: Any,
        scratch: Any,
        state: Lives,
        record: Record,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        inner, playable = state.inner, life.playable
        for row in range(runs):
            instance = open_run(keys, first + row, streams)
            for i in range(len(inner.squares)):
                inner.squares[i] = 0.0
            state.number[FRESH] = 0
            for i in range(len(state.fresh_key)):
                state.fresh_key[i] = -inf
            for place in range(playable):
                state.fresh_place[place] = 0
                introduce(policy, state, place, 1)
            start(policy, inner, playable, horizon)
            state.death_key[arms] = -inf
            for place in range(arms):
                state.births[place] = 0
                death = bear(world, place, 1, life.lifetime, instance, streams.instance, mean, state)
                if not least_mean <= mean[place] <= most_mean:
                    control.fault[0] = first + row
                    return BAD_MEAN
                sift_up(state.death_key, state.death_heap, state.death_place, place, place, -1.0 * death)
            best = largest(mean, arms)
            next_death = -state.death_key[0]

            regret = 0.0
            reward_sum = 0.0
            best_sum = 0.0
            best_pulls = 0
            tried = 0
            arm = 0
            arm_mean = 0.0
            gap = 0.0
            status = 0
            t = 0
            for c in range(len(checkpoints)):
                while t < checkpoints[c]:
                    before = t
                    if streaks and status == SAME_AGAIN and t + 1 < next_death:
                        until = checkpoints[c] if checkpoints[c] < next_death else int(next_death) - 1
                        t, regret, reward_sum, status = streak(
                            policy,
                            state.inner,
                            law,
                            streams.rewards,
                            arm,
                            arm_mean,
                            gap,
                            t,
                            until,
                            regret,
                            reward_sum,
                            playable,
                            horizon,
                        )
                    else:
                        t += 1
                        if t >= next_death:
                            while t >= next_death:
                                place = state.death_heap[0]
                                gone = mean[place]
                                death = bear(world, place, t, life.lifetime, instance, streams.instance, mean, state)
                                if not least_mean <= mean[place] <= most_mean:
                                    status = BAD_MEAN
                                    break
                                change(
                                    state.death_key,
                                    state.death_heap,
                                    state.death_place,
                                    arms,
                                    0,
                                    place,
                                    -1.0 * death,
                                )
                                next_death = -state.death_key[0]
                                if mean[place] >= best:
                                    best = mean[place]
                                elif gone == best:
                                    best = largest(mean, arms)
                                if place < playable:
                                    introduce(policy, state, place, t)
                                    status = 0
                            if status < 0:
                                break
                            gap = best - arm_mean
                        if forced and state.number[FRESH] > 0:
                            status = 0
                            arm = state.fresh_heap[0]
                            if inner.pulls[arm] + 1 >= initial:
                                first_pull_done(state, arm)
                            arm_mean = mean[arm]
                            gap = best - arm_mean
                        elif status != SAME_AGAIN:
                            arm = choose(policy, inner, t, playable, horizon, streams.policy)
                            if arm < 0:
                                status = arm
                                break
                            arm_mean = mean[arm]
                            gap = best - arm_mean
                        tried += inner.pulls[arm] == 0
                        reward = draw_reward(law, arm_mean, streams.rewards)
                        if not least <= reward <= most:
                            status = BAD_REWARD
                            break
                        regret += gap
                        reward_sum += reward
                        if traced:
                            record.arm[t - 1] = arm
                            record.outcome[t - 1] = reward
                        status = learn(policy, inner, arm, reward, t, playable, horizon, streams.policy)
                    best_sum += best * (t - before)
                    best_pulls += (t - before) * (gap == 0.0)
                    if status == MOVED:
                        settle(inner, arm)
                    elif status < 0:
                        break
                halted = keep_regret(record, control, first, row, c, t, regret, status)
                if halted:
                    return halted

            record.reference[row] = best_sum / t
            record.locked[row] = nan  # nobody is stuck on an arm that dies
            record.reward[row] = reward_sum
            record.tried[row] = tried
            record.pulls[row] = best_pulls
        return 0

    return play
