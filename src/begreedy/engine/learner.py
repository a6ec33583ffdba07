"""A policy at work on arms that come and go, while rewards come late or never.

As long as every reward is told before the next choice, it decides bit
for bit as the simulator does.  A pull whose reward is still out when the next choice is made is *pending*: it counts
as a pull with a believed reward, so that many choices in a row do not all fall on one arm blindly; when the reward
comes, the arm's statistics are what they would have been without any belief.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import begreedy.types as contract
from begreedy.engine.agent import Agent
from begreedy.engine.games.cascading import draw_list, played_as
from begreedy.engine.players.choice import lister_for, player_for
from begreedy.engine.players.player import methods_of
from begreedy.random import uniform
from begreedy.values.canonical import concise


def _mean(earned: float, pulls: int, overall: float) -> float:
    return earned / pulls if pulls > 0 else overall


def _shrunk(earned: float, pulls: int, overall: float) -> float:
    return (earned + overall) / (pulls + 1)


def _low(earned: float, pulls: int, overall: float) -> float:
    return 0.0


# What a pending pull is believed to pay, from the arm's rewards so far and the mean of all arms' rewards.
BELIEFS: dict[str, Callable[[float, int, float], float] | None] = {
    "shrunk": _shrunk,
    "mean": _mean,
    "low": _low,
    "ignored": None,  # pending pulls are not counted at all
}
BELIEF = "shrunk"

Past = tuple[float, int]  # sum of rewards and number of pulls that an arm comes with

_STATISTICS = ("real", "earned", "squares", "spent", "pending")


class Learner(Agent):
    """An Agent that may wait: ``choose()`` an arm (or ``rank`` a list), ``pull`` it, and ``learn`` or ``forget`` later.

    ``past`` has what is known of every arm at the start; its pulls count as rounds played before, and as part of the
    horizon.  ``ranks``: the policy shows lists.  Arms are numbered 0, 1, ...; ``retire`` closes the gap.
    """

    def __init__(
        self,
        policy: Any,
        past: Sequence[Past],
        horizon: int,
        stream: list[int],
        *,
        ranks: bool = False,
        belief: str = BELIEF,
    ) -> None:
        base, pseudo, forced = played_as(policy) if ranks else (policy, 0, False)
        self._take_up(base, horizon, list(stream))
        self.arms = 0
        self.ranks, self.pseudo, self.forced = ranks, pseudo, forced
        self._explore = contract.bind(base, "explore") if ranks and "explore" in self.form.methods else None
        self._belief = BELIEFS[belief]
        self.waiting: list[int] = []  # pulls since the last choice, not yet believed in
        self.real: list[int] = []  # pulls whose reward is known
        self.earned: list[float] = []  # what these paid, as the policy counts it
        self.squares: list[float] = []
        self.spent: list[float] = []
        self.pending: list[int] = []  # pulls that are believed in
        self._all_earned = self._all_spent = 0.0
        self._all_real = 0
        # Whether what is known of an arm can be changed; not what a policy's own ``learn`` made of it.
        self.changeable = not self.form.taught
        self._remembers = self.form.name == contract.CUSTOM and "memory" in self.form.methods  # for so many rounds
        if past:
            self.add(past)

    # ------------------------------------------------------------ deciding

    def choose(self) -> int:
        """The arm to pull next."""
        self.believe()
        if self._remembers and self.rounds >= self.horizon:
            raise ValueError(f"the horizon is over: {concise(self.policy)} plays {self.horizon} rounds, no more")
        return super().choose()

    def rank(self, slots: int) -> list[int]:
        """The arms of a list, from the top."""
        self.believe()
        t, chosen = self.t, [0] * slots
        if self.forced and t <= self.arms:
            draw_list(self._order, chosen, t - 1, self.arms, slots, self.stream)
        elif self._explore is not None and uniform(self.stream) < self._explore(self.policy, t, self.arms):
            draw_list(self._order, chosen, -1, self.arms, slots, self.stream)
        else:
            status = self._player.rank(self.policy, self._state, t, self.arms, slots, self.horizon, self.stream, chosen)
            if status < 0:
                self._fail(status)
        return chosen

    def pull(self, arms: Sequence[int]) -> None:
        """A round is played with these arms; what they pay will be told by ``learn`` or ``forget``."""
        self.t += 1
        if self.counts_pending:
            self.waiting.extend(arms)

    @property
    def rounds(self) -> int:
        """Rounds played so far."""
        return self.t - 1

    # ------------------------------------------------------------ learning

    @property
    def counts_pending(self) -> bool:
        """Whether pulls that are out count with a believed reward."""
        return self.changeable and self._belief is not None

    def believe(self) -> None:
        """From now on the pulls still out count with a believed reward."""
        for arm in self.waiting:
            self.pending[arm] += 1
            self._restate(arm)
        self.waiting.clear()

    def learn(self, arm: int, reward: float, cost: float | None = None) -> None:
        """What a pull paid, in whatever order pulls are told."""
        believed = self._drop_pending(arm)
        if believed or self.pending[arm] > 0:
            self._count(arm, reward, cost)
            self._restate(arm)
        else:
            self._learn_at_once(arm, reward, (cost or 0.0) if self._costs else None, max(1, self.rounds))
            self._take_over(arm)

    def _take_over(self, arm: int) -> None:
        """What is known of an arm is what its player has learned."""
        state = self._state
        self._all_earned += state.total[arm] - self.earned[arm]
        self._all_real += 1
        self.real[arm], self.earned[arm] = state.pulls[arm], state.total[arm]
        if self._squared:
            self.squares[arm] = state.squares[arm]
        if self._costs:
            self._all_spent += state.cost[arm] - self.spent[arm]
            self.spent[arm] = state.cost[arm]

    def _count(self, arm: int, reward: float, cost: float | None) -> None:
        if self._costs:
            amount = self._observed(cost or 0.0)
            self.spent[arm] += amount
            self._all_spent += amount
        reward = self._observed(reward)
        self.real[arm] += 1
        self.earned[arm] += reward
        self.squares[arm] += reward * reward
        self._all_earned += reward
        self._all_real += 1

    def forget(self, arm: int) -> None:
        """A pull of which nothing will ever be known: as if it had not been made."""
        if self._drop_pending(arm):
            self._restate(arm)

    def _drop_pending(self, arm: int) -> bool:
        """Let go of one pull that is out; returns whether it was believed in."""
        if arm in self.waiting:
            self.waiting.remove(arm)
            return False
        if self.pending[arm] > 0:
            self.pending[arm] -= 1
            return True
        return False

    def _restate(self, arm: int) -> None:
        """Let the player see an arm's known and believed rewards."""
        self._write(arm)
        pulls = self._state.pulls[arm]
        if pulls < self._initial:
            self._state.swept[0] = 0  # its first pulls are due again; until then nobody asks for its index
        if pulls > 0 or self._initial == 0:
            status = self._player.refresh(self.policy, self._state, arm, self.arms, self.horizon)
            if status < 0:
                self._fail(status)

    def _write(self, arm: int) -> None:
        state, real, pending = self._state, self.real[arm], self.pending[arm]
        total, square, cost = self.earned[arm], self.squares[arm], self.spent[arm]
        if pending > 0 and self._belief is not None:
            known = max(1, self._all_real)
            believed = self._belief(total, real, self._all_earned / known if self._all_real else 0.5)
            total += pending * believed
            square += pending * believed * believed
            if self._costs:
                cost += pending * _shrunk(cost, real, self._all_spent / known if self._all_real else 0.5)
        state.pulls[arm], state.total[arm] = real + pending, total
        if self._squared:
            state.squares[arm] = square
        if self._costs:
            state.cost[arm] = cost

    # ------------------------------------------------------------ arms that come and go

    def add(self, past: Sequence[Past]) -> None:
        """New arms, after the others."""
        for total, pulls in past:
            self.real.append(pulls + self.pseudo)
            self.earned.append(total)
            self.squares.append(total)
            self.spent.append(0.0)
            self.pending.append(0)
            self.t += pulls
            self.horizon += pulls
            self._all_earned += total
            self._all_real += pulls
        self._open()

    def retire(self, arm: int) -> None:
        """An arm that is never played again; the numbers of later ones fall by one."""
        self._all_earned -= self.earned[arm]
        self._all_spent -= self.spent[arm]
        self._all_real -= self.real[arm] - self.pseudo
        for name in _STATISTICS:
            del getattr(self, name)[arm]
        self.waiting = [other - (other > arm) for other in self.waiting if other != arm]
        self._open()

    def _open(self) -> None:
        """A player for the arms there are, told what is known of them: same law, whatever it was before."""
        self._new_player()
        if self.arms == 0:
            return  # nobody will ask until an arm is added
        state, arms = self._state, self.arms
        for arm in range(arms):
            state.pulls[arm] = self.pseudo
        self._player.start(self.policy, state, arms, self.horizon)
        for arm in range(arms):
            if self.real[arm] + self.pending[arm] > self.pseudo:
                self._restate(arm)

    def _new_player(self) -> None:
        arms = self.arms = len(self.real)
        if arms == 0:
            return
        if self.ranks:
            player = lister_for(self.policy, arms, arms, unseen=self.pseudo)
        else:
            player = player_for(self.policy, arms, self.horizon)
        self._seat(player, arms)
        methods = methods_of(self.policy, unseen=self.pseudo if self.ranks else -1)
        self._initial = 0 if self.ranks else methods.initial_pulls
        self._squared, self._index_at = methods.squares, methods.index_at
        self._order = list(range(arms)) if self.ranks else []

    # ------------------------------------------------------------ looking inside, keeping, coming back

    def index(self, arm: int) -> float | None:
        """The index by which the policy would judge an arm now; None if it has none, or was never pulled."""
        if not self.form.indexed or self._state.pulls[arm] == 0:
            return None
        return self._index_at(self.policy, self._state, arm, self.t, self.arms, self.horizon)

    def first_pulls(self) -> int:
        """How often every arm is pulled before its index counts."""
        return self._initial

    def snapshot(self) -> dict[str, Any]:
        """Everything that later decisions depend on, as lists and numbers."""
        kept = {name: list(getattr(self, name)) for name in (*_STATISTICS, "waiting", "stream")}
        state = {}
        if self.arms:
            state = {name: list(part) for name, part in zip(self._state._fields, self._state, strict=True)}
        totals = [self._all_earned, self._all_spent, self._all_real]
        return {
            **kept,
            "state": state,
            "order": list(self._order) if self.arms else [],
            "all": totals,
            "rounds": self.rounds,
            "horizon": self.horizon,
        }

    def restore(self, kept: dict[str, Any]) -> None:
        """Go on from a snapshot of a learner with the same policy."""
        for name in (*_STATISTICS, "waiting", "stream"):
            setattr(self, name, list(kept[name]))
        self._all_earned, self._all_spent, self._all_real = kept["all"]
        self.t, self.horizon = kept["rounds"] + 1, kept["horizon"]
        self._new_player()
        if self.arms == 0:
            return
        for name, part in zip(self._state._fields, self._state, strict=True):
            given = kept["state"][name]
            if len(given) != len(part):
                raise ValueError(f"{name} of the snapshot must have {len(part)} numbers, got {len(given)}")
            part[:] = given
        self._order = list(kept["order"])
