"""The command line ``begreedy``: its commands, and how failures are reported."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from begreedy.cli import advise, bench, bound, cache, compare, explore, list, paper, replay, results, run, serve
from begreedy.version import __version__

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"begreedy {__version__}")
        raise typer.Exit


@app.callback()
def begreedy(
    version: Annotated[  # its callback does it
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")
    ] = False,
) -> None:
    """Should I be greedy here, and with how many arms?"""


app.command("list")(list.list_names)
app.command("paper")(paper.paper)
app.command("beyond")(paper.beyond)
app.command()(compare.compare)
app.command()(run.run)
app.command()(results.results)
app.command(cls=bound.BoundCommand)(bound.bound)
app.command(cls=advise.AdviseCommand)(advise.advise)
app.command()(replay.replay)
app.command()(serve.serve)
app.command()(bench.bench)
app.command()(explore.explore)
app.command()(cache.cache)


def main() -> None:
    """Run the command line; a bad value gives a message and exit code 2, another failure a message and 1."""
    try:
        app(prog_name="begreedy")
    except (ValueError, TypeError) as error:
        print(f"begreedy: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"begreedy: {where}{error.strerror or error}", file=sys.stderr)
        sys.exit(1)
    except RuntimeError as error:
        print(f"begreedy: {error}", file=sys.stderr)
        sys.exit(1)
