"""
Optimism by pseudo-rewards
==========================

``OptimisticGreedy(weight)`` plays the largest mean as if every arm had also paid ``weight`` rewards of 1. A
sweep simulates every weight on the same runs. Weight 0 is Greedy.
"""

import begreedy as bg

problem = bg.Finite(prior=bg.Uniform(), arms=20)
swept = bg.sweep(bg.OptimisticGreedy, problem, horizon=1000, runs=1000, weight=[0.0, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0])
swept.plot()
print(swept.best)
