"""The files of a figure: SVG, PDF and PNG, and its numbers as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import matplotlib.figure
import matplotlib.pyplot as plt

from begreedy.results.styles import figure_style
from begreedy.values.errors import BadValue

FORMATS = ("svg", "pdf", "png")
_NO_DATE: dict[str, Any] = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}


def check_format(plot: Path | None) -> None:
    """Raise unless a file that a figure was asked for, if any, ends like one: before anything is computed."""
    endings = [f".{kind}" for kind in FORMATS]
    if plot is not None and plot.suffix not in endings:
        raise BadValue.of("plot", plot, f"a file that ends in {', '.join(endings)}", got=str(plot))


def in_style() -> AbstractContextManager[None]:
    """A context in which figures are drawn and saved in our style, the same bytes whenever that is."""
    return plt.rc_context({**figure_style(), "svg.hashsalt": "begreedy"})


def save(figure: matplotlib.figure.Figure, paths: Iterable[Path]) -> None:
    """Write a figure to files and forget it."""
    with in_style():
        for path in paths:
            path.parent.mkdir(parents=True, exist_ok=True)
            figure.savefig(path, metadata=_NO_DATE.get(path.suffix))
    plt.close(figure)


def data_file(figure: Path) -> Path:
    """The file with the numbers of a figure, beside it.

    >>> data_file(Path("results/compare.svg")).as_posix()
    'results/compare-data.csv'
    """
    return figure.with_name(f"{figure.stem}-data.csv")


def write_data(path: Path, head: Sequence[str], rows: Iterable[Sequence[Any]]) -> Path:
    """Write rows of numbers and words as CSV."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(head)
        writer.writerows(rows)
    return path
