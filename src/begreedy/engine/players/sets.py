"""The player of sets of arms: the values of all arms, fed to the oracle of the actions.

Whatever gives an arm a value (an index, a sample, ``values``) plays any set of actions.  A frozen index moves only with
its arm, so the last action stays the best one until a played arm falls to its floor, which the oracle gives: only then
is the oracle asked again.  All other values move every round.

As long as there is an action with arms that have fewer pulls than a policy's ``initial_pulls``, one with as many of
these as possible is played, and of such the best.  Where weights must not exceed 0 (``costs_only``), arms without a
value are free instead.  Oracles add weights up, so they get none that is infinite: an action with fewer arms of value
minus infinity (IMED's, once an arm has always paid) is better, whatever its other arms.

Where any m arms are an action, the best ones are those that a player of lists ranks first; samples of log-concave
posteriors are drawn only for arms that can be among them.
"""

from __future__ import annotations

from math import inf
from typing import Any

import begreedy.types as contract
from begreedy.engine.players import lazy, posterior
from begreedy.engine.players.choice import lister_for
from begreedy.engine.players.player import (
    BAD_INDEX,
    BAD_SAMPLE,
    Floats,
    Ints,
    Player,
    arm_statistics,
    methods_of,
    scalars,
)
from begreedy.engine.players.set_state import UNASKED, SetState
from begreedy.engine.players.widened import widened_for
from begreedy.random import uniform
from begreedy.values.canonical import concise
from begreedy.values.errors import BadType

VAST = 1e100  # stands for an infinite index that changes only with its arm


def oracle_of(actions: Any) -> Any:
    """``solve`` of a set of actions, with all arguments: (actions, weights, chosen, memory, ...)."""
    solve = contract.adapter(type(actions).solve, contract.solve_arguments(actions), contract.SOLVE_ARGUMENTS)
    solve.out_of_line = True
    return solve


def player_for(policy: Any, actions: Any, solve: Any, shift: float = 0.0, *, naive: bool = False) -> Player:
    """The player of sets, with weights that are values minus ``shift``; ``naive`` asks the oracle every round."""
    kind = contract.kind_of(policy)
    if kind in (contract.CUSTOM, contract.FORGETTING):
        words = f"{concise(policy)} chooses one arm at a time; an action needs an index, sample or values"
        raise BadType(words, field="policy", value=policy, allowed="one with an index, sample or values")
    widens = contract.has(policy, "action_bonus")
    methods = methods_of(policy)
    once = methods.initial_pulls <= 1 and not contract.has(policy, "explore") and not widens
    if contract.says(actions, "free") and once and not naive:
        if kind in (contract.FROZEN, contract.GROWING):
            return _ranked(lister_for(policy, actions.arms, actions.size))
        if kind == contract.POSTERIOR and methods.initial_pulls == 0:
            return _ranked(lazy.player(methods, actions.arms, posterior.tails(policy), actions.size))
    player = _solved(policy, actions, solve, shift, kind, kind == contract.FROZEN and not naive)
    return widened_for(policy, actions, solve, player) if widens else player


def _ranked(lister: Player) -> Player:
    """A player of lists, as one of sets."""
    rank = lister.rank

    def pick(policy: Any, actions: Any, state: Any, t: int, arms: int, horizon: int, rng: Any, chosen: Any) -> int:
        status = rank(policy, state, t, arms, len(chosen), horizon, rng, chosen)
        return status if status < 0 else len(chosen)

    return lister._replace(pick=pick)


def _solved(policy: Any, actions: Any, solve: Any, shift: float, kind: str, frozen: bool) -> Player:
    """A player that feeds the oracle."""
    methods = methods_of(policy)
    initial = methods.initial_pulls
    indexed = kind in (contract.FROZEN, contract.GROWING, contract.SCAN)
    sampled = kind in (contract.POSTERIOR, contract.DRAW_ALL)
    fault = BAD_SAMPLE if sampled else BAD_INDEX
    index_at, sample_at, count = methods.index_at, methods.sample_at, methods.count_of

    def at_any_time(policy: Any, state: Any, arm: int, t: int, arms: int, horizon: int, rng: Any) -> float:
        return sample_at(policy, state, arm, rng)

    draw_at = methods.timed_sample_at or at_any_time
    explores = contract.has(policy, "explore")
    values: Any = contract.bind(policy, "values") if contract.has(policy, "values") else None
    explore: Any = contract.bind(policy, "explore") if explores else None
    known = frozen and methods.unforced  # what an arm is worth before its first pull
    covers = initial > 0 and not contract.says(actions, "costs_only")
    layout = SetState(
        stats=arm_statistics(actions.arms, squares=methods.squares),
        value=Floats(actions.arms),
        trial=Floats(actions.arms),
        floor=Floats(actions.arms),
        memory=Floats(contract.solve_memory(actions)),
        **scalars(Ints, "stays"),
    )

    def start(policy: Any, state: SetState, arms: int, horizon: int) -> None:
        state.stays[0] = 0
        for arm in range(arms):
            value = index_at(policy, state, arm, 0, arms, horizon) - shift if known else 0.0
            state.value[arm] = max(-VAST, min(VAST, value))
            state.floor[arm] = inf if frozen else UNASKED
        for i in range(len(state.memory)):
            state.memory[i] = 0.0

    def weigh(policy: Any, state: SetState, t: int, arms: int, horizon: int, rng: Any) -> int:
        """Write the weights of a round, 0 for an arm without a value; returns 0 or a fault."""
        if not indexed and not sampled:
            values(policy, state.value, state.stats.total, state.stats.pulls, t, arms, horizon, rng)
        for arm in range(arms):
            value = state.value[arm]
            if state.stats.pulls[arm] == 0 and initial > 0:
                value = shift
            elif indexed:
                value = index_at(policy, state, arm, t, arms, horizon)
            elif sampled:
                value = draw_at(policy, state, arm, t, arms, horizon, rng)
            if value != value:
                return fault
            state.value[arm] = value - shift
        grade(state.value, arms)
        return 0

    def cover(actions: Any, state: SetState, arms: int, rng: Any, chosen: Any) -> int:
        """Choose the best action among those with the most arms short of first pulls; 0 if there is none."""
        largest = 1.0
        for arm in range(arms):
            largest = max(largest, abs(state.value[arm]))
        for arm in range(arms):
            short = state.stats.pulls[arm] < initial
            state.trial[arm] = state.value[arm] + (4.0 * arms * largest if short else 0.0)
        state.floor[0] = UNASKED
        size = solve(actions, state.trial, chosen, state.memory, state.floor, rng)
        for place in range(size):
            if state.stats.pulls[chosen[place]] < initial:
                return size
        state.stats.swept[0] = 1
        return 0

    def pick(policy: Any, actions: Any, state: SetState, t: int, arms: int, horizon: int, rng: Any, chosen: Any) -> int:
        if not frozen:
            status = weigh(policy, state, t, arms, horizon, rng)
            if status < 0:
                return status
        if covers and state.stats.swept[0] == 0:
            size = cover(actions, state, arms, rng, chosen)
            if size != 0:
                return size
        if explores and uniform(rng) < explore(policy, t, arms):
            state.stays[0] = 0
            state.floor[0] = UNASKED
            for arm in range(arms):
                state.trial[arm] = uniform(rng) - 1.0
            return solve(actions, state.trial, chosen, state.memory, state.floor, rng)
        if frozen and state.stays[0] > 0:
            return state.stays[0]
        if frozen:
            for arm in range(arms):
                state.floor[arm] = inf
        size = solve(actions, state.value, chosen, state.memory, state.floor, rng)
        if frozen:
            state.stays[0] = size
            for place in range(size):
                if not state.value[chosen[place]] > state.floor[chosen[place]]:
                    state.stays[0] = 0
        return size

    def learn(policy: Any, state: SetState, arm: int, reward: float, t: int, arms: int, horizon: int, rng: Any) -> int:
        count(policy, state, arm, reward, rng)
        return refresh(policy, state, arm, arms, horizon)

    def refresh(policy: Any, state: SetState, arm: int, arms: int, horizon: int) -> int:
        if frozen:
            value = index_at(policy, state, arm, 0, arms, horizon)
            if value != value:
                return BAD_INDEX
            state.value[arm] = max(-VAST, min(VAST, value - shift))
            if not state.value[arm] > state.floor[arm]:
                state.stays[0] = 0
        return 0

    return Player(layout, start, _no_single_arm, learn, refresh=refresh, pick=pick)


def grade(weights: Any, arms: int) -> None:
    """Replace infinite weights by finite ones that outweigh all others of an action together, with room to spare."""
    largest, bounded = 1.0, True
    for arm in range(arms):
        size = abs(weights[arm])
        if size < inf:
            largest = max(largest, size)
        else:
            bounded = False
    if not bounded:
        for arm in range(arms):
            if not abs(weights[arm]) < inf:
                weights[arm] = 4.0 * arms * largest if weights[arm] > 0.0 else -4.0 * arms * largest


def _no_single_arm(policy: Any, state: SetState, t: int, arms: int, horizon: int, rng: Any) -> int:
    return 0
