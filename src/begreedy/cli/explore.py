"""The command ``begreedy explore``: the explore page, served to a browser."""

from __future__ import annotations

from typing import Annotated

import typer

from begreedy.cli.options import Threads


def explore(
    port: Annotated[int, typer.Option(help="Port; 0 for any free one.")] = 8765,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    no_open: Annotated[bool, typer.Option("--no-open", help="Do not open the browser.")] = False,
    max_seconds: Annotated[float, typer.Option(help="Computing time per request, in seconds of one core.")] = 120.0,
    max_memory: Annotated[float, typer.Option(help="Memory per request, in megabytes.")] = 1000.0,
    threads: Threads = None,
) -> None:
    """Open a local page to simulate and compare policies."""
    from begreedy.explore.start import explore as start

    start(host, port, max_seconds, max_memory, threads, not no_open)
