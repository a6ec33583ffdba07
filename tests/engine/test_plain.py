"""Plain Python plays as compiled code does, and whatever cannot be compiled."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import pytest

import begreedy as bg
from begreedy.compile import compiler
from begreedy.engine import simulation
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare

ARMS = bg.Finite(prior=bg.Uniform(), arms=5)


@pytest.mark.every_time("UCB-Finite", "ThompsonBeta-Finite", "MeDZO-Continuous")
@pytest.mark.usefixtures("compiled_traces")
@pytest.mark.parametrize(
    ("policy", "problem"),
    [(bg.UCB(), ARMS), (bg.ThompsonBeta(), ARMS), (bg.MeDZO(), bg.Continuous(bg.f1)), (bg.LinUCB(), bg.Linear(3))],
    ids=lambda value: type(value).__name__,
)
def test_a_trace_in_plain_python_is_the_compiled_one(policy, problem):
    """Every arm, reward and regret, bit for bit."""
    plain, compiled = (bg.trace(policy, problem, 60, seed=1, run=2, plain=plain) for plain in (True, False))
    for name in ("arms", "rewards", "regret", "actions"):
        assert np.array_equal(getattr(plain, name), getattr(compiled, name)), name


@dataclass(frozen=True)
class Latest:
    """A user's own policy."""

    def index(self, total, pulls, t):
        return total / pulls - 1.0 / t


def test_short_traces_of_our_own_policies_compile_nothing(fresh_cache, monkeypatch):
    """They are played in plain Python; once all of a kernel took as long as compiling, the next one is compiled."""
    monkeypatch.setattr(simulation, "_spent", {})
    shown = bg.trace(bg.Greedy(), ARMS, 2000, seed=1, run=2)
    assert compiler.compiled == []
    (spent,) = simulation._spent.values()
    assert 0.0 < spent < 1.0
    assert prepare(Latest(), ARMS, 60, 0)._trace_in_python(0) is None  # might not be what can be compiled
    monkeypatch.setattr(simulation, "_PATIENCE", spent * 1.01)  # so the second breaks off, and nothing of it is left
    again = bg.trace(bg.Greedy(), ARMS, 2000, seed=1, run=2)
    assert len(compiler.compiled) == 1
    assert np.array_equal(shown.arms, again.arms)
    assert np.array_equal(shown.rewards, again.rewards)
    assert np.array_equal(shown.regret, again.regret)


@dataclass(frozen=True)
class Confident:
    """Uses what no compiler knows."""

    def index(self, total, pulls, t):
        return total / pulls + NormalDist().inv_cdf(1.0 - 1.0 / (t + 1)) / pulls**0.5


def test_processes_play_what_cannot_be_compiled(capfd):
    """Any number of processes, the same numbers; compiled it is refused."""
    one, two = (bg.simulate(Confident(), ARMS, 50, runs=6, seed=3, threads=n, plain=True) for n in (1, 2))
    assert np.array_equal(one.regret, two.regret)
    traced = bg.trace(Confident(), ARMS, 50, seed=3, run=5, plain=True)
    assert one.regret[5, -1] == traced.regret[-1]
    with pytest.raises(TypeError, match=r"uses 'NormalDist'.*plain=True"):
        bg.simulate(Confident(), ARMS, 50)


def test_digests_do_not_tell_plain_from_compiled():
    """The numbers are the same, so a store may have them from either; what cannot be read has no digest."""
    plain = PlayOptions(plain=True)
    assert prepare(bg.UCB(), ARMS, 50, 0, options=plain).digest == prepare(bg.UCB(), ARMS, 50, 0).digest
    assert prepare(Confident(), ARMS, 50, 0, options=plain).digest is None


SCRIPT = """
from dataclasses import dataclass
import begreedy as bg

@dataclass(frozen=True)
class Mine:
    def index(self, total, pulls):
        return total / pulls

print("begins")
result = bg.simulate(Mine(), bg.Finite(means=[0.5, 0.4]), 20, runs=4, threads=2, plain=True)
print(result.runs, "runs")
"""


def test_a_script_is_not_run_again_by_its_processes(tmp_path):
    """No ``if __name__ == "__main__"`` is needed, and policies of the script itself travel."""
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.stdout, done.returncode) == ("begins\n4 runs\n", 0), done.stderr


def test_print_and_what_a_policy_raises_are_as_in_python(capsys):
    """Plain Python refuses no print, and an exception is the policy's own, with its traceback."""

    @dataclass(frozen=True)
    class Talks:
        def select(self, t):
            print("round", t)
            if t == 3:
                raise KeyError("enough")
            return 0

    with pytest.raises(KeyError, match="enough"):
        bg.trace(Talks(), ARMS, 5, plain=True)
    assert capsys.readouterr().out == "round 1\nround 2\nround 3\n"
