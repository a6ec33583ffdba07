"""The policies once more, as slowly and plainly as their definitions read: the oracle of every kernel.

Nothing here is imported from the package.  Part one gives, from the history of a run, the arms that an index
policy may play next.  Part two simulates the regret of many runs with NumPy's random numbers, looking at every
arm in every round.  Part three says when two samples of regrets agree.

m is an arm's mean reward, n its number of pulls, t the round being decided (from 1), T the horizon, K the
number of arms.
"""

import math

import numpy as np
from numba import njit

# ---------------------------------------------------------------- 1. which arms may be played next


class History:
    """What is known of every arm after some rounds."""

    def __init__(self, arms):
        self.total = np.zeros(arms)
        self.pulls = np.zeros(arms, np.int64)
        self.squares = np.zeros(arms)
        self.t = 1

    def add(self, arm, reward):
        self.total[arm] += reward
        self.pulls[arm] += 1
        self.squares[arm] += reward * reward
        self.t += 1


def log_plus(x):
    """max(0, log x) of every entry, by the C library's logarithm, once per distinct entry."""
    distinct, where = np.unique(x, return_inverse=True)
    return np.array([math.log(v) if v > 1.0 else 0.0 for v in distinct.tolist()])[where]


def greedy():
    """m."""
    return lambda h, horizon: h.total / h.pulls


def ucb(c=1.0):
    """m + c sqrt(2 log t / n)."""
    return lambda h, horizon: h.total / h.pulls + c * np.sqrt(2.0 * math.log(h.t) / h.pulls)


def ucb_v(c=1.0):
    """m + sqrt(2 V E / n) + 3 E / n, where V is the variance of the rewards and E = c log t."""

    def index(h, horizon):
        m, e = h.total / h.pulls, c * math.log(h.t)
        v = np.maximum(0.0, h.squares / h.pulls - m * m)
        return m + np.sqrt(2.0 * v * e / h.pulls) + 3.0 * e / h.pulls

    return index


def moss(c=1.0):
    """m + sqrt(c log+(T / (K n)) / n)."""
    return lambda h, horizon: h.total / h.pulls + np.sqrt(c * log_plus(horizon / (len(h.pulls) * h.pulls)) / h.pulls)


def anytime_moss(a=1.35):
    """m + sqrt((1 + a) / 2 log+(t / (K n)) / n)."""
    return lambda h, horizon: (
        h.total / h.pulls + np.sqrt((1.0 + a) / 2.0 * log_plus(h.t / (len(h.pulls) * h.pulls)) / h.pulls)
    )


def kl_budget(t, c):
    """log t + c log log t, the second term counted from round 3."""
    return math.log(t) + (c * math.log(math.log(t)) if t >= 3 else 0.0)


def kl_ucb(c=0.0):
    """The largest q with n kl(m, q) <= log t + c log log t, by bisection."""

    def index(h, horizon):
        low = np.minimum(h.total / h.pulls, 1.0)
        m, high, budget = low, np.ones_like(low), kl_budget(h.t, c) / h.pulls
        for _ in range(36):
            q = 0.5 * (low + high)
            with np.errstate(divide="ignore", invalid="ignore"):
                kl = np.where(m > 0, m * np.log(m / q), 0.0) + np.where(m < 1, (1 - m) * np.log((1 - m) / (1 - q)), 0)
            low, high = np.where(kl <= budget, q, low), np.where(kl <= budget, high, q)
        return np.where(m < 1.0, low, 1.0)

    return index


def kl_ucb_normal(sigma, c=0.0):
    """The same with the divergence of normal laws, (m - q)^2 / (2 sigma^2)."""
    return lambda h, horizon: h.total / h.pulls + np.sqrt(2.0 * sigma**2 * kl_budget(h.t, c) / h.pulls)


def playable(index, h, horizon, tolerance=0.0):
    """The arms that an index policy may play now: first each arm once, in order, then the maxima."""
    if h.t <= len(h.pulls):
        return np.array([h.t - 1])
    values = index(h, horizon)
    return np.flatnonzero(values >= values.max() - tolerance)


def playable_explore_then_commit(m, played, rewards, arms):
    """The same for explore-then-commit, from the whole history: m rounds of all arms, then one of the best."""
    t = len(played) + 1
    if t <= arms * m:
        return np.array([(t - 1) % arms])
    if t > arms * m + 1:
        return np.array([played[arms * m]])
    sums = np.bincount(played, rewards, minlength=arms)
    return np.flatnonzero(sums == sums.max())


def explore_then_commit_pulls(arms, horizon):
    """The recommended number of exploring pulls of each arm when nothing is known."""
    return math.ceil((horizon / arms) ** (2.0 / 3.0) * math.log(horizon) ** (1.0 / 3.0))


# ---------------------------------------------------------------- 2. the regret of many runs

(
    GREEDY,
    EPSILON_GREEDY,
    DECREASING_EPSILON,
    EXPLORE_THEN_COMMIT,
    UCB,
    UCB_V,
    KL_UCB,
    KL_UCB_NORMAL,
    MOSS,
    ANYTIME_MOSS,
    THOMPSON_BETA,
    THOMPSON_FLAT,
    THOMPSON_NORMAL,
    UNIFORM_RANDOM,
) = range(14)

BERNOULLI, GAUSSIAN, BETA = range(3)


def regrets(policy, parameters, law, times, runs, seed, *, noise=1.0, arms=0, means=()):
    """Regret at each of ``times`` (columns) in each of ``runs`` (rows); see ``games``."""
    return games(policy, parameters, law, times, runs, seed, noise=noise, arms=arms, means=means)[0]


def games(policy, parameters, law, times, runs, seed, *, noise=1.0, arms=0, means=()):
    """Regret at each of ``times`` (columns) in each of ``runs`` (rows); then, by run, reward, pulls of the best arm,
    arms tried, and the gap of the only arm played in the last half of the rounds (0 if there were several).

    Means are given, or uniform on [0, 1] and drawn for every run.  ``noise`` is the standard deviation of
    normal rewards, or the concentration of beta rewards.
    """
    p = np.zeros(3)
    p[: len(parameters)] = parameters
    given = np.array(means, float)
    rng = np.random.default_rng(seed)
    return _play(policy, p, law, noise, given, arms or len(given), np.array(times, np.int64), runs, rng)


@njit(cache=True)
def _play(policy, p, law, noise, given, arms, times, runs, rng):
    regret = np.zeros((runs, len(times)))
    earned, best_pulls, tried, locked = np.zeros(runs), np.zeros(runs), np.zeros(runs), np.zeros(runs)
    horizon = times[-1]
    total, squares, pulls = np.zeros(arms), np.zeros(arms), np.zeros(arms, np.int64)
    for run in range(runs):
        mean = given if len(given) else rng.random(arms)
        best = mean.max()
        total[:] = 0.0
        squares[:] = 0.0
        pulls[:] = 0
        committed = -1
        lost = 0.0
        only = -1  # played in the last half; -2 if there are several
        for t in range(1, horizon + 1):
            if policy == UNIFORM_RANDOM:
                arm = rng.integers(0, arms)
            elif policy == EXPLORE_THEN_COMMIT:
                if t <= arms * p[0]:
                    arm = (t - 1) % arms
                else:
                    if committed < 0:
                        committed = _best_arm(GREEDY, p, total, pulls, squares, t, horizon, rng)
                    arm = committed
            elif t <= arms and policy != THOMPSON_BETA and policy != THOMPSON_NORMAL:
                arm = t - 1
            elif (policy == EPSILON_GREEDY and rng.random() < p[0]) or (
                policy == DECREASING_EPSILON and rng.random() < min(1.0, p[0] * arms / (p[1] ** 2 * t))
            ):
                arm = rng.integers(0, arms)
            else:
                arm = _best_arm(policy, p, total, pulls, squares, t, horizon, rng)
            reward = _reward(law, mean[arm], noise, rng)
            if policy == THOMPSON_BETA and law == BETA:
                reward = 1.0 if rng.random() < reward else 0.0
            total[arm] += reward
            squares[arm] += reward * reward
            pulls[arm] += 1
            earned[run] += reward
            if 2 * t > horizon:
                only = arm if only in (-1, arm) else -2
            lost += best - mean[arm]
            for i in range(len(times)):
                if times[i] == t:
                    regret[run, i] = lost
        best_pulls[run] = pulls[mean.argmax()]
        tried[run] = (pulls > 0).sum()
        locked[run] = best - mean[only] if only >= 0 else 0.0
    return regret, earned, best_pulls, tried, locked


@njit(cache=True)
def _reward(law, mean, noise, rng):
    if law == BERNOULLI:
        return 1.0 if rng.random() < mean else 0.0
    if law == GAUSSIAN:
        return rng.normal(mean, noise)
    return rng.beta(noise * mean, noise * (1.0 - mean))


@njit(cache=True)
def _best_arm(policy, p, total, pulls, squares, t, horizon, rng):
    """A maximum of the values of all arms, each with the same probability."""
    best, ties, arm = -np.inf, 0, -1
    for k in range(len(total)):
        value = _value(policy, p, total[k], pulls[k], squares[k], t, horizon, len(total), rng)
        if value > best:
            best, ties, arm = value, 1, k
        elif value == best:
            ties += 1
            if rng.integers(0, ties) == 0:
                arm = k
    return arm


@njit(cache=True)
def _value(policy, p, s, n, squares, t, horizon, arms, rng):
    """The index of an arm, or a sample from its posterior."""
    if policy == THOMPSON_BETA:
        return rng.beta(p[0] + s, p[1] + n - s)
    if policy == THOMPSON_NORMAL:  # noise p[0]; prior with mean p[1] and standard deviation p[2]
        precision = 1.0 / p[2] ** 2 + n / p[0] ** 2
        return rng.normal((p[1] / p[2] ** 2 + s / p[0] ** 2) / precision, 1.0 / math.sqrt(precision))
    m = s / n
    if policy == THOMPSON_FLAT:
        return rng.normal(m, p[0] / math.sqrt(n))
    if policy == UCB:
        return m + p[0] * math.sqrt(2.0 * math.log(t) / n)
    if policy == UCB_V:
        e = p[0] * math.log(t)
        return m + math.sqrt(2.0 * max(0.0, squares / n - m * m) * e / n) + 3.0 * e / n
    if policy == MOSS:
        return m + math.sqrt(p[0] * max(0.0, math.log(horizon / (arms * n))) / n)
    if policy == ANYTIME_MOSS:
        return m + math.sqrt((1.0 + p[0]) / 2.0 * max(0.0, math.log(t / (arms * n))) / n)
    if policy in (KL_UCB, KL_UCB_NORMAL):
        budget = math.log(t)
        if t >= 3:
            budget += p[0] * math.log(math.log(t))
        if policy == KL_UCB_NORMAL:
            return m + p[1] * math.sqrt(2.0 * budget / n)
        return _largest_within(m, budget / n)
    return m


@njit(cache=True)
def _largest_within(m, budget):
    """The largest q with kl(m, q) <= budget, by bisection."""
    if m >= 1.0:
        return 1.0
    low, high = m, 1.0
    for _ in range(40):
        q = 0.5 * (low + high)
        kl = (1.0 - m) * math.log((1.0 - m) / (1.0 - q))
        if m > 0.0:
            kl += m * math.log(m / q)
        if kl <= budget:
            low = q
        else:
            high = q
    return low


# ---------------------------------------------------------------- 3. when two samples agree


def disagreement(ours, oracle):
    """The largest difference between two samples, in standard errors: of the mean and of three quantiles.

    Quantiles are compared through the share of our values at or below the oracle's quantile x.  Regrets may have
    atoms, so the share below x may be smaller than q, and the share at or below x may be larger, by any amount.
    """
    spread = math.sqrt(ours.var(ddof=1) / len(ours) + oracle.var(ddof=1) / len(oracle))
    worst = abs(ours.mean() - oracle.mean()) / spread if spread > 0.0 else 1e9 * abs(ours.mean() - oracle.mean())
    for q in (0.1, 0.5, 0.9):
        x = np.quantile(oracle, q, method="inverted_cdf")
        error = math.sqrt(q * (1.0 - q) * (1.0 / len(ours) + 1.0 / len(oracle)))
        hair = 1e-9 * (1.0 + abs(x))  # the same regret may be summed in another order
        worst = max(worst, (np.mean(ours < x - hair) - q) / error, (q - np.mean(ours <= x + hair)) / error)
    return worst
