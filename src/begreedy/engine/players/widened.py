"""The player of policies that add a bonus to a whole action: sum of values + bonus, proportional to sqrt(width).

The width of an action is the sum of 1 / pulls of its arms or, where rewards are correlated, the variance of its mean.

* Actions given one by one are all looked at, and so are few others where rewards are correlated: the policy lists them.
* Otherwise the best action for ``value + slope / pulls`` is asked of the oracle, for slopes that close in on the one
  at which the tangent of the bonus touches the best action.  By duality no action is better than
  ``max(value + slope / pulls) + scale**2 / (4 slope)``; where an action reaches this, it is the best of all.  Else two
  actions are left, one on either side, and the better one is played: the approximation.
* If any m arms are an action, all sets that may still be better than these two are looked at.  Each loses, in exchanges
  of single arms, less than the gap between the better one and the bound, so few arms come into question: exact.
* Of spanning trees, for a policy that ``exchanges``, exchanges of single edges lead from one of the two to the other,
  and all trees on the way are looked at: they lie on the same tangent, and one of them is less than an edge from
  touching.
* A policy that rounds (``levels``) finds, for every rounded sum, the widest action by dynamic programming
  (``rounded.py``).
"""

from __future__ import annotations

from math import inf, sqrt
from typing import Any, NamedTuple

from begreedy.engine.players.player import BAD_INDEX, Floats, Ints, Player
from begreedy.engine.players.rounded import rounded
from begreedy.engine.players.set_state import UNASKED, SetState
from begreedy.random import below
from begreedy.types import provides, says

TIE = 1e-12  # sums that differ by less are equal
MOST_SLOPES = 60  # the slopes asked for; each finds a new corner of the convex hull, of which there are few
MOST_LOOKS = 100_000  # sets of exchanges that are looked at in a round


class WidenedSearch(NamedTuple):
    """Two actions between which the best one is looked for, as part of the state of a player of sets."""

    together: Any  # by pair of arms, where rewards are correlated: how often both were played
    low: Any  # the arms of the best action for a smaller slope
    high: Any  # and for a larger one
    doubtful: Any  # arms that may be exchanged: those to give up first, then those to take
    taken: Any  # by place among the doubtful: -1 untried, 1 exchanged, 0 left
    lost: Any  # by place: what the exchanges before it lose at the slope, at least
    worth: Any  # by place: what they add to the sum of values
    wider: Any  # by place: and to the width


def widened_for(policy: Any, actions: Any, solve: Any, player: Player) -> Player:
    """The player after its first pulls, looking at the sum of weights plus the action's bonus."""
    if provides(policy, "levels"):
        return rounded(policy, player)
    listed = provides(policy, "members")
    explicit, free = says(actions, "explicit") or listed, says(actions, "free") and not listed
    doubtful = actions.arms + 1 if free else 1
    search = WidenedSearch(
        together=Floats(actions.arms**2 if provides(policy, "covariance") else 1),
        low=Ints(actions.size),
        high=Ints(actions.size),
        doubtful=Ints(doubtful),
        taken=Ints(doubtful),
        lost=Floats(doubtful),
        worth=Floats(doubtful),
        wider=Floats(doubtful),
    )
    start_alone = player.start

    def start(policy: Any, state: SetState, arms: int, horizon: int) -> None:
        start_alone(policy, state, arms, horizon)
        together = state.search.together
        for pair in range(len(together)):
            together[pair] = 0.0

    towards = type(actions).towards if says(policy, "exchanges") else None
    pick = _look_at_all(policy, listed) if explicit else _close_in(policy, solve, free, towards)
    pick = _after_first_pulls(player.pick, pick, provides(policy, "covariance"))
    return player._replace(layout=player.layout._replace(search=search), start=start, pick=pick)


def _after_first_pulls(first_pick: Any, pick_next: Any, correlated: bool) -> Any:
    def pick(policy: Any, actions: Any, state: Any, t: int, arms: int, horizon: int, rng: Any, chosen: Any) -> int:
        size = 0
        if state.stats.swept[0] == 0:
            size = first_pick(policy, actions, state, t, arms, horizon, rng, chosen)
            if state.stats.swept[0] == 1 and size > 0:
                size = 0  # no arm was short: that was not a first pull
        if size == 0:
            size = pick_next(policy, actions, state, t, arms, horizon, rng, chosen)
        if correlated:
            for place in range(size):
                for other in range(size):
                    state.search.together[chosen[place] * arms + chosen[other]] += 1.0
        return size

    return pick


# ---------------------------------------------------------------- actions given one by one


def _look_at_all(policy: Any, listed: bool) -> Any:
    """Look at all actions: those of the problem, or those that the policy has ``listed``."""

    def listed_by_policy(policy: Any, actions: Any) -> Any:
        return policy.members, policy.ends

    def listed_by_actions(policy: Any, actions: Any) -> Any:
        return actions.members, actions.ends

    sets_of = listed_by_policy if listed else listed_by_actions
    action_bonus = type(policy).action_bonus
    correlated = provides(policy, "covariance")

    def width_of(policy: Any, state: SetState, members: Any, begin: int, end: int, arms: int) -> float:
        width = 0.0
        for i in range(begin, end):
            arm = int(members[i])
            if not correlated:
                width += 1.0 / state.stats.pulls[arm]
            else:
                for j in range(begin, end):
                    other = int(members[j])
                    pair = arm * arms + other
                    shared = state.search.together[pair] / (state.stats.pulls[arm] * state.stats.pulls[other])
                    width += max(0.0, policy.covariance[pair]) * shared
        return width

    def pick(policy: Any, actions: Any, state: Any, t: int, arms: int, horizon: int, rng: Any, chosen: Any) -> int:
        members, ends = sets_of(policy, actions)
        best = -inf
        ties = 0
        begin = 0
        size = 0
        for number in range(len(ends)):
            end = int(ends[number])
            worth = action_bonus(policy, width_of(policy, state, members, begin, end, arms), t)
            for i in range(begin, end):
                worth += state.value[int(members[i])]
            if worth != worth:
                return BAD_INDEX
            if worth > best + TIE:
                ties = 0
            ties += worth >= best - TIE
            if worth > best + TIE or (worth >= best - TIE and below(rng, ties) == 0):
                best = worth
                size = end - begin
                for i in range(size):
                    chosen[i] = int(members[begin + i])
            begin = end
        return size

    return pick


# ---------------------------------------------------------------- actions found by an oracle


def _sums(state: SetState, chosen: Any, size: int) -> tuple[float, float]:
    """The sum of the values of an action, and its width."""
    worth = 0.0
    width = 0.0
    for place in range(size):
        worth += state.value[chosen[place]]
        width += 1.0 / state.stats.pulls[chosen[place]]
    return worth, width


def _copy(source: Any, target: Any, size: int) -> None:
    for place in range(size):
        target[place] = source[place]


def _close_in(policy: Any, solve: Any, free: bool, towards: Any) -> Any:
    action_bonus = type(policy).action_bonus
    walks = towards is not None

    def best_at(slope: float, actions: Any, state: SetState, arms: int, rng: Any, chosen: Any) -> int:
        state.floor[0] = UNASKED
        for arm in range(arms):
            pulls = state.stats.pulls[arm]
            state.trial[arm] = state.value[arm] + (slope / pulls if pulls > 0 else 0.0)
        return solve(actions, state.trial, chosen, state.memory, state.floor, rng)

    best_at.out_of_line = True  # type: ignore[attr-defined]

    def pick(policy: Any, actions: Any, state: Any, t: int, arms: int, horizon: int, rng: Any, chosen: Any) -> int:
        scale = action_bonus(policy, 1.0, t)
        if scale != scale:
            return BAD_INDEX
        low, high = state.search.low, state.search.high
        size_low = best_at(0.0, actions, state, arms, rng, low)
        worth_low, width_low = _sums(state, low, size_low)
        if scale <= 0.0:
            _copy(low, chosen, size_low)
            return size_low
        # The wider an action, the flatter the bonus there: at no slope above this one can the best action touch it.
        size_high = best_at(scale / (2.0 * sqrt(width_low)), actions, state, arms, rng, high)
        worth_high, width_high = _sums(state, high, size_high)
        slope = 0.0
        gap = 0.0
        for _ in range(MOST_SLOPES):
            if width_high <= width_low * (1.0 + TIE):
                break
            slope = (worth_low - worth_high) / (width_high - width_low)
            touch = scale * scale / (4.0 * slope * slope) if slope > 0.0 else inf  # the width where the tangent touches
            size = best_at(slope, actions, state, arms, rng, chosen)
            worth, width = _sums(state, chosen, size)
            reached = worth_low + slope * width_low
            if worth + slope * width <= reached + TIE * (1.0 + abs(reached)):
                best = max(worth_low + scale * sqrt(width_low), worth_high + scale * sqrt(width_high))
                if width_low < touch < width_high:
                    gap = reached + 0.25 * scale * scale / slope - best
                break
            if width > touch:
                size_high, worth_high, width_high = size, worth, width
                _copy(chosen, high, size)
            else:
                size_low, worth_low, width_low = size, worth, width
                _copy(chosen, low, size)
        size = size_low
        if worth_high + scale * sqrt(width_high) > worth_low + scale * sqrt(width_low):
            size = size_high
            _copy(high, chosen, size_high)
        else:
            _copy(low, chosen, size_low)
        if free and gap > TIE:
            exchange(state, slope, scale, gap, size, arms, rng, chosen)
        if walks and gap > TIE:
            walk(actions, state, scale, size, chosen)
        return size

    def walk(actions: Any, state: SetState, scale: float, size: int, chosen: Any) -> None:
        """Look at the trees between ``high`` and ``low``, all of them best at the slope, and choose the best."""
        worth, width = _sums(state, chosen, size)
        best = worth + scale * sqrt(width)
        low, high = state.search.low, state.search.high
        while towards(actions, high, low, state.trial, state.memory) > 0:
            worth, width = _sums(state, high, size)
            if worth + scale * sqrt(width) > best + TIE:
                best = worth + scale * sqrt(width)
                _copy(high, chosen, size)

    walk.out_of_line = True  # type: ignore[attr-defined]

    def doubtful_arms(state: SetState, gap: float, size: int, arms: int, rng: Any) -> tuple[int, int, float]:
        """The arms that an action that loses less than ``gap`` at the slope may give up or take, in random order."""
        high, doubtful = state.search.high, state.search.doubtful
        edge = inf  # the least of the best action's own weights: ``high`` is best at the slope
        for place in range(size):
            edge = min(edge, state.trial[high[place]])
            state.floor[high[place]] = -inf
        count = 0
        leaving = 0
        for inside in range(1, -1, -1):
            first = count
            for arm in range(arms):
                away = state.trial[arm] - edge if inside == 1 else edge - state.trial[arm]
                if (state.floor[arm] == -inf) == (inside == 1) and away < gap:
                    place = first + below(rng, count - first + 1)
                    doubtful[count] = doubtful[place]
                    doubtful[place] = arm
                    count += 1
            if inside == 1:
                leaving = count
        return count, leaving, edge

    def repeated(state: SetState, place: int, first: int) -> bool:
        """Whether an arm with the same value and pulls was left before: the random order says which of them goes."""
        search = state.search
        arm = search.doubtful[place]
        for earlier in range(first, place):
            other = search.doubtful[earlier]
            same = state.value[other] == state.value[arm] and state.stats.pulls[other] == state.stats.pulls[arm]
            if same and search.taken[earlier] == 0:
                return True
        return False

    def exchange(
        state: SetState, slope: float, scale: float, gap: float, size: int, arms: int, rng: Any, chosen: Any
    ) -> None:
        """Look at all sets of m arms that may be better than what is chosen, and choose the best."""
        for arm in range(arms):
            state.trial[arm] = state.value[arm] + slope / state.stats.pulls[arm]
            state.floor[arm] = inf
        search = state.search
        count, leaving, edge = doubtful_arms(state, gap, size, arms, rng)
        worth, width = _sums(state, search.high, size)
        bound = worth + slope * width + 0.25 * scale * scale / slope
        best = bound - gap
        search.lost[0] = 0.0
        search.worth[0] = worth
        search.wider[0] = width
        search.taken[0] = -1
        place = 0
        exchanged = 0  # arms given up minus arms taken
        looks = 0
        while place >= 0 and looks < MOST_LOOKS:
            looks += 1
            if place == count:
                if exchanged == 0 and search.worth[place] + scale * sqrt(search.wider[place]) > best + TIE:
                    best = search.worth[place] + scale * sqrt(search.wider[place])
                    filled = 0
                    for i in range(size):
                        state.floor[search.high[i]] = -inf
                    for i in range(leaving):
                        if search.taken[i] == 1:
                            state.floor[search.doubtful[i]] = inf
                    for i in range(size):
                        if state.floor[search.high[i]] == -inf:
                            chosen[filled] = search.high[i]
                            filled += 1
                    for i in range(leaving, count):
                        if search.taken[i] == 1:
                            chosen[filled] = search.doubtful[i]
                            filled += 1
                place -= 1
                continue
            inside = place < leaving
            arm = search.doubtful[place]
            sign = -1.0 if inside else 1.0
            if search.taken[place] == -1:  # try to exchange it
                search.taken[place] = 1
                exchanged += 1 if inside else -1
                search.lost[place + 1] = search.lost[place] + sign * (edge - state.trial[arm])
                search.worth[place + 1] = search.worth[place] + sign * state.value[arm]
                search.wider[place + 1] = search.wider[place] + sign / state.stats.pulls[arm]
                allowed = exchanged >= 0 and not repeated(state, place, 0 if inside else leaving)
                if allowed and bound - search.lost[place + 1] > best + TIE:
                    place += 1
                    if place < count:
                        search.taken[place] = -1
            elif search.taken[place] == 1:  # then leave it
                search.taken[place] = 0
                exchanged -= 1 if inside else -1
                search.lost[place + 1] = search.lost[place]
                search.worth[place + 1] = search.worth[place]
                search.wider[place + 1] = search.wider[place]
                if exchanged <= count - max(leaving, place + 1):
                    place += 1
                    if place < count:
                        search.taken[place] = -1
            else:
                place -= 1

    doubtful_arms.out_of_line = True  # type: ignore[attr-defined]
    exchange.out_of_line = True  # type: ignore[attr-defined]
    return pick
