"""The paper: its figures and tables, one folder each, and what they have together."""

from __future__ import annotations

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
from begreedy.paper.collection import Collection, RelatedReport
from begreedy.paper.headline import headline
from begreedy.paper.published import compare_published
from begreedy.paper.theory_errata import SLIPS

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

PAPER = Collection(
    command="paper",
    title="Be Greedy in Multi-Armed Bandits, reproduced",
    question="Should I be greedy here, and with how many arms?",
    lead="The paper: Greedy, which never explores, has near-optimal regret once it keeps a well-chosen number of arms, "
    "and “outmatches the state-of-the-art” when arms are many and the horizon is short.",
    studies=(
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
    ),
    claims=tuple(claim for folder in _BY_SECTION for claim in folder.STUDY.claims),
    variants={
        "published": "Published: as the paper's companion ran it",
        "corrected": "Corrected: as the cited papers define it",
        "extra": "Extra: with comparators that the paper lacks",
    },
    errata=tuple(erratum for folder in _BY_WEIGHT for erratum in folder.STUDY.errata),
    slips=SLIPS,
    headline=headline,
    parts=(RelatedReport("The second part: questions that the paper leaves open", "begreedy beyond", "beyond"),),
    compare=compare_published,
)
