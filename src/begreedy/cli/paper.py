"""Run the paper's experiments and leave figures, numbers, verdicts and a report."""

from __future__ import annotations

import time
from typing import Any

from begreedy.experiments.experiment import SCALES, Finished
from begreedy.experiments.settings import SHARD_DONE, Settings
from begreedy.paper import find
from begreedy.paper.cascade_tables import write_tables
from begreedy.paper.claims import judge
from begreedy.paper.figures import draw, write_figure
from begreedy.paper.published import compare_published
from begreedy.report.content import Report
from begreedy.report.headline import headline
from begreedy.report.overview import counts
from begreedy.report.page import write_report
from begreedy.results.chart import Chart
from begreedy.run.progress import Messages


def reproduce(ids: list[str], scale: str, settings: Settings, messages: Messages) -> list[dict[str, Any]]:
    """Rows of all experiments named (all, if none is); figures and the report go to the folder ``settings.out``."""
    if scale not in SCALES:
        raise ValueError(f"scale must be one of {', '.join(SCALES)}, got {scale!r}")
    settings.check()
    experiments = find(ids)
    for experiment in experiments:
        experiment.variants(settings.variant)  # a wrong name is found before anything is computed
    finished: dict[str, Finished] = {}
    charts: dict[str, dict[str, Chart]] = {}
    for experiment in experiments:
        began = time.perf_counter()
        done = settings.play(experiment, scale, messages)
        if settings.shard is None:
            charts[experiment.id] = draw(done, settings.out)
            if experiment.id.startswith("cascade-"):
                write_tables(done, settings.out)
            finished[experiment.id] = done
        messages.say(f"{experiment.id}: {time.perf_counter() - began:.1f} s")
    if settings.shard is not None:
        messages.say(SHARD_DONE)
        return []
    _report(finished, charts, scale, settings, messages)
    return [row for done in finished.values() for row in done.rows()]


def _report(
    finished: dict[str, Finished],
    charts: dict[str, dict[str, Chart]],
    scale: str,
    settings: Settings,
    messages: Messages,
) -> None:
    """Judge what was run, write the pages and say where they are."""
    top = headline(finished)
    if top is not None:
        write_figure(top, settings.out / "headline")
    report = Report(finished, charts, top, judge(finished), compare_published(finished), scale, settings)
    page = write_report(report, settings.out)
    if report.verdicts:
        words = ", ".join(f"{number} {verdict}" for verdict, number in counts(report).items() if number)
        messages.say(f"{len(report.verdicts)} claims of the paper: {words}")
    messages.say(f"figures in {settings.out}/ as SVG, PDF and PNG; open {page}")
