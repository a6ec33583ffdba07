"""What the paper says, as checks on results, each with a verdict.

A *claim* is a sentence of the paper that a simulation or a computation can check.  Its check looks at the results of
one variant and returns a *finding*; the findings of the variants ``published`` and ``corrected`` together give the
*verdict*.  Where a sentence is vague, the check's docstring and the reason say what it is taken to mean: that is fixed
by the sentence and not by what comes out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from begreedy.experiments.experiment import Finished

Outcome = Literal["holds", "fails", "undecided"]
HOLDS, ONLY_PUBLISHED, FAILS, UNDECIDED = VERDICTS = (
    "holds",
    "holds only as published",
    "does not hold",
    "undecided at this number of runs",
)
NOT_JUDGED = "not judged"  # in place of a verdict, where experiments that it needs were not run


@dataclass(frozen=True)
class Finding:
    """What the results of one variant say: the outcome, a sentence with the numbers, and the p-value of the test."""

    outcome: Outcome
    why: str
    p_value: float | None = None  # None where nothing is random


class Unclear(Exception):
    """The results cannot tell, whatever they are: too short, or a cell is missing; the message says why."""


Check = Callable[[Mapping[str, Finished], str], Finding]  # finished experiments by id, and the variant to look at


def computed_finding(true: bool, why: str) -> Finding:
    """The finding of a claim about numbers that are computed."""
    return Finding("holds" if true else "fails", why)


@dataclass(frozen=True)
class Claim:
    """A sentence of the paper, where it stands, the experiments it needs and how it is checked."""

    id: str
    quote: str
    where: str  # such as "Section 4.1" or "Example 1"
    experiments: tuple[str, ...]
    check: Check
    variants: tuple[str, ...] = ("published", "corrected")  # that can tell; their results, or computed rows


@dataclass(frozen=True)
class Verdict:
    """One of ``VERDICTS`` on a claim, why, and the findings by variant that led to it."""

    claim: Claim
    verdict: str
    why: str
    findings: Mapping[str, Finding]


def judge_claims(claims: Iterable[Claim], finished: Mapping[str, Finished]) -> list[Verdict]:
    """A verdict on each claim whose experiments are all there, from those of its variants that were run."""
    verdicts = []
    for claim in claims:
        if all(id in finished for id in claim.experiments):
            findings = {v: _finding(claim, finished, v) for v in claim.variants if _was_run(claim, finished, v)}
            if findings:
                verdicts.append(Verdict(claim, *conclude(findings), findings))
    return verdicts


class Unjudged(NamedTuple):
    """A claim that some of the finished experiments are about, but not all that it needs; and what is missing."""

    claim: Claim
    missing: tuple[str, ...]  # experiments; none if it is a variant of one that was not run

    @property
    def why(self) -> str:
        what = ", ".join(self.missing) or f"the variant {' or '.join(self.claim.variants)}"
        return f"needs {what} too, which {'were' if len(self.missing) > 1 else 'was'} not run"


def unjudged_claims(claims: Iterable[Claim], finished: Mapping[str, Finished]) -> list[Unjudged]:
    """The claims about finished experiments on which there can be no verdict, each with what it needs besides."""
    left = []
    for claim in claims:
        missing = tuple(id for id in claim.experiments if id not in finished)
        if len(missing) == len(claim.experiments):
            continue
        if missing or not any(_was_run(claim, finished, variant) for variant in claim.variants):
            left.append(Unjudged(claim, missing))
    return left


def _was_run(claim: Claim, finished: Mapping[str, Finished], variant: str) -> bool:
    """Whether all simulated experiments have this variant; what is only computed is the same for all of them."""
    simulated = [finished[id] for id in claim.experiments if finished[id].experiment.computed is None]
    if not simulated:
        return variant == claim.variants[0]
    return all(any(v == variant for v, _, _ in done.results) for done in simulated)


def _finding(claim: Claim, finished: Mapping[str, Finished], variant: str) -> Finding:
    try:
        return claim.check(finished, variant)
    except Unclear as why:
        return Finding("undecided", str(why))


def conclude(findings: Mapping[str, Finding]) -> tuple[str, str]:
    """The verdict and its reason.

    What fails as published does not hold, whatever the corrected variant says, which is then told.  What holds as
    published needs the corrected variant's consent; while that is undecided, so is the verdict.  A variant alone
    decides alone.

    >>> conclude({"published": Finding("holds", "1 < 2"), "corrected": Finding("fails", "3 > 2")})
    ('holds only as published', 'as published it holds: 1 < 2; corrected it fails: 3 > 2')
    """
    outcomes = [finding.outcome for finding in findings.values()]
    first = outcomes[0]
    if first == "fails":
        verdict = FAILS
    elif "undecided" in outcomes:
        verdict = UNDECIDED
    else:
        verdict = ONLY_PUBLISHED if "fails" in outcomes else HOLDS
    return verdict, _reason(findings)


_TITLES = {"published": "as published", "corrected": "corrected", "extra": "with the extra policies"}
_SAYS = {"holds": "it holds", "fails": "it fails", "undecided": "it is undecided"}


def _reason(findings: Mapping[str, Finding]) -> str:
    """One sentence if all variants say the same, else one for each."""
    if len({finding.why for finding in findings.values()}) == 1:
        return next(iter(findings.values())).why
    reasons = (f"{_TITLES[variant]} {_SAYS[finding.outcome]}: {finding.why}" for variant, finding in findings.items())
    return "; ".join(reasons)


def verdict_rows(verdicts: Iterable[Verdict], unjudged: Iterable[Unjudged] = ()) -> list[dict[str, Any]]:
    """One plain object per verdict, for JSON, then one per claim that is not judged."""
    rows: list[dict[str, Any]] = [
        {
            **_claim_row(verdict.claim),
            "verdict": verdict.verdict,
            "why": verdict.why,
            "findings": {
                variant: {"outcome": finding.outcome, "why": finding.why, "p_value": finding.p_value}
                for variant, finding in verdict.findings.items()
            },
        }
        for verdict in verdicts
    ]
    return rows + [
        {**_claim_row(left.claim), "verdict": NOT_JUDGED, "why": left.why, "findings": {}} for left in unjudged
    ]


def _claim_row(claim: Claim) -> dict[str, Any]:
    return {
        "claim": claim.id,
        "quote": claim.quote,
        "where": claim.where,
        "experiments": list(claim.experiments),
    }
