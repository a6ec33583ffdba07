"""Means that change, once more, as plainly as the definition reads: the oracle of the drifting game.

Nothing here is imported from the package.  From the second round on, every arm changes with probability ``rate``: its
mean is drawn anew, uniformly on [0, 1], or moves by a normal number of standard deviation ``step``, folded back into
[0, 1].  Rewards are 0 or 1.  The regret of a round is the largest mean of the round less that of the arm played.

Greedy plays the largest mean of the rewards of the last ``window`` rounds (None: of all), an arm without any first.
"""

import numpy as np


def means(arms, horizon, rate, step, rng):
    """By round and arm."""
    rows = [rng.random(arms)]
    for _ in range(horizon - 1):
        changed = rng.random(arms) < rate
        if step is None:
            moved = rng.random(arms)
        else:
            moved = folded(rows[-1] + step * rng.normal(size=arms))
        rows.append(np.where(changed, moved, rows[-1]))
    return np.array(rows)


def folded(x):
    """A line folded to and fro over [0, 1]."""
    x = np.mod(x, 2.0)
    return np.where(x > 1.0, 2.0 - x, x)


def greedy_regret(arms, horizon, rate, step, window, rng):
    """The dynamic regret of Greedy in one run."""
    truth = means(arms, horizon, rate, step, rng)
    past, regret = [], 0.0
    for t in range(horizon):
        recent = past if window is None else past[-window:]
        pulls, paid = np.zeros(arms), np.zeros(arms)
        for arm, reward in recent:
            pulls[arm] += 1
            paid[arm] += reward
        if pulls.min() == 0:
            arm = int(np.argmin(pulls))
        else:
            averages = paid / pulls
            arm = int(rng.choice(np.flatnonzero(averages == averages.max())))
        past.append((arm, float(rng.random() < truth[t, arm])))
        regret += truth[t].max() - truth[t, arm]
    return regret
