"""The scheduler: works take turns, what fails fails alone, what is stopped stops, and no order changes a number."""

from __future__ import annotations

import random
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.simulation import prepare
from begreedy.run.jobs import Job
from begreedy.run.play import play_jobs
from begreedy.run.scheduler import MOST_WORKS, Scheduler, SharedScheduler, Task, play, play_calls
from begreedy.run.workers import Workers, threads

PROBLEM = bg.Finite(prior=bg.Uniform(), arms=12)


def nothing():
    return None


class Counting:
    """A work of so many calls, which notes what happens to it."""

    def __init__(self, name, count, call=nothing, log=None):
        self.name, self.left, self.call = name, count, call
        self.log = [] if log is None else log
        self.collected = []
        self.stopped = None
        self.error = None
        self.over = threading.Event()

    def take(self):
        if self.left == 0 or self.stopped:
            return None
        self.left -= 1
        self.log.append(self.name)
        return Task(self.call, (), self._collect)

    def _collect(self, future):
        self.collected.append(future.result())
        if self.left == 0:
            self.over.set()

    def stop(self, error=None):
        self.stopped, self.error = True, error
        self.over.set()


class Now:
    """An executor that makes every call at once, in the thread that asks."""

    def submit(self, call, *arguments):
        future = Future()
        try:
            future.set_result(call(*arguments))
        except BaseException as error:
            future.set_exception(error)
        return future


class Shuffled:
    """An executor whose tasks finish in a random order, once four wait; a fixed seed."""

    def __init__(self, seed):
        self.random, self.waiting = random.Random(seed), []

    def submit(self, call, *arguments):
        future = Future()
        self.waiting.append((future, call, arguments))
        if len(self.waiting) == 4:
            self.random.shuffle(self.waiting)
            while self.waiting:
                future_of, call_of, its_arguments = self.waiting.pop()
                future_of.set_result(call_of(*its_arguments))
        return future


# ---------------------------------------------------------------- turns


def test_works_take_turns():
    """Each work in turn gives one task; one that comes later is in the row at once; none is starved."""
    log = []
    scheduler = Scheduler(Workers(Now(), lambda: 1), ahead=1)
    long, short = Counting("long", 6, log=log), Counting("short", 2, log=log)
    scheduler._works.extend([long, short])
    scheduler.run(Counting("late", 3, log=log))
    assert log == ["long", "short", "late", "long", "short", "late", "long", "late", "long", "long", "long"]


def test_no_more_is_handed_out_than_asked_for():
    """Tasks in flight never exceed so many per worker, and workers that join get theirs."""
    flying, most, slots = set(), [], [1]

    class Slow:
        def submit(self, call, *arguments):
            future = Future()
            flying.add(future)
            most.append(len(flying))
            threading.Timer(0.3, lambda: (flying.discard(future), future.set_result(None))).start()
            return future

    play(Counting("a", 4), Workers(Slow(), lambda: slots[0]), ahead=2)
    assert max(most) == 2
    slots[0], most[:] = 3, []
    play(Counting("b", 12), Workers(Slow(), lambda: slots[0]), ahead=2)
    assert max(most) == 6


def test_a_short_work_waits_for_a_block_of_a_long_one_at_most():
    """Two threads, a work of many blocks of 20 ms: another, added later, is finished after few of them."""
    shared = SharedScheduler(2)
    long = Counting("long", 10_000, partial(time.sleep, 0.02))
    shared.add(long)
    while len(long.collected) < 4:
        time.sleep(0.005)
    before = len(long.collected)
    short = Counting("short", 3, nothing)
    shared.add(short)
    assert short.over.wait(10)
    assert len(long.collected) - before <= 12
    shared.close()
    assert long.stopped


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_in_which_blocks_finish_changes_nothing(seed):
    """Blocks of one run that come back in a random order give the bits of all runs in one go."""
    simulation = prepare(bg.UCB(0.5), PROBLEM, 300, 3, 20)
    expected = simulation.columns_of(simulation.play(0, 24))
    job = Job(bg.UCB(0.5), PROBLEM, 300, 24, 3, 20)
    [parts] = play_jobs([job], Workers(Shuffled(seed), lambda: 1), block=1)
    assert [part.first for part in parts] != list(range(24))
    result = job.result(parts)
    for name, field in (("regret", "regret"), ("reward", "reward"), ("tried", "arms_tried"), ("pulls", "pulls")):
        assert np.array_equal(getattr(result, field), expected[name])


@pytest.mark.parametrize(("count", "block"), [(1, None), (2, 7), (5, 1)])
def test_threads_and_blocks_change_nothing(count, block):
    """What simulate gives is what the simulation's kernel gives, however it is cut and on however many threads."""
    simulation = prepare(bg.UCB(0.5), PROBLEM, 300, 3, 20)
    expected = simulation.columns_of(simulation.play(0, 50))
    told = []
    result = bg.simulate(
        bg.UCB(0.5), PROBLEM, 300, 50, 3, checkpoints=20, threads=count, block=block, progress=told.append
    )
    assert np.array_equal(result.regret, expected["regret"])
    assert np.array_equal(result.locked_gap, expected["locked"])
    assert sum(told) == 50
    assert min(told) > 0


def test_calls_come_back_in_their_order():
    """Outcomes are in the order of the calls, and each is told once, as it is finished."""
    told = []
    with threads(3) as workers:
        calls = [lambda i=i: (time.sleep(0.01 * (i % 3)), i)[1] for i in range(20)]
        assert play_calls(calls, workers, stop=nothing, done=told.append) == list(range(20))
    assert sorted(told) == list(range(20))


def test_progress_adds_up(tmp_path):
    """Rounds done never fall and end at all rounds; what the store has counts from the start."""
    jobs = [Job(policy, PROBLEM, 300, 20, 3, 20) for policy in (bg.UCB(0.5), bg.Greedy())]
    store = bg.Store(tmp_path)
    for begins in (0, 2 * 20 * 300):
        told = []
        with threads(2) as workers:
            play_jobs(jobs, workers, store, progress=lambda *numbers, told=told: told.append(numbers))
        assert told[0] == (begins, 2 * 20 * 300)
        assert told[-1] == (2 * 20 * 300, 2 * 20 * 300)
        assert told == sorted(told)


# ---------------------------------------------------------------- errors and stops


def failing():
    raise ValueError("no more")


def test_an_error_in_a_task_stops_the_rest_and_is_raised():
    """The error comes out as it is; what waits is dropped, and what plays is told to stop."""
    played, stopped = [], threading.Event()

    def long():
        played.append(1)
        assert stopped.wait(10)

    with pytest.raises(ValueError, match="no more"), threads(2) as workers:
        play_calls([nothing, failing, *([long] * 50)], workers, stop=stopped.set)
    assert stopped.is_set()
    assert len(played) < 20


def test_the_error_is_that_of_the_first_that_fails():
    """By its place, not by the moment: an earlier task that fails later counts."""
    late, stopped = threading.Event(), []

    def fails_late():
        assert late.wait(10)
        raise ValueError("first")

    def fails_soon():
        late.set()
        raise ValueError("second")

    for _ in range(5):
        late.clear()
        with pytest.raises(ValueError, match="first"), threads(3) as workers:
            play_calls([nothing, fails_late, fails_soon, nothing], workers, stop=lambda: stopped.append(1))
    assert len(stopped) == 5


@dataclass(frozen=True)
class Unlucky:
    """Plays an arm that there is not, once its own draws say so."""

    chance: float

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return arms if bg.random.uniform(rng) < self.chance else 0


def test_the_failure_of_a_comparison_is_that_of_the_first_policy_and_run():
    """Of two policies that fail in some runs, on any threads and blocks: the first policy's first such run."""
    policies = [bg.Greedy(), Unlucky(0.0005), Unlucky(0.01)]
    messages = set()
    for count, block in ((1, 50), (2, 1), (5, 7)):
        with pytest.raises(ValueError, match="failed in run") as caught:
            bg.compare(policies, PROBLEM, 300, 50, 3, threads=count, block=block)
        messages.add(str(caught.value))
    assert len(messages) == 1
    assert "chance=0.0005" in messages.pop()


def test_what_is_finished_when_another_fails_is_collected():
    """Two blocks are finished at once, the first of them failed: the other is still kept."""
    work = Counting("a", 2)
    calls = iter([failing, lambda: "kept"])
    work.call = lambda: next(calls)()
    with pytest.raises(ValueError, match="no more"):
        play(work, Workers(Now(), lambda: 2), ahead=1)
    assert work.collected == ["kept"]
    assert isinstance(work.error, ValueError)


def test_an_error_of_one_shared_work_is_its_own():
    """A work whose task fails, or that fails to give one, is stopped with the error; the others go on."""

    class Broken(Counting):
        def take(self):
            raise RuntimeError("cannot say")

    shared = SharedScheduler(1)
    works = [Counting("fails", 5, failing), Broken("broken", 5), Counting("works", 50, partial(time.sleep, 0.002))]
    for work in works:
        shared.add(work)
    assert all(work.over.wait(10) for work in works)
    assert [str(work.error) for work in works] == ["no more", "cannot say", "None"]
    assert len(works[2].collected) == 50
    assert shared.works == 1
    shared.close()


def test_a_removed_work_gives_no_more():
    """After it is removed nothing more of a work is played, and there is room for others."""
    shared = SharedScheduler(1)
    work = Counting("a", 10_000, partial(time.sleep, 0.002))
    shared.add(work)
    while not work.collected:
        time.sleep(0.002)
    shared.remove(work)
    shared.remove(work)  # twice is no error
    assert shared.works == 0
    time.sleep(0.05)
    before = work.left
    time.sleep(0.05)
    assert work.left == before > 0
    shared.close()


def test_there_is_room_for_so_many_works():
    shared = SharedScheduler(1)
    for _ in range(MOST_WORKS):
        shared.add(Counting("idle", 0))
    with pytest.raises(RuntimeError, match=f"{MOST_WORKS} simulations are running"):
        shared.add(Counting("one more", 0))
    shared.close()


def test_a_stopped_simulation_ends_at_its_next_checkpoint():
    """A progress function that raises ends a simulation of minutes at once, and no thread is left."""

    class Enough(Exception):
        pass

    def enough(_):
        raise Enough

    before = threading.active_count()
    began = time.monotonic()
    with pytest.raises(Enough):
        bg.simulate(bg.UniformRandom(), PROBLEM, 10**5, 10**6, threads=2, block=1, checkpoints=100, progress=enough)
    assert time.monotonic() - began < 20.0
    assert threading.active_count() <= before


def test_blocks_whose_workers_died_are_played_by_others():
    """A cluster that loses a block gives it out again; if it goes on and on, the job fails with what it said."""

    class Lost(Exception):
        pass

    class Dying(Now):
        def __init__(self, deaths):
            self.deaths = deaths

        def submit(self, call, *arguments):
            future = Future()
            if self.deaths:
                self.deaths -= 1
                future.set_exception(Lost("worker died"))
                return future
            return super().submit(call, *arguments)

    job = Job(bg.Greedy(), PROBLEM, 300, 20, 3, 20)
    simulation = prepare(bg.Greedy(), PROBLEM, 300, 3, 20)
    expected = simulation.columns_of(simulation.play(0, 20))
    [parts] = play_jobs([job], Workers(Dying(15), lambda: 2, remote=True, lost=(Lost,)))
    assert np.array_equal(job.result(parts).regret, expected["regret"])
    with pytest.raises(Lost, match="worker died"):
        play_jobs(
            [Job(bg.Greedy(), PROBLEM, 300, 20, 3, 20)], Workers(Dying(1000), lambda: 2, remote=True, lost=(Lost,))
        )


def test_threads_end_with_their_block_of_code():
    with threads(3) as workers:
        assert isinstance(workers.executor, ThreadPoolExecutor)
        assert workers.slots() == 3
    with pytest.raises(RuntimeError):
        workers.executor.submit(nothing)
