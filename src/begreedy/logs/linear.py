"""A linear policy on a log with features: the same games as in ``passes``, by the regression of the simulator.

Where arms have the same features at all decisions, the policy waits for its arm, as there.  Where features belong to
decisions, it chooses anew at each: a visitor who was not shown its arm is gone (Li, Chu, Langford and Wang, 2011).
"""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

import begreedy.types as contract
from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import STOPPED
from begreedy.engine.players.choice import arrays
from begreedy.engine.players.least_squares import fit_layout, least_squares
from begreedy.engine.players.linear import chooser
from begreedy.engine.players.player import fault_of
from begreedy.logs.decision_log import DecisionLog
from begreedy.logs.log_features import LogFeatures
from begreedy.logs.passes import Lesson, LogEvents, Passes
from begreedy.logs.walk import drawn_order, lesson_of, stream_of
from begreedy.problems.linear import Linear
from begreedy.types import Policy
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType

_DEVIATION = 0.5  # no reward in [0, 1] deviates by more


def walk_kernel(policy: Policy, needs: tuple[str, ...]) -> Any:
    """The kernel that walks along events; a policy that is ``taught`` learns from all, else from its matches."""
    start, learn = least_squares(needs)[:2]
    choose = chooser(policy, needs)

    def walk(
        policy: Any,
        fit: Any,
        x: Any,
        rows: Any,
        member: Any,
        offset: Any,
        offer: Any,
        action: Any,
        value: Any,
        arm: Any,
        logged: Any,
        learned: Any,
        order: Any,
        counts: Any,
        chosen: Any,
        taught: int,
        waits: int,
        horizon: int,
        stop: Any,
        rng: Any,
    ) -> int:
        start(fit, policy.ridge)
        t = 1
        wanted = -1
        for i in range(len(order)):
            if t > horizon:
                return 0
            if stop[0]:
                return STOPPED
            event = order[i]
            if wanted < 0 or not waits:
                begin = offset[offer[event]]
                size = offset[offer[event] + 1] - begin
                for place in range(size):
                    for j in range(len(x)):
                        action[place, j] = rows[begin + place, j]
                place = choose(policy, fit, x, action, value, t, size, horizon, rng)
                if place < 0:
                    return place
                wanted = member[begin + place]
            chosen[i] = wanted
            if taught or (wanted == arm[event] and counts[i]):
                for j in range(len(x)):
                    x[j] = rows[logged[event], j]
                learn(fit, x, learned[event])
                t += 1
                wanted = -1
        return 0

    return walk


class LinearReplay:
    """A linear policy on a log with features; its kernel is compiled once."""

    def __init__(
        self, policy: Policy, log: DecisionLog, events: LogEvents, horizon: int, seed: int, rewards: tuple[float, float]
    ) -> None:
        if log.features is None:
            words = f"{concise(policy)} cannot be judged on this log: {log.no_features}"
            raise BadType(words, field="policy", value=policy, allowed="a log with features, or a policy without")
        if "score" not in contract.form_of(policy).methods:
            words = f"{concise(policy)} needs the whole unit ball, but a log has arms"
            raise BadType(words, field="policy", value=policy, allowed="one with a score")
        self._policy, self._log, self._events, self._horizon = policy, log, events, horizon
        self._seed, self._rewards, self._features = seed, rewards, log.features
        self._logged = log.features.places(log.arm)
        self.stop = np.zeros(1, np.int64)  # set to end all passes that are being played
        self._kernels: dict[bool, Any] = {}  # found once, since finding one means reading all of its sources
        self._lock = threading.Lock()

    def passes(self, first: int, runs: int, *, resampled: bool) -> Passes:
        """Passes in random orders or, if ``resampled``, over as many events drawn from the log with replacement."""
        record, events = Passes(np.zeros(runs), np.zeros(runs, np.int64)), self._events
        for row in range(runs):
            game = f"pass {first + row} {resampled}"
            order, counts = drawn_order(self._seed, game, events.keep, resampled=resampled)
            stream = stream_of(self._policy, self._seed, game)
            chosen = self.walk(order, counts, stream, self._horizon, taught=False)
            matched = order[(chosen == events.arm[order]) & counts]
            record.reward[row], record.rounds[row] = events.reward[matched].sum(), len(matched)
        return record

    def lesson(self) -> Lesson:
        """One walk along the log, in which the policy learns from every event."""
        return lesson_of(self._log, self.lesson_choices(), self._rewards)

    def lesson_choices(self) -> np.ndarray:
        """The arm that is wanted at every event of that walk."""
        count, stream = len(self._log), stream_of(self._policy, self._seed, "lesson")
        return self.walk(np.arange(count), np.ones(count, bool), stream, count, taught=True)

    def walk(
        self, order: np.ndarray, counts: np.ndarray, stream: list[int], horizon: int, *, taught: bool
    ) -> np.ndarray:
        """The arm that is wanted at each event, in this order; -1 after the last round."""
        features: LogFeatures = self._features
        policy = contract.fitted(self._policy, Linear(features.dimension, _DEVIATION, offered=1), horizon)
        needs = tuple(contract.ask(policy, "needs", False))
        most = int(np.diff(features.offset).max())
        chosen = np.full(len(order), -1, np.int64)
        arguments = (
            mirror(policy),
            arrays(fit_layout(features.dimension, needs, decomposes=False)),
            np.zeros(features.dimension),
            *(features.rows, features.member, features.offset, features.offer),
            *(np.zeros((most, features.dimension)), np.zeros(most)),
            *(self._events.arm, self._logged, self._events.learned),
            *(order.astype(np.int64), counts.astype(np.int64), chosen),
            *(int(taught), int(not features.varies and self._log.choice is None), horizon),
            *(self.stop, np.array(stream, np.uint64)),
        )
        with self._lock:
            if taught not in self._kernels:
                label = f"replay of {canonical(policy)}"
                self._kernels[taught] = native(walk_kernel(policy, needs), *arguments, label=label)
        status = self._kernels[taught](*arguments)
        if status == STOPPED:
            raise KeyboardInterrupt
        if status < 0:
            raise fault_of(f"{concise(policy)} failed", status)
        return chosen
