"""The statistics of the checks: estimates with standard errors, t-tests, and what they say together.

A claim is put as one or several numbers that it says to be negative.  It holds if each of them is, significantly: the
p-value is the largest of all, and needs no correction, since a claim that is false is false in one number at least
(an intersection-union test).  It fails if one of them is significantly positive: the p-value is the smallest, times
the number of all (Bonferroni).  Otherwise the runs do not tell.  P-values are two-sided; at which level they count is
for ``begreedy.paper.claim`` to say, which looks at all claims together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, isnan, log, nan, sqrt
from typing import NamedTuple

import numpy as np

from begreedy.paper.claim import Finding, Outcome, Unclear
from begreedy.results.student import student
from begreedy.values.numbers import p_words

LEVEL = 0.05  # of a single number; that of a finding among all is smaller
WORST = 0.05  # the share of runs that are the worst
FEWEST_FOR_A_TAIL = 100  # runs: five of them are the worst
FEWEST_FOR_A_VARIANCE = 30  # runs: the standard error of a variance from fewer means little
_LISTED = 4  # numbers that a reason lists; of more, the decisive ones


class NumberWithError(NamedTuple):
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
    estimate: NumberWithError


def mean_of(values: np.ndarray) -> NumberWithError:
    """The mean over the runs."""
    return _with_influence(float(values.mean()), values)


def log_ratio_of_means(a: np.ndarray, b: np.ndarray) -> NumberWithError:
    """The logarithm of mean(a) / mean(b), runs paired."""
    top, bottom = float(a.mean()), float(b.mean())
    if not (top > 0.0 and bottom > 0.0):
        raise Unclear(f"a ratio of mean regrets {top:.3g} and {bottom:.3g} means nothing")
    return _with_influence(log(top / bottom), a / top - b / bottom)


def log_ratio_of_variances(a: np.ndarray, b: np.ndarray) -> NumberWithError:
    """The logarithm of var(a) / var(b), runs paired."""
    if len(a) < FEWEST_FOR_A_VARIANCE:
        raise Unclear(f"a variance needs at least {FEWEST_FOR_A_VARIANCE} runs, here are {len(a)}")
    left, right = (values - values.mean() for values in (a, b))
    top, bottom = float(left.var(ddof=1)), float(right.var(ddof=1))
    if not (top > 0.0 and bottom > 0.0):
        raise Unclear(f"a ratio of the variances {top:.3g} and {bottom:.3g} means nothing")
    return _with_influence(log(top / bottom), left**2 / top - right**2 / bottom)


def worst_mean(values: np.ndarray) -> float:
    """The mean of the worst (largest) runs, a share ``WORST`` of all."""
    return float(_worst(values).mean())


def worst_of(values: np.ndarray) -> NumberWithError:
    """The mean of the worst runs."""
    return _with_influence(worst_mean(values), _worst(values))


def median_of(values: np.ndarray) -> NumberWithError:
    """The median."""
    return quantile_of(values, 0.5)


def quantile_of(values: np.ndarray, share: float) -> NumberWithError:
    """A quantile; its error is half the distance of the runs one standard deviation of their rank to either side."""
    runs = len(values)
    rank = share + np.array([-1.0, 1.0]) * sqrt(share * (1.0 - share) / runs)
    low, high = np.quantile(values, np.clip(rank, 0.0, 1.0))
    error = float(high - low) / 2.0 if runs > 1 else nan
    return NumberWithError(float(np.quantile(values, share)), error, max(1.0, runs - 1.0))


def difference_of_worst(a: np.ndarray, b: np.ndarray) -> NumberWithError:
    """The mean of the worst runs of a less that of b, runs paired."""
    if len(a) < FEWEST_FOR_A_TAIL:
        raise Unclear(f"a mean of the worst runs needs at least {FEWEST_FOR_A_TAIL} runs, here are {len(a)}")
    gap = _worst(a) - _worst(b)
    return _with_influence(float(gap.mean()), gap)


def _worst(values: np.ndarray) -> np.ndarray:
    """Numbers by run whose mean is that of the worst runs, and whose spread is its error to first order."""
    border = float(np.quantile(values, 1.0 - WORST))
    return border + np.maximum(0.0, values - border) / WORST


def _with_influence(value: float, influence: np.ndarray) -> NumberWithError:
    """An estimate whose error is, to first order, the mean of ``influence`` over the runs."""
    runs = len(influence)
    if runs < 2:
        return NumberWithError(value, nan, 1.0)
    return NumberWithError(value, float(influence.std(ddof=1)) / sqrt(runs), runs - 1.0)


def combined(weights: Sequence[float], estimates: Sequence[NumberWithError], shift: float = 0.0) -> NumberWithError:
    """The weighted sum of independent estimates, plus a constant; degrees of freedom by Welch and Satterthwaite."""
    value = fsum(w * e.value for w, e in zip(weights, estimates, strict=True)) + shift
    parts = [(w * e.stderr) ** 2 for w, e in zip(weights, estimates, strict=True)]
    total = fsum(parts)
    below = fsum(part**2 / e.df for part, e in zip(parts, estimates, strict=True))
    return NumberWithError(value, sqrt(total), total**2 / below if below > 0.0 else 1.0)


def difference(a: NumberWithError, b: NumberWithError) -> NumberWithError:
    """a - b, where they are independent."""
    return combined((1.0, -1.0), (a, b))


def trend(positions: Sequence[float], estimates: Sequence[NumberWithError]) -> NumberWithError:
    """The slope of the least-squares line through independent estimates, all of equal weight."""
    centred = np.array(positions, float) - float(np.mean(positions))
    return combined((centred / float(np.sum(centred**2))).tolist(), estimates)


def average(estimates: Sequence[NumberWithError]) -> NumberWithError:
    """The plain mean of independent estimates."""
    return combined([1.0 / len(estimates)] * len(estimates), estimates)


def all_negative(tests: Iterable[Asserted], reading: str = "") -> Finding:
    """The finding of a claim that says all these numbers to be negative; ``reading`` tells what a vague word means."""
    tests = list(tests)
    p_values = [test.estimate.p_value for test in tests]
    outcome: Outcome
    against = [i for i, test in enumerate(tests) if test.estimate.value > 0.0]
    p_fails = min((min(1.0, len(tests) * p_values[i]) for i in against), default=1.0)
    if not against and max(p_values) <= LEVEL:
        outcome, decisive, p_value = "holds", list(range(len(tests))), max(p_values)
    elif p_fails <= LEVEL:
        outcome, p_value = "fails", p_fails
        decisive = [i for i in against if len(tests) * p_values[i] <= LEVEL]
    else:
        outcome, p_value = "undecided", p_fails if against else max(p_values)
        decisive = [i for i in range(len(tests)) if i in against or p_values[i] > LEVEL]
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
