"""How a policy is played on a problem: which kernel, with how much memory."""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.engine.games import budgeted, cascading, epochs, finite, linear, mortal, pool
from begreedy.engine.games.game import Plan
from begreedy.types import Form
from begreedy.values.canonical import canonical


def plan_for(policy: Any, problem: Any, horizon: int, *, naive: bool = False) -> Plan:
    """Resolve reductions, fill in what the problem tells, and pick the game."""
    if not hasattr(problem, "model"):
        raise TypeError(f"problem must be a bandit problem such as Finite(...), got {problem!r}")
    form = contract.form_of(policy)
    if "fit" in form.methods:
        policy = policy.fit(problem, horizon)
        form = contract.form_of(policy)
    _check_fit(policy, form, problem)
    if problem.model in _STRUCTURED:
        return _STRUCTURED[problem.model](policy, problem, horizon, naive)
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
    if problem.model not in _STRUCTURED or problem.model == "linear" or made_of_others:
        base = getattr(policy, "policy", policy) if made_of_others else policy
    else:
        base = policy
        if form.pooled:
            raise TypeError(f"{canonical(policy)} needs a pool of arms, got {problem_text}")
    if problem.model != "budgeted" and contract.needs_costs(base):
        raise TypeError(f"{canonical(policy)} needs costs, which only a Budgeted problem has; got {problem_text}")


_STRUCTURED = {"cascading": cascading.plan, "mortal": mortal.plan, "budgeted": budgeted.plan, "linear": linear.plan}
