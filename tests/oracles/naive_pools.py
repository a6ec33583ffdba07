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


# ---------------------------------------------------------------- policies that discover arms as they go


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
