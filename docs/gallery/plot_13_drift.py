"""
Means that change
=================

Each of ten arms gets a new mean now and then, unannounced. Plain Greedy stays where it is; a memory that
fades or ends makes it look again.
"""

import begreedy as bg

problem = bg.Drifting(bg.Uniform(), arms=10, rate=0.0005)
policies = {
    "Greedy": bg.Greedy(),
    "Thompson sampling": bg.ThompsonBeta(),
    "Thompson, half-life 500": bg.Discounted(bg.ThompsonBeta(), 500),
    "UCB, window of 1000": bg.Window(bg.UCB(0.5), 1000),
}
bg.compare(policies, problem, horizon=10_000, runs=50, seed=0).plot()
