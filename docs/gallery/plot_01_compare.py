"""
Compare policies
================

Greedy, UCB and MOSS on 200 Gaussian arms. All of them face the same arms, so differences are paired by
run. The bands are two standard errors.
"""

import begreedy as bg

problem = bg.Finite(prior=bg.Uniform(), arms=200, law=bg.Gaussian())
comparison = bg.compare([bg.Greedy(), bg.UCB(), bg.MOSS(4)], problem, horizon=10_000, runs=100, seed=0)
comparison.plot()
print(comparison)
