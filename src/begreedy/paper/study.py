"""A study: one figure or table of the paper, with its experiments, claims, chart and errata."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from begreedy.experiments.experiment import Experiment, Finished
from begreedy.paper.claim import Claim
from begreedy.paper.curves import over_time
from begreedy.paper.erratum import Erratum
from begreedy.results.chart import Chart


class StudyTable(NamedTuple):
    """Words in rows and columns."""

    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]


@dataclass(frozen=True)
class Study:
    """One figure or table of the paper.

    ``chart`` draws the results of a variant, and so do the ``further_charts``, each with an ending for the names of its
    files.  ``table`` is made of the rows of an experiment that simulates nothing;
    others have their mean regrets, or what ``tables`` makes of their results.  ``write_files`` writes what there is
    besides figures into a folder.
    """

    experiments: tuple[Experiment, ...]
    claims: tuple[Claim, ...] = ()
    errata: tuple[Erratum, ...] = ()
    chart: Callable[[Finished, str], Chart] = over_time
    further_charts: Mapping[str, Callable[[Finished, str], Chart]] = field(default_factory=dict)
    table: Callable[[list[dict[str, Any]]], StudyTable] | None = None
    tables: Callable[[Finished], list[StudyTable]] | None = None
    write_files: Callable[[Finished, Path], list[Path]] | None = None

    def charts(self, finished: Finished) -> dict[str, Chart]:
        """The charts of each variant that differs from those before it ("" where nothing is simulated).

        By variant; those that are not its first have an ending, as in ``extra-pulls``.
        """
        drawn: dict[str, Chart] = {}
        for variant in distinct_variants(finished):
            drawn[variant] = self.chart(finished, variant)
            drawn |= {f"{variant}-{ending}": draw(finished, variant) for ending, draw in self.further_charts.items()}
        return drawn


def distinct_variants(finished: Finished) -> list[str]:
    """The variants whose policies or problems differ from those before them; "" alone where nothing is simulated."""
    distinct: list[str] = []
    seen: list[list[tuple[Any, Any]]] = []
    for variant in finished.experiment.variants("all"):
        content = [(result.policy, result.problem) for _, result in finished.of(variant)]
        if content and content not in seen:
            seen.append(content)
            distinct.append(variant)
    return distinct if finished.experiment.variants("all") else [""]
