"""What can go wrong with a run, done to real processes: kills, Ctrl-C, full disks, broken policies, two at once."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from begreedy.results.store import Store
from support.attack import tries

EXPERIMENT = """
horizon = 10000
runs = 2000
seed = 1
checkpoints = 50
problem = "Finite(prior=Uniform(), arms=50, law=Gaussian())"
policies = ["UCB(c=0.5)", "Greedy"]
"""

POLICIES = '''
from dataclasses import dataclass


@dataclass(frozen=True)
class NotANumber:
    """Its index is NaN once an arm was pulled often."""

    def index(self, total, pulls, t):
        return total / (pulls - 5) - total / (pulls - 5)


@dataclass(frozen=True)
class Raising:
    """Raises in the middle of a run."""

    def index(self, total, pulls, t):
        if pulls > 5:
            raise ValueError("no more")
        return total / pulls


@dataclass(frozen=True)
class OutOfRange:
    """Plays an arm that there is not."""

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return arms
'''


class Lab:
    """A folder with an experiment, and the command that runs it."""

    def __init__(self, folder):
        self.folder = folder
        (folder / "it.toml").write_text(EXPERIMENT)
        (folder / "mine.py").write_text(POLICIES)

    def start(self, *arguments, store="store", command=("run", "it.toml"), **options):
        store = [] if store is None else ["--store", store]
        line = [sys.executable, "-m", "begreedy", *command, *store, "--json", "-", "--quiet", *arguments]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        return subprocess.Popen(line, cwd=self.folder, **pipes, **options)

    def run(self, *arguments, **options):
        """Rows without their times, standard error, exit code."""
        process = self.start(*arguments, **options)
        out, error = process.communicate(timeout=300)
        rows = json.loads(out) if out else []
        return [{**row, "seconds": 0} for row in rows], error, process.returncode

    def store(self, name="store"):
        return Store(self.folder / name)

    def check(self, name="store"):
        line = [sys.executable, "-m", "begreedy", "results", "--store", name, "--check"]
        return subprocess.run(line, cwd=self.folder, capture_output=True, text=True)


@pytest.fixture
def lab(tmp_path):
    return Lab(tmp_path)


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The rows of a run that nothing disturbed."""
    rows, error, code = Lab(tmp_path_factory.mktemp("undisturbed")).run()
    assert code == 0, error
    assert len(rows) == 2
    return rows


def some_blocks(lab, process, count=1):
    """Wait until a running command has finished some blocks."""
    deadline = time.monotonic() + 60
    while len(lab.store().entries()) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)


# ---------------------------------------------------------------- kills


def killed_and_resumed(lab, kills, seed):
    """Kill the command at random moments, so many times; whenever it gets to its end, a new store is begun."""
    chance = random.Random(seed)
    number = done = 0
    finished = []
    while done < kills:
        name = f"store-{number}"
        process = lab.start(store=name)
        try:
            process.communicate(timeout=chance.uniform(0.25, 2.0))
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            done += 1
        else:
            finished.append(name)
            number += 1
    return [*finished, name]


@pytest.mark.parametrize(
    "kills", [1, *(pytest.param(n, marks=pytest.mark.long, id=id) for n, id in ((3, "3"), (tries(50), "many")))]
)
def test_kill_9_loses_nothing_that_was_finished(lab, expected, kills):
    """Killed again and again at random moments, then resumed: the same rows, and every file sound."""
    for name in killed_and_resumed(lab, kills, seed=kills):
        rows, error, code = lab.run(store=name)
        assert code == 0, error
        assert rows == expected
        sound = [line for line in lab.check(name).stdout.splitlines() if not line.split(":")[0].endswith(".tmp")]
        assert len(sound) == 1, sound


@pytest.mark.long
def test_a_killed_run_goes_on_where_it_was(lab, expected):
    """After a kill in mid-run, finished blocks stay and are not written again."""
    process = lab.start()
    some_blocks(lab, process, 3)
    process.kill()
    process.communicate()
    before = {entry.path: entry.path.stat().st_mtime_ns for entry in lab.store().entries()}
    assert len(before) >= 3
    rows, _, code = lab.run()
    assert (rows, code) == (expected, 0)
    assert all(path.stat().st_mtime_ns == when for path, when in before.items())


def test_ctrl_c_stops_within_a_second_and_keeps_what_is_finished(lab, expected):
    """Interrupted, the command ends soon, says that nothing is lost, and goes on when called again."""
    process = lab.start()
    some_blocks(lab, process, 2)
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert time.perf_counter() - began < 1.5
    assert process.returncode == 130
    assert "finished runs are stored" in error
    assert "Traceback" not in error
    assert len(lab.store().entries()) >= 2
    assert lab.check().returncode == 0
    assert lab.run()[0] == expected


@pytest.mark.long
def test_ctrl_c_while_compiling(lab, tmp_path):
    """Compiling, which takes seconds, does not delay the end."""
    environment = {**os.environ, "BEGREEDY_CACHE_DIR": str(tmp_path / "empty")}
    process = lab.start(env=environment)
    while "llvmlite" not in Path(f"/proc/{process.pid}/maps").read_text():  # before, it has nothing to compile with
        assert process.poll() is None
        time.sleep(0.1)
    time.sleep(1.0)
    assert process.poll() is None
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=20)
    assert time.perf_counter() - began < 4.0  # on a busy machine; all that is to be compiled takes longer
    assert process.returncode == 130, error


# ---------------------------------------------------------------- two at once


@pytest.mark.long
def test_two_processes_share_a_store(lab, expected):
    """Two commands at once on one store both succeed, with the same rows, and leave sound files only."""
    processes = [lab.start() for _ in range(2)]
    for process in processes:
        out, error = process.communicate(timeout=300)
        assert process.returncode == 0, error
        assert [{**row, "seconds": 0} for row in json.loads(out)] == expected
    assert lab.check().returncode == 0


@pytest.mark.long
def test_shards_of_two_processes_merge(lab, expected):
    """Two shards, each in a store of its own; copied together they are the whole."""
    for shard in ("1/2", "2/2"):
        rows, error, code = lab.run("--shard", shard, store=f"shard-{shard[0]}")
        assert (rows, code) == ([], 0), error
    (lab.folder / "store").mkdir()
    for number in (1, 2):
        for entry in lab.store(f"shard-{number}").entries():
            entry.path.rename(lab.folder / "store" / entry.path.name)
    before = len(lab.store().entries())
    assert lab.run()[0] == expected
    assert len(lab.store().entries()) == before


# ---------------------------------------------------------------- places that cannot be written


def limit_files():
    """No file may grow beyond a few kilobytes, as on a disk that is nearly full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))


@pytest.mark.long
def test_a_file_that_cannot_grow_is_a_clear_message(lab, expected):
    """Writing fails halfway: the message says where and why, nothing half-written stays; later it goes on."""
    rows, error, code = lab.run(preexec_fn=limit_files)
    assert (rows, code) == ([], 1)
    assert "cannot write results to store: File too large" in error
    assert "Traceback" not in error
    assert list((lab.folder / "store").iterdir()) == []
    assert lab.run()[0] == expected


def test_a_full_disk_is_a_clear_message(lab):
    """The same on a file system that is really full, where one can be mounted."""
    script = (
        'mkdir -p full && mount -t tmpfs -o size=64k none full && "$0" -m begreedy run it.toml --store full --quiet'
    )
    script += '; code=$?; ls -A full | grep -c tmp; exit "$code"'
    wrapped = ["unshare", "-rm", "sh", "-c", script, sys.executable]
    if subprocess.run(["unshare", "-rm", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    done = subprocess.run(wrapped, cwd=lab.folder, capture_output=True, text=True)
    assert done.returncode == 1
    assert "cannot write results to full: No space left on device; finished runs stay there" in done.stderr
    assert done.stdout == "0\n"
    assert "Traceback" not in done.stderr


def unwritable(lab, kind):
    if kind == "below a file":
        (lab.folder / "file").write_text("")
        return "file/store"
    if kind == "a file":
        (lab.folder / "store").write_text("")
        return "store"
    (lab.folder / "store").mkdir()
    (lab.folder / "store").chmod(0o555)
    return "store"


@pytest.mark.parametrize("kind", ["below a file", "a file", "read-only"])
def test_a_folder_that_cannot_be_written_is_found_before_anything_is_played(lab, kind):
    """The message names the folder, and it comes at once."""
    if kind == "read-only" and os.geteuid() == 0:
        pytest.skip("nothing is read-only to root")
    rows, error, code = lab.run(store=unwritable(lab, kind))
    assert (rows, code) == ([], 1)
    assert "store" in error
    assert "Traceback" not in error


# ---------------------------------------------------------------- broken policies


@pytest.mark.long
def test_broken_policies_fail_by_name_and_others_are_kept(lab):
    """The command fails and names each policy and what it did; the results of the others are finished and kept."""
    names = ("NotANumber", "Raising", "OutOfRange")
    broken = ", ".join(f'"mine:{name}()"' for name in names)
    (lab.folder / "it.toml").write_text(EXPERIMENT.replace('"Greedy"]', f'{broken}, "Greedy"]'))
    rows, error, code = lab.run()
    assert rows == []
    assert code != 0
    assert all(f"{name}() on Finite(" in error for name in names)
    assert "failed in run 0, round" in error
    assert "ValueError: no more" in error
    assert "select returned something that is not an arm" in error
    assert "Traceback" not in error
    before = len(lab.store().entries())
    (lab.folder / "it.toml").write_text(EXPERIMENT)
    assert len(lab.run()[0]) == 2
    assert len(lab.store().entries()) == before > 1


@pytest.mark.long
def test_one_broken_policy_is_an_ordinary_error(lab):
    """A single failure keeps its own message; nothing of it is stored."""
    (lab.folder / "it.toml").write_text(EXPERIMENT.replace('"UCB(c=0.5)", "Greedy"', '"mine:Raising()"'))
    rows, error, code = lab.run()
    assert (rows, code) == ([], 1)
    assert "Raising() on Finite(" in error
    assert "failed in run 0, round" in error
    assert "Traceback" not in error
    assert lab.store().entries() == []
