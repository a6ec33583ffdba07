"""
A budget instead of a horizon
=============================

Arms pay and cost at random, until the budget is spent. The best arm has the largest reward per cost.
"""

import begreedy as bg

problem = bg.Budgeted(1000, prior=bg.Uniform(), arms=50)
bg.compare([bg.Greedy(), bg.BTS(), bg.BudgetUCB()], problem, runs=100, seed=0).plot()
