"""Ways to write a policy that compile, and how kernels are named and loaded."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from numba import njit

import begreedy as bg
from support.certain import LIKES, ROUNDS, SHUNS, SURE, regret


def negative(x, scale=1.0):
    return -scale * x


@njit
def jitted(x):
    return 2.0 * x


def countdown(n):
    return 0 if n <= 0 else countdown(n - 1)


def enclosed(sign):
    def turned(x):
        return sign * x

    @dataclass(frozen=True)
    class Enclosed:
        def index(self, total, pulls, t):
            return turned(total / pulls)

    return Enclosed()


@dataclass(frozen=True)
class Base:
    scale: float = 1

    def turned(self, x):
        return self.scale * x

    def index(self, total, pulls, t):
        return self.turned(total / pulls)


@dataclass(frozen=True)
class Derived(Base):
    offset: int = 3

    def turned(self, x):
        return self.offset + negative(x, self.scale)


@dataclass(frozen=True)
class Defaults:
    def turned(self, x, sign=-1.0):
        return sign * x

    def index(self, total, pulls, t):
        return self.turned(total / pulls)


@dataclass(frozen=True)
class Mixed:
    weights = (2.0, -1.0)

    def turned(self, total, pulls, n):
        return self.weights[1] * total / pulls + countdown(n)

    def index(self, total, pulls, t):
        return self.turned(total, pulls, 3) + jitted(0.0)


def test_ways_to_write_a_policy(fresh_cache):
    """Closures, inheritance, default arguments, tuples, recursion: compiled, they decide as in plain Python, also
    after a policy whose methods have the same names."""
    assert regret(Base()) == LIKES
    for policy in (enclosed(-1.0), Derived(), Mixed(), Defaults()):
        assert regret(policy) == SHUNS
        agent = bg.Agent(policy, 2, ROUNDS)
        for arm in [0] + [1] * (ROUNDS - 1):
            assert agent.choose() == arm
            agent.learn(arm, SURE.means[arm])


METHODS = r"""
from begreedy.engine.games.finite import FiniteRun
from begreedy.engine.games.game import Record, Table, Totals, Turn
from begreedy.engine.players.custom import CustomState
from begreedy.engine.players.frozen import FrozenState
from begreedy.engine.players.growing import GrowingState
from begreedy.engine.players.player import ArmStatistics
from begreedy.engine.players.posterior_state import PosteriorState
from begreedy.engine.players.scan import ScanState
states = (CustomState, FrozenState, GrowingState, ScanState, PosteriorState, ArmStatistics)
states += (FiniteRun, Record, Table, Totals, Turn)
names = sorted({name for state in states for name in state._fields} | {"start", "choose", "count", "index_of"})
lines = ["def index(self, total, pulls, t): return " + " + ".join(f"self.{name}(total)" for name in names)]
lines += [f"def {name}(self, x): return -x" for name in names]
exec("@dataclass(frozen=True)\nclass Named:\n    " + "\n    ".join(lines))

@dataclass(frozen=True)
class Next:
    def index(self, total, pulls, t): return -total / pulls

played = (Named(), Next(), bg.MOSS(0.0))
print(json.dumps([bg.simulate(policy, bg.Finite(means=[1.0, 0.0]), 9, runs=1).final[0] for policy in played]))
"""


@pytest.mark.long
def test_methods_may_have_any_name(fresh, fresh_cache):
    """Methods named like the engine's own variables disturb neither their policy nor those compiled after it."""
    assert fresh.run(METHODS) == [SHUNS, SHUNS, LIKES]


@pytest.mark.long
def test_first_kernel_of_a_process(fresh, fresh_cache):
    """A policy of ours with methods of its own can be the first that a process compiles."""
    assert fresh.run("print(bg.simulate(bg.MOSS(0), bg.Finite(means=[1.0, 0.0]), 9, runs=1).final[0])") == LIKES


@pytest.mark.long
def test_one_module_in_two_functions(fresh, fresh_cache):
    """A law and a prior may use different parts of one module, even one that nothing touched before, of any name."""
    fresh.write(
        randomness="""
        def noise(rng): return bg.random.normal(rng)
        def level(rng): return 5.0 + bg.random.uniform(rng)
        """,
        laws="""
        import randomness
        @dataclass(frozen=True)
        class Law:
            def draw(self, mean, rng): return mean + 0.0 * (bg.random.exponential(rng) + randomness.noise(rng))
        @dataclass(frozen=True)
        class Prior:
            def draw(self, rng): return randomness.level(rng) + 0.0 * bg.random.uniform(rng)
        """,
    )
    snippet = """
    import laws
    trace = bg.trace(bg.UniformRandom(), bg.Finite(prior=laws.Prior(), arms=1, law=laws.Law()), 5)
    print(json.dumps(trace.rewards.tolist()))
    """
    (reward,) = set(fresh.run(snippet))
    assert 5.0 <= reward < 6.0
