"""The games of a log: a policy that plays against decisions made in the past, instead of against a law.

``passes`` is rejection replay: the log is walked in a random order, and a round takes place whenever the logged arm is
the one that the policy waits for.  ``lesson`` walks the log once as it is: the policy learns from every event, and what
it would have played next is weighed by the inverse of the logged arm's probability.
"""

from __future__ import annotations

import threading
from math import log, log1p
from typing import Any, NamedTuple

import numpy as np

from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.engine.games.game import STOPPED, Control, Streams, clear, control_of, open_run
from begreedy.engine.players.choice import arrays, player_for
from begreedy.engine.players.player import MOVED, Player, fault_of
from begreedy.logs.reward_model import Valued, mean_value
from begreedy.random import below, digest_key, uniform
from begreedy.types import Policy
from begreedy.values.canonical import canonical, concise


class LogEvents(NamedTuple):
    """What was logged, an entry per decision."""

    arm: Any
    reward: Any  # as it was paid
    learned: Any  # as policies learn it
    propensity: Any  # the probability with which the logged arm was played
    keep: Any  # the probability that a match counts, which makes all arms equally likely to be met


class Passes(NamedTuple):
    """What is kept of each pass: the sum of the rewards met, and the rounds that took place."""

    reward: Any
    rounds: Any


class LessonSums(NamedTuple):
    """Sums over the events of a lesson, where w is 1 / propensity if the policy would have played the logged arm."""

    w: float
    w_reward: float
    w2: float
    w2_reward: float
    w2_reward2: float
    robust: float  # of the doubly robust values, and their squares
    robust2: float


class Lesson(NamedTuple):
    """The outcome of a walk along the log: sums over its events, and what the arms that were wanted pay on average."""

    sums: LessonSums
    direct: Valued


class ArmSums(NamedTuple):
    """For each arm, before an event: the sum of its rewards, their number, and how often it was wanted."""

    paid: Any
    seen: Any
    wanted: Any


def draw_arms(place: Any, names: Any, arms: int, rng: Any) -> None:
    """Which arms a policy plays: ``place[arm]`` is its number among them, or -1.  All, or some at random."""
    everything = len(place)
    for arm in range(everything):
        names[arm] = arm
        place[arm] = arm if arms == everything else -1
    if arms < everything:
        for i in range(arms):
            j = i + below(rng, everything - i)
            names[i], names[j] = names[j], names[i]
            place[names[i]] = i


def _skipped(rng: Any, size: int, count: int) -> int:
    """How many events drawn with replacement come before the first of ``size`` out of ``count``; at most ``count``."""
    if size >= count:
        return 0
    return int(min(log(1.0 - uniform(rng)) / log1p(-size / count), 1.0 * count))


def passes_kernel(player: Player) -> Any:
    """The kernel that plays passes ``first, first + 1, ...`` of a player over a log, each in an order of its own.

    ``events`` are grouped by arm, those of an arm from ``offset[arm]`` on.  A random order of all events is a random
    order of their arms and, within each arm, one of its events: the first is walked, the second drawn where it is met.
    With replacement, how many events are skipped before one of the wanted arm is geometric.
    """
    start, choose, learn, reposition = player.start, player.choose, player.learn, player.reposition

    def play(
        policy: Any,
        events: LogEvents,
        keys: Any,
        arms: int,
        offset: Any,
        horizon: int,
        resampled: int,
        place: Any,
        names: Any,
        met: Any,
        walk: Any,
        order: Any,
        streams: Streams,
        state: Any,
        record: Passes,
        control: Control,
        first: int,
        runs: int,
    ) -> int:
        count = len(events.arm)
        for row in range(runs):
            open_run(keys, first + row, streams)
            rng = streams.instance
            draw_arms(place, names, arms, rng)
            for i in range(len(place)):
                met[i] = 0
            if not resampled:
                for i in range(count):
                    walk[i] = events.arm[i]
                    order[i] = i
            clear(state, arms, 0)
            start(policy, state, arms, horizon)
            t = 1
            seen = 0
            reward_sum = 0.0
            waits_for = choose(policy, state, t, arms, horizon, streams.policy)
            while waits_for >= 0 and t <= horizon:
                wanted = names[waits_for]
                size = offset[wanted + 1] - offset[wanted]
                if resampled:
                    seen += 1 + _skipped(rng, size, count)
                    if seen > count:
                        break
                    event = offset[wanted] + below(rng, size)
                else:
                    arm = -1
                    while arm != wanted and seen < count:
                        j = seen + below(rng, count - seen)
                        arm = walk[j]
                        walk[j] = walk[seen]
                        seen += 1
                    if arm != wanted:
                        break
                    i = offset[wanted] + met[wanted]
                    j = i + below(rng, size - met[wanted])
                    event = order[j]
                    order[j] = order[i]
                    met[wanted] += 1
                if events.keep[event] < 1.0 and uniform(rng) >= events.keep[event]:
                    continue
                reward_sum += events.reward[event]
                status = learn(policy, state, waits_for, events.learned[event], t, arms, horizon, streams.policy)
                if status == MOVED:
                    reposition(state, waits_for)
                t += 1
                waits_for = status
                if status >= 0 and t <= horizon:
                    waits_for = choose(policy, state, t, arms, horizon, streams.policy)
            if waits_for < 0:
                control.fault[0] = first + row
                control.fault[1] = t
                return waits_for
            record.reward[row] = reward_sum
            record.rounds[row] = t - 1
            if control.stop[0]:
                return STOPPED
        return 0

    return play


def lesson_kernel(player: Player) -> Any:
    """The kernel that walks a log once, in its own order, and learns from every event."""
    start, choose, learn, reposition = player.start, player.choose, player.learn, player.reposition

    def play(
        policy: Any,
        events: LogEvents,
        keys: Any,
        arms: int,
        horizon: int,
        place: Any,
        names: Any,
        means: ArmSums,
        streams: Streams,
        state: Any,
        sums: Any,
        control: Control,
        run: int,
    ) -> int:
        open_run(keys, run, streams)
        draw_arms(place, names, arms, streams.instance)
        clear(state, arms, 0)
        start(policy, state, arms, horizon)
        t = 1
        all_paid = 0.0
        for event in range(len(events.arm)):
            chosen = choose(policy, state, t, arms, horizon, streams.policy)
            if chosen < 0:
                control.fault[1] = t
                return chosen
            arm = events.arm[event]
            reward = events.reward[event]
            logged = place[arm]
            wanted = names[chosen]
            means.wanted[wanted] += 1
            # What an arm pays by the events before this one, with one more that paid the mean of all.
            usual = all_paid / event if event > 0 else 0.0
            value = (means.paid[wanted] + usual) / (means.seen[wanted] + 1)
            if logged == chosen:
                value += (reward - value) / events.propensity[event]
            sums[5] += value
            sums[6] += value * value
            means.paid[arm] += reward
            means.seen[arm] += 1
            all_paid += reward
            if logged < 0:
                continue
            if logged == chosen:
                weight = 1.0 / events.propensity[event]
                sums[0] += weight
                sums[1] += weight * reward
                sums[2] += weight * weight
                sums[3] += weight * weight * reward
                sums[4] += weight * weight * reward * reward
            status = learn(policy, state, logged, events.learned[event], t, arms, horizon, streams.policy)
            if status == MOVED:
                reposition(state, logged)
            elif status < 0:
                control.fault[1] = t
                return status
            t += 1
            if control.stop[0]:
                return STOPPED
        return 0

    return play


class Replay:
    """A policy on a log of decisions on ``everything`` arms, of which it plays ``arms``; kernels compiled once."""

    def __init__(self, policy: Policy, events: LogEvents, everything: int, arms: int, horizon: int, seed: int) -> None:
        self.policy, self.events, self.everything, self.arms, self.horizon = policy, events, everything, arms, horizon
        self.stop = np.zeros(1, np.int64)  # set to end all passes that are being played
        grouped = np.argsort(events.arm, kind="stable")
        self._grouped = LogEvents(*(np.ascontiguousarray(column[grouped]) for column in events))
        self._offset = np.searchsorted(self._grouped.arm, np.arange(everything + 1))
        self._key = np.array([digest_key("replay", seed)], np.uint64)
        self._label = f"replay of {canonical(policy)}"
        self._kernels: dict[str, Any] = {}  # found once, since finding one means reading all of its sources
        self._lock = threading.Lock()

    def passes(self, first: int, runs: int, *, resampled: bool) -> Passes:
        """Passes in random orders or, if ``resampled``, over as many events drawn from the log with replacement."""
        player = player_for(self.policy, self.arms, self.horizon)
        record = Passes(np.zeros(runs), np.zeros(runs, np.int64))
        control = control_of(self.stop)
        scratch = (np.zeros(len(self.events.arm), np.int32), np.zeros(len(self.events.arm), np.int32))
        given = (self._offset, self.horizon, int(resampled), *self._places(3), *scratch, _streams())
        self._play("passes", player, self._grouped, *given, arrays(player.layout), record, control, first, runs)
        return record

    def lesson(self, run: int = 0) -> Lesson:
        """One walk along the log, in which the policy learns from every event."""
        horizon = len(self.events.arm)
        player = player_for(self.policy, self.arms, horizon)
        sums = np.zeros(len(LessonSums._fields))
        control = control_of(self.stop)
        means = ArmSums(np.zeros(self.everything), *self._places(2))
        given = (horizon, *self._places(2), means, _streams(), arrays(player.layout))
        self._play("lesson", player, self.events, *given, sums, control, run)
        return Lesson(LessonSums(*sums.tolist()), mean_value(self.events.arm, self.events.reward, means.wanted))

    def _places(self, count: int) -> list[np.ndarray]:
        return [np.zeros(self.everything, np.int64) for _ in range(count)]

    def _play(self, game: str, player: Player, events: LogEvents, *rest: Any) -> None:
        arguments = (mirror(self.policy), events, self._key, self.arms, *rest)
        with self._lock:
            if game not in self._kernels:
                self._kernels[game] = native(_GAMES[game](player), *arguments, label=self._label)
        status = self._kernels[game](*arguments)
        if status == STOPPED:
            raise KeyboardInterrupt
        if status < 0:
            run, t = next(x for x in rest if isinstance(x, Control)).fault.tolist()
            raise fault_of(f"{concise(self.policy)} failed in pass {run}, round {t}", status)


_GAMES = {"passes": passes_kernel, "lesson": lesson_kernel}


def _streams() -> Streams:
    return Streams(*(np.zeros(4, np.uint64) for _ in Streams._fields))
