"""The bits of every policy on every problem are those that were recorded, whatever was rebuilt since."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.recording import cases, machine

RECORDED = json.loads((Path(__file__).parent.parent / "stores" / "traces.json").read_text())

# One per game and kind of player; the others are among the long tests.
ALWAYS = {
    "Greedy on finite-bernoulli",
    "UCB on finite-bernoulli",
    "ThompsonBeta on finite-bernoulli",
    "AnytimeGreedy on infinite",
    "Discretize(Greedy, k=9, random) on continuous",
    "Zooming(1, 2) on continuous",
    "MeDZO on continuous",
    "MeDZO(empirical) on infinite",
    "Cascade(Greedy, 1) on cascading",
    "Greedy on mortal",
    "BudgetUCB on budgeted",
    "LinUCB on linear-offered",
}


CASES = [
    pytest.param(name, record, marks=[] if name in ALWAYS else [pytest.mark.long], id=name) for name, record in cases()
]


@pytest.mark.parametrize(("name", "record"), CASES)
def test_recorded_bits(name, record, request):
    """A trace and a simulation have the digests that were recorded, or fail as they did; the usual ones compiled."""
    if name in ALWAYS:
        request.getfixturevalue("compiled_traces")
    there = {key: RECORDED[key] for key in machine()}
    if there != machine():
        pytest.skip(f"recorded on {there}, which this machine is not: {machine()}")
    assert record() == RECORDED["cases"][name]


def test_every_game_is_among_the_usual_cases():
    """The names that are always tested exist."""
    assert {name for name, _ in cases()} >= ALWAYS
