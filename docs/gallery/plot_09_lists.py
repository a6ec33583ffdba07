"""
Ranked lists
============

The cascade model: a list of 4 of 32 items is shown, and the user clicks the first attractive one.
"""

import begreedy as bg

problem = bg.Cascading(prior=bg.Beta(1, 3), items=32, slots=4)
policies = {"Greedy": bg.Greedy(), "CascadeKL-UCB": bg.CascadeKLUCB(), "Thompson sampling": bg.CTSBeta()}
bg.compare(policies, problem, horizon=5000, runs=100, seed=0).plot()
