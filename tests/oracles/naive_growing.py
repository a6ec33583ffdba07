"""The rules by which policies open arms of a pool, as plainly as their definitions read.

Nothing here is imported from the package.  A rule is told the rewards of every arm so far, in the order in which arms
were opened, the round (from 1) and the horizon, and gives the arms that it may play: one, or several that tie; the
number after the last is a new arm.  ``last`` is the number of arms of the pool.
"""

import math

import numpy as np


def largest(values):
    """Where a list is largest, but for rounding."""
    return [k for k, value in enumerate(values) if value >= max(values) - 1e-12]


def mean(numbers):
    return sum(numbers) / len(numbers)


def loss_bound(rewards, horizon):
    """L = max(x/b, x - c s/sqrt(n)) of losses 1 - reward, b = c = log log T, at least that of T = 16."""
    losses = [1.0 - x for x in rewards]
    x = mean(losses)
    s = math.sqrt(max(0.0, mean([loss**2 for loss in losses]) - x**2))
    b = math.log(math.log(max(16, horizon)))
    return max(x / b, x - b * s / math.sqrt(len(losses)))


def cbt(target):
    """An arm until its L exceeds the target, then the next; the last of the pool for ever."""

    def rule(rewards, t, horizon, last):
        known = len(rewards)
        above = known == 0 or loss_bound(rewards[-1], horizon) > target
        return [known] if above and known < last else [known - 1]

    return rule


def empirical_cbt(rewards, t, horizon, last):
    """The least L if it is at most (all losses)/T, else a new arm."""
    known = len(rewards)
    bounds = [loss_bound(r, horizon) for r in rewards]
    spent = sum(len(r) - sum(r) for r in rewards)
    if known < last and (known == 0 or min(bounds) > spent / horizon + 1e-12):
        return [known]
    return largest([-bound for bound in bounds])


def imoss(exponent, alpha, warm_up):
    """A new arm while there are fewer than max(warm-up, t**exponent), else the largest MOSS index for t rounds."""

    def rule(rewards, t, horizon, last):
        known = len(rewards)
        if known < last and (known < warm_up or known < t**exponent - 1e-9):
            return [known]
        n = [len(r) for r in rewards]
        bonus = [math.sqrt((1 + alpha) / 2 * max(0.0, math.log(t / (known * k))) / k) for k in n]
        return largest([mean(r) + b for r, b in zip(rewards, bonus, strict=True)])

    return rule


def last_doubling(value, others):
    """The largest mean less the largest to be expected in a random half of the arms."""
    ranked = sorted(others, reverse=True)
    weights = [0.5 ** (i + 2) for i in range(len(ranked))]
    weights[-1] *= 2
    return value - (value / 2 + sum(w * m for w, m in zip(weights, ranked, strict=True)))


def growing(anytime, kappa):
    """Greedy, with two arms at least; a fresh one if the most pulled leads, and ahead * gain > kappa * K * cost."""

    def rule(rewards, t, horizon, last):
        m = [mean(r) for r in rewards]
        incumbent = max(range(len(m)), key=lambda k: (len(rewards[k]), m[k]), default=0)
        fresh = len(m) < 2
        if not fresh and m[incumbent] == max(m):
            gain = last_doubling(m[incumbent], m[:incumbent] + m[incumbent + 1 :])
            cost = max(0.0, m[incumbent] - mean([r[0] for r in rewards]))
            ahead = t if anytime else horizon - t
            fresh = ahead * gain > kappa * len(m) * cost + 1e-12
        return [len(m)] if fresh and len(m) < last else largest(m)

    return rule


def powered(exponent):
    """Greedy with t**exponent arms in round t."""

    def rule(rewards, t, horizon, last):
        known = len(rewards)
        more = known < last and known < t**exponent - 1e-9
        return [known] if more else largest([mean(r) for r in rewards])

    return rule


def play(rule, means, draw, horizon, rng):
    """One run on arms of these means, in this order; gives the mean of the arm played in each round."""
    rewards, played = [], []
    for t in range(1, horizon + 1):
        may = rule(rewards, t, horizon, len(means))
        k = may[rng.integers(len(may))]
        if k == len(rewards):
            rewards.append([])
        rewards[k].append(draw(means[k], rng))
        played.append(means[k])
    return np.array(played)
