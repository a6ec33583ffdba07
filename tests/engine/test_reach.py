"""Memory follows the arms that can be reached: with more arms than rounds, a policy that pulls all arms in order."""

from pathlib import Path

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.games import finite
from begreedy.engine.memory import state_bytes
from begreedy.engine.simulation import prepare
from begreedy.values.errors import BadValue

POOLS = {
    "finite": (bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=20_000)),
    "many-armed": (bg.Greedy(), bg.ManyArmed(20_000, 100)),
}


@pytest.mark.parametrize(("policy", "problem"), POOLS.values(), ids=POOLS)
def test_what_is_played_is_the_same_as_with_memory_for_all_arms(policy, problem, monkeypatch):
    played = prepare(policy, problem, 500, 3).play(0, 20)
    assert prepare(policy, problem, 500, 3).plan.arms == 500
    monkeypatch.setattr(finite, "MANY", 10**6)
    whole = prepare(policy, problem, 500, 3)
    assert whole.plan.arms == 20_000
    expected = whole.play(0, 20)
    for name in ("regret", "reward", "pulls", "tried", "locked", "reference"):
        np.testing.assert_array_equal(getattr(played, name), getattr(expected, name))
    assert (expected.tried == 500).all()


@pytest.mark.parametrize("policy", [bg.Greedy(), bg.MOSS(), bg.UCB(), bg.KLUCB(), bg.EpsilonGreedy(0.1)], ids=str)
def test_a_thousand_million_arms_take_megabytes(policy):
    simulation = prepare(policy, bg.Finite(prior=bg.Uniform(), arms=10**9), 10_000, 0)
    assert state_bytes(simulation) < 2e6
    many = prepare(bg.Subsample(policy, 10**9), bg.Infinite(bg.Uniform()), 10_000, 0)
    assert state_bytes(many) < 4e6


def test_more_rounds_than_arms_reach_them_all():
    assert prepare(bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=20_000), 20_000, 0).plan.arms == 20_000
    assert prepare(bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=20_000), 20_001, 0).plan.arms == 20_000


@pytest.mark.parametrize("policy", [bg.OptimisticGreedy(), bg.ThompsonBeta(), bg.UniformRandom()], ids=str)
def test_a_policy_that_may_pull_any_arm_first_keeps_them_all(policy):
    assert prepare(policy, bg.Finite(prior=bg.Uniform(), arms=20_000), 500, 0).plan.arms == 20_000


def test_a_measure_of_every_arm_keeps_them_all():
    simulation = prepare(bg.Greedy(), bg.Finite(prior=bg.Uniform(), arms=20_000), 500, 0, measure=[bg.PullsPerArm()])
    assert simulation.plan.arms == 20_000


@pytest.mark.parametrize("policy", [bg.OptimisticGreedy(), bg.ThompsonBeta()], ids=str)
def test_what_does_not_fit_is_refused_with_what_it_would_take(policy):
    with pytest.raises(BadValue, match=r"takes \d[\de+.]* GB to play on 2 threads, but this machine has"):
        bg.simulate(policy, bg.Finite(prior=bg.Uniform(), arms=10**13), horizon=10_000, runs=2, seed=0, threads=2)


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no /proc to read a peak of memory from")
def test_a_thousand_million_arms_are_played(fresh):
    found = fresh.run(
        """
        problem = bg.Finite(prior=bg.Uniform(), arms=10**9)
        result = bg.simulate(bg.Greedy(), problem, horizon=10_000, runs=1, seed=0, threads=1)
        status = dict(line.split(":", 1) for line in open("/proc/self/status"))
        peak = int(status["VmHWM"].split()[0])  # unlike ru_maxrss, not that of the process that started this one
        print(json.dumps([result.mean[-1], peak]))
        """,
        timeout=300,
    )
    assert 4500 < found[0] < 5500
    assert found[1] < 600_000
