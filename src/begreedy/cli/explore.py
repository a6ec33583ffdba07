"""``begreedy explore``."""

from __future__ import annotations

from typing import Annotated

import typer

from begreedy.cli.options import Threads


def explore(
    port: Annotated[int, typer.Option(help="Port; 0 for any that is free.")] = 8765,
    host: Annotated[str, typer.Option(help="Address of this machine to listen on.")] = "127.0.0.1",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    max_seconds: Annotated[float, typer.Option(help="Of computing on one core, per request.")] = 120.0,
    max_memory: Annotated[float, typer.Option(help="Megabytes per request.")] = 1000.0,
    threads: Threads = None,
) -> None:
    """See in seconds whether to be greedy: a page on this machine."""
    from begreedy.explore.start import explore as start

    start(host, port, max_seconds, max_memory, threads, not no_open)
