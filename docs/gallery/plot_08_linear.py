"""
Linear bandits
==============

Rewards are inner products with an unknown vector of dimension 10, and actions a catalogue of 500 unit
vectors. Every action tells something about all others, but on a fixed catalogue Greedy may play a few actions
forever, and never learn enough about the rest.
"""

import numpy as np

import begreedy as bg

rng = np.random.default_rng(0)
vectors = rng.normal(size=(500, 10))
vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
problem = bg.Linear(10, actions=vectors, sigma=0.5)
bg.compare([bg.LinGreedy(), bg.LinUCB(), bg.LinThompson()], problem, horizon=2000, runs=50, seed=0).plot()
