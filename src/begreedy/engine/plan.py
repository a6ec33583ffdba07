"""How a policy is played on a problem: which kernel, with how much memory."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

import begreedy.types as contract
from begreedy.engine.games import budgeted as budget
from begreedy.engine.games import cascading as cascade
from begreedy.engine.games import epochs, finite, linear, mortal
from begreedy.engine.games import pool as pool_game
from begreedy.engine.games.game import Plan
from begreedy.engine.players.choice import player_for
from begreedy.types import ENDLESS, Stage
from begreedy.values.canonical import canonical, field_values
from begreedy.values.errors import BadType


def plan_for(policy: Any, problem: Any, horizon: int, *, naive: bool = False) -> Plan:
    """Resolve reductions, fill in what the problem tells, and pick the game."""
    if not hasattr(problem, "model"):
        raise BadType.of("problem", problem, "a bandit problem such as Finite(...)")
    field_values(policy)
    if hasattr(policy, "fit"):
        policy = policy.fit(problem, horizon)
    _check_fit(policy, problem)
    if problem.model in _STRUCTURED:
        return _STRUCTURED[problem.model](policy, problem, horizon, naive)
    if hasattr(policy, "epoch_arms"):
        return _epoch_plan(policy, problem, horizon)
    if getattr(policy, "pool", False):
        return _pool_plan(policy, problem, horizon)
    if hasattr(policy, "reduce"):
        base, stage = policy.reduce(problem, horizon)
        return _finite_plan(base, stage, horizon, naive)
    contract.kind_of(policy)
    if not hasattr(problem, "stage"):
        how = "Discretize" if problem.model == "continuous" else "Subsample"
        raise TypeError(
            f"{canonical(policy)} needs finitely many arms, but {canonical(problem)} has no end of them: "
            f"use {how}({canonical(policy)})"
        )
    return _finite_plan(policy, problem.stage(), horizon, naive)


_WRAPPERS = {"cascade": "cascading", "subset": "mortal"}  # methods of policies made of others, and where they work


def _check_fit(policy: Any, problem: Any) -> None:
    """Raise a TypeError that names both, if a policy cannot be played on a problem."""
    problem_text = canonical(problem) if len(str(problem)) < 200 else f"this {type(problem).__name__} problem"
    if problem.model != "linear" and hasattr(policy, "needs"):
        raise TypeError(f"{canonical(policy)} needs a Linear problem, got {problem_text}")
    if hasattr(policy, "cascade") and problem.model != "cascading":
        raise TypeError(f"{canonical(policy)} shows lists and needs a Cascading problem, got {problem_text}")
    made_of_others = any(hasattr(policy, method) and problem.model == model for method, model in _WRAPPERS.items())
    if problem.model not in _STRUCTURED or problem.model == "linear" or made_of_others:
        base = getattr(policy, "policy", policy) if made_of_others else policy
    else:
        base = policy
        if any(hasattr(policy, name) for name in ("reduce", "epoch_arms")) or getattr(policy, "pool", False):
            raise TypeError(f"{canonical(policy)} needs a pool of arms, got {problem_text}")
    if problem.model != "budgeted" and contract.needs_costs(base):
        raise TypeError(f"{canonical(policy)} needs costs, which only a Budgeted problem has; got {problem_text}")


def _finite_plan(policy: Any, stage: Stage, horizon: int, naive: bool) -> Plan:
    contract.check_rewards(policy, stage.law)
    player = player_for(policy, stage.arms, horizon, naive=naive)
    kernel = partial(finite.game, player, stage)
    enters = np.zeros(1, np.int64) if stage.enters is None else stage.enters
    means, scratch = stage.arms + 1, stage.scratch
    return Plan((policy,), stage.world, stage.law, (enters,), stage.arms, player.layout, means, scratch, kernel)


def _require_pool(policy: Any, problem: Any) -> None:
    if not hasattr(problem, "discover_function"):
        raise TypeError(f"{canonical(policy)} needs a pool of arms, got {canonical(problem)}")


def _pool_plan(policy: Any, problem: Any, horizon: int) -> Plan:
    _require_pool(policy, problem)
    contract.check_rewards(policy, problem.law)
    state = pool_game.layout(policy, horizon, problem.size)
    arms = state.pulls.size
    kernel = partial(pool_game.game, policy, problem)
    return Plan((policy,), problem.world(), problem.law, (), problem.size, state, arms, problem.scratch(arms), kernel)


def _epoch_plan(policy: Any, problem: Any, horizon: int) -> Plan:
    _require_pool(policy, problem)
    contract.check_rewards(policy.base, problem.law)
    most, together = epochs.sizes(policy, horizon, problem.size)
    player = player_for(policy.base, most, horizon)
    means = min(together, problem.size) if problem.size < ENDLESS else together
    if problem.model == "continuous" and policy.point == "random":
        means += horizon
    state = epochs.layout(policy, player, horizon, problem.size, means)
    kernel = partial(epochs.game, policy, problem, player)
    world, scratch = problem.world(), problem.scratch(means)
    return Plan((policy, policy.base), world, problem.law, (), problem.size, state, means, scratch, kernel)


_STRUCTURED = {"cascading": cascade.plan, "mortal": mortal.plan, "budgeted": budget.plan, "linear": linear.plan}
