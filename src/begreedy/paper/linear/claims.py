"""Claims of Appendix G.1, on linear bandits, and those about computing time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import log

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Check, Claim, Finding, Unclear
from begreedy.paper.continuous import claims as continuous
from begreedy.paper.evidence import Evidence, at, below, whole
from begreedy.paper.inference import Asserted, all_negative, log_ratio_of_means
from begreedy.paper.infinite import claims as infinite
from begreedy.paper.many_armed import claims as many_armed

ROUNDS, LONGEST = 2500, 320_000
_SLOWER = 0.9  # the power of T up to which a growth counts as slower than linear


def ball(finished: Mapping[str, Finished], variant: str) -> Evidence:
    return whole(finished, "linear", variant, ROUNDS)


def best(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Outperforms: lower mean regret at the horizon than LinUCB and than BallExplore with the paper's delta = d.

    LinUCB in the paper's number of runs, BallExplore in the closer look.  BallExplore with delta = 1, which the paper
    did not run, is told.
    """
    close = whole(finished, "linear-close", variant, ROUNDS)
    tests = [below(ball(finished, variant), "Greedy", "LinUCB"), below(close, "Greedy", "BallExplore")]
    finding = all_negative(tests)
    other = "BallExplore(delta=1)"
    if other not in close.results:
        return finding
    return replace(finding, why=f"{finding.why}; with delta = 1: {below(close, 'Greedy', other).text}")


def sublinear(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Sublinear: from 160 000 to 320 000 rounds regret grows like T^0.9 at most (a linear one like T).

    At the paper's 2500 rounds nothing can be told: that the last half adds less than the first is true of any policy
    that learns at first and then loses the same in every round.
    """
    result = whole(finished, "linear-long", variant, LONGEST)["Greedy"]
    growth = log_ratio_of_means(result.final, at(result, LONGEST / 2))
    times = [time for time in result.times.tolist() if time >= ROUNDS]
    slopes = [float((at(result, time) - at(result, time / 2)).mean() / (time / 2)) for time in times]
    text = (
        f"regret grows like T^{growth.value / log(2.0):.3f} from {LONGEST // 2} to {LONGEST} rounds; per round it is "
        f"{', '.join(f'{slope:.2f}' for slope in slopes)} over the last half of {', '.join(f'{t:g}' for t in times)} "
        "rounds"
    )
    estimate = growth._replace(value=growth.value - _SLOWER * log(2.0))
    return all_negative([Asserted(text, estimate)], f"sublinear: like T^{_SLOWER:g} at most")


def _times_faster(rival: str, printed: str) -> Check:
    def check(finished: Mapping[str, Finished], variant: str) -> Finding:
        """The paper's times are those of its own programs, and say what they say; ours are told beside them."""
        cell = ball(finished, variant)
        ours, theirs = _seconds(cell, "Greedy"), _seconds(cell, rival)
        return Finding(
            "not judged",
            f"{printed}: the times of the paper's own programs. In this one Greedy takes {ours:.3g} s per run, {rival} "
            f"{theirs:.3g} s, {theirs / ours:.3g} times as long: both solve their problems exactly",
        )

    return check


def insignificant(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The paper speaks of its own programs; what the algorithms of Section 7 take here is told."""
    by_experiment = {f"continuous-{name}": cell for name, cell in continuous.scenarios(finished, variant).items()}
    by_experiment |= {f"infinite-{name}": infinite.infinite(finished, variant, name) for name in infinite.TAILS}
    by_experiment["many-armed"] = many_armed.many(finished, variant)
    ratios = {
        f"{rival} on {id}": _seconds(cell, rival) / _seconds(cell, "Greedy")
        for id, cell in by_experiment.items()
        for rival in cell.results
    }
    most, least = max(ratios, key=ratios.__getitem__), min(ratios, key=ratios.__getitem__)
    return Finding(
        "not judged",
        "the times of the paper's own programs are not printed. In this one the algorithms take from "
        f"{ratios[least]:.2g} times Greedy's CPU time ({least}) to {ratios[most]:.3g} times ({most})",
    )


def _seconds(cell: Evidence, policy: str) -> float:
    """CPU seconds per run."""
    result = cell[policy]
    if not result.seconds > 0.0:
        raise Unclear(f"no time was measured for {policy}")
    return result.seconds / result.runs


_WHERE = "Appendix G.1"
CLAIMS = (
    Claim(
        "linear-best",
        "Greedy outperforms both LinUCB and BallExplore",
        _WHERE,
        ("linear", "linear-close"),
        best,
        afterwards="500 runs of Greedy and BallExplore, since the paper's 50 did not tell; BallExplore with delta = 1, "
        "once among the rivals, is told only, since the paper says delta = d",
    ),
    Claim(
        "linear-sublinear",
        "in particular the regret of Greedy is sublinear",
        _WHERE,
        ("linear-long",),
        sublinear,
        ("extra",),
        afterwards="first read as less regret in the last half of 2500 rounds, which cannot fail; horizon and border "
        "were chosen when longer runs were known",
    ),
    Claim(
        "linear-ten-times",
        "Greedy is roughly ten times faster than LinUCB",
        _WHERE,
        ("linear",),
        _times_faster("LinUCB", "70 and 678 s"),
        ("published",),
    ),
    Claim(
        "linear-fifteen-times",
        "and fifteen times faster than BallExplore",
        _WHERE,
        ("linear",),
        _times_faster("BallExplore", "70 and 1031 s"),
        ("published",),
    ),
    Claim(
        "time-insignificant",
        "Until now, the difference in terms of computation was rather insignificant.",
        _WHERE,
        (*continuous.IDS, *infinite.IDS, "many-armed"),
        insignificant,
        ("published",),
    ),
)
