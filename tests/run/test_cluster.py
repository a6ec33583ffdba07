"""A real Dask cluster, scheduler and two workers as processes on loopback: the same bits, whoever dies."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import begreedy as bg
from begreedy.results.store import Store
from begreedy.run.jobs import Job, play_remotely
from begreedy.run.play import play_jobs
from begreedy.run.shipping import pack
from begreedy.run.workers import workers_for

pytest.importorskip("distributed")

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=12)
FIELDS = ("regret", "reward", "pulls", "arms_tried", "locked_gap")


class Cluster:
    """A scheduler and some workers, each a process."""

    def __init__(self, folder):
        self.folder = folder
        self.processes = []
        self.workers = []
        file = folder / "scheduler.json"
        self._start("scheduler", "--scheduler-file", str(file), "--port", "0", "--no-dashboard", "--no-show")
        deadline = time.monotonic() + 60
        while not file.exists():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.05)
        self.address = json.loads(file.read_text())["address"]

    def _start(self, kind, *arguments):
        environment = {**os.environ, "DASK_DISTRIBUTED__ADMIN__TICK__LIMIT": "1h"}
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", "--host", "127.0.0.1", *arguments]
        with (self.folder / f"{kind}-{len(self.processes)}.log").open("w") as log:
            process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, env=environment)
        self.processes.append(process)
        return process

    def add_worker(self):
        """One more worker, without a nanny that would start it again."""
        place = str(self.folder / "space")
        worker = self._start(
            "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", place
        )
        self.workers.append(worker)
        return worker

    def close(self):
        for process in self.processes:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    made = Cluster(tmp_path_factory.mktemp("cluster"))
    made.add_worker()
    made.add_worker()
    yield made
    made.close()


def play(jobs, cluster, store=None, **options):
    """Results of jobs on the cluster; all that was said on the way."""
    said = []
    with workers_for(cluster.address, None, said.append) as workers:
        parts = play_jobs(jobs, workers, store, warn=said.append, **options)
    return [one.result(found) for one, found in zip(jobs, parts)], said


def same(result, one):
    expected = bg.simulate(one.policy, one.problem, one.horizon, one.runs, one.seed, checkpoints=one.checkpoints)
    return all(np.array_equal(getattr(result, name), getattr(expected, name)) for name in FIELDS)


@pytest.mark.long
def test_the_same_bits_on_a_cluster(cluster, tmp_path):
    """Two workers give what simulate gives, and leave it in the store of the client."""
    jobs = [Job(policy, PROBLEM, 400, 60, 5, 20) for policy in (bg.UCB(0.5), bg.Greedy(), bg.ThompsonBeta())]
    jobs.append(Job(bg.Greedy(), bg.Combinatorial(bg.Matchings(2, 3), prior=bg.Uniform()), 400, 60, 5, 20))
    results, _ = play(jobs, cluster, Store(tmp_path))
    assert all(same(result, one) for one, result in zip(jobs, results))
    assert len(Store(tmp_path).entries()) >= 3


@pytest.fixture
def forget():
    """Forgets modules by name, as a new process would, and those of a test when it ends."""
    before = set(sys.modules)
    yield lambda *names: [sys.modules.pop(name) for name in names]
    for name in set(sys.modules) - before:
        if name.endswith("_of_mine"):
            del sys.modules[name]


@pytest.mark.long
def test_modules_of_the_user_are_shipped(cluster, tmp_path, monkeypatch, forget):
    """A policy in a module that only the client has, with a helper module; after an edit the new code is run."""
    (tmp_path / "helper_of_mine.py").write_text("def bonus(pulls):\n    return 1.0 / pulls\n")
    source = (
        "from dataclasses import dataclass\nimport helper_of_mine\n\n@dataclass(frozen=True)\nclass Mine:\n"
        "    c: float = 1.0\n\n    def index(self, total, pulls):\n"
        "        return total / pulls + self.c * helper_of_mine.bonus(pulls)\n"
    )
    (tmp_path / "module_of_mine.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    import module_of_mine

    one = Job(module_of_mine.Mine(0.5), PROBLEM, 300, 20, 1, 10)
    (first,), _ = play([one], cluster)
    assert same(first, one)

    forget("module_of_mine", "helper_of_mine")
    (tmp_path / "helper_of_mine.py").write_text("def bonus(pulls):\n    return 2.5 / pulls\n")
    import module_of_mine as edited

    two = Job(edited.Mine(0.5), PROBLEM, 300, 20, 1, 10)
    (second,), _ = play([two], cluster)
    assert same(second, two)
    assert not np.array_equal(first.regret, second.regret)

    forget("module_of_mine", "helper_of_mine")  # undone: the first version is run again
    (tmp_path / "helper_of_mine.py").write_text("def bonus(pulls):\n    return 1.0 / pulls\n")
    import module_of_mine as undone

    (third,), _ = play([Job(undone.Mine(0.5), PROBLEM, 300, 20, 1, 10)], cluster)
    assert np.array_equal(third.regret, first.regret)


def test_a_failing_policy_fails_by_name_and_others_are_kept(cluster, tmp_path, monkeypatch):
    """NaN on a worker: the error names policy, run and round; the other policy's results are in the store."""
    source = (
        "from dataclasses import dataclass\n\n@dataclass(frozen=True)\nclass Broken:\n"
        "    def index(self, total, pulls):\n        return total / (pulls - pulls) - total / (pulls - pulls)\n"
    )
    (tmp_path / "broken_module.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    import broken_module

    store = Store(tmp_path / "store")
    good = Job(bg.Greedy(), PROBLEM, 300, 30, 1, 10)
    with pytest.raises(ValueError, match=r"Broken\(\) on .* failed in run \d+, round \d+: the index is"):
        play([Job(broken_module.Broken(), PROBLEM, 300, 20, 1, 10), good], cluster, store)
    assert same(good.result(store.parts(good.simulation.digest, 0, 30)), good)


def test_a_worker_with_other_code_is_refused():
    """A worker whose sources differ from the client's says so instead of mixing results."""
    one = Job(bg.Greedy(), PROBLEM, 300, 20, 1, 10)
    packed = pack((bg.Greedy(), PROBLEM, 300, 20, 1, 10))
    assert play_remotely(packed, one.simulation.digest, 3, 2).first == 3
    with pytest.raises(RuntimeError, match="other sources than the client"):
        play_remotely(packed, "0" * 64, 0, 1)


def test_a_scheduler_that_is_not_there_is_named(monkeypatch):
    """An address where nothing listens, or that is none, gets a message that names it."""
    monkeypatch.setattr("begreedy.run.cluster._PATIENCE", 0.5)
    for address, kind in (("nonsense", ValueError), ("tcp://127.0.0.1:9", OSError)):
        with pytest.raises(kind, match=address), workers_for(address, None, print):
            pass


@pytest.mark.long
def test_a_killed_worker_changes_nothing(cluster, tmp_path):
    """kill -9 of a worker in mid-run: its blocks are played by the other one; a new worker may join."""
    job = Job(bg.UCB(0.5), bg.Finite(prior=bg.Uniform(), arms=40, law=bg.Gaussian()), 20_000, 1500, 2, 10)
    victim = cluster.add_worker()
    killed = []

    def kill(done, total):
        if not killed and 0 < done < total // 2 and victim.poll() is None:
            killed.append(done)
            victim.send_signal(signal.SIGKILL)
            victim.wait()
            cluster.add_worker()

    (result,), _ = play([job], cluster, Store(tmp_path), progress=kill)
    assert killed
    assert same(result, job)
