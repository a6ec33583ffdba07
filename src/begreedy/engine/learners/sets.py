"""A policy at work on sets of arms, while rewards of their arms come late or never."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from begreedy.engine.belief import Belief
from begreedy.engine.learners.learner import Learner, Past
from begreedy.engine.players.choice import copied
from begreedy.engine.players.player import Player
from begreedy.engine.players.signed import signed_player
from begreedy.types import CombinatorialProblem, Policy


class SetLearner(Learner):
    """A Learner whose rounds are actions of a combinatorial ``problem``: ``choose`` gives their arms one after another.

    The policy is asked when an action begins; the round is over with the ``pull`` of its last arm.  As long as all
    rewards are reported before the next action begins, it decides bit for bit as the simulator does.
    """

    def __init__(
        self,
        policy: Policy,
        problem: CombinatorialProblem,
        past: Sequence[Past],
        horizon: int,
        stream: list[int],
        *,
        belief: str | Belief = "shrunk",
        revisable: bool = False,
    ) -> None:
        self.problem = problem
        self.action = [-1] * problem.actions.size  # the last one; it stays as long as it is certainly the best
        self.rest: list[int] = []  # arms of the action that are still to be pulled
        super().__init__(policy, past, horizon, stream, belief=belief, revisable=revisable)

    @property
    def selective(self) -> bool:
        """Whether it can choose among some of its arms: no, since actions may need any of them."""
        return False

    @property
    def begins(self) -> bool:
        """Whether the next arm is the first of an action."""
        return not self.rest

    def choose(self, among: Sequence[int] | None = None) -> int:
        """The next arm of the action."""
        if not self.rest:
            self.believe()
            where = (self.policy, self.problem.actions, self._state, self.t, self.arms, self.horizon)
            size = self._player.pick(*where, self.stream, self.action)
            if size < 0:
                self.fail(size)
            self.rest = self.action[:size]
        return self.rest[0]

    def before(self) -> tuple[Any, list[int]]:
        """What the choice of the next action depends on, kept for ``redraw``."""
        self.believe()
        return copied(self._state), list(self.action)

    def redraw(self, before: tuple[Any, list[int]], draws: int, stream: list[int]) -> list[frozenset[int]]:
        """The actions that are chosen if the policy is asked ``draws`` more times, as it was then."""
        actions = []
        for _ in range(draws):
            state, action = copied(before[0]), list(before[1])
            where = (self.policy, self.problem.actions, state, self.t, self.arms, self.horizon)
            size = self._player.pick(*where, stream, action)
            if size < 0:
                self.fail(size)
            actions.append(frozenset(action[:size]))
        return actions

    def pull(self, arms: Sequence[int]) -> None:
        """Play an arm of the action; ``learn`` or ``forget`` says later what it paid."""
        super().pull(arms)
        self.rest = self.rest[1:]
        self.t -= bool(self.rest)  # the round goes on

    def _player_of(self, arms: int) -> tuple[Player, bool]:  # those of the problem
        player = signed_player(self.policy, self.problem, self.horizon).player
        return player, "stays" not in player.layout._fields

    def _restate(self, arm: int) -> None:
        super()._restate(arm)
        state = self._state
        if state.stats.pulls[arm] == 0 and self._initial > 0:  # as if never seen
            state.value[arm] = 0.0
            state.stays[0] = 0

    def snapshot(self) -> dict[str, Any]:
        return {**super().snapshot(), "rest": list(self.rest), "action": list(self.action)}

    def restore(self, snapshot: dict[str, Any]) -> None:
        super().restore(snapshot)
        self.rest, self.action = list(snapshot["rest"]), list(snapshot["action"])
