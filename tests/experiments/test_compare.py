"""``bg.compare`` takes the road of ``begreedy compare``: checked first, same numbers, a store on request."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import begreedy as bg
from begreedy.run.jobs import Job
from conftest import environment

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=12)
POLICIES = [bg.Greedy(), bg.UCB(0.5), bg.ThompsonBeta()]
FIELDS = ("times", "regret", "reward", "pulls", "arms_tried", "locked_gap", "reference", "rounds")


def same(result, expected):
    return all(np.array_equal(getattr(result, name), getattr(expected, name)) for name in FIELDS)


@pytest.fixture
def played(monkeypatch):
    """The blocks that are played, as (policy, first run)."""
    blocks = []
    original = Job.play

    def play(job, first, runs, **options):
        blocks.append((job.policy, first))
        return original(job, first, runs, **options)

    monkeypatch.setattr(Job, "play", play)
    return blocks


def test_the_numbers_are_those_of_simulate_one_by_one():
    """Any threads, blocks and checkpoints: what simulate gives for each policy alone."""
    for options in ({}, {"threads": 3, "block": 2, "checkpoints": "log"}, {"naive": True, "checkpoints": [10, 300]}):
        comparison = bg.compare(POLICIES, PROBLEM, 300, 25, 3, **options)
        expected = [bg.simulate(policy, PROBLEM, 300, 25, 3, **options) for policy in POLICIES]
        assert [result.policy for result in comparison] == POLICIES
        assert all(same(result, one) for result, one in zip(comparison, expected, strict=True))


def test_all_policies_are_checked_before_the_first_is_played(played):
    """The second cannot play this problem: nothing is played, and the error is that of simulate."""
    with pytest.raises(TypeError) as expected:
        bg.simulate(bg.LinUCB(), PROBLEM, 300)
    with pytest.raises(TypeError) as caught:
        bg.compare([bg.Greedy(), bg.LinUCB()], PROBLEM, 300)
    assert str(caught.value) == str(expected.value)
    assert played == []


def test_a_store_on_request(tmp_path, monkeypatch, played):
    """Nothing is written unless a store is given; with one, nothing is played twice."""
    monkeypatch.chdir(tmp_path)
    bg.compare(POLICIES, PROBLEM, 300, 25, 3)
    assert list(tmp_path.iterdir()) == []
    first = bg.compare(POLICIES, PROBLEM, 300, 25, 3, store=bg.Store(tmp_path / "store"))
    assert len(list((tmp_path / "store").glob("*.parquet"))) >= 3
    played.clear()
    again = bg.compare(POLICIES, PROBLEM, 300, 25, 3, store=bg.Store(tmp_path / "store"))
    assert played == []
    assert all(same(a, b) for a, b in zip(first, again, strict=True))
    bg.compare(POLICIES[:1], PROBLEM, 300, 40, 3, store=bg.Store(tmp_path / "store"))
    assert min(run for _, run in played) == 25


def test_the_command_plays_the_same_blocks(tmp_path, played):
    """What the command leaves in its store is what compare would play, and the rows are its numbers."""
    command = [sys.executable, "-m", "begreedy", "compare", "--problem", "Finite(prior=Uniform(), arms=12)"]
    command += ["--policy", "Greedy", "--policy", "UCB(c=0.5)", "--horizon", "300", "--runs", "25", "--seed", "3"]
    command += ["--store", str(tmp_path), "--out", str(tmp_path / "out"), "--json", "-", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=120, check=True)
    comparison = bg.compare(POLICIES[:2], PROBLEM, 300, 25, 3, store=bg.Store(tmp_path))
    assert played == []
    assert [row["mean"] for row in json.loads(done.stdout)] == [float(result.mean[-1]) for result in comparison]


def test_progress_is_told_in_runs():
    """As simulate tells it: so many runs just finished, of whichever policy."""
    told = []
    bg.compare(POLICIES, PROBLEM, 300, 25, 3, progress=told.append)
    assert sum(told) == 75
    assert min(told) > 0


def test_a_misspelt_option_is_refused():
    with pytest.raises(TypeError, match="checkpoint"):
        bg.compare(POLICIES, PROBLEM, 300, checkpoint=10)
    with pytest.raises(TypeError, match=r"store must be a Store, such as .*, got 'results'"):
        bg.compare(POLICIES, PROBLEM, 300, store="results")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"runs": 0}, "runs must be at least 1, got 0"),
        ({"threads": 0}, "threads must be at least 1, got 0"),
        ({"block": 0}, "block must be at least 1, got 0"),
        ({"seed": -1}, "seed must be at least 0, got -1"),
        ({"horizon": 0}, "horizon must be at least 1, got 0"),
    ],
)
def test_bad_options_are_those_of_simulate(change, words):
    options = {"horizon": 300, **change}
    with pytest.raises(ValueError, match=words):
        bg.compare(POLICIES, PROBLEM, **options)
    with pytest.raises(ValueError, match=words):
        bg.simulate(POLICIES[0], PROBLEM, **options)
