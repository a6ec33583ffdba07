"""Errors in the authors' package (CRAN, CBT 1.0); read, not run."""

from __future__ import annotations

from begreedy.paper.erratum import Erratum
from begreedy.second_papers.chan2018.experiment import ID

ERRATA = (
    Erratum(
        "chan-direction",
        "The manual has the direction of the test reversed",
        "An arm of mean losses is said to be played until its confidence bound drops below the target.",
        "It is played until the bound exceeds the target, as the package's code has it.",
        (ID,),
    ),
    Erratum(
        "chan-undefined",
        "Two of its three functions assign to an element of a variable that does not exist",
        "Emp_CBT and Ana_CBT write L[K] before there is an L, which R answers with an error unless the caller has one.",
        "L must be made first. The example of the manual calls CBT only.",
        (ID,),
    ),
)
