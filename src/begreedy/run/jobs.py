"""Jobs: runs of one policy on one problem; and the task that plays a block of them anywhere."""

from __future__ import annotations

import time
from dataclasses import dataclass, fields, replace
from functools import cached_property, lru_cache
from typing import Any

from begreedy.compile.machine import cpu_kind, versions
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import Simulation, budget_of, prepare
from begreedy.results.block_file import About
from begreedy.results.migrations import Columns
from begreedy.results.parts import Part, joined, missing
from begreedy.results.result import Result, result_of
from begreedy.run.shipping import pack, unpack
from begreedy.types import Checkpoints, Measures, Policy, Problem
from begreedy.values.canonical import canonical, concise, display_name
from begreedy.values.value import whole

_MOST_RUNS = 2**40


@dataclass(frozen=True, eq=False)
class Job:
    """Runs ``0, ..., runs - 1`` of a policy on a problem.  Two jobs that differ only in ``runs`` share their blocks."""

    policy: Policy
    problem: Problem
    horizon: int | None
    runs: int
    seed: int
    checkpoints: Checkpoints = 200
    options: PlayOptions = PlayOptions()
    measure: Measures = ()  # what else to take at the checkpoints

    def __post_init__(self) -> None:
        object.__setattr__(self, "runs", whole(self.runs, "runs", low=1, high=_MOST_RUNS))

    @property
    def key(self) -> tuple[Any, ...]:
        """Equal for jobs that are the same; values themselves may be equal without being the same."""
        measures = tuple(one.text for one in self.simulation.measures) if self.measure else ()
        numbers = self.horizon, self.runs, self.seed, self.checkpoints
        return canonical(self.policy), canonical(self.problem), *numbers, self.options, measures

    @cached_property
    def simulation(self) -> Simulation:
        """The simulation, checked and ready to play; raises what is wrong with the job."""
        return prepare(
            self.policy,
            self.problem,
            self.horizon,
            self.seed,
            self.checkpoints,
            options=self.options,
            measure=self.measure,
        )

    @cached_property
    def _about(self) -> About:
        """The description of its results, without runs."""
        simulation = self.simulation
        return About(
            digest="",
            policy=canonical(self.policy),
            problem=canonical(self.problem),
            name=self.name,
            horizon=simulation.horizon,
            seed=simulation.seed,
            times=tuple(simulation.checkpoints.tolist()),
            first=0,
            runs=0,
        )

    @cached_property
    def _named(self) -> About:
        """The same with what a store wants to know: the digest, and the machine that plays here."""
        return replace(self._about, digest=self.digest, cpu=cpu_kind(), versions=versions())

    @property
    def name(self) -> str:
        """The name of its policy."""
        return display_name(self.policy)

    @property
    def rounds(self) -> int:
        """Rounds of one run, to show progress; where a budget ends it, about as many as the budget."""
        budget = budget_of(self.problem)
        return self.simulation.horizon if budget is None else max(1, int(budget))

    @cached_property
    def digest(self) -> str:
        """The name of its results in a store; empty if what determines them cannot be read."""
        return self.simulation.digest or ""

    def play(self, first: int, runs: int, *, named: bool = True) -> Part:
        """Play a block here and now; ``named``: with its digest for a store, which costs some milliseconds once."""
        about = self._named if named else self._about
        if named:  # then its seconds are those of play alone
            self.simulation.compile()
        columns, seconds = timed_play(self.simulation, first, runs)
        return Part(replace(about, first=first, runs=runs, seconds=seconds), columns)

    def result(self, parts: list[Part]) -> Result:
        """The result, put together from parts that have all its runs."""
        simulation = self.simulation
        if gaps := missing(parts, 0, self.runs):
            raise RuntimeError(f"{concise(self.policy)}: runs {gaps} are missing")
        seconds = sum(part.about.seconds for part in parts)
        columns = joined(parts, self.runs)
        times = simulation.checkpoints
        return result_of(self.policy, self.problem, simulation.horizon, simulation.seed, times, columns, seconds)

    @cached_property
    def packed(self) -> bytes:
        """The job as bytes, for a worker elsewhere."""
        return pack(tuple(getattr(self, field.name) for field in fields(self)))


def timed_play(simulation: Simulation, first: int, runs: int) -> tuple[Columns, float]:
    """The columns of a block of runs, and the seconds that it took."""
    began = time.thread_time()  # of this thread: what others do meanwhile does not count
    record = simulation.play(first, runs)
    return simulation.columns_of(record), time.thread_time() - began


def play_remotely(job: bytes, digest: str, first: int, runs: int) -> Part:
    """Play a block in another process, after checking that it runs the same code."""
    unpacked = _unpacked(job)
    if unpacked.digest != digest:
        raise RuntimeError(
            f"{concise(unpacked.policy)}: a worker has other sources than the client "
            "(install the same versions of begreedy and Python everywhere, and restart the workers)"
        )
    return unpacked.play(first, runs)


@lru_cache(maxsize=64)
def _unpacked(job: bytes) -> Job:
    return Job(*unpack(job))
