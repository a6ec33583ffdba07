"""Which learner plays a policy online."""

from __future__ import annotations

import begreedy.types as contract
from begreedy.engine.learners.forgetting import ForgettingLearner
from begreedy.engine.learners.learner import Learner
from begreedy.engine.learners.memory import MemoryLearner
from begreedy.types import Policy


def learner_of(policy: Policy) -> type[Learner]:
    """The learner of a policy that chooses one of finitely many arms, or a list of them."""
    form = contract.form_of(policy)
    if form.name == contract.CUSTOM and "memory" in form.methods:
        return MemoryLearner
    return ForgettingLearner if form.name == contract.FORGETTING else Learner
