"""What a report is made from: finished experiments, charts, verdicts, and numbers beside the published ones."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from begreedy.experiments.experiment import Finished
from begreedy.experiments.settings import Settings
from begreedy.paper.claims import Verdict
from begreedy.paper.published import Compared
from begreedy.results.chart import Chart, Dots


@dataclass(frozen=True)
class Report:
    """All that the pages show."""

    finished: Mapping[str, Finished]
    charts: Mapping[str, Mapping[str, Chart]]  # by experiment, then by the name of the files
    headline: Dots | None
    verdicts: Sequence[Verdict]
    compared: Sequence[Compared]
    scale: str
    settings: Settings

    def verdicts_of(self, experiment: str) -> list[Verdict]:
        """Verdicts on the claims that are told in the section of an experiment: the first that they need."""
        return [v for v in self.verdicts if self.home(v) == experiment]

    def mentions(self, experiment: str) -> list[Verdict]:
        """Verdicts told in another section that this experiment has a part in."""
        return [v for v in self.verdicts if experiment in v.claim.experiments and self.home(v) != experiment]

    def home(self, verdict: Verdict) -> str:
        return next(id for id in verdict.claim.experiments if id in self.finished)

    def compared_of(self, experiment: str) -> list[Compared]:
        return [c for c in self.compared if c.published.experiment == experiment]

    def command(self, *ids: str) -> str:
        """What to type to have this again; the store makes it quick."""
        words = ["begreedy", "paper", *ids, "--scale", self.scale, "--seed", str(self.settings.seed)]
        if self.settings.runs is not None:
            words += ["--runs", str(self.settings.runs)]
        if self.settings.variant != "all":
            words += ["--variant", self.settings.variant]
        return shlex.join(words)


def seconds(finished: Finished, variant: str) -> float:
    """CPU seconds that the runs of a variant took; what is kept in the store was paid for once."""
    return sum({id(result): result.seconds for _, result in finished.of(variant)}.values())
