"""The command ``begreedy run``: an experiment of one file."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from begreedy.cli.options import Cluster, Json, Out, Plot, Quiet, Runs, Shard, StoreDir, Threads, deliver


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE.toml", help="File that describes the experiment.")],
    runs: Runs = None,
    seed: Annotated[int | None, typer.Option(help="Random seed, instead of the file's.")] = None,
    out: Out = Path("results"),
    threads: Threads = None,
    cluster: Cluster = None,
    shard: Shard = None,
    store: StoreDir = None,
    plot: Plot = None,
    export: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write every run to a .csv, .csv.gz or .parquet file."),
    ] = None,
    json_file: Json = None,
    quiet: Quiet = False,
) -> None:
    """Run your own experiment, described in a file."""
    from begreedy.experiments.execution import Execution
    from begreedy.experiments.present import present
    from begreedy.experiments.toml_file import read_experiment
    from begreedy.figures.comparison import drawn_into
    from begreedy.report.own_page import page_into

    experiment, own_seed = read_experiment(file)
    execution = Execution(out, runs, own_seed if seed is None else seed, "all", threads, cluster, shard, store)
    page = page_into(out, file) if plot is None else None  # a page shows the figures of the folder
    deliver(partial(present, experiment, execution, drawn_into(out, plot), page=page, export=export), json_file, quiet)
