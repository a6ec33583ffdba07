"""
Arms by horizons
================

Greedy's regret divided by that of Thompson sampling. Below 1 (blue) it pays to be greedy: many arms, few
rounds.
"""

import matplotlib.pyplot as plt
import numpy as np

import begreedy as bg

arms = [2, 5, 10, 20, 50, 100, 200, 500]
horizons = [100, 300, 1000, 3000, 10_000]
ratio = np.empty((len(horizons), len(arms)))
for j, k in enumerate(arms):
    problem = bg.Finite(prior=bg.Uniform(), arms=k)
    greedy, thompson = (
        bg.simulate(policy, problem, horizons[-1], runs=200, checkpoints=horizons, seed=0)
        for policy in (bg.Greedy(), bg.ThompsonBeta())
    )
    ratio[:, j] = greedy.mean / thompson.mean

figure, axes = plt.subplots()
image = axes.pcolormesh(np.log2(ratio), cmap="RdBu_r", vmin=-3, vmax=3)
for i, j in np.ndindex(ratio.shape):
    colour = "white" if abs(np.log2(ratio[i, j])) > 2 else "black"
    axes.text(j + 0.5, i + 0.5, f"{ratio[i, j]:.2g}", ha="center", va="center", color=colour)
axes.set_xticks(np.arange(len(arms)) + 0.5, arms)
axes.set_yticks(np.arange(len(horizons)) + 0.5, horizons)
axes.set(xlabel="arms", ylabel="rounds", title="regret of Greedy / regret of Thompson sampling")
