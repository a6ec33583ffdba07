"""
A reservoir of arms, with and without knowing its prior
=======================================================

``Subsample(Greedy())`` and ``TwoTarget`` know the tail of the prior and the horizon. ``EmpiricalCBT`` and
``GrowingGreedy`` do not know the prior; with ``anytime`` the latter does not know the horizon either.
"""

import begreedy as bg

problem = bg.Infinite(bg.Beta(1, 2))
policies = {
    "Greedy, K of the theorem": bg.Subsample(bg.Greedy()),
    "TwoTarget": bg.TwoTarget(),
    "EmpiricalCBT": bg.EmpiricalCBT(),
    "GrowingGreedy": bg.GrowingGreedy(),
    "GrowingGreedy, anytime": bg.GrowingGreedy(anytime=True),
}
bg.compare(policies, problem, horizon=10_000, runs=200, seed=0).plot(log="both")
