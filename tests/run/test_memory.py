"""What does not fit into memory is refused before anything is allocated."""

from __future__ import annotations

import pytest

import begreedy as bg
from begreedy.engine.simulation import prepare
from begreedy.results.store import Store
from begreedy.run import memory
from begreedy.run.jobs import Job
from begreedy.run.memory import physical_bytes, run_bytes, state_bytes
from begreedy.run.play import Shard, play_jobs
from begreedy.run.workers import threads
from support.commands import begreedy
from support.refusals import assert_refused

PAIR = bg.Finite(means=[0.9, 0.1])


def test_a_simulation_tells_what_it_takes():
    """A run keeps a number per checkpoint; a state grows with the arms."""
    few, many = (prepare(bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=k), 100, 0, 50) for k in (10, 10_000))
    assert run_bytes(few) == run_bytes(many) == 8 * 55
    assert state_bytes(many) > 500 * state_bytes(few) / 10 > 0
    assert physical_bytes() > 1e8


@pytest.mark.parametrize("runs", [2**39, 10**9 * 2])
def test_too_many_runs_are_refused_with_what_would_fit(runs):
    """At once, with the memory that they would take."""
    assert_refused(lambda: bg.simulate(bg.Greedy(), PAIR, 1000, runs=runs), "runs", "at most about", "GB", str(runs))


@pytest.mark.parametrize("arms", [2 * 10**10, 2**53])
def test_too_many_arms_are_refused(arms):
    """Before arrays are made for them."""
    problem = bg.Finite(prior=bg.Uniform(), arms=arms)
    assert_refused(lambda: bg.simulate(bg.Greedy(), problem, 10, runs=1), "Finite", "GB to play on", "this machine has")


def test_a_shard_keeps_its_results_on_disk(monkeypatch, tmp_path):
    """So it is not refused for the memory that all results together would take."""
    monkeypatch.setattr(memory, "physical_bytes", lambda: 50_000.0)
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
