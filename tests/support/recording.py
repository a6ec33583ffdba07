"""Traces and simulations of every public policy on (nearly) every model, as digests: same seed, same bits.

``python tests/support/recording.py FILE`` writes them, ``FILE I/N`` part I of N.  They depend on the kind of the CPU
and on the versions of NumPy and Numba, which are written beside them.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import begreedy as bg
from begreedy.compile.machine import cpu_kind, versions

HORIZON, SEED = 150, 7

PROBLEMS: dict[str, Any] = {
    "finite-bernoulli": bg.Finite(prior=bg.Beta(1, 3), arms=12),
    "finite-given": bg.Finite(means=[0.9, 0.1, 0.5, 0.5]),
    "finite-gaussian": bg.Finite(prior=bg.Uniform(), arms=12, law=bg.Gaussian(0.5)),
    "finite-beta": bg.Finite(prior=bg.Uniform(), arms=5, law=bg.BetaReward(5)),
    "continuous": bg.Continuous(bg.f1),
    "continuous-quiet": bg.Continuous(bg.f3, sigma=0.1),
    "infinite": bg.Infinite(bg.Beta(1, 2)),
    "infinite-pool": bg.Infinite(bg.Uniform(), pool=150),
    "many-armed": bg.ManyArmed(60, 5),
    "linear-ball": bg.Linear(4),
    "linear-catalogue": bg.Linear(3, actions=[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, 0.5], [0.0, 0.0, 1.0]]),
    "linear-offered": bg.Linear(3, offered=6),
    "cascading": bg.Cascading(bg.Uniform(), items=10, slots=3),
    "cascading-given": bg.Cascading(weights=[0.5, 0.2, 0.1, 0.1], slots=2),
    "mortal": bg.Mortal(bg.Uniform(), arms=10, lifetime=40),
    "mortal-gaussian": bg.Mortal(bg.Beta(1, 3), arms=6, lifetime=200, law=bg.Gaussian(0.3)),
    "budgeted": bg.Budgeted(40, prior=bg.Uniform(), arms=8),
    "budgeted-beta": bg.Budgeted(30, law="beta", rewards=[(1, 2), (2, 2), (3, 1)], costs=[(1, 1), (2, 1), (1, 2)]),
    "combinatorial": bg.Combinatorial(bg.TopM(8, 3), prior=bg.Uniform()),
    "drifting": bg.Drifting(bg.Uniform(), arms=6, rate=0.05),
    "in-use": bg.InUse(bg.Beta(1, 3), arms=6, record=[(2, 8), (0, 3)], delay=5, window=20),
}

# Problems that only some policies are recorded on; all others meet every policy.
SOME_POLICIES = {
    "combinatorial": ("Greedy", "CombUCB", "ThompsonBeta"),
    "drifting": ("Greedy", "UCB", "ThompsonBeta"),
    "in-use": ("Greedy", "UCB", "ThompsonBeta"),
}


@cache
def policies() -> dict[str, Any]:
    """An instance of every public policy, and settings that take another road."""
    defaults: dict[str, Any] = {}
    for name in sorted(bg.__all__):
        public = getattr(bg, name)
        if not getattr(public, "__module__", "").startswith("begreedy.policies"):
            continue
        needed = [p for p in inspect.signature(public).parameters.values() if p.default is p.empty]
        try:
            defaults[name] = public(*(bg.Greedy() for _ in needed))
        except (TypeError, ValueError):
            continue
    return defaults | {
        "EpsilonGreedy(gap=0.2)": bg.EpsilonGreedy(gap=0.2),
        "ExploreThenCommit(m=2)": bg.ExploreThenCommit(m=2),
        "KLUCB": bg.KLUCB(3.0),
        "KLUCB(sigma=1)": bg.KLUCB(3.0, sigma=1.0),
        "ThompsonBeta(0.5, 0.5)": bg.ThompsonBeta(0.5, 0.5),
        "ThompsonGaussian(prior_sigma=1)": bg.ThompsonGaussian(prior_sigma=1.0),
        "Subsample(Greedy, k=7)": bg.Subsample(bg.Greedy(), k=7),
        "Subsample(UCB, k=7)": bg.Subsample(bg.UCB(), k=7),
        "Subsample(MOSS, k=7)": bg.Subsample(bg.MOSS(), k=7),
        "Subsample(ThompsonBeta, k=7)": bg.Subsample(bg.ThompsonBeta(), k=7),
        "Subsample(ThompsonGaussian, k=7)": bg.Subsample(bg.ThompsonGaussian(), k=7),
        "Discretize(Greedy, k=9, random)": bg.Discretize(bg.Greedy(), k=9, point="random"),
        "Discretize(UCB, k=9)": bg.Discretize(bg.UCB(), k=9),
        "Discretize(EpsilonGreedy, k=9)": bg.Discretize(bg.EpsilonGreedy(), k=9),
        "Doubling(Discretize(UCB), first=20)": bg.Doubling(bg.Discretize(bg.UCB(), k=5), first=20),
        "Doubling(Subsample(MOSS), first=20)": bg.Doubling(bg.Subsample(bg.MOSS(), k=4), first=20),
        "MeDZO(random)": bg.MeDZO(point="random"),
        "MeDZO(empirical)": bg.MeDZO(empirical=True),
        "Zooming(grid=101)": bg.Zooming(1.0, 2.0, grid=101),
        "Zooming(1, 2)": bg.Zooming(1.0, 2.0),
        "Zooming(phased)": bg.Zooming(1.0, 2.0, phased=True),
        "BallExplore(published)": bg.BallExplore(published=True),
        "LinGreedy(axis_start)": bg.LinGreedy(axis_start=True),
        "LinUCB(determinant)": bg.LinUCB(determinant=True),
        "Cascade(Greedy, 1)": bg.Cascade(bg.Greedy(), pseudo_failures=1),
        "Cascade(MOSS)": bg.Cascade(bg.MOSS()),
        "Cascade(UCBV)": bg.Cascade(bg.UCBV()),
        "Cascade(ThompsonBeta)": bg.Cascade(bg.ThompsonBeta()),
        "Cascade(EpsilonGreedy)": bg.Cascade(bg.EpsilonGreedy()),
        "AnytimeGreedy(beta=1)": bg.AnytimeGreedy(beta=1.0),
        "Stochastic(plain)": bg.Stochastic(early_stopping=False),
    }


def digest(*arrays: Any) -> str:
    """A short digest of the bits of arrays."""
    bits = hashlib.sha256()
    for array in arrays:
        bits.update(np.ascontiguousarray(array).tobytes())
    return bits.hexdigest()[:16]


def traced(policy: Any, problem: Any) -> str:
    """One run, every round of it."""
    horizon = None if isinstance(problem, bg.Budgeted) else HORIZON
    trace = bg.trace(policy, problem, horizon=horizon, seed=SEED, run=3)
    return digest(trace.arms, trace.rewards, trace.regret, trace.actions, trace.costs)


def simulated(policy: Any, problem: Any) -> str:
    """Five runs round by round, all that is kept of them."""
    horizon = None if isinstance(problem, bg.Budgeted) else HORIZON
    result = bg.simulate(policy, problem, horizon=horizon, runs=5, seed=SEED, checkpoints=5, threads=1, leaps=False)
    return digest(result.regret, result.reward, result.pulls, result.arms_tried, result.locked_gap, result.reference)


def cases() -> Iterator[tuple[str, Callable[[], dict[str, str]]]]:
    """The name of each pair of policy and problem, and what records it."""
    for problem_name, problem in PROBLEMS.items():
        every = policies()
        for policy_name in SOME_POLICIES.get(problem_name, every):
            policy = every[policy_name]

            def record(policy: Any = policy, problem: Any = problem) -> dict[str, str]:
                try:
                    return {"trace": traced(policy, problem), "simulate": simulated(policy, problem)}
                except (TypeError, ValueError) as error:
                    return {"error": "ValueError" if isinstance(error, ValueError) else "TypeError"}

            yield f"{policy_name} on {problem_name}", record


def machine() -> dict[str, str]:
    """What the bits may depend on besides the code."""
    return {"cpu": cpu_kind(), **{name: versions()[name] for name in ("numpy", "numba")}}


if __name__ == "__main__":
    part, parts = (int(x) for x in sys.argv[2].split("/")) if len(sys.argv) > 2 else (0, 1)
    recorded = {name: record() for i, (name, record) in enumerate(cases()) if i % parts == part}
    Path(sys.argv[1]).write_text(json.dumps({**machine(), "cases": dict(sorted(recorded.items()))}, indent=0))
