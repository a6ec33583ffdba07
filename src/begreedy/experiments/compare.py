"""Compare policies on the same instances of a problem."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from begreedy.engine.options import PlayOptions
from begreedy.results.comparison import Comparison, paired
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.run.simulate import results_of
from begreedy.types import Checkpoints, Measures, Policies, Policy, Problem
from begreedy.values.canonical import field_values
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

    Run i of every policy has the same arms and the same stream of random rewards, so differences are
    paired by run and have small standard errors.  All policies are checked before the first is played.

    Parameters
    ----------
    policies : list or dict of policies
        Policies to compare; with your own labels, ``{"mine": policy, ...}``.
    problem : Problem
        The problem they play.
    horizon : int, optional
        Number of rounds; where pulls cost, a cap on them.
    runs : int
        Number of independent repetitions, the same for all.
    seed : int
        Seed of everything random.  Same seed, same bits.
    checkpoints : int, str or sequence of int
        When regret is recorded, as for ``simulate``.
    threads : int, optional
        Threads to play on.  By default one per core.
    block : int, optional
        Runs that are played at a time.
    naive : bool
        Whether to look at every arm in every round.
    leaps : bool
        Whether to draw fewer random numbers where the law of results stays the same, as for ``simulate``.
    plain : bool
        Whether to run policies as plain Python, not compiled.
    measure : sequence of measures
        What else to take at the checkpoints.
    store : Store, optional
        Where results are kept; what it has is not played again.
    progress : callable or bool, optional
        Whether to show progress, as for ``simulate``.

    Returns
    -------
    Comparison
        The results, paired run by run.

    Raises
    ------
    BadValue, BadType
        If something does not fit, before anything is played.

    Examples
    --------
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
    for number, policy in enumerate(listed):
        field_values(policy, f"policies[{number}]")
    options = PlayOptions(naive=naive, leaps=leaps, plain=plain)
    jobs = [
        Job(policy, problem, horizon, runs, seed, checkpoints, options=options, measure=measure)
        for policy in cast("Sequence[Policy]", listed)  # that they are, and not just values, is checked with the rest
    ]
    return paired(results_of(jobs, threads=threads, block=block, store=store, progress=progress), labels)
