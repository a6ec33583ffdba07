"""Advice in situations with known answers: situations.json has the best of all policies, found by simulation."""

from __future__ import annotations

import json

import pytest

import begreedy as bg
from begreedy.advice.models import names
from support.situations import CASES, COMMAND, FILE, FRESH, SCORES, SCORING, SEED, missing, read, score

MEASURED, SCORED = read(), read(SCORES)
LEAST_RIGHT = 0.95
ANEW = ("finite-100-1000", "budgeted-100", "mortal-100", "linear-actions")  # scored anew: quick ones of several models


def test_the_situations_are_many_and_measured():
    """At least 40, of all models; of those measured the best first, with the seeds and the command that made it."""
    assert len(MEASURED) >= 40
    assert {case.model for case in CASES if case.id in MEASURED} == set(names())
    assert [case.id for case in CASES if case.id in MEASURED] == list(MEASURED)
    head = json.loads(FILE.read_text(encoding="utf-8"))
    assert (head["seed"], head["fresh_seed"], head["command"]) == (SEED, FRESH, COMMAND)
    for row in MEASURED.values():
        means = [best["mean"] for best in row["best"]]
        assert means == sorted(means)
        assert row["tried"] >= 5


@pytest.mark.parametrize("case", [case for case in CASES if case.id in MEASURED], ids=lambda case: case.id)
def test_all_policies_of_the_package_were_measured(case):
    """If one has joined the package since, the command measures it in a few minutes."""
    names = [bg.canonical(policy) for policy in missing(case, MEASURED[case.id])]
    assert names == [], f"{COMMAND} --only '{case.id}'"


def test_advice_was_right_in_nearly_all_situations():
    """As the file with the scores says, which has every situation that was measured."""
    head = json.loads(SCORES.read_text(encoding="utf-8"))
    assert (head["seed"], head["command"]) == (FRESH, SCORING)
    assert list(SCORED) == list(MEASURED)
    wrong = [row["id"] for row in SCORED.values() if not row["right"]]
    assert len(wrong) <= (1.0 - LEAST_RIGHT) * len(SCORED), wrong


@pytest.mark.long
@pytest.mark.parametrize("case", [case for case in CASES if case.id in ANEW], ids=lambda case: case.id)
def test_a_score_is_found_again(case):
    """What advice recommends today loses as little, compared with the best of all, as the file says."""
    again = score(case, MEASURED[case.id])
    assert again["right"] == SCORED[case.id]["right"], again
