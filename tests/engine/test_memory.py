"""What simulations, traces, environments and agents take is known, and refused, before anything is allocated."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine import memory
from begreedy.engine.memory import run_bytes, state_bytes, trace_bytes
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from begreedy.values.errors import BadValue
from support.refusals import assert_refused

HUGE = bg.Finite(prior=bg.Uniform(), arms=2**53)
RESERVOIR = bg.Infinite(bg.Uniform())

TOO_LARGE = {
    "a trace": lambda: bg.trace(bg.Greedy(), HUGE, 10),
    "a plain trace": lambda: bg.trace(bg.Greedy(), HUGE, 10, plain=True),
    "a trace of vectors": lambda: bg.trace(bg.LinGreedy(), bg.Linear(2, offered=10**15), 10),
    "a trace without a horizon": lambda: bg.trace(bg.Greedy(), bg.Budgeted(prior=bg.Uniform(), arms=5, budget=1e12)),
    "an environment": lambda: bg.environment(bg.Finite(prior=bg.Uniform(), arms=10**12)),
    "an environment of mortal arms": lambda: bg.environment(bg.Mortal(bg.Uniform(), 10**12, 100.0)),
    "an agent": lambda: bg.Agent(bg.Greedy(), arms=2**31, horizon=10),
    "an agent that draws": lambda: bg.Agent(bg.ThompsonBeta(), arms=2**31, horizon=10),
    "a simulation": lambda: bg.simulate(bg.ThompsonBeta(), HUGE, 10, runs=1),
    "a plain simulation": lambda: bg.simulate(bg.ThompsonBeta(), HUGE, 10, runs=1, plain=True),
    "a block of runs": lambda: prepare(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 10**7, 0, 10**7).play(0, 10**6),
}


@pytest.mark.parametrize("name", TOO_LARGE)
def test_what_does_not_fit_is_refused(name):
    """With the bytes that it takes, those that are left, and what would fit."""
    assert_refused(TOO_LARGE[name], "takes", "GB to ", "this machine has", "times smaller would fit", kind=BadValue)


@pytest.mark.long
def test_what_does_not_fit_under_a_limit_is_refused():
    """A process with little memory of its own refuses what it would fail to allocate, and plays what fits."""
    script = """if True:
        import resource
        import begreedy as bg
        from begreedy.values.errors import BadValue
        bg.trace(bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=3), 10)
        used = 4096 * int(open("/proc/self/statm").read().split()[0])
        resource.setrlimit(resource.RLIMIT_AS, (used + 300_000_000,) * 2)
        arms = bg.Finite(prior=bg.Uniform(), arms=10_000_000)
        for call in (
            lambda: bg.environment(arms),
            lambda: bg.Agent(bg.Greedy(), arms=10_000_000, horizon=10),
            lambda: bg.trace(bg.ThompsonBeta(), arms, 10),
        ):
            try:
                call()
            except BadValue as error:
                print("refused" if "MB left" in str(error) else error)
        print(bg.environment(bg.Finite(prior=bg.Uniform(), arms=1_000_000)).arms)
        print(bg.Agent(bg.Greedy(), arms=1_000_000, horizon=10).choose())
    """
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.stderr, done.stdout.split()) == ("", ["refused"] * 3 + ["1000000", "0"])


def test_a_simulation_tells_what_it_takes():
    """A run keeps a number per checkpoint; a state grows with the arms, and five times as much in plain Python."""
    few, many = (prepare(bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=k), 100, 0, 50) for k in (10, 10_000))
    assert run_bytes(few) == run_bytes(many) == 8 * 55
    assert state_bytes(many) > 500 * state_bytes(few) / 10 > 0
    assert state_bytes(many, plain=True) == 5 * state_bytes(many)


@pytest.mark.parametrize(
    ("policy", "problem"),
    [
        (bg.ThompsonBeta(), bg.Finite(prior=bg.Uniform(), arms=1000)),
        (bg.LinThompson(), bg.Linear(20)),
        (bg.Greedy(), bg.Budgeted(prior=bg.Uniform(), arms=30, budget=40.0)),
        (bg.AnytimeGreedy(), RESERVOIR),
    ],
    ids=str,
)
def test_the_bytes_told_are_those_allocated(policy, problem):
    """Arrays for one run that is traced take what was told, but for a few hundred bytes."""
    simulation = prepare(policy, problem, 500, 0, 50, options=PlayOptions(leaps=False))
    record, table = simulation._allocated(1, traced=True)
    arrays = _arrays((record, table.mean, table.scratch, table.state, table.own))
    told = run_bytes(simulation) + state_bytes(simulation) + trace_bytes(simulation)
    assert sum(array.nbytes for array in arrays) == pytest.approx(told, abs=300)


def _arrays(part):
    return [part] if isinstance(part, np.ndarray) else [array for inner in part for array in _arrays(inner)]


def test_a_trace_too_large_for_lists_is_compiled(monkeypatch):
    """Where plain Python would take five times the memory of arrays."""
    problem = bg.Finite(prior=bg.Uniform(), arms=20)
    played = bg.trace(bg.UCB(), problem, 30)
    monkeypatch.setattr("begreedy.engine.simulation.SMALL", 100)
    monkeypatch.setattr("begreedy.engine.simulation.in_plain_python", None)
    assert bg.trace(bg.UCB(), problem, 30).arms.tolist() == played.arms.tolist()


def test_little_is_not_asked_for(monkeypatch):
    """Decisions and small blocks do not wait for files of the system."""
    monkeypatch.setattr(memory, "available_bytes", None)
    bg.Agent(bg.Greedy(), arms=1000, horizon=10)
    bg.trace(bg.Greedy(), bg.Finite(means=[0.9, 0.1]), 10)
