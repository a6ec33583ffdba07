"""Medians, quantiles and worst runs at full scale, as far as the page docs/beyond.md tells them.

``python tests/support/full_tails.py`` plays these experiments (some 15 minutes of CPU time) and writes the record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from begreedy.beyond import BEYOND
from begreedy.experiments.experiment import Experiment, run_experiment
from begreedy.paper.inference import NumberWithError, median_of, quantile_of, worst_of
from begreedy.second_papers import SECOND_PAPERS

RECORD = Path(__file__).parents[1] / "beyond" / "full_tails.json"


def largest_tenth(regret: np.ndarray) -> NumberWithError:
    """What a tenth of the runs exceed."""
    return quantile_of(regret, 0.9)


# By experiment: which measure of the regret is told.
MEASURES: dict[str, Callable[[np.ndarray], NumberWithError]] = {
    "rivals": worst_of,
    "bayati2020-figure-1": largest_tenth,
    "kveton2015-table-1": median_of,
}


class Tail(NamedTuple):
    """The measure of a policy's regret in a cell of an experiment, and its standard error."""

    experiment: str
    cell: dict[str, Any]
    policy: str
    runs: int
    value: float
    stderr: float


def experiment_of(id: str) -> Experiment:
    collections = [BEYOND, *SECOND_PAPERS.values()]
    (experiment,) = (collection.experiments[id] for collection in collections if id in collection.experiments)
    return experiment


def played(id: str, runs: int | None = None) -> Iterator[Tail]:
    """The measure of every policy at full scale, or of its first runs."""
    for cell, name, result in run_experiment(experiment_of(id), "full", runs=runs, variant="extra").named("extra"):
        value, stderr, _ = MEASURES[id](result.final)
        yield Tail(id, cell, name, result.runs, float(f"{value:.7g}"), float(f"{stderr:.4g}"))


def tails() -> list[Tail]:
    return [Tail(*tail) for tail in json.loads(RECORD.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(tail, ensure_ascii=False) for id in MEASURES for tail in played(id))
    RECORD.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
