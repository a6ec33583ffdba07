"""The game of linear rewards: a least-squares fit that is kept up to date, and a policy that aims by it.

A policy for linear problems has

* ``ridge``, the weight of the penalty, and ``needs(ball)``, which parts of the fit it reads: "inverse" (of
  V = ridge I + sum of x x', with the estimate), "moment" (V itself, with the response), "factor" (Cholesky's R of V);
* ``aim(self, fit, t, horizon, x, rng)``, which writes an action of the unit ball into x; and, for sets of actions,
  ``ready(self, fit, t, horizon, rng)``, optional, and ``score(self, fit, x, t, horizon)``: the largest is played.

``fit.estimate`` is the ridge estimate (if there is an inverse), ``fit.spare`` a vector to keep something in.
"""

from __future__ import annotations

from functools import partial
from math import inf, nan
from typing import Any, NamedTuple

import numpy as np

from begreedy import linear_algebra as linear
from begreedy.engine.games.game import Control, Plan, Record, Streams, keep_regret, open_run, reward_bounds
from begreedy.engine.players.player import BAD_ACTION, BAD_INDEX, BAD_REWARD, Floats, Ints
from begreedy.linear_algebra import dot
from begreedy.random import fair_argmax
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadValue

_PARTS = ("inverse", "moment", "factor")


class Table(NamedTuple):
    """So many rows and columns of floats, all 0."""

    rows: int
    columns: int

    def array(self) -> np.ndarray:
        return np.zeros((self.rows, self.columns))


class Fit(NamedTuple):
    """Least squares so far, and room to think; parts that the policy does not need have no rows."""

    estimate: Any
    response: Any  # sum of y x
    inverse: Any  # of V, but for the last correction: inverse - pending[0] * gain gain'
    gain: Any
    pending: Any
    moment: Any
    factor: Any
    spare: Any
    # the eigendecomposition of the moment
    copied: Any
    reflector: Any
    eigenvalue: Any
    off: Any
    scale: Any
    cosine: Any
    sine: Any
    row: Any


class Plane(NamedTuple):
    """The state of the game."""

    regression: Fit  # not "fit": compiled code must not look for a policy's method of that name
    theta: Any
    x: Any
    action: Any  # the actions offered, a row each
    label: Any  # which actions of a catalogue these are
    value: Any  # their scores
    order: Any
    played: Any  # by action of a catalogue: how often


def plan(policy: Any, problem: Any, horizon: int, naive: bool) -> Plan:
    if not hasattr(policy, "needs"):
        raise TypeError(f"{canonical(policy)} is no policy for linear rewards; use LinGreedy, LinUCB or the like")
    ball, offers, size = problem.ball, problem.offers, problem.dimension
    if ball and not hasattr(type(policy), "aim"):
        raise TypeError(f"{canonical(policy)} needs a set of actions, but {canonical(problem)} has the whole unit ball")
    if not ball and not hasattr(type(policy), "score"):
        raise TypeError(f"{canonical(policy)} needs the whole unit ball, but {_brief(problem)} has a set of actions")
    if problem.sets and problem.sets < horizon:
        raise BadValue.of("horizon", horizon, f"at most the {problem.sets} rounds that Linear.actions has sets for")
    needs = tuple(policy.needs(ball))
    catalogue = offers if problem.sets else max(offers, problem.catalogue)
    state = Plane(
        regression=_fit_layout(size, needs, decomposes=ball and "moment" in needs),
        theta=Floats(size),
        x=Floats(size),
        action=Table(max(1, offers), size),
        label=Ints(max(1, offers)),
        value=Floats(max(1, offers)),
        order=Ints(max(1, catalogue)),
        played=Ints(max(1, catalogue)),
    )
    kernel = partial(game, policy, problem, needs)
    plan = Plan((policy,), problem.world(), problem.law, (), offers, state, 1, 1, kernel)
    return plan._replace(details=size)


def _brief(problem: Any) -> str:
    return f"Linear({problem.dimension}, {problem.offers} actions per round)"


def _fit_layout(size: int, needs: tuple[str, ...], decomposes: bool) -> Fit:
    for part in needs:
        if part not in _PARTS:
            raise BadValue.of("needs", part, f"parts among {', '.join(_PARTS)}", verb="name")
    square = {part: Table(size, size) if part in needs else Table(0, 0) for part in _PARTS}
    rotations = linear.rotations_needed(size) if decomposes else 0
    whole = Table(size, size) if decomposes else Table(0, 0)
    vector = Floats(size)
    return Fit(
        estimate=vector,
        response=vector,
        inverse=square["inverse"],
        gain=vector,
        pending=Floats(1),
        moment=square["moment"],
        factor=square["factor"],
        spare=vector,
        copied=whole,
        reflector=whole,
        eigenvalue=vector,
        off=vector,
        scale=vector,
        cosine=Floats(rotations),
        sine=Floats(rotations),
        row=Ints(rotations),
    )


def game(policy: Any, problem: Any, needs: tuple[str, ...], traced: bool) -> Any:
    """The kernel that plays runs of a linear policy."""
    cls = type(policy)
    ball = problem.ball
    aim: Any = getattr(cls, "aim", _nothing)
    score: Any = getattr(cls, "score", _nothing)
    ready, readies = getattr(cls, "ready", _nothing), hasattr(cls, "ready")
    parameter, offer = problem.parameter_function(), problem.offer_function()
    inverse, moment, factor = (part in needs for part in _PARTS)
    law = problem.law
    draw_reward = type(law).draw
    least, most = reward_bounds(law)

    def start(fit: Fit, ridge: float) -> None:
        for i in range(len(fit.estimate)):
            fit.estimate[i] = 0.0
            fit.response[i] = 0.0
            fit.gain[i] = 0.0
            fit.spare[i] = 0.0
            if inverse:
                _diagonal(fit.inverse, i, 1.0 / ridge)
            if moment:
                _diagonal(fit.moment, i, ridge)
            if factor:
                _diagonal(fit.factor, i, ridge**0.5)
        fit.pending[0] = 0.0

    def learn(fit: Fit, x: Any, reward: float) -> None:
        if inverse:
            # Sherman and Morrison, each correction applied together with the next product.
            linear.correct_and_multiply(fit.inverse, fit.gain, fit.pending[0], x, fit.spare)
            for i in range(len(x)):
                fit.gain[i] = fit.spare[i]
            weight = 1.0 / (1.0 + dot(x, fit.gain))
            surprise = (reward - dot(x, fit.estimate)) * weight
            for i in range(len(x)):
                fit.estimate[i] += surprise * fit.gain[i]
            fit.pending[0] = weight
        if moment:
            linear.add_outer(fit.moment, x)
        for i in range(len(x)):
            fit.response[i] += reward * x[i]
        if factor:
            linear.update_factor(fit.factor, x)  # overwrites x, which is over

    def settle(fit: Fit) -> None:
        """Apply the last correction, where the inverse itself is read."""
        size = len(fit.gain)
        for i in range(size):
            share = fit.pending[0] * fit.gain[i]
            for j in range(size):
                fit.inverse[i, j] -= share * fit.gain[j]
        fit.pending[0] = 0.0

    def choose(policy: Any, state: Plane, t: int, offers: int, horizon: int, rng: Any) -> int:
        """The place of an offered action with the largest score; ties uniformly at random."""
        fit, x = state.regression, state.x
        if inverse:
            settle(fit)
        if readies:
            ready(policy, fit, t, horizon, rng)
        for place in range(offers):
            for i in range(len(x)):
                x[i] = state.action[place, i]
            state.value[place] = score(policy, fit, x, t, horizon)
            if state.value[place] != state.value[place]:
                return BAD_INDEX
        return fair_argmax(rng, state.value, 0, 1, offers)

    def play(
        policy: Any,
        world: Any,
        law: Any,
        checkpoints: Any,
        keys: Any,
        offers: int,
        horizon: int,
        streams: Streams,
        mean: Any,
        scratch: Any,
        state: Plane,
        record: Record,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        fit, theta, x = state.regression, state.theta, state.x
        size = len(theta)
        for row in range(runs):
            instance = open_run(keys, first + row, streams)
            parameter(world, theta, instance, streams.instance)
            length = dot(theta, theta) ** 0.5
            start(fit, policy.ridge)
            for i in range(len(state.played)):
                state.played[i] = 0

            regret = 0.0
            reward_sum = 0.0
            best_sum = 0.0
            best_pulls = 0
            status = 0
            t = 0
            for c in range(len(checkpoints)):
                while t < checkpoints[c]:
                    t += 1
                    label = 0
                    best = length
                    if ball:
                        aim(policy, fit, t, horizon, x, streams.policy)
                    else:
                        offer(world, state.action, state.label, state.order, t, instance, streams.instance)
                        place = choose(policy, state, t, offers, horizon, streams.policy)
                        if place < 0:
                            status = place
                            break
                        best = -inf
                        for other in range(offers):
                            worth = 0.0
                            for i in range(size):
                                worth += state.action[other, i] * theta[i]
                            best = max(best, worth)
                        for i in range(size):
                            x[i] = state.action[place, i]
                        label = state.label[place]
                        state.played[label] += 1
                    worth = dot(x, theta)
                    if not -inf < worth < inf:
                        status = BAD_ACTION
                        break
                    reward = draw_reward(law, worth, streams.rewards)
                    if not least <= reward <= most:
                        status = BAD_REWARD
                        break
                    regret += best - worth
                    reward_sum += reward
                    best_sum += best
                    best_pulls += worth >= best
                    if traced:
                        record.arm[t - 1] = label
                        record.outcome[t - 1] = reward
                        for i in range(size):
                            record.detail[(t - 1) * size + i] = x[i]
                    learn(fit, x, reward)
                halted = keep_regret(record, control, first, row, c, t, regret, status)
                if halted:
                    return halted

            record.reference[row] = best_sum / t
            record.locked[row] = nan  # actions differ from round to round
            record.reward[row] = reward_sum
            record.pulls[row] = best_pulls
            tried = 0
            for i in range(len(state.played)):
                tried += state.played[i] > 0
            record.tried[row] = t if ball else tried
        return 0

    return play


def _diagonal(matrix: Any, row: int, value: float) -> None:
    for column in range(matrix.shape[1]):
        matrix[row, column] = 0.0
    matrix[row, row] = value


def _nothing(*arguments: Any) -> None:
    """Stands for an optional method that the policy does not have."""
