"""The statistics of the claims: p-values, standard errors, conjunctions."""

from __future__ import annotations

from math import erfc, sqrt

import numpy as np
import pytest

from begreedy.paper.claim import Unclear
from begreedy.paper.inference import (
    Asserted,
    NumberWithError,
    all_negative,
    combined,
    log_ratio_of_means,
    log_ratio_of_variances,
    mean_of,
    student,
    trend,
)


def test_student_against_known_values():
    assert student(0.0, 5.0) == pytest.approx(1.0)
    assert student(12.706, 1.0) == pytest.approx(0.05, abs=1e-5)
    assert student(2.5706, 5.0) == pytest.approx(0.05, abs=1e-5)
    assert student(3.0, 1e7) == pytest.approx(erfc(3 / sqrt(2)), rel=1e-5)


def test_standard_errors_are_those_of_repeated_samples():
    """Estimates of many samples scatter as their standard errors say, for means and variances of paired runs."""
    draws = np.random.default_rng(3)
    found = {"means": [], "variances": []}
    for _ in range(400):
        common, own = draws.gamma(4.0, size=100), draws.gamma(4.0, size=100)
        a, b = common + 5.0, common + 2.0 * own + 3.0
        found["means"].append(log_ratio_of_means(a, b))
        found["variances"].append(log_ratio_of_variances(a, b))
    for estimates in found.values():
        scatter = np.std([estimate.value for estimate in estimates], ddof=1)
        assert np.mean([estimate.stderr for estimate in estimates]) == pytest.approx(scatter, rel=0.15)


def test_a_trend_is_the_slope_of_its_points():
    points = [NumberWithError(2.0 * x + 1.0, 0.1, 9.0) for x in (1.0, 2.0, 4.0)]
    slope = trend([1.0, 2.0, 4.0], points)
    assert slope.value == pytest.approx(2.0)
    assert slope.stderr == pytest.approx(0.1 / sqrt(14 / 3))
    assert combined((1.0, 1.0), points[:2]).df == pytest.approx(18.0)


def test_conjunctions():
    """All must hold: each at the level, uncorrected; one failing is enough, and is corrected for their number."""
    values = (-5.0, -2.2, 4.0, 2.2)  # the last: p = 0.03
    clear, faint, against, faintly_against = (NumberWithError(value, 1.0, 99.0) for value in values)
    assert all_negative([Asserted("", faint)]).outcome == "holds"
    assert all_negative([Asserted("", faint)] * 9).outcome == "holds"
    assert all_negative([Asserted("", clear), Asserted("", faint)]).p_value == pytest.approx(faint.p_value)
    assert all_negative([Asserted("", clear), Asserted("", faint), Asserted("", against)]).outcome == "fails"
    assert all_negative([Asserted("", clear), Asserted("", against)]).p_value == pytest.approx(2 * against.p_value)
    assert all_negative([Asserted("", faintly_against)]).outcome == "fails"
    assert all_negative([Asserted("", clear), Asserted("", faintly_against)]).outcome == "undecided"


def test_a_false_conjunction_is_rarely_said_to_hold():
    """With one number of three at zero, 'holds' comes out in at most half of 5 % of the samples."""
    draws = np.random.default_rng(5).standard_normal((4000, 3, 20)) - np.array([1.0, 1.0, 0.0])[:, None]
    outcomes = [all_negative([Asserted("", mean_of(row)) for row in sample]).outcome for sample in draws]
    assert outcomes.count("holds") / len(outcomes) <= 0.025 + 3 * sqrt(0.025 / len(outcomes))
    assert outcomes.count("fails") / len(outcomes) <= 0.025 + 3 * sqrt(0.025 / len(outcomes))


def test_one_run_tells_nothing():
    assert mean_of(np.array([3.0])).p_value == 1.0
    with pytest.raises(Unclear, match="at least 30 runs, here are 3"):
        log_ratio_of_variances(np.arange(3.0), np.arange(3.0))
