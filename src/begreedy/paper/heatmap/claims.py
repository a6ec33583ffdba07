"""Claims of Example 2: the two diagonals of the heatmap.

The *transition* of a column (a number of arms) is the horizon at which the mean regret per round has fallen to half of
what uniformly random play loses, K / (K + 1) - 1/2; between two horizons of the figure it is read on the line in their
logarithms.  Its errors come from weighing the runs at random, with a fixed seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf, log, nan
from typing import NamedTuple

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.evidence import Evidence, below, cells, played
from begreedy.paper.inference import Asserted, NumberWithError, all_negative

LONGEST = 100_000
POLICIES = ("UCB", "Greedy")
_REWEIGHED, _SEED = 400, 0
_FEWEST_COLUMNS = 5


class ArmsColumn(NamedTuple):
    """A number of arms: its cell, and per policy log10 of the transition (inf: none), first ours, then reweighed."""

    arms: int
    cell: Evidence
    transitions: dict[str, np.ndarray]

    def transition(self, policy: str) -> float:
        return float(self.transitions[policy][0])


def columns(finished: Mapping[str, Finished], variant: str, reweighed: int = 0) -> list[ArmsColumn]:
    """All columns of the figure, played to its longest horizon."""
    draws = np.random.default_rng(_SEED)
    all_columns = []
    for cell in cells(finished, "heatmap", variant):
        played(cell, LONGEST, "heatmap")
        arms, runs = cell.labels["arms"], cell["Greedy"].runs
        level = 0.5 * (arms / (arms + 1.0) - 0.5)
        # Weights of the runs: all equal, then random ones (the Bayesian bootstrap); the same for both policies.
        weights = np.vstack([np.ones(runs), draws.standard_exponential((reweighed, runs))])
        weights /= weights.sum(axis=1, keepdims=True)
        transitions = {}
        for policy in POLICIES:
            result = cell[policy]
            times = np.log10(result.times.astype(float))
            transitions[policy] = np.array(
                [_falls(times, row, level) for row in weights @ result.regret / result.times]
            )
        all_columns.append(ArmsColumn(arms, cell, transitions))
    return all_columns


def _falls(times: np.ndarray, values: np.ndarray, level: float) -> float:
    """Where a falling curve first reaches a level, inf if it does not."""
    reached = np.flatnonzero(values <= level)
    if len(reached) == 0:
        return inf
    i = int(reached[0])
    if i == 0:
        return float(times[0])
    return float(times[i] + (times[i - 1] - times[i]) * (level - values[i]) / (values[i - 1] - values[i]))


def _without(all_columns: list[ArmsColumn], there: list[ArmsColumn]) -> str:
    """The columns that have no transition for sure, in words; nothing if all have."""
    missing = [str(column.arms) for column in all_columns if column not in there]
    return f" (none for sure with {', '.join(missing)} arms)" if missing else ""


def diagonal(finished: Mapping[str, Finished], variant: str) -> Finding:
    """A diagonal: the transition moves to longer horizons with more arms (least squares in logarithms)."""
    all_columns = columns(finished, variant, _REWEIGHED)
    tests = []
    for policy in POLICIES:
        complete = [column for column in all_columns if np.isfinite(column.transitions[policy]).all()]
        if len(complete) < _FEWEST_COLUMNS:
            raise Unclear(f"{policy} has a transition in {len(complete)} of {len(all_columns)} columns only")
        arms = np.log10([column.arms for column in complete])
        slopes = np.polyfit(arms, np.array([column.transitions[policy] for column in complete]), 1)[0]
        text = (
            f"{policy}: the transition moves like arms^{slopes[0]:.2f}, from T = "
            f"{10 ** complete[0].transition(policy):.0f} with {complete[0].arms} arms to "
            f"{10 ** complete[-1].transition(policy):.0f} with {complete[-1].arms}{_without(all_columns, complete)}"
        )
        tests.append(Asserted(text, _reweighed(-slopes, all_columns[0].cell["Greedy"].runs)))
    return all_negative(tests, "transition: half the regret of random play")


def lower(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Much lower: on average over the columns, a transition at less than half of UCB's horizon.

    Where UCB has none up to the longest horizon, that horizon stands for it.
    """
    all_columns = columns(finished, variant, _REWEIGHED)
    complete = [column for column in all_columns if np.isfinite(column.transitions["Greedy"]).all()]
    if len(complete) < _FEWEST_COLUMNS:
        raise Unclear(f"Greedy has a transition in {len(complete)} columns only")
    ucb = np.minimum([column.transitions["UCB"] for column in complete], np.log10(LONGEST))
    ratio = (np.array([column.transitions["Greedy"] for column in complete]) - ucb).mean(axis=0)
    text = (
        f"Greedy's transition is at 1/{10 ** -ratio[0]:.3g} of UCB's horizon on average over {len(complete)} columns"
        f"{_without(all_columns, complete)}"
    )
    return all_negative(
        [Asserted(text, _reweighed(ratio + log(2.0, 10), complete[0].cell["Greedy"].runs))], "much: below a half"
    )


def in_between(finished: Mapping[str, Finished], variant: str) -> Finding:
    """In between: cells of the figure at or after Greedy's transition and before UCB's.

    There Greedy's mean is the lower one by what a transition is ("meaning that", says the paper), so that nothing that
    could come out would speak against it.
    """
    between = [
        (column.arms, time)
        for column in columns(finished, variant)
        for time in column.cell["UCB"].times
        if column.transition("Greedy") <= np.log10(time) < column.transition("UCB")
    ]
    return Finding(
        "not judged",
        f"true by definition: {len(between)} cells of the figure lie after Greedy's transition and before UCB's, where "
        "Greedy's regret per round is below the level of the transition and UCB's above",
    )


def long_horizons(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Large is meant for the number of arms: the longest horizon of the figure with the fewest arms.

    It is the corner opposite to that of ``turning_point``; the reason also tells how far the order reaches.
    """
    all_columns = columns(finished, variant)
    tests = [below(column.cell, "UCB", "Greedy", label=f"{column.arms} arms, T = {LONGEST}") for column in all_columns]
    better = [column.arms for column, test in zip(all_columns, tests, strict=True) if test.estimate.value < 0.0]
    reach = f"; at T = {LONGEST} UCB is ahead with {', '.join(map(str, better)) or 'no'} arms"
    finding = all_negative(tests[:1], "large: with the fewest arms, the longest horizon")
    return replace(finding, why=finding.why + reach)


def turning_point(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Extremely large: with the most arms of the figure, beyond its longest horizon."""
    column = columns(finished, variant)[-1]
    label = f"{column.arms} arms, T = {LONGEST}"
    return all_negative([below(column.cell, "Greedy", "UCB", label=label)], "extremely large: beyond the figure")


def _reweighed(values: np.ndarray, runs: int) -> NumberWithError:
    """The first of the values, with the standard deviation of the others, those of reweighed runs."""
    if runs < 2:
        return NumberWithError(float(values[0]), nan, 1.0)
    return NumberWithError(float(values[0]), float(values[1:].std(ddof=1)), runs - 1.0)


_WHERE = "Example 2 and its figure"
CLAIMS = (
    Claim("heatmap-diagonal", "this transition takes the form of a diagonal", _WHERE, ("heatmap",), diagonal),
    Claim("heatmap-lower", "This diagonal is much lower for Greedy compared to UCB", _WHERE, ("heatmap",), lower),
    Claim("heatmap-between", "Greedy performs better in the problems in-between", _WHERE, ("heatmap",), in_between),
    Claim(
        "heatmap-long",
        "when the horizon is large, UCB outperforms Greedy",
        _WHERE,
        ("heatmap",),
        long_horizons,
        afterwards="first tested wherever T is ten times UCB's transition, and failed with 128 arms",
    ),
    Claim(
        "heatmap-turning",
        "the “turning point”, that is the time horizon for which UCB performs better, can be extremely large",
        _WHERE,
        ("heatmap",),
        turning_point,
    ),
)
