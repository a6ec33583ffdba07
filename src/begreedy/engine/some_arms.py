"""A policy asked about some of its arms, as if there were no others: by the player that looks at every arm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from begreedy.engine.players.choice import lister_for, lists, player_for
from begreedy.engine.players.player import ArmStatistics, Player

if TYPE_CHECKING:
    from begreedy.engine.learners.learner import Learner


class SomeArms:
    """The player for the number of arms last asked about."""

    def __init__(self) -> None:
        self._player: Player | None = None
        self._key: tuple[int, int] = (0, 0)

    def choose(self, learner: Learner, among: Sequence[int], stream: list[int]) -> int:
        """The place of an arm ``among`` those."""
        player, state = self._seat(learner, among, 0)
        place: int = player.choose(learner.policy, state, learner.t, len(among), learner.horizon, stream)
        if place < 0:
            learner.fail(place)
        return place

    def rank(self, learner: Learner, among: Sequence[int], slots: int, stream: list[int]) -> list[int]:
        """The places of a list ``among`` those, from the top."""
        player, state = self._seat(learner, among, slots)
        arms, chosen = len(among), [0] * slots
        status = player.rank(learner.policy, state, learner.t, arms, slots, learner.horizon, stream, chosen)
        if status < 0:
            learner.fail(status)
        return chosen

    def _seat(self, learner: Learner, among: Sequence[int], slots: int) -> tuple[Player, Any]:
        """The player, and a state with what is known of these arms."""
        if self._player is None or self._key != (len(among), slots):
            self._key = (len(among), slots)
            if slots:
                self._player = lister_for(learner.policy, len(among), slots, unseen=learner.pseudo, naive=True)
            else:
                self._player = player_for(learner.policy, len(among), learner.horizon, naive=True)
        state = lists(self._player.layout)
        copy_statistics(learner.state.stats, state.stats, among, learner.arms)
        return self._player, state


def copy_statistics(source: ArmStatistics, target: ArmStatistics, among: Sequence[int], arms: int) -> None:
    """Copy the statistics of some of ``arms`` arms, as far as both have them."""
    for name in ("total", "pulls", "squares", "cost"):
        known, part = getattr(source, name), getattr(target, name)
        if len(part) == len(among) and len(known) == arms:
            part[:] = [known[arm] for arm in among]
