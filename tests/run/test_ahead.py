"""Other processes compile what will be needed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import begreedy as bg
from begreedy.compile import compiler
from begreedy.run import ahead
from begreedy.run.ahead import compiled_so_far, compiling_ahead
from begreedy.run.jobs import Job

PROBLEM = bg.Finite(means=[0.9, 0.1])


@dataclass(frozen=True)
class Mean:
    """Of this module, which the other process must be told of."""

    def index(self, total, pulls):
        return total / pulls


@dataclass(frozen=True)
class Bold:
    """Likewise."""

    def index(self, total, pulls):
        return (total + 1.0) / pulls


def test_kernels_are_compiled_elsewhere_while_this_process_does_something_else(fresh_cache, monkeypatch, tmp_path):
    """Also those of policies of one's own; then this process compiles none, and nothing else is left behind."""
    monkeypatch.setattr(ahead, "FEWEST", 2)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(ahead.tempfile, "tempdir", str(temporary))
    jobs = [Job(policy, PROBLEM, 50, 3, 0) for policy in (Mean(), Bold())]
    assert all(job.simulation.missing_kernel() for job in jobs)
    with compiling_ahead(jobs, 1):
        until = time.monotonic() + 300
        while any(job.simulation.missing_kernel() for job in jobs):
            assert time.monotonic() < until
            assert compiled_so_far()[1] == 2
            time.sleep(0.05)
        assert compiled_so_far() == (2, 2)
    assert compiled_so_far() == (0, 0)
    results = [job.result([job.play(0, 3)]) for job in jobs]
    assert compiler.compiled == []
    assert [result.runs for result in results] == [3, 3]
    assert list(temporary.iterdir()) == []
    assert {path.suffix for path in fresh_cache.iterdir()} == {".bgc"}


def test_few_kernels_and_known_ones_need_no_process(monkeypatch):
    """Starting one would take longer than it saves."""
    monkeypatch.setattr(ahead, "_start", lambda *_: (_ for _ in ()).throw(AssertionError("started")))
    jobs = [Job(policy, PROBLEM, 50, 3, 0) for policy in (bg.Greedy(), bg.UCB(), bg.UniformRandom())]
    with compiling_ahead(jobs[:2], 1), compiling_ahead(jobs, 0):
        for job in jobs:
            job.play(0, 1)
    with compiling_ahead(jobs, 1):
        pass


def test_where_no_process_can_be_started_all_is_compiled_here(monkeypatch, tmp_path):
    """Nothing is lost but time."""
    monkeypatch.setattr(ahead.sys, "executable", str(tmp_path / "nothing"))
    assert ahead._start([], Path(tmp_path)) is None
