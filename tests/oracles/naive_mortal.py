"""Mortal bandits once more, as plainly as their definitions read: the oracle of the fast game.

Nothing here is imported from the package.  K slots are always full.  An arm lives a geometric number of rounds, at
least 1, with mean ``lifetime``; at the start of a round the dead are replaced by new arms with means from the prior,
and the policy is told.  The regret of a round is the best mean alive minus the mean of the arm played.

S is the reward of an arm so far, n its pulls, its age counts its rounds including the one being decided.
"""

import math
from collections import defaultdict

import numpy as np
from numba import njit

from oracles.naive import _largest_within

GREEDY, UCB, KL_UCB, THOMPSON, ADAPTIVE, STOCHASTIC, OLDEST, LEAST_PULLED = range(8)
UNIFORM, BETA, COIN, FIXED = range(4)
BERNOULLI, NORMAL = range(2)


def regrets(kind, c, arms, lifetime, times, runs, seed, *, prior=(UNIFORM, 0, 1), law=BERNOULLI, **options):
    """Regret at each of ``times`` in each run; options: ``trial`` and ``early`` stopping, ``playable`` slots."""
    trial, early, playable = options.get("trial", 0), options.get("early", True), options.get("playable", 0)
    rng = np.random.default_rng(seed)
    times = np.asarray(times)
    prior = (prior[0], float(prior[1]), float(prior[2]))
    rows = []
    for _ in range(runs):
        lost, _ = run(kind, c, arms, lifetime, times[-1], prior, law, trial, early, playable or arms, rng)
        rows.append(np.cumsum(lost)[times - 1])
    return np.array(rows)


@njit(cache=True)
def run(kind, c, arms, lifetime, horizon, prior, law, trial, early, playable, rng):
    """The expected loss of each round, and the slot played."""
    mean, left = np.zeros(arms), np.zeros(arms, np.int64)
    total, pulls, age = np.zeros(arms), np.zeros(arms, np.int64), np.zeros(arms, np.int64)
    lost, played = np.zeros(horizon), np.zeros(horizon, np.int64)
    on_trial, kept, dropped, tried, won = -1, -1, -1, 0, 0.0
    for t in range(horizon):
        for k in range(arms):
            if left[k] == 0:
                mean[k] = _draw(prior, rng)
                left[k] = rng.geometric(1.0 / lifetime)
                total[k], pulls[k], age[k] = 0.0, 0, 0
                if on_trial == k:
                    on_trial = -1
                if kept == k:
                    kept = -1
                if dropped == k:
                    dropped = -1
            age[k] += 1
            left[k] -= 1
        if kind == STOCHASTIC:
            if kept < 0 and on_trial < 0:
                on_trial, tried, won = _fresh(pulls[:playable], dropped, rng), 0, 0.0
            k = kept if kept >= 0 else on_trial
        else:
            k = _choose(kind, c, total[:playable], pulls[:playable], age, rng)
        reward = _reward(law, mean[k], rng)
        total[k] += reward
        pulls[k] += 1
        lost[t] = mean.max() - mean[k]
        played[t] = k
        if kind == STOCHASTIC and kept < 0:
            tried, won = tried + 1, won + reward
            goes_on = tried < trial and (not early or trial - tried >= trial * c - won)
            if not goes_on:
                if won > trial * c:
                    kept = k
                else:
                    dropped = k
                on_trial = -1
    return lost, played


@njit(cache=True)
def _draw(prior, rng):
    if prior[0] == UNIFORM:
        return prior[1] + (prior[2] - prior[1]) * rng.random()
    if prior[0] == BETA:
        return rng.beta(prior[1], prior[2])
    if prior[0] == COIN:
        return 1.0 if rng.random() < prior[1] else 0.0
    return prior[1]


@njit(cache=True)
def _reward(law, mean, rng):
    if law == NORMAL:
        return rng.normal(mean, 1.0)
    return 1.0 if rng.random() < mean else 0.0


@njit(cache=True)
def _fresh(pulls, dropped, rng):
    """A random unpulled arm; if none is left, a random one of all but the arm just dropped."""
    fresh = np.flatnonzero(pulls == 0)
    if len(fresh) == 0:
        fresh = np.flatnonzero(np.arange(len(pulls)) != dropped)
    return fresh[rng.integers(0, len(fresh))] if len(fresh) > 0 else 0


@njit(cache=True)
def _choose(kind, c, total, pulls, age, rng):
    arms = len(total)
    if kind == ADAPTIVE:
        values = np.zeros(arms)
        for k in range(arms):
            values[k] = total[k] / pulls[k] if pulls[k] > 0 else 0.0
        k = _largest(values, rng)
        return k if rng.random() < min(1.0, c * values[k]) else rng.integers(0, arms)
    values = np.zeros(arms)
    for k in range(arms):
        if kind == THOMPSON:
            values[k] = rng.beta(1.0 + total[k], 1.0 + pulls[k] - total[k])
        elif pulls[k] == 0:
            return k
        else:
            values[k] = _index(kind, c, total[k], pulls[k], age[k])
    return _largest(values, rng)


@njit(cache=True)
def _index(kind, c, s, n, age):
    if kind == UCB:
        return s / n + c * math.sqrt(2.0 * math.log(age) / n)
    if kind == KL_UCB:
        budget = math.log(age)
        if age >= 3:
            budget += c * math.log(math.log(age))
        return _largest_within(s / n, budget / n)
    if kind == OLDEST:
        return float(age)
    if kind == LEAST_PULLED:
        return -1.0 * n
    return s / n


@njit(cache=True)
def _largest(values, rng):
    best = np.flatnonzero(values == values.max())
    return best[rng.integers(0, len(best))]


# ---------------------------------------------------------------- exact expectations of tiny cases


def expected_greedy_regret(share, arms, lifetime, horizon):
    """Greedy's expected regret when an arm pays always (with probability ``share``) or never.

    A state is, for every slot, whether its arm is good and whether it was pulled.  One pull tells all.
    """
    death = 1.0 / lifetime
    states = {((False, False),) * arms: 1.0}
    regret = 0.0
    for t in range(horizon):
        states = _replaced(states, share, 1.0 if t == 0 else death)
        following = defaultdict(float)
        for state, probability in states.items():
            unpulled = [k for k, (_, pulled) in enumerate(state) if not pulled]
            good = [k for k, (pays, _) in enumerate(state) if pays]
            k = unpulled[0] if unpulled else (good or [0])[0]
            regret += probability * (float(bool(good)) - float(state[k][0]))
            following[tuple((pays, pulled or i == k) for i, (pays, pulled) in enumerate(state))] += probability
        states = following
    return regret


def _replaced(states, share, death):
    """The states after each slot died, independently, with the given probability."""
    for k in range(len(next(iter(states)))):
        following = defaultdict(float)
        for state, probability in states.items():
            if death < 1.0:
                following[state] += probability * (1.0 - death)
            for pays, p in ((True, share), (False, 1.0 - share)):
                following[(*state[:k], (pays, False), *state[k + 1 :])] += probability * death * p
        states = following
    return states
