"""A policy at work on arms that come and go, while rewards come late or never.

As long as every reward is reported before the next choice, it decides bit for bit as the simulator does.  A pull whose
reward is still out when the next choice is made is *pending*: it counts as a pull with a believed reward, so that many
choices in a row do not all fall on one arm; when the reward comes, nothing is left of the belief.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import begreedy.types as contract
from begreedy.engine.agent import Agent
from begreedy.engine.belief import BELIEFS, Belief, Waits, shrunk
from begreedy.engine.players.choice import copied, lasting_parts, lister_for, player_for
from begreedy.engine.players.lists import played_as, shower
from begreedy.engine.players.player import Player, methods_of
from begreedy.engine.some_arms import SomeArms
from begreedy.random import digest_key, seed_stream
from begreedy.types import Policy
from begreedy.values.errors import BadValue

Payment = tuple[float, float | None]  # a reward and its cost
Past = tuple[float, int]  # sum of rewards and number of pulls that an arm comes with

_STATISTICS = ("real", "earned", "squares", "spent", "pending", "starts", "due")


class Learner(Agent):
    """An Agent that may wait: ``choose()`` an arm (or ``rank`` a list), ``pull`` it, and ``learn`` or ``forget`` later.

    ``past`` has what is known of every arm at the start; its pulls count as rounds played before, and as part of the
    horizon.  ``ranks``: the policy shows lists.  Arms are numbered 0, 1, ...; ``retire`` closes the gap.  ``belief`` is
    what a pull counts as while it is out; "expected", which is for rewards in [0, 1], looks at how long pulls wait: by
    ``now``, set by the caller, and ``since``, its value when they were made.
    """

    def __init__(
        self,
        policy: Policy,
        past: Sequence[Past],
        horizon: int,
        stream: list[int],
        *,
        ranks: bool = False,
        belief: str | Belief = "shrunk",
        revisable: bool = False,
    ) -> None:
        base, pseudo, forced = played_as(policy) if ranks else (policy, 0, False)
        self._take_up(base, horizon, list(stream))
        self.arms = 0
        self.ranks, self.pseudo, self.forced = ranks, pseudo, forced
        self._belief = BELIEFS[belief] if isinstance(belief, str) else belief
        self._waits = Waits() if belief == "expected" else None
        self._redraws = revisable and self._observe is not None  # rewards are counted at random, and may change
        self.now = 0  # by any clock that never runs backwards
        self.waiting: list[int] = []  # pulls since the last choice, not yet believed in
        self.real: list[int] = []  # pulls whose reward is known
        self.earned: list[float] = []  # what these paid, as the policy counts it
        self.squares: list[float] = []
        self.spent: list[float] = []
        self.pending: list[int] = []  # pulls that are believed in
        self.due: list[int] = []  # pulls that an arm gets before the policy is asked
        self.starts: list[int] = []  # sum of the moments at which the pulls that are out were made
        self._all_earned, self._all_spent, self._all_real = 0.0, 0.0, 0
        self.paused = 0  # arms that are not played for now: the last ones
        self._all_due = self._out = self._all_starts = 0  # of all arms: pulls due, pulls out, and when these were made
        # Whether what is known of an arm can be changed; what a policy's own ``learn`` stored cannot.
        self.changeable = not self.form.taught
        self._some = SomeArms()
        if past:
            self.add(past)

    # ------------------------------------------------------------ deciding

    def choose(self, among: Sequence[int] | None = None) -> int:
        """The arm to pull next; ``among`` some arms, as if there were no others."""
        self.believe()
        if self._all_due:
            due = next((arm for arm in among or range(self.arms) if self.due[arm] > 0), None)
            if due is not None:
                return due
        if among is None:
            return super().choose()
        return among[self._some.choose(self, among, self.stream)]

    def rank(self, slots: int, among: Sequence[int] | None = None, again: list[int] | None = None) -> list[int]:
        """The arms of a list, ``among`` some as if there were no others; ``again``: only this stream moves on."""
        state, order, stream = self._state, self._order, self.stream if again is None else again
        if again is None:
            self.believe()
        else:
            state, order = copied(state), list(order)
        if among is not None:
            return [among[place] for place in self._some.rank(self, among, slots, stream)]
        chosen, what = [0] * slots, (self.policy, state, order, self.forced)
        status = self._show(*what, self.t, self.arms, slots, self.horizon, stream, chosen)
        if status < 0:
            self.fail(status)
        return chosen

    def pull(self, arms: Sequence[int]) -> None:
        """Play a round with these arms; ``learn`` or ``forget`` says later what they paid."""
        self.t += 1
        for arm in arms:
            if self.due[arm] > 0:
                self.due[arm] -= 1
                self._all_due -= 1
        if self.counts_pending:
            self.waiting.extend(arms)
            for arm in arms:
                self.starts[arm] += self.now
            self._out += len(arms)
            self._all_starts += len(arms) * self.now

    @property
    def rounds(self) -> int:
        """Rounds played so far."""
        return self.t - 1

    # ------------------------------------------------------------ learning

    def movable(self, change: str) -> bool:  # all or none
        """Whether arms may be added, retired or paused."""
        return self.changeable

    @property
    def counts_pending(self) -> bool:
        """Whether pulls that are out count with a believed reward."""
        return self.changeable and self._belief is not None

    def believe(self) -> None:
        """From now on the pulls still out count with a believed reward."""
        touched = self.waiting
        for arm in touched:
            self.pending[arm] += 1
        if self._waits is not None and self._out:
            waiting = self._out * self.now - self._all_starts
            if self._waits.moved(self._all_earned, self._all_real, self._out, waiting):
                touched = [arm for arm in range(self.arms) if self.pending[arm] > 0]
        for arm in touched:
            self._restate(arm)
        self.waiting.clear()

    def learn(self, arm: int, reward: float, cost: float | None = None, since: int | None = None) -> None:
        """Learn what a pull paid; rewards may come in any order."""
        believed, wait = self._drop_pending(arm, since)
        if self._waits is not None:
            self._waits.count(reward, wait)
        if believed or self.pending[arm] > 0 or self._redraws or arm >= self.arms:
            self._count(arm, reward, cost, since)
            self._restate(arm)
        else:
            self._learn_at_once(arm, reward, (cost or 0.0) if self._costs else None, max(1, self.rounds))
            self._take_over(arm)

    def _take_over(self, arm: int) -> None:
        """Take over what the player has learned of an arm."""
        stats = self._state.stats
        self._all_earned += stats.total[arm] - self.earned[arm]
        self._all_real += 1
        self.real[arm], self.earned[arm] = stats.pulls[arm], stats.total[arm]
        if self._squared:
            self.squares[arm] = stats.squares[arm]
        if self._costs:
            self._all_spent += stats.cost[arm] - self.spent[arm]
            self.spent[arm] = stats.cost[arm]

    def _count(self, arm: int, reward: float, cost: float | None, since: int | None, sign: int = 1) -> None:
        if self._costs:
            amount = sign * self._drawn(cost or 0.0, "cost", since)
            self.spent[arm] += amount
            self._all_spent += amount
        reward = self._drawn(reward, "reward", since)
        self.real[arm] += sign
        self.earned[arm] += sign * reward
        self.squares[arm] += sign * reward * reward
        self._all_earned += sign * reward
        self._all_real += sign

    def _drawn(self, amount: float, kind: str, since: int | None) -> float:
        """What an amount counts as; if it may be revised, by a draw that can be repeated."""
        if not self._redraws or self._observe is None:
            return self._observed(amount)
        words = [0] * 4
        seed_stream(words, digest_key("observed", kind, since))
        return self._observe(self.policy, amount, words)

    def revise(self, arm: int, was: Payment | None, now: Payment | None, since: int) -> None:
        """Correct a pull's reward and cost (None: not known), as if they had been reported so at first."""
        for pair, sign in ((was, -1), (now, 1)):
            if pair is not None:
                self._count(arm, *pair, since, sign)
        self._restate(arm)

    def forget(self, arm: int, since: int | None = None) -> None:
        """Forget a pull whose reward will never be known, as if it had not been made."""
        if self._drop_pending(arm, since)[0]:
            self._restate(arm)

    def _drop_pending(self, arm: int, since: int | None) -> tuple[bool, int]:
        """Let go of one pull that is out; returns whether it was believed in, and how long it waited."""
        waiting = arm in self.waiting
        out = self.out(arm)
        if out == 0:
            return False, 0
        start = self.starts[arm] // out if since is None else since
        self.starts[arm] -= start
        self._out -= 1
        self._all_starts -= start
        if waiting:
            self.waiting.remove(arm)
        else:
            self.pending[arm] -= 1
        return not waiting, self.now - start

    def _restate(self, arm: int) -> None:
        """Let the player see an arm's known and believed rewards; if it is paused, when it comes back."""
        if arm >= self.arms:
            return
        self._write(arm)
        pulls = self._state.stats.pulls[arm]
        if pulls < self._initial:
            self._state.stats.swept[0] = 0  # its first pulls are due again; until then its index is not asked for
        if pulls > 0 or self._initial == 0:
            status = self._player.refresh(self.policy, self._state, arm, self.arms, self.horizon)
            if status < 0:
                self.fail(status)

    def _write(self, arm: int) -> None:
        stats, real, pending = self._state.stats, self.real[arm], self.pending[arm]
        total, square, cost = self.earned[arm], self.squares[arm], self.spent[arm]
        if pending > 0 and self._belief is not None:
            known = max(1, self._all_real)
            overall, ratio = self._all_earned / known if self._all_real else 0.5, 1.0
            if self._waits is not None:
                overall, ratio = self._waits.overall, self._waits.ratio
            believed = self._belief(total, real, pending, overall, ratio)
            total += pending * believed
            square += pending * believed * believed
            if self._costs:
                cost += pending * shrunk(cost, real, self._all_spent / known if self._all_real else 0.5)
        stats.pulls[arm], stats.total[arm] = real + pending, total
        if self._squared:
            stats.squares[arm] = square
        if self._costs:
            stats.cost[arm] = cost

    # ------------------------------------------------------------ arms that come and go

    def add(self, past: Sequence[Past], first_pulls: int = 0) -> None:
        """Add arms after those that are played; each is pulled ``first_pulls`` times before the policy is asked."""
        for total, pulls in past:
            news = (pulls + self.pseudo, total, total, 0.0, 0, 0, first_pulls)
            place = len(self.real) - self.paused
            for name, value in zip(_STATISTICS, news, strict=True):
                getattr(self, name).insert(place, value)
            self.waiting = [other + (other >= place) for other in self.waiting]
            self.t += pulls
            self.horizon += pulls
            self._all_earned += total
            self._all_real += pulls
        self._open()

    def retire(self, arm: int) -> None:
        """Retire an arm, played or paused, for good; the numbers of later arms fall by one."""
        self.paused -= arm >= self.arms
        self._all_earned -= self.earned[arm]
        self._all_spent -= self.spent[arm]
        self._all_real -= self.real[arm] - self.pseudo
        self._out -= self.out(arm)
        self._all_starts -= self.starts[arm]
        for name in _STATISTICS:
            del getattr(self, name)[arm]
        self.waiting = [other - (other > arm) for other in self.waiting if other != arm]
        self._open()

    def pause(self, arm: int) -> None:
        """Pause an arm until it is resumed; it becomes the last one."""
        self._move(arm, len(self.real) - 1, paused=1)

    def resume(self, arm: int) -> None:
        """Play a paused arm again; it becomes the last one of those that are played."""
        self._move(arm, self.arms, paused=-1)

    def _move(self, arm: int, place: int, paused: int) -> None:
        order = list(range(len(self.real)))
        order.insert(place, order.pop(arm))
        for name in _STATISTICS:
            part = getattr(self, name)
            setattr(self, name, [part[old] for old in order])
        where = {old: new for new, old in enumerate(order)}
        self.waiting = [where[other] for other in self.waiting]
        self.paused += paused
        self._open()

    def _open(self) -> None:
        """Start a new player for the present arms and what is known of them: its law is that of the old one."""
        self._new_player()
        if self.arms == 0:
            return  # there is nothing to choose until an arm is added
        state, arms = self._state, self.arms
        for arm in range(arms):
            state.stats.pulls[arm] = self.pseudo
        self._player.start(self.policy, state, arms, self.horizon)
        for arm in range(arms):
            if self.real[arm] + self.pending[arm] > self.pseudo:
                self._restate(arm)

    def _new_player(self) -> None:
        arms = self.arms = len(self.real) - self.paused
        self._all_due = sum(self.due[:arms])
        if arms == 0:
            return
        player, ranked = self._player_of(arms)
        self._seat(player, arms)
        methods = methods_of(self.policy, unseen=self.pseudo if ranked else -1)
        self._initial = 0 if ranked else methods.initial_pulls
        self._squared, self._unforced, self.index_at = methods.squares, methods.unforced, methods.index_at
        self._order = list(range(arms)) if self.ranks else []

    def _player_of(self, arms: int) -> tuple[Player, bool]:
        """A player for ``arms`` arms, and whether it ranks them."""
        if self.ranks:
            player = lister_for(self.policy, arms, arms, unseen=self.pseudo)
            self._show = shower(self.policy, player.rank)
            return player, True
        return player_for(self.policy, arms, self.horizon), False

    @property
    def state(self) -> Any:
        """The state of its player."""
        return self._state

    def again(self, stream: list[int]) -> int:
        """The policy's choice if it is asked again with another stream; the learner stays as it is."""
        return self._choose(self.policy, copied(self._state), self.t, self.arms, self.horizon, stream)

    @property
    def selective(self) -> bool:
        """Whether it can choose among some of its arms; a policy with a memory of all of them cannot."""
        return self.form.name != contract.CUSTOM or not {"memory", "learn"} & self.form.methods

    # ------------------------------------------------------------ looking inside, keeping, coming back

    def index(self, arm: int) -> float | None:
        """The index by which the policy would judge an arm now; None if it has none, as before a forced first pull."""
        if not self.form.indexed or (self._state.stats.pulls[arm] == 0 and not self._unforced):
            return None
        return self.index_at(self.policy, self._state, arm, self.t, self.arms, self.horizon)

    def out(self, arm: int) -> int:
        """How many pulls of an arm are out."""
        return self.pending[arm] + self.waiting.count(arm)

    def first_pulls(self) -> int:
        """How often every arm is pulled before its index counts."""
        return self._initial

    def snapshot(self) -> dict[str, Any]:
        """Everything that later decisions depend on, as lists and numbers."""
        statistics = {name: list(getattr(self, name)) for name in (*_STATISTICS, "waiting", "stream")}
        state = {}
        if self.arms:
            self._player.catch_up(self._state)
            state = {name: list(part[:length]) for name, part, length in lasting_parts(self._player, self._state)}
        totals = [self._all_earned, self._all_spent, self._all_real]
        return {
            **statistics,
            "state": state,
            "order": list(self._order) if self.arms else [],
            "all": totals,
            "waits": None if self._waits is None else self._waits.snapshot(),
            "now": self.now,
            "paused": self.paused,
            "rounds": self.rounds,
            "horizon": self.horizon,
        }

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go on from a snapshot of a learner with the same policy."""
        for name in (*_STATISTICS, "waiting", "stream"):
            setattr(self, name, list(snapshot[name]))
        self._all_earned, self._all_spent, self._all_real = snapshot["all"]
        self.t, self.horizon = snapshot["rounds"] + 1, snapshot["horizon"]
        self.now, self.paused = snapshot["now"], snapshot["paused"]
        self._out, self._all_starts = sum(self.pending) + len(self.waiting), sum(self.starts)
        if self._waits is not None:
            self._waits.restore(snapshot["waits"])
        self._new_player()
        if self.arms:
            self._restore_state(snapshot)

    def _restore_state(self, snapshot: dict[str, Any]) -> None:
        for name, part, length in lasting_parts(self._player, self._state):
            if len(numbers := snapshot["state"][name]) != length:
                raise BadValue.of(f"snapshot['state'][{name!r}]", len(numbers), f"{length} numbers", verb="have")
            part[:length] = numbers
        self._order = list(snapshot["order"])
