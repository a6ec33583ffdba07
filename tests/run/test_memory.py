"""What does not fit into memory is refused before anything is allocated."""

from __future__ import annotations

import pytest

import begreedy as bg
from begreedy.results.store import Store
from begreedy.run import memory
from begreedy.run.jobs import Job
from begreedy.run.play import Shard, play_jobs
from begreedy.run.workers import threads
from support.commands import begreedy
from support.refusals import assert_refused

PAIR = bg.Finite(means=[0.9, 0.1])


@pytest.mark.parametrize("runs", [2**39, 10**9 * 2])
def test_too_many_runs_are_refused_with_what_would_fit(runs):
    """At once, with the memory that they would take."""
    assert_refused(lambda: bg.simulate(bg.Greedy(), PAIR, 1000, runs=runs), "runs", "at most about", "GB", str(runs))


@pytest.mark.parametrize("arms", [2 * 10**10, 2**53])
def test_too_many_arms_are_refused(arms):
    """Before arrays are made for them."""
    problem = bg.Finite(prior=bg.Uniform(), arms=arms)
    assert_refused(
        lambda: bg.simulate(bg.Greedy(), problem, 10, runs=1),
        "Finite",
        "GB to play on",
        "this machine has",
        "times smaller would fit",
    )


def test_too_many_offered_actions_are_refused():
    """Actions of a linear problem are counted like arms."""
    problem = bg.Linear(2, offered=10**15)
    assert_refused(lambda: bg.simulate(bg.LinGreedy(), problem, 10, runs=1), "Linear", "GB to play")


def test_a_pool_that_grows_without_end_is_refused():
    """When arms enter is computed before the first round: not for millions of them."""
    for policy, horizon in ((bg.AnytimeGreedy(), 2**40), (bg.AnytimeGreedy(ahead=1e300), 10**6)):
        pool = bg.Infinite(bg.Uniform())
        assert_refused(lambda: bg.simulate(policy, pool, horizon, runs=1), "AnytimeGreedy", str(horizon), "100000 arms")  # noqa: B023


def test_restarts_without_end_are_refused():
    """Nor are restarts that follow each other in almost every round."""
    policy = bg.Doubling(bg.Subsample(bg.Greedy()), factor=1.0 + 1e-12)
    call = lambda: bg.simulate(policy, bg.Infinite(bg.Uniform()), 10**6, runs=1)  # noqa: E731
    assert_refused(call, "Doubling.factor", "10000 restarts")


def test_a_shard_keeps_its_results_on_disk(monkeypatch, tmp_path):
    """So it is not refused for the memory that all results together would take."""
    monkeypatch.setattr(memory, "available_bytes", lambda: 50_000.0)
    jobs = [Job(bg.UniformRandom(), PAIR, 10, 1000, 0)]
    with threads(1) as workers:
        with pytest.raises(ValueError, match="runs must be at most about"):
            play_jobs(jobs, workers, Store(tmp_path))
        assert play_jobs(jobs, workers, Store(tmp_path), shard=Shard(1, 1)) == []


def test_the_command_refuses_a_number_of_runs_without_end(tmp_path):
    """Instead of cutting them into blocks for ever."""
    words = ("--problem", "Finite(means=[0.9, 0.1])", "--policy", "Greedy", "--horizon", "10", "--out", str(tmp_path))
    done = begreedy("compare", *words, "--runs", "99999999999999999999999")
    assert done.returncode == 2
    assert "runs" in done.stderr
