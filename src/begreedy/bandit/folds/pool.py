"""The state of a bandit whose policy takes arms out of the catalogue as it goes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from begreedy.bandit.folds.fold import Fold, Pasts
from begreedy.bandit.records import DECIDED, Event
from begreedy.bandit.settings.settings import Settings
from begreedy.engine.learners.choice import learner_of
from begreedy.engine.learners.pool import PoolLearner
from begreedy.policies.anytime_greedy import first_round
from begreedy.policies.reductions import Subsample, arms_for
from begreedy.problems.infinite import Infinite
from begreedy.problems.priors import Uniform
from begreedy.theory import arms as theory_arms

_LAST = 2**52  # a round after all others


class PoolFold(Fold):
    """The state of a policy that discovers arms: it plays those known, those on trial, and one that is on offer."""

    learner: PoolLearner

    def __init__(self, settings: Settings, pasts: Pasts, snapshot: dict[str, Any] | None = None) -> None:
        self.returned: list[int] = []  # arms whose rewards never came, to be offered again
        super().__init__(settings, pasts, snapshot)

    def _learner(self, past: Sequence[Any]) -> PoolLearner:  # noqa: ARG002  # there is no past
        settings = self.settings
        learner = PoolLearner(settings.played, settings.rounds, settings.words())
        learner.offers, learner.size = bool(self.live), self.size
        return learner

    def _fill(self) -> list[int]:
        """Offer another arm, if none is on offer and one is left."""
        number = self.returned.pop() if self.returned else self._draws.next(self.size)
        while number is not None and number in self.gone:
            number = self.returned.pop() if self.returned else self._draws.next(self.size)
        if number is not None:
            self.live.append(number)
        return []

    def _enter(self) -> None:
        if not self.learner.offers:
            before = len(self.live)
            self._fill()
            self.learner.offers = len(self.live) > before
        self.learner.size = self.size - len(self.gone)
        self._number_slots()

    def apply(self, event: Event, *, chosen: bool = False) -> None:
        super().apply(event, chosen=chosen)
        if event.kind == DECIDED and not self.learner.offers:
            self._enter()

    def _learn(self, event: Event) -> None:
        number = event.arms[0]
        slot = self.slot.get(number)
        if slot is None:  # retired since
            return
        if event.value is not None:
            place = self.learner.learn(slot, self.settings.scaled(event.value))
            if place == slot:
                return
            self.live.insert(place, self.live.pop(slot))
        elif self.learner.forget(slot):
            del self.live[slot]
            self.returned.append(number)
        self._enter()

    def snapshot(self) -> dict[str, Any]:
        return {**super().snapshot(), "returned": list(self.returned)}

    def _restore_learner(self, snapshot: dict[str, Any]) -> None:
        self.learner = self._learner([])
        self.learner.restore(snapshot)

    def _restore(self, snapshot: dict[str, Any]) -> None:
        self.returned = list(snapshot["returned"])
        super()._restore(snapshot)


class GrowingFold(Fold):
    """The state of AnytimeGreedy: Greedy on as many arms as a theorem keeps for a horizon of the rounds so far."""

    def __init__(self, settings: Settings, pasts: Pasts, snapshot: dict[str, Any] | None = None) -> None:
        self._next_entry = 1  # the round before which more arms enter
        super().__init__(settings, pasts, snapshot)

    def _learner(self, past: Sequence[Any]) -> Any:
        settings = self.settings
        policy = settings.played.policy
        made = learner_of(policy)
        return made(policy, past, settings.rounds, settings.words(), belief=self._belief(), revisable=settings.revise)

    def _keeps(self) -> int:
        t = self.decisions + 1
        keeps = arms_at(self.settings.played, t)
        self._next_entry = first_round(partial(_more, self.settings.played, keeps), t, 2 * t, _LAST)
        return keeps

    def apply(self, event: Event, *, chosen: bool = False) -> None:
        super().apply(event, chosen=chosen)
        if event.kind == DECIDED and self.decisions + 1 >= self._next_entry:
            self._enter()


def arms_at(policy: Any, t: int) -> int:
    """How many arms AnytimeGreedy plays in round t on a catalogue of which nothing is known."""
    guess = max(2, round(policy.ahead * t))
    if policy.gamma is not None:
        arms = theory_arms.many("greedy", guess, policy.gamma)
    else:
        arms = arms_for(Subsample(policy.policy, beta=policy.beta, c1=policy.c1), Infinite(Uniform()), guess)
    return max(1, min(arms, t))


def _more(policy: Any, keeps: int, t: int) -> bool:
    return arms_at(policy, t) > keeps
