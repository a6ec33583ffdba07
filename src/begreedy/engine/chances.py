"""The probability with which a policy chose an arm: exact where there is a formula, else by drawing again."""

from __future__ import annotations

from collections.abc import Sequence

import begreedy.types as contract
from begreedy.engine.learners.learner import Learner
from begreedy.engine.players.frozen_state import TIES
from begreedy.engine.some_arms import SomeArms


def chance(learner: Learner, arm: int, chosen: int, drawn: bool, among: Sequence[int] | None = None) -> float | None:
    """The probability of an arm at the last choice, which was ``chosen``; None if only draws can tell.

    ``drawn``: that choice moved the random stream; otherwise it was certain.
    """
    if not drawn:
        return float(arm == chosen)
    policy, count = learner.policy, learner.arms if among is None else len(among)
    if contract.says(policy, "uniform"):
        return 1.0 / count
    if not learner.form.indexed:
        return None
    epsilon = learner.epsilon(count)
    leads, ties = _standing(learner, arm, among)
    return float(epsilon / count + (1.0 - epsilon) * leads / ties)


def _standing(learner: Learner, arm: int, among: Sequence[int] | None) -> tuple[bool, int]:
    """Whether an arm has the largest index, and how many have it."""
    state = learner.state
    if among is None and learner.form.kind == contract.FROZEN:
        return state.place[arm] < 0, state.counts[TIES]
    arms = list(range(learner.arms)) if among is None else list(among)
    indices = [learner.index_at(learner.policy, state, a, learner.t, len(arms), learner.horizon) for a in arms]
    best = max(indices)
    return indices[arms.index(arm)] == best, indices.count(best)


def redraw(learner: Learner, arm: int, draws: int, stream: list[int], among: Sequence[int] | None = None) -> int:
    """How often an arm is chosen if the policy is asked ``draws`` more times; the learner stays as it is."""
    if among is not None:
        some = SomeArms()
        return sum(among[some.choose(learner, among, stream)] == arm for _ in range(draws))
    return sum(learner.again(stream) == arm for _ in range(draws))
