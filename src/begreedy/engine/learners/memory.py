"""A policy with a memory of its own at work on arms that come and go, and past its horizon."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import begreedy.types as contract
from begreedy.engine.learners.learner import Learner, Past
from begreedy.types import Policy
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue


class MemoryLearner(Learner):
    """A Learner of a policy with ``memory``: made for one horizon and one number of arms, unless it has ``carry``.

    With ``carry``, arms may be added, retired and paused, and after the horizon the policy plays on with one twice as
    long: a new memory is made and started, and the policy carries over what it remembers.
    """

    def __init__(self, policy: Policy, past: Sequence[Past], horizon: int, stream: list[int], **how: Any) -> None:
        self._origin: list[int] = []  # the numbers that arms have in the present memory
        super().__init__(policy, past, horizon, stream, **how)

    @property
    def _carries(self) -> bool:
        return "carry" in self.form.methods

    def movable(self, change: str) -> bool:
        return self._carries or super().movable(change)

    def choose(self, among: Sequence[int] | None = None) -> int:
        if self.rounds >= self.horizon:
            if not self._carries:
                words = f"the horizon is over: {concise(self.policy)} plays {self.horizon} rounds, no more"
                raise BadValue(words, field="horizon", value=self.horizon, allowed="more than the rounds played")
            self.horizon *= 2
            self._open()
        return super().choose(among)

    def add(self, past: Sequence[Past], first_pulls: int = 0) -> None:
        place = len(self.real) - self.paused
        self._origin[place:place] = [-1] * len(past)
        super().add(past, first_pulls)

    def retire(self, arm: int) -> None:
        del self._origin[arm]
        super().retire(arm)

    def _move(self, arm: int, place: int, paused: int) -> None:
        self._origin.insert(place, self._origin.pop(arm))
        super()._move(arm, place, paused)

    def _open(self) -> None:
        """A new memory; what the policy remembers of arms that are paused is lost."""
        old = list(self._state.memory) if self.arms and any(place >= 0 for place in self._origin) else None
        if not self.form.taught:
            super()._open()
        else:
            self._new_player()
            if self.arms:
                self._player.start(self.policy, self._state, self.arms, self.horizon)
                for arm in range(self.arms):
                    self._write(arm)
        if self.arms and old is not None and self._carries:
            memory, stats, origin = self._state.memory, self._state.stats, self._origin[: self.arms]
            contract.bind(self.policy, "carry")(
                self.policy, memory, old, origin, stats.total, stats.pulls, self.arms, self.horizon, self.stream
            )
        self._origin = [*range(self.arms), *([-1] * self.paused)]

    def _restore_state(self, snapshot: dict[str, Any]) -> None:
        super()._restore_state(snapshot)
        self._origin = [*range(self.arms), *([-1] * self.paused)]
