"""The paper: its figures and tables, one folder each, and what they have together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from begreedy.experiments.experiment import Experiment, Finished
from begreedy.paper import (
    bounds,
    budgeted,
    cascading,
    continuous,
    failure,
    functions,
    heatmap,
    infinite,
    linear,
    many_armed,
    mortal,
    theorems,
)
from begreedy.paper.claim import Claim, Unjudged, Verdict, finding_level, judge_claims, unjudged_claims
from begreedy.paper.erratum import Erratum
from begreedy.paper.study import Study
from begreedy.values.names import nearest

STUDIES: tuple[Study, ...] = (
    heatmap.STUDY,
    bounds.STUDY,
    continuous.STUDY,
    infinite.STUDY,
    many_armed.STUDY,
    failure.STUDY,
    functions.STUDY,
    linear.STUDY,
    cascading.STUDY,
    mortal.STUDY,
    budgeted.STUDY,
    theorems.STUDY,
)
EXPERIMENTS: dict[str, Experiment] = {
    experiment.id: experiment for study in STUDIES for experiment in study.experiments
}

# Claims in the order of the paper's text; errata, those first that change most.
_BY_SECTION = (
    failure,
    heatmap,
    theorems,
    bounds,
    functions,
    continuous,
    infinite,
    many_armed,
    linear,
    cascading,
    mortal,
    budgeted,
)
_BY_WEIGHT = (cascading, infinite, continuous, many_armed, bounds, linear, budgeted, heatmap)
CLAIMS: tuple[Claim, ...] = tuple(claim for folder in _BY_SECTION for claim in folder.STUDY.claims)
ERRATA: tuple[Erratum, ...] = tuple(erratum for folder in _BY_WEIGHT for erratum in folder.STUDY.errata)


def find(ids: Sequence[str]) -> list[Experiment]:
    """The experiments of these ids; all of them if none is named."""
    for id in ids:
        if id not in EXPERIMENTS:
            raise ValueError(
                f"no experiment {id!r}; did you mean {nearest(id, EXPERIMENTS)}? 'begreedy list experiments' has all"
            )
    return [EXPERIMENTS[id] for id in ids] if ids else list(EXPERIMENTS.values())


def study_of(id: str) -> Study:
    """The figure or table that an experiment belongs to."""
    return next(study for study in STUDIES if any(experiment.id == id for experiment in study.experiments))


def judge(finished: Mapping[str, Finished]) -> list[Verdict]:
    """A verdict on every claim whose experiments are all among the finished ones, by id."""
    return judge_claims(CLAIMS, finished, finding_level(CLAIMS))


def unjudged(finished: Mapping[str, Finished]) -> list[Unjudged]:
    """The claims about finished experiments that need others, too."""
    return unjudged_claims(CLAIMS, finished)
