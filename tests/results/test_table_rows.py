"""Histories and logs are read from data frames of any library as they are from files."""

from __future__ import annotations

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import begreedy as bg
from begreedy.advice.history import fit_prior
from begreedy.advice.past_arms import read_arms
from begreedy.bandit.bandit import Bandit
from begreedy.logs.decision_log import log_of
from begreedy.logs.reading import read_log

FRAMES = [pandas.DataFrame, polars.DataFrame, pyarrow.table]
PAST = {"item": ["a", "b", "c"], "clicks": [3, 0, 40], "views": [100, 80, 90]}
LOG = {"arm": ["x", "y", "x", "y"], "note": [1, 2, 3, 4], "reward": [1.0, 0.0, 0.5, 0.0]}


@pytest.mark.parametrize("frame", FRAMES, ids=["pandas", "polars", "pyarrow"])
def test_frames_are_read_like_files(frame, tmp_path):
    """Columns by their names, others ignored; the same as from a CSV file and from lists."""
    past, log = frame(PAST), frame(LOG)
    assert read_arms(past) == [("a", 3.0, 100.0), ("b", 0.0, 80.0), ("c", 40.0, 90.0)]
    pandas.DataFrame(PAST).to_csv(tmp_path / "past.csv", index=False)
    assert fit_prior(past) == fit_prior(str(tmp_path / "past.csv"))
    assert fit_prior(past, seed=1).best == fit_prior([(3, 100), (0, 80), (40, 90)], seed=1).best
    read, made = read_log(log), log_of(LOG["arm"], LOG["reward"])
    assert read.names == made.names
    assert np.array_equal(read.arm, made.arm)
    assert np.array_equal(read.reward, made.reward)


def test_missing_values_of_frames_are_empty_cells():
    """As in a file: a decision without a reward is left out where there are outcomes, else an error with its row."""
    late = pandas.DataFrame({"arm": ["x", "y", "x"], "reward": [1.0, None, 0.0], "outcome": ["told", "open", "told"]})
    assert read_log(late).left_out == 1
    with pytest.raises(ValueError, match="log, row 2: reward must be a finite number, got ''"):
        read_log(late.drop(columns="outcome"))
    with pytest.raises(ValueError, match="history, line 1: expected the columns successes and trials"):
        read_arms(late)


def test_a_bandit_starts_from_a_frame(tmp_path):
    """Past counts by the names of arms."""
    with Bandit("Greedy()", ["c", "a", "b"], store=tmp_path / "b.db", history=polars.DataFrame(PAST)) as bandit:
        assert bandit.decide().arm == "c"


def test_replay_takes_a_frame():
    """The same judgement as of the columns."""
    arms, rewards = ["a", "b", "c"] * 60, [0.0, 1.0, 0.2] * 60
    one = bg.replay(polars.DataFrame({"arm": arms, "reward": rewards}), bg.Greedy(), runs=4)
    other = bg.replay((arms, rewards), bg.Greedy(), runs=4)
    assert one.judgements[0].replayed == other.judgements[0].replayed
