"""A user's experiment: tables of its cells, the curves, what was claimed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("Agg")  # files only: no window, no display needed

import matplotlib.pyplot as plt

from begreedy.experiments.claims import checked_claims, checked_numbers
from begreedy.experiments.experiment import Experiment, Finished, Scale
from begreedy.experiments.settings import SHARD_DONE, Settings
from begreedy.experiments.toml_file import read_experiment
from begreedy.results.comparison import Comparison, paired
from begreedy.results.plot import curves
from begreedy.run.progress import Messages
from begreedy.values.spec import parse

_FORMATS = ("svg", "pdf", "png")


def present_comparison(
    problem: str, policies: list[str], horizon: Any, settings: Settings, plot: Path | None, messages: Messages
) -> list[dict[str, Any]]:
    """Policies on one problem, all given as texts: rows, a table and the curves."""
    found = parse(problem)
    experiment = Experiment(
        id="compare",
        title=problem,
        cells=[({}, found, horizon)],
        policies={"extra": [parse(policy) for policy in policies]},
        scales={"full": Scale(100, horizon)},
    )
    return present(experiment, settings, plot, messages)


def present_file(path: Path, settings: Settings, plot: Path | None, messages: Messages) -> list[dict[str, Any]]:
    """The experiment that a file describes."""
    experiment, seed = read_experiment(path)
    given = settings if settings.seed is not None else replace(settings, seed=seed)
    return present(experiment, given, plot, messages)


def present(experiment: Experiment, settings: Settings, plot: Path | None, messages: Messages) -> list[dict[str, Any]]:
    """Play an experiment, print a table per cell, draw the curves; returns its rows."""
    settings.check()
    if plot is not None and plot.suffix.lstrip(".") not in _FORMATS:
        raise ValueError(f"plot must be a file that ends in {', '.join(_FORMATS)}, got {plot}")
    finished = settings.play(experiment, "full", messages)
    if settings.shard is not None:
        messages.say(SHARD_DONE)
        return []
    for variant in experiment.variants(settings.variant):
        for labels, comparison in comparisons(finished, variant):
            heading = ", ".join(f"{key} = {value}" for key, value in labels.items())
            messages.say("\n".join(filter(None, (heading, comparison.table()))))
            if plot is not None or settings.out is not None:
                _draw(experiment, variant, labels, comparison, settings.out, plot, messages)
    for line in (*checked_claims(finished), *checked_numbers(finished)):
        messages.say(line)
    return finished.rows()


def comparisons(finished: Finished, variant: str) -> list[tuple[dict[str, Any], Comparison]]:
    """The results of each cell of a variant, side by side."""
    return [(labels, paired(results)) for labels, results in finished.cells(variant)]


def _draw(
    experiment: Experiment,
    variant: str,
    labels: dict[str, Any],
    comparison: Comparison,
    out: Path,
    plot: Path | None,
    messages: Messages,
) -> None:
    """The curves of one cell: as the file ``plot`` (its cells numbered by their labels), else in ``out``."""
    several = len(experiment.policies) > 1
    parts = [variant if several else "", *(f"{key}={value}" for key, value in labels.items())]
    ending = "".join(f"-{part}" for part in parts if part).replace("/", "_")
    base = plot.with_suffix("") if plot is not None else out / experiment.id
    paths = [base.with_name(f"{base.name}{ending}.{kind}") for kind in ([plot.suffix[1:]] if plot else _FORMATS)]
    figure, ax = plt.subplots(figsize=(6.4 if len(comparison) <= 5 else 8.2, 4.2), layout="constrained")
    curves(list(comparison), ax, band=experiment.band)
    ax.set_title(experiment.title if len(experiment.title) <= 60 else experiment.title[:57] + "...")
    base.parent.mkdir(parents=True, exist_ok=True)
    for path in paths:
        figure.savefig(path, dpi=160, metadata={"Date": None} if path.suffix == ".svg" else None)
    plt.close(figure)
    messages.say(f"curves in {', '.join(str(path) for path in paths)}")
