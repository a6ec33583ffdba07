"""
A policy of your own
====================

A frozen dataclass with an ``index``. Nothing is registered; the method is compiled as it stands, and the same
object decides online.
"""

from dataclasses import dataclass
from math import sqrt

import begreedy as bg


@dataclass(frozen=True)
class Hopeful:
    """The mean plus c / sqrt(pulls)."""

    c: float = 0.3

    def index(self, total, pulls):
        return total / pulls + self.c / sqrt(pulls)


problem = bg.Finite(prior=bg.Uniform(), arms=50)
print(bg.testing.check_policy(Hopeful()))
policies = {"Greedy": bg.Greedy(), "hopeful": Hopeful(), "UCB": bg.UCB()}
bg.compare(policies, problem, horizon=5000, runs=200, seed=0).plot()
