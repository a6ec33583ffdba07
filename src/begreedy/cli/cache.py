"""The command ``begreedy cache``: the folder of compiled code, described or emptied."""

from __future__ import annotations

from typing import Annotated

import typer


def cache(
    info: Annotated[bool, typer.Option("--info", help="Show what is cached (the default).")] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Remove all compiled code.")] = False,
) -> None:
    """Show or clear the cache of compiled code."""
    from begreedy.compile import cache as compiled

    if clear:
        print(f"removed {compiled.clear()} entries")
    if info or not clear:
        print(compiled.describe())
