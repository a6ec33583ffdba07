"""The state of a bandit whose policy looks at features: a regression instead of statistics of arms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from begreedy.bandit.folds.fold import Fold, Pasts
from begreedy.bandit.folds.selection import Choice, Request
from begreedy.bandit.records import Event, StoreError
from begreedy.bandit.settings.features import features_of, vector_text
from begreedy.bandit.settings.settings import Settings
from begreedy.engine.learners.linear import Entrant, LinearLearner

OwnFeatures = Callable[[Sequence[int]], list[np.ndarray | None]]  # those of arms, by number


class LinearFold(Fold):
    """The state after event ``seq`` of a log."""

    learner: LinearLearner

    def __init__(
        self, settings: Settings, pasts: Pasts, own: OwnFeatures, snapshot: dict[str, Any] | None = None
    ) -> None:
        self._own = own
        self._known: dict[int, np.ndarray | None] = {}  # those that were looked up one by one
        super().__init__(settings, pasts, snapshot)

    def _learner(self, past: Sequence[Any]) -> LinearLearner:
        settings = self.settings
        dimension = settings.dimension or 0
        return LinearLearner(settings.played, dimension, past, settings.rounds, settings.words(), belief=self._belief())

    def _past(self, entered: Sequence[int]) -> list[Any]:
        past, vectors = super()._past(entered), self._own(entered)
        return [Entrant(total, pulls, x) for (total, pulls), x in zip(past, vectors, strict=True)]

    def choose(self, request: Request) -> Choice:
        """The arms to play next, by number; moves the random stream on."""
        offered = None
        if request.features is not None:
            slots = self.slot
            offered = {slots[arm]: x for arm, x in features_of(request.features).items() if arm in slots}
        self.learner.offer(offered)
        return super().choose(request)

    def chance(self, slot: int, chosen: int, drawn: bool, _slots: Sequence[int] | None) -> float | None:
        if not drawn:
            return float(slot == chosen)
        return None if self.learner.draws else self.learner.standing(slot)

    def redraw(self, slot: int, draws: int, stream: list[int], _slots: Sequence[int] | None) -> int:
        return self.learner.redraw(slot, draws, stream)

    def features(self, number: int, text: str | None) -> np.ndarray:
        given = None if text is None else vector_text(text, number)
        if given is not None:
            return features_of(given)[number]
        if number not in self._known:
            self._known[number] = self._own([number])[0]
        vector = self._known[number]
        if vector is None:
            raise StoreError(f"features: those of arm {number} are missing")
        return vector

    def _learn(self, event: Event) -> None:
        slot, decision = self.slot.get(event.arms[0]), event.decision or 0
        if event.value is None:
            self.learner.forget(slot, decision)
        else:
            self.learner.learn(slot, self.settings.scaled(event.value), decision)

    def _revise(self, event: Event) -> None:
        number = event.arms[0]
        was = None if event.was is None else self._scaled(event.was, None)
        now = None if event.value is None else self._scaled(event.value, None)
        self.learner.revise(self.slot.get(number), self.features(number, event.features), was, now)

    def _restore_learner(self, snapshot: dict[str, Any]) -> None:
        self.learner = self._learner([])
        self.learner.restore(snapshot, self._own([*self.live, *self.paused]))
