"""The game that ends when the money is spent; regret is recorded for many budgets in one pass.

A policy that does not look at its budget plays the same rounds under every budget, up to the one that goes over it:
what it would have earned with each is known from a single run with the largest.
"""

from __future__ import annotations

from functools import partial
from math import floor, inf
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, clear, no_turn, observing
from begreedy.engine.games.payoff import ratio_gap
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.player import BAD_COST, BAD_MEAN, BAD_REWARD, MOVED, Floats, Player

COST, REGRET = 0, 1  # positions in ``detail``: what the round cost, and regret so far


class BudgetedMemory(NamedTuple):
    """The laws of the arms."""

    shape: Any  # by parameter and arm: two parameters of the reward, then two of the cost


class Purse(NamedTuple):
    """The money there is."""

    budget: float


class BudgetedRun(NamedTuple):
    """The scalars of a run."""

    ratio: float  # the largest mean reward per mean cost
    spent: float
    earned: float  # by all pulls but the last: expected rewards
    latest: float  # by the last


def plan(policy: contract.Policy, problem: contract.BudgetedProblem, horizon: int, options: PlayOptions) -> Plan:
    """A policy for finitely many arms, told of costs if it looks at them."""
    contract.check_rewards(policy, problem)
    player, arms = player_for(policy, problem.arms, horizon, naive=options.naive), problem.arms
    leap = player.leap(problem, horizon, None) if options.blocks and player.leap is not None else None
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.world(),  # not the problem: its method ``world`` would be read as part of the kernel, and cannot be
        arms=arms,
        state=player.layout,
        own=BudgetedMemory(Floats(4 * arms)),
        means=2 * arms,
        scratch=1,
        game=partial(game, player, problem, policy, leap),
        extra=Purse(problem.budget),
        details=REGRET + 1,
        budgets=True,
        looks=player.looks,
        blocks=leap is not None,
    )


def game(player: Player, problem: Any, policy: Any, leap: Any, traced: bool) -> Game:
    """A player that pulls until all is spent or ``horizon`` rounds are over; with a ``leap``, in blocks."""
    start, choose, learn, reposition = player.start, player.choose, player.learn, player.reposition
    fill, draw, mean_of = problem.fill_function(), problem.draw_function(), problem.mean_function()
    costs = contract.needs_costs(policy)
    observe = observing(policy)

    def begin(table: Table, instance: int) -> tuple[BudgetedRun, Turn]:
        state, shape, mean, arms = table.state, table.own.shape, table.mean, table.arms
        fill(table.world, shape, arms, instance, table.streams.instance)
        ratio = 0.0
        status = 0
        for arm in range(arms):
            reward_mean = mean_of(shape[arm], shape[arms + arm])
            cost_mean = mean_of(shape[2 * arms + arm], shape[3 * arms + arm])
            if not (0.0 <= reward_mean <= 1.0 and 0.0 <= cost_mean <= 1.0):
                status = BAD_MEAN
            mean[arm] = reward_mean
            mean[arms + arm] = cost_mean
            if cost_mean > 0.0:
                ratio = max(ratio, reward_mean / cost_mean)
            elif reward_mean > 0.0:
                ratio = inf
        clear(state, arms, 0)
        start(table.policy, state, arms, table.horizon)
        return BudgetedRun(ratio, 0.0, 0.0, 0.0), no_turn(status)

    def play_round(table: Table, run: BudgetedRun, turn: Turn, t: int) -> tuple[BudgetedRun, Turn]:
        policy, state, shape = table.policy, table.state, table.own.shape
        arms, streams = table.arms, table.streams
        arm = choose(policy, state, t, arms, table.horizon, streams.policy)
        if arm < 0:
            return run, no_turn(arm)
        reward = draw(shape[arm], shape[arms + arm], streams.rewards)
        cost = draw(shape[2 * arms + arm], shape[3 * arms + arm], streams.rewards)
        if not 0.0 <= reward <= 1.0:
            return run, no_turn(BAD_REWARD)
        if not 0.0 <= cost <= 1.0:
            return run, no_turn(BAD_COST)
        spent = run.spent + cost
        earned = run.earned + run.latest
        over = spent > table.extra.budget  # this pull is not paid for
        latest = 0.0 if over else table.mean[arm]
        if traced:
            table.detail[COST] = cost
            table.detail[REGRET] = spent * run.ratio - (earned + latest)
        status = 0
        if not over:
            if costs:
                state.stats.cost[arm] += observe(policy, cost, streams.policy)
            status = learn(policy, state, arm, reward, t, arms, table.horizon, streams.policy)
            if status == MOVED:
                reposition(state, arm)
        return BudgetedRun(run.ratio, spent, earned, latest), Turn(arm, 0.0, 0.0 if over else reward, reward, status)

    def meter(run: BudgetedRun, budget: float) -> tuple[bool, float]:
        over = run.spent > budget
        # Out of rounds before it is out of money: what it earned so far is all that is known.
        earned = run.earned if over else run.earned + run.latest
        return over, budget * run.ratio - earned

    def end(table: Table, run: BudgetedRun, last: int, t: int) -> Totals:
        mean, arms, pulls = table.mean, table.arms, table.state.stats.pulls
        tried = best_pulls = 0
        for arm in range(arms):
            tried += pulls[arm] > 0
            best_pulls += pulls[arm] * (ratio_gap(run.ratio, mean[arm], mean[arms + arm]) <= 0.0)
        return Totals(run.ratio, ratio_gap(run.ratio, mean[last], mean[arms + last]), best_pulls, tried)

    def streak(
        table: Table, run: BudgetedRun, turn: Turn, t: int, mark: float, regret: float, reward: float
    ) -> tuple[int, float, float, BudgetedRun, Turn]:
        arms, arm, mean = table.arms, turn.arm, table.mean[turn.arm]
        # Rounds may end with the cost that goes over a mark, but not with that which goes over all there is.
        costs = int(floor(mark) - run.spent) + (mark < table.extra.budget)
        rounds, paid, costs, status = leap(table, arms, arm, mean, table.mean[arms + arm], costs, table.horizon - t)
        if rounds == 0:
            return t, regret, reward, run, Turn(arm, 0.0, 0.0, 0.0, 0)
        if status == MOVED:
            reposition(table.state, arm)
        run = BudgetedRun(run.ratio, run.spent + costs, run.earned + run.latest + (rounds - 1) * mean, mean)
        return t + rounds, regret, reward + paid, run, Turn(arm, 0.0, 0.0, 0.0, status)

    return Game(begin, play_round, end, leap and streak, meter)
