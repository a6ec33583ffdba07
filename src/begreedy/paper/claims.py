"""What the paper says, as checks on stored results, each with a verdict.

A *claim* is a sentence of the paper that a simulation can check.  Its check looks at the results of one variant and
returns a *finding*; the findings of the variants ``published`` and ``corrected`` together give the *verdict*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from begreedy.lab.experiment import Finished

Outcome = Literal["holds", "fails", "undecided"]
VERDICTS = ("holds", "holds only as published", "does not hold", "undecided at this number of runs")


@dataclass(frozen=True)
class Finding:
    """What the results of one variant say: the outcome, a sentence with the numbers, and the p-value of the test."""

    outcome: Outcome
    why: str
    p_value: float | None = None  # None where nothing is random


Check = Callable[[Mapping[str, Finished], str], Finding]  # finished experiments by id, and the variant to look at


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, where it stands, the experiments it needs and how it is checked."""

    id: str
    quote: str
    where: str  # such as "Section 4.1" or "Example 1"
    experiments: tuple[str, ...]
    check: Check


@dataclass(frozen=True)
class Verdict:
    """One of ``VERDICTS`` on a claim, why, and the findings by variant that led to it."""

    claim: Claim
    verdict: str
    why: str
    findings: Mapping[str, Finding]
