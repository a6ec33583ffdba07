"""Compare policies on the same instances of a problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from begreedy.results.comparison import Comparison, paired
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.run.simulate import results_of
from begreedy.types import Checkpoints, Measures, Policies, Policy, Problem
from begreedy.values.errors import BadType, BadValue, brief
from begreedy.values.value import Value


def compare(
    policies: Policies | Mapping[str, Policy | Value],
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
    store: Store | None = None,
    progress: Callable[[int], None] | bool | None = None,
) -> Comparison:
    """Simulate each policy on the same runs of a problem; options are those of ``simulate``.

    ``policies`` are a list, or a dictionary with labels of your own: ``{"mine": policy, ...}``.

    Run i of every policy meets the same arms and the same stream of reward randomness, so differences are
    taken run by run and have small standard errors.  All policies are checked before the first is played.  With a
    ``store``, what it has is not played again, and what is played is kept there.

    >>> import begreedy as bg
    >>> problem = bg.Finite(means=[0.9, 0.1])
    >>> bg.compare([bg.Greedy(), bg.ThompsonBeta()], problem, horizon=2000, runs=500, seed=0).best.name
    'ThompsonSampling'
    """
    labels = list(policies) if isinstance(policies, Mapping) else None
    listed = list(policies.values()) if isinstance(policies, Mapping) else policies
    if isinstance(listed, (str, bytes)) or not isinstance(listed, Sequence):
        raise BadType.of("policies", policies, "a list of policies")
    if not listed:
        raise BadValue.of("policies", policies, "at least one policy", verb="name", got="an empty list")
    for label in labels or ():
        if not isinstance(label, str):
            raise BadType.of("policies", label, "labelled by texts", got=brief(label))
    jobs = [Job(policy, problem, horizon, runs, seed, checkpoints, naive, leaps, plain, measure) for policy in listed]
    return paired(results_of(jobs, threads=threads, block=block, store=store, progress=progress), labels)
