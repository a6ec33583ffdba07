"""Options that commands share, and how commands print messages and write JSON.

What a command does is imported when it is run: the help should not wait for NumPy.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from begreedy.values.errors import BadValue

if TYPE_CHECKING:
    from begreedy.run.progress import Messages

Runs = Annotated[int | None, typer.Option(help="Number of runs, instead of the default.")]
Seed = Annotated[int, typer.Option(help="Random seed: same seed, same numbers.")]
Out = Annotated[Path, typer.Option(help="Folder for figures and, unless --store is given, results.")]
Threads = Annotated[int | None, typer.Option(help="Number of threads; all cores if not given.")]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Address of a Dask scheduler, such as tcp://host:8786.")
]
Shard = Annotated[str | None, typer.Option(metavar="I/N", help="Compute only share I of N, for batch queues.")]
StoreDir = Annotated[Path | None, typer.Option("--store", help="Folder for finished runs; OUT/store if not given.")]
Plot = Annotated[Path | None, typer.Option(metavar="FILE", help="Plot the curves to this file (svg, pdf or png).")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no summary.")]
Json = Annotated[
    str | None,
    typer.Option("--json", metavar="FILE|-", help="Write rows as JSON to a file, or to standard output (-)."),
]

Alpha = Annotated[float | None, typer.Option(help="exponent of smoothness")]
Smoothness = Annotated[float | None, typer.Option(help="constant L of smoothness")]
Hardness = Annotated[float | None, typer.Option(help="hardness, arms per best arm = T**gamma")]

Rows = list[dict[str, Any]]


def find_own_modules() -> None:
    """Let Python find modules in the current folder, after all others, for specifications such as ``module:Name``."""
    with contextlib.suppress(FileNotFoundError):  # the folder was removed
        if not sys.flags.safe_path and (folder := os.getcwd()) not in sys.path:  # noqa: PTH109  # sys.path has texts
            sys.path.append(folder)


def completed(*words: str) -> Any:
    """An option that takes one of these words, which shells complete."""
    *others, last = words
    return typer.Option(
        help=f"{', '.join(others)} or {last}",
        autocompletion=lambda incomplete: [word for word in words if word.startswith(incomplete)],
    )


def say_models(parameters: list[Any], defaults: Mapping[str, Mapping[str, Any]]) -> None:
    """Write into the help of a command's parameters which models they are for.

    ``defaults``: by model, the parameters that it has, with their defaults (None: without one).
    """
    for parameter in parameters:
        if parameter.name == "model":
            parameter.help = f"One of {', '.join(defaults)}{parameter.help}"
        elif any(parameter.name in of_model for of_model in defaults.values()):
            parameter.help = for_models(parameter.name, parameter.help, defaults)


def for_models(name: str, words: str, defaults: Mapping[str, Mapping[str, Any]]) -> str:
    """The words on a parameter: first the models that have it, or the fewer that do not; last the default.

    >>> for_models("size", "arms per action", {"sets": {"size": 3}, "lists": {}})
    'sets: arms per action  [default: 3]'
    >>> for_models("size", "arms per action", {"sets": {"size": 3}, "trees": {"size": None}, "lists": {}})
    'all but lists: arms per action'
    """
    having = [model for model in defaults if name in defaults[model]]
    others = [model for model in defaults if name not in defaults[model]]
    models = ", ".join(having) if len(having) <= len(others) else f"all but {', '.join(others)}" if others else "all"
    values = {defaults[model][name] for model in having}
    default = values.pop() if len(values) == 1 else None
    return f"{models}: {words}" + ("" if default is None else f"  [default: {default:g}]")


def deliver(work: Callable[[Messages], Rows], json_file: str | None, quiet: bool = False) -> None:
    """Do a command's work and write its rows as JSON, if asked.

    Text and progress go to the terminal; to standard error if JSON takes standard output; nowhere if quiet.
    """
    from begreedy.run.progress import Messages

    if json_file and json_file != "-":  # a file that cannot be written is found out before hours of play
        if Path(json_file).is_dir():
            raise BadValue.of("--json", json_file, "- or a file", got=f"the folder {json_file}")
        Path(json_file).parent.mkdir(parents=True, exist_ok=True)
    try:
        with Messages(quiet=quiet, to_stderr=json_file == "-") as messages:
            rows = work(messages)
    except KeyboardInterrupt:
        print("begreedy: stopped; finished runs are stored, and the same command resumes", file=sys.stderr, flush=True)
        os._exit(130)  # a thread may still be compiling, which nothing can interrupt; files are whole at any moment
    if json_file is not None:
        _write_json(rows, json_file)


def _write_json(rows: Rows, target: str) -> None:
    """Write a JSON array, one row per line."""
    from begreedy.values.json_text import json_text

    text = "[\n" + ",\n".join(json_text(row) for row in rows) + "\n]\n"
    if target == "-":
        sys.stdout.write(text)
    else:
        Path(target).write_text(text, encoding="utf-8")


def known(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value is not None}
