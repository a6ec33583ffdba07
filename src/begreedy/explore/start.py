"""Starts the page from the command line; says what to install if it is missing."""

from __future__ import annotations

from begreedy.explore.limits import Limits


def explore(
    host: str, port: int, max_seconds: float, max_memory: float, threads: int | None, open_browser: bool
) -> None:
    """Serve the page until Ctrl-C."""
    try:
        from begreedy.explore.app import serve
    except ModuleNotFoundError as error:
        raise RuntimeError(
            f"begreedy explore needs {error.name}: install the extra serve, pip install 'begreedy[serve]'"
        ) from None
    serve(host, port, Limits(max_seconds, max_memory), threads, open_browser)
