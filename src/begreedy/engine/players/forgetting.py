"""The player of a policy that forgets: another policy looks at all arms, by sums over what is remembered.

**Discounted.**  After every round all sums are multiplied by the factor, then the new reward is added: nothing is ever
subtracted, so rounding errors fade with the rewards that they came from.  An arm with hardly anything left is reset.

**Window.**  The arm and the reward of every round in the window are kept, and what leaves it is subtracted.  Sums are
kept together with what rounding left out of them (``arithmetic.add``), so they do not drift however long a run is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import begreedy.types as contract
from begreedy.arithmetic import add
from begreedy.engine.players import scan
from begreedy.engine.players.player import (
    BAD_INDEX,
    BAD_SAMPLE,
    ArmStatistics,
    Floats,
    Ints,
    Player,
    arm_statistics,
    methods_of,
    scalars,
)
from begreedy.random import below, uniform
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType, BadValue


class ForgettingState(NamedTuple):
    """The statistics of the arms over all rounds, as the game counts them, and over what is remembered."""

    stats: ArmStatistics
    recalled: scan.ScanState  # what the policy inside looks at
    remembered: Any  # by arm: pulls since it was last forgotten
    rest: Any  # by arm, in a window: what rounding left out of its total
    square_rest: Any
    mass: Any  # a scalar: rounds remembered
    lasting: Any  # a scalar: the horizon that the policy inside gets
    entered: Any  # a scalar: rounds that the window has seen
    entry_arm: Any  # by round, in a circle
    entry_reward: Any


def check_span(policy: Any, arms: int) -> None:
    """Raise if arms are forgotten before all have had their first pulls."""
    first = arms * methods_of(policy.policy).initial_pulls
    if first >= policy.span:
        name = "rounds" if policy.factor >= 1.0 else "halflife"
        least = (first + 1) * (1.0 if policy.factor >= 1.0 else policy.halflife / policy.span)
        why = f"the {first} first pulls of {arms} arms must end before the first of them is forgotten"
        raise BadValue.of(f"{type(policy).__name__}.{name}", getattr(policy, name), f"at least {least:.4g}", hint=why)


def looker(policy: Any, arms: int) -> Player:
    """The player of the policy inside that looks at every arm."""
    methods = methods_of(policy.policy)
    if contract.form_of(policy).indexed:
        return scan.player(methods, arms, scan.indices(methods), BAD_INDEX)
    return scan.player(methods, arms, scan.samples(methods), BAD_SAMPLE)


def player(policy: Any, arms: int, horizon: int, entries: int | None = None) -> Player:
    """The player of a policy that forgets, on ``arms`` arms; a window has ``entries`` rounds, or what the run needs."""
    check_span(policy, arms)
    inner = policy.policy
    methods, windowed = methods_of(inner), policy.factor >= 1.0
    initial, squares = methods.initial_pulls, methods.squares
    look = looker(policy, arms)
    if entries is None:
        entries = min(policy.span, horizon) if windowed else 1
    layout = ForgettingState(
        stats=arm_statistics(arms),
        recalled=look.layout._replace(stats=look.layout.stats._replace(pulls=Floats(arms))),
        remembered=Ints(arms),
        rest=Floats(arms if windowed else 1),
        square_rest=Floats(arms if windowed and squares else 1),
        **scalars(Floats, "mass"),
        **scalars(Ints, "lasting", "entered"),
        entry_arm=Ints(entries),
        entry_reward=Floats(entries),
    )
    observes = "observe" in contract.form_of(inner).methods
    observe: Any = contract.bind(inner, "observe") if observes else None
    explores = "explore" in contract.form_of(inner).methods
    explore: Any = contract.bind(inner, "explore") if explores else None
    look_at_all = look.choose
    remember = _sliding(squares) if windowed else _fading(squares)

    def start(policy: Any, state: ForgettingState, arms: int, horizon: int) -> None:
        for arm in range(arms):
            _make_new(state, arm, squares)
        for i in range(len(state.rest)):
            state.rest[i] = 0.0
        for i in range(len(state.square_rest)):
            state.square_rest[i] = 0.0
        state.recalled.stats.cost[0] = 0.0
        state.mass[0] = 0.0
        state.entered[0] = 0
        state.lasting[0] = min(horizon, policy.lasting)

    def choose(policy: Any, state: ForgettingState, t: int, arms: int, horizon: int, rng: Any) -> int:
        if initial > 0:
            due = -1
            fewest = initial
            for arm in range(arms):
                if state.remembered[arm] < fewest:
                    fewest = state.remembered[arm]
                    due = arm
            if due >= 0:
                return due
        now = 1.0 + state.mass[0]
        if explores and uniform(rng) < explore(policy.policy, now, arms):
            return below(rng, arms)
        return look_at_all(policy.policy, state.recalled, now, arms, state.lasting[0], rng)

    def learn(
        policy: Any, state: ForgettingState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any
    ) -> int:
        counted = observe(policy.policy, reward, rng) if observes else reward
        state.stats.total[arm] += counted
        state.stats.pulls[arm] += 1
        remember(policy, state, arm, counted, arms)
        return 0

    return Player(layout, start, choose, learn)  # nothing can be put back into what has faded: no refresh


def _make_new(state: ForgettingState, arm: int, squares: bool) -> None:
    """Forget all that is remembered of an arm."""
    recalled = state.recalled.stats
    recalled.total[arm] = 0.0
    recalled.pulls[arm] = 0.0
    if squares:
        recalled.squares[arm] = 0.0
    state.remembered[arm] = 0


def _fading(squares: bool) -> Any:
    """Multiply all sums by the factor, and add what an arm paid."""

    def remember(policy: Any, state: ForgettingState, arm: int, reward: float, arms: int) -> None:
        recalled, factor = state.recalled.stats, policy.factor
        for other in range(arms):
            pulls = factor * recalled.pulls[other]
            if pulls < policy.faded:
                _make_new(state, other, squares)
            else:
                recalled.pulls[other] = pulls
                recalled.total[other] *= factor
                if squares:
                    recalled.squares[other] *= factor
        state.mass[0] = 1.0 + factor * state.mass[0]
        recalled.pulls[arm] += 1.0
        recalled.total[arm] += reward
        if squares:
            recalled.squares[arm] += reward * reward
        state.remembered[arm] += 1

    return remember


def _sliding(squares: bool) -> Any:
    """Subtract what leaves the window, and add what an arm paid."""

    def remember(policy: Any, state: ForgettingState, arm: int, reward: float, arms: int) -> None:
        entries, entered = len(state.entry_arm), state.entered[0]
        slot = entered % entries
        if entered >= entries:
            gone = state.entry_arm[slot]
            if state.remembered[gone] == 1:
                _make_new(state, gone, squares)
                state.rest[gone] = 0.0
                if squares:
                    state.square_rest[gone] = 0.0
            else:
                state.remembered[gone] -= 1
                _add(state, gone, state.entry_reward[slot], -1.0, squares)
        else:
            state.mass[0] += 1.0
        state.entered[0] = entered + 1
        state.entry_arm[slot] = arm
        state.entry_reward[slot] = reward
        state.remembered[arm] += 1
        _add(state, arm, reward, 1.0, squares)

    return remember


def _add(state: ForgettingState, arm: int, reward: float, sign: float, squares: bool) -> None:
    recalled = state.recalled.stats
    recalled.pulls[arm] += sign
    recalled.total[arm], state.rest[arm] = add(recalled.total[arm], state.rest[arm], sign * reward)
    if squares:
        square = sign * reward * reward
        recalled.squares[arm], state.square_rest[arm] = add(recalled.squares[arm], state.square_rest[arm], square)


def refusal(policy: Any) -> BadType:
    """Why a policy that forgets does not play lists, sets or mortal arms."""
    allowed = "one of finitely many arms that stay"
    words = f"{concise(policy)} forgets what single arms paid: it plays {allowed}"
    return BadType(words, field="policy", value=policy, allowed=allowed)
