"""The state of a bandit whose actions are sets of arms: each arm of an action is a decision of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from begreedy.bandit.folds.fold import Fold
from begreedy.engine.learners.sets import SetLearner


class SetFold(Fold):
    """The state after event ``seq`` of a log."""

    learner: SetLearner

    @property
    def past_rounds(self) -> int:
        return 0  # it has no history

    def _learner(self, past: Sequence[Any]) -> SetLearner:
        settings = self.settings
        how: dict[str, Any] = {"belief": self._belief(), "revisable": settings.revise}
        return SetLearner(settings.played, settings.sets, past, settings.rounds, settings.words(), **how)
