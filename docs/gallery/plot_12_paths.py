"""
The shortest path through a grid
================================

An action is a path of 12 edges through a 7 by 7 grid of streets. The cost of each of its edges is
observed, and nothing else.
"""

import begreedy as bg

streets = bg.Paths(bg.grid_edges(7, 7), source=0, target=48)
problem = bg.Combinatorial(streets, prior=bg.Uniform(), minimise=True)
bg.compare([bg.Greedy(), bg.CombUCB(0.5), bg.CTSGaussian()], problem, horizon=2000, runs=50, seed=0).plot()
