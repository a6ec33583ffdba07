"""A linear policy at work on arms with feature vectors, while rewards come late or never.

It chooses and learns by the functions that the simulator compiles, compiled alike: as long as every reward is reported
before the next choice, it decides bit for bit as the simulator does.  A pull that is out when the next choice is made
counts in the regression with a believed reward: what the estimate predicts (Desautels, Krause and Burdick, 2014), given
that it is still out, as in ``begreedy.engine.belief``.  When the reward comes it takes the place of the belief.  What
the pulls of an arm have taught stays known when the arm retires.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

import begreedy.types as contract
from begreedy.engine.belief import Belief, Waits, given_out
from begreedy.engine.learners.learner import Payment
from begreedy.engine.regression import Regression
from begreedy.types import Policy
from begreedy.values.errors import BadValue

_READY = ("fit", "t", "horizon", "rng")  # what ``ready`` may name
_BY_SLOT = ("ids", "real", "pending", "due", "vectors")  # what is kept for every arm


class Entrant(NamedTuple):
    """An arm that enters: the sum of what it paid before, how often it was pulled, and its features, if it has any."""

    total: float
    pulls: int
    vector: np.ndarray | None


@dataclass
class _Pull:
    """A pull that is out: of which arm, by its own features or by those of the decision, and what it counts as."""

    arm: int
    vector: np.ndarray
    own: bool
    belief: float | None = None  # None: it is not counted yet


class LinearLearner:
    """A linear policy on arms that come and go: what ``Learner`` is to other policies, with the same methods.

    ``offer`` sets the features of arms for one decision; otherwise arms have their own.  ``choose`` an arm, ``pull``
    it, and ``learn`` or ``forget`` it later: pulls are known by ``since``, the value that ``now`` had.  ``belief`` is
    what a pull that is out counts as: "expected" or "shrunk" as the regression expects it, or a constant.
    """

    changeable = selective = counts_pending = True  # of the statistics of arms, and of choices among some

    def __init__(
        self,
        policy: Policy,
        dimension: int,
        entrants: Sequence[Entrant],
        horizon: int,
        stream: list[int],
        *,
        belief: str | Belief = "shrunk",
    ) -> None:
        self.policy, self.horizon, self.stream = policy, horizon, list(stream)
        self.form = contract.form_of(policy)
        named = contract.arguments_of(type(policy), "ready", _READY) if "ready" in self.form.methods else ()
        self.draws = "rng" in named  # scores are drawn
        self._constant = None if isinstance(belief, str) else belief(0.0, 0, 0, 0.0, 1.0)
        self._waits = Waits() if belief == "expected" else None
        self.regression = Regression(policy, dimension)
        self.t, self.now, self.paused = 1, 0, 0
        self.ids: list[int] = []  # by slot: a number that an arm keeps
        self.real: list[int] = []  # pulls whose reward is known
        self.pending: list[int] = []  # and those that are out
        self.due: list[int] = []  # pulls that an arm gets before the policy is asked
        self.vectors: list[np.ndarray | None] = []
        self._entered = 0
        self._pulls: dict[int, _Pull] = {}  # those that are out, by when they were made
        self._fresh: list[int] = []  # those of them that do not count yet
        self._starts = 0  # sum of the moments at which they were made
        self._earned, self._known = 0.0, 0  # of all arms
        self._offered: Mapping[int, np.ndarray] | None = None
        self._rows: np.ndarray | None = None  # the features of the arms that are played, one below the other
        self._scored: tuple[list[int], np.ndarray, np.ndarray] = [], np.zeros(0), np.zeros(0)  # at the last choice
        self._indices: np.ndarray | None = None
        self.add(entrants)

    # ------------------------------------------------------------ deciding

    @property
    def arms(self) -> int:
        """How many are played."""
        return len(self.ids) - self.paused

    def offer(self, features: Mapping[int, np.ndarray] | None) -> None:
        """Set the features of arms at the next decision, by slot; None: the arms' own."""
        self._offered = features

    def vector(self, slot: int) -> np.ndarray:
        """The features of an arm at this decision."""
        given = None if self._offered is None else self._offered.get(slot)
        vector = self.vectors[slot] if given is None else given
        if vector is None:
            words = "features are missing for an arm that may be played"
            raise BadValue(words, field="features", allowed="given for every arm that may be played")
        return vector

    def choose(self, among: Sequence[int] | None = None) -> int:
        """The arm to pull next; ``among`` some arms, as if there were no others."""
        self._indices = None
        self.believe()
        slots = list(range(self.arms)) if among is None else list(among)
        due = next((slot for slot in slots if self.due[slot] > 0), None)
        if due is not None:
            return due
        rows = self._features(slots)
        place, value = self.regression.choose(rows, self.t, self.horizon, self.stream)
        self._scored = slots, value, rows
        return slots[place]

    def _features(self, slots: Sequence[int]) -> np.ndarray:
        if self._offered is not None or len(slots) < self.arms:
            return np.array([self.vector(slot) for slot in slots])
        if self._rows is None:
            self._rows = np.array([self.vector(slot) for slot in slots])
        return self._rows

    def standing(self, slot: int) -> float:
        """The probability of an arm at the last choice, where scores are not drawn: it is shared by the largest."""
        slots, value, _ = self._scored
        best = value.max()
        return float(value[slots.index(slot)] == best) / int((value == best).sum())

    def redraw(self, slot: int, draws: int, stream: list[int]) -> int:
        """How often an arm is chosen if the policy is asked ``draws`` more times, as at the last choice."""
        slots, _, rows = self._scored
        choices = (self.regression.choose(rows, self.t, self.horizon, stream)[0] for _ in range(draws))
        return sum(slots[place] == slot for place in choices)

    def pull(self, slots: Sequence[int]) -> None:
        """Play a round with this arm; ``learn`` or ``forget`` says later what it paid."""
        self.t += 1
        for slot in slots:
            self.due[slot] -= self.due[slot] > 0
            own = self._offered is None or slot not in self._offered
            self._pulls[self.now] = _Pull(self.ids[slot], self.vector(slot), own)
            self.pending[slot] += 1
            self._fresh.append(self.now)
            self._starts += self.now
        self._offered = None

    @property
    def rounds(self) -> int:
        """Rounds played so far."""
        return self.t - 1

    # ------------------------------------------------------------ learning

    def believe(self) -> None:
        """From now on the pulls still out count with a believed reward."""
        for since in self._fresh:
            pull = self._pulls[since]
            pull.belief = self._expected(pull.vector)
            self.regression.believe(pull.vector, pull.belief)
        self._fresh.clear()
        if self._waits is not None and self._pulls:
            waiting = len(self._pulls) * self.now - self._starts
            if self._waits.moved(self._earned, self._known, len(self._pulls), waiting):
                for pull in self._pulls.values():
                    pull.belief = self._expected(pull.vector)
                self.regression.believe_anew((pull.vector, pull.belief) for pull in self._pulls.values())

    def _expected(self, vector: np.ndarray) -> float:
        """What a pull counts as while it is out."""
        if self._constant is not None:
            return self._constant
        promised = self.regression.promised(vector)
        if self._waits is None:
            return promised
        return given_out(self._waits.ratio, min(1.0, max(0.0, promised)))

    def posterior(self) -> tuple[np.ndarray, np.ndarray]:
        """The estimate, and the inverse of the design, from known rewards alone; or also from a constant belief."""
        out = [pull for pull in self._pulls.values() if (pull.belief is None) == (self._constant is not None)]
        sign = -1.0 if self._constant is None else 1.0  # take out what is only believed, or put in what is to count
        return self.regression.posterior(np.array([pull.vector for pull in out]), sign, self._constant or 0.0)

    def learn(self, slot: int | None, reward: float, since: int) -> None:
        """Learn what a pull paid; rewards may come in any order; ``slot`` None: its arm has retired."""
        pull = self._drop(slot, since)
        if self._waits is not None:
            self._waits.count(reward, self.now - since)
        if pull.belief is None:
            self.regression.learn(pull.vector, reward)
        else:
            self.regression.retell(pull.vector, reward)
        self._count(slot, reward, 1)

    def revise(self, slot: int | None, vector: np.ndarray, was: Payment | None, now: Payment | None) -> None:
        """Correct a pull's reward (None: not known), as if it had been reported so at first."""
        if was is None:
            self.regression.enter(vector, 0.0)
        else:
            self.regression.retell(vector, -was[0])
            self._count(slot, was[0], -1)
        if now is None:
            self.regression.leave(vector)
        else:
            self.regression.retell(vector, now[0])
            self._count(slot, now[0], 1)

    def forget(self, slot: int | None, since: int) -> None:
        """Forget a pull whose reward will never be known, as if it had not been made."""
        pull = self._drop(slot, since)
        if pull.belief is not None:
            self.regression.leave(pull.vector)

    def _count(self, slot: int | None, reward: float, sign: int) -> None:
        self._indices = None
        self._earned += sign * reward
        self._known += sign
        if slot is not None:
            self.real[slot] += sign

    def _drop(self, slot: int | None, since: int) -> _Pull:
        """Let go of a pull that is out, and of what is believed of it."""
        self._indices = None
        if slot is not None:
            self.pending[slot] -= 1
        pull = self._pulls.pop(since)
        self._starts -= since
        if pull.belief is None:
            self._fresh.remove(since)
        else:
            self.regression.doubt(pull.vector, pull.belief, last=len(self._pulls) == len(self._fresh))
        return pull

    # ------------------------------------------------------------ arms that come and go

    def add(self, entrants: Sequence[Entrant], first_pulls: int = 0) -> None:
        """Add arms after those that are played; each is pulled ``first_pulls`` times before the policy is asked."""
        for total, pulls, vector in entrants:
            place = self.arms
            for name, value in zip(_BY_SLOT, (self._entered, pulls, 0, first_pulls, vector), strict=True):
                getattr(self, name).insert(place, value)
            self._entered += 1
            if pulls and vector is not None:
                self.regression.learn(vector, total / pulls, weight=float(pulls))
                self.t += pulls
                self.horizon += pulls
                self._earned += total
                self._known += pulls
        self._rows = self._indices = None

    def retire(self, slot: int) -> None:
        """Retire an arm for good; what it taught about features stays known."""
        self.paused -= slot >= self.arms
        for pull in self._pulls.values():
            pull.own = pull.own and pull.arm != self.ids[slot]
        for name in _BY_SLOT:
            del getattr(self, name)[slot]
        self._rows = self._indices = None

    def pause(self, slot: int) -> None:
        """Pause an arm until it is resumed; it becomes the last one."""
        self._move(slot, len(self.ids) - 1, paused=1)

    def resume(self, slot: int) -> None:
        """Play a paused arm again; it becomes the last one of those that are played."""
        self._move(slot, self.arms, paused=-1)

    def _move(self, slot: int, place: int, paused: int) -> None:
        for name in _BY_SLOT:
            part = getattr(self, name)
            part.insert(place, part.pop(slot))
        self.paused += paused
        self._rows = self._indices = None

    # ------------------------------------------------------------ looking inside, keeping, coming back

    def index(self, slot: int) -> float | None:
        """The score of an arm by its own features now; None where it has none, or scores are drawn."""
        if self.draws or any(vector is None for vector in self.vectors[: self.arms]):
            return None
        if self._indices is None:
            rows = np.array(self.vectors[: self.arms])
            self._indices = self.regression.scores(rows, self.t, self.horizon, self.stream)
        return float(self._indices[slot])

    def movable(self, change: str) -> bool:
        """Whether arms may be added, retired or paused."""
        return self.changeable

    def first_pulls(self) -> int:
        """How often every arm is pulled before its score counts."""
        return 0

    def snapshot(self) -> dict[str, Any]:
        """Everything that later decisions depend on, as lists and numbers; but for the arms' own features."""
        return {
            "regression": self.regression.snapshot(),
            "pulls": [
                [since, pull.arm, None if pull.own else pull.vector.tolist(), pull.belief]
                for since, pull in self._pulls.items()
            ],
            "arms": [list(self.ids), list(self.real), list(self.pending), list(self.due), self._entered, self.paused],
            "counts": [self.rounds, self.horizon, self.now, self._earned, self._known],
            "waits": None if self._waits is None else self._waits.snapshot(),
            "stream": list(self.stream),
        }

    def restore(self, snapshot: dict[str, Any], vectors: Sequence[np.ndarray | None]) -> None:
        """Go on from a snapshot of a learner with the same policy; ``vectors`` are the arms' own, by slot."""
        self.regression.restore(snapshot["regression"])
        self.ids, self.real, self.pending, self.due, self._entered, self.paused = snapshot["arms"]
        rounds, self.horizon, self.now, self._earned, self._known = snapshot["counts"]
        self.t, self.stream, self.vectors = rounds + 1, list(snapshot["stream"]), list(vectors)
        own = dict(zip(self.ids, vectors, strict=True))
        for since, arm, features, belief in snapshot["pulls"]:
            vector = own[arm] if features is None else np.array(features)
            assert vector is not None, "features are missing for an arm whose pull is out"
            self._pulls[since] = _Pull(arm, vector, features is None, belief)
        self._fresh = [since for since, pull in self._pulls.items() if pull.belief is None]
        self._starts = sum(self._pulls)
        if self._waits is not None:
            self._waits.restore(snapshot["waits"])
