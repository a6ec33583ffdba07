"""The player for frozen indices, which move only when their arm is pulled: Greedy, MOSS.

The arms tied for the largest index stand in an explicit set (picked from uniformly, removed by swapping with
the last); all others wait in a heap.  While a single leader stays ahead of the heap's root, a round costs one
comparison with the *bar*.  The choice has exactly the law of a scan of all arms: uniform among the maxima,
fresh each round.  (Random keys that break ties inside a heap would not: a fresh key competes with keys
known to have lost.)
"""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple

from begreedy.engine.players.heap import change, sift_down, sift_up
from begreedy.engine.players.leaps import ROUNDS_PER_ARM, binary_leaps, no_bonus, no_pseudo, normal_leaps
from begreedy.engine.players.player import (
    BAD_INDEX,
    BAD_REWARD,
    MOVED,
    SAME_AGAIN,
    Floats,
    Ints,
    Methods,
    Player,
    arm_statistics,
    scalars,
)
from begreedy.random import below

TABLE = 4096  # bonuses kept; an arm pulled more often computes its own


class FrozenState(NamedTuple):
    """The statistics of the arms, the leaders, and the heap of all others."""

    total: Any
    pulls: Any
    squares: Any
    cost: Any
    born: Any
    swept: Any
    key: Any  # by position in the heap: index
    heap: Any  # by position in the heap: arm
    place: Any  # by arm: position in the heap + 1, -(position among the tied + 1), or 0 if never pulled
    tied: Any  # the arms that share the largest index
    bonus: Any  # by pulls: the bonus, where the index is mean + bonus
    # scalars
    waiting: Any  # arms in the heap
    ties: Any  # arms that share the largest index
    lead: Any  # the largest index
    bar: Any  # what a leader must exceed to stay the only one
    moved: Any  # the new index of the arm that ``settle`` is to put in its place
    bonus_arms: Any  # arms and horizon for which the bonuses were computed
    bonus_horizon: Any


def player(methods: Methods, arms: int) -> Player:
    index, count = methods.index_of, methods.count_of
    squares, costs, unforced = methods.squares, methods.costs, methods.unforced
    bonus, tabled = methods.bonus, methods.bonus is not None
    layout = FrozenState(
        **arm_statistics(arms, squares=squares, costs=costs),
        key=Floats(arms + 2),
        heap=Ints(arms),
        place=Ints(arms),
        tied=Ints(arms),
        bonus=Floats(TABLE if tabled else 1),
        **scalars(Ints, "waiting", "ties", "bonus_arms", "bonus_horizon"),
        **scalars(Floats, "lead", "bar", "moved"),
    )

    def start(policy: Any, state: FrozenState, arms: int, horizon: int) -> None:
        state.waiting[0] = 0
        state.ties[0] = 0
        for arm in range(arms):
            state.place[arm] = 0
        # Once for all runs, unless a restarting policy changes the horizon or the arms.
        if tabled and (state.bonus_horizon[0] != horizon or state.bonus_arms[0] != arms):
            state.bonus_horizon[0] = horizon
            state.bonus_arms[0] = arms
            for pulls in range(1, TABLE):
                state.bonus[pulls] = bonus(policy, pulls, horizon, arms)

    def index_of(
        policy: Any, total: float, pulls: int, square: float, cost: float, horizon: int, arms: int, table: Any
    ) -> float:
        if tabled and pulls < TABLE:
            return total / pulls + table[pulls]
        return index(policy, total, pulls, square, cost, 0, horizon, arms)

    def choose(policy: Any, state: FrozenState, t: int, arms: int, horizon: int, rng: Any) -> int:
        if unforced and state.swept[0] < arms:
            fault = enter(policy, state, arms, horizon)
            if fault:
                return fault
        ties = state.ties[0]
        if ties == 1:
            return state.tied[0]
        return state.tied[below(rng, ties)]

    def learn(
        policy: Any, state: FrozenState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        total, pulls, square = count(policy, state, arm, reward, rng)
        value = index_of(policy, total, pulls, square, state.cost[arm if costs else 0], horizon, arms, state.bonus)
        if value > state.bar[0] and state.place[arm] < 0:
            state.lead[0] = value  # the usual case: the only leader stays ahead
            return SAME_AGAIN
        if value != value:
            return BAD_INDEX
        state.moved[0] = value
        return MOVED

    def refresh(policy: Any, state: FrozenState, arm: int, arms: int, horizon: int) -> int:
        """Put an arm where its statistics say, whether or not it was there before."""
        square, cost = state.squares[arm if squares else 0], state.cost[arm if costs else 0]
        value = index_of(policy, state.total[arm], state.pulls[arm], square, cost, horizon, arms, state.bonus)
        if value != value:
            return BAD_INDEX
        if value > state.bar[0] and state.place[arm] < 0:
            state.lead[0] = value
        else:
            state.moved[0] = value
            settle(state, arm)
        return 0

    def enter(policy: Any, state: FrozenState, arms: int, horizon: int) -> int:
        """Without first pulls, arms compete from the start, or as soon as they are there."""
        for arm in range(state.swept[0], arms):
            fault = refresh(policy, state, arm, arms, horizon)
            if fault:
                return fault
        state.swept[0] = arms
        return 0

    def forget(policy: Any, state: FrozenState, arm: int, arms: int, horizon: int) -> None:
        take_away(state, arm)
        if unforced:
            refresh(policy, state, arm, arms, horizon)

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
            """Play the only leader until it may fall back or ``until`` is reached: same sums, in registers."""
            policy, state, law, horizon = table.policy, table.state, table.law, table.horizon
            rewards = table.streams.rewards
            total = state.total[arm]
            pulls = state.pulls[arm]
            bar = state.bar[0]
            value = inf
            status = SAME_AGAIN
            while t < until:
                t += 1
                reward = draw_reward(law, mean, rewards)
                if not least <= reward <= most:
                    status = BAD_REWARD
                    break
                regret += gap
                reward_sum += reward
                total += reward
                pulls += 1
                value = index_of(policy, total, pulls, 0.0, 0.0, horizon, arms, state.bonus)
                if not value > bar:
                    status = MOVED
                    break
            state.total[arm] = total
            state.pulls[arm] = pulls
            if status == SAME_AGAIN:
                state.lead[0] = value
            else:
                state.moved[0] = value
            if value != value:
                status = BAD_INDEX
            return t, regret, reward_sum, status

        return streak

    def leap_with(law: Any, horizon: int, singly: Any) -> Any:
        if getattr(law, "binary", False) and methods.monotone:
            return binary_leaps(index_of, singly) if not tabled or horizon >= ROUNDS_PER_ARM * arms else None
        straight = methods.pseudo is not None or (methods.monotone and (tabled or methods.is_mean))
        if getattr(law, "normal", False) and straight:
            return normal_leaps(index_of, bonus or no_bonus, methods.pseudo or no_pseudo, singly)
        return None

    streak = streak_with if methods.plain else None
    leap = leap_with if methods.plain else None
    return Player(layout, start, choose, learn, settle, forget, refresh=refresh, streak=streak, leap=leap)


def settle(state: FrozenState, arm: int) -> None:
    """Move an arm to where its new index belongs, and set the bar."""
    _move(state, arm, state.moved[0])
    _set_bar(state)


def _set_bar(state: FrozenState) -> None:
    size = state.waiting[0]
    state.key[size] = -inf
    # With the sentinel in place the heap may be empty: a single leader then stays whatever it pays.
    state.bar[0] = state.key[0] if state.ties[0] == 1 else inf


def take_away(state: FrozenState, arm: int) -> None:
    """Let an arm neither lead nor wait."""
    where = state.place[arm]
    if where > 0:
        _take_out(state, where - 1)
    elif where < 0:
        slot, last = -where - 1, state.ties[0] - 1
        moved = state.tied[last]
        state.tied[slot] = moved
        state.place[moved] = -slot - 1
        state.ties[0] = last
        if last == 0 and state.waiting[0] > 0:
            _promote(state)
    state.place[arm] = 0
    _set_bar(state)


def _move(state: FrozenState, arm: int, value: float) -> None:
    where = state.place[arm]
    if where < 0:
        _rank_leader(state, arm, value, -where - 1)
    elif state.ties[0] > 0 and value < state.lead[0]:
        size = state.waiting[0]
        if where == 0:
            state.waiting[0] = size + 1
            sift_up(state.key, state.heap, state.place, size, arm, value)
        else:
            change(state.key, state.heap, state.place, size, where - 1, arm, value)
    else:
        if where > 0:
            _take_out(state, where - 1)
        if state.ties[0] > 0 and value > state.lead[0]:
            _demote_leaders(state)
        state.lead[0] = value
        _add_leader(state, arm)


def _rank_leader(state: FrozenState, arm: int, value: float, slot: int) -> None:
    ties = state.ties[0]
    size = state.waiting[0]
    if ties > 1 and value == state.lead[0]:
        return
    if ties > 1:
        last = state.tied[ties - 1]
        state.tied[slot] = last
        state.place[last] = -slot - 1
        state.ties[0] = ties - 1
        if value > state.lead[0]:
            _demote_leaders(state)
            state.lead[0] = value
            _add_leader(state, arm)
        else:
            state.waiting[0] = size + 1
            sift_up(state.key, state.heap, state.place, size, arm, value)
        return
    if size == 0:  # nobody else: an index of -inf beats no bar, but leads all the same
        state.lead[0] = value
        return
    # A single leader that no longer beats the best of the others: they change places.
    state.lead[0] = state.key[0]
    state.ties[0] = 0
    _add_leader(state, state.heap[0])
    sift_down(state.key, state.heap, state.place, size, 0, arm, value)
    state.key[size] = -inf
    _join_leaders(state)


def _promote(state: FrozenState) -> None:
    """Let the best of the waiting lead, where nobody does."""
    state.lead[0] = state.key[0]
    _join_leaders(state)


def _join_leaders(state: FrozenState) -> None:
    """Let those of the waiting lead whose index is the leaders'."""
    while state.waiting[0] > 0 and state.key[0] == state.lead[0]:
        tied = state.heap[0]
        _take_out(state, 0)
        _add_leader(state, tied)


def _add_leader(state: FrozenState, arm: int) -> None:
    slot = state.ties[0]
    state.tied[slot] = arm
    state.place[arm] = -slot - 1
    state.ties[0] = slot + 1


def _demote_leaders(state: FrozenState) -> None:
    size = state.waiting[0]
    for slot in range(state.ties[0]):
        sift_up(state.key, state.heap, state.place, size, state.tied[slot], state.lead[0])
        size += 1
    state.waiting[0] = size
    state.ties[0] = 0


def _take_out(state: FrozenState, position: int) -> None:
    size = state.waiting[0] - 1
    state.waiting[0] = size
    arm, value = state.heap[size], state.key[size]
    state.key[size] = -inf
    if position < size:
        change(state.key, state.heap, state.place, size, position, arm, value)
