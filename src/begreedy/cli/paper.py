"""``begreedy paper`` and ``begreedy beyond``: one command over two collections of studies."""

from __future__ import annotations

from collections.abc import Callable
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
    from begreedy.paper.collection import Collection
    from begreedy.run.progress import Messages


def _paper() -> Collection:
    from begreedy.paper import PAPER

    return PAPER


def _beyond() -> Collection:
    from begreedy.beyond import BEYOND

    return BEYOND


def _reproducing(load: Callable[[], Collection], folder: str, about: str) -> Callable[..., None]:
    """The command that runs the experiments of a collection."""

    def ids_of(incomplete: str) -> list[str]:
        return [id for id in load().experiments if id.startswith(incomplete)]

    def command(
        ids: list[str] | None = None,
        scale: Annotated[str, completed("smoke", "quick", "full")] = "quick",
        variant: Annotated[str, completed("published", "corrected", "extra", "all")] = "all",
        runs: Runs = None,
        seed: Seed = 0,
        out: Out = Path(folder),
        threads: Threads = None,
        cluster: Cluster = None,
        shard: Shard = None,
        store: StoreDir = None,
        json_file: Json = None,
        quiet: Quiet = False,
    ) -> None:
        from begreedy.experiments.execution import Execution
        from begreedy.paper.reproduce import reproduce
        from begreedy.report.page import present

        execution = Execution(out, runs, seed, variant, threads, cluster, shard, store)

        def work(messages: Messages) -> Rows:
            done = reproduce(load(), ids or [], scale, execution, messages)
            return [] if done is None else present(done, messages)

        deliver(work, json_file, quiet)

    named = typer.Argument(metavar="ID", help="Experiments; all if none.", autocompletion=ids_of)
    command.__annotations__["ids"] = Annotated[list[str] | None, named]  # the collection's own, so not in the signature
    command.__doc__ = about
    return command


paper = _reproducing(_paper, "results", "Reproduce the paper's experiments: figures, numbers and a page.")
beyond = _reproducing(_beyond, "beyond", "Answer questions that the paper leaves open: figures, verdicts and a page.")
