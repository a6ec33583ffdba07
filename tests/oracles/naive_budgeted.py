"""Budgeted bandits once more, as plainly as their definitions read: the oracle of the fast game.

Nothing here is imported from the package.  A pull pays a reward and a cost, both in [0, 1].  The reward within a
budget is that of the pulls whose running cost is at most the budget; the run ends when the cost has passed the
largest budget, or after ``cap`` pulls.  The regret within a budget B is B * best ratio of means - expected reward.

R and C are the sums of an arm's rewards and costs, n its pulls, r = R / n, c = C / n, t the round being decided.
"""

import math
from collections import defaultdict

import numpy as np
from numba import njit

GREEDY, BUDGET_UCB, BTS, I_UCB, C_UCB, M_UCB, B_GREEDY, UCB_BV1, KUBE = range(9)
BERNOULLI, BETA = range(2)
UNLIMITED = 2**62


@njit(cache=True)
def _per_cost(gain, cost):
    """gain / cost; for a cost of 0: infinite if there is any gain, else 0."""
    if cost > 0.0:
        return gain / cost
    return np.inf if gain > 0.0 else 0.0


@njit(cache=True)
def index(kind, p, reward, cost, n, t):
    """The index of an arm that was pulled."""
    r, c = reward / n, cost / n
    if kind == BUDGET_UCB:
        e = math.sqrt(2.0 * math.log(t) / n)
        c += 1e-9  # so that an arm that was free so far has a finite index
        return r / c + e / c * (1.0 + min(r + e, 1.0) / max(c - e, p))
    e = math.sqrt(math.log(t - 1.0) / n) if t > 1 else 0.0
    if kind == I_UCB:
        return _per_cost(r, c) + p * e
    if kind == C_UCB:
        return _per_cost(r + p * e, c)
    if kind == M_UCB:
        return np.inf if c <= p * e else min(r + p * e, 1.0) / (c - p * e)
    if kind == UCB_BV1:
        return np.inf if e >= p else _per_cost(r, c) + (1.0 + 1.0 / p) * e / (p - e)
    if kind == KUBE:
        return _per_cost(r + math.sqrt(2.0 * math.log(t) / n), c)
    return _per_cost(reward, cost)


@njit(cache=True)
def _mean(law, p):
    return p[0] / (p[0] + p[1]) if law == BETA else p[0]


@njit(cache=True)
def _draw(law, p, rng):
    if law == BETA:
        return rng.beta(p[0], p[1])
    return 1.0 if rng.random() < p[0] else 0.0


@njit(cache=True)
def run(kind, p, law, rewards, costs, budgets, cap, rng):
    """Expected reward within each budget, the best ratio, and whether the cap ended the run."""
    arms = len(rewards)
    total, spent, n = np.zeros(arms), np.zeros(arms), np.zeros(arms, np.int64)
    earned = np.zeros(len(budgets))
    bill = 0.0
    best = 0.0
    for k in range(arms):
        best = max(best, _mean(law, rewards[k]) / _mean(law, costs[k]))
    for t in range(1, cap + 1):
        k = _choose(kind, p, total, spent, n, t, rng)
        reward, cost = _draw(law, rewards[k], rng), _draw(law, costs[k], rng)
        bill += cost
        for i in range(len(budgets)):
            if bill <= budgets[i]:
                earned[i] += _mean(law, rewards[k])
        if bill > budgets[-1]:
            return earned, best, False
        if kind == BTS and law == BETA:
            reward = 1.0 if rng.random() < reward else 0.0
            cost = 1.0 if rng.random() < cost else 0.0
        total[k] += reward
        spent[k] += cost
        n[k] += 1
    return earned, best, True


@njit(cache=True)
def _choose(kind, p, total, spent, n, t, rng):
    arms = len(n)
    values = np.zeros(arms)
    if kind == BTS:
        for k in range(arms):
            gain = rng.beta(1.0 + total[k], 1.0 + n[k] - total[k])
            values[k] = gain / rng.beta(1.0 + spent[k], 1.0 + n[k] - spent[k])
    else:
        if t <= arms:
            return t - 1
        if kind == B_GREEDY and rng.random() < min(1.0, p * arms / t):
            return rng.integers(0, arms)
        for k in range(arms):
            values[k] = index(kind, p, total[k], spent[k], n[k], t)
    best = np.flatnonzero(values == values.max())
    return best[rng.integers(0, len(best))]


def regrets(kind, p, law, budgets, runs, seed, *, rewards=None, costs=None, prior=None, arms=0, cap=UNLIMITED):
    """Regret within each budget (columns) of every run, its best ratio, and whether it was capped.

    Without given parameters, all are drawn by ``prior(rng, size)`` for every run.
    """
    rng = np.random.default_rng(seed)
    budgets = np.array(budgets, float)
    rows, ratios, capped = [], [], []
    for _ in range(runs):
        drawn = [prior(rng, (arms, 2)) for _ in range(2)] if prior else [_pairs(rewards), _pairs(costs)]
        earned, best, stopped = run(kind, p, law, *drawn, budgets, cap, rng)
        rows.append(budgets * best - earned)
        ratios.append(best)
        capped.append(stopped)
    return np.array(rows), np.array(ratios), np.array(capped)


def _pairs(parameters):
    """Parameters of every arm as a row; a Bernoulli arm has only one."""
    given = np.array(parameters, float)
    return given if given.ndim == 2 else np.column_stack([given, given])


@njit(cache=True)
def greedy_regrets(rewards, costs, budgets, runs, rng):
    """The same for Greedy on Bernoulli arms, pull by pull without a list of maxima, for very many pulls."""
    arms = len(rewards)
    best = (rewards / costs).max()
    rows = np.zeros((runs, len(budgets)))
    for row in range(runs):
        total, spent, n = np.zeros(arms), np.zeros(arms), np.zeros(arms, np.int64)
        bill = 0.0
        rows[row] = budgets * best
        while bill <= budgets[-1]:
            k = ties = 0
            largest = -1.0
            for arm in range(arms):
                if n[arm] == 0:  # first pulls, in order
                    k = arm
                    break
                value = _per_cost(total[arm], spent[arm])
                if value > largest:
                    k, largest, ties = arm, value, 1
                elif value == largest:
                    ties += 1
                    if rng.random() * ties < 1.0:
                        k = arm
            reward, cost = rng.random() < rewards[k], rng.random() < costs[k]
            bill += cost
            total[k] += reward
            spent[k] += cost
            n[k] += 1
            for i in range(len(budgets)):
                if bill <= budgets[i]:
                    rows[row, i] -= rewards[k]
    return rows


# ---------------------------------------------------------------- exact expectations of tiny cases


def expected_earnings(kind, p, rewards, costs, budget, cap):
    """The expected reward within a budget, and the probability that the cap ends the run: Bernoulli arms, an index."""
    arms = len(rewards)
    states = {(((0, 0, 0),) * arms, 0): 1.0}
    earned = 0.0
    for t in range(1, cap + 1):
        following = defaultdict(float)
        for (known, bill), probability in states.items():
            for k, share in _choices(kind, p, known, t):
                for reward, cost in ((0, 0), (0, 1), (1, 0), (1, 1)):
                    odds = share * probability * _odds(rewards[k], reward) * _odds(costs[k], cost)
                    if odds == 0.0 or bill + cost > budget:
                        continue
                    earned += odds * rewards[k]
                    arm = (known[k][0] + reward, known[k][1] + cost, known[k][2] + 1)
                    following[((*known[:k], arm, *known[k + 1 :]), bill + cost)] += odds
        states = following
    return earned, sum(states.values())


def _odds(mean, outcome):
    return mean if outcome else 1.0 - mean


def _choices(kind, p, known, t):
    """The arms that may be pulled, with their probabilities."""
    if t <= len(known):
        return [(t - 1, 1.0)]
    values = [index(kind, p, float(reward), float(cost), n, t) for reward, cost, n in known]
    best = [k for k, v in enumerate(values) if v == max(values)]
    explore = min(1.0, p * len(known) / t) if kind == B_GREEDY else 0.0
    return [(k, explore / len(known) + (1.0 - explore) * (k in best) / len(best)) for k in range(len(known))]
