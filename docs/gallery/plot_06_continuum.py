"""
A continuum of arms
===================

Where Greedy and CAB.MOSS look for the maximum of a function that they observe with noise. Greedy's grid is
finer, and Greedy does not try to learn every point of it.
"""

import matplotlib.pyplot as plt
import numpy as np

import begreedy as bg


def hills(x):
    return 0.5 + 0.25 * np.sin(7 * x) + 0.15 * np.sin(31 * x)


problem = bg.Continuous(hills, sigma=0.3)
horizon = 5000
figure, axes = plt.subplots()
x = np.linspace(0, 1, 500)
axes.plot(x, hills(x), color="gray")
for policy in (bg.Discretize(bg.Greedy()), bg.CABMOSS(1.0, 6.0)):
    played = bg.trace(policy, problem, horizon, seed=1)
    cells = int(played.arms.max()) + 1
    axes.hist((played.arms + 1) / cells, bins=50, weights=np.full(horizon, 1 / horizon), alpha=0.5, label=policy.name)
axes.set(xlabel="arm", ylabel="mean reward; share of the pulls")
axes.legend()
