"""A collection of studies: run by one command, judged together, told in one report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from begreedy.experiments.experiment import Experiment, Finished
from begreedy.paper.claim import Claim, Unjudged, Verdict, finding_level, judge_claims, unjudged_claims
from begreedy.paper.erratum import Erratum
from begreedy.paper.published import Compared
from begreedy.paper.study import Study
from begreedy.paper.theory_errata import Slip
from begreedy.results.chart import DotChart
from begreedy.values.errors import BadValue
from begreedy.values.names import nearest


def _nothing_printed(_finished: Mapping[str, Finished]) -> list[Compared]:
    return []


def _no_headline(_finished: Mapping[str, Finished]) -> DotChart | None:
    return None


class RelatedReport(NamedTuple):
    """Another report that belongs to one: what it is about, the command that makes it, and its usual folder."""

    words: str
    command: str
    folder: str


@dataclass(frozen=True)
class Collection:
    """Studies with all that is told of them together."""

    command: str  # of the command line, that runs them, with its options
    title: str  # of the report
    question: str  # its heading
    lead: str  # what is known before, in a sentence; "The paper: ..."
    studies: tuple[Study, ...]
    claims: tuple[Claim, ...]  # in the order in which they are told
    variants: Mapping[str, str]  # in words, by name; "" for one that needs none
    errata: tuple[Erratum, ...] = ()  # those first that change most
    slips: tuple[Slip, ...] = ()  # errata of theory
    headline: Callable[[Mapping[str, Finished]], DotChart | None] = field(default=_no_headline)
    parts: tuple[RelatedReport, ...] = ()  # other reports that belong to it
    compare: Callable[[Mapping[str, Finished]], Sequence[Compared]] = field(default=_nothing_printed)

    @cached_property
    def experiments(self) -> dict[str, Experiment]:
        """All experiments, by id."""
        return {experiment.id: experiment for study in self.studies for experiment in study.experiments}

    def find(self, ids: Sequence[str]) -> list[Experiment]:
        """The experiments of these ids; all of them if none is named."""
        for id in ids:
            if id not in self.experiments:
                words = f"no experiment {id!r}; did you mean {nearest(id, self.experiments)}?"
                allowed = "one of 'begreedy list experiments'"
                raise BadValue(f"{words} 'begreedy list experiments' has all", field="id", value=id, allowed=allowed)
        return [self.experiments[id] for id in ids] if ids else list(self.experiments.values())

    def study_of(self, id: str) -> Study:
        """The figure, table or question that an experiment belongs to."""
        return next(study for study in self.studies if any(experiment.id == id for experiment in study.experiments))

    def judge(self, finished: Mapping[str, Finished]) -> list[Verdict]:
        """A verdict on every claim whose experiments are all among the finished ones, by id."""
        return judge_claims(self.claims, finished, finding_level(self.claims))

    def unjudged(self, finished: Mapping[str, Finished]) -> list[Unjudged]:
        """The claims about finished experiments that need others, too."""
        return unjudged_claims(self.claims, finished)
