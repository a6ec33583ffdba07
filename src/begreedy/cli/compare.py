"""The command ``begreedy compare``: policies on one problem, by their regret."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from begreedy.cli.options import (
    Cluster,
    Json,
    Out,
    Plot,
    Quiet,
    Runs,
    Seed,
    Shard,
    StoreDir,
    Threads,
    deliver,
    find_own_modules,
)


def compare(
    problem: Annotated[str, typer.Option(metavar="SPEC", help="Problem, such as 'Finite(prior=Uniform(), arms=100)'.")],
    policy: Annotated[
        list[str], typer.Option(metavar="SPEC", help="Policy, such as 'UCB(c=2.0)' or 'my_module:MyUCB()'; may repeat.")
    ],
    horizon: Annotated[
        float | None, typer.Option(help="Number of rounds; required, unless the problem is Budgeted.")
    ] = None,
    runs: Runs = 100,
    seed: Seed = 0,
    out: Out = Path("results"),
    threads: Threads = None,
    cluster: Cluster = None,
    shard: Shard = None,
    store: StoreDir = None,
    plot: Plot = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Compare policies on one problem.

    Prints a table with the significance of differences, and draws the curves.
    """
    from begreedy.experiments.execution import Execution
    from begreedy.experiments.present import comparison_of, present
    from begreedy.figures.comparison import drawn_into

    find_own_modules()
    execution = Execution(out, runs, seed, "all", threads, cluster, shard, store)
    experiment = comparison_of(problem, policy, horizon)
    deliver(partial(present, experiment, execution, drawn_into(out, plot)), json_file, quiet)
