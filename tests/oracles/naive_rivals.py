"""The strongest rivals of Greedy on finitely many Bernoulli arms, as plainly as their definitions read.

Nothing here is imported from the package.  A rule is told the rewards of every arm so far, the round (from 1), the
horizon and a generator, and gives a value per arm, of which the largest is played.
"""

import math

import numpy as np
from scipy import stats


def mean(numbers):
    return sum(numbers) / len(numbers)


def divergence(p, q):
    terms = [(x, y) for x, y in ((p, q), (1 - p, 1 - q)) if x > 0]
    return sum(math.inf if y == 0 else x * math.log(x / y) for x, y in terms)


def bayes_ucb(a=1, b=1):
    """The quantile 1 - 1/t of Beta(a + S, b + F)."""

    def rule(rewards, t, horizon, rng):
        return [stats.beta.isf(1 / t, a + sum(r), b + len(r) - sum(r)) for r in rewards]

    return rule


def imed(rewards, t, horizon, rng):
    """Minus n kl(m, m*) + log n."""
    m = [mean(r) for r in rewards]
    return [-(len(r) * divergence(mean(r), max(m)) + math.log(len(r))) for r in rewards]


def normal_imed(sigma):
    def rule(rewards, t, horizon, rng):
        m = [mean(r) for r in rewards]
        return [-(len(r) * (mean(r) - max(m)) ** 2 / (2 * sigma**2) + math.log(len(r))) for r in rewards]

    return rule


def irs(ahead, a=1, b=1):
    """(a + S + R) / (a + b + n + H), R of Binomial(H, theta), theta of the posterior, H the rounds ahead."""

    def rule(rewards, t, horizon, rng):
        h = ahead or horizon - t
        won, n = np.array([sum(r) for r in rewards]), np.array([len(r) for r in rewards])
        theta = rng.beta(a + won, b + n - won)
        return (a + won + rng.binomial(h, theta)) / (a + b + n + h)

    return rule


def ts_ucb(samples, a=1, b=1):
    """Minus sqrt(n) (F - m), F the average of the largest of so many posterior samples."""

    def rule(rewards, t, horizon, rng):
        won, n = np.array([sum(r) for r in rewards]), np.array([len(r) for r in rewards])
        best = rng.beta(a + won, b + n - won, (samples, len(n))).max(axis=1)
        return -np.sqrt(n) * (best.mean() - won / n)

    return rule


def play(rule, means, horizon, first, rng):
    """One run of a rule with values, ``first`` pulls of each arm first; gives the mean of the arm of each round."""
    rewards, played = [[] for _ in means], []
    for t in range(1, horizon + 1):
        if t <= first * len(means):
            k = (t - 1) % len(means)
        else:
            values = np.array(rule(rewards, t, horizon, rng))
            k = rng.choice(np.flatnonzero(values == values.max()))
        rewards[k].append(float(rng.random() < means[k]))
        played.append(means[k])
    return np.array(played)


def lb_sda_winners(rewards, duel):
    """The possible sets of arms that are pulled after a duel: one for each arm that may lead."""
    most = max(len(r) for r in rewards)
    best = max(mean(r) for r in rewards if len(r) == most)
    sets = []
    for leader, theirs in enumerate(rewards):
        if len(theirs) == most and mean(theirs) == best:
            others = [k for k in range(len(rewards)) if k != leader]
            won = [k for k in others if mean(rewards[k]) >= mean(theirs[most - len(rewards[k]) :]) - 1e-12]
            won += [k for k in others if len(rewards[k]) <= math.sqrt(math.log(duel)) and k not in won]
            sets.append(sorted(won) or [leader])
    return sets
