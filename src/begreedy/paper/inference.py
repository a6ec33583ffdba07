"""The statistics of the checks: estimates with standard errors, t-tests, Holm's correction.

A claim is put as one or several numbers that it says to be negative.  It holds if all of them are, significantly; it
fails if one of them is significantly positive; otherwise the runs do not tell.  P-values are two-sided and corrected
for their number by Holm's method, within a claim and variant.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, isnan, log, nan, sqrt
from typing import NamedTuple

import numpy as np

from begreedy.paper.claim import Finding, Outcome, Unclear
from begreedy.results.student import student
from begreedy.values.numbers import p_words

LEVEL = 0.05
FEWEST_FOR_A_VARIANCE = 30  # runs: the standard error of a variance from fewer means little
_LISTED = 4  # numbers that a reason lists; of more, the decisive ones


class Estimate(NamedTuple):
    """A number, its standard error and the degrees of freedom behind that."""

    value: float
    stderr: float
    df: float

    @property
    def p_value(self) -> float:
        """Two-sided, of the number being zero."""
        if isnan(self.stderr):
            return 1.0
        if self.stderr == 0.0:
            return 1.0 if self.value == 0.0 else 0.0
        return student(self.value / self.stderr, self.df)


class Asserted(NamedTuple):
    """An estimate that a claim says to be negative, in words."""

    text: str
    estimate: Estimate


def mean_of(values: np.ndarray) -> Estimate:
    """The mean over the runs."""
    return _with_influence(float(values.mean()), values)


def log_ratio_of_means(a: np.ndarray, b: np.ndarray) -> Estimate:
    """The logarithm of mean(a) / mean(b), runs paired."""
    top, bottom = float(a.mean()), float(b.mean())
    if not (top > 0.0 and bottom > 0.0):
        raise Unclear(f"a ratio of mean regrets {top:.3g} and {bottom:.3g} means nothing")
    return _with_influence(log(top / bottom), a / top - b / bottom)


def log_ratio_of_variances(a: np.ndarray, b: np.ndarray) -> Estimate:
    """The logarithm of var(a) / var(b), runs paired."""
    if len(a) < FEWEST_FOR_A_VARIANCE:
        raise Unclear(f"a variance needs at least {FEWEST_FOR_A_VARIANCE} runs, here are {len(a)}")
    left, right = (values - values.mean() for values in (a, b))
    top, bottom = float(left.var(ddof=1)), float(right.var(ddof=1))
    if not (top > 0.0 and bottom > 0.0):
        raise Unclear(f"a ratio of the variances {top:.3g} and {bottom:.3g} means nothing")
    return _with_influence(log(top / bottom), left**2 / top - right**2 / bottom)


def _with_influence(value: float, influence: np.ndarray) -> Estimate:
    """An estimate whose error is, to first order, the mean of ``influence`` over the runs."""
    runs = len(influence)
    if runs < 2:
        return Estimate(value, nan, 1.0)
    return Estimate(value, float(influence.std(ddof=1)) / sqrt(runs), runs - 1.0)


def combined(weights: Sequence[float], estimates: Sequence[Estimate], shift: float = 0.0) -> Estimate:
    """The weighted sum of independent estimates, plus a constant; degrees of freedom by Welch and Satterthwaite."""
    value = fsum(w * e.value for w, e in zip(weights, estimates, strict=True)) + shift
    parts = [(w * e.stderr) ** 2 for w, e in zip(weights, estimates, strict=True)]
    total = fsum(parts)
    below = fsum(part**2 / e.df for part, e in zip(parts, estimates, strict=True))
    return Estimate(value, sqrt(total), total**2 / below if below > 0.0 else 1.0)


def difference(a: Estimate, b: Estimate) -> Estimate:
    """a - b, where they are independent."""
    return combined((1.0, -1.0), (a, b))


def trend(positions: Sequence[float], estimates: Sequence[Estimate]) -> Estimate:
    """The slope of the least-squares line through independent estimates, all of equal weight."""
    centred = np.array(positions, float) - float(np.mean(positions))
    return combined((centred / float(np.sum(centred**2))).tolist(), estimates)


def average(estimates: Sequence[Estimate]) -> Estimate:
    """The plain mean of independent estimates."""
    return combined([1.0 / len(estimates)] * len(estimates), estimates)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number, by Holm's method.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    corrected, largest = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        corrected[i] = largest
    return corrected


def all_negative(tests: Iterable[Asserted], reading: str = "") -> Finding:
    """The finding of a claim that says all these numbers to be negative; ``reading`` tells what a vague word means."""
    tests = list(tests)
    outcome: Outcome
    p_values = holm([test.estimate.p_value for test in tests])
    significant = [p <= LEVEL for p in p_values]
    against = [i for i, test in enumerate(tests) if significant[i] and test.estimate.value > 0.0]
    unclear = [i for i in range(len(tests)) if not significant[i]]
    if against:
        outcome, decisive, p_value = "fails", against, min(p_values[i] for i in against)
    elif unclear:
        outcome, decisive, p_value = "undecided", unclear, max(p_values)
    else:
        outcome, decisive, p_value = "holds", list(range(len(tests))), max(p_values)
    return Finding(outcome, _listed(tests, decisive, p_values, outcome) + (f" ({reading})" if reading else ""), p_value)


_SAYS = {"fails": "the other way", "undecided": "not told apart", "holds": "as claimed"}


def _listed(tests: list[Asserted], decisive: list[int], p_values: list[float], outcome: str) -> str:
    """All numbers if they are few; of many, how many are decisive and those of the largest p-values."""
    if len(tests) <= _LISTED:
        return "; ".join(f"{test.text} ({p_words(p)})" for test, p in zip(tests, p_values, strict=True))
    shown = sorted(decisive, key=lambda i: -p_values[i] if outcome == "holds" else p_values[i])[: _LISTED - 1]
    which = "; ".join(f"{tests[i].text} ({p_words(p_values[i])})" for i in shown)
    more = "least clear: " if outcome == "holds" else "such as: " if len(decisive) > len(shown) else ""
    return f"{len(decisive)} of {len(tests)} comparisons {_SAYS[outcome]}; {more}{which}"
