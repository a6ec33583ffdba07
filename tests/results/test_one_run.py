"""After one run a standard error is unknown, wherever it is shown: never 0, never "nan"."""

from __future__ import annotations

import json

import numpy as np
import pytest

import begreedy as bg
from begreedy.experiments.claims import checked_claims, checked_numbers
from begreedy.explore.curves import line
from begreedy.explore.work import summary
from begreedy.paper import PAPER
from begreedy.paper.cascading.tables import comma_separated, latex, markdown, table_of
from begreedy.paper.curves import lines_by_parameter, over_time
from begreedy.paper.published import compare_published, published_rows
from begreedy.report.numbers import numbers
from begreedy.values.json_text import json_text
from support.commands import begreedy
from support.made_results import made

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=20)


@pytest.fixture(scope="module")
def once():
    return bg.compare([bg.Greedy(), bg.UCB()], PROBLEM, horizon=200, runs=1)


def test_the_result_does_not_know_its_error(once):
    """Neither the standard deviation nor the standard error; the words say so."""
    result = once[0]
    assert np.isnan(result.std).all()
    assert np.isnan(result.stderr).all()
    assert "± unknown at T = 200, 1 run>" in repr(result)


def test_the_table_says_unknown(once):
    """In the column of means; nothing is called nan."""
    for row in once.table().splitlines()[1:]:
        assert "± unknown" in row
    assert "nan" not in once.table()


def test_json_has_null(once):
    """What JSON has no number for is null, and every reader accepts it."""
    row = json.loads(json_text(once[0].row()))
    assert (row["std"], row["stderr"]) == (None, None)
    assert row["mean"] > 0.0
    message = json.loads(line(summary(once[0])))
    assert set(message["stderr"]) == set(message["reward_stderr"]) == {None}


def test_claims_and_published_numbers_say_unknown():
    """An experiment of one run: claims cannot be told, published numbers have no distance."""
    experiment = bg.Experiment(
        "one", "One run", [({}, PROBLEM)], {"extra": [bg.Greedy(), bg.UCB()]}, {"full": bg.Scale(1, 200)},
        claims=("Greedy < UCB",), published={"UCB": 100.0},
    )  # fmt: skip
    finished = bg.run_experiment(experiment, "full")
    (claim,), (number,) = checked_claims(finished), checked_numbers(finished)
    assert "cannot be decided from these runs" in claim
    assert "± unknown, p unknown" in claim
    assert number.endswith("± unknown")


def test_no_band_is_drawn(once):
    """Around the curve of one run there is no band, in Python's plots and in the paper's charts."""
    assert not once.plot().collections
    finished = made("failure", runs=1)
    assert all(curve.low is None for curve in over_time(finished, "published").panels[0].lines)
    points = lines_by_parameter(finished, "published", "stderr", lambda _, result: [(1.0, result.final)])
    assert all(curve.low is None for curve in points)


def test_the_paper_of_one_run_says_unknown():
    """Its tables in all formats, the page and the comparison with the printed numbers, which have no z."""
    finished = made("cascade-uniform", runs=1)
    table = table_of(finished, "published")
    for text in (markdown(table), latex(table, "it"), numbers(finished, [], PAPER.study_of("cascade-uniform"))):
        assert "unknown" in text
        assert "nan" not in text.lower()
    assert ",," in comma_separated(table)
    assert "nan" not in comma_separated(table)
    compared = compare_published({"cascade-uniform": finished})
    assert compared
    assert all(number.z is None and number.within is None for number in compared)
    assert json.loads(json_text(published_rows(compared)))[0]["our_stderr"] is None


def test_the_command_writes_null(tmp_path):
    """begreedy compare with one run: null in the rows, unknown in the table."""
    setting = ["--problem", "Finite(prior=Uniform(), arms=20)", "--policy", "Greedy", "--policy", "UCB"]
    options = ["--horizon", "200", "--runs", "1", "--out", str(tmp_path), "--json", "-"]
    done = begreedy("compare", *setting, *options)
    rows = json.loads(done.stdout)
    assert [(row["std"], row["stderr"]) for row in rows] == [(None, None)] * 2
    assert "± unknown" in done.stderr
