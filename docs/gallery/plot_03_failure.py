"""
When Greedy fails
=================

Two arms with means 0.9 and 0.1. Greedy is stuck on the worse arm in a few runs, in which it loses almost
everything, and loses next to nothing in the others. A mean hides that; the distribution over runs does not.
"""

import matplotlib.pyplot as plt
import numpy as np

import begreedy as bg

problem = bg.Finite(means=[0.9, 0.1])
policies = [bg.Greedy(), bg.OptimisticGreedy(), bg.ThompsonBeta()]
comparison = bg.compare(policies, problem, horizon=500, runs=5000, seed=0)

figure, axes = plt.subplots()
for result in comparison:
    final = np.sort(result.final)
    axes.plot(final, 1 - np.arange(len(final)) / len(final), label=f"{result.name}: mean {final.mean():.1f}")
axes.set(xscale="symlog", yscale="log", xlabel="regret of a run", ylabel="share of runs with at least that much")
axes.legend()
