"""A growing index plays its leader on without a look at the heap: the same rounds, bit for bit."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

import pytest

import begreedy as bg
from begreedy.engine.games.game import control_of
from begreedy.engine.options import PlayOptions
from begreedy.engine.players import growing
from begreedy.engine.simulation import prepare


@dataclass(frozen=True)
class Explorer:
    """An index that grows, and a random arm now and then."""

    growing = True

    def index(self, total: float, pulls: int, t: int) -> float:
        return total / pulls + sqrt(log(1.0 + log(t + 1.0)) / pulls)

    def explore(self, t: int) -> float:
        return min(1.0, 5.0 / t)


def coins(arms):
    return bg.Finite(prior=bg.Uniform(), arms=arms)


def normals(arms):
    return bg.Finite(prior=bg.Uniform(), arms=arms, law=bg.Gaussian(0.3))


CASES = [
    *((bg.UCB(), problem) for problem in (coins(1), coins(2), coins(3), coins(30), normals(9))),
    *((bg.UCB(0.1), problem) for problem in (bg.Finite(means=[1.0, 0.0, 1.0]), normals(2))),
    *((bg.KLUCB(3.0), problem) for problem in (coins(2), coins(8))),
    *((bg.KLUCB(sigma=0.5), problem) for problem in (normals(3), bg.Finite(means=[0.5, 0.5, 0.51], law=bg.Gaussian()))),
    *((Explorer(), problem) for problem in (coins(3), normals(4))),
]


def played(policy, problem, *, traced, plain=True, horizon=1000):
    """Two runs, in streaks or, traced, round by round: curves, sums and counts."""
    options = PlayOptions(leaps=False, plain=plain)
    simulation = prepare(policy, problem, horizon, 3, [7, 100, 500], options=options)
    records = [simulation.play(run, 1, traced=traced) for run in range(2)]
    columns = ("regret", "reward", "pulls", "tried", "reference", "locked")
    return [[getattr(record, column).tolist() for column in columns] for record in records]


@pytest.mark.parametrize(("policy", "problem"), CASES, ids=str)
def test_streaks_are_the_rounds_that_a_trace_plays(policy, problem, monkeypatch):
    """Few and many arms, ties and none, and an index of one's own that also explores; tried from the first pull on."""
    monkeypatch.setattr(growing, "KNOWN", 0)
    assert played(policy, problem, traced=False) == played(policy, problem, traced=True)


def test_streaks_are_compiled_to_the_same_bits():
    """And most rounds are played in them: few are left that look at the heap."""
    problem = normals(2)
    compiled = played(bg.UCB(), problem, traced=False, plain=False, horizon=20_000)
    assert compiled == played(bg.UCB(), problem, traced=False, horizon=20_000)
    simulation = prepare(bg.UCB(), problem, 20_000, 3, options=PlayOptions(leaps=False))
    control = control_of(simulation.stop)
    record, table = simulation._allocated(1, traced=False)
    simulation._play(table, record, 0, 1, control=control)
    assert control.singly[0] < 5000


def test_a_leader_that_rounding_could_overtake_is_looked_at(monkeypatch):
    """Where the margin of an earlier index is not kept, the index of the round itself decides: the same rounds."""
    usual = played(bg.UCB(), normals(3), traced=False)
    monkeypatch.setattr(growing, "HAIR", 1e-3)
    assert played(bg.UCB(), normals(3), traced=False) == usual
