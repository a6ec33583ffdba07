"""The curves of a comparison as files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt

from begreedy.experiments.experiment import Experiment, cell_name, label_words
from begreedy.figures.files import FORMATS, check_format, data_file, in_style, save, write_data
from begreedy.results.comparison import Comparison
from begreedy.results.styles import literal
from begreedy.results.summary import CURVE_HEAD, curve_rows

_LONGEST = 60  # characters of a title


def brief_title(words: str) -> str:
    """Words that fit above a figure."""
    return words if len(words) <= _LONGEST else words[: _LONGEST - 3] + "..."


def drawn_into(out: Path, plot: Path | None) -> Callable[[Experiment, str, dict[str, Any], Comparison], list[Path]]:
    """What draws the cells of an experiment: into the file ``plot``, checked at once, or else the folder ``out``."""
    check_format(plot)
    return partial(_write_cell, out, plot)


def _write_cell(
    out: Path, plot: Path | None, experiment: Experiment, variant: str, labels: dict[str, Any], comparison: Comparison
) -> list[Path]:
    """The curves of one cell; several variants and cells are told apart in the file's name and the title."""
    shown = variant if len(experiment.policies) > 1 else ""
    name = cell_name(experiment, variant, labels)
    base = out / name if plot is None else plot.with_name(plot.stem + name.removeprefix(experiment.id))
    paths = [base.with_name(f"{base.name}.{kind}") for kind in ([plot.suffix[1:]] if plot else FORMATS)]
    about = ", ".join(filter(None, (shown, label_words(labels))))
    with in_style():
        figure, ax = plt.subplots(figsize=(6.4 if len(comparison) <= 5 else 8.2, 4.2), layout="constrained")
        comparison.plot(ax, band=experiment.band)
        ax.set_title("\n".join(literal(brief_title(words)) for words in (experiment.title, about) if words))
    save(figure, paths)
    rows = [row for name, result in zip(comparison.labels, comparison, strict=True) for row in curve_rows(name, result)]
    return [*paths, write_data(data_file(paths[0]), CURVE_HEAD, rows)]
