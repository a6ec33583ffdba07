"""What was expected of Greedy on sets of arms, written before anything of the study was run.

Of the two sets a small run was known from the documentation (m = 2, 10 and 50, 200 runs); claims on them say so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from math import exp

import numpy as np

from begreedy.beyond.sets import (
    CORRELATIONS,
    EXPERIMENT,
    GAPS,
    GRIDS,
    ID,
    SEPARATIONS,
    against_the_best,
)
from begreedy.beyond.sets_tables import tables, write_numbers
from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.evidence import Evidence, below, cells, safer
from begreedy.paper.inference import Asserted, all_negative, difference, mean_of
from begreedy.paper.study import Study

_LONG = 10_000
_FREE, _TIED = 2.5, 1.0  # separations from which on exploring is free, and below which it pays
_KNOWN = "a small run on two sets (m = 2, 10, 50) was known"


def chosen(
    finished: Mapping[str, Finished], variant: str, where: Iterable[str], horizon: int = _LONG
) -> Iterator[tuple[str, Evidence]]:
    """The cells of these problems at a horizon, each with a label."""
    cell_at = {tuple(cell.labels.values()): cell for cell in cells(finished, ID, variant)}
    for name in where:
        if (name, horizon) not in cell_at:
            raise Unclear(f"{ID} was not played for {horizon} rounds")
        yield name, cell_at[name, horizon]


def _stuck(cell: Evidence) -> np.ndarray:
    """By run of Greedy: 1 if it played one and the same bad action throughout the last half of the rounds."""
    return (cell["Greedy"].locked_gap > 0.0).astype(float)


def _rivals(cell: Evidence) -> list[str]:
    return [name for name in cell.results if name != "Greedy"]


def stuck_falls(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = [cell for _, cell in chosen(finished, variant, [f"two sets, m = {m}" for m in (2, 10, 50)])]
    shares = [mean_of(_stuck(cell)) for cell in found]
    return all_negative(
        Asserted(f"stuck: {b.value:.3f} after {a.value:.3f}", difference(b, a)) for a, b in pairwise(shares)
    )


def large_sets_are_free(finished: Mapping[str, Finished], variant: str) -> Finding:
    ((_, cell),) = chosen(finished, variant, ["two sets, m = 50"])
    return all_negative(below(cell, "Greedy", name) for name in _rivals(cell))


def sampling_fails_on_large_sets(finished: Mapping[str, Finished], variant: str) -> Finding:
    (_, ten), (_, fifty) = chosen(finished, variant, ["two sets, m = 10", "two sets, m = 50"])
    a, b = mean_of(ten["CTS-Beta"].final * 10.0), mean_of(fifty["CTS-Beta"].final)
    return all_negative([Asserted(f"m = 50: {b.value:.4g}, ten times that of m = 10: {a.value:.4g}", difference(a, b))])


def small_gaps_lock(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, ["matching, small gap", "tree, small gap"])
    return all_negative(below(cell, "CTS-Beta", "Greedy", label=name) for name, cell in found)


def large_gaps_do_not(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, ["matching, large gap", "tree, large gap"])
    return all_negative(below(cell, "Greedy", "CombUCB", label=name) for name, cell in found)


_STRUCTURES = [f"{kind}, {gap}" for kind in ("matching", "tree") for gap in GAPS]


def optimism_helps(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, [*_STRUCTURES, *(f"grid, {steps} steps" for steps in GRIDS)])
    return all_negative(below(cell, "OptimisticGreedy", "Greedy", label=name) for name, cell in found)


def optimism_has_a_tail(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, ["matching, small gap", "tree, small gap"])
    return all_negative(safer(cell, "CTS-Beta", "OptimisticGreedy", label=name) for name, cell in found)


def grids_short(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, [f"grid, {steps} steps" for steps in GRIDS], 1000)
    return all_negative(below(cell, "Greedy", "CombUCB", label=name) for name, cell in found)


def grids_long(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = chosen(finished, variant, [f"grid, {steps} steps" for steps in GRIDS])
    return all_negative(below(cell, "CTS-Beta", "Greedy", label=name) for name, cell in found)


def roads(finished: Mapping[str, Finished], variant: str) -> Finding:
    ((_, cell),) = chosen(finished, variant, ["road"])
    return all_negative(below(cell, "Greedy", name) for name in ("CombUCB", "CTS-Beta", "BG-CTS"))


def the_prior_fails(finished: Mapping[str, Finished], variant: str) -> Finding:
    ((_, cell),) = chosen(finished, variant, ["bridge"], 500)
    thompson, free = "Thompson, posterior", "Greedy, unseen edges free"
    return all_negative(
        [below(cell, free, thompson, 1.25), below(cell, thompson, "Greedy, posterior means", 1.0 / 1.5)]
    )


def correlation_hurts(finished: Mapping[str, Finished], variant: str) -> Finding:
    found = [cell for _, cell in chosen(finished, variant, [f"correlated, c = {c:g}" for c in CORRELATIONS])]
    least, most = mean_of(found[0]["Greedy"].final), mean_of(found[-1]["Greedy"].final)
    words = f"Greedy {least.value:.4g} at c = {CORRELATIONS[0]:g}, {most.value:.4g} at c = {CORRELATIONS[-1]:g}"
    return all_negative([Asserted(words, difference(least, most))])


def covariance_helps(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The width of ESCB knows the covariance; the sum of the widths of CombUCB covers any."""
    found = chosen(finished, variant, [f"correlated, c = {c:g}" for c in CORRELATIONS[:3]])
    return all_negative(below(cell, "ESCB", "CombUCB", label=name) for name, cell in found)


# ---------------------------------------------------------------- the conjecture


def free_where_separated(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Greedy has at most 1.1 times the mean regret of every rival where z is at least 2.5."""
    separated = chosen(finished, variant, [name for name, z in SEPARATIONS.items() if z >= _FREE])
    return all_negative(
        below(c, "Greedy", rival, 1.1, f"{name} (z = {SEPARATIONS[name]:.2f})")
        for name, c in separated
        for rival in _rivals(c)
    )


def paid_where_not(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Some rival has less mean regret where z is below 1: the best of them, CTS-Beta or optimistic Greedy."""
    found = chosen(finished, variant, [name for name, z in SEPARATIONS.items() if z < _TIED])
    tests = []
    for name, cell in found:
        best = min(("CTS-Beta", "OptimisticGreedy"), key=lambda rival: float(cell[rival].final.mean()))
        tests.append(below(cell, best, "Greedy", label=f"{name} (z = {SEPARATIONS[name]:.2f})"))
    return all_negative(tests)


def stuck_by_separation(finished: Mapping[str, Finished], variant: str) -> Finding:
    """At most exp(-z**2 / 2) of the runs are stuck, where that says anything: z at least 1."""
    tests = []
    for name, cell in chosen(finished, variant, [name for name, z in SEPARATIONS.items() if z >= _TIED]):
        share, most = mean_of(_stuck(cell) - exp(-0.5 * SEPARATIONS[name] ** 2)), exp(-0.5 * SEPARATIONS[name] ** 2)
        tests.append(Asserted(f"{name}: {share.value + most:.3f} stuck, at most {most:.3f} expected", share))
    return all_negative(tests)


_WHERE = "Question 5"
CLAIMS = tuple(
    Claim(id, quote, _WHERE, (ID,), check, ("extra",), afterwards)
    for id, quote, check, afterwards in (
        (
            "sets-stuck",
            "On two sets fewer runs of Greedy are stuck the larger the sets: m = 2, 10, 50.",
            stuck_falls,
            _KNOWN,
        ),
        (
            "sets-large",
            "With two sets of 50 arms Greedy has the least mean regret of all.",
            large_sets_are_free,
            _KNOWN,
        ),
        (
            "sets-mismatch",
            "CTS-Beta loses more than ten times as much on two sets of 50 arms as on two of 10.",
            sampling_fails_on_large_sets,
            _KNOWN,
        ),
        (
            "sets-small-gap",
            "On matchings and trees with a small gap CTS-Beta loses less than Greedy.",
            small_gaps_lock,
            "",
        ),
        ("sets-large-gap", "With a large gap Greedy loses less than CombUCB.", large_gaps_do_not, ""),
        (
            "sets-optimism",
            "On matchings, trees and grids OptimisticGreedy loses less than Greedy.",
            optimism_helps,
            "",
        ),
        (
            "sets-optimism-tail",
            "With a small gap the worst 5 % of CTS-Beta lose less than those of OptimisticGreedy.",
            optimism_has_a_tail,
            "",
        ),
        ("sets-grids-short", "On longest paths Greedy loses less than CombUCB over 1000 rounds.", grids_short, ""),
        ("sets-grids-long", "On longest paths CTS-Beta loses less than Greedy over 10 000 rounds.", grids_long, ""),
        (
            "sets-road",
            "On the network of roads Greedy, to which roads never driven are free, loses less than CombUCB, CTS-Beta "
            "and BG-CTS.",
            roads,
            "",
        ),
        (
            "sets-bridge",
            "On the binomial bridge Greedy on plain means with unseen edges free loses at most a quarter more than "
            "Thompson sampling, and Greedy on posterior means at least half more: what fails is the prior, not Greedy.",
            the_prior_fails,
            "",
        ),
        (
            "sets-correlation",
            "Greedy loses more where arms are fully correlated than where they are not.",
            correlation_hurts,
            "",
        ),
        (
            "sets-covariance",
            "ESCB with the covariance loses less than CombUCB, c = -1/16, 0.2, 0.5.",
            covariance_helps,
            "",
        ),
        (
            "sets-conjecture-free",
            "Where the best action is separated from its rivals by z of 2.5 or more, Greedy loses at most a tenth more "
            "than any rival over 10 000 rounds.",
            free_where_separated,
            _KNOWN,
        ),
        (
            "sets-conjecture-paid",
            "Where z is below 1, CTS-Beta or OptimisticGreedy loses less than Greedy.",
            paid_where_not,
            "",
        ),
        (
            "sets-conjecture-stuck",
            "At most exp(-z^2 / 2) of Greedy's runs are stuck, wherever z is 1 or more.",
            stuck_by_separation,
            "",
        ),
    )
)

STUDY = Study((EXPERIMENT,), CLAIMS, chart=against_the_best, tables=tables, write_files=write_numbers)
