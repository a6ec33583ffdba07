"""The command ``begreedy list``: problems, laws, priors, actions, policies and experiments by name."""

from __future__ import annotations

from typing import Annotated

import typer

_KINDS = ("problems", "laws", "priors", "actions", "policies", "experiments")


def _kinds(incomplete: str) -> list[str]:
    return [kind for kind in _KINDS if kind.startswith(incomplete)]


def list_names(
    what: Annotated[
        str,
        typer.Argument(metavar="KIND", help=", ".join(_KINDS), autocompletion=_kinds),
    ] = "all",
    json: Annotated[bool, typer.Option("--json", help="Print JSON, with fields and their defaults.")] = False,
) -> None:
    """List problems, laws, priors, actions, policies and experiments."""
    from begreedy.listing import listed, listing
    from begreedy.values.json_text import json_text

    print(json_text(listed(what), indent=1, ensure_ascii=False) if json else listing(what))
