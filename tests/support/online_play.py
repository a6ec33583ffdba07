"""What the tests of the durable bandit share."""

from __future__ import annotations

NAMES = ["red", "green", "blue"]


class Clock:
    """A clock that the test sets."""

    def __init__(self, now=1000.0):
        self.now = now

    def __call__(self):
        return self.now


def play(bandit, rewards):
    """Decide and reward at once; returns the arms."""
    arms = []
    for reward in rewards:
        decision = bandit.decide()
        bandit.reward(decision.id, reward)
        arms.append(decision.arm)
    return arms


def whole_log(bandit):
    """All events of a bandit, read page by page."""
    entries, after = [], 0
    while page := bandit.log(after, 1000):
        entries += page
        after = page[-1].seq
    return entries
