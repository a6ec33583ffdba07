"""Advice on the feature vectors of the user's own arms, and the table that they are read from."""

from __future__ import annotations

import numpy as np
import pytest

import begreedy as bg
from begreedy.advice.description import situation_of
from begreedy.advice.features import read_features
from begreedy.values.errors import BadValue
from support.commands import begreedy


@pytest.fixture
def table(tmp_path):
    rows = np.random.default_rng(0).normal(size=(30, 3)).round(3)
    path = tmp_path / "products.csv"
    path.write_text("product,size,price,age\n" + "".join(f"p{i},{','.join(map(str, x))}\n" for i, x in enumerate(rows)))
    return path, rows


def test_the_rows_are_the_actions(table):
    """As they are, all of them in every round, or some at random; what is assumed is said."""
    path, rows = table
    situation = situation_of("linear", 100, features=path)
    assert situation.problem == bg.Linear(3, actions=rows.tolist())
    assert f"means of arms: they differ by a standard deviation of about {np.sqrt(rows.var(axis=0).mean()):.3g}" in (
        situation.assumed
    )
    some = situation_of("linear", 100, features=rows, arms=5, law="Gaussian(0.1)")
    assert some.problem == bg.Linear(3, 0.1, actions=rows.tolist(), offered=5)


@pytest.mark.long
def test_the_command(table):
    done = begreedy("advise", "linear", "--features", str(table[0]), "--horizon", "100", "--effort", "0.2")
    assert done.returncode == 0, done.stderr
    assert "all of these 30 feature vectors in every round" in done.stdout
    assert "LinThompson" in done.stdout


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("arm,a,b\nx,1,\n", "line 2: b must be a number"),
        (
            "arm,a,b\nx,1,red\n",
            "line 2: b must be a number of size 1000 at most, got 'red'; texts must be made numbers",
        ),
        ("arm,a,b\nx,1,2\ny,1,nan\n", "line 3: b must be a number"),
        ("arm,a,b\nx,1,1e4\n", "line 2: b must be a number"),
        ("arm\nx\n", "a column for every feature"),
        ("arm,a\n", "a row for every arm"),
        ("", "a column for every feature"),
    ],
)
def test_bad_tables(tmp_path, text, words):
    path = tmp_path / "products.csv"
    path.write_text(text)
    with pytest.raises(BadValue, match=words) as caught:
        read_features(path)
    assert caught.value.field == "features"
    assert caught.value.place in ((), (f"{path}, line {text.count(chr(10))}",))


def test_the_dimension_is_that_of_the_features(table):
    with pytest.raises(ValueError, match="dimension must be left out where features are given"):
        situation_of("linear", 100, features=table[0], dimension=3)
    with pytest.raises(TypeError, match=r"Linear.actions"):
        situation_of("linear", 100, features=[[1.0], [1.0, 2.0]])
