"""The same digits on every version of Python, compiled and plain: recorded runs of a few policies."""

from __future__ import annotations

import pytest

import begreedy as bg

ARMS = bg.Finite(prior=bg.Uniform(), arms=5)
NORMAL = bg.Finite(prior=bg.Beta(2, 1), arms=4, law=bg.Gaussian(0.5))
LISTS = bg.Cascading(items=4, slots=2, prior=bg.Uniform())

# Arms played in 24 rounds (the first of a list), regret, sum of the rewards (of a list: of the places clicked).
RECORDED = [
    (bg.Greedy(), ARMS, "0 1 2 3 4 3 4 0 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4", 2.4866523160219876, 18.0),
    (bg.UCB(), NORMAL, "0 1 2 3 1 3 0 3 1 1 3 1 0 1 3 1 3 2 1 0 1 1 3 0", 4.992007620472812, 16.017149863368964),
    (bg.KLUCB(), ARMS, "0 1 2 3 4 3 4 0 4 4 4 4 4 4 3 0 0 0 4 4 4 4 4 4", 3.9379910674476304, 16.0),
    (bg.ThompsonBeta(), ARMS, "1 3 2 3 3 3 4 0 3 2 4 4 2 4 2 2 4 4 4 4 4 4 4 4", 3.9689864787518716, 16.0),
    (bg.LinUCB(), bg.Linear(3), " ".join("0" * 24), 9.315159011879626, 24.538130068711723),
    (bg.CascadeKLUCB(), LISTS, "0 1 2 3 3 2 2 2 2 1 1 1 0 0 2 2 2 2 2 2 2 2 2 2", 2.291753056985506, -4.0),
]


@pytest.mark.every_time(
    "Greedy-compiled",
    "Greedy-plain",
    "KLUCB-compiled",
    "KLUCB-plain",
    "ThompsonBeta-compiled",
    "ThompsonBeta-plain",
    "UCB-plain",
    "Cascade-plain",
)
@pytest.mark.usefixtures("compiled_traces")
@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize(
    ("policy", "problem", "arms", "regret", "reward"), RECORDED, ids=[type(case[0]).__name__ for case in RECORDED]
)
def test_a_recorded_run_is_played_again(policy, problem, arms, regret, reward, plain):
    """Every arm; sums to the last digits, which another mathematical library may round otherwise."""
    trace = bg.trace(policy, problem, horizon=24, seed=5, run=2, plain=plain)
    played = trace.arms if trace.arms.ndim == 1 else trace.arms[:, 0]
    assert " ".join(map(str, played)) == arms
    assert (trace.regret[-1], trace.rewards.sum()) == pytest.approx((regret, reward), rel=1e-13)


# Regret and reward of 6000 rounds, with checkpoints far enough from each other for leaps.
LEAPT = [
    (bg.Greedy(), ARMS, 1.6403188187455173, 2377.0),
    (bg.MOSS(), ARMS, 40.010328065908496, 2373.0),
    (bg.Greedy(), NORMAL, 190.97013582062345, 5450.762792126332),
    (bg.MOSS(), NORMAL, 41.61843103407902, 5481.222751684325),
    (bg.OptimisticGreedy(), NORMAL, 1.5647958499224743, 5642.353765420919),
]


@pytest.mark.every_time(
    "Greedy-Bernoulli()-compiled",
    "Greedy-Bernoulli()-plain",
    "MOSS-Bernoulli()-compiled",
    "Greedy-Gaussian(sigma=0.5)-compiled",
    "Greedy-Gaussian(sigma=0.5)-plain",
)
@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
@pytest.mark.parametrize(
    ("policy", "problem", "regret", "reward"), LEAPT, ids=[f"{type(p).__name__}-{q.law}" for p, q, *_ in LEAPT]
)
def test_recorded_leaps_are_made_again(policy, problem, regret, reward, plain):
    """Without leaps the rewards are others."""
    result = bg.simulate(policy, problem, 6000, runs=1, seed=5, checkpoints=3, plain=plain)
    assert (result.regret[0, -1], result.reward[0]) == pytest.approx((regret, reward), rel=1e-12)
    rounds = bg.simulate(policy, problem, 6000, runs=1, seed=5, checkpoints=3, leaps=False)
    assert rounds.reward[0] != result.reward[0]
