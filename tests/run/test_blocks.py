"""Jobs are cut into blocks one at a time, so that the number of runs and rounds neither hangs nor fills memory."""

from __future__ import annotations

import random
import subprocess
import sys
import tracemalloc
from concurrent.futures import Future

import pytest

import begreedy as bg
from begreedy.results.store import Store
from begreedy.run.jobs import Job
from begreedy.run.play import Shard, _JobProgress, _JobWork, play_jobs
from begreedy.run.scheduler import FirstError
from begreedy.run.workers import threads

PAIR = bg.Finite(means=[0.9, 0.1])
MOST = 2**40


def _state(gaps, size):
    state = _JobProgress(0, Job(bg.UniformRandom(), PAIR, 10, 1, 0), "", gaps, FirstError())
    state.size = size
    return state


def _blocks(state):
    while state.gaps:
        yield state.next_block()


def _cut(gaps, size):
    """Blocks, one run after the other: a new one begins with a gap and at multiples of the size."""
    for first, stop in gaps:
        starts = [run for run in range(first, stop) if run == first or run % size == 0]
        yield from zip(starts, [*starts[1:], stop], strict=True)


@pytest.mark.parametrize("seed", range(20))
def test_blocks_are_those_of_a_list(seed):
    """Whatever the gaps, the size and the block to begin with."""
    draw = random.Random(seed)
    ends = sorted(draw.sample(range(200), 8))
    gaps = list(zip(ends[::2], ends[1::2], strict=True))
    size = draw.choice([1, 2, 8, 32, 256])
    blocks = list(_cut(gaps, size))
    assert list(_blocks(_state(gaps, size))) == blocks
    skipped = draw.randrange(1000)
    state = _state(gaps, size)
    state.skip(skipped)
    place = skipped % len(blocks)
    assert list(_blocks(state)) == blocks[place:] + blocks[:place]


@pytest.mark.parametrize("failed", [False, True])
def test_the_last_blocks_of_all_jobs_are_short(tmp_path, failed):
    """So that no worker has to wait long for another one; all blocks fit into those of full size."""
    jobs = [Job(bg.UniformRandom(), PAIR, 10, runs, 0) for runs in (1000, 300)]
    with threads(2) as workers:
        work = _JobWork(workers, Store(tmp_path), None, keep=True, progress=None, warn=print)
        for job, seconds in zip(jobs, (0.1, 0.01), strict=True):
            work.add(job, 0, job.runs)
            work.states[-1].size, work.states[-1].seconds = 64, seconds
        if failed:  # in its first run, so that nobody knows how long its runs take
            work.add(Job(bg.UniformRandom(), PAIR, 10, 10, 1), 0, 10)
            work.states[-1].errors.begin((2, 0))
            work.states[-1].errors.end((2, 0), ValueError("bad"))
        left, blocks = 100.0 + 3.0, []
        while task := work.take():
            state, first, stop = task.collect.args
            seconds = (stop - first) * state.seconds
            assert seconds <= max(0.25, left / 4) * 1.001
            assert (first // 64 == (stop - 1) // 64 and first % (stop - first) == 0) or stop == state.job.runs
            left -= seconds
            blocks.append((state.number, first, stop))
    assert left == pytest.approx(0.0, abs=1e-6)
    assert blocks[0] == (0, 0, 64)
    assert sum(stop - first for _, first, stop in blocks) == 1300


def test_processes_that_share_a_store_meet_and_stop(tmp_path, monkeypatch):
    """Each begins elsewhere, and finds what the other has played: no run is played twice."""
    monkeypatch.setattr(_JobProgress, "cut_by_time", lambda *_: None)  # each run is to take as long as is said here
    job = Job(bg.UniformRandom(), PAIR, 10, 1024, 0)
    played = [0, 0]
    with threads(1) as workers:
        works = [_JobWork(workers, Store(tmp_path), None, keep=True, progress=None, warn=print) for _ in played]
        for i, work in enumerate(works):
            work.add(job, 0, job.runs)
            work.states[0].size, work.states[0].seconds = 64, 0.1
            work.states[0].skip(8 * i)
            work.begin()
        waiting = [0, 1]
        while waiting:
            which = waiting.pop(0)
            if task := works[which].take():
                runs = task.arguments[1]
                task.collect(_done(task.call(*task.arguments)))
                played[which] += runs
                waiting.append(which)
    assert sum(played) == 1024
    assert min(played) >= 448


def _done(result):
    future = Future()
    future.set_result(result)
    return future


@pytest.mark.parametrize("timed", [False, True])
def test_many_jobs_are_handed_out_at_once(tmp_path, monkeypatch, timed):
    """What is left of all of them is not counted for every block."""
    looks = 0
    count = _JobProgress.runs_left.fget

    def counting(state):
        nonlocal looks
        looks += 1
        return count(state)

    monkeypatch.setattr(_JobProgress, "runs_left", property(counting))
    jobs = 2000
    job = Job(bg.UniformRandom(), PAIR, 10, 16, 0)
    with threads(2) as workers:
        work = _JobWork(workers, Store(tmp_path) if timed else None, None, keep=False, progress=None, warn=print)
        for _ in range(jobs):
            work.add(job, 0, job.runs)
        work.begin()
        if timed:
            for state in work.states:
                state.size, state.seconds = 4, 1.0
        blocks = 0
        while work.take():
            blocks += 1
    assert blocks >= 4 * jobs
    assert looks <= 10 * blocks


def test_a_shard_with_runs_without_end_plays_at_once(tmp_path):
    """In little memory; and it says how long it would take."""
    told, warnings = [], []

    def progress(done, total):
        told.append((done, total))
        if done > 1000:
            raise KeyboardInterrupt

    job = Job(bg.UniformRandom(), PAIR, 10, MOST, 0)
    job.simulation.compile()
    tracemalloc.start()
    try:
        with threads(1) as workers, pytest.raises(KeyboardInterrupt):
            play_jobs([job], workers, Store(tmp_path), shard=Shard(1, 1), progress=progress, warn=warnings.append)
        assert tracemalloc.get_traced_memory()[1] < 200e6  # some blocks of 16 MB
    finally:
        tracemalloc.stop()
    assert told[0] == (0, 10 * MOST)
    [warning] = warnings
    assert all(word in warning for word in ("UniformRandom()", f"{MOST} runs of about", "hours on 1 threads"))


def test_the_command_tells_the_rounds_of_a_run_without_end(tmp_path):
    """In its first line, before the first round."""
    words = ["--problem", "Finite(means=[0.9, 0.1])", "--policy", "UCB", "--horizon", str(MOST), "--runs", "1"]
    command = [sys.executable, "-m", "begreedy", "compare", *words, "--out", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        line = process.stdout.readline()
        process.kill()
    assert line == "compare: 0 % of 1.1e12 rounds, 0 rounds/s\n"
