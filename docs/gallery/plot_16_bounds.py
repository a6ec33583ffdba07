"""
A theorem beside the simulation
===============================

The bound on Greedy's regret with infinitely many arms of uniform means, minimised over the number of arms,
and what Greedy loses. A run of a hundred million rounds takes milliseconds, since stays on an arm are played
in leaps.
"""

import matplotlib.pyplot as plt

import begreedy as bg

horizons = [10**e for e in range(3, 9)]
bounds, simulated = [], []
for horizon in horizons:
    bound = bg.theory.uniform_prior(horizon)
    policy = bg.Subsample(bg.Greedy(), bound.k)
    result = bg.simulate(policy, bg.Infinite(bg.Uniform()), horizon, runs=20, checkpoints=[horizon], seed=0)
    bounds.append(bound.value)
    simulated.append(result.mean[-1])

figure, axes = plt.subplots()
axes.plot(horizons, bounds, "o--", label="bound")
axes.plot(horizons, simulated, "o-", label="simulated")
axes.plot(horizons, horizons, color="gray", linewidth=1, label="T: nothing learned")
axes.set(xscale="log", yscale="log", xlabel="rounds", ylabel="regret")
axes.legend()
