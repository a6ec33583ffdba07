"""Policies that forget once more, as plainly as their definitions read: every sum made anew from the whole past.

Nothing here is imported from the package.  A past is a list of (arm, reward), the oldest first.  At round t the round
s < t has the weight g**(t-1-s) with g = 2**(-1/halflife), or, in a window, 1 if it is one of the last so many rounds
and else 0.  An arm whose discounted pulls fell below 0.001 at any time is as if never pulled before.  The rounds
remembered are the sum of the weights of all rounds; an index is told one more as t, and the shorter of T and of what
the weights of endless rounds sum up to as its horizon.
"""

import math

import numpy as np

LEAST = 0.001


class Recalled:
    """Of every arm: weighted sums of rewards, their squares and pulls, and how many pulls are not forgotten."""

    def __init__(self, past, arms, weight, lasting, horizon):
        self.total, self.squares, self.pulls = np.zeros(arms), np.zeros(arms), np.zeros(arms)
        self.kept = [0] * arms
        ages = range(len(past) - 1, -1, -1)
        for arm in range(arms):
            own = [(age, reward) for age, (other, reward) in zip(ages, past, strict=True) if other == arm]
            own = _since_forgotten(own, weight)
            self.total[arm] = math.fsum(weight(age) * reward for age, reward in own)
            self.squares[arm] = math.fsum(weight(age) * reward * reward for age, reward in own)
            self.pulls[arm] = math.fsum(weight(age) for age, _ in own)
            self.kept[arm] = sum(weight(age) > 0.0 for age, _ in own)
        self.t = 1.0 + math.fsum(weight(age) for age in ages)
        self.horizon = min(horizon, lasting)


def _since_forgotten(own, weight):
    """The pulls of an arm since it was last as new; with ages as they are now."""
    for i in range(len(own)):
        until = own[i + 1][0] + 1 if i + 1 < len(own) else 0  # the age of the last moment before the next pull
        left = math.fsum(weight(age - until) for age, _ in own[: i + 1])
        if left < LEAST:
            return _since_forgotten(own[i + 1 :], weight)
    return own


def discounted(past, arms, halflife, horizon):
    return Recalled(past, arms, lambda age: 2.0 ** (-age / halflife), round(halflife / math.log(2.0) + 0.5), horizon)


def window(past, arms, rounds, horizon):
    return Recalled(past, arms, lambda age: float(age < rounds), rounds, horizon)


def next_arms(recalled, index, first):
    """The arms that may be played: the first of those whose pulls are too few, or all of about the largest index."""
    fewest = min(recalled.kept)
    if fewest < first:
        return [recalled.kept.index(fewest)]
    values = index(recalled)
    return [arm for arm, value in enumerate(values) if value >= max(values) - 1e-9 * (1.0 + abs(max(values)))]


def greedy(h):
    return h.total / h.pulls


def ucb(h):
    return h.total / h.pulls + np.sqrt(2.0 * math.log(h.t) / h.pulls)


def moss(h):
    share = h.horizon / (len(h.pulls) * h.pulls)
    return h.total / h.pulls + np.sqrt(np.log(np.maximum(share, 1.0)) / h.pulls)


def ucb_v(h):
    m, e = h.total / h.pulls, math.log(h.t)
    return m + np.sqrt(2.0 * np.maximum(0.0, h.squares / h.pulls - m * m) * e / h.pulls) + 3.0 * e / h.pulls


def thompson(rng):
    """A sample of Beta(1 + successes, 1 + failures), both discounted."""

    def arm(h):
        return int(np.argmax(rng.beta(1.0 + h.total, 1.0 + h.pulls - h.total)))

    return arm
