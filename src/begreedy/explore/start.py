"""Starts the page from the command line; says what to install if it is missing."""

from __future__ import annotations

from begreedy.explore.limits import Limits
from begreedy.values.extras import MissingExtra


def explore(
    host: str, port: int, max_seconds: float, max_memory: float, threads: int | None, open_browser: bool
) -> None:
    """Serve the page until Ctrl-C."""
    try:
        from begreedy.explore.app import serve
    except ImportError as error:
        raise MissingExtra.of("begreedy explore", "serve", error) from None
    serve(host, port, Limits(max_seconds, max_memory), threads, open_browser)
