"""A user's own experiment, presented: tables of its cells, the curves, the claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from begreedy.experiments.claims import checked_claims, checked_numbers
from begreedy.experiments.execution import SHARD_DONE, Execution
from begreedy.experiments.experiment import Experiment, Finished, Scale, label_words
from begreedy.results.comparison import Comparison, paired
from begreedy.results.export import check_ending, export_labelled
from begreedy.run.progress import Messages
from begreedy.values.canonical import concise
from begreedy.values.spec import parse

Draw = Callable[[Experiment, str, dict[str, Any], Comparison], Sequence[Path]]  # experiment, variant, cell and results
Page = Callable[[Finished, Sequence[str]], Path]  # of the results, and the lines about claims


def comparison_of(problem: str, policies: Sequence[str], horizon: float | None) -> Experiment:
    """Policies on one problem, all given as texts."""
    return Experiment(
        id="compare",
        title=problem,
        cells=[({}, parse(problem, kind="problem"), horizon)],
        policies={"extra": [parse(policy, kind="policy") for policy in policies]},
        scales={"full": Scale(100, horizon)},  # type: ignore[arg-type]  # the cell has a horizon, or a budget instead
    )


def present(
    experiment: Experiment,
    execution: Execution,
    draw: Draw,
    messages: Messages,
    *,
    page: Page | None = None,
    export: Path | None = None,
) -> list[dict[str, Any]]:
    """Play an experiment, print a table per cell and its claims, draw curves and a page; returns its rows.

    All runs are written to the file ``export``, if there is one, with the labels of their cells.
    """
    execution.check()
    if export is not None:
        check_ending(export)
    finished = execution.play(experiment, "full", messages)
    if execution.shard is not None:
        messages.say(SHARD_DONE)
        return []
    for variant in experiment.variants(execution.variant):
        for labels, results in finished.cells(variant):
            comparison = paired(results)
            heading = f"\n{label_words(labels)}: {concise(results[0].problem)}\n" if labels else ""
            messages.say(heading + comparison.table())
            paths = draw(experiment, variant, labels, comparison)
            messages.say(f"curves in {', '.join(str(path) for path in paths)}")
    lines = [*checked_claims(finished), *checked_numbers(finished)]
    for line in lines:
        messages.say(line)
    if export is not None:
        messages.say(f"{export_labelled(finished.labelled(), export)} rows in {export}")
    if page is not None:
        messages.say(f"open {page(finished, lines)}")
    return finished.rows()
