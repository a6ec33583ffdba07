"""``begreedy paper``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from begreedy.cli.options import (
    Cluster,
    Json,
    Out,
    Quiet,
    Rows,
    Runs,
    Seed,
    Shard,
    StoreDir,
    Threads,
    completed,
    deliver,
)

if TYPE_CHECKING:
    from begreedy.run.progress import Messages


def _ids(incomplete: str) -> list[str]:
    from begreedy.paper import EXPERIMENTS

    return [id for id in EXPERIMENTS if id.startswith(incomplete)]


def paper(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="Experiments; all if none.", autocompletion=_ids)
    ] = None,
    scale: Annotated[str, completed("smoke", "quick", "full")] = "quick",
    variant: Annotated[str, completed("published", "corrected", "extra", "all")] = "all",
    runs: Runs = None,
    seed: Seed = 0,
    out: Out = Path("results"),
    threads: Threads = None,
    cluster: Cluster = None,
    shard: Shard = None,
    store: StoreDir = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Reproduce the paper's experiments: figures, numbers and a page."""
    from begreedy.experiments.execution import Execution
    from begreedy.paper.reproduce import reproduce
    from begreedy.report.page import present

    execution = Execution(out, runs, seed, variant, threads, cluster, shard, store)

    def work(messages: Messages) -> Rows:
        done = reproduce(ids or [], scale, execution, messages)
        return [] if done is None else present(done, messages)

    deliver(work, json_file, quiet)
