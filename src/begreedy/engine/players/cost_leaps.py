"""Leaps where pulls cost: a stay of the only leader played in blocks of costs, with exactly the same law.

Rewards and costs are 0 or 1.  The leader's index grows with what it earns, and only falls with what it costs, so it can
fall to the bar (see ``begreedy.engine.players.leaps``) in no round but one that costs.  If it stays above the bar even
if the next k costs come one after the other and nothing is paid, the leader stays until the next cost after them.
There its index says whether it falls.  How many rounds pass until the k + 1-st cost is negative binomial, and their
rewards are binomial: rewards and costs are independent.
"""

from __future__ import annotations

from typing import Any

from begreedy.engine.players.frozen_state import BAR, LEAD
from begreedy.engine.players.leaps import LONGEST, SHORTEST, advance
from begreedy.engine.players.player import SAME_AGAIN
from begreedy.random import binomial, stopped_binomial, uniform


def cost_leaps(index_of: Any) -> Any:
    """A function that plays some rounds of a stay; ``index_of`` as in ``begreedy.engine.players.leaps``."""

    def leap(
        table: Any, arms: int, arm: int, mean: float, price: float, most_costs: int, most_rounds: int
    ) -> tuple[int, float, int, int]:
        """Play the leader on, with mean reward ``mean`` and mean cost ``price``, as long as both limits are kept.

        A block, or a few rounds one by one if it would be short; returns how many rounds (0 if no cost is allowed),
        what they paid and cost, and what is next.
        """
        policy, state, horizon, rewards = table.policy, table.state, table.horizon, table.streams.rewards
        bar = state.levels[BAR]
        total, pulls, cost = state.stats.total[arm], state.stats.pulls[arm], state.stats.cost[arm]
        if most_costs < 1:
            return 0, 0.0, 0, SAME_AGAIN
        most_rounds = min(most_rounds, LONGEST)
        safe = min(most_costs, most_rounds) - 1
        if bar > 0.0 and cost > 0.0:  # an index that is a ratio falls to the bar after this many costs
            safe = int(min(1.0 * safe, cost * (state.levels[LEAD] / bar - 1.0)))
        enough = SHORTEST * price
        while (
            safe > 0
            and safe + 1 >= enough
            and not (index_of(policy, total, pulls + safe, 0.0, cost + safe, horizon, arms, state.bonus) > bar)
        ):
            safe //= 2
        rounds, paid, costs = 0, 0.0, 0
        if most_rounds >= SHORTEST and safe + 1 >= enough:
            rounds, costs = stopped_binomial(rewards, most_rounds, price, safe + 1)
            paid = 1.0 * binomial(rewards, rounds, mean)
        else:
            most_rounds = min(most_rounds, SHORTEST)
            falls = False
            while rounds < most_rounds and costs < most_costs and not falls:
                rounds += 1
                if uniform(rewards) < mean:
                    paid += 1.0
                if uniform(rewards) < price:
                    costs += 1
                    falls = not (
                        index_of(policy, total + paid, pulls + rounds, 0.0, cost + costs, horizon, arms, state.bonus)
                        > bar
                    )
        state.stats.cost[arm] += costs
        value = index_of(policy, total + paid, pulls + rounds, 0.0, cost + costs, horizon, arms, state.bonus)
        return rounds, paid, costs, advance(state, arm, rounds, paid, value, bar)

    return leap
