"""Linear bandits once more, as plainly as their definitions read: the oracle of the fast game.

Nothing here is imported from the package.  An action x of the unit ball (or of a given set) pays <x, theta> plus
normal noise of standard deviation sigma.  Many runs are played side by side; every estimate is a fresh solution of

    V theta_hat = b,   V = ridge * I + sum of x x',   b = sum of x y.
"""

import math

import numpy as np

# ---------------------------------------------------------------- actions of the unit ball


def unit(x):
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def directions(rng, runs, d):
    return unit(rng.normal(size=(runs, d)))


def lin_greedy(jitter=1e-8):
    """The unit vector along theta_hat, shaken by normal noise; a random direction first."""

    def act(rng, t, v, b, estimate):
        if t == 1:
            return directions(rng, *b.shape)
        return unit(unit(estimate) + jitter * rng.normal(size=b.shape))

    return act


def lin_ucb(delta, sigma=1.0, ridge=1.0, determinant=False):
    """The action with the largest <x, theta> over all theta of the confidence ellipsoid."""

    def act(rng, t, v, b, estimate):
        return optimistic(v, estimate, radius(t, v, delta, sigma, ridge, determinant), rng)

    return act


def radius(t, v, delta, sigma=1.0, ridge=1.0, determinant=False):
    """Of the confidence ellipsoids at round t: sqrt(ridge) + sigma * sqrt(2 log(1/delta) + volume)."""
    d = v.shape[-1]
    if determinant:
        volume = np.linalg.slogdet(v)[1] - d * math.log(ridge)
    else:
        volume = np.full(len(v), d * math.log(1.0 + t / (d * ridge)))
    return math.sqrt(ridge) + sigma * np.sqrt(2.0 * math.log(1.0 / delta) + volume)


def optimistic(v, estimate, rho, rng):
    """The unit vectors along the longest theta with |theta - estimate|_V <= rho, by bisection of the multiplier.

    In the eigenbasis of V (eigenvalues w) theta = estimate + z / sqrt(w), |z| = rho, z = c / (mu - 1/w) with
    c = estimate / sqrt(w) and mu >= max 1/w.  If even mu = max 1/w leaves |z| too short, the rest goes, with
    either sign, along a random direction of the smallest eigenvalue.
    """
    w, q = np.linalg.eigh(v)
    c = np.einsum("rij,ri->rj", q, estimate) / np.sqrt(w)
    gap = (w - w[:, :1]) / (w * w[:, :1])
    top = gap <= 1e-12 / w[:, :1]
    size = np.linalg.norm(c, axis=1)
    low, high = np.zeros(len(w)), size / rho
    for _ in range(120):
        nu = 0.5 * (low + high)
        too_long = np.sum((c / np.maximum(nu[:, None] + gap, 1e-300)) ** 2, axis=1) > rho**2
        low, high = np.where(too_long, nu, low), np.where(too_long, high, nu)
    z = c / np.maximum(nu[:, None] + gap, 1e-300)
    rest = np.where(top, 0.0, c / np.where(top, 1.0, gap))
    missing = rho**2 - np.sum(rest**2, axis=1)
    hard = (np.linalg.norm(c * top, axis=1) <= 1e-11 * size) & (missing >= 0.0)
    tie = unit(rng.normal(size=c.shape) * top) * np.sqrt(np.maximum(0.0, missing))[:, None]
    z = np.where(hard[:, None], rest + tie, z)
    return unit(estimate + np.einsum("rij,rj->ri", q, z / np.sqrt(w)))


def upper_value(x, v, estimate, rho):
    """What optimism promises of an action: <x, estimate> + rho * |x| in the norm of V's inverse."""
    return x @ estimate + rho * math.sqrt(x @ np.linalg.solve(v, x))


def best_upper_value(v, estimate, rho, rng, starts=60):
    """The largest such value found on the sphere by ascending from many starts, eigenvectors among them."""
    inverse = np.linalg.inv(v)
    _, q = np.linalg.eigh(v)
    x = np.concatenate([directions(rng, starts, len(estimate)), q.T, -q.T])
    for _ in range(500):
        step = x @ inverse
        x = unit(estimate + rho * step / np.sqrt(np.sum(step * x, axis=1, keepdims=True)))
    return max(upper_value(row, v, estimate, rho) for row in x)


def ball_explore(d, delta, published=False):
    """sqrt(1 - beta^2) along the estimate (e_1 at first) and beta along a random vector projected off it."""

    def act(rng, t, v, b, estimate):
        beta = math.sqrt(2.0 / 3.0) * min(d * delta / t, 1.0) ** 0.25
        first = np.zeros(d)
        first[0] = 1.0
        if published:
            estimate = np.clip(estimate, -1.0, 1.0)
        along = np.tile(first, (len(b), 1)) if t == 1 else unit(estimate)
        u = unit(rng.random(b.shape)) if published else directions(rng, len(b), d)
        away = estimate if published and t > 1 else along  # the companion projects with the estimate as it is
        u = u - away * np.sum(away * u, axis=1, keepdims=True)
        return math.sqrt(1.0 - beta**2) * along + beta * u

    return act


def lin_thompson(scale=1.0):
    """The unit vector along a draw of N(theta_hat, scale^2 V^-1)."""

    def act(rng, t, v, b, estimate):
        return unit(posterior(rng, v, estimate, scale))

    return act


def posterior(rng, v, estimate, scale):
    factor = np.linalg.cholesky(np.linalg.inv(v))
    return estimate + scale * np.einsum("rij,rj->ri", factor, rng.normal(size=estimate.shape))


def ball_regrets(act, d, horizon, runs, seed, *, sigma=1.0, ridge=1.0, theta=None):
    """Regret after every round (columns) of every run; theta given, or uniform on the sphere."""
    rng = np.random.default_rng(seed)
    theta = directions(rng, runs, d) if theta is None else np.tile(np.asarray(theta, float), (runs, 1))
    v, b = np.tile(ridge * np.eye(d), (runs, 1, 1)), np.zeros((runs, d))
    lost = []
    for t in range(1, horizon + 1):
        x = act(rng, t, v, b, solve(v, b))
        worth = np.sum(x * theta, axis=1)
        lost.append(np.linalg.norm(theta, axis=1) - worth)
        v, b = learned(v, b, x, worth + sigma * rng.normal(size=runs))
    return np.cumsum(lost, axis=0).T


def solve(v, b):
    return np.linalg.solve(v, b[..., None])[..., 0]


def learned(v, b, x, y):
    return v + x[:, :, None] * x[:, None, :], b + x * y[:, None]


# ---------------------------------------------------------------- finite sets of actions


def logistic(score):
    return 1.0 / (1.0 + np.exp(-score))


def set_regrets(value, actions, horizon, runs, seed, *, d, sigma=1.0, ridge=1.0, theta=None, link=None):
    """The same with ``actions(rng, t, runs)`` offered in round t, shape (runs, n, d); the largest value is played.

    ``value(rng, t, v, estimate, offered)`` has a row of values per run; ties go to each with the same probability.
    With a ``link`` an action pays 1 with probability link(<x, theta>), else 0.
    """
    rng = np.random.default_rng(seed)
    theta = directions(rng, runs, d) if theta is None else np.tile(np.asarray(theta, float), (runs, 1))
    v, b = np.tile(ridge * np.eye(d), (runs, 1, 1)), np.zeros((runs, d))
    lost = []
    for t in range(1, horizon + 1):
        offered = actions(rng, t, runs)
        values = value(rng, t, v, solve(v, b), offered)
        best = values >= values.max(axis=1, keepdims=True) - 1e-12
        chosen = np.argmax(best * rng.random(best.shape), axis=1)
        x = offered[np.arange(runs), chosen]
        worth = np.einsum("rnd,rd->rn", offered, theta)
        mean = worth if link is None else link(worth)
        paid = mean[np.arange(runs), chosen]
        lost.append(mean.max(axis=1) - paid)
        reward = paid + sigma * rng.normal(size=runs) if link is None else 1.0 * (rng.random(runs) < paid)
        v, b = learned(v, b, x, reward)
    return np.cumsum(lost, axis=0).T


def catalogue(rows):
    """All of the same actions in every round."""
    rows = np.array(rows, float)
    return lambda rng, t, runs: np.tile(rows, (runs, 1, 1))


def sets(given):
    """A given set of actions in each round."""
    return lambda rng, t, runs: np.tile(np.array(given[t - 1], float), (runs, 1, 1))


def fresh(n, d):
    """n random directions in each round."""
    return lambda rng, t, runs: unit(rng.normal(size=(runs, n, d)))


def some(rows, n):
    """n random ones, all different, of a catalogue in each round."""
    rows = np.array(rows, float)
    return lambda rng, t, runs: rows[np.argsort(rng.random((runs, len(rows))), axis=1)[:, :n]]


def greedy_value(rng, t, v, estimate, offered):
    return np.einsum("rnd,rd->rn", offered, estimate)


def ucb_value(delta, sigma=1.0, ridge=1.0, determinant=False):
    def value(rng, t, v, estimate, offered):
        rho = radius(t, v, delta, sigma, ridge, determinant)
        width = np.sqrt(np.einsum("rnd,rde,rne->rn", offered, np.linalg.inv(v), offered))
        return greedy_value(rng, t, v, estimate, offered) + rho[:, None] * width

    return value


def thompson_value(scale=1.0):
    def value(rng, t, v, estimate, offered):
        return greedy_value(rng, t, v, posterior(rng, v, estimate, scale), offered)

    return value
