"""Calls that a type checker accepts: policies of every form, ours and a user's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

import begreedy as bg
from begreedy.types import (
    Actions,
    BudgetedProblem,
    CombinatorialProblem,
    DriftingProblem,
    InUseProblem,
    Law,
    LinearProblem,
    ListProblem,
    MortalProblem,
    Policy,
    Pool,
    Prior,
    Problem,
    StagedProblem,
    law_draw_by_arm,
    prior_draw,
)


@dataclass(frozen=True)
class Untyped:
    """A user's policy without annotations."""

    c: float = 1.0
    growing = True

    def index(self, total, pulls, t):
        return total / pulls + self.c / t


@dataclass(frozen=True)
class Typed:
    """A user's policy with annotations, for another form."""

    pool = True

    def select(self, memory: Any, total: Any, pulls: Any, known: int, t: int, horizon: int, size: int, rng: Any) -> int:
        return known if known == 0 else known - 1


problems: list[Problem] = [
    bg.Finite(means=(0.9, 0.1)),
    bg.Continuous(bg.f1),
    bg.Infinite(bg.Uniform()),
    bg.ManyArmed(20, 3),
    bg.Linear(3),
    bg.Cascading(bg.Uniform(), 5, 2),
    bg.Mortal(bg.Uniform(), 5, 10.0),
    bg.Budgeted(10.0, bg.Uniform(), 5),
]
# Each of ours is what the Protocol of its model says; Pyright does not see it where what is read is not what was given.
staged: list[StagedProblem] = [bg.Finite(means=[0.9, 0.1]), bg.ManyArmed(20, 3)]
pools: list[Pool] = [bg.Continuous(bg.f1), bg.Infinite(bg.Uniform()), bg.ManyArmed(20, 3)]
lists: ListProblem = bg.Cascading(weights=[0.5, 0.2, 0.1], slots=2)  # pyright: ignore[reportAssignmentType]
mortal: MortalProblem = bg.Mortal(bg.Uniform(), 5, 10.0)
drifting: DriftingProblem = bg.Drifting(bg.Uniform(), 5, 0.1)
in_use: InUseProblem = bg.InUse(bg.Beta(1.0, 9.0), arms=5)  # pyright: ignore[reportAssignmentType]
budgeted: BudgetedProblem = bg.Budgeted(10.0, bg.Uniform(), 5)  # pyright: ignore[reportAssignmentType]
linear: LinearProblem = bg.Linear(3)
sets: CombinatorialProblem = bg.Combinatorial(bg.TopM(5, 2), prior=bg.Uniform())
actions: list[Actions] = [bg.TopM(5, 2), bg.Sets([[0, 1], [2]]), bg.SpanningTrees([(0, 1)])]
arms: int = bg.Finite(means=[0.9, 0.1]).arms + bg.Budgeted(10.0, bg.Uniform(), 5).arms  # never None, once it is made
laws: list[Law] = [bg.Bernoulli(), bg.Gaussian(), bg.BetaReward(), bg.Logistic()]
bg.Finite(prior=bg.JointNormal((0.0, 1.0), ((1.0, 0.5), (0.5, 1.0))), law=bg.GaussianByArm((0.1, 1.0)))
bg.Continuous(lambda x, y: x * y, law=bg.Bernoulli())
bg.Linear(3, law=bg.Logistic())
bg.Linear(2, actions=[[1.0, 0.0], [0.0, 1.0]], theta=[0.3, 0.9])
bg.Finite(means=[0.9, 0.1])
bg.Finite(means=np.linspace(0.0, 1.0, 5))
bg.Finite(prior=bg.JointNormal([0, 1], [[1.0, 0.5], [0.5, 1.0]]), law=bg.GaussianByArm([0.1, 1]))
bg.Cascading(weights=[0.5, 0.2, 0.1], slots=2)
bg.Continuous(bg.f1, bounds=[0.0, 1.0])
bg.ManyArmed(20, 3, levels=[0.1, 0.2])
bg.InUse(bg.Beta(1, 9), arms=5, record=[(30, 100), [2, 100]], worth=[1.0, 0.5])
bg.Budgeted(10.0, rewards=[0.5, 0.2], costs=np.array([0.5, 0.1]))
bg.Combinatorial(bg.Sets([[0, 1], range(2, 5)]), means=[0.1, 0.2, 0.3, 0.4, 0.5])
bg.Combinatorial(bg.Partition([[0], [1, 2]]), prior=bg.Uniform(), law=bg.Gaussian(), covariance=np.eye(3))
bg.Combinatorial(bg.Paths([(0, 1), ["a", 1]], source=0, target="a", directed=False), prior=bg.Uniform(), minimise=True)
read: tuple[float, ...] | None = bg.Finite(means=[0.9, 0.1]).means  # and what is read is a tuple
bg.Budgeted(10.0, rewards=(0.5, 0.2), costs=(0.5, 0.1))
bg.Budgeted(10.0, law="beta", rewards=((1.0, 2.0),), costs=((2.0, 1.0),))
bg.theory.generic(1e7, k=20_000, near_optimal=10_000)
priors: list[Prior] = [bg.Uniform(), bg.Beta(1.0, 2.0)]
policies: list[Policy] = [
    bg.Greedy(),
    bg.UCB(),
    bg.ThompsonBeta(),
    bg.BTS(),
    bg.ExploreThenCommit(),
    bg.TwoTarget(),
    bg.MeDZO(),
    bg.Subsample(bg.Greedy(), k=3),
    bg.AnytimeGreedy(),
    bg.Doubling(bg.Subsample(bg.Greedy(), k=3)),
    bg.TSCascade(),
    bg.LinUCB(),
    bg.BallExplore(),
    Untyped(),
    Typed(),
]


def accepted() -> None:
    """Never called: for a type checker's eyes."""
    ours = [bg.Greedy(), bg.UCB()]
    bg.compare(ours, problems[0], horizon=10, threads=2)
    bg.compare([bg.Greedy(), Untyped()], problems[0], horizon=10, checkpoints=[1, 10])
    bg.compare({"ours": bg.Greedy(), "mine": Untyped()}, problems[0], horizon=10).plot(log="x", band=1.0)
    bg.sweep(bg.UCB, problems[0], horizon=10, c=[0.1, 1.0]).plot(log="both")
    bg.simulate(Untyped(), problems[0], horizon=10, checkpoints="log")
    bg.trace(bg.Greedy(), bg.Finite(means=(0.9, 0.1)), horizon=4)
    bg.advise("finite", horizon=100, arms=10, prior="Uniform()", policies=ours)
    bg.replay((["a", "b"], [0.0, 1.0]), bg.Greedy())
    bg.replay("log.csv", ours, runs=10)
    bg.Combinatorial(bg.SpanningTrees("edges.csv"), prior=bg.Uniform())
    bg.Agent(Untyped(), arms=2, horizon=10).learn(0, 1.0)
    bg.testing.check_policy(Typed(), say=print)
    row = bg.simulate(bg.Greedy(), problems[0], horizon=10).row()
    print(f"{row['policy']}: {row['mean'] + row['stderr']:.3g}, {row.get('capped', 0.0):.3g}")
    print([row["mean"] for row in bg.replay("log.csv", ours).rows() if row["estimate"] == "robust"])
    print(bg.simulate(bg.Greedy(), problems[0], horizon=10).to_pandas(), bg.advise("finite", 100).best.policy)
    law_draw_by_arm(bg.GaussianByArm((0.1, 1.0)), 2)
    prior_draw(bg.Uniform())
