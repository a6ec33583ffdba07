"""The command ``begreedy results``: what a store of finished runs has."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from begreedy.cli.options import Out, StoreDir


def results(
    match: Annotated[
        list[str] | None, typer.Argument(help="Part of a policy, a problem or a digest; all if none is given.")
    ] = None,
    out: Out = Path("results"),
    store: StoreDir = None,
    check: Annotated[bool, typer.Option("--check", help="Verify every file.")] = False,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the matching runs to one .csv, .csv.gz or .parquet file.")
    ] = None,
    remove: Annotated[
        bool, typer.Option("--remove", help="Remove the matching results; MATCH may be damaged or all.")
    ] = False,
) -> None:
    """List, verify, export or remove finished results."""
    from begreedy.results.ledger import ledger

    words, sound = ledger(store or out / "store", match or [], check=check, export=export, remove=remove)
    print(words)
    sys.exit(0 if sound else 1)
