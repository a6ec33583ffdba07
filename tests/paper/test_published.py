"""Printed numbers beside ours: only where the setting and the length are those of the print."""

from __future__ import annotations

import json
from math import hypot

import pytest

from begreedy.experiments.experiment import run_experiment
from begreedy.paper import PAPER
from begreedy.paper.published import CROSSINGS, compare_published, published_numbers, published_rows, z_score
from support.made_results import made


def test_all_numbers_name_experiments_and_policies():
    numbers = published_numbers()
    assert sum(one.source == "paper" and one.quantity == "regret" for one in numbers) == 90
    assert sum(one.source == "companion" and one.quantity == "regret" for one in numbers) == 25
    simulated = [one for one in numbers if one.quantity != "crossing"]
    assert {one.experiment for one in numbers} <= set(PAPER.experiments)
    full = {id: made(id) for id in sorted({one.experiment for one in simulated})}
    assert len(compare_published(full)) == len(simulated)


def test_nothing_is_compared_at_another_length():
    short = {id: made(id, scale="smoke") for id in ("continuous-f1", "cascade-beta", "linear", "mortal-beta")}
    assert compare_published(short) == []
    assert compare_published({"cascade-beta": made("cascade-beta", ("corrected",))}) == []


def test_z_has_both_errors():
    (greedy,) = [
        one
        for one in compare_published({"budgeted-continuous": made("budgeted-continuous", Greedy=3000)})
        if one.published.policy == "Greedy"
    ]
    assert greedy.published.stderr == pytest.approx(172 / 3)  # of 10 runs, deviations about their own mean
    assert greedy.ours == pytest.approx(300.0)  # a tenth of the largest budget's
    assert greedy.z == pytest.approx((300.0 - 164.6) / hypot(172 / 3, greedy.stderr))
    assert greedy.within
    far = compare_published({"budgeted-continuous": made("budgeted-continuous", Greedy=10_000)})
    assert [one.within for one in far if one.published.policy == "Greedy"] == [False]


def test_rounding_is_no_distance():
    """0.24 is printed as 0.2: many tiny errors away, and yet the same."""
    finished = made("cascade-uniform", runs=2, Greedy=0.24, spread={"Greedy": 1e-6})
    (one,) = [
        one
        for one in compare_published({"cascade-uniform": finished})
        if one.published.policy == "Greedy" and one.published.cell == {"L": 32, "K": 8}
    ]
    assert one.z == pytest.approx(0.04 / 0.03, rel=1e-3)
    assert one.within


def test_numbers_without_an_error_have_no_score():
    many = compare_published({"many-armed": made("many-armed")})
    assert {one.published.policy for one in many} == {"MOSS", "Greedy", "OracleMOSS", "OracleGreedy"}
    assert all(one.z is None and one.within is None for one in many)
    assert z_score(1.0, 0.1, 2.0, None) is None


def test_crossings_round_to_the_print():
    known = {id: run_experiment(PAPER.experiments[id]) for id in CROSSINGS}
    assert [one.within for one in compare_published(known)] == [True, True]
    assert not CROSSINGS["bounds-known"].rounds_to(12_600.0)
    assert not CROSSINGS["bounds-unknown"].rounds_to(1.84e46)


def test_times_are_told_per_run_and_relative_to_greedy():
    found = {
        (one.published.source, one.published.policy, one.published.quantity): one
        for one in compare_published({"linear": made("linear")})
    }
    assert found["paper", "LinUCB", "seconds"].ours == pytest.approx(9.0)
    assert found["paper", "LinUCB", "times Greedy's seconds"].ours == pytest.approx(9.0)
    assert found["paper", "BallExplore", "seconds"].published.value == 1031
    assert found["paper", "Greedy", "seconds"].within is None


def test_rows_are_plain():
    rows = published_rows(compare_published({"many-armed": made("many-armed"), "cascade-beta": made("cascade-beta")}))
    assert json.loads(json.dumps(rows)) == rows
    assert {"experiment", "variant", "policy", "cell", "quantity", "value", "stderr", "source", "ours", "z"} <= set(
        rows[0]
    )
