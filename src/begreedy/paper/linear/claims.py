"""Claims of Appendix G.1, on linear bandits, and those about computing time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.continuous import claims as continuous
from begreedy.paper.evidence import Cell, at, below, whole
from begreedy.paper.inference import Asserted, all_negative, mean_of
from begreedy.paper.infinite import claims as infinite
from begreedy.paper.many_armed import claims as many_armed
from begreedy.values.numbers import three_digits

ROUNDS = 2500
_ROUGHLY = 2.0  # a factor
_INSIGNIFICANT = 2.0


def ball(finished: Mapping[str, Finished], variant: str) -> Cell:
    return whole(finished, "linear", variant, ROUNDS)


def best(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Outperforms: lower mean regret at the horizon than LinUCB and than each BallExplore of the variant."""
    cell = ball(finished, variant)
    rivals = [name for name in cell.results if name == "LinUCB" or name.startswith("BallExplore")]
    return all_negative(below(cell, "Greedy", rival) for rival in rivals)


def sublinear(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Sublinear: the last half of the rounds adds less regret than the first.

    That is little: a policy that learns at first and then loses the same in every round does so, too.  The reason
    therefore tells the halves of BallExplore, whose regret with delta = d is linear by construction.
    """
    cell = ball(finished, variant)
    first, last = _halves(cell, "Greedy")
    text = (
        f"regret {three_digits(first.mean())} in the first half of the rounds, {three_digits(last.mean())} in the last"
    )
    finding = all_negative([Asserted(text, mean_of(last - first))], "sublinear: less in the last half")
    if "BallExplore" not in cell.results:
        return finding
    beside = " and ".join(three_digits(half.mean()) for half in _halves(cell, "BallExplore"))
    return replace(finding, why=f"{finding.why}; BallExplore, linear by construction with delta = d, has {beside}")


def _halves(cell: Cell, policy: str) -> tuple[np.ndarray, np.ndarray]:
    """Regret of every run in the first and in the last half of the rounds."""
    first = at(cell[policy], ROUNDS / 2)
    return first, cell[policy].final - first


def _times_faster(rival: str, printed: float) -> Any:
    def check(finished: Mapping[str, Finished], variant: str) -> Finding:
        """Roughly: within a factor of two.  CPU time of this implementation, which is not the paper's."""
        cell = ball(finished, variant)
        ratio = _seconds(cell, rival) / _seconds(cell, "Greedy")
        right = printed / _ROUGHLY <= ratio <= printed * _ROUGHLY
        side = "more" if ratio > printed else "less"
        return Finding(
            "holds" if right else "fails",
            f"here Greedy takes {_seconds(cell, 'Greedy'):.3g} s per run, {rival} {_seconds(cell, rival):.3g} s: "
            f"{ratio:.3g} times, {side} than the {printed:g} printed (roughly: within a factor of two; another "
            "implementation than the paper's)",
        )

    return check


def insignificant(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Rather insignificant: no algorithm of Section 7 takes more than twice, or less than half, Greedy's CPU time."""
    by_experiment = {f"continuous-{name}": cell for name, cell in continuous.scenarios(finished, variant).items()}
    by_experiment |= {f"infinite-{name}": infinite.infinite(finished, variant, name) for name in infinite.TAILS}
    by_experiment["many-armed"] = many_armed.many(finished, variant)
    ratios = {
        f"{rival} on {id}": _seconds(cell, rival) / _seconds(cell, "Greedy")
        for id, cell in by_experiment.items()
        for rival in cell.results
    }
    most, least = max(ratios, key=ratios.__getitem__), min(ratios, key=ratios.__getitem__)
    within = ratios[most] <= _INSIGNIFICANT and ratios[least] >= 1.0 / _INSIGNIFICANT
    return Finding(
        "holds" if within else "fails",
        f"from {ratios[least]:.2g} times Greedy's CPU time ({least}) to {ratios[most]:.3g} times ({most}) "
        "(insignificant: within a factor of two; another implementation than the paper's)",
    )


def _seconds(cell: Cell, policy: str) -> float:
    """CPU seconds per run."""
    result = cell[policy]
    if not result.seconds > 0.0:
        raise Unclear(f"no time was measured for {policy}")
    return result.seconds / result.runs


_WHERE = "Appendix G.1"
CLAIMS = (
    Claim("linear-best", "Greedy outperforms both LinUCB and BallExplore", _WHERE, ("linear",), best),
    Claim("linear-sublinear", "in particular the regret of Greedy is sublinear", _WHERE, ("linear",), sublinear),
    Claim(
        "linear-ten-times",
        "Greedy is roughly ten times faster than LinUCB",
        _WHERE,
        ("linear",),
        _times_faster("LinUCB", 10.0),
    ),
    Claim(
        "linear-fifteen-times",
        "and fifteen times faster than BallExplore",
        _WHERE,
        ("linear",),
        _times_faster("BallExplore", 15.0),
    ),
    Claim(
        "time-insignificant",
        "Until now, the difference in terms of computation was rather insignificant.",
        _WHERE,
        (*continuous.IDS, *infinite.IDS, "many-armed"),
        insignificant,
    ),
)
