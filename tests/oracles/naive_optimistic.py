"""Optimistic Greedy once more, as plainly as its definition reads: in every model, looking at every arm every round.

Nothing here is imported from the package.  S is what an arm paid, n its pulls, w the weight and m the top: the index is
(S + w m) / (n + w), of an arm never pulled m.  Ties are broken uniformly.
"""

import numpy as np


def index(total, pulls, w, m):
    """Of every arm."""
    return (total + w * m) / (pulls + w)


def one_of_the_best(values, rng):
    return rng.choice(np.flatnonzero(values == values.max()))


def finite(draw, mean, horizon, w, m, first, rng):
    """The expected loss of each round; every arm is pulled ``first`` times before, in order."""
    total, pulls, lost = np.zeros(len(mean)), np.zeros(len(mean)), []
    for t in range(horizon):
        arm = t % len(mean) if t < first * len(mean) else one_of_the_best(index(total, pulls, w, m), rng)
        total[arm] += draw(rng, mean[arm])
        pulls[arm] += 1
        lost.append(mean.max() - mean[arm])
    return np.array(lost)


def growing(enters, mean, best, horizon, w, m, rng):
    """The same in a pool: arm k is there from round ``enters[k]`` on; rewards are 0 and 1."""
    total, pulls, lost = np.zeros(len(mean)), np.zeros(len(mean)), []
    for t in range(1, horizon + 1):
        there = sum(1 for entry in enters if entry <= t)
        arm = one_of_the_best(index(total[:there], pulls[:there], w, m), rng)
        total[arm] += rng.random() < mean[arm]
        pulls[arm] += 1
        lost.append(best - mean[arm])
    return np.array(lost)


def mortal(arms, lifetime, horizon, w, m, rng):
    """Arms of uniform means live a geometric number of rounds; an arm that is born was never pulled."""
    mean, left = rng.random(arms), rng.geometric(1.0 / lifetime, arms)
    total, pulls, lost = np.zeros(arms), np.zeros(arms), []
    for _ in range(horizon):
        dead = left == 0
        mean[dead], left[dead] = rng.random(dead.sum()), rng.geometric(1.0 / lifetime, dead.sum())
        total[dead] = pulls[dead] = 0.0
        arm = one_of_the_best(index(total, pulls, w, m), rng)
        total[arm] += rng.random() < mean[arm]
        pulls[arm] += 1
        lost.append(mean.max() - mean[arm])
        left -= 1
    return np.array(lost)


def cascade(mean, slots, horizon, w, m, rng):
    """A list of the largest indices, ties in random order; the user clicks the first item that pleases, and stops."""
    total, pulls, lost = np.zeros(len(mean)), np.zeros(len(mean)), []
    best = 1.0 - np.prod(1.0 - np.sort(mean)[-slots:])
    for _ in range(horizon):
        shown = np.lexsort((rng.random(len(mean)), -index(total, pulls, w, m)))[:slots]
        lost.append(best - (1.0 - np.prod(1.0 - mean[shown])))
        for item in shown:
            pulls[item] += 1
            if rng.random() < mean[item]:
                total[item] += 1
                break
    return np.array(lost)


def budgeted(reward, price, budget, w, m, rng):
    """The regret of spending a budget; each arm is pulled once first, then the largest index per mean cost is."""
    total, cost, pulls = np.zeros(len(reward)), np.zeros(len(reward)), np.zeros(len(reward))
    spent = earned = 0.0
    while True:
        t = int(pulls.sum())
        if t < len(reward):
            arm = t
        else:
            with np.errstate(divide="ignore"):
                arm = one_of_the_best(index(total, pulls, w, m) / (cost / pulls), rng)
        paid, due = rng.random() < reward[arm], rng.random() < price[arm]
        spent += due
        if spent > budget:
            return budget * np.max(reward / price) - earned
        earned += reward[arm]
        total[arm], cost[arm], pulls[arm] = total[arm] + paid, cost[arm] + due, pulls[arm] + 1


def sets(actions, mean, horizon, w, m, rng, costs=False):
    """The best action, all of which are looked at; of costs, an arm costs 1 less its index, 0 if it was never seen."""
    total, pulls, lost = np.zeros(len(mean)), np.zeros(len(mean)), []
    worth = np.array([sum(mean[list(action)]) for action in actions]) * (-1.0 if costs else 1.0)
    for _ in range(horizon):
        weight = index(total, pulls, w, m) - (1.0 if costs else 0.0)
        values = np.array([sum(weight[list(action)]) for action in actions])
        choice = rng.choice(np.flatnonzero(values > values.max() - 1e-9))
        lost.append(worth.max() - worth[choice])
        for arm in actions[choice]:
            paid = rng.random() < mean[arm]
            total[arm] += 1 - paid if costs else paid
            pulls[arm] += 1
    return np.array(lost)
