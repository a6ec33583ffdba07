"""The game that ends when the money is spent; regret is recorded for many budgets in one pass.

A policy that does not look at its budget plays the same rounds under every budget, up to the one that goes over it:
what it would have earned with each is known from a single run with the largest.
"""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import STOPPED, Control, Plan, Record, Streams, clear, open_run
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.player import BAD_COST, BAD_MEAN, BAD_REWARD, MOVED, Floats, Player

POLL = 4096  # rounds between two looks at whether to stop


class Purse(NamedTuple):
    inner: Any
    shape: Any  # parameters of all arms: two per reward, two per cost


def plan(policy: Any, problem: Any, horizon: int, naive: bool) -> Plan:
    contract.check_rewards(policy, problem)
    arms = problem.arms
    player = player_for(policy, arms, horizon, naive=naive)
    kernel = partial(game, player, problem, policy)
    state = Purse(player.layout, Floats(4 * arms))
    return Plan((policy,), problem.world(), problem, (), arms, state, 2 * arms, 1, kernel, details=2, budgets=True)


def game(player: Player, problem: Any, policy: Any, traced: bool) -> Any:
    """The kernel that plays runs until the largest budget is spent or ``horizon`` rounds are over."""
    start, choose, learn, settle = player.start, player.choose, player.learn, player.settle
    fill, draw, mean_of = problem.fill_function(), problem.draw_function(), problem.mean_function()
    costs = contract.needs_costs(policy)
    observe = getattr(type(policy), "observe", _as_it_is)

    def play(
        policy: Any,
        world: Any,
        law: Any,
        budgets: Any,
        keys: Any,
        arms: int,
        horizon: int,
        streams: Streams,
        mean: Any,
        scratch: Any,
        state: Purse,
        record: Record,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        inner, shape = state.inner, state.shape
        for row in range(runs):
            instance = open_run(keys, first + row, streams)
            fill(world, shape, arms, instance, streams.instance)
            ratio = 0.0
            for arm in range(arms):
                reward_mean = mean_of(shape[arm], shape[arms + arm])
                cost_mean = mean_of(shape[2 * arms + arm], shape[3 * arms + arm])
                if not (0.0 <= reward_mean <= 1.0 and 0.0 <= cost_mean <= 1.0):
                    control.fault[0] = first + row
                    return BAD_MEAN
                mean[arm] = reward_mean
                mean[arms + arm] = cost_mean
                if cost_mean > 0.0:
                    ratio = max(ratio, reward_mean / cost_mean)
                elif reward_mean > 0.0:
                    ratio = inf
            clear(inner, arms, 0)
            start(policy, inner, arms, horizon)

            spent = 0.0
            earned = 0.0
            reward_sum = 0.0
            status = 0
            last = 0
            since = 0
            passed = 0  # budgets that are spent
            t = 0
            while t < horizon:
                t += 1
                if t % POLL == 0 and control.stop[0]:
                    return STOPPED
                arm = choose(policy, inner, t, arms, horizon, streams.policy)
                if arm < 0:
                    status = arm
                    break
                if arm != last:
                    last = arm
                    since = t
                reward = draw(shape[arm], shape[arms + arm], streams.rewards)
                cost = draw(shape[2 * arms + arm], shape[3 * arms + arm], streams.rewards)
                if not 0.0 <= reward <= 1.0:
                    status = BAD_REWARD
                    break
                if not 0.0 <= cost <= 1.0:
                    status = BAD_COST
                    break
                spent += cost
                while passed < len(budgets) and spent > budgets[passed]:
                    record.regret[row, passed] = budgets[passed] * ratio - earned
                    record.rounds[row, passed] = t
                    passed += 1
                if traced:
                    record.arm[t - 1] = arm
                    record.outcome[t - 1] = reward
                    record.detail[2 * t - 2] = cost
                    record.detail[2 * t - 1] = spent * ratio - earned
                if passed == len(budgets):
                    break
                earned += mean[arm]
                if traced:
                    record.detail[2 * t - 1] = spent * ratio - earned
                reward_sum += reward
                if costs:
                    inner.cost[arm] += observe(policy, cost, streams.policy)
                status = learn(policy, inner, arm, reward, t, arms, horizon, streams.policy)
                if status == MOVED:
                    settle(inner, arm)
                elif status < 0:
                    break
            if status < 0:
                control.fault[0] = first + row
                control.fault[1] = t
                return status
            # Out of rounds before it was out of money: what it earned so far is all that is known.
            for left in range(passed, len(budgets)):
                record.regret[row, left] = budgets[left] * ratio - earned

            record.reference[row] = ratio
            record.locked[row] = ratio - mean[last] / mean[arms + last] if since <= t // 2 + 1 else 0.0
            record.reward[row] = reward_sum
            tried = 0
            best_pulls = 0
            for arm in range(arms):
                tried += inner.pulls[arm] > 0
                best_pulls += inner.pulls[arm] * (mean[arm] >= ratio * mean[arms + arm])
            record.tried[row] = tried
            record.pulls[row] = best_pulls
            if control.stop[0]:
                return STOPPED
        return 0

    return play


def _as_it_is(policy: Any, amount: float, rng: Any) -> float:
    return amount
