"""A policy that discovers arms at work on a catalogue, while rewards come late and arms are added and retired."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import begreedy.types as contract
from begreedy.engine.players.player import BAD_ARM, fault_of
from begreedy.types import Policy
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType, BadValue

FIRST_HORIZON = 1024  # of the first memory, if none is given


class PoolLearner:
    """What a Learner is to a policy with an index: ``choose`` an arm, ``pull`` it, and ``learn`` or ``forget`` later.

    Arms stand in *slots*: first those that are known, in the order in which their first rewards were reported; then
    those on trial, pulled but not yet known; then, if there is another arm to discover, the one on offer.  While
    rewards are out, at most as many arms are on trial as are known, and at least one.  Pulls that are out are not
    counted.

    A policy with ``carry`` may lose arms and go past its horizon, which is then twice as long.
    """

    selective = counts_pending = False
    ranks, pseudo, paused = False, 0, 0

    def __init__(self, policy: Policy, horizon: int, stream: list[int]) -> None:
        self.policy, self.form = policy, contract.form_of(policy)
        self.horizon = FIRST_HORIZON if horizon >= contract.ENDLESS else horizon
        self.stream = list(stream)
        self.t, self.now = 1, 0
        self.size = 0  # arms of the catalogue that are not retired
        self.offers = False  # whether there is an arm on offer
        self.total: list[float] = []  # of known arms
        self.pulls: list[int] = []
        self.outs: list[int] = []  # of known arms and those on trial: pulls that are out
        self.carries = "carry" in self.form.methods
        self._start, self._select, self._learn, self._carry = (
            contract.bind(policy, method) for method in ("start", "select", "learn", "carry")
        )
        self.capacity, self.memory = self._new_memory(0)

    def _new_memory(self, least: int) -> tuple[int, list[float]]:
        """A memory for at least ``least`` arms."""
        capacity = self.horizon
        if "capacity" in self.form.methods:
            capacity = min(capacity, int(contract.ask(self.policy, "capacity", self.horizon, contract.ENDLESS)))
        capacity = max(1, least, capacity)
        remembers = "memory" in self.form.methods
        size = int(contract.ask(self.policy, "memory", capacity, self.horizon)) if remembers else 1
        memory = [0.0] * max(1, size)
        self._start(self.policy, memory, capacity, self.horizon)
        return capacity, memory

    @property
    def known(self) -> int:
        return len(self.total)

    @property
    def trying(self) -> int:
        """Arms on trial."""
        return len(self.outs) - self.known

    @property
    def rounds(self) -> int:
        return self.t - 1

    # ------------------------------------------------------------ deciding

    def choose(self, among: Sequence[int] | None = None) -> int:
        """The slot of the arm to pull next."""
        if among is not None:
            raise BadType.of("arms", among, f"left out: {concise(self.policy)} keeps a memory of its own", got="")
        self._make_room()
        return self._chosen(self.memory, self.stream)

    def again(self, stream: list[int]) -> int:
        """The policy's choice if it is asked again with another stream; the learner stays as it is."""
        return self._chosen(list(self.memory), stream)

    def _chosen(self, memory: list[float], stream: list[int]) -> int:
        known = self.known
        more = self.offers and self.trying < max(1, known) and len(self.outs) < self.capacity
        if known == 0 and not more:
            return 0  # the first on trial, again
        size = max(known + 1, self.size) if more else known
        arm = int(self._select(self.policy, memory, self.total, self.pulls, known, self.t, self.horizon, size, stream))
        if not 0 <= arm < known + more:
            raise fault_of(f"{concise(self.policy)} failed in round {self.t}", BAD_ARM)
        return arm if arm < known else len(self.outs)

    def _make_room(self) -> None:
        """Make room for another round and another arm."""
        over = self.rounds >= self.horizon
        if over and not self.carries and "memory" in self.form.methods:
            words = f"the horizon is over: {concise(self.policy)} plays {self.horizon} rounds, no more"
            raise BadValue(words, field="horizon", value=self.horizon, allowed="more than the rounds played")
        if over:
            self.horizon *= 2
        if self.carries and (over or len(self.outs) >= self.capacity):
            self._carry_over(list(range(self.known)))

    def _carry_over(self, origin: list[int]) -> None:
        """Move to a new memory, for arms that had these numbers."""
        old = self.memory
        self.capacity, self.memory = self._new_memory(2 * (len(self.outs) + 1))
        self._carry(
            self.policy, self.memory, old, origin, self.total, self.pulls, self.known, self.horizon, self.stream
        )

    def pull(self, slots: Sequence[int]) -> None:
        """Play a round with the arm of a slot."""
        self.t += 1
        if slots[0] == len(self.outs):
            self.outs.append(0)
            self.offers = False
        self.outs[slots[0]] += 1

    # ------------------------------------------------------------ learning

    def learn(self, slot: int, reward: float) -> int:
        """Learn what a pull paid; returns the slot that its arm has now."""
        self.outs[slot] -= 1
        if slot >= self.known:
            place = self.known
            self.outs.insert(place, self.outs.pop(slot))
            self.total.append(0.0)
            self.pulls.append(0)
            slot = place
        self.total[slot] += reward
        self.pulls[slot] += 1
        known, t = self.known, max(1, self.rounds)
        self._learn(self.policy, self.memory, self.total, self.pulls, known, slot, reward, t, self.horizon, self.stream)
        return slot

    def forget(self, slot: int) -> bool:
        """Forget a pull whose reward will never be known; returns whether this ends its arm's trial."""
        self.outs[slot] -= 1
        if slot < self.known or self.outs[slot] > 0:
            return False
        del self.outs[slot]
        return True

    def retire(self, slot: int) -> None:
        """Retire an arm for good; the slots of later ones fall by one."""
        if slot == len(self.outs):
            self.offers = False
            return
        del self.outs[slot]
        if slot < self.known:
            origin = [arm for arm in range(self.known) if arm != slot]
            del self.total[slot], self.pulls[slot]
            self._carry_over(origin)

    def movable(self, change: str) -> bool:
        """Whether arms may be added, retired or paused."""
        return change == "add" or (change == "retire" and self.carries)

    # ------------------------------------------------------------ looking inside, keeping, coming back

    @property
    def arms(self) -> int:
        return len(self.outs) + self.offers

    @property
    def pending(self) -> list[int]:
        return self.outs + [0] * self.offers

    @property
    def real(self) -> list[int]:
        return self.pulls + [0] * (self.arms - self.known)

    @property
    def due(self) -> list[int]:
        return [0] * self.arms

    def index(self, slot: int) -> float | None:  # it has none
        return None

    def first_pulls(self) -> int:
        return 0

    def snapshot(self) -> dict[str, Any]:
        """Everything that later decisions depend on, as lists and numbers."""
        used = len(self.memory)
        while used and self.memory[used - 1] == 0.0:
            used -= 1
        lists = {name: list(getattr(self, name)) for name in ("stream", "total", "pulls", "outs")}
        numbers = [self.t, self.now, self.size, int(self.offers), self.horizon, self.capacity, len(self.memory)]
        return {**lists, "numbers": numbers, "memory": self.memory[:used]}

    def restore(self, snapshot: dict[str, Any]) -> None:
        """Go on from a snapshot of a learner with the same policy."""
        for name in ("stream", "total", "pulls", "outs"):
            setattr(self, name, list(snapshot[name]))
        self.t, self.now, self.size, offers, self.horizon, self.capacity, size = snapshot["numbers"]
        self.offers = bool(offers)
        self.memory = [*snapshot["memory"], *([0.0] * (size - len(snapshot["memory"])))]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {canonical(self.policy)}, {self.known} arms known, round {self.t}>"
