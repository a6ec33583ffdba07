"""Claims of Section 7.3, on many arms, and the one about continuous, infinitely many and many arms together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from begreedy import theory
from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, computed_finding
from begreedy.paper.continuous import claims as continuous
from begreedy.paper.evidence import Evidence, below, cells, steadier, whole
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.paper.inference import Asserted, all_negative
from begreedy.paper.infinite import claims as infinite
from begreedy.paper.many_armed.experiment import ARMS, HARDNESS, best_arms

ROUNDS, PRINTED_BEST = 5000, 64


def many(finished: Mapping[str, Finished], variant: str) -> Evidence:
    return whole(finished, "many-armed", variant, ROUNDS)


def number_of_best(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The formula, evaluated."""
    right = best_arms(ROUNDS)
    why = f"ceil({ARMS} / {ROUNDS}^{HARDNESS}) = {right}, printed {PRINTED_BEST}"
    return computed_finding(right == PRINTED_BEST, why)


def near_its_limit(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The limit is the hardness 1/2, from which on the theorem's T^(gamma + 1/2) log T is not below T for any T.

    Near: nearer to it than to 0.  That the bound says nothing at this horizon is told, not judged.
    """
    bound = theory.many_armed(ROUNDS, HARDNESS, printed=True)
    return computed_finding(
        0.25 < HARDNESS < 0.5,
        f"the guarantee of order T^(gamma + 1/2) is sublinear for gamma < 1/2, and gamma is {HARDNESS}; at this "
        f"horizon it already says nothing: {bound.k} of {ARMS} arms, and at most {bound.value:.0f} in {ROUNDS} rounds",
    )


def oracle_greedy_wins(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Outperforms: lower mean regret at the horizon than OracleMOSS.  Longer horizons, where run, are told."""
    finding = all_negative([below(many(finished, variant), "OracleGreedy", "OracleMOSS")])
    longer = cells(finished, "many-armed-long", "extra") if "many-armed-long" in finished else []
    at_other_horizons = [
        below(cell, "OracleGreedy", "OracleMOSS", label=f"T = {cell.labels['horizon']}").text
        for cell in longer
        if cell.labels["horizon"] != ROUNDS
    ]
    return replace(finding, why="; ".join([finding.why, *at_other_horizons]))


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


def _pools(finished: Mapping[str, Finished], variant: str) -> list[tuple[str, Evidence, str, tuple[str, ...]]]:
    """The six experiments with too many arms: name, cell, which Greedy, and its rivals."""
    functions = continuous.scenarios(finished, variant)
    pools = [(name, cell, "Greedy", continuous.RIVALS) for name, cell in functions.items()]
    for name in infinite.TAILS:
        cell = infinite.infinite(finished, variant, name)
        pools.append((f"infinite, {name} prior", cell, "Greedy", ("UCB-F", "MeDZO", "TwoTarget")))
    return [*pools, ("many-armed", many(finished, variant), "OracleGreedy", ("MOSS", "OracleMOSS", "MeDZO"))]


def outmatches(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Outmatches: Greedy (OracleGreedy of many arms) has the lowest mean regret in each of the six experiments."""
    return all_negative(
        below(cell, greedy, rival, label=name)
        for name, cell, greedy, rivals in _pools(finished, variant)
        for rival in rivals
    )


def baseline(finished: Mapping[str, Finished], variant: str) -> Finding:
    """A baseline worth having: at most one of three rivals is better, in each of the six experiments.

    Tested is the second best of the rivals, by their means.
    """
    tests = []
    for name, cell, greedy, rivals in _pools(finished, variant):
        second = sorted(rivals, key=lambda rival: float(cell[rival].final.mean()))[1]
        tests.append(below(cell, greedy, second, label=name))
    return all_negative(tests, "a standard baseline: at most one of three rivals is better")


def unknown_horizon(finished: Mapping[str, Finished], variant: str) -> Finding:
    """As usual: restarted with doubled horizons, Greedy loses at most what doubling adds to a bound of order T^p.

    Restarts of lengths T, T/2, T/4, ... sum T^p up to 1 / (1 - 2^-p) times it; p is the exponent of the theorem.
    """
    tests = []
    for name, cell in continuous.scenarios(finished, variant).items():
        alpha = FUNCTIONS[name].alpha
        tests.append(_doubled(cell, name, (3.0 * alpha + 2.0) / (4.0 * alpha + 2.0)))
    for name, beta in infinite.TAILS.items():
        cell = infinite.infinite(finished, variant, name)
        tests.append(_doubled(cell, f"infinite, {name} prior", (3.0 + beta) / (4.0 + beta)))
    return all_negative(tests, "as usual: at most 1 / (1 - 2^-p) times the regret, p the exponent of the bound")


def _doubled(cell: Evidence, label: str, power: float) -> Asserted:
    factor = round(1.0 / (1.0 - 2.0**-power), 2)
    return below(cell, "Doubling(Greedy)", "Greedy", share=factor, label=label)


CLAIMS = (
    Claim(
        "many-best-arms",
        "resulting in a number of best arms m = ⌈n/T^γ⌉ = 64",
        "Section 7.3",
        ("many-armed",),
        number_of_best,
    ),
    Claim(
        "many-limit",
        "In this setup, Greedy is near its limit in terms of theoretical guarantee.",
        "Section 7.3",
        ("many-armed",),
        near_its_limit,
        afterwards="first read as: near, but within, so that the bound had to say something at this horizon",
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
    Claim(
        "pools-baseline",
        "the Greedy algorithm should be considered as a standard baseline when multiple near-optimal arms are present",
        "Section 8, conclusion",
        (*continuous.IDS, *infinite.IDS, "many-armed"),
        baseline,
        afterwards="that one of three rivals may be better was allowed when TwoTarget was known to be",
    ),
    Claim(
        "pools-horizon",
        "unknown time horizon can be handled as usual in bandit problems",
        "Section 2",
        (*continuous.IDS, *infinite.IDS),
        unknown_horizon,
        ("extra",),
        afterwards="added when the regret of restarting was known at these horizons",
    ),
)
