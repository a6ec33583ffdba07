"""The measurements of the benchmark, all in one run, so that ratios mean something on a shared machine."""

from __future__ import annotations

import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.engine.agent import Agent
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from begreedy.engine.trace import trace
from begreedy.policies.ball_explore import BallExplore
from begreedy.policies.cbt import EmpiricalCBT
from begreedy.policies.greedy import Greedy
from begreedy.policies.growing_greedy import GrowingGreedy
from begreedy.policies.imoss import IMOSS
from begreedy.policies.kl_ucb import KLUCB
from begreedy.policies.lb_sda import LBSDA
from begreedy.policies.lin_greedy import LinGreedy
from begreedy.policies.lin_ucb import LinUCB
from begreedy.policies.moss import MOSS
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.policies.thompson import ThompsonBeta
from begreedy.policies.ucb import UCB
from begreedy.problems.actions.graphs import grid_edges
from begreedy.problems.actions.matchings import Matchings
from begreedy.problems.actions.paths import Paths
from begreedy.problems.actions.top_m import TopM
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.finite import Finite
from begreedy.problems.infinite import Infinite
from begreedy.problems.laws import Bernoulli, Gaussian
from begreedy.problems.linear import Linear
from begreedy.problems.priors import Uniform
from begreedy.random import seed_stream
from begreedy.types import ENDLESS, law_draw
from begreedy.values.value import Value

_REPEATS = 9
_SECONDS = 0.15  # CPU time that one measurement should take


@dataclass(frozen=True)
class LilUCB(Value):
    """Stands for a user's own policy: a few lines of plain Python that no part of the package knows."""

    growing = True

    def index(self, total: float, pulls: int, t: int) -> float:
        return total / pulls + math.sqrt(math.log(1.0 + math.log(t + 1.0)) / pulls)


def _f1_grid(arms: int) -> Finite:
    """The paper's first function on the points k / K."""
    means = [0.5 * math.sin(13 * k / arms) * math.sin(27 * k / arms) + 0.5 for k in range(1, arms + 1)]
    return Finite(means=tuple(means), law=Gaussian())


def _uniform(arms: int, law: Any) -> Finite:
    return Finite(prior=Uniform(), arms=arms, law=law)


def _sets(actions: Any) -> Combinatorial:
    return Combinatorial(actions, prior=Uniform())


@dataclass(frozen=True)
class Workload:
    """A policy on a problem for so many rounds; ``name`` is policy-law."""

    name: str
    policy: Any
    problem: Finite | Infinite | Combinatorial
    horizon: int
    naive: bool = True  # also measure the scan of all arms
    leaps: bool = False  # else round by round, which is what a bare draw is compared with


LEAPING = tuple(10**power for power in range(4, 10))  # rounds of runs whose time grows with their logarithm

WORKLOADS = (
    Workload("greedy-gauss", Greedy(), _f1_grid(1239), 100_000),
    Workload("moss-gauss", MOSS(), _f1_grid(1239), 100_000),
    Workload("moss4-gauss", MOSS(4), _f1_grid(1239), 100_000),  # the constant for noise of unit variance
    Workload("optimistic-gauss", OptimisticGreedy(), _f1_grid(1239), 100_000),
    Workload("greedy-bernoulli", Greedy(), _uniform(2000, Bernoulli()), 5000),
    Workload("optimistic-bernoulli", OptimisticGreedy(), _uniform(2000, Bernoulli()), 5000),
    Workload("moss-bernoulli", MOSS(), _uniform(2000, Bernoulli()), 5000),
    Workload("moss-bernoulli", MOSS(), _uniform(100, Bernoulli()), 10**6, naive=False),
    Workload("ucb-gauss", UCB(), _uniform(100, Gaussian()), 20_000),
    Workload("ucb-gauss", UCB(), _uniform(1000, Gaussian()), 20_000),
    Workload("ucb-gauss", UCB(), _uniform(1000, Gaussian()), 200_000),
    Workload("klucb-bernoulli", KLUCB(3.0), _uniform(100, Bernoulli()), 10_000),
    Workload("thompson-bernoulli", ThompsonBeta(), _uniform(100, Bernoulli()), 10_000),
    Workload("thompson-bernoulli", ThompsonBeta(), _uniform(100, Bernoulli()), 100_000),
    Workload("lbsda-bernoulli", LBSDA(), _uniform(100, Bernoulli()), 10_000, naive=False),
    Workload("growing-bernoulli", GrowingGreedy(), Infinite(Uniform()), 100_000, naive=False),
    Workload("cbt-bernoulli", EmpiricalCBT(), Infinite(Uniform()), 100_000, naive=False),
    Workload("imoss-bernoulli", IMOSS(), Infinite(Uniform()), 100_000, naive=False),
    Workload("user-gauss", LilUCB(), _uniform(100, Gaussian()), 20_000),
    *(
        Workload(f"{name}-leaps", policy, problem, horizon, naive=False, leaps=True)
        for name, policy, problem, horizons in (
            ("greedy-gauss", Greedy(), _f1_grid(1239), LEAPING),
            ("greedy-bernoulli", Greedy(), _uniform(100, Bernoulli()), LEAPING),
            ("moss-gauss", MOSS(), _f1_grid(1239), (100_000,)),
            ("moss4-gauss", MOSS(4), _f1_grid(1239), (100_000,)),
            ("moss-bernoulli", MOSS(), _uniform(100, Bernoulli()), (10**6,)),
            ("thompson-bernoulli", ThompsonBeta(), _uniform(10_000, Bernoulli()), (10_000,)),
        )
        for horizon in horizons
    ),
    Workload("greedy-top-10", Greedy(), _sets(TopM(1000, 10)), 10_000),
    Workload("cts-top-10", ThompsonBeta(), _sets(TopM(200, 10)), 10_000, naive=False),
    Workload("greedy-assignment", Greedy(), _sets(Matchings(10, 10)), 10_000),
    Workload("greedy-assignment", Greedy(), _sets(Matchings(30, 30)), 10_000, naive=False),
    Workload("greedy-path", Greedy(), _sets(Paths(grid_edges(11, 11), 0, 120)), 10_000),
)


def growth() -> Iterator[Workload]:
    """The same workloads with more arms (four times as many rounds as arms, at least) and more rounds."""
    kinds: tuple[tuple[str, Any, Any], ...] = (
        ("greedy-gauss", Greedy(), Gaussian()),
        ("moss-gauss", MOSS(), Gaussian()),
        ("ucb-gauss", UCB(), Gaussian()),
        ("thompson-bernoulli", ThompsonBeta(), Bernoulli()),
    )
    for name, policy, law in kinds:
        for arms in (100, 1000, 10_000, 100_000):
            yield Workload(name, policy, _uniform(arms, law), max(50_000, 4 * arms), naive=False)
        for horizon in (10_000, 100_000, 1_000_000):
            yield Workload(name, policy, _uniform(500, law), horizon, naive=False)


def measure(workloads: Iterable[Workload]) -> Iterator[dict[str, Any]]:
    """A row of the benchmark for each: CPU nanoseconds per round, least of several repeats.

    Those that are compared are repeated in turn: a while in which the machine is slow spoils no ratio of theirs.
    """
    for group in compared(workloads):
        clocks = [(_Clock(workload), _Clock(workload, naive=True) if workload.naive else None) for workload in group]
        for _ in range(_REPEATS):
            for fast, naive in clocks:
                fast.repeat()
                if naive is not None:
                    naive.repeat()
        for workload, (fast, naive) in zip(group, clocks, strict=True):
            yield {
                "workload": workload.name,
                "arms": _arms(workload),
                "horizon": workload.horizon,
                "ns_per_round": fast.ns_per_round,
                "floor_ns": floor_ns(workload.problem.law),
                "naive_ns": None if naive is None else naive.ns_per_round,
                "seconds": fast.seconds + (0.0 if naive is None else naive.seconds),
            }


def compared(workloads: Iterable[Workload]) -> Iterator[list[Workload]]:
    """Groups of workloads that follow one another and differ in their policies only."""
    for _, group in groupby(workloads, lambda workload: (workload.problem, workload.horizon, workload.leaps)):
        yield list(group)


def _arms(workload: Workload) -> int | None:
    """None of a reservoir, which has no end of them."""
    arms = prepare(workload.policy, workload.problem, workload.horizon, 0).plan.arms
    return arms if arms < ENDLESS else None


class _Clock:
    """Measures the CPU time of a workload's runs, again and again."""

    def __init__(self, workload: Workload, *, naive: bool = False) -> None:
        began = time.perf_counter()
        options = PlayOptions(naive=naive, leaps=workload.leaps)
        self._simulation = prepare(workload.policy, workload.problem, workload.horizon, 0, options=options)
        self._simulation.play(0, 1)  # compiles
        once = _cpu_seconds(lambda: self._simulation.play(0, 1))
        self._runs = max(1, min(10_000, round(_SECONDS / max(once, 1e-6))))
        self._rounds = self._runs * workload.horizon
        self._left = _REPEATS if once * self._runs < 1.0 else 2
        self._least = math.inf
        self.seconds = time.perf_counter() - began  # by the clock, for all of it

    def repeat(self) -> None:
        """Measure once more, unless that was done often enough for runs as long as these."""
        if self._left == 0:
            return
        began = time.perf_counter()
        self._left -= 1
        self._least = min(self._least, _cpu_seconds(lambda: self._simulation.play(0, self._runs)))
        self.seconds += time.perf_counter() - began

    @property
    def ns_per_round(self) -> float:
        """The least of the repeats."""
        return self._least / self._rounds * 1e9


# Policies of the linear experiment, with the seconds that the paper reports for a run of each.
LINEAR = ((LinGreedy(), 70.0), (LinUCB(), 678.0), (BallExplore(), 1031.0))


def linear_run(policy: Any, printed: float, dimension: int = 50, horizon: int = 2500) -> dict[str, Any]:
    """One row: CPU time of a run on the unit ball, beside what the paper reports for it."""
    simulation = prepare(policy, Linear(dimension), horizon, 0)
    simulation.compile()
    once = _cpu_seconds(lambda: simulation.play(0, 1))
    runs = max(1, min(100, round(_SECONDS / max(once, 1e-6))))
    seconds = min(_cpu_seconds(lambda: simulation.play(0, runs)) for _ in range(_REPEATS)) / runs
    return {
        "workload": f"linear-{policy.name}",
        "arms": None,
        "horizon": horizon,
        "ns_per_round": seconds / horizon * 1e9,
        "floor_ns": None,
        "naive_ns": None,
        "seconds": seconds,
        "paper_seconds": printed,
    }


def floor_ns(law: Any) -> float:
    """The bare loop that draws rewards of this law and does nothing else."""
    draw = law_draw(law)

    def loop(law: Any, stream: Any, keys: Any, rounds: int, out: Any) -> int:
        seed_stream(stream, keys[0])
        total = 0.0
        for _ in range(rounds):
            total += draw(law, 0.5, stream)
        out[0] = total
        return 0

    rounds = 20_000_000
    arguments = (mirror(law), np.zeros(4, np.uint64), np.ones(1, np.uint64), rounds, np.zeros(1))
    kernel = native(loop, *arguments, label=f"draws of {law!r}")
    return min(_cpu_seconds(lambda: kernel(*arguments)) for _ in range(_REPEATS)) / rounds * 1e9


def _cpu_seconds(call: Callable[[], Any]) -> float:
    began = time.process_time()
    call()
    return time.process_time() - began


def agent_microseconds(policy: Any, arms: int = 1239, rounds: int = 50_000) -> float:
    """CPU microseconds of an online agent per choose and learn, with normal rewards."""
    problem = _f1_grid(arms)
    rewards = trace(policy, problem, rounds).rewards.tolist()

    def play() -> None:
        agent = Agent(policy, arms, rounds)
        for reward in rewards:
            agent.learn(agent.choose(), reward)

    return min(_cpu_seconds(play) for _ in range(3)) / rounds * 1e6


_START = """
import time; began = time.perf_counter()
import begreedy as bg
problem = bg.Finite(prior=bg.Uniform(), arms=100, law=bg.Gaussian())
bg.simulate(bg.Greedy(), problem, horizon=100, runs=10); first = time.perf_counter()
bg.simulate(bg.UCB(), problem, horizon=100, runs=10); second = time.perf_counter()
print(first - began, second - first)
"""


_COMPARE = """
import time; began = time.perf_counter()
import begreedy as bg
problem = bg.Finite(prior=bg.Uniform(), arms=100)
policies = [bg.Greedy(), bg.UCB(), bg.MOSS(), bg.ThompsonBeta(), bg.KLUCB()]
bg.compare(policies, problem, horizon=1000, runs=100)
print(time.perf_counter() - began)
"""


def start_times() -> dict[str, float]:
    """Seconds: first and second kernel and a comparison with nothing cached; a process with all cached; the help."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BEGREEDY_CACHE_DIR": folder}
        compare = float(_python(["-c", _COMPARE], environment))
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "BEGREEDY_CACHE_DIR": folder}
        cold = [float(x) for x in _python(["-c", _START], environment).split()]
        began = time.perf_counter()
        warm = [float(x) for x in _python(["-c", _START], environment).split()]
        whole = time.perf_counter() - began
        began = time.perf_counter()
        _python(["-m", "begreedy", "--help"], environment)
        help_seconds = time.perf_counter() - began
    return {
        "compile_first": cold[0],
        "compile_further": cold[1],
        "compare": compare,
        "warm_start": whole - warm[1],
        "help": help_seconds,
    }


def _python(arguments: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, check=True)
    return done.stdout
