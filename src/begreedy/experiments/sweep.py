"""Vary the parameters of a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from begreedy.experiments.compare import compare
from begreedy.results.store import Store
from begreedy.results.sweep import Sweep
from begreedy.types import Checkpoints, Measures, Policy, Problem
from begreedy.values.errors import BadType, BadValue, brief


def sweep(
    policy: Callable[..., Policy],
    problem: Problem,
    /,
    horizon: int | None = None,
    runs: int = 100,
    seed: int = 0,
    *,
    checkpoints: Checkpoints = 200,
    measure: Measures = (),
    threads: int | None = None,
    leaps: bool = True,
    plain: bool = False,
    store: Store | None = None,
    progress: Callable[[int], None] | bool | None = None,
    **parameters: Iterable[object],
) -> Sweep:
    """Simulate a policy with every combination of parameters on the same runs of a problem.

    Parameters
    ----------
    policy : callable
        A class of policies, such as ``UCB``, or a function that makes one.
    problem : Problem
        The problem it plays.
    horizon : int, optional
        Number of rounds; where pulls cost, a cap on them.
    runs : int
        Number of independent repetitions.
    seed : int
        Seed of everything random.
    checkpoints : int, str or sequence of int
        When regret is recorded, as for ``simulate``.
    measure : sequence of measures
        What else to take at the checkpoints.
    threads : int, optional
        Threads to play on.  By default one per core.
    leaps : bool
        Whether stays on an arm may be drawn at once, as for ``simulate``.
    plain : bool
        Whether to run policies as plain Python, not compiled.
    store : Store, optional
        Where results are kept and looked for.
    progress : callable or bool, optional
        Whether to show progress, as for ``simulate``.
    **parameters : iterables
        Values to try, by the policy's fields.

    Returns
    -------
    Sweep
        The results, by parameters.

    Raises
    ------
    BadValue, BadType
        If something does not fit, before anything is played.

    Examples
    --------
    >>> import begreedy as bg
    >>> problem = bg.Finite(prior=bg.Uniform(), arms=20)
    >>> bg.sweep(bg.UCB, problem, horizon=500, runs=50, c=[0.1, 0.3, 1.0]).best
    {'c': 0.1}
    """
    if not callable(policy):
        raise BadType.of("policy", policy, "a class of policies, such as UCB", got=brief(policy))
    if not parameters:
        allowed = "given: lists of values by the policy's fields, such as c=[0.1, 1.0]"
        raise BadValue.of("parameters", parameters, allowed, got="")
    values = {}
    for name, choices in parameters.items():
        if isinstance(choices, str) or not isinstance(choices, Iterable):
            raise BadType.of(name, choices, "a list of values", got=brief(choices))
        values[name] = list(choices)
        if not values[name]:
            raise BadValue.of(name, values[name], "a list with at least one value")
    settings = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    policies = [policy(**setting) for setting in settings]
    comparison = compare(
        policies,
        problem,
        horizon,
        runs,
        seed,
        checkpoints=checkpoints,
        measure=measure,
        threads=threads,
        leaps=leaps,
        plain=plain,
        store=store,
        progress=progress,
    )
    return Sweep(tuple(settings), comparison)
