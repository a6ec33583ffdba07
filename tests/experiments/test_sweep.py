"""``bg.sweep``: regret against parameters, as a table and a figure."""

from __future__ import annotations

import numpy as np
import pytest

import begreedy as bg

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=10)


@pytest.fixture(scope="module")
def grid():
    return bg.sweep(bg.UCB, PROBLEM, horizon=100, runs=20, seed=1, c=[0.1, 1.0, 0.3])


def test_the_numbers_are_those_of_compare(grid):
    """Each setting is a policy on the same runs."""
    expected = bg.compare([bg.UCB(c) for c in (0.1, 1.0, 0.3)], PROBLEM, horizon=100, runs=20, seed=1)
    assert [setting for setting, _ in grid] == [{"c": 0.1}, {"c": 1.0}, {"c": 0.3}]
    for (_, result), other in zip(grid, expected, strict=True):
        assert np.array_equal(result.regret, other.regret)
    assert grid.best == {"c": min((0.1, 1.0, 0.3), key=lambda c: expected[bg.UCB(c)].mean[-1])}


def test_tables(grid):
    """Plain, Markdown, LaTeX, HTML and rows have a line per setting."""
    assert [line.split()[0] for line in grid.table().splitlines()] == ["c", "0.1", "1", "0.3"]
    assert len(grid.to_markdown().splitlines()) == 5
    assert grid.to_latex(caption="It").count(r" \\") == 4
    assert grid._repr_html_().count("<tr>") == 4
    assert [(row["c"], row["runs"]) for row in grid.rows()] == [(0.1, 20), (1.0, 20), (0.3, 20)]


def test_the_figure_has_the_means_in_order(grid):
    """From the smallest value to the largest, whatever the order they were given in."""
    ax = grid.plot(log="x")
    (line,) = ax.get_lines()
    assert line.get_xdata().tolist() == [0.1, 0.3, 1.0]
    by_c = {setting["c"]: result.mean[-1] for setting, result in grid}
    assert line.get_ydata().tolist() == [by_c[c] for c in (0.1, 0.3, 1.0)]
    assert (ax.get_xscale(), ax.get_xlabel()) == ("log", "c")
    assert ax.get_legend() is None
    assert len(ax.collections) == 1


def test_several_parameters_make_a_grid():
    """Every combination; the figure has a line per value of the second."""
    grid = bg.sweep(bg.KLUCB, bg.Finite(means=[0.9, 0.5]), horizon=30, runs=1, c=[0.0, 3.0], sigma=[0.5, 1.0])
    assert grid.parameters == ["c", "sigma"]
    assert len(grid) == 4
    ax = grid.plot()
    assert [text.get_text() for text in ax.get_legend().get_texts()] == ["sigma = 0.5", "sigma = 1"]
    assert not ax.collections  # of one run the error is unknown


@pytest.mark.long
def test_a_parameter_may_be_a_policy():
    """Then it is no axis but a line."""
    grid = bg.sweep(bg.Subsample, PROBLEM, horizon=30, runs=2, policy=[bg.Greedy(), bg.UCB(0.3)], k=[2, 5])
    assert grid.plot().get_xlabel() == "k"
    assert "UCB(c=0.3)  5" in grid.table()
    with pytest.raises(ValueError, match=r"plot must be of a sweep over numbers, got \['policy'\]"):
        bg.sweep(lambda policy: policy, PROBLEM, horizon=30, runs=2, policy=[bg.Greedy()]).plot()


@pytest.mark.parametrize(
    ("parameters", "error", "words"),
    [
        ({}, ValueError, "parameters must be given"),
        ({"c": 0.3}, TypeError, "c must be a list of values, got 0.3"),
        ({"c": []}, ValueError, "c must be a list with at least one value"),
        ({"c": [-1.0]}, ValueError, r"UCB\.c must be at least 0"),
        ({"d": [1.0]}, TypeError, "unexpected keyword argument 'd'"),
    ],
)
def test_what_makes_no_sense_is_refused(parameters, error, words):
    with pytest.raises(error, match=words):
        bg.sweep(bg.UCB, PROBLEM, horizon=10, **parameters)
    with pytest.raises(TypeError, match="policy must be a class of policies"):
        bg.sweep(bg.UCB(), PROBLEM, horizon=10, c=[1.0])


def test_a_policy_that_cannot_be_compiled_is_swept_in_plain_python():
    """With the numbers that compiled code gives, round by round."""
    options = {"horizon": 30, "runs": 2, "seed": 3, "leaps": False, "c": [0.1, 1.0]}
    plain, compiled = (bg.sweep(bg.UCB, PROBLEM, plain=plain, **options) for plain in (True, False))
    assert [result.final.tolist() for result in plain.comparison] == [r.final.tolist() for r in compiled.comparison]
