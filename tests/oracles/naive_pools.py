"""The policies for too many arms once more, as plainly as their definitions read, with NumPy's random numbers.

Nothing here is imported from the package.  Every ``..._run`` plays one run and gives the mean of the arm played in
each round; ``regrets`` sums the gaps of many runs.  A pool is a list of means in random order (``endless``: as long
as needed, and never drawn from twice); a continuum is the number of a function, ``f``.

m is an arm's mean reward, n its number of pulls, t the round being decided (from 1), T the horizon, K the arms.
"""

import math

import numpy as np
from numba import njit

GREEDY, MOSS, UCB1, UCB_V = range(4)
BERNOULLI, NORMAL = range(2)


def regrets(run, times, runs, seed):
    """Regret at ``times`` of many runs; ``run(rng)`` gives the means played and what they are measured against."""
    rng = np.random.default_rng(seed)
    rows = []
    for _ in range(runs):
        played, reference = run(rng)
        rows.append(np.cumsum(reference - played)[np.asarray(times) - 1])
    return np.array(rows)


# ---------------------------------------------------------------- arms, rewards, indices


@njit(cache=True)
def f(which, x):
    """The functions of the paper: f1, f2, f3."""
    if which == 1:
        return 0.5 * math.sin(13.0 * x) * math.sin(27.0 * x) + 0.5
    if which == 2:
        return max(3.6 * x * (1.0 - x), 1.0 - abs(x - 0.05) / 0.05)
    return x * (1.0 - x) * (4.0 - math.sqrt(abs(math.sin(60.0 * x))))


def many_armed(n, best, rng, top=0.9, levels=(0.1, 0.2, 0.3, 0.4, 0.5)):
    """n arms, ``best`` of them at the top, the others evenly on the levels, shuffled."""
    return rng.permutation([top] * best + [levels[i % len(levels)] for i in range(n - best)])


@njit(cache=True)
def reward(law, mean, rng):
    if law == NORMAL:
        return rng.normal(mean, 1.0)
    return 1.0 if rng.random() < mean else 0.0


@njit(cache=True)
def slow_exploration(t):
    return 2.0 * math.log(10.0 * math.log(t))


@njit(cache=True)
def index(base, c, s, n, squares, t, horizon, arms):
    m = s / n
    if base == MOSS:
        return m + math.sqrt(c * max(0.0, math.log(horizon / (arms * n))) / n)
    if base == UCB1:
        return m + math.sqrt(2.0 * math.log(t) / n)
    if base == UCB_V:
        e = slow_exploration(t)
        return m + math.sqrt(2.0 * max(0.0, squares / n - m * m) * e / n) + 3.0 * e / n
    return m


@njit(cache=True)
def largest(values, rng):
    """Where a list is largest, uniform among the maxima."""
    best = values.max()
    where = np.flatnonzero(values == best)
    return where[rng.integers(0, len(where))]


@njit(cache=True)
def choose(base, c, first, total, pulls, squares, arms, t, horizon, rng):
    """Every arm ``first`` times, in order; then the largest index."""
    for sweep in range(first):
        for k in range(arms):
            if pulls[k] <= sweep:
                return k
    values = np.zeros(arms)
    for k in range(arms):
        values[k] = index(base, c, total[k], pulls[k], squares[k], t, horizon, arms)
    return largest(values, rng)


# ---------------------------------------------------------------- reductions, epochs


@njit(cache=True)
def finite_run(base, c, first, means, law, horizon, cells_of, rng):
    """An index policy on given arms; ``cells_of`` > 0: arms are cells of [0, 1], played at random points."""
    arms = len(means)
    total, pulls, squares = np.zeros(arms), np.zeros(arms, np.int64), np.zeros(arms)
    played = np.zeros(horizon)
    for t in range(1, horizon + 1):
        k = choose(base, c, first, total, pulls, squares, arms, t, horizon, rng)
        mean = f(cells_of, (k + rng.random()) / arms) if cells_of > 0 else means[k]
        x = reward(law, mean, rng)
        total[k] += x
        squares[k] += x * x
        pulls[k] += 1
        played[t - 1] = mean
    return played


@njit(cache=True)
def epochs_run(base, c, lengths, sizes, told, memory, which, anywhere, pool, endless, law, horizon, rng):
    """A fresh base policy in every epoch; with ``memory``, one more arm per past epoch, which replays its rounds.

    ``which`` > 0: a continuum, cells played at their ends or ``anywhere``; otherwise arms of the pool, drawn afresh
    without replacement.  ``told`` is the horizon that the base policy of each epoch is told.
    """
    played = np.zeros(horizon)
    begins = [0]
    used = 0
    done = 0
    epoch = 0
    while done < horizon:
        k_i = sizes[epoch]
        if endless:
            arms = pool[used : used + k_i]
            used += k_i
        else:
            arms = rng.permutation(pool)[:k_i]
        count = k_i + (epoch if memory else 0)
        total, pulls, squares = np.zeros(count), np.zeros(count, np.int64), np.zeros(count)
        for t in range(1, lengths[epoch] + 1):
            if done == horizon:
                break
            k = choose(base, c, 1, total, pulls, squares, count, t, told[epoch], rng)
            if k >= k_i:
                j = k - k_i
                mean = played[rng.integers(begins[j], begins[j + 1])]
            elif which > 0:
                mean = f(which, (k + rng.random()) / k_i if anywhere else (k + 1) / k_i)
            else:
                mean = arms[k]
            x = reward(law, mean, rng)
            total[k] += x
            squares[k] += x * x
            pulls[k] += 1
            played[done] = mean
            done += 1
        begins.append(done)
        epoch += 1
    return played


@njit(cache=True)
def empirical_run(c, lengths, sizes, means, law, horizon, rng):
    """MOSS in epochs that keeps its statistics and, at each restart, the arms of the largest means."""
    alive = np.arange(sizes[0])
    total, pulls, squares = np.zeros(sizes[0]), np.zeros(sizes[0], np.int64), np.zeros(sizes[0])
    played = np.zeros(horizon)
    done = 0
    epoch = 0
    while done < horizon:
        if epoch > 0:
            alive = rng.permutation(alive)  # ties are broken at random
            alive = alive[np.argsort(-(total[alive] / pulls[alive]))[: sizes[epoch]]]
        for _ in range(lengths[epoch]):
            if done == horizon:
                break
            here = choose(MOSS, c, 1, total[alive], pulls[alive], squares[alive], len(alive), 1, lengths[epoch], rng)
            k = alive[here]
            x = reward(law, means[k], rng)
            total[k] += x
            pulls[k] += 1
            played[done] = means[k]
            done += 1
        epoch += 1
    return played


def medzo_epochs(horizon, size=2**60):
    """Lengths 2**(p+i) and numbers of arms 2**(p+2-i) of the epochs, B = sqrt(T)."""
    p = math.ceil(math.log2(math.sqrt(horizon)))
    lengths = [2 ** (p + i) for i in range(1, p + 8)]
    sizes = [min(size, max(1, 2 ** (p + 2 - i) if p + 2 >= i else 1)) for i in range(1, p + 8)]
    return np.array(lengths), np.array(sizes)


def cab1_epochs(horizon, alpha):
    """Epochs of 2, 4, 8, ... rounds with ceil((T' / log T')**(1/(2a+1))) arms."""
    lengths = [2**i for i in range(1, 40) if 2**i <= 2 * horizon]
    sizes = [max(1, math.ceil((n / max(1.0, math.log(n))) ** (1 / (2 * alpha + 1)))) for n in lengths]
    return np.array(lengths), np.array(sizes)


def doubling_epochs(horizon, first, factor, arms_for):
    """Restarts at rounds first * factor**i, with the arms for the rounds until the next restart."""
    ends = [0]
    while ends[-1] < horizon:
        ends.append(math.floor(first * factor ** (len(ends) - 1)))
    rounds = np.diff(ends)
    return rounds, np.array([arms_for(int(length)) for length in rounds]), rounds


@njit(cache=True)
def widening_run(counts, means, law, horizon, rng):
    """Greedy with ``counts[t]`` arms in round t; a new arm is pulled once as it enters."""
    total, pulls, squares = np.zeros(len(means)), np.zeros(len(means), np.int64), np.zeros(len(means))
    played = np.zeros(horizon)
    for t in range(1, horizon + 1):
        k = choose(GREEDY, 0.0, 1, total, pulls, squares, counts[t], t, horizon, rng)
        total[k] += reward(law, means[k], rng)
        pulls[k] += 1
        played[t - 1] = means[k]
    return played


def greedy_arms(t, beta=1.0, c1=1.0):
    """The theorem's number of arms of a reservoir, at most t."""
    e = (2 + beta) / (4 + beta)
    front = (2 / 3) ** e * (8 / (c1 * (4 + beta))) ** (2 / (4 + beta))
    return max(1, min(t, math.ceil(front * t**e * math.log(t) ** (2 / (4 + beta)))))
