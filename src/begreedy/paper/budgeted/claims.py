"""Claims of Appendix G.4, on budgeted bandits.

As published, all runs are on one instance and regret is compared as it is.  Corrected, every run has an instance of its
own and regret is compared as a share of what the best ratio would have earned: plain regret has an infinite mean there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.budgeted.experiment import BUDGETS
from begreedy.paper.claim import Claim, Finding, Unclear
from begreedy.paper.evidence import cells
from begreedy.paper.inference import Asserted, all_negative, log_ratio_of_variances, mean_of
from begreedy.values.numbers import three_digits

RIVALS = ("Budget-UCB", "BTS")
LARGE = (5000, 10_000)


class AtBudget(NamedTuple):
    """What is compared at a budget: a value per run and policy."""

    budget: int
    values: dict[str, np.ndarray]
    unit: str


def at_budgets(finished: Mapping[str, Finished], costs: str, variant: str) -> list[AtBudget]:
    """All five budgets; raises if some were not played."""
    by_budget = {}
    for cell in cells(finished, f"budgeted-{costs}", variant):
        for i, budget in enumerate(cell["Greedy"].times):
            share = variant == "corrected"
            values = {
                name: result.relative[:, i] if share else result.regret[:, i] for name, result in cell.results.items()
            }
            by_budget[int(budget)] = AtBudget(int(budget), values, "of the best" if share else "regret")
    missing = [budget for budget in BUDGETS if budget not in by_budget]
    if missing:
        raise Unclear(
            f"budgeted-{costs} was played up to {max(by_budget)}; the sentence is about budgets up to {missing[-1]}"
        )
    return [by_budget[budget] for budget in BUDGETS]


def _below(there: AtBudget, lower: str, higher: str) -> Asserted:
    a, b = there.values[lower], there.values[higher]
    gap = mean_of(a - b)
    text = f"B = {there.budget}: {lower} {three_digits(a.mean())}, {higher} {three_digits(b.mean())} {there.unit}"
    return Asserted(text, gap)


def _turning(points: list[AtBudget]) -> str:
    """Up to which budget Greedy's mean is the lowest, on the line between its neighbours; nothing if there is none."""
    gaps = [there.values["Greedy"].mean() - min(there.values[rival].mean() for rival in RIVALS) for there in points]
    for i in range(len(gaps) - 1):
        if gaps[i] < 0.0 <= gaps[i + 1]:
            turn = points[i].budget + (points[i + 1].budget - points[i].budget) * gaps[i] / (gaps[i] - gaps[i + 1])
            share = 100.0 * turn / BUDGETS[-1]
            return f"; the order changes near {float(f'{turn:.2g}'):.0f}, {share:.0f} % of the largest budget"
    return ""


def small_interval(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Small: it ends within the figure, that is, at the largest budget the better rival is ahead of Greedy.

    How small is told, not judged: "extremely" has no border, and any would decide.
    """
    points = at_budgets(finished, "discrete", variant)
    rival = min(RIVALS, key=lambda name: float(points[-1].values[name].mean()))
    finding = all_negative([_below(points[-1], rival, "Greedy")], "small: it ends before the largest budget")
    return replace(finding, why=finding.why + _turning(points))


def large_interval(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Large: it does not end within the figure, that is, at the largest budget Greedy is ahead of both rivals."""
    points = at_budgets(finished, "continuous", variant)
    finding = all_negative(
        [_below(points[-1], "Greedy", rival) for rival in RIVALS], "large: it reaches the largest budget"
    )
    return replace(finding, why=finding.why + _turning(points))


def below_bts(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Large budgets: the two largest."""
    points = at_budgets(finished, "continuous", variant)
    return all_negative([_below(there, "Greedy", "BTS") for there in points if there.budget in LARGE])


def huge_variance(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Huge: at the largest budget, a standard deviation at least twice that of each rival."""
    largest = at_budgets(finished, "continuous", variant)[-1]
    tests = []
    for rival in RIVALS:
        a, b = largest.values[rival], largest.values["Greedy"]
        ratio = log_ratio_of_variances(a, b)
        theirs, ours = (three_digits(values.std(ddof=1)) for values in (a, b))
        text = f"B = {largest.budget}: standard deviation of Greedy {ours}, of {rival} {theirs}"
        tests.append(Asserted(text, ratio._replace(value=ratio.value + float(np.log(4.0)))))
    return all_negative(tests, "huge: at least twice the standard deviation of each")


_WHERE = "Appendix G.4"
_BORDER = "first read as at most one, and at least three, of the five budgets, borders that decided"
_INTERVAL = "the interval of budgets for which Greedy outperforms baseline algorithms is"
CLAIMS = (
    Claim(
        "budget-small-interval",
        f"{_INTERVAL} extremely small for discrete costs",
        _WHERE,
        ("budgeted-discrete",),
        small_interval,
        afterwards=_BORDER,
    ),
    Claim(
        "budget-large-interval",
        f"{_INTERVAL} … large for continuous costs",
        _WHERE,
        ("budgeted-continuous",),
        large_interval,
        afterwards=_BORDER,
    ),
    Claim(
        "budget-below-bts",
        "even for large budget Greedy has a lower expected regret than BTS",
        _WHERE,
        ("budgeted-continuous",),
        below_bts,
    ),
    Claim(
        "budget-variance",
        "it suffers from a huge variance which makes its use risky in practice",
        _WHERE,
        ("budgeted-continuous",),
        huge_variance,
        afterwards="2000 runs on fresh instances, since the paper's 500 did not tell",
    ),
)
