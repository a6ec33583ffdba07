"""A policy that forgets at work, while rewards come late and arms come and go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import begreedy.types as contract
from begreedy.engine.learners.learner import Learner, Past
from begreedy.engine.players import forgetting
from begreedy.engine.players.choice import lists
from begreedy.engine.players.forgetting import ForgettingState
from begreedy.engine.players.player import Player, methods_of
from begreedy.engine.recall import recall_of
from begreedy.engine.some_arms import SomeArms, copy_statistics
from begreedy.types import ForgettingPolicy
from begreedy.values.errors import BadValue


class ForgettingLearner(Learner):
    """A Learner whose rewards grow old: with every pull all that is known counts less, or leaves the window.

    A reward counts by the age of its pull, whenever it is reported, and so does a pull that is out, with its believed
    reward.  A reward reported for a pull older than the policy's ``span`` does not count.
    """

    def __init__(
        self,
        policy: ForgettingPolicy,
        past: Sequence[Past],
        horizon: int,
        stream: list[int],
        *,
        revisable: bool = False,
        **how: Any,
    ) -> None:
        self._recall = recall_of(policy)
        super().__init__(policy, (), horizon, stream, revisable=revisable, **how)
        if not self.counts_pending:
            raise BadValue.of("belief", "ignored", "what a pull counts as that is out")
        inner = policy.policy
        methods = contract.form_of(inner).methods
        if "observe" in methods:
            observe = contract.bind(inner, "observe")
            self._observe = lambda policy, amount, rng: observe(policy.policy, amount, rng)
            self._redraws = revisable
        self._explores = contract.bind(inner, "explore") if "explore" in methods else None
        self._some = _SomeRecalled()
        if past:
            self.add(past)

    # ------------------------------------------------------------ deciding

    def pull(self, arms: Sequence[int]) -> None:
        super().pull(arms)
        self._recall.advance(arms[0], self.now)
        self._write_all()

    def epsilon(self, arms: int) -> float:
        if self._explores is None:
            return 0.0
        return float(self._explores(self.policy.policy, 1.0 + self._state.mass[0], arms))

    def again(self, stream: list[int]) -> int:
        return self._choose(self.policy, self._state, self.t, self.arms, self.horizon, stream)

    # ------------------------------------------------------------ learning

    def learn(self, arm: int, reward: float, cost: float | None = None, since: int | None = None) -> None:
        _, wait = self._drop_pending(arm, since)
        if self._waits is not None:
            self._waits.count(reward, wait)
        self._count(arm, reward, cost, since)
        self._restate(arm)

    def forget(self, arm: int, since: int | None = None) -> None:
        self._drop_pending(arm, since)
        self._restate(arm)

    def _drop_pending(self, arm: int, since: int | None) -> tuple[bool, int]:
        dropped = super()._drop_pending(arm, since)
        self._recall.close(arm, self._moment(since), self.out(arm))
        return dropped

    def _count(self, arm: int, reward: float, cost: float | None, since: int | None, sign: int = 1) -> None:
        counted = self._drawn(reward, "reward", since)
        self.real[arm] += sign
        self.earned[arm] += sign * counted
        self._all_earned += sign * counted
        self._all_real += sign
        self._recall.count(arm, self._moment(since), counted, sign)

    def remembered(self, arm: int) -> tuple[float, float, float]:
        """What counts of an arm, by age: how many rewards, their sum, and how many pulls that are out."""
        pulls, total, _, out, _ = self._recall.of(arm)
        total = min(max(total, self._low * pulls), self._high * pulls)  # also where rounding took back too much
        return pulls, total, out

    def _moment(self, since: int | None) -> int:
        return self.now if since is None else since

    def _restate(self, arm: int) -> None:
        if arm < self.arms:
            self._write(arm)

    def _write(self, arm: int) -> None:
        state = self._state
        pulls, total, squares, out, remembered = self._recall.of(arm)
        total = min(max(total, self._low * pulls), self._high * pulls)  # also where rounding took back too much
        if out > 0.0 and self._belief is not None:
            overall, ratio = self._overall, 1.0
            if self._waits is not None:
                overall, ratio = self._waits.overall, self._waits.ratio
            believed = self._belief(total, pulls, out, overall, ratio)
            pulls += out
            total += out * believed
            squares += out * believed * believed
        recalled = state.recalled.stats
        recalled.pulls[arm], recalled.total[arm] = pulls, total
        if self._squared:
            recalled.squares[arm] = squares
        state.remembered[arm] = state.stats.pulls[arm] = remembered

    def _write_all(self) -> None:
        """Let the player see what is remembered of all arms."""
        state, recall = self._state, self._recall
        recalled = [recall.of(arm) for arm in range(self.arms)]
        pulls = sum(sums.pulls for sums in recalled)
        self._overall = sum(sums.total for sums in recalled) / pulls if pulls > 0.0 else 0.5
        state.mass[0] = recall.mass
        state.lasting[0] = min(self.horizon, self.policy.lasting)
        for arm in range(self.arms):
            self._write(arm)

    # ------------------------------------------------------------ arms that come and go

    def add(self, past: Sequence[Past], first_pulls: int = 0) -> None:
        for i, (total, pulls) in enumerate(past):
            self._recall.insert(len(self.real) - self.paused + i, total, pulls)
        super().add(past, first_pulls)

    def retire(self, arm: int) -> None:
        self._recall.reorder([other for other in range(len(self.real)) if other != arm])
        super().retire(arm)

    def _move(self, arm: int, place: int, paused: int) -> None:
        order = list(range(len(self.real)))
        order.insert(place, order.pop(arm))
        self._recall.reorder(order)
        super()._move(arm, place, paused)

    def _open(self) -> None:
        super()._open()
        if self.arms:
            self._write_all()

    def _new_player(self) -> None:
        arms = self.arms = len(self.real) - self.paused
        self._all_due = sum(self.due[:arms])
        self._order = []
        if arms == 0:
            return
        self._seat(reader(self.policy, arms, self.horizon), arms)
        methods = methods_of(self.policy.policy)
        self._initial, self._squared, self._unforced = methods.initial_pulls, methods.squares, methods.unforced
        index_of = methods.index_at

        def index_at(policy: Any, state: ForgettingState, arm: int, t: int, arms: int, horizon: int) -> float:
            return index_of(policy.policy, state.recalled, arm, 1.0 + state.mass[0], arms, state.lasting[0])

        self.index_at = index_at

    # ------------------------------------------------------------ keeping, coming back

    def snapshot(self) -> dict[str, Any]:
        return {**super().snapshot(), "state": {}, "recall": self._recall.snapshot()}

    def _restore_state(self, snapshot: dict[str, Any]) -> None:
        self._recall.restore(snapshot["recall"])
        self._player.start(self.policy, self._state, self.arms, self.horizon)
        self._write_all()


def reader(policy: ForgettingPolicy, arms: int, horizon: int) -> Player:
    """The player, without a window of its own: what is remembered is written into its state."""
    return forgetting.player(policy, arms, horizon, entries=1)


class _SomeRecalled(SomeArms):
    """Some arms, by what is remembered of them."""

    def _seat(self, learner: Learner, among: Sequence[int], slots: int) -> tuple[Player, Any]:
        player = reader(learner.policy, len(among), learner.horizon)
        state, known = lists(player.layout), learner.state
        state.mass[:], state.lasting[:] = known.mass, known.lasting
        state.remembered[:] = [known.remembered[arm] for arm in among]
        copy_statistics(known.recalled.stats, state.recalled.stats, among, learner.arms)
        return player, state
