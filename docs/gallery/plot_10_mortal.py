"""
Arms that die
=============

100 places with arms that live for a while and are then replaced. The shorter the lives, the less there is to
learn, and the better it is to try few arms: Greedy on some of the places.
"""

import matplotlib.pyplot as plt

import begreedy as bg

lifetimes = [30, 100, 300, 1000, 3000]
policies = {"Greedy": bg.Greedy(), "Greedy on 30 places": bg.Subsample(bg.Greedy(), 30), "Thompson": bg.ThompsonBeta()}
figure, axes = plt.subplots()
for label, policy in policies.items():
    regret = []
    for lifetime in lifetimes:
        problem = bg.Mortal(bg.Beta(1, 3), arms=100, lifetime=lifetime)
        regret.append(bg.simulate(policy, problem, horizon=10 * lifetime, runs=50, seed=0).mean[-1] / (10 * lifetime))
    axes.plot(lifetimes, regret, "o-", label=label)
axes.set(xscale="log", xlabel="mean lifetime", ylabel="regret per round")
axes.legend()
