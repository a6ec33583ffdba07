"""Several policies on the same instances."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypedDict, Unpack

from begreedy.engine.simulation import simulate
from begreedy.results.comparison import Comparison, paired
from begreedy.types import Checkpoints, Policies, Problem


class Options(TypedDict, total=False):
    """Those of ``simulate``."""

    checkpoints: Checkpoints
    threads: int | None
    block: int | None
    naive: bool
    progress: Callable[[int], None] | None


def compare(
    policies: Policies,
    problem: Problem,
    horizon: int | None = None,
    runs: int = 100,
    seed: int = 0,
    **options: Unpack[Options],
) -> Comparison:
    """Simulate each policy on the same runs of a problem; ``options`` are those of ``simulate``.

    Run i of every policy meets the same arms and the same stream of reward randomness, so differences are
    taken run by run and have small standard errors.

    >>> import begreedy as bg
    >>> problem = bg.Finite(means=[0.9, 0.1])
    >>> bg.compare([bg.Greedy(), bg.ThompsonBeta()], problem, horizon=2000, runs=500, seed=0).best.name
    'ThompsonSampling'
    """
    if isinstance(policies, (str, bytes)) or not isinstance(policies, Sequence):
        raise TypeError(f"policies must be a list of policies, got {policies!r}")
    if not policies:
        raise ValueError("policies must name at least one policy, got an empty list")
    chosen: Sequence[Any] = policies
    return paired([simulate(policy, problem, horizon, runs, seed, **options) for policy in chosen])
