"""Which game a policy plays on a problem: the one place where the engine knows models by name.

A problem of a model that is not listed here has finitely many arms or a pool, or it brings its own game, by a method
``plan(policy, horizon, options)`` that returns a ``begreedy.engine.games.game.Plan``.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import begreedy.types as contract
from begreedy.engine.games import (
    budgeted,
    cascading,
    combinatorial,
    drifting,
    epochs,
    finite,
    in_use,
    linear,
    mortal,
    pool,
)
from begreedy.engine.games.game import Plan
from begreedy.engine.options import PlayOptions
from begreedy.types import Policy, Problem
from begreedy.values.canonical import concise, field_values, unfit
from begreedy.values.errors import BadType


def plan_for(policy: Policy, problem: Problem, horizon: int, options: PlayOptions = PlayOptions()) -> Plan:
    """Resolve reductions, fill in what the problem knows, and pick the game."""
    original, policy = policy, contract.fitted(policy, problem, horizon)
    form = contract.form_of(policy)
    _check_fit(original, policy, problem)
    if form.name != contract.LINEAR and (arms := _as_arms(problem)) is not None:
        return _plan_of_arms(original, policy, arms, horizon, options)
    if (own := contract.part_of(problem, "plan", None)) is not None:
        return _own_plan(own, policy, horizon, options)
    if (plan := _PLANS.get(problem.model)) is not None:
        return plan(policy, problem, horizon, options)
    if not contract.provides(problem, "stage") and not contract.provides(problem, "discover_function"):
        raise BadType.of("problem", problem, "of a known model, or have a method plan or stage")
    return _plan_of_arms(original, policy, problem, horizon, options)


def check_problem(problem: Any) -> None:
    """Raise unless this is a problem, or at least says of which model it is."""
    if not contract.provides(problem, "model"):
        raise BadType.of("problem", problem, "a bandit problem such as Finite(...)")
    field_values(problem, "problem")


def _own_plan(plan: Callable[[Policy, int, Any], Plan], policy: Policy, horizon: int, options: PlayOptions) -> Plan:
    """By a problem's own method; one that names ``naive`` instead of the options is told of nothing else."""
    return plan(policy, horizon, options.naive if "naive" in signature(plan).parameters else options)


def _as_arms(problem: Problem) -> Any:
    """The actions of a problem of vectors as arms, if it can give them so."""
    return contract.part_of(problem, "as_arms", lambda: None)() if contract.says(problem, "vectors") else None


def _plan_of_arms(original: Policy, policy: Policy, problem: Problem, horizon: int, options: PlayOptions) -> Plan:
    """The plan for arms that pay rewards and nothing else: finitely many, or a pool of them."""
    form = contract.form_of(policy)
    if (plan := _POOL_PLANS.get(form.name)) is not None:
        return plan(policy, problem, horizon, options)
    if "reduce" in form.methods:
        base, reduced = contract.ask(policy, "reduce", problem, horizon)
        return finite.plan(contract.fitted(base, problem, horizon), reduced, horizon, options)
    contract.arm_form(policy)  # raises if it is none
    stage = contract.part_of(problem, "stage", None)
    if stage is None:
        how = "Discretize" if contract.says(problem, "continuum") else "Subsample"
        text, allowed = concise(original), "finitely many arms"
        words = f"{text} needs {allowed}, but {concise(problem)} has infinitely many: use {how}({text})"
        raise BadType(words, field="problem", value=problem, allowed=allowed)
    return finite.plan(policy, stage(), horizon, options)


def _check_fit(original: Policy, policy: Policy, problem: Problem) -> None:
    """Raise a TypeError that names both as given, if a policy needs what a problem does not have."""
    form = contract.form_of(policy)
    vectors, lists, costly = (contract.says(problem, flag) for flag in ("vectors", "lists", "costly"))
    if form.name == contract.LINEAR and not vectors:
        raise unfit(original, "actions that are vectors, as of a Linear problem", problem)
    if form.name == contract.LISTS and not lists:
        raise unfit(original, "rounds that show lists, as of a Cascading problem", problem)
    pool = contract.provides(problem, "discover_function") or vectors  # whose own plan refuses other policies
    partly = "subset" in form.methods and contract.says(problem, "divisible")
    if form.pooled and not pool and not partly:
        raise unfit(original, "a pool of arms", problem)
    if contract.needs_costs(field_values(policy).get("policy", policy)) and not costly:
        raise unfit(original, "pulls that cost, as of a Budgeted problem", problem)
    if costly and contract.misses_costs(policy):
        others = "use Greedy, which plays by reward per cost, BudgetUCB, BTS or another policy that looks at costs"
        raise unfit(original, "a problem without costs: it plays by rewards alone", problem, others)


# By model; every other one is of arms that pay rewards and nothing else.
_PLANS: dict[str, Callable[[Policy, Any, int, PlayOptions], Plan]] = {
    "cascading": cascading.plan,
    "linear": linear.plan,
    "combinatorial": combinatorial.plan,
    "drifting": drifting.plan,
    "in-use": in_use.plan,
    "mortal": mortal.plan,
    "budgeted": budgeted.plan,
}
# By form of policy, where arms come from a pool as it goes.
_POOL_PLANS: dict[str, Callable[[Any, Any, int, PlayOptions], Plan]] = {
    contract.EPOCHS: epochs.plan,
    contract.POOL: pool.plan,
}
