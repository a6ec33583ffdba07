"""Run the experiments of a collection and leave figures, tables, verdicts and printed numbers beside ours."""

from __future__ import annotations

import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from begreedy.experiments.execution import SHARD_DONE, Execution
from begreedy.experiments.experiment import SCALES, Finished
from begreedy.figures.drawing import write_figure
from begreedy.paper.claim import VERDICTS, Unjudged, Verdict, verdict_rows
from begreedy.paper.collection import Collection
from begreedy.paper.published import Compared, published_rows
from begreedy.paper.study import Study
from begreedy.results.chart import Chart, DotChart
from begreedy.run.progress import Messages
from begreedy.values.errors import BadValue
from begreedy.values.json_text import json_text


@dataclass(frozen=True)
class Reproduction:
    """Finished experiments of a collection, their charts, the verdicts, and ours beside the published numbers."""

    collection: Collection
    finished: Mapping[str, Finished]
    charts: Mapping[str, Mapping[str, Chart]]  # by experiment, then by the name of the files
    headline: DotChart | None
    verdicts: Sequence[Verdict]
    compared: Sequence[Compared]
    scale: str
    execution: Execution

    def verdicts_of(self, experiment: str) -> list[Verdict]:
        """Verdicts on the claims that are told with an experiment: the first that they need."""
        return [v for v in self.verdicts if self.home(v) == experiment]

    def mentions(self, experiment: str) -> list[Verdict]:
        """Verdicts told with another experiment that this one has a part in."""
        return [v for v in self.verdicts if experiment in v.claim.experiments and self.home(v) != experiment]

    def home(self, verdict: Verdict) -> str:
        """The experiment that a claim is told with."""
        return next(id for id in verdict.claim.experiments if id in self.finished)

    @cached_property
    def unjudged(self) -> list[Unjudged]:
        """Claims about these experiments that need others, too."""
        return self.collection.unjudged(self.finished)

    def unjudged_of(self, experiment: str) -> list[Unjudged]:
        """Those told with an experiment: the first of theirs that was run."""
        return [
            left
            for left in self.unjudged
            if next(id for id in left.claim.experiments if id in self.finished) == experiment
        ]

    def counts(self) -> dict[str, int]:
        """Number of claims by verdict."""
        return {verdict: sum(v.verdict == verdict for v in self.verdicts) for verdict in VERDICTS}

    def compared_of(self, experiment: str) -> list[Compared]:
        """Published numbers of an experiment beside ours."""
        return [c for c in self.compared if c.published.experiment == experiment]

    def command(self, *ids: str) -> str:
        """What to type to have this again; the store makes it quick."""
        words = ["begreedy", *self.collection.command.split(), *ids, "--scale", self.scale]
        words += ["--seed", str(self.execution.seed)]
        if self.execution.runs is not None:
            words += ["--runs", str(self.execution.runs)]
        if self.execution.variant != "all":
            words += ["--variant", self.execution.variant]
        return shlex.join(words)

    def rows(self) -> list[dict[str, Any]]:
        """The rows of all experiments."""
        return [row for done in self.finished.values() for row in done.rows()]


def reproduce(
    collection: Collection, ids: Sequence[str], scale: str, execution: Execution, messages: Messages
) -> Reproduction | None:
    """Play all experiments named (all, if none is) and write what comes out to ``execution.out``; None for a shard."""
    if scale not in SCALES:
        raise BadValue.of("scale", scale, f"one of {', '.join(SCALES)}")
    execution.check()
    experiments = collection.find(ids)
    for experiment in experiments:
        experiment.variants(execution.variant)  # a wrong name is found before anything is computed
    finished: dict[str, Finished] = {}
    charts: dict[str, dict[str, Chart]] = {}
    for experiment in experiments:
        began = time.perf_counter()
        done = execution.play(experiment, scale, messages)
        if execution.shard is None:
            finished[experiment.id] = done
            charts[experiment.id] = write_files(collection.study_of(experiment.id), done, execution.out)
        messages.say(f"{experiment.id}: {time.perf_counter() - began:.1f} s")
    if execution.shard is not None:
        messages.say(SHARD_DONE)
        return None
    top = collection.headline(finished)
    if top is not None:
        write_figure(top, execution.out / "headline")
    verdicts, compared = collection.judge(finished), collection.compare(finished)
    whole = Reproduction(collection, finished, charts, top, verdicts, compared, scale, execution)
    write_numbers(whole, execution.out)
    return whole


def write_files(study: Study, finished: Finished, folder: Path) -> dict[str, Chart]:
    """Write an experiment's figures, one per variant that differs, and tables; what was drawn, by the files' name."""
    id = finished.experiment.id
    drawn = {"-".join(filter(None, (id, variant))): chart for variant, chart in study.charts(finished).items()}
    for name, chart in drawn.items():
        write_figure(chart, folder / name)
    if study.write_files is not None:
        study.write_files(finished, folder)
    return drawn


def write_numbers(whole: Reproduction, folder: Path) -> None:
    """Write the verdicts and the published numbers beside ours as JSON."""
    folder.mkdir(parents=True, exist_ok=True)
    verdicts = verdict_rows(whole.verdicts, whole.unjudged)
    for name, rows in (("verdicts", verdicts), ("published", published_rows(whole.compared))):
        (folder / f"{name}.json").write_text(json_text(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
