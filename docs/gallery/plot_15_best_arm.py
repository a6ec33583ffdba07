"""
Measure something else
======================

Beside the regret, a simulation can measure how often the best arm is played, and how good the arm is that
would be recommended at each time.
"""

import matplotlib.pyplot as plt

import begreedy as bg

problem = bg.Finite(prior=bg.Beta(1, 3), arms=30)
measures = [bg.BestArmShare(), bg.SimpleRegret()]
figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4))
for policy in (bg.Greedy(), bg.OptimisticGreedy(), bg.ThompsonBeta(), bg.UCB()):
    result = bg.simulate(policy, problem, horizon=3000, runs=300, seed=0, measure=measures)
    left.plot(result.times, result.curves("BestArmShare").mean(axis=0), label=result.name)
    right.plot(result.times, result.curves("SimpleRegret").mean(axis=0))
left.set(xlabel="rounds", ylabel="share of pulls of the best arm")
right.set(xlabel="rounds", ylabel="simple regret", yscale="log")
left.legend()
