"""The state of a bandit whose actions are sets of arms: each arm of an action is a decision of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from begreedy.bandit.folds.fold import ESTIMATED, Fold
from begreedy.bandit.folds.selection import Choice, Request, event_stream
from begreedy.bandit.records import Event
from begreedy.engine.learners.sets import SetLearner


class SetFold(Fold):
    """The state after event ``seq`` of a log."""

    learner: SetLearner
    certain = False  # whether the present action was chosen without a draw
    _drawn: Sequence[frozenset[int]] = ()  # the actions of more draws, in its place
    _action: frozenset[int] = frozenset()  # as it was chosen here

    @property
    def past_rounds(self) -> int:
        return 0  # it has no history

    def _learner(self, past: Sequence[Any]) -> SetLearner:
        settings = self.settings
        how: dict[str, Any] = {"belief": self._belief(), "revisable": settings.revise}
        return SetLearner(settings.played, settings.sets, past, settings.rounds, settings.words(), **how)

    def choose(self, request: Request) -> Choice:
        """The next arm of the action, by number; it is certain if the whole action was chosen without a draw."""
        begins, before = self.learner.begins, list(self.learner.stream)
        choice = super().choose(request)
        if begins:
            self.certain = self.learner.stream == before
            self._action, self._drawn = frozenset(self.learner.rest), ()
        return choice._replace(propensity=1.0 if self.certain else None)

    def _choose_again(self, event: Event) -> None:
        """Ask as for a decision of the log; where the action was drawn, by more draws from what was known then."""
        learner = self.learner
        before = learner.before() if self.redraws and learner.begins else None
        super()._choose_again(event)
        if before is not None and not self.certain:
            self._drawn = learner.redraw(before, self.redraws, event_stream(self, "propensity", "event", event.seq))
        whole = 1.0 if self.certain else None
        if self._drawn:
            count, slot = 1.0 + len(self._drawn), self.slot[event.arms[0]]
            whole = (1.0 + sum(action == self._action for action in self._drawn)) / count
            hits = sum(slot in action for action in self._drawn)
            if self.propensity[0] is None:
                self.propensity = ((1.0 + hits) / count, ESTIMATED)
        self.propensities = None if whole is None else json.dumps({"action": whole})
