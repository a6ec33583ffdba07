"""The command line.  Commands parse, call and print; what they do is written elsewhere and imported when needed."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

app = typer.Typer(
    help="Should I be greedy here, and with how many arms?",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Json = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="Write rows as JSON to a file or to -.")]


def main() -> None:
    """Run the command line; a bad value is a message and exit code 2, not a traceback."""
    try:
        app()
    except (ValueError, TypeError) as error:
        print(f"begreedy: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        print("begreedy: stopped", file=sys.stderr)
        sys.exit(130)


@app.command("list")
def list_command(what: Annotated[str, typer.Argument(help="problems, policies or experiments")] = "all") -> None:
    """List problems, policies and experiments."""
    from begreedy.lab.catalogue import listing

    print(listing(what))


@app.command()
def paper(
    ids: Annotated[list[str] | None, typer.Argument(metavar="[ID]...", help="Experiments; all if none.")] = None,
    scale: Annotated[str, typer.Option(help="smoke, quick or full")] = "quick",
    runs: Annotated[int | None, typer.Option(help="Number of runs, instead of the scale's.")] = None,
    seed: Annotated[int, typer.Option(help="Same seed, same numbers.")] = 0,
    variant: Annotated[str, typer.Option(help="published, corrected, extra or all")] = "all",
    out: Annotated[Path, typer.Option(help="Folder for figures and the page.")] = Path("results"),
    threads: Annotated[int | None, typer.Option(help="Threads; all cores if not given.")] = None,
    json_file: Json = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress, no summary.")] = False,
) -> None:
    """Reproduce the paper's experiments: figures, numbers and a page."""
    from begreedy.report.reproduce import reproduce

    options = {"runs": runs, "seed": seed, "variant": variant, "threads": threads}
    with _messages(quiet, json_file) as say:
        rows = reproduce(ids or [], scale, out, say, options)
    _write_json(rows, json_file)


@app.command()
def bench(json_file: Json = None) -> None:
    """Measure speed: nanoseconds per round, beside the bare random numbers and the naive scan."""
    from begreedy.report.benchmark import benchmark

    with _messages(False, json_file) as say:
        rows = benchmark(say)
    _write_json(rows, json_file)


@app.command()
def cache(
    info: Annotated[bool, typer.Option("--info", help="Say what is there (the default).")] = False,
    clear: Annotated[bool, typer.Option("--clear", help="Remove all compiled code.")] = False,
) -> None:
    """Show or clear the compiled code kept on disk."""
    from begreedy.core import cache as store

    if clear:
        print(f"removed {store.clear()} entries")
    if info or not clear:
        print(store.describe())


@contextmanager
def _messages(quiet: bool, json_file: str | None) -> Iterator[Any]:
    """Where words and progress go: the terminal; standard error if JSON takes standard output; nowhere if quiet."""
    from begreedy.report.progress import Messages

    with Messages(quiet=quiet, to_stderr=json_file == "-") as messages:
        yield messages


def _write_json(rows: list[dict[str, Any]], target: str | None) -> None:
    """A JSON array with a row per line."""
    if target is None:
        return
    text = "[\n" + ",\n".join(json.dumps(row) for row in rows) + "\n]\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, encoding="utf-8")
