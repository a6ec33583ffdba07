"""What a run on sets of arms costs: to draw and learn of an action's arms, and to find the best action."""

from __future__ import annotations

from typing import Any

import begreedy.types as contract
from begreedy.advice.models.cost import nanoseconds, root_of, seconds
from begreedy.problems.combinatorial import Combinatorial
from begreedy.types import Policy

# Nanoseconds per arm, where nothing else is said.
_ARM = 20.0  # of an action: to draw its reward, and to learn of it
_SOLVE = 4.0  # to find the best action of any m arms, where that is done every round; of a list, per arm of its sets
_MENDED, _ANEW = 6.0, 40.0  # by another oracle: from its last answer, because few values change, and where all do
_VALUE = {contract.GROWING: 8.0, contract.POSTERIOR: 45.0}  # for a value that changes every round
_WIDENED = 300.0  # with a bonus for whole actions, which asks the oracle several times


def cost(policy: Policy, problem: Combinatorial, horizon: int | None, arms: float) -> float:
    """The arms of an action are drawn and learned of; values that move with the round feed the oracle every time."""
    fitted = contract.fitted(policy, problem, horizon or 1)
    learned = (_ARM + root_of(fitted)) * problem.actions.size - root_of(fitted)
    return seconds(float(horizon or 0), learned + _asked(fitted, problem, arms) + nanoseconds(fitted, arms), arms)


def _asked(fitted: Policy, problem: Combinatorial, arms: float) -> float:
    """To find the best action in a round, and the values that it is the best by."""
    actions: Any = problem.actions  # of those given one by one, also their members
    kind, explicit = contract.form_of(fitted).kind, contract.says(actions, "explicit")
    if contract.has(fitted, "action_bonus"):
        return _SOLVE * len(actions.members) if explicit else _WIDENED * arms
    if contract.says(actions, "free"):  # only the values of arms that may be among the best are found
        return 0.0 if kind == contract.FROZEN else _SOLVE * arms
    values = 0.0 if kind == contract.FROZEN else (_VALUE.get(kind or "", 0.0) + root_of(fitted)) * arms
    if explicit:
        return values + _SOLVE * len(actions.members)
    return values + (_MENDED if kind == contract.FROZEN else _ANEW) * arms
