"""A log on which no kernel plays: of decisions among some of the arms, or with features of their own.

The same games as in ``passes``, by the learner that plays a policy online, since it can choose among some arms; without
a kernel, so an event takes some ten microseconds.
"""

from __future__ import annotations

import numpy as np

from begreedy.engine.learners.choice import learner_of
from begreedy.engine.learners.learner import Learner
from begreedy.logs.decision_log import DecisionLog
from begreedy.logs.passes import Lesson, LessonSums, LogEvents, Passes
from begreedy.logs.reward_model import direct_value, earlier_values
from begreedy.random import digest_key, seed_stream
from begreedy.types import Policy
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType


def stream_of(policy: Policy, seed: int, game: str) -> list[int]:
    """The random stream of a policy in one game."""
    words = [0] * 4
    seed_stream(words, digest_key("replay", seed, canonical(policy), game))
    return words


def drawn_order(seed: int, game: str, keep: np.ndarray, *, resampled: bool) -> tuple[np.ndarray, np.ndarray]:
    """Events in a random order, or drawn with replacement; and at each place, whether a match would count."""
    chance, count = np.random.default_rng(digest_key("replay", seed, game)), len(keep)
    order = chance.integers(0, count, count) if resampled else chance.permutation(count)
    return order, chance.random(count) < keep[order]


def lesson_of(log: DecisionLog, chosen: np.ndarray, rewards: tuple[float, float]) -> Lesson:
    """What follows from the arms that a policy wanted at every decision of a log that taught it."""
    weight = np.where(chosen == log.arm, 1.0 / log.propensity, 0.0)
    value = earlier_values(log, chosen, rewards)
    robust = value + weight * (log.reward - value)
    squares, paid = weight**2, weight * log.reward
    parts = (weight, paid, squares, squares * log.reward, paid**2, robust, robust**2)
    return Lesson(LessonSums(*(float(part.sum()) for part in parts)), direct_value(log, chosen, rewards))


class WalkReplay:
    """A policy on a log of decisions among eligible arms, or with features that it does not look at."""

    def __init__(
        self, policy: Policy, log: DecisionLog, events: LogEvents, horizon: int, seed: int, rewards: tuple[float, float]
    ) -> None:
        self._policy, self._log, self._horizon, self._seed, self._rewards = policy, log, horizon, seed, rewards
        self._arm, self._reward, self._learned = events.arm.tolist(), events.reward.tolist(), events.learned.tolist()
        self._keep = events.keep
        self.stop = np.zeros(1, np.int64)  # set to end all passes that are being played
        if log.choice is not None and not self._learner("lesson", 1).selective:
            words = f"{concise(policy)} cannot be judged on this log: decisions were among some of the arms"
            allowed = "one without a memory of all arms"
            raise BadType(f"{words}, and it keeps a memory of all", field="policy", value=policy, allowed=allowed)

    def _learner(self, game: str, horizon: int) -> Learner:
        past = [(0.0, 0)] * len(self._log.names)
        return learner_of(self._policy)(self._policy, past, horizon, stream_of(self._policy, self._seed, game))

    def _choose(self, learner: Learner, event: int) -> int:
        return learner.choose(None if self._log.choice is None else self._log.among(event))

    def passes(self, first: int, runs: int, *, resampled: bool) -> Passes:
        """Passes in random orders or, if ``resampled``, over as many events drawn from the log with replacement.

        An event takes place if its arm is the one that the policy chooses among those that were eligible then.
        """
        record = Passes(np.zeros(runs), np.zeros(runs, np.int64))
        for row in range(runs):
            game = f"pass {first + row} {resampled}"
            order, counts = drawn_order(self._seed, game, self._keep, resampled=resampled)
            learner, t, total = self._learner(game, self._horizon), 0, 0.0
            for event, count in zip(order.tolist(), counts.tolist(), strict=True):
                if t == self._horizon or self.stop[0]:
                    break
                arm = self._arm[event]
                if self._choose(learner, event) == arm and count:
                    t += 1
                    total += self._reward[event]
                    _teach(learner, arm, self._learned[event], t)
            record.reward[row], record.rounds[row] = total, t
        if self.stop[0]:
            raise KeyboardInterrupt
        return record

    def lesson(self) -> Lesson:
        """One walk along the log, in which the policy learns from every event."""
        learner, chosen = self._learner("lesson", len(self._arm)), np.zeros(len(self._arm), np.int64)
        for event, arm in enumerate(self._arm):
            chosen[event] = self._choose(learner, event)
            _teach(learner, arm, self._learned[event], event + 1)
        return lesson_of(self._log, chosen, self._rewards)


def _teach(learner: Learner, arm: int, reward: float, t: int) -> None:
    learner.now = t
    learner.pull([arm])
    learner.learn(arm, reward, since=t)
