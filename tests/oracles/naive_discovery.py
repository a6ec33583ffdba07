"""Naive policies that discover arms as they go, from their definitions; nothing of ours is imported."""

import math

import numpy as np
from numba import njit

from oracles.naive_pools import BERNOULLI, GREEDY, MOSS, NORMAL, UCB_V, choose, f, greedy_arms, largest, reward


@njit(cache=True)
def uncovered(centres, widths, grid, rng):
    """A uniform point of [0, 1] (of the grid, if any) outside all intervals, or -1."""
    if grid > 0:
        free = [-1.0]
        for i in range(grid):
            if np.all(np.abs(centres - i / (grid - 1)) > widths):
                free.append(i / (grid - 1))
        return free[rng.integers(1, len(free))] if len(free) > 1 else -1.0
    left, right = centres - widths, centres + widths
    gaps = []
    reached = 0.0
    for i in np.argsort(left):
        if left[i] > reached:
            gaps.append((reached, min(1.0, left[i])))
        reached = max(reached, right[i])
        if reached >= 1.0:
            break
    if reached < 1.0:
        gaps.append((reached, 1.0))
    length = 0.0
    for low, high in gaps:
        length += high - low
    x = rng.random() * length
    for low, high in gaps:
        if x < high - low:
            return low + x
        x -= high - low
    return -1.0


@njit(cache=True)
def zooming_run(which, alpha, smoothness, grid, phased, horizon, rng):
    """Zooming: cover [0, 1] by the balls of the active arms, else play the largest m + 2r."""
    points, total, pulls = np.zeros(horizon), np.zeros(horizon), np.zeros(horizon)
    played = np.zeros(horizon)
    active = 0
    phase = 0
    phase_end = 0
    for t in range(1, horizon + 1):
        if phased and t > phase_end:
            phase += 1
            phase_end += 2**phase
            active = 0
        n = pulls[:active]
        r = np.sqrt(8.0 * phase / (2.0 + n)) if phased else np.sqrt(2.0 * math.log(horizon) / (n + 1.0))
        widths = (r / smoothness) ** (1.0 / alpha)
        y = rng.random() if active == 0 else uncovered(points[:active], widths, grid, rng)
        if y >= 0.0:
            k = active
            active += 1
            points[k], total[k], pulls[k] = y, 0.0, 0.0
        else:
            k = largest(total[:active] / n + 2.0 * r, rng)
        mean = f(which, points[k])
        total[k] += reward(NORMAL, mean, rng)
        pulls[k] += 1
        played[t - 1] = mean
    return played


@njit(cache=True)
def two_target_run(means, l1, l2, m, horizon, rng):
    """TwoTarget; when the pool is used up it stays with the last arm."""
    played = np.zeros(horizon)
    arm, won, lost, exploiting = 0, 0, 0, False
    for t in range(horizon):
        played[t] = means[arm]
        if reward(BERNOULLI, means[arm], rng) > 0.5:
            won += 1
            continue
        lost += 1
        if exploiting:
            continue
        if (lost == 1 and won < l1) or (lost == m and won < l2):
            if arm + 1 == len(means):
                exploiting = True
            else:
                arm, won, lost = arm + 1, 0, 0
        elif lost == m:
            exploiting = True
    return played


@njit(cache=True)
def air_run(means, power, law, horizon, rng):
    """UCB-AIR: a new arm while fewer than t**power are known."""
    total, pulls, squares = np.zeros(len(means)), np.zeros(len(means), np.int64), np.zeros(len(means))
    played = np.zeros(horizon)
    known = 0
    for t in range(1, horizon + 1):
        if known < t**power - 1e-9:
            known += 1
        k = choose(UCB_V, 0.0, 1, total, pulls, squares, known, t, horizon, rng)
        x = reward(law, means[k], rng)
        total[k] += x
        squares[k] += x * x
        pulls[k] += 1
        played[t - 1] = means[k]
    return played


@njit(cache=True)
def quantile_run(c, means, law, horizon, rng):
    """QRM2: phase l of 2**l rounds, max(2, ceil(2**(0.347 l))) arms, MOSS with the horizon 2**(l+1) - 2."""
    total, pulls, squares = np.zeros(len(means)), np.zeros(len(means), np.int64), np.zeros(len(means))
    played = np.zeros(horizon)
    done = 0
    phase = 1
    while done < horizon:
        arms = min(len(means), max(2, math.ceil(2.0 ** (0.347 * phase))))
        for _ in range(2**phase):
            if done < horizon:
                k = choose(MOSS, c, 1, total, pulls, squares, arms, 1, 2.0 ** (phase + 1) - 2.0, rng)
                total[k] += reward(law, means[k], rng)
                pulls[k] += 1
                played[done] = means[k]
                done += 1
        phase += 1
    return played


@njit(cache=True)
def parallel_run(best, c, means, endless, law, horizon, rng):
    """Parallel: blocks of ceil(sqrt(T)) rounds go to the MOSS of least empirical regret.

    Each MOSS has arms of its own draw: fresh ones of a reservoir, or a sample of all n arms, at most n of them.
    """
    players = math.ceil(math.log(horizon))
    sizes = np.zeros(players, np.int64)
    for j in range(players):
        share = horizon ** ((j + 1) / players) * math.log(math.sqrt(horizon))
        sizes[j] = min(math.ceil(share - 1e-9), horizon)
        if not endless:
            sizes[j] = min(sizes[j], len(means))
    most = sizes.max()
    total, pulls = np.zeros((players, most)), np.zeros((players, most), np.int64)
    mean = np.zeros((players, most))
    for j in range(players):
        mean[j] = means[j * most : (j + 1) * most] if endless else rng.permutation(means)[:most]
    squares = np.zeros(most)
    regret = np.zeros(players)
    played = np.zeros(horizon)
    player = 0
    for t in range(1, horizon + 1):
        if (t - 1) % math.ceil(math.sqrt(horizon)) == 0:
            player = largest(-regret, rng)
        k = choose(MOSS, c, 1, total[player], pulls[player], squares, sizes[player], t, horizon, rng)
        x = reward(law, mean[player, k], rng)
        total[player, k] += x
        pulls[player, k] += 1
        regret[player] += best - x
        played[t - 1] = mean[player, k]
    return played


def estimated_run(epsilon, means, law, horizon, rng):
    """N = floor(T**(1/4)) arms N times each, beta = -log p / (epsilon log N) (at least 0.5), then Greedy."""
    n = max(2, math.floor(horizon**0.25 + 1e-9))
    first = np.array([[reward(law, means[k], rng) for _ in range(n)] for k in range(n)])
    m = first.mean(axis=1)
    p = np.mean(m.max() - m <= n**-epsilon)
    arms = min(len(means), greedy_arms(horizon, max(0.5, -math.log(p) / (epsilon * math.log(n)))))
    total, pulls = np.zeros(max(arms, n)), np.zeros(max(arms, n), np.int64)
    total[:n], pulls[:n] = first.sum(axis=1), n
    rest = _greedy_from(total, pulls, means, law, horizon - n * n, rng)
    return np.concatenate([np.repeat(means[:n], n), rest])


@njit(cache=True)
def _greedy_from(total, pulls, means, law, rounds, rng):
    played = np.zeros(rounds)
    squares = np.zeros(len(total))
    for t in range(rounds):
        k = choose(GREEDY, 0.0, 1, total, pulls, squares, len(total), 1, 1, rng)
        total[k] += reward(law, means[k], rng)
        pulls[k] += 1
        played[t] = means[k]
    return played
