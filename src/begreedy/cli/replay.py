"""The command ``begreedy replay``: policies judged by a log of past decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from begreedy.cli.options import Json, Quiet, Rows, Seed, Threads, deliver, find_own_modules

if TYPE_CHECKING:
    from begreedy.run.progress import Messages


def replay(
    log: Annotated[
        Path,
        typer.Argument(
            metavar="LOG.csv|LOG.parquet", help="Log with columns arm, reward and, if not uniform, propensity."
        ),
    ],
    policy: Annotated[
        list[str] | None, typer.Option(metavar="SPEC", help="Policy, such as 'UCB(c=0.5)'; may repeat.")
    ] = None,
    horizon: Annotated[
        int | None, typer.Option(help="Rounds to replay; as many as the log allows if not given.")
    ] = None,
    runs: Annotated[int, typer.Option(help="Number of random orders of the log, and of resampled logs.")] = 100,
    seed: Seed = 0,
    rewards: Annotated[tuple[float, float] | None, typer.Option(metavar="LOW HIGH", help="Range of rewards.")] = None,
    arms: Annotated[int | None, typer.Option(help="Number of arms, to check against the log.")] = None,
    features: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Column with a feature of the arm that was played; may repeat."),
    ] = None,
    context: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="Column that describes whom it was played for; may repeat."),
    ] = None,
    problem: Annotated[
        str | None,
        typer.Option(metavar="SPEC", help="For a log of sets: the Combinatorial problem whose actions they are."),
    ] = None,
    threads: Threads = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Evaluate policies on logged decisions of known probability.

    Uses rejection replay, inverse propensity weights, direct and doubly robust estimates, with confidence intervals.
    """
    from begreedy.logs.replay import replay as judge
    from begreedy.values.spec import parse

    find_own_modules()

    def work(messages: Messages) -> Rows:
        policies = [parse(spec, kind="policy") for spec in policy or []]
        judged = judge(
            log,
            policies,
            horizon=horizon,
            runs=runs,
            seed=seed,
            rewards=rewards,
            arms=arms,
            features=features or (),
            context=context or (),
            problem=None if problem is None else parse(problem, kind="problem"),
            threads=threads,
        )
        messages.say(repr(judged))
        return [{"log": str(log), **row} for row in judged.rows()]

    deliver(work, json_file, quiet)
