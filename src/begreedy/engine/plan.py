"""Which game a policy plays on a problem: the one place where the engine knows models by name.

A problem of a model that is not listed here is one of finitely many arms or a pool, or it brings its own game, by a
method ``plan(policy, horizon, naive)`` that returns a ``begreedy.engine.games.game.Plan``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import begreedy.types as contract
from begreedy.engine.games import budgeted, cascading, epochs, finite, linear, mortal, pool
from begreedy.engine.games.game import Plan
from begreedy.types import Form
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadType


def plan_for(policy: Any, problem: Any, horizon: int, *, naive: bool = False) -> Plan:
    """Resolve reductions, fill in what the problem tells, and pick the game."""
    if not hasattr(problem, "model"):
        raise BadType.of("problem", problem, "a bandit problem such as Finite(...)")
    form = contract.form_of(policy)
    if "fit" in form.methods:
        policy = policy.fit(problem, horizon)
        form = contract.form_of(policy)
    if hasattr(problem, "plan"):
        own: Plan = problem.plan(policy, horizon, naive)
        return own
    plan = _PLANS.get(problem.model, _plan_of_arms)
    if plan is _plan_of_arms and not hasattr(problem, "stage") and not hasattr(problem, "discover_function"):
        raise BadType.of("problem", problem, "of a known model, or have a method plan or stage")
    _check_fit(policy, form, problem)
    return plan(policy, problem, horizon, naive)


def _plan_of_arms(policy: Any, problem: Any, horizon: int, naive: bool) -> Plan:
    """Arms that pay rewards and nothing else: finitely many, or a pool of them."""
    form = contract.form_of(policy)
    if form.name == contract.EPOCHS:
        return epochs.plan(policy, problem, horizon)
    if form.name == contract.POOL:
        return pool.plan(policy, problem, horizon)
    if "reduce" in form.methods:
        base, stage = policy.reduce(problem, horizon)
        return finite.plan(base, stage, horizon, naive)
    contract.arm_form(policy)  # raises if it is none
    if not hasattr(problem, "stage"):
        how = "Discretize" if getattr(problem, "continuum", False) else "Subsample"
        raise TypeError(
            f"{canonical(policy)} needs finitely many arms, but {canonical(problem)} has no end of them: "
            f"use {how}({canonical(policy)})"
        )
    return finite.plan(policy, problem.stage(), horizon, naive)


_WRAPPERS = {"cascade": "cascading", "subset": "mortal"}  # methods of policies made of others, and where they work


def _check_fit(policy: Any, form: Form, problem: Any) -> None:
    """Raise a TypeError that names both, if a policy cannot be played on a problem."""
    problem_text = canonical(problem) if len(str(problem)) < 200 else f"this {type(problem).__name__} problem"
    if problem.model != "linear" and "needs" in form.methods:
        raise TypeError(f"{canonical(policy)} needs a Linear problem, got {problem_text}")
    if form.name == contract.LISTS and problem.model != "cascading":
        raise TypeError(f"{canonical(policy)} shows lists and needs a Cascading problem, got {problem_text}")
    made_of_others = any(method in form.methods and problem.model == model for method, model in _WRAPPERS.items())
    if problem.model not in _PLANS or problem.model == "linear" or made_of_others:
        base = getattr(policy, "policy", policy) if made_of_others else policy
    else:
        base = policy
        if form.pooled:
            raise TypeError(f"{canonical(policy)} needs a pool of arms, got {problem_text}")
    if problem.model != "budgeted" and contract.needs_costs(base):
        raise TypeError(f"{canonical(policy)} needs costs, which only a Budgeted problem has; got {problem_text}")


# Every other model is one of arms that pay rewards and nothing else.
_PLANS: dict[str, Callable[[Any, Any, int, bool], Plan]] = {
    "cascading": cascading.plan,
    "mortal": mortal.plan,
    "budgeted": budgeted.plan,
    "linear": linear.plan,
}
