"""Arms in use, written down as they are defined, round by round; imports nothing of ours."""

from __future__ import annotations

from math import ceil, floor, sqrt

import numpy as np


def believed(earned, real, out, overall, ratio):
    """What a pull that is out is expected to pay: the mean of all pulls solves an equation, found by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        mean = 0.5 * (low + high)
        if_out = ratio * mean / (1.0 - mean + ratio * mean)
        if (earned + overall + out * if_out) / (real + 1.0 + out) > mean:
            low = mean
        else:
            high = mean
    return ratio * low / (1.0 - low + ratio * low)


def regret(
    rule, chance, a, b, record, arms, horizon, worth=None, keeps=None, delay=0.0, spread=0.0, window=None, batch=1
):
    """Of one run; ``rule`` is "greedy" (after a pull of every arm without a record) or "thompson"."""
    counts = [record[i] if i < len(record) else (0, 0) for i in range(arms)]
    known = [1.0] * len(record) if worth is None else list(worth)
    pays = np.array(known + [np.mean(known) if known else 1.0] * (arms - len(record)))  # by a success
    rates = np.array([chance.beta(a + s, b + n - s) for s, n in counts])
    means = pays * rates

    def promise(arm):
        s, n = counts[arm]
        mean = (a + s) / (a + b + n)
        return pays[arm] * (mean + 2.0 * sqrt(mean * (1.0 - mean) / (a + b + n + 1.0)))

    playing = sorted(range(arms), key=lambda arm: -promise(arm))[: keeps or arms]
    real = np.array([counts[arm][1] for arm in playing], float)
    earned = np.array([pays[arm] * counts[arm][0] for arm in playing], float)
    overall = pays.mean() * a / (a + b)
    out = np.zeros(len(playing))
    unpaid = delay if window is None else window
    ratio = (min(delay, unpaid) + batch / 2) / (unpaid + batch / 2)
    waiting, lost = [], 0.0
    for t in range(1, horizon + 1):
        for due, place, reward in [entry for entry in waiting if entry[0] <= t]:
            real[place] += 1
            # Thompson sampling counts successes: an amount between 0 and 1 is one with that probability.
            earned[place] += reward if rule == "greedy" else float(chance.random() < reward)
            out[place] -= 1
            waiting.remove((due, place, reward))
        total = earned + [
            o and o * believed(e, r, o, overall, ratio) for e, r, o in zip(earned, real, out, strict=True)
        ]
        pulls = real + out
        if rule == "thompson":
            values = chance.beta(a + total, b + pulls - total)
        else:
            values = np.where(pulls > 0, total / np.maximum(pulls, 1), np.inf)
        place = int(chance.choice(np.flatnonzero(values == values.max())))
        mean = means[playing[place]]
        lost += means.max() - mean
        reward = pays[playing[place]] * float(chance.random() < rates[playing[place]])
        wait = delay * (1 - spread + spread * chance.exponential())
        if window is not None:
            wait = min(wait, window) if reward else window
        told = t + floor(wait)  # at the end of this round
        told = ceil(told / batch) * batch
        out[place] += 1
        waiting.append((told + 1, place, reward))
    return lost
