"""Same seed, same numbers, bit for bit: whatever the threads, the blocks, the process and what is recorded."""

from __future__ import annotations

import hashlib
import signal
import time
from dataclasses import dataclass

import numpy as np
import pytest

import begreedy as bg
from begreedy.compile import cache

ARRAYS = ("regret", "reward", "pulls", "arms_tried", "locked_gap")
LAWS = {"Bernoulli": bg.Bernoulli(), "Gaussian": bg.Gaussian(0.7), "BetaReward": bg.BetaReward(3)}
PROBLEMS = {
    "Bernoulli": bg.Finite(prior=bg.Beta(1, 3), arms=12, law=LAWS["Bernoulli"]),
    "Gaussian": bg.Finite(means=np.linspace(-1, 1, 12), law=LAWS["Gaussian"]),
    "BetaReward": bg.Finite(prior=bg.Uniform(0.1, 0.9), arms=12, law=LAWS["BetaReward"]),
}
INDICES = ["Greedy", "EpsilonGreedy", "UCB", "KLUCB", "UCBV", "MOSS", "AnytimeMOSS"]
OTHERS = ["ThompsonBeta", "ThompsonGaussian", "ExploreThenCommit", "UniformRandom"]
POLICIES = {name: getattr(bg, name)() for name in INDICES + OTHERS}
ALLOWED = [
    (policy, law)
    for policy in POLICIES
    for law in PROBLEMS
    if law != "Gaussian" or policy not in ("ThompsonBeta", "KLUCB")
]


def same(a, b, runs=None):
    """Whether two results agree in every bit (of their first runs)."""
    return all(np.array_equal(getattr(a, name)[:runs], getattr(b, name)[:runs]) for name in ARRAYS)


@pytest.mark.every_time("Greedy-Bernoulli", "UCB-Bernoulli", "ThompsonBeta-Bernoulli", "UniformRandom-Bernoulli")
@pytest.mark.parametrize(("policy", "law"), ALLOWED)
def test_threads_blocks_and_length_change_nothing(policy, law):
    """One, two or five threads, any size of blocks, more runs after these: the same bits.  Another seed: others."""
    settings = (POLICIES[policy], PROBLEMS[law], 150)
    result = bg.simulate(*settings, runs=23, seed=7, threads=1, block=23)
    assert result.regret.shape == (23, 150)
    assert len(np.unique(result.reward)) > 10
    for threads, block in ((1, 1), (2, 3), (5, 7), (2, None), (5, 1)):
        assert same(result, bg.simulate(*settings, runs=23, seed=7, threads=threads, block=block))
    longer = bg.simulate(*settings, runs=60, seed=7)
    assert same(result, longer, runs=23)
    assert len(np.unique(longer.reward)) > 23  # the runs after them are not the same once more
    other = bg.simulate(*settings, runs=23, seed=8)
    assert not np.array_equal(result.regret, other.regret)
    assert not np.array_equal(result.reward, other.reward)


@pytest.mark.parametrize(
    ("policy", "law"), [("UCB", "Gaussian"), ("ThompsonBeta", "Bernoulli"), ("Greedy", "Bernoulli")]
)
def test_checkpoints_only_look(policy, law):
    """Regret at a round is the same whatever other rounds are recorded, and so are the totals; without leaps."""
    settings = (POLICIES[policy], PROBLEMS[law], 300, 10, 3)
    every = bg.simulate(*settings, checkpoints=300)
    assert every.times.tolist() == list(range(1, 301))
    for checkpoints in (1, 7, "log", [250, 13, 13], np.array([299])):
        some = bg.simulate(*settings, checkpoints=checkpoints, leaps=False)
        assert some.times[-1] == 300
        assert np.array_equal(some.regret, every.regret[:, some.times - 1])
        assert all(np.array_equal(getattr(some, name), getattr(every, name)) for name in ARRAYS[1:])


@pytest.mark.parametrize("policy", ["Greedy", "UCB", "ThompsonBeta"])
def test_trace_is_the_run(policy):
    """A trace has the regret and the rewards of the same run of a simulation, and its numbers explain each other."""
    result = bg.simulate(POLICIES[policy], PROBLEMS["Bernoulli"], 200, runs=6, seed=5, leaps=False)
    for run in (0, 5):
        trace = bg.trace(POLICIES[policy], PROBLEMS["Bernoulli"], 200, seed=5, run=run)
        assert np.array_equal(trace.regret, result.regret[run])
        assert trace.rewards.sum() == result.reward[run]
        assert len(set(trace.arms.tolist())) == result.arms_tried[run]
        best = set(trace.arms[np.diff(trace.regret, prepend=0.0) == 0.0].tolist())
        assert len(best) <= 1
        assert np.sum([arm in best for arm in trace.arms]) == result.pulls[run]


HASHES = """
import hashlib
def digest(policy, problem, **options):
    result = bg.simulate(policy, problem, 150, runs=23, seed=7, **options)
    bits = b"".join(np.ascontiguousarray(getattr(result, name)).tobytes() for name in {arrays})
    return hashlib.sha256(bits).hexdigest()
problem = bg.Finite(prior=bg.Beta(1, 3), arms=12)
policies = [bg.Greedy(), bg.UCB(), bg.ThompsonBeta(), bg.UniformRandom()]
print(json.dumps([digest(policy, problem, threads={threads}) for policy in policies]))
"""


def test_processes_agree(fresh):
    """Two processes at once, with different hash seeds and threads, and this one give the same bits."""
    processes = [fresh.start(HASHES.format(arrays=ARRAYS, threads=threads)) for threads in (1, 3)]
    here = []
    for name in ("Greedy", "UCB", "ThompsonBeta", "UniformRandom"):
        result = bg.simulate(POLICIES[name], PROBLEMS["Bernoulli"], 150, runs=23, seed=7)
        bits = b"".join(np.ascontiguousarray(getattr(result, array)).tobytes() for array in ARRAYS)
        here.append(hashlib.sha256(bits).hexdigest())
    assert [fresh.finish(process) for process in processes] == [here, here]
    assert len(set(here)) == 4


@pytest.mark.long
def test_processes_starting_together(fresh, fresh_cache):
    """Four processes on one empty cache all succeed, agree, and leave sound entries only."""
    play = "bg.simulate(bg.UniformRandom(), bg.Finite(means=[0.9, 0.1]), 50, runs=4).final.tolist()"
    processes = [fresh.start(f"print(json.dumps([{play}, len(compile.compiled)]))") for _ in range(4)]
    ends = [fresh.finish(process) for process in processes]
    assert [final for final, _ in ends] == [ends[0][0]] * 4
    assert max(compiled for _, compiled in ends) == 1
    (path,) = fresh_cache.iterdir()
    assert [path] == cache.entries()
    assert cache.read(path.stem) is not None


# ---------------------------------------------------------------- shared instances, separate streams


def test_policies_share_instances():
    """While every policy pulls each arm once, in order, all meet the same arms and the same rewards."""
    problem = bg.Finite(prior=bg.Uniform(0.1, 0.9), arms=12)
    results = bg.compare(
        [POLICIES[name] for name in [*INDICES, "ExploreThenCommit", "ThompsonGaussian"]],
        problem,
        horizon=9,
        runs=40,
        seed=2,
    )
    first = results[0]
    assert len(np.unique(first.final)) == 40
    for result in results:
        assert same(first, result)
        assert result.arms_tried.tolist() == [9] * 40


def test_gaps_belong_to_the_instance():
    """The gap of an arm is the same for every policy that plays it, in whatever order arms are played."""
    gaps = []
    for name in ("ExploreThenCommit", "Greedy", "UCB", "ThompsonBeta"):
        trace = bg.trace(POLICIES[name], PROBLEMS["Bernoulli"], 100, seed=4, run=2)
        steps = np.diff(trace.regret, prepend=0.0)
        gaps.append({(int(arm), round(float(step), 9)) for arm, step in zip(trace.arms, steps)})
    assert len(gaps[0]) == 12
    assert min(gap for _, gap in gaps[0]) == 0.0
    assert all(found <= gaps[0] for found in gaps)


@dataclass(frozen=True)
class Fidgety:
    """Plays arm 0 and draws some random numbers for nothing."""

    waste: int = 0

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        for _ in range(self.waste):
            bg.random.uniform(rng)
        return 0


def test_rewards_have_a_stream_of_their_own():
    """What a policy draws does not move the rewards; another run, or another seed, does."""
    problem = bg.Finite(prior=bg.Beta(2, 2), arms=3, law=bg.Gaussian(0.5))
    calm, busy = (bg.trace(Fidgety(waste), problem, 50, seed=1, run=3) for waste in (0, 5))
    assert np.array_equal(calm.rewards, busy.rewards)
    assert np.array_equal(calm.regret, busy.regret)
    for other in ({"seed": 2, "run": 3}, {"seed": 1, "run": 4}):
        assert not np.any(calm.rewards == bg.trace(Fidgety(), problem, 50, **other).rewards)


@dataclass(frozen=True)
class Coin:
    """Plays arm 1 when its own random number would make a fair arm pay."""

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return 1 if bg.random.uniform(rng) < 0.5 else 0


def test_a_policy_cannot_foresee_rewards():
    """A policy's random numbers say nothing about the rewards (4 standard errors)."""
    trace = bg.trace(Coin(), bg.Finite(means=[0.5, 0.5]), 1600)
    assert abs(np.mean(trace.arms == trace.rewards) - 0.5) < 4 * 0.5 / 40


@dataclass(frozen=True)
class Lucky:
    """Draws from NumPy's own generator, which no seed of ours reaches."""

    def index(self, total, pulls, t):
        return np.random.random()


def test_foreign_randomness_is_refused():
    """A policy cannot draw from a generator that the seed does not govern."""
    with pytest.raises(TypeError, match="Lucky"):
        bg.simulate(Lucky(), bg.Finite(means=[0.9, 0.1]), 50, runs=20, threads=1)


# ---------------------------------------------------------------- Ctrl-C

LONG = """
import threading, time
problem = bg.Finite(means=[0.9, 0.1])
bg.simulate(bg.UniformRandom(), problem, 10, runs=1)
def watch():
    while threading.active_count() < 4:  # this one, the main thread and two that play
        time.sleep(0.01)
    time.sleep(0.3)
    print("playing", flush=True)
threading.Thread(target=watch, daemon=True).start()
try:
    bg.simulate(bg.UniformRandom(), problem, 10**8, runs={runs}, threads=2, block=1, checkpoints=100)
except KeyboardInterrupt:
    print(json.dumps([threading.active_count(), "stopped"]), flush=True)
    raise
"""


@pytest.mark.parametrize("runs", [20, 10**6])
def test_ctrl_c_stops_soon(runs, fresh):
    """A long simulation that is interrupted, even while it is handing out its many blocks, ends in about two seconds,
    with KeyboardInterrupt and no thread left."""
    process = fresh.start(LONG.format(runs=runs))
    assert process.stdout.readline() == "playing\n"
    assert process.poll() is None
    began = time.perf_counter()
    process.send_signal(signal.SIGINT)
    try:
        out, error = process.communicate(timeout=20)
    finally:
        process.kill()
    assert time.perf_counter() - began < 4.0
    assert out == '[1, "stopped"]\n'
    assert error.rstrip().endswith("KeyboardInterrupt")
    assert process.returncode in (-signal.SIGINT, 130, 1)
