"""Cascading bandits once more, as plainly as their definitions read: the oracle of the fast game.

Nothing here is imported from the package.  A list of K of the L items is shown; the user looks at them in order and
clicks the first that attracts, item i with probability w_i.  Seen are the items up to the click: zeros, then a one.

S is the number of clicks of an item, n the number of times it was looked at, N = n + pseudo_failures, m = S / N,
t the round being decided (from 1).
"""

import itertools
import math
from collections import defaultdict

import numpy as np
from numba import njit

from oracles.naive import _largest_within, kl_ucb

GREEDY, UCB, KL_UCB, TS_CASCADE, CTS_BETA, LEAST_SEEN = range(6)


# ---------------------------------------------------------------- round by round


class Statistics:
    """Clicks and looks of every item after some rounds."""

    def __init__(self, items, pseudo_failures=0):
        self.clicks = np.zeros(items)
        self.looks = np.zeros(items, np.int64)
        self.pseudo = pseudo_failures
        self.t = 1

    def add(self, shown, position):
        """A round with its list, and the position of the click (None: no click)."""
        seen = shown if position is None else shown[: position + 1]
        self.looks[seen] += 1
        if position is not None:
            self.clicks[shown[position]] += 1
        self.t += 1

    def values(self, kind, c=1.0):
        """The index of every item; an item never looked at counts as infinite."""
        n = np.maximum(1, self.looks + self.pseudo)
        m = self.clicks / n
        if kind == UCB:
            m = m + c * np.sqrt(2.0 * math.log(self.t) / n)
        elif kind == KL_UCB:
            m = kl_ucb(c)(_As(self.clicks, n, self.t), 0)
        elif kind == LEAST_SEEN:
            m = -1.0 * n
        return np.where(self.looks == 0, np.inf, m)


class _As:
    def __init__(self, total, pulls, t):
        self.total, self.pulls, self.t = total, pulls, t


def is_top_list(shown, values, tolerance=0.0):
    """Whether a list shows the largest values, in decreasing order."""
    chosen = values[shown]
    rest = np.delete(values, shown)
    decreasing = all(a >= b - tolerance for a, b in itertools.pairwise(chosen))
    return len(set(shown)) == len(shown) and decreasing and (len(rest) == 0 or chosen.min() >= rest.max() - tolerance)


def value(weights, shown):
    """The probability of a click."""
    return 1.0 - math.prod(1.0 - weights[i] for i in shown)


def best_value(weights, slots):
    return value(weights, np.argsort(weights)[len(weights) - slots :])


# ---------------------------------------------------------------- the regret of many runs


def regrets(kind, c, slots, times, runs, seed, *, weights=(), prior=None, items=0, pseudo=0, forced=True):
    """Regret at each of ``times`` in each run; weights given, or drawn by ``prior(rng, items)`` in every run."""
    rng = np.random.default_rng(seed)
    times = np.asarray(times)
    rows = []
    for _ in range(runs):
        w = np.array(weights, float) if len(weights) else prior(rng, items)
        lost = _run(kind, c, w, slots, pseudo, forced, times[-1], rng)
        rows.append(np.cumsum(lost)[times - 1])
    return np.array(rows)


@njit(cache=True)
def _run(kind, c, w, slots, pseudo, forced, horizon, rng):
    """The expected loss of each round of one run."""
    items = len(w)
    clicks, looks = np.zeros(items), np.zeros(items, np.int64)
    lost = np.zeros(horizon)
    best = 1.0 - np.prod(1.0 - np.sort(w)[items - slots :])
    values = np.zeros(items)
    for t in range(1, horizon + 1):
        order = rng.permutation(items)
        if forced and t <= items:
            others = order[order != t - 1]
            shown = np.append(np.array([t - 1]), others[: slots - 1])
        else:
            z = rng.normal(0.0, 1.0)
            for i in range(items):
                values[i] = _value(kind, c, clicks[i], looks[i], pseudo, t, z, rng)
            # Sorting a random order stably breaks ties at random.
            shown = order[np.argsort(-values[order], kind="mergesort")][:slots]
        lost[t - 1] = best - (1.0 - np.prod(1.0 - w[shown]))
        for i in shown:
            looks[i] += 1
            if rng.random() < w[i]:
                clicks[i] += 1
                break
    return lost


@njit(cache=True)
def _value(kind, c, s, looks, pseudo, t, z, rng):
    n = looks + pseudo
    if kind == CTS_BETA:
        return rng.beta(1.0 + s, 1.0 + n - s)
    if kind == TS_CASCADE:
        m = s / n if n > 0 else 0.0
        log_t = math.log(t + 1.0)
        return m + z * max(math.sqrt(m * (1.0 - m) * log_t / (n + 1.0)), log_t / (n + 1.0))
    if looks == 0:
        return np.inf
    if kind == UCB:
        return s / n + c * math.sqrt(2.0 * math.log(t) / n)
    if kind == KL_UCB:
        budget = math.log(t)
        if t >= 3:
            budget += c * math.log(math.log(t))
        return _largest_within(s / n, budget / n)
    if kind == LEAST_SEEN:
        return -1.0 * n
    return s / n


# ---------------------------------------------------------------- exact expectations of tiny cases


def expected_regret(kind, c, weights, slots, horizon, *, pseudo=0, forced=True):
    """The expected regret after ``horizon`` rounds, over all clicks and all orders of ties."""
    items = len(weights)
    best = best_value(weights, slots)
    states = {((0,) * items, (0,) * items): 1.0}
    regret = 0.0
    for t in range(1, horizon + 1):
        following = defaultdict(float)
        for (clicks, looks), probability in states.items():
            lists = _lists(kind, c, clicks, looks, slots, pseudo, forced and t <= items, t)
            for shown in lists:
                share = probability / len(lists)
                regret += share * (best - value(weights, shown))
                for state, p in _outcomes(clicks, looks, shown, weights):
                    following[state] += share * p
        states = following
    return regret


def _lists(kind, c, clicks, looks, slots, pseudo, start, t):
    """All lists that may be shown, equally likely (one may be there several times)."""
    items = len(clicks)
    if start:
        others = [i for i in range(items) if i != t - 1]
        return [(t - 1, *rest) for rest in itertools.permutations(others, slots - 1)]
    known = Statistics(items, pseudo)
    known.clicks, known.looks, known.t = np.array(clicks, float), np.array(looks), t
    v = known.values(kind, c)
    orders = [o for o in itertools.permutations(range(items)) if all(v[a] >= v[b] for a, b in itertools.pairwise(o))]
    return [order[:slots] for order in orders]


def _outcomes(clicks, looks, shown, weights):
    """The statistics after each possible click, with its probability."""
    clicks, looks = list(clicks), list(looks)
    none_yet = 1.0
    for item in shown:
        looks[item] += 1
        clicked = clicks.copy()
        clicked[item] += 1
        yield (tuple(clicked), tuple(looks)), none_yet * weights[item]
        none_yet *= 1.0 - weights[item]
    yield (tuple(clicks), tuple(looks)), none_yet
