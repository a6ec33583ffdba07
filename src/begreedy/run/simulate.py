"""Simulate a policy on a problem: check everything, then play all runs on threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from begreedy.results.result import Result
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.run.play import play_jobs
from begreedy.run.processes import processes as processes_of
from begreedy.run.watch import watching
from begreedy.run.workers import threads as threads_of
from begreedy.types import Checkpoints, Measures, Policy, Problem
from begreedy.values.errors import BadType
from begreedy.values.value import whole


def simulate(
    policy: Policy,
    problem: Problem,
    horizon: int | None = None,
    runs: int = 100,
    seed: int = 0,
    *,
    checkpoints: Checkpoints = 200,
    threads: int | None = None,
    block: int | None = None,
    naive: bool = False,
    leaps: bool = True,
    plain: bool = False,
    measure: Measures = (),
    progress: Callable[[int], None] | bool | None = None,
) -> Result:
    """Play a policy on a problem ``runs`` times, independently, for ``horizon`` rounds each.

    A Budgeted problem ends when its budget is spent: there ``horizon`` is only a cap on the rounds (by default 1000
    per unit of the budget), and ``checkpoints`` are budgets.

    The result is the same, bit for bit, for any number of ``threads`` and any ``block`` size.  ``naive`` looks at
    every arm every round: the yardstick for speed, with the same law of results.  Where an arm that leads is known to
    stay (Greedy, OptimisticGreedy and MOSS on arms whose rewards are Bernoulli or Gaussian), its rounds are played in
    ``leaps``: a long horizon costs little more than a short one.  Results are equal in law to those of rounds played
    one by one, not bit by bit: ``leaps=False`` has the rounds of ``trace`` and ``Agent``, bit for bit.
    ``plain`` compiles nothing: the policy runs as the Python that it is, on processes, slower and with the same
    numbers; it may use anything, such as SciPy or somebody else's classes.  ``measure``: what else to take at the
    checkpoints, see ``begreedy.measures``.  What takes longer than a moment shows its
    ``progress`` and what is being compiled, in a notebook and on a terminal; True: always, False: never; a function is
    called with the number of runs just finished instead.

    >>> import begreedy as bg
    >>> bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=500, runs=1000, seed=0).runs
    1000
    """
    began = time.perf_counter()
    job = Job(policy, problem, horizon, runs, seed, checkpoints, naive, leaps, plain, measure)
    [result] = results_of([job], threads=threads, block=block, progress=progress)
    return replace(result, seconds=time.perf_counter() - began)


def results_of(
    jobs: Sequence[Job],
    *,
    threads: int | None = None,
    block: int | None = None,
    store: Store | None = None,
    progress: Callable[[int], None] | bool | None = None,
) -> list[Result]:
    """The results of jobs on one problem, all checked before the first is played; options as for ``simulate``.

    With a ``store``, what it has is not played again, and what is played is kept there.
    """
    if not isinstance(store, Store | None):
        raise BadType.of("store", store, "a Store, such as Store('results')")
    size = None if block is None else whole(block, "block", low=1)
    name = jobs[0].name if len(jobs) == 1 else f"{len(jobs)} policies"
    makers = processes_of if any(job.plain for job in jobs) else threads_of
    how = _in_runs(progress, jobs[0]) if callable(progress) else progress
    with watching(how, name) as told, makers(threads) as workers:
        parts = play_jobs(jobs, workers, store, block=size, progress=told, warn=store.warn if store else _no_warning)
    return [job.result(its_parts) for job, its_parts in zip(jobs, parts, strict=True)]


def _no_warning(_: str) -> None:
    """Without a store there is nothing to warn of."""


def _in_runs(progress: Callable[[int], None], job: Job) -> Callable[[int, int], None]:
    """Tells of runs just finished, given the rounds done by jobs whose runs are as long as this one's."""
    told = 0

    def tell(done: int, _: int) -> None:
        nonlocal told
        runs = done // job.rounds - told
        told += runs
        if runs:
            progress(runs)

    return tell
