"""A log of decisions among some of the arms: a policy plays against it, choosing among those that were eligible.

The same games as in ``passes``, by the learner that plays a policy online, since it can choose among some arms; without
a kernel, so an event takes some ten microseconds.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from begreedy.engine.learners.choice import learner_of
from begreedy.logs.decision_log import DecisionLog
from begreedy.logs.passes import Events, Lesson, Passes, Sums
from begreedy.random import digest_key, seed_stream
from begreedy.values.canonical import canonical, concise
from begreedy.values.errors import BadType


class EligibleReplay:
    """A policy on a log of decisions among eligible arms."""

    def __init__(self, policy: Any, log: DecisionLog, events: Events, horizon: int, seed: int) -> None:
        self._policy, self._log, self._horizon, self._seed = policy, log, horizon, seed
        self._events = list(zip(*(column.tolist() for column in events), strict=True))
        self.stop = np.zeros(1, np.int64)  # set to end all passes that are being played
        if not self._learner("lesson", 1).selective:
            words = f"{concise(policy)} cannot be judged on this log: decisions were among some of the arms"
            allowed = "one without a memory of all arms"
            raise BadType(f"{words}, and it keeps a memory of all", field="policy", value=policy, allowed=allowed)

    def _learner(self, game: str, horizon: int) -> Any:
        words = [0] * 4
        seed_stream(words, digest_key("replay", self._seed, canonical(self._policy), game))
        past = [(0.0, 0)] * len(self._log.names)
        return learner_of(self._policy)(self._policy, past, horizon, words)

    def passes(self, first: int, runs: int, *, resampled: bool) -> Passes:
        """Passes in random orders or, if ``resampled``, over as many events drawn from the log with replacement.

        An event takes place if its arm is the one that the policy chooses among those that were eligible then.
        """
        record, count = Passes(np.zeros(runs), np.zeros(runs, np.int64)), len(self._events)
        for row in range(runs):
            game = f"pass {first + row} {resampled}"
            chance = np.random.default_rng(digest_key("replay", self._seed, game))
            order = chance.integers(0, count, count) if resampled else chance.permutation(count)
            luck = chance.random(count).tolist()
            learner, t, total = self._learner(game, self._horizon), 0, 0.0
            for event in order.tolist():
                if t == self._horizon or self.stop[0]:
                    break
                arm, reward, learned, _, keep = self._events[event]
                if learner.choose(self._log.among(event)) == arm and luck[event] < keep:
                    t += 1
                    total += reward
                    _teach(learner, arm, learned, t)
            record.reward[row], record.rounds[row] = total, t
        if self.stop[0]:
            raise KeyboardInterrupt
        return record

    def lesson(self) -> Lesson:
        """One walk along the log, in which the policy learns from every event."""
        learner, arms = self._learner("lesson", len(self._events)), len(self._log.names)
        paid, seen, wanted = np.zeros(arms), np.zeros(arms), np.zeros(arms, np.int64)
        all_paid, sums = 0.0, np.zeros(len(Sums._fields))
        for event, (arm, reward, learned, propensity, _) in enumerate(self._events):
            chosen = learner.choose(self._log.among(event))
            wanted[chosen] += 1
            # What an arm pays by the events before this one, with one more that paid the mean of all.
            usual = all_paid / event if event else 0.0
            value = (paid[chosen] + usual) / (seen[chosen] + 1.0)
            if chosen == arm:
                weight = 1.0 / propensity
                value += (reward - value) * weight
                sums[:5] += weight, weight * reward, weight**2, weight**2 * reward, (weight * reward) ** 2
            sums[5:] += value, value * value
            paid[arm] += reward
            seen[arm] += 1.0
            all_paid += reward
            _teach(learner, arm, learned, event + 1)
        return Lesson(Sums(*sums.tolist()), wanted)


def _teach(learner: Any, arm: int, reward: float, t: int) -> None:
    learner.now = t
    learner.pull([arm])
    learner.learn(arm, reward, since=t)
