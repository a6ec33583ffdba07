"""The game of linear rewards: a least-squares fit that is kept up to date, and a policy that aims by it."""

from __future__ import annotations

from functools import partial
from math import inf
from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.engine.games.game import Game, Plan, Table, Totals, Turn, mean_bounds, no_turn, reward_bounds
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.least_squares import FitState, Matrix, fit_layout, least_squares
from begreedy.engine.players.linear import chooser
from begreedy.engine.players.player import BAD_ACTION, BAD_MEAN, BAD_REWARD, Floats, Ints
from begreedy.linear_algebra import dot
from begreedy.values.canonical import concise, unfit
from begreedy.values.errors import BadType, BadValue


class LinearMemory(NamedTuple):
    """The fit, the parameter, and the actions."""

    regression: FitState  # not "fit": compiled code must not look for a policy's method of that name
    theta: Any
    x: Any
    action: Any  # the actions offered, a row each
    label: Any  # which actions of a catalogue these are
    value: Any  # their scores
    order: Any
    played: Any  # by action of a catalogue: how often


class LinearRun(NamedTuple):
    """The scalars of a run."""

    instance: int  # the key of the instance
    length: float  # of the parameter: the best expected reward on the ball
    best_sum: float  # of the best expected rewards of all rounds
    best_pulls: int


def plan(policy: contract.Policy, problem: contract.LinearProblem, horizon: int, options: PlayOptions) -> Plan:
    if not contract.has(policy, "needs"):
        allowed = "LinGreedy, LinUCB or the like"
        words = (
            f"{concise(policy)} is not a policy for linear rewards; use {allowed} "
            "(other policies need a catalogue of actions, all of which are offered in every round)"
        )
        raise BadType(words, field="policy", value=policy, allowed=allowed)
    ball, offers, size = problem.ball, problem.offers, problem.dimension
    if ball and not contract.has(policy, "aim"):
        raise unfit(policy, "a set of actions", problem, "its actions are the whole unit ball")
    if not ball and not contract.has(policy, "score"):
        raise unfit(policy, "the whole unit ball", problem, "its actions are a set")
    if problem.sets and problem.sets < horizon:
        raise BadValue.of("horizon", horizon, f"at most the {problem.sets} rounds that Linear.actions has sets for")
    needs = tuple(contract.ask(policy, "needs", ball))
    catalogue = offers if problem.sets else max(offers, problem.catalogue)
    return Plan(
        policy=policy,
        world=problem.world(),
        law=problem.law,
        arms=offers,
        state=Floats(1),
        own=LinearMemory(
            regression=fit_layout(size, needs, decomposes=ball and "moment" in needs),
            theta=Floats(size),
            x=Floats(size),
            action=Matrix(max(1, offers), size),
            label=Ints(max(1, offers)),
            value=Floats(max(1, offers)),
            order=Ints(max(1, catalogue)),
            played=Ints(max(1, catalogue)),
        ),
        means=1,
        scratch=1,
        game=partial(game, policy, problem, needs),
        details=size,
    )


def game(policy: Any, problem: Any, needs: tuple[str, ...], traced: bool) -> Game:
    """A linear policy on the ball, or on sets of actions."""
    ball = problem.ball
    aim: Any = contract.bind(policy, "aim")
    choose = chooser(policy, needs)
    parameter, offer = problem.parameter_function(), problem.offer_function()
    start, learn = least_squares(needs)[:2]
    draw_reward = contract.law_draw(problem.law)
    link: Any = contract.law_link(problem.law)
    links = link is not None
    least_mean, most_mean = mean_bounds(problem.law)
    least, most = reward_bounds(problem.law)

    def begin(table: Table, instance: int) -> tuple[LinearRun, Turn]:
        own = table.own
        parameter(table.world, own.theta, instance, table.streams.instance)
        start(own.regression, table.policy.ridge)
        for i in range(len(own.played)):
            own.played[i] = 0
        return LinearRun(instance, dot(own.theta, own.theta) ** 0.5, 0.0, 0), no_turn(0)

    def play_round(table: Table, run: LinearRun, turn: Turn, t: int) -> tuple[LinearRun, Turn]:
        own, streams, horizon = table.own, table.streams, table.horizon
        fit, theta, x = own.regression, own.theta, own.x
        size = len(theta)
        label = 0
        best = run.length
        if ball:
            aim(table.policy, fit, t, horizon, x, streams.policy)
        else:
            offer(table.world, own.action, own.label, own.order, t, run.instance, streams.instance)
            place = choose(table.policy, fit, x, own.action, own.value, t, table.arms, horizon, streams.policy)
            if place < 0:
                return run, no_turn(place)
            best = -inf
            for other in range(table.arms):
                worth = 0.0
                for i in range(size):
                    worth += own.action[other, i] * theta[i]
                best = max(best, worth)
            for i in range(size):
                x[i] = own.action[place, i]
            label = own.label[place]
            own.played[label] += 1
        worth = dot(x, theta)
        if not -inf < worth < inf:
            return run, no_turn(BAD_ACTION)
        if links:  # it never falls: the best score has the best mean
            worth = link(table.law, worth)
            best = link(table.law, best)
        if not least_mean <= worth <= most_mean:
            return run, no_turn(BAD_MEAN)
        reward = draw_reward(table.law, worth, streams.rewards)
        if not least <= reward <= most:
            return run, no_turn(BAD_REWARD)
        if traced:
            for i in range(size):
                table.detail[i] = x[i]
        learn(fit, x, reward)
        run = LinearRun(run.instance, run.length, run.best_sum + best, run.best_pulls + (worth >= best))
        return run, Turn(label, best - worth, reward, reward, 0)

    def end(table: Table, run: LinearRun, last: int, t: int) -> Totals:
        tried = 0
        for i in range(len(table.own.played)):
            tried += table.own.played[i] > 0
        return Totals(run.best_sum / t, 0.0, run.best_pulls, t if ball else tried)

    return Game(begin, play_round, end, locks=False)  # actions differ from round to round
