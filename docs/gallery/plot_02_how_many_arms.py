"""
How many arms to keep
=====================

An infinite reservoir of Bernoulli arms with uniform means: Greedy on K of them, for several K. Too few arms
and none of them is good; too many and all rounds go into trying them. The dashed line is the K of the
theorem.
"""

import matplotlib.pyplot as plt

import begreedy as bg

problem = bg.Infinite(bg.Uniform())
horizon = 10_000
numbers = [5, 10, 20, 50, 100, 200, 500, 1000, 2000]
results = [bg.simulate(bg.Subsample(bg.Greedy(), k), problem, horizon, runs=200, seed=0) for k in numbers]

figure, axes = plt.subplots()
axes.errorbar(numbers, [r.mean[-1] for r in results], [2 * r.stderr[-1] for r in results], fmt="o-", capsize=3)
axes.axvline(bg.theory.uniform_prior(horizon).k, color="gray", linestyle="--", label="K of the theorem")
axes.set(xscale="log", yscale="log", xlabel="arms kept", ylabel=f"regret at T = {horizon}")
axes.legend()
