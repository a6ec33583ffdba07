"""The files of a figure: SVG, PDF and PNG."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import matplotlib.figure
import matplotlib.pyplot as plt

FORMATS = ("svg", "pdf", "png")


def check_format(plot: Path | None) -> None:
    """Raise unless a file that a figure was asked for, if any, ends like one: before anything is computed."""
    endings = [f".{kind}" for kind in FORMATS]
    if plot is not None and plot.suffix not in endings:
        raise ValueError(f"plot must be a file that ends in {', '.join(endings)}, got {plot}")


def save(figure: matplotlib.figure.Figure, paths: Iterable[Path]) -> None:
    """Write a figure to files, the same bytes whenever it is written, and forget it."""
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, dpi=160, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
