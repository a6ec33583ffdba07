"""Claims of Section 7.3, on many arms, and the one about continuous, infinitely many and many arms together."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from begreedy import theory
from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding
from begreedy.paper.continuous import claims as continuous
from begreedy.paper.evidence import Cell, below, steadier, whole
from begreedy.paper.inference import all_negative
from begreedy.paper.infinite import claims as infinite
from begreedy.theory.greedy_many import arms_many

ROUNDS = 5000
ARMS, HARDNESS, PRINTED_BEST = 2000, 0.4, 64


def many(finished: Mapping[str, Finished], variant: str) -> Cell:
    return whole(finished, "many-armed", variant, ROUNDS)


def best_arms(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The formula, evaluated."""
    right = ceil(ARMS / ROUNDS**HARDNESS)
    why = f"ceil({ARMS} / {ROUNDS}^{HARDNESS}) = {right}, printed {PRINTED_BEST}"
    return Finding("holds" if right == PRINTED_BEST else "fails", why)


def near_its_limit(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Near the limit, but within: the theorem's number of arms exists, and its bound is below T."""
    bound = theory.many_armed(ROUNDS, HARDNESS)
    theorem_arms = ceil(arms_many(ROUNDS, HARDNESS))
    within = theorem_arms <= ARMS and bound.value <= ROUNDS
    why = (
        f"the theorem keeps {theorem_arms} of {ARMS} arms and promises at most {bound.value:.0f} in {ROUNDS} rounds "
        "(near its limit: both still say something; gamma = 0.4 itself is near its limit 1/2)"
    )
    return Finding("holds" if within else "fails", why)


def oracle_greedy_wins(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Outperforms: lower mean regret at the horizon than OracleMOSS."""
    return all_negative([below(many(finished, variant), "OracleGreedy", "OracleMOSS")])


def closest(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Closest: OracleMOSS has the lowest mean regret of the others."""
    cell = many(finished, variant)
    return all_negative(below(cell, "OracleMOSS", rival) for rival in ("MOSS", "MeDZO", "Greedy"))


def best_of_many(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Excellent: OracleGreedy has the lowest mean regret of all."""
    cell = many(finished, variant)
    return all_negative(below(cell, "OracleGreedy", rival) for rival in ("MOSS", "OracleMOSS", "MeDZO", "Greedy"))


def much_steadier(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Much smaller: at most half."""
    return all_negative(
        [steadier(many(finished, variant), "OracleGreedy", "OracleMOSS", 0.5)], "much: at most half the variance"
    )


def outmatches(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Outmatches: Greedy (OracleGreedy of many arms) has the lowest mean regret in each of the six experiments."""
    tests = [
        below(cell, "Greedy", rival, label=name)
        for name, cell in continuous.scenarios(finished, variant).items()
        for rival in continuous.RIVALS
    ]
    tests += [
        below(infinite.infinite(finished, variant, name), "Greedy", rival, label=f"infinite, {name} prior")
        for name in infinite.TAILS
        for rival in ("UCB-F", "MeDZO", "TwoTarget")
    ]
    cell = many(finished, variant)
    tests += [below(cell, "OracleGreedy", rival, label="many-armed") for rival in ("MOSS", "OracleMOSS", "MeDZO")]
    return all_negative(tests)


CLAIMS = (
    Claim(
        "many-best-arms",
        "resulting in a number of best arms m = ⌈n/T^γ⌉ = 64",
        "Section 7.3",
        ("many-armed",),
        best_arms,
    ),
    Claim(
        "many-limit",
        "In this setup, Greedy is near its limit in terms of theoretical guarantee.",
        "Section 7.3",
        ("many-armed",),
        near_its_limit,
    ),
    Claim(
        "many-excellent",
        "Once again we observe the excellent performance of Greedy on a subsampling of arms",
        "Section 7.3",
        ("many-armed",),
        best_of_many,
    ),
    Claim("many-oracle", "it outperforms OracleMOSS", "Section 7.3", ("many-armed",), oracle_greedy_wins),
    Claim("many-closest", "OracleMOSS, its closest competitor", "Section 7.3", ("many-armed",), closest),
    Claim(
        "many-variance",
        "the variance of OracleGreedy is much smaller than OracleMOSS",
        "Section 7.3",
        ("many-armed",),
        much_steadier,
    ),
    Claim(
        "pools-outmatches",
        "In all these settings, we repeat the experiments of previous papers and show that the Greedy algorithm "
        "outmatches the state-of-the-art.",
        "Section 1, our results",
        (*continuous.IDS, *infinite.IDS, "many-armed"),
        outmatches,
    ),
)
