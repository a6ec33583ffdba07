"""The player for growing indices, which never fall as t grows: UCB, KL-UCB, UCB-V.

At the start of an epoch the index of every arm is computed for the epoch's *last* round: an upper bound for
all of its rounds.  Bounds stand in a heap; a round walks down from the root and computes the index only of
arms whose bound reaches the best index found so far, so it finds exactly the maxima that a full scan finds.
The length of the epochs tunes itself: longer ones renew the bounds less often, shorter ones keep them tight.

An arm at the root whose index exceeds all other bounds is played on for as long as it does (``streak``), without a look
at the heap: a walk would find nothing else, and leave the heap as it is.
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from begreedy.engine.players.heap import TOP, change, sift_down
from begreedy.engine.players.player import (
    BAD_INDEX,
    BAD_REWARD,
    SAME_AGAIN,
    STRETCH,
    ArmLooks,
    ArmStatistics,
    Floats,
    Ints,
    Methods,
    Player,
    arm_statistics,
    scalars,
)
from begreedy.engine.players.top import insert
from begreedy.random import below, uniform

KNOWN = 4  # pulls of an arm, per arm there is, before it is played in streaks: others are soon overtaken
HAIR, SPECK = 1e-12, 1e-200  # by how much, relatively and absolutely, a bound is raised against rounding


class GrowingState(NamedTuple):
    """The statistics of the arms, and the heap of their upper bounds."""

    stats: ArmStatistics
    key: Any  # by position in the heap: upper bound
    heap: Any  # by position in the heap: arm
    place: Any  # by arm: position in the heap + 1
    tied: Any  # the arms found to share the largest index
    best: Any  # for a list: the largest indices found so far, decreasing
    luck: Any  # for a list: random numbers that order equal indices
    stack: Any  # positions still to visit
    # scalars
    until: Any  # the last round of the epoch (0: none has begun)
    length: Any  # of the epoch
    evaluated: Any  # indices computed in the epoch
    looked: Any  # bounds and indices computed in all epochs before
    passed: Any  # arms whose index was not computed, because another one had the same record
    shrinking: Any  # whether epochs become shorter (1) or longer (0)
    price: Any  # indices computed per round of the epoch before


def player(methods: Methods, arms: int, slots: int = 1) -> Player:
    index, index_at, count, unforced = methods.index_of, methods.index_at, methods.count_of, methods.unforced
    # Arms of equal total and pulls have equal indices, unless something else matters as well.
    alike = not (methods.squares or methods.costs or methods.aged)
    layout = GrowingState(
        stats=arm_statistics(arms, squares=methods.squares, costs=methods.costs, aged=methods.aged),
        key=Floats(arms + 1),
        heap=Ints(arms),
        place=Ints(arms),
        tied=Ints(arms),
        best=Floats(slots),
        luck=Floats(slots),
        stack=Ints(arms + 1),
        **scalars(Ints, "until", "length", "evaluated", "looked", "passed", "shrinking"),
        **scalars(Floats, "price"),
    )

    def start(policy: Any, state: GrowingState, arms: int, horizon: int) -> None:
        state.until[0] = 0
        state.length[0] = 1
        state.evaluated[0] = 0
        state.looked[0] = 0
        state.passed[0] = 0
        state.shrinking[0] = 0
        state.price[0] = inf
        state.key[arms] = -inf

    def bound_of(policy: Any, state: GrowingState, arm: int, until: int, arms: int, horizon: int) -> float:
        value = index_at(policy, state, arm, until, arms, horizon)
        # A hair more, since rounding may make a growing function fall by its last bits.
        return value + HAIR * abs(value) + SPECK

    def renew(policy: Any, state: GrowingState, t: int, arms: int, horizon: int) -> int:
        length = state.length[0]
        if state.until[0] > 0:
            # Hill climbing on the cost per round: go on in the direction that made it fall.
            price = (arms + state.evaluated[0]) / length
            if price > state.price[0]:
                state.shrinking[0] = 1 - state.shrinking[0]
            state.price[0] = price
            length = max(1, length * 2 // 3) if state.shrinking[0] else length * 3 // 2 + 1
        state.length[0] = length
        until = t + length - 1
        state.until[0] = until
        state.looked[0] += arms + state.evaluated[0]
        state.evaluated[0] = 0
        fault = 0
        for arm in range(arms):
            bound = bound_of(policy, state, arm, until, arms, horizon)
            state.key[arm] = bound
            fault = BAD_INDEX if bound != bound else fault
        if fault:
            return fault
        for arm in range(arms):
            state.heap[arm] = arm
            state.place[arm] = arm + 1
        for position in range(arms // 2 - 1, -1, -1):
            sift_down(state.key, state.heap, state.place, arms, position, state.heap[position], state.key[position])
        return 0

    def choose(policy: Any, state: GrowingState, t: int, arms: int, horizon: int, rng: Any) -> int:
        key, heap, tied, stack = state.key, state.heap, state.tied, state.stack
        if t > state.until[0]:
            fault = renew(policy, state, t, arms, horizon)
            if fault:
                return fault
        best = -inf
        ties = 0
        visited = 0
        evaluated = 0
        stack[0] = TOP
        depth = 1
        while depth > 0:
            depth -= 1
            position = stack[depth]
            if key[position] < best:
                continue
            visited += 1
            arm = heap[position]
            if ties > 0 and alike and _same(state.stats, arm, tied[0]):
                value = best  # the same statistics, the same index
            else:
                value = index_at(policy, state, arm, t, arms, horizon)
                evaluated += 1
            if value > best:
                best = value
                tied[0] = arm
                ties = 1
            elif value == best:
                tied[ties] = arm
                ties += 1
            elif value != value:
                return BAD_INDEX
            depth = push_children(key, stack, depth, position, arms, best)
        state.evaluated[0] += evaluated
        state.passed[0] += visited - evaluated
        return tied[0] if ties == 1 else tied[below(rng, ties)]

    def learn(
        policy: Any, state: GrowingState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        count(policy, state, arm, reward, rng)
        if state.until[0] > t:  # otherwise all bounds are renewed before they are looked at
            bound = bound_of(policy, state, arm, state.until[0], arms, horizon)
            if bound != bound:
                return BAD_INDEX
            change(state.key, state.heap, state.place, arms, state.place[arm] - 1, arm, bound)
        return 0

    def leading(
        policy: Any, state: GrowingState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        """``learn``, and SAME_AGAIN if the arm is at the root: then ``streak`` finds out whether it leads."""
        status = learn(policy, state, arm, reward, t, arms, horizon, rng)
        known = state.stats.pulls[arm] > KNOWN * arms
        return SAME_AGAIN if status == 0 and known and state.until[0] > t and state.place[arm] == TOP + 1 else status

    def streak_with(draw_reward: Any, least: float, most: float) -> Any:
        def streak(
            table: Any,
            arms: int,
            arm: int,
            mean: float,
            gap: float,
            t: int,
            until: int,
            regret: float,
            reward_sum: float,
        ) -> tuple[int, float, float, int]:
            """Play the arm at the root for as long as its index exceeds all other bounds, perhaps not at all."""
            policy, state, law, horizon = table.policy, table.state, table.law, table.horizon
            rewards, key, stats = table.streams.rewards, state.key, state.stats
            total = stats.total[arm]
            pulls = stats.pulls[arm]
            begun = t
            until = min(until, t + STRETCH, state.until[0])
            bar = max(key[TOP + 1], key[TOP + 2]) if arms > 1 else -inf  # below the top, of its two children
            safe = bar + HAIR * abs(bar) + SPECK if bar > -inf else bar
            status = SAME_AGAIN if index(policy, total, pulls, 0.0, 0.0, t + 1, horizon, arms) > bar else 0
            while status == SAME_AGAIN and t < until:
                # The index of an earlier round is a lower bound, and what it has of that round is computed once.
                early = t + 2
                leads = True
                while leads and t < until:
                    t += 1
                    reward = draw_reward(law, mean, rewards)
                    if not least <= reward <= most:
                        status = BAD_REWARD
                        break
                    regret += gap
                    reward_sum += reward
                    total += reward
                    pulls += 1
                    leads = index(policy, total, pulls, 0.0, 0.0, early, horizon, arms) > safe
                if not leads and not index(policy, total, pulls, 0.0, 0.0, t + 1, horizon, arms) > bar:
                    status = 0
            if t > begun:
                stats.total[arm] = total
                stats.pulls[arm] = pulls
                state.evaluated[0] += t - begun
                if refresh(policy, state, arm, arms, horizon) < 0:
                    status = BAD_INDEX
            if status == SAME_AGAIN and t >= state.until[0]:
                status = 0
            return t, regret, reward_sum, status

        return streak

    def rank(
        policy: Any, state: GrowingState, t: int, arms: int, slots: int, horizon: int, rng: Any, chosen: Any
    ) -> int:
        """As ``choose``, but a walk goes on while a bound reaches the last index that is listed so far."""
        key, stack, best, luck = state.key, state.stack, state.best, state.luck
        if t > state.until[0]:
            fault = renew(policy, state, t, arms, horizon)
            if fault:
                return fault
        filled = 0
        least = -inf
        evaluated = 0
        stack[0] = TOP
        depth = 1
        while depth > 0:
            depth -= 1
            position = stack[depth]
            if key[position] < least:
                continue
            arm = state.heap[position]
            last = chosen[slots - 1]
            full = filled == slots
            if full and alike and _same(state.stats, arm, last):
                value = least
            else:
                value = index_at(policy, state, arm, t, arms, horizon)
                evaluated += 1
                if value != value:
                    return BAD_INDEX
            filled = insert(best, luck, chosen, filled, slots, value, uniform(rng), arm)
            if filled == slots:
                least = best[slots - 1]
            depth = push_children(key, stack, depth, position, arms, least)
        state.evaluated[0] += evaluated
        return 0

    def forget(policy: Any, state: GrowingState, arm: int, arms: int, horizon: int) -> None:
        # With first pulls, a fresh arm is pulled before any index is asked for, and that pull gives it a bound again.
        if state.until[0] > 0:
            bound = bound_of(policy, state, arm, state.until[0], arms, horizon) if unforced else -inf
            change(state.key, state.heap, state.place, len(state.heap), state.place[arm] - 1, arm, bound)

    def refresh(policy: Any, state: GrowingState, arm: int, arms: int, horizon: int) -> int:
        if state.until[0] > 0:
            bound = bound_of(policy, state, arm, state.until[0], arms, horizon)
            if bound != bound:
                return BAD_INDEX
            change(state.key, state.heap, state.place, arms, state.place[arm] - 1, arm, bound)
        return 0

    # Where arms come and go, sums over a streak would be rounded otherwise than those over its rounds.
    steady = methods.plain and slots == 1 and not (methods.costs or methods.aged)
    return Player(
        layout,
        start,
        choose,
        learn,
        forget=forget,
        rank=rank,
        refresh=refresh,
        streak=streak_with if steady else None,
        leading=leading if steady else None,
        looks=_looks,
        lasting={"passed": 0},
    )


def _looks(state: GrowingState) -> ArmLooks:
    return ArmLooks(int(state.looked[0]), int(state.passed[0]))


def push_children(key: Any, stack: Any, depth: int, position: int, size: int, bar: float) -> int:
    """Put those children on the stack whose bounds reach the bar; returns its new depth."""
    child = 2 * position + 1
    if child + 1 < size:
        # The larger child last: it is visited first and raises the bar for the other.
        larger = child + 1 if key[child + 1] > key[child] else child
        smaller = 2 * child + 1 - larger
        if key[smaller] >= bar:
            stack[depth] = smaller
            depth += 1
        if key[larger] >= bar:
            stack[depth] = larger
            depth += 1
    elif child < size and key[child] >= bar:
        stack[depth] = child
        depth += 1
    return depth


def _same(stats: ArmStatistics, arm: int, other: int) -> bool:
    return stats.pulls[arm] == stats.pulls[other] and stats.total[arm] == stats.total[other]
