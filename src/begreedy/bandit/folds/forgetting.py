"""The state of a bandit whose policy forgets: what is known of arms is what it still remembers."""

from __future__ import annotations

from begreedy.bandit.folds.fold import Evidence, Fold
from begreedy.engine.learners.forgetting import ForgettingLearner


class ForgettingFold(Fold):
    """The state after event ``seq`` of a log."""

    learner: ForgettingLearner

    def evidence(self) -> Evidence:
        """Rewards count by the age of their decisions, as the policy counts them."""
        starts_as, counts, sums = self.settings.starts_as, [], []
        for slot in range(len(self.live)):
            count, total, out = self.learner.remembered(slot)
            if starts_as is not None:
                count, total = count + out, total + out * self.settings.scaled(starts_as)
            counts.append(count)
            sums.append(total)
        return counts, sums
