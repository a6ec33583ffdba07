"""Advice in situations with known answers: situations.json has the best of all policies, found by simulation."""

from __future__ import annotations

import pytest

from begreedy.advice.models import names
from support.situations import CASES, SEED, read, score

MEASURED = {row["id"]: row for row in read()["situations"]}
LEAST_RIGHT = 0.95


def test_the_situations_are_many_and_measured():
    """At least 40, of all models; of those measured the best first, with the seed and the command that made it."""
    assert len(CASES) >= 40
    assert {case.model for case in CASES} == set(names())
    assert [case.id for case in CASES if case.id in MEASURED] == list(MEASURED)
    assert (read()["seed"], read()["command"]) == (SEED, "python tests/support/situations.py")
    for row in MEASURED.values():
        means = [best["mean"] for best in row["best"]]
        assert means == sorted(means)
        assert row["tried"] >= 5


@pytest.mark.long
def test_advice_is_right_in_nearly_all_situations():
    """What it recommends loses at most 5 %, or three standard errors, more than the best of all policies."""
    results = [score(case, MEASURED[case.id]["best"][0]) for case in CASES if case.id in MEASURED]
    wrong = [result for result in results if not result["right"]]
    assert len(wrong) <= (1.0 - LEAST_RIGHT) * len(results), wrong
