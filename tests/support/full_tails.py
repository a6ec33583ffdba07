"""Medians, quantiles, worst runs and pulls at full scale, as far as the page docs/beyond.md tells them.

``python tests/support/full_tails.py`` plays these experiments (some 9 minutes of CPU time) and writes the record.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from begreedy.beyond import BEYOND
from begreedy.experiments.experiment import Experiment, run_experiment
from begreedy.paper.inference import NumberWithError, mean_of, median_of, quantile_of, worst_of
from begreedy.results.result import Result
from begreedy.second_papers import SECOND_PAPERS

RECORD = Path(__file__).parents[1] / "beyond" / "full_tails.json"


def worst(result: Result) -> NumberWithError:
    """The mean regret of the worst 5 % of the runs."""
    return worst_of(result.final)


def largest_tenth(result: Result) -> NumberWithError:
    """The regret that a tenth of the runs exceed."""
    return quantile_of(result.final, 0.9)


def median(result: Result) -> NumberWithError:
    """The median of the regret."""
    return median_of(result.final)


def pulls_of_the_best(result: Result) -> NumberWithError:
    """The mean number of pulls of the tenth of the arms that is best."""
    return mean_of(result.measured["pulls of tenth 10"][:, -1])


# By experiment: what is told.
MEASURES: dict[str, list[Callable[[Result], NumberWithError]]] = {
    "rivals": [worst],
    "bayati2020-figure-1": [largest_tenth, pulls_of_the_best],
    "kveton2015-table-1": [median],
}


class Tail(NamedTuple):
    """A measure of a policy in a cell of an experiment, and its standard error."""

    experiment: str
    measure: str
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
    """The measures of every policy at full scale, or of its first runs."""
    for cell, name, result in run_experiment(experiment_of(id), "full", runs=runs, variant="extra").named("extra"):
        for measure in MEASURES[id]:
            value, stderr, _ = measure(result)
            name_of = measure.__name__.replace("_", " ")
            yield Tail(id, name_of, cell, name, result.runs, float(f"{value:.7g}"), float(f"{stderr:.4g}"))


def tails() -> list[Tail]:
    return [Tail(*tail) for tail in json.loads(RECORD.read_text(encoding="utf-8"))]


if __name__ == "__main__":
    lines = ",\n".join(json.dumps(tail, ensure_ascii=False) for id in MEASURES for tail in played(id))
    RECORD.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
