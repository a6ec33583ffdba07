"""``begreedy list``."""

from __future__ import annotations

from typing import Annotated

import typer


def list_names(what: Annotated[str, typer.Argument(help="problems, policies or experiments")] = "all") -> None:
    """List problems, policies and experiments."""
    from begreedy.listing import listing

    print(listing(what))
