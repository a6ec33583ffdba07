"""The player of policies that round values to add a bonus to a whole action in polynomial time.

Values are rounded up to multiples of a step.  Actions are the paths of a network without cycles, whose edges have an
arm each, or none.  A table, filled backwards from the end, has by node and rounded sum s the widest way whose sum is at
least s.  It gives an action for every s; the one with the largest true sum of values plus bonus is played.
"""

from __future__ import annotations

from math import ceil, inf
from typing import Any, NamedTuple

from begreedy.engine.players.player import BAD_INDEX, Floats, Ints, Player
from begreedy.engine.players.set_state import SetState
from begreedy.random import below

TIE = 1e-12  # sums that differ by less are equal


class RoundedSearch(NamedTuple):
    """The table, as part of the state of a player of sets."""

    level: Any  # by arm: its value in steps
    most: Any  # by node: the largest sum of levels on the way to the end
    widest: Any  # by node and sum: the width of the widest way
    draft: Any  # the arms of an action


def rounded(policy: Any, player: Player) -> Player:
    """The player after its first pulls; the policy has the network and, as ``levels``, the largest sum of levels."""
    first_pick, action_bonus, step_of = player.pick, type(policy).action_bonus, type(policy).step
    search = RoundedSearch(
        level=Ints(player.layout.value.size),
        most=Ints(policy.nodes),
        widest=Floats(policy.nodes * (policy.levels + 1)),
        draft=Ints(policy.size),
    )

    def fill(policy: Any, state: SetState) -> None:
        """Fill the table; nodes come in an order in which the ways from each are known when it is looked at."""
        search = state.search
        route, starts, ways, goals, row = policy.route, policy.starts, policy.ways, policy.goals, policy.levels + 1
        for place in range(len(route)):
            node = int(route[place])
            most = 0 if node == policy.end else -1
            for i in range(int(starts[node]), int(starts[node + 1])):
                goal, arm = int(goals[i]), int(ways[i])
                if search.most[goal] >= 0:
                    most = max(most, search.most[goal] + (search.level[arm] if arm >= 0 else 0))
            search.most[node] = most
            for s in range(most + 1):
                search.widest[node * row + s] = 0.0 if node == policy.end else -inf
            for i in range(int(starts[node]), int(starts[node + 1])):
                goal, arm = int(goals[i]), int(ways[i])
                level = search.level[arm] if arm >= 0 else 0
                width = 1.0 / state.stats.pulls[arm] if arm >= 0 else 0.0
                for s in range(min(most, search.most[goal] + level) + 1):
                    wide = width + search.widest[goal * row + max(0, s - level)]
                    if wide > search.widest[node * row + s]:
                        search.widest[node * row + s] = wide

    fill.out_of_line = True  # type: ignore[attr-defined]

    def follow(policy: Any, state: SetState, rest: int, rng: Any) -> int:
        """Write the arms of the widest action whose levels sum to at least ``rest``; ties are broken uniformly."""
        search, starts, ways, goals, row = state.search, policy.starts, policy.ways, policy.goals, policy.levels + 1
        node = policy.begin
        size = 0
        while node != policy.end:
            best = -inf
            taken = -1
            ties = 0
            for i in range(int(starts[node]), int(starts[node + 1])):
                goal, arm = int(goals[i]), int(ways[i])
                level = search.level[arm] if arm >= 0 else 0
                after = max(0, rest - level)
                if after <= search.most[goal]:
                    wide = (1.0 / state.stats.pulls[arm] if arm >= 0 else 0.0) + search.widest[goal * row + after]
                    if wide > best + TIE:
                        ties = 0
                    ties += wide >= best - TIE
                    if wide > best + TIE or (wide >= best - TIE and below(rng, ties) == 0):
                        best = wide
                        taken = i
            arm = int(ways[taken])
            if arm >= 0:
                search.draft[size] = arm
                size += 1
                rest = max(0, rest - search.level[arm])
            node = int(goals[taken])
        return size

    def pick(policy: Any, actions: Any, state: Any, t: int, arms: int, horizon: int, rng: Any, chosen: Any) -> int:
        if state.stats.swept[0] == 0:
            size = first_pick(policy, actions, state, t, arms, horizon, rng, chosen)
            if state.stats.swept[0] == 0 or size < 0:
                return size
        search, step = state.search, step_of(policy, t)
        for arm in range(arms):
            search.level[arm] = ceil(state.value[arm] / step) if state.stats.pulls[arm] > 0 else 0
        fill(policy, state)
        best = -inf
        size = 0
        for s in range(search.most[policy.begin] + 1):
            count = follow(policy, state, s, rng)
            worth = 0.0
            width = 0.0
            for place in range(count):
                worth += state.value[search.draft[place]]
                width += 1.0 / state.stats.pulls[search.draft[place]]
            worth += action_bonus(policy, width, t)
            if worth != worth:
                return BAD_INDEX
            if worth > best + TIE:
                best = worth
                size = count
                for place in range(count):
                    chosen[place] = search.draft[place]
        return size

    return player._replace(layout=player.layout._replace(search=search), pick=pick)
