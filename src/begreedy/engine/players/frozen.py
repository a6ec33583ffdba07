"""The player for frozen indices, which move only when their arm is pulled: Greedy, MOSS.

The arms tied for the largest index stand in an explicit set (picked from uniformly, removed by swapping with the last);
all others wait in a heap.  While a single leader stays ahead of the heap's root (the *bar*), none moves.  While several
lead, nobody looks at the heap: arms that lose their place stand behind it, and are sifted into it when its root is
asked for.  The choice has exactly the law of a scan of all arms: uniform among the maxima, fresh each round.  (Random
keys that break ties inside a heap would not: a fresh key competes with keys known to have lost.)
"""

from __future__ import annotations

from math import inf
from typing import Any

from begreedy.engine.players.cost_leaps import cost_leaps
from begreedy.engine.players.frozen_state import (
    BAR,
    BONUS_ARMS,
    BONUS_HORIZON,
    LEAD,
    MOVED_TO,
    PASSED,
    SIFTED,
    TIES,
    WAITING,
    FrozenState,
)
from begreedy.engine.players.heap import TOP, change, sift_down, sift_up
from begreedy.engine.players.leaps import ROUNDS_PER_ARM, binary_leaps, no_bonus, no_pseudo, normal_leaps
from begreedy.engine.players.player import (
    BAD_INDEX,
    BAD_REWARD,
    MOVED,
    SAME_AGAIN,
    STRETCH,
    ArmLooks,
    Floats,
    Ints,
    Methods,
    Player,
    arm_statistics,
)
from begreedy.random import below
from begreedy.types import says

TABLE = 4096  # bonuses kept; an arm pulled more often computes its own


def player(methods: Methods, arms: int, *, fixed: bool = False) -> Player:
    """The player; ``fixed``: all arms are there in the first round, so it never looks later for new ones."""
    index, count = methods.index_of, methods.count_of
    squares, costs, unforced = methods.squares, methods.costs, methods.unforced
    bonus, tabled = methods.bonus, methods.bonus is not None
    layout = FrozenState(
        stats=arm_statistics(arms, squares=squares, costs=costs),
        key=Floats(arms + 2),
        heap=Ints(arms),
        place=Ints(arms),
        tied=Ints(arms),
        bonus=Floats(TABLE if tabled else 1),
        counts=Ints(SIFTED + 1),
        levels=Floats(MOVED_TO + 1),
    )

    def start(policy: Any, state: FrozenState, arms: int, horizon: int) -> None:
        state.counts[WAITING] = 0
        state.counts[TIES] = 0
        state.counts[PASSED] = 0
        state.counts[SIFTED] = 0
        for arm in range(arms):
            state.place[arm] = 0
        # Once for all runs, unless a restarting policy changes the horizon or the arms.
        if tabled and (state.counts[BONUS_HORIZON] != horizon or state.counts[BONUS_ARMS] != arms):
            state.counts[BONUS_HORIZON] = horizon
            state.counts[BONUS_ARMS] = arms
            for pulls in range(1, TABLE):
                state.bonus[pulls] = bonus(policy, pulls, horizon, arms)

    def index_of(
        policy: Any, total: float, pulls: int, square: float, cost: float, horizon: int, arms: int, table: Any
    ) -> float:
        if tabled and pulls < TABLE:
            return total / pulls + table[pulls]
        return index(policy, total, pulls, square, cost, 0, horizon, arms)

    def choose(policy: Any, state: FrozenState, t: int, arms: int, horizon: int, rng: Any) -> int:
        ties = state.counts[TIES]
        if unforced and (ties == 0 or (not fixed and state.stats.swept[0] < arms)):
            fault = enter(policy, state, arms, horizon)
            if fault:
                return fault
            ties = state.counts[TIES]
        if ties == 1:
            return state.tied[0]
        return state.tied[_not_negative(below(rng, ties))]

    def learn(
        policy: Any, state: FrozenState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        total, pulls, square = count(policy, state, arm, reward, rng)
        cost = state.stats.cost[arm if costs else 0]
        value = index_of(policy, total, pulls, square, cost, horizon, arms, state.bonus)
        if value != value:
            return BAD_INDEX
        # Where several lead, the bar is infinite, so this return only comes earlier than the last one.  It is for
        # processors: one that guessed wrong whether the arm falls back notices it here, before the division is done.
        if (reward < state.levels[LEAD]) & (state.counts[TIES] > 1):
            state.levels[MOVED_TO] = value
            return MOVED
        if value > state.levels[BAR] and state.place[arm] < 0:
            state.levels[LEAD] = value  # the usual case: the only leader stays ahead
            return SAME_AGAIN
        state.levels[MOVED_TO] = value
        return MOVED

    def refresh(policy: Any, state: FrozenState, arm: int, arms: int, horizon: int) -> int:
        """Put an arm where its statistics say, whether or not it was there before."""
        stats = state.stats
        square, cost = stats.squares[arm if squares else 0], stats.cost[arm if costs else 0]
        value = index_of(policy, stats.total[arm], stats.pulls[arm], square, cost, horizon, arms, state.bonus)
        if value != value:
            return BAD_INDEX
        if value > state.levels[BAR] and state.place[arm] < 0:
            state.levels[LEAD] = value
        else:
            state.levels[MOVED_TO] = value
            reposition(state, arm)
        return 0

    def enter(policy: Any, state: FrozenState, arms: int, horizon: int) -> int:
        """Without first pulls, arms compete from the start, or as soon as they are there."""
        if state.stats.swept[0] == 0 and _all_new(state, arms):
            fault = refresh(policy, state, 0, arms, horizon)
            if fault:
                return fault
            _lead_all(state, arms)  # with the same index
        for arm in range(state.stats.swept[0], arms):
            fault = refresh(policy, state, arm, arms, horizon)
            if fault:
                return fault
        state.stats.swept[0] = arms
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
            until = min(until, t + STRETCH)
            policy, state, law, horizon = table.policy, table.state, table.law, table.horizon
            rewards = table.streams.rewards
            total = state.stats.total[arm]
            pulls = state.stats.pulls[arm]
            bar = state.levels[BAR]
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
            state.stats.total[arm] = total
            state.stats.pulls[arm] = pulls
            if status == SAME_AGAIN:
                state.levels[LEAD] = value
            else:
                state.levels[MOVED_TO] = value
            if value != value:
                status = BAD_INDEX
            return t, regret, reward_sum, status

        return streak

    def leap_with(law: Any, horizon: int, singly: Any) -> Any:
        if says(law, "binary") and methods.monotone:
            averages = methods.is_mean or methods.pseudo is not None
            worth = not tabled or horizon >= ROUNDS_PER_ARM * arms
            return binary_leaps(index_of, singly, averages) if worth else None
        straight = methods.pseudo is not None or (methods.monotone and (tabled or methods.is_mean))
        if says(law, "normal") and straight:
            return normal_leaps(index_of, bonus or no_bonus, methods.pseudo or no_pseudo, singly)
        return None

    def cost_leap_with(law: Any, horizon: int, singly: Any) -> Any:
        return cost_leaps(index_of) if says(law, "binary") and methods.monotone else None

    streak = streak_with if methods.plain and not costs else None
    leap = (cost_leap_with if costs else leap_with) if methods.plain else None
    return Player(
        layout,
        start,
        choose,
        learn,
        reposition,
        forget,
        refresh=refresh,
        streak=streak,
        leap=leap,
        looks=_looks,
        lasting={"counts": PASSED},  # not how many arms are sifted: sifting them again moves none
        catch_up=catch_up,
    )


def _not_negative(number: int) -> int:
    """The number itself, which is at least 0 (compiled: a cast, so that no place is counted from the end)."""
    return number


_not_negative.compiled_as = "uint64"  # type: ignore[attr-defined]


def _looks(state: FrozenState) -> ArmLooks:
    return ArmLooks(together=int(state.counts[PASSED]))


def reposition(state: FrozenState, arm: int) -> None:
    """Move an arm to where its new index belongs, and set the bar."""
    _move(state, arm, state.levels[MOVED_TO])
    _set_bar(state)


def catch_up(state: FrozenState) -> None:
    """Sift all arms that wait, so that the state is the same whether or not it was restored in between."""
    if state.counts[TIES] > 0:
        _sift(state)


def _set_bar(state: FrozenState) -> None:
    if state.counts[TIES] == 1:
        _sift(state)
        state.levels[BAR] = state.key[TOP]
    else:
        state.levels[BAR] = inf


def _wait(state: FrozenState, arm: int, value: float) -> None:
    """Let an arm wait: in the heap if its root is asked for next, else behind it."""
    size = state.counts[WAITING]
    state.counts[WAITING] = size + 1
    if state.counts[TIES] == 1 and state.counts[SIFTED] == size:
        sift_up(state.key, state.heap, state.place, size, arm, value)
        state.counts[SIFTED] = size + 1
    else:
        state.key[size] = value
        state.heap[size] = arm
        state.place[arm] = size + 1


def _sift(state: FrozenState) -> None:
    """Take into the heap the arms that wait behind it; with a single leader there are none."""
    size = state.counts[WAITING]
    for position in range(state.counts[SIFTED], size):
        sift_up(state.key, state.heap, state.place, position, state.heap[position], state.key[position])
    state.counts[SIFTED] = size
    state.key[size] = -inf  # with it in place the heap may be empty: a single leader then stays whatever it pays


def take_away(state: FrozenState, arm: int) -> None:
    """Let an arm neither lead nor wait."""
    where = state.place[arm]
    if where > 0:
        _take_out(state, arm)
    elif where < 0:
        slot, last = -where - 1, state.counts[TIES] - 1
        moved = state.tied[last]
        state.tied[slot] = moved
        state.place[moved] = -slot - 1
        state.counts[TIES] = last
        if last == 0 and state.counts[WAITING] > 0:
            _promote(state)
    state.place[arm] = 0
    _set_bar(state)


def _move(state: FrozenState, arm: int, value: float) -> None:
    where = state.place[arm]
    if where < 0:
        _rank_leader(state, arm, value, -where - 1)
    elif state.counts[TIES] > 0 and value < state.levels[LEAD]:
        if where == 0:
            _wait(state, arm, value)
        else:
            _sift(state)
            change(state.key, state.heap, state.place, state.counts[WAITING], state.place[arm] - 1, arm, value)
    else:
        if where > 0:
            _take_out(state, arm)
        if state.counts[TIES] > 0 and value > state.levels[LEAD]:
            _demote_leaders(state)
        state.levels[LEAD] = value
        _add_leader(state, arm)


def _rank_leader(state: FrozenState, arm: int, value: float, slot: int) -> None:
    ties = state.counts[TIES]
    if ties > 1 and value == state.levels[LEAD]:
        return
    if ties > 1:
        last = state.tied[ties - 1]
        state.tied[slot] = last
        state.place[last] = -slot - 1
        state.counts[TIES] = ties - 1
        if value > state.levels[LEAD]:
            _demote_leaders(state)
            state.levels[LEAD] = value
            _add_leader(state, arm)
        else:
            _wait(state, arm, value)
        return
    size = state.counts[WAITING]
    if size == 0:  # no other arm: an index of -inf beats no bar, but leads all the same
        state.levels[LEAD] = value
        return
    # A single leader that no longer beats the best of the others: they change places.
    state.levels[LEAD] = state.key[TOP]
    state.counts[TIES] = 0
    _add_leader(state, state.heap[TOP])
    sift_down(state.key, state.heap, state.place, size, 0, arm, value)
    state.key[size] = -inf
    _join_leaders(state)


def _promote(state: FrozenState) -> None:
    """Let the best of the waiting arms lead, if none leads."""
    state.levels[LEAD] = state.key[TOP]
    _join_leaders(state)


def _join_leaders(state: FrozenState) -> None:
    """Let the waiting arms lead whose index equals the leaders'."""
    while state.counts[WAITING] > 0 and state.key[TOP] == state.levels[LEAD]:
        tied = state.heap[TOP]
        _take_out(state, tied)
        _add_leader(state, tied)


def _all_new(state: FrozenState, arms: int) -> bool:
    """Whether no arm was ever pulled, nor leads or waits."""
    touched = False
    for arm in range(arms):
        touched |= (state.stats.pulls[arm] != 0) | (state.place[arm] != 0)
    return not touched


def _lead_all(state: FrozenState, arms: int) -> None:
    """Let all arms lead, in order."""
    for arm in range(arms):
        state.tied[arm] = arm
        state.place[arm] = -arm - 1
    state.counts[TIES] = arms
    state.stats.swept[0] = arms
    _set_bar(state)


def _add_leader(state: FrozenState, arm: int) -> None:
    slot = state.counts[TIES]
    state.tied[slot] = arm
    state.place[arm] = -slot - 1
    state.counts[TIES] = slot + 1


def _demote_leaders(state: FrozenState) -> None:
    state.counts[PASSED] += state.counts[TIES]
    for slot in range(state.counts[TIES]):
        _wait(state, state.tied[slot], state.levels[LEAD])
    state.counts[TIES] = 0


def _take_out(state: FrozenState, arm: int) -> None:
    _sift(state)
    position, size = state.place[arm] - 1, state.counts[WAITING] - 1
    state.counts[WAITING] = size
    state.counts[SIFTED] = size
    last, value = state.heap[size], state.key[size]
    state.key[size] = -inf
    if position < size:
        change(state.key, state.heap, state.place, size, position, last, value)
