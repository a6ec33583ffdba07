"""The commands ``begreedy paper`` and ``begreedy beyond``: the experiments of the paper, and those beyond it."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Signature, signature
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


OTHERS = ("bayati2020", "chan2018", "kveton2015", "zhu2020")  # written out: help should not wait for their modules


def _paper(of: str | None) -> Collection:
    if of is not None:
        from begreedy.second_papers import paper_of

        return paper_of(of)
    from begreedy.paper import PAPER

    return PAPER


def _beyond(_: str | None) -> Collection:
    from begreedy.beyond import BEYOND

    return BEYOND


def _reproducing(load: Callable[[str | None], Collection], folder: str, about: str) -> Callable[..., None]:
    """A command that runs the experiments of a collection."""

    def ids_of(context: typer.Context, incomplete: str) -> list[str]:
        return [id for id in load(context.params.get("of")).experiments if id.startswith(incomplete)]

    def command(
        ids: list[str] | None = None,
        of: Annotated[
            str | None,
            typer.Option(
                metavar="PAPER",
                help=f"Another paper: {', '.join(OTHERS)}; written to a folder of that name unless --out is given.",
                autocompletion=lambda incomplete: [word for word in OTHERS if word.startswith(incomplete)],
            ),
        ] = None,
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

        collection = load(of)
        folder_for = Path(of) if of is not None and out == Path(folder) else out
        execution = Execution(folder_for, runs, seed, variant, threads, cluster, shard, store)

        def work(messages: Messages) -> Rows:
            done = reproduce(collection, ids or [], scale, execution, messages)
            return [] if done is None else present(done, messages)

        deliver(work, json_file, quiet)

    named = typer.Argument(metavar="ID", help="Experiments; all if none is given.", autocompletion=ids_of)
    command.__annotations__["ids"] = Annotated[list[str] | None, named]  # the collection's own, so not in the signature
    command.__doc__ = about
    return command


def _without(command: Callable[..., None], name: str) -> Callable[..., None]:
    """The command without one of its options."""
    parameters = [p for p in signature(command, eval_str=True).parameters.values() if p.name != name]
    command.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return command


paper = _reproducing(_paper, "results", "Reproduce the paper: figures, numbers, verdicts and a page.")
beyond = _without(_reproducing(_beyond, "beyond", "Run the experiments on questions that the paper leaves open."), "of")
