"""Simulate a policy on a problem: check everything, then play all runs on threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from begreedy.engine.options import PlayOptions
from begreedy.results.result import Result
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.run.play import play_jobs
from begreedy.run.watch import watching
from begreedy.run.workers import local_workers
from begreedy.types import Checkpoints, Measures, Policy, Problem
from begreedy.values.errors import BadType
from begreedy.values.numbers import number
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

    The result is the same, bit for bit, for any number of ``threads`` and any ``block`` size.

    Parameters
    ----------
    policy : Policy
        The policy to play.
    problem : Problem
        The problem it plays.
    horizon : int, optional
        Number of rounds; where pulls cost, a cap on them.
    runs : int
        Number of independent repetitions.
    seed : int
        Seed of everything random.  Same seed, same bits.
    checkpoints : int, str or sequence of int
        When regret is recorded: this many times, evenly spaced; 200 times, log-spaced, with ``"log"``; or at given
        rounds (budgets, where pulls cost).
    threads : int, optional
        Threads to play on.  By default one per core.
    block : int, optional
        Runs that are played at a time.
    naive : bool
        Whether to look at every arm in every round: the yardstick for speed, with the same law of results.
    leaps : bool
        Whether to draw fewer random numbers where the law of results stays the same: the rounds of an arm that is known
        to stay in the lead (Greedy, OptimisticGreedy and MOSS, Bernoulli or Gaussian rewards) are played in blocks, so
        that a long horizon costs little more than a short one; many arms that Thompson sampling never played are drawn
        as one.  Results are equal in law to those without leaps, not bit by bit; False has the bits of ``trace`` and
        ``Agent``.
    plain : bool
        Whether to run the policy as plain Python, not compiled, on processes: slower, with the same numbers.  It may
        use anything, such as SciPy or classes of other libraries.
    measure : sequence of measures
        What else to take at the checkpoints, see ``begreedy.measures``.
    progress : callable or bool, optional
        Whether to show progress and what is being compiled; by default in a terminal or notebook, for what takes longer
        than a moment.  A function is called with the number of runs just finished instead.

    Returns
    -------
    Result
        Regret at the checkpoints, and totals, of every run.

    Raises
    ------
    BadValue, BadType
        If something does not fit: the error has the field, its value and what is allowed.

    Examples
    --------
    >>> import begreedy as bg
    >>> bg.simulate(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), horizon=500, runs=1000, seed=0).runs
    1000
    """
    began = time.perf_counter()
    options = PlayOptions(naive=naive, leaps=leaps, plain=plain)
    job = Job(policy, problem, horizon, runs, seed, checkpoints, options=options, measure=measure)
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
    compiled = not any(job.options.plain for job in jobs)
    how = _in_runs(progress, jobs[0]) if callable(progress) else progress
    rounds = number(sum(job.runs * job.rounds for job in jobs), 3)
    with watching(how, f"{name}, {rounds} rounds") as told, local_workers(threads, compiled=compiled) as workers:
        parts = play_jobs(jobs, workers, store, block=size, progress=told, warn=store.warn if store else _no_warning)
    return [job.result(its_parts) for job, its_parts in zip(jobs, parts, strict=True)]


def _no_warning(_: str) -> None:
    """Do nothing: without a store there is nothing to warn of."""


def _in_runs(progress: Callable[[int], None], job: Job) -> Callable[[int, int], None]:
    """A function that reports runs just finished, given the rounds done by jobs with runs as long as this one's."""
    reported = 0

    def tell(done: int, _: int) -> None:
        nonlocal reported
        runs = done // job.rounds - reported
        reported += runs
        if runs:
            progress(runs)

    return tell
