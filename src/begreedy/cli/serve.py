"""``begreedy serve``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer


def serve(
    store: Annotated[str, typer.Option(metavar="FILE|postgresql://...", help="Where bandits are kept.")] = "bandits.db",
    host: Annotated[
        str, typer.Option(help="Address to listen on; other than 127.0.0.1 only with a token.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="0: any that is free.")] = 8000,
    token_file: Annotated[Path | None, typer.Option(help="File with the token, instead of BEGREEDY_TOKEN.")] = None,
    rate: Annotated[float, typer.Option(help="Requests per second and client; 0: no limit.")] = 1000.0,
    max_bytes: Annotated[int, typer.Option(help="Size of a request.")] = 1_000_000,
    max_arms: Annotated[int, typer.Option(help="Arms that one bandit may play; its catalogue may be larger.")] = 50_000,
    max_bandits: Annotated[int, typer.Option(help="Bandits that the store may have.")] = 1000,
    patience: Annotated[float, typer.Option(help="Seconds that a request waits for the store.")] = 10.0,
    sync: Annotated[str, typer.Option(help="SQLite: normal, or full, which outlives a power cut.")] = "normal",
    check: Annotated[bool, typer.Option("--check", help="Rebuild all state from the log, compare, and end.")] = False,
) -> None:
    """Serve durable bandits over HTTP.

    Decisions and rewards, each recorded before it is answered.
    """
    try:
        from begreedy.service import run
        from begreedy.service.options import Options, read_token
    except ImportError as error:
        raise RuntimeError(f"serving needs {error.name}: pip install 'begreedy[serve]'") from None
    if check:
        sys.exit(run.check(store))
    token = read_token(token_file)
    run.serve(Options(store, host, port, token, rate, max_bytes, sync, patience, max_bandits, max_arms=max_arms))
