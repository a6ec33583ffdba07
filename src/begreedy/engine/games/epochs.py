"""The game of a policy that restarts a finite policy in epochs: MeDZO, CAB1, the doubling trick.

Epoch i = 1, 2, ... plays ``epoch_arms(i)`` arms of the pool for ``epoch_rounds(i)`` rounds with a fresh copy of the
base policy, told that these are its horizon.  The arms are drawn afresh, uniformly without replacement (in a
continuum: the points of the regular grid).  A policy that ``remembers`` also has one arm per past epoch j, which
replays the arm of a uniformly drawn round of epoch j.  One that ``keeps`` its statistics draws nothing new after the
first epoch, but goes on with the arms of the largest means.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from begreedy.engine.games.game import Control, Record, Streams, keep_regret, open_run, reward_bounds
from begreedy.engine.players.player import BAD_MEAN, BAD_REWARD, MOVED, SAME_AGAIN, SWEPT, Ints, Player, methods_of
from begreedy.random import below, seed_stream, uniform

_MOST_EPOCHS = 128


class Epochs(NamedTuple):
    """The state of the base policy's player, and which arm of the pool each of its arms stands for."""

    inner: Any
    stands_for: Any  # by arm of the epoch: arm of the pool, in order of discovery
    order: Any  # scratch: arms of the pool, to draw from without replacement
    played: Any  # by round: arm of the pool
    begins: Any  # by epoch: its first round
    touched: Any  # by arm of the pool: the run that last played it, from 1


def sizes(policy: Any, horizon: int, pool_size: int) -> tuple[int, int]:
    """The most arms that any epoch plays (memory arms included), and the arms of all epochs together."""
    most = together = played = 0
    epoch = 0
    while played < horizon:
        epoch += 1
        arms = max(1, min(policy.epoch_arms(epoch, horizon), pool_size))
        most = max(most, arms + (epoch - 1 if policy.remembers else 0))
        together += arms
        played += max(1, policy.epoch_rounds(epoch, horizon))
    if epoch > _MOST_EPOCHS:
        raise ValueError(f"{type(policy).__name__} has {epoch} epochs in {horizon} rounds; at most {_MOST_EPOCHS} work")
    return most, together


def layout(policy: Any, player: Player, horizon: int, pool_size: int, known: int) -> Epochs:
    most, together = sizes(policy, horizon, pool_size)
    rounds = horizon if policy.remembers else 1
    order = Ints(max(most, together))
    return Epochs(player.layout, Ints(most), order, Ints(rounds), Ints(_MOST_EPOCHS + 2), Ints(known))


def game(policy: Any, pool: Any, player: Player, traced: bool) -> Any:
    """The kernel that plays runs of an epoch policy."""
    cls = type(policy)
    epoch_arms, epoch_rounds = cls.epoch_arms, cls.epoch_rounds
    remembers, keeps = bool(policy.remembers), bool(policy.keeps)
    continuum = pool.model == "continuous"
    anywhere = continuum and policy.point == "random"
    index = methods_of(policy.base).index_of
    start, choose, learn, settle = player.start, player.choose, player.learn, player.settle
    discover, reference = pool.discover_function(), pool.reference_function()
    law = pool.law
    draw_reward = type(law).draw
    least_mean, most_mean = getattr(law, "mean_range", (-inf, inf))
    least, most = reward_bounds(law)

    def draw_arms(
        world: Any, state: Epochs, mean: Any, known: int, arms: int, size: int, key: int, streams: Streams, scratch: Any
    ) -> int:
        """Let the epoch's arms stand for a uniform set of arms of the pool; returns how many are known by then."""
        seen = 0 if continuum else known  # points of a grid are not drawn: each epoch has its own
        for arm in range(seen):
            state.order[arm] = arm
        used = 0
        for arm in range(arms):
            if seen > used and below(streams.policy, size - arm) < seen - used:
                other = used + below(streams.policy, seen - used)
                drawn = state.order[other]
                state.order[other] = state.order[used]
                used += 1
                state.stands_for[arm] = drawn
            else:
                mean[known] = discover(world, known, (arm + 1.0) / arms, key, streams.instance, scratch)
                state.stands_for[arm] = known
                known += 1
        return known

    def keep_best(inner: Any, state: Epochs, before: int, arms: int) -> None:
        """Move the ``arms`` arms of the largest means to the front, with their statistics."""
        total, pulls = inner.total, inner.pulls
        for arm in range(arms):
            best = arm
            for other in range(arm + 1, before):
                # Unpulled arms (an epoch cut short) come last.
                if pulls[other] > 0 and (pulls[best] == 0 or total[other] * pulls[best] > total[best] * pulls[other]):
                    best = other
            total[arm], total[best] = total[best], total[arm]
            pulls[arm], pulls[best] = pulls[best], pulls[arm]
            state.stands_for[arm], state.stands_for[best] = state.stands_for[best], state.stands_for[arm]

    def play(
        policy: Any,
        base: Any,
        world: Any,
        law: Any,
        checkpoints: Any,
        keys: Any,
        size: int,
        horizon: int,
        streams: Streams,
        mean: Any,
        scratch: Any,
        state: Epochs,
        record: Record,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        inner = state.inner
        for row in range(runs):
            instance = open_run(keys, first + row, streams)
            best = reference(world, instance, streams.instance)
            seed_stream(streams.instance, instance)  # anew, whatever the reference took from it
            known = 0
            epoch = 0
            ends = 0
            begins = 0
            length = 1
            arms = 0
            cells = 0
            arm = 0
            pooled = 0
            regret = 0.0
            reward_sum = 0.0
            best_pulls = 0
            tried = 0
            last = -1
            since = 0
            status = 0
            t = 0
            for c in range(len(checkpoints)):
                while t < checkpoints[c]:
                    if t == ends:
                        epoch += 1
                        before = arms
                        begins = t
                        length = max(1, epoch_rounds(policy, epoch, horizon))
                        ends = t + length
                        cells = max(1, min(epoch_arms(policy, epoch, horizon), size))
                        state.begins[epoch] = t
                        if keeps and epoch > 1:
                            cells = min(cells, before)
                            keep_best(inner, state, before, cells)
                        else:
                            known = draw_arms(world, state, mean, known, cells, size, instance, streams, scratch)
                            for j in range(cells + epoch - 1 if remembers else cells):
                                inner.total[j] = 0.0
                                inner.pulls[j] = 0
                        arms = cells + epoch - 1 if remembers else cells
                        for i in range(len(inner.squares)):
                            inner.squares[i] = 0.0
                        inner.number[SWEPT] = 0
                        start(base, inner, arms, length)
                        if keeps and epoch > 1:
                            for j in range(arms):
                                if inner.pulls[j] > 0:
                                    inner.top[2] = index(
                                        base, inner.total[j], inner.pulls[j], 0.0, 0.0, 1, length, arms
                                    )
                                    settle(inner, j)
                        status = 0
                    t += 1
                    if status != SAME_AGAIN:
                        arm = choose(base, inner, t - begins, arms, length, streams.policy)
                        if arm < 0:
                            status = arm
                            break
                    if arm < cells:
                        pooled = state.stands_for[arm]
                        if anywhere:
                            pooled = known
                            point = (arm + uniform(streams.policy)) / cells
                            mean[known] = discover(world, known, point, instance, streams.instance, scratch)
                            known += 1
                    else:
                        past = arm - cells + 1  # memory arm: replay a round of that epoch
                        begun = state.begins[past]
                        pooled = state.played[begun + below(streams.policy, state.begins[past + 1] - begun)]
                    arm_mean = mean[pooled]
                    if not least_mean <= arm_mean <= most_mean:
                        status = BAD_MEAN
                        break
                    if pooled != last:
                        last = pooled
                        since = t
                    reward = draw_reward(law, arm_mean, streams.rewards)
                    if not least <= reward <= most:
                        status = BAD_REWARD
                        break
                    regret += best - arm_mean
                    reward_sum += reward
                    best_pulls += arm_mean == best
                    if state.touched[pooled] != row + 1:
                        state.touched[pooled] = row + 1
                        tried += 1
                    if remembers:
                        state.played[t - 1] = pooled
                    if traced:
                        record.arm[t - 1] = pooled
                        record.outcome[t - 1] = reward
                    status = learn(base, inner, arm, reward, t - begins, arms, length, streams.policy)
                    if status == MOVED:
                        settle(inner, arm)
                    elif status < 0:
                        break
                halted = keep_regret(record, control, first, row, c, t, regret, status)
                if halted:
                    return halted

            record.reference[row] = best
            record.reward[row] = reward_sum
            record.locked[row] = best - mean[last] if since <= t // 2 + 1 else 0.0
            record.tried[row] = tried
            record.pulls[row] = best_pulls
        return 0

    return play
