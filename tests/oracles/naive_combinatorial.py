"""Combinatorial semi-bandits once more, as plainly as their definitions read: all actions are listed and looked at.

Nothing here is imported from the package.  S is the sum of what an arm paid, n how often it was seen, t the round being
decided (from 1), m the size of the largest action.  Costs are rewards of 1 - cost (bounded) or - cost, and their weight
is the index minus 1, or the index.
"""

import math

import numpy as np

from oracles.naive import _largest_within

GREEDY, UCB, KL_UCB, BETA, GAUSSIAN, CLIPPED, BOOSTED, LAST_SLOT, EPSILON, ESCB, LLR = range(11)


def weights_of(kind, c, total, pulls, t, size, rng):
    """What every arm that was seen is worth; 0 for the others."""
    seen = pulls > 0
    n = np.where(seen, pulls, 1)
    mean = total / n
    if kind == UCB:
        mean = mean + np.sqrt(c * math.log(t) / n)
    elif kind == LLR:
        mean = mean + np.sqrt((size + 1) * math.log(t) / n)
    elif kind == KL_UCB:
        budget = math.log(t) + (c * math.log(math.log(t)) if t >= 3 else 0.0)
        mean = np.array([_largest_within(p, budget / k) for p, k in zip(mean, n)])
    elif kind == BETA:
        return rng.beta(1.0 + total, 1.0 + pulls - total)
    elif kind == GAUSSIAN:
        mean = mean + math.sqrt(c) * rng.normal(size=len(n)) / np.sqrt(n)
    elif kind == CLIPPED:
        above = np.maximum(0.0, math.sqrt(c) * rng.normal(size=len(n)) / np.sqrt(n))
        mean = mean + np.minimum(above, 0.5 * np.sqrt(2.0 * math.log(t) / n))
    elif kind == BOOSTED:
        log_t = math.log(max(t, math.e))
        g = 2.0 * (log_t + (size + 2) * math.log(log_t)) / log_t
        mean = mean + 0.5 * np.sqrt(g / n) * rng.normal(size=len(n))
    elif kind == LAST_SLOT:
        posterior = (1.0 + total) / (2.0 + pulls)
        order = np.lexsort((rng.random(len(n)), -posterior))
        weights = rng.beta(1.0 + total, 1.0 + pulls - total)
        weights[order[: size - 1]] = 2.0
        return weights
    return np.where(seen, mean, 0.0)


def starts(kind):
    """Whether arms never seen come first."""
    return kind not in (BETA, LAST_SLOT)


def widths(actions, pulls, together=None, covariance=None, sigma=0.5):
    """The variance of every action's sum of means; with a covariance, of pairs of arms that were played together."""
    if covariance is None:
        return sigma**2 * values(actions, 1.0 / np.maximum(1, pulls))
    matrix = np.maximum(covariance, 0.0) * together / np.outer(pulls, pulls)
    return np.array([matrix[np.ix_(action, action)].sum() for action in actions])


def rounded_best(actions, mean, pulls, t, sigma=0.5):
    """The largest index of ESCB among the widest actions for every sum of means rounded up: AESCB."""
    size = max(len(action) for action in actions)
    step = len(mean) * max(1.0, math.log(size)) ** 2 / (t * size)
    levels, wide = values(actions, np.ceil(mean / step)), values(actions, 1.0 / pulls)
    index = values(actions, mean) + sigma * np.sqrt(2.0 * math.log(t) * wide)
    widest = [wide[levels >= s].max() for s in range(int(levels.max()) + 1)]
    return max(index[(levels >= s) & (wide > w - 1e-12)].max() for s, w in enumerate(widest))


def values(actions, weights):
    """What every action is worth."""
    return np.array([sum(weights[arm] for arm in action) for action in actions])


def covering(actions, weights, pulls):
    """Weights under which actions with the most arms never seen come first; None if no action has any."""
    unseen = values(actions, pulls == 0)
    if unseen.max() == 0:
        return None
    return np.where(pulls == 0, 1e6, 0.0) + weights


def run(kind, c, actions, mean, horizon, rng, *, keys=False, draw=None, minimise=False, covers=True, covariance=None):
    """The expected loss of each round of one run.  ``keys``: ties are broken by random keys on arms."""
    arms, size = len(mean), max(len(action) for action in actions)
    worth = values(actions, -mean if minimise else mean)
    total, pulls, lost = np.zeros(arms), np.zeros(arms), np.zeros(horizon)
    together = np.zeros((arms, arms))
    shift = 1.0 if minimise else 0.0
    for t in range(1, horizon + 1):
        known = weights_of(kind, c, total, pulls, t, size, rng)
        weights = np.where((pulls == 0) & starts(kind), 0.0, known - shift)
        first = covering(actions, weights, pulls) if starts(kind) and covers else None
        if first is not None:
            weights = first
        elif kind == EPSILON and rng.random() < c:
            weights = rng.random(arms)
        if keys:
            weights = weights + (-1e-9 if minimise else 1e-9) * rng.random(arms)  # of costs, more cost
        value = values(actions, weights)
        if kind == ESCB and first is None:
            value = value + np.sqrt(2.0 * math.log(t) * widths(actions, pulls, together, covariance))
        choice = rng.choice(np.flatnonzero(value > value.max() - 1e-12 * max(1.0, value.max())))
        lost[t - 1] = worth.max() - worth[choice]
        paid = rng.random(arms) < mean if draw is None else draw(rng, mean)
        together[np.ix_(actions[choice], actions[choice])] += 1
        for arm in actions[choice]:
            total[arm] += 1.0 - paid[arm] if minimise else paid[arm]
            pulls[arm] += 1
    return lost


def regrets(kind, c, actions, horizon, runs, seed, *, mean=None, arms=0, **how):
    """The regret of every run at the horizon; means given, or uniform in every run."""
    rng = np.random.default_rng(seed)
    actions = sorted(actions)
    drawn = (np.array(mean, float) if mean is not None else rng.random(arms) for _ in range(runs))
    return np.array([run(kind, c, actions, means, horizon, rng, **how).sum() for means in drawn])
