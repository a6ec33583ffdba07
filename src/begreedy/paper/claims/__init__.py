"""What the paper says, as checks on stored results, each with a verdict.

A *claim* is a sentence of the paper that a simulation or a computation can check.  Its check looks at the results of
one variant and returns a *finding*; the findings of the variants ``published`` and ``corrected`` together give the
*verdict*.  Where a sentence is vague, the check's docstring and the reason say what it is taken to mean: that is fixed
by the sentence and not by what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping

from begreedy.experiments.experiment import Finished
from begreedy.paper.claims import (
    budgeted,
    cascading,
    continuous,
    failure,
    guarantees,
    heatmap,
    linear,
    mortal,
    pools,
)
from begreedy.paper.claims.claim import (
    VERDICTS,
    Check,
    Claim,
    Finding,
    Outcome,
    Verdict,
    conclude,
    judge_claims,
    verdict_rows,
)

__all__ = [
    "CLAIMS",
    "VERDICTS",
    "Check",
    "Claim",
    "Finding",
    "Outcome",
    "Verdict",
    "conclude",
    "judge",
    "verdict_rows",
]

CLAIMS: tuple[Claim, ...] = (
    *failure.CLAIMS,
    *heatmap.CLAIMS,
    *guarantees.CLAIMS,
    *continuous.CLAIMS,
    *pools.CLAIMS,
    *linear.CLAIMS,
    *cascading.CLAIMS,
    *mortal.CLAIMS,
    *budgeted.CLAIMS,
)


def judge(finished: Mapping[str, Finished]) -> list[Verdict]:
    """A verdict on every claim whose experiments are all among the finished ones, by id."""
    return judge_claims(CLAIMS, finished)
