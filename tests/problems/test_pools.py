"""Pools: how many arms are kept, maxima of functions, random orders, shared instances, references, errors."""

import math
import pickle
from collections import Counter
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.engine.simulation import prepare
from begreedy.values.canonical import concise
from support.tiers import every_time

UNIFORM, BETA = bg.Infinite(bg.Uniform()), bg.Infinite(bg.Beta(1, 2))
POOL = bg.Infinite(bg.Uniform(), pool=60)
MANY = bg.ManyArmed(2000, 67)
F1, F2, F3 = (bg.Continuous(f) for f in (bg.f1, bg.f2, bg.f3))

# ---------------------------------------------------------------- how many arms


@pytest.mark.parametrize(
    ("policy", "problem", "horizon", "arms"),
    [
        (bg.Discretize(bg.Greedy()), F1, 100_000, 1239),
        (bg.CABMOSS(2.0, 220.3303), F1, 100_000, 87),
        (bg.CABMOSS(1.0, 20.0), F2, 100_000, 342),
        (bg.CABMOSS(0.5, 2.0), F3, 100_000, 633),
        (bg.Subsample(bg.Greedy()), UNIFORM, 10_000, 578),
        (bg.Subsample(bg.Greedy()), BETA, 10_000, 818),
        (bg.UCBF(), UNIFORM, 10_000, 100),
        (bg.UCBF(), BETA, 10_000, 465),
        (bg.UCBF(beta=1.0), BETA, 10_000, 100),
        (bg.OracleGreedy(0.4), MANY, 5000, 388),
        (bg.OracleMOSS(0.4), MANY, 5000, 129),
        (bg.SubsampledUCB(), UNIFORM, 10_000, 100),
        (bg.Greedy(), MANY, 5000, 2000),
        (bg.Subsample(bg.Greedy()), POOL, 10_000, 60),  # the theorem's 578, but there are no more
    ],
)
def test_number_of_arms(policy, problem, horizon, arms):
    """The theorems' and the paper's numbers of arms."""
    assert prepare(policy, problem, horizon, 0).plan.arms == arms


def test_two_targets():
    """The targets of TwoTarget for the uniform prior, Beta(1, 2), and the companion's wrong tail."""
    for problem, policy, targets in [
        (UNIFORM, bg.TwoTarget(), (17, 212)),
        (BETA, bg.TwoTarget(), (7, 44)),
        (BETA, bg.TwoTarget(alpha=2.0, beta=1.0), (21, 300)),
    ]:
        fitted = policy.fit(problem, 10_000)
        assert (fitted.first_target(10_000), fitted.second_target(10_000)) == targets


@pytest.mark.parametrize(
    ("horizon", "arms", "rounds"),
    [
        (100_000, [1024, 512, 256, 128, 64, 32, 16], [1024, 2048, 4096, 8192, 16384, 32768, 65536]),
        (10_000, [256, 128, 64, 32, 16, 8], [256, 512, 1024, 2048, 4096, 8192]),
        (5000, [256, 128, 64, 32, 16], [256, 512, 1024, 2048, 4096]),
    ],
)
def test_epochs_of_medzo(horizon, arms, rounds):
    """MeDZO's arms halve and its epochs double, from ceil(log2 sqrt(T))."""
    epochs = range(1, len(arms) + 1)
    assert [bg.MeDZO().epoch_arms(i, horizon) for i in epochs] == arms
    assert [bg.MeDZO().epoch_rounds(i, horizon) for i in epochs] == rounds
    assert bg.MeDZO(B=math.sqrt(horizon)).epoch_arms(1, 10**9) == arms[0]


def test_discovered_arms_of_a_continuum_are_the_cells():
    """Without noise, a sweep of MeDZO and of Discretize pays f at the ends (middles) of the cells, in order."""
    exact = bg.Continuous(bg.f2, sigma=0.0)
    for policy, points in [
        (bg.Discretize(bg.Greedy(), k=16), (np.arange(16) + 1) / 16),
        (bg.Discretize(bg.Greedy(), k=16, point="middle"), (np.arange(16) + 0.5) / 16),
        (bg.MeDZO(B=8.0), (np.arange(16) + 1) / 16),
        (bg.AnytimeGreedy(ahead=1e6), np.array([4, 2, 6, 1, 5, 3, 7]) / 8),
    ]:
        rewards = bg.trace(policy, exact, 16, seed=1).rewards[: len(points)]
        assert rewards == pytest.approx([bg.f2(float(x)) for x in points])


# ---------------------------------------------------------------- instances and references

EVERY_POLICY = [
    (bg.Discretize(bg.Greedy(), k=20, point="random"), F1),
    (bg.MeDZO(4.0), F1),
    (bg.MeDZO(4.0, point="random"), F2),
    (bg.MeDZO(4.0, empirical=True), F1),
    (bg.Zooming(1.0, 20.0), F2),
    (bg.Zooming(1.0, 20.0, grid=101), F2),
    (bg.Zooming(1.0, 20.0, phased=True), F2),
    (bg.CAB1(), F1),
    (bg.AnytimeGreedy(), F2),
    (bg.Doubling(bg.Discretize(bg.Greedy()), first=100), F1),
    (bg.Subsample(bg.Greedy()), UNIFORM),
    (bg.UCBF(), POOL),
    (bg.UCBAIR(), BETA),
    (bg.TwoTarget(), POOL),
    (bg.Quantile(), UNIFORM),
    (bg.Parallel(), UNIFORM),
    (bg.EstimatedGreedy(), UNIFORM),
    (bg.MeDZO(), POOL),
    (bg.AnytimeGreedy(), UNIFORM),
    (bg.Doubling(bg.Subsample(bg.Greedy()), first=100), UNIFORM),
    (bg.MeDZO(), MANY),
    (bg.MeDZO(empirical=True), MANY),
    (bg.OracleMOSS(), MANY),
    (bg.MOSS(), bg.ManyArmed(40, 3)),
    (bg.Quantile(), MANY),
]
named = [f"{concise(policy)}-{problem.model}" for policy, problem in EVERY_POLICY]


@every_time(
    "Discretize(policy=Greedy(), k=20, point='random')-continuous",
    "Subsample(policy=Greedy())-infinite",
    "MeDZO()-many-armed",
)
@pytest.mark.parametrize(("policy", "problem"), EVERY_POLICY, ids=named)
def test_same_bits_for_any_threads_and_blocks(policy, problem):
    """Threads and blocks do not change a bit of any record, and a trace has the regret and reward of its run."""
    settings = {"horizon": 300, "runs": 13, "seed": 6, "checkpoints": [77, 300], "leaps": False}
    one = bg.simulate(policy, problem, **settings, threads=1, block=13)
    for threads, block in [(1, 1), (2, 3), (5, 4), (5, None)]:
        other = bg.simulate(policy, problem, **settings, threads=threads, block=block)
        for field in ("regret", "reward", "pulls", "arms_tried", "locked_gap"):
            assert np.array_equal(getattr(one, field), getattr(other, field)), field
    for run in (0, 12):
        played = bg.trace(policy, problem, 300, seed=6, run=run)
        assert played.regret[[76, 299]].tolist() == one.regret[run].tolist()
        assert played.rewards.sum() == pytest.approx(one.reward[run])
        if problem.model != "continuous":
            assert len(set(played.arms.tolist())) == one.arms_tried[run]


EXACT = bg.Gaussian(0.0)


@every_time("infinite")
@pytest.mark.parametrize(
    "problem",
    [bg.Infinite(bg.Uniform(), EXACT, pool=400), bg.ManyArmed(400, 9, law=EXACT)],
    ids=["infinite", "many-armed"],
)
def test_all_policies_discover_the_same_arms(problem):
    """The arm discovered as number k has the same mean for every policy, and the regret is that of these means."""
    reference = {}
    for policy in (bg.Subsample(bg.Greedy(), k=300), bg.Quantile(), bg.Parallel(), bg.MeDZO(), bg.UCBAIR(1.0)):
        played = bg.trace(policy, problem, 300, seed=9, run=4)
        for arm, reward in zip(played.arms.tolist(), played.rewards.tolist(), strict=True):
            assert reference.setdefault(arm, reward) == reward
        best = (played.regret[0] + played.rewards[0], played.regret[-1] / 300 + played.rewards.mean())
        assert best == pytest.approx((0.9, 0.9) if problem.model == "many-armed" else (best[0], best[0]))
    assert len(reference) >= 300


def test_regret_reference_of_a_reservoir():
    """Without a pool regret is against the supremum; with one, against its best arm, unless told otherwise."""
    for run in range(5):
        for problem, best in [
            (bg.Infinite(bg.Uniform(0.0, 0.7), EXACT), 0.7),
            (bg.Infinite(bg.Uniform(0.0, 0.7), EXACT, pool=30, best_of_pool=False), 0.7),
            (bg.Infinite(bg.Uniform(0.0, 0.7), EXACT, pool=30), None),
        ]:
            every = bg.trace(bg.Subsample(bg.Greedy(), k=30), problem, 30, seed=2, run=run)
            some = bg.trace(bg.Subsample(bg.Greedy(), k=3), problem, 30, seed=2, run=run)
            best = every.rewards.max() if best is None else best
            for played in (every, some):
                assert np.cumsum(best - played.rewards) == pytest.approx(played.regret)


def test_many_armed_of_any_means():
    """of_means plays exactly the given means, in a random order, against the largest."""
    means = [0.3, -1.0, 0.3, 2.5, 0.125, 2.5, 7.0]
    problem, firsts = bg.ManyArmed.of_means(means, law=EXACT), Counter()
    for run in range(300):
        played = bg.trace(bg.Greedy(), problem, 7, seed=1, run=run)
        assert sorted(played.rewards.tolist()) == sorted(means)
        assert played.regret[-1] == pytest.approx(7 * 7.0 - sum(means))
        firsts[played.rewards[0]] += 1
    expected = [300 * count / 7 for count in Counter(means).values()]
    assert stats.chisquare([firsts[mean] for mean in Counter(means)], expected).pvalue > 1e-4
    assert bg.ManyArmed.of_means([0.5, 0.5]).best == 2


# ---------------------------------------------------------------- errors and values

GAUSSIAN = bg.Infinite(bg.Uniform(), bg.Gaussian())


@pytest.mark.parametrize(
    ("policy", "problem", "kind", "message"),
    [
        (bg.Subsample(bg.Greedy(), k=61), POOL, ValueError, r"Subsample.k must be at most the 60 arms.*got 61"),
        (bg.Subsample(bg.Greedy(), k=2001), MANY, ValueError, r"Subsample.k must be at most the 2000 arms.*got 2001"),
        (bg.TwoTarget(), GAUSSIAN, ValueError, r"TwoTarget needs Bernoulli rewards, got Gaussian"),
        (bg.TwoTarget(), bg.Infinite(bg.Uniform(), bg.BetaReward()), ValueError, r"Bernoulli rewards, got BetaReward"),
        (bg.TwoTarget(), MANY, ValueError, r"TwoTarget.alpha and TwoTarget.beta must be given"),
        (bg.Discretize(bg.Greedy()), UNIFORM, TypeError, r"Discretize\(.*\) needs a Continuous problem.*use Subsample"),
        (
            bg.Subsample(bg.Greedy()),
            F1,
            TypeError,
            r"Subsample\(.*\) needs a pool of arms.*use Discretize",
        ),
        (bg.Greedy(), UNIFORM, TypeError, r"use Subsample\(Greedy\(\)\)"),
        (bg.Greedy(), F1, TypeError, r"use Discretize\(Greedy\(\)\)"),
        (bg.Zooming(1.0, 1.0), MANY, TypeError, r"Zooming\(.*\) needs a Continuous problem, got ManyArmed"),
        (bg.Quantile(), F1, TypeError, r"Quantile\(\) needs arms that can be drawn at random"),
        (bg.Discretize(bg.MOSS()), F1, ValueError, r"Discretize.k must be given, or alpha and smoothness"),
        (bg.Subsample(bg.Greedy()), bg.Finite(means=[0.5, 0.6]), ValueError, r"Subsample.k must be given"),
        (bg.Doubling(bg.Discretize(bg.Greedy(), point="middle")), F1, ValueError, r"Doubling.policy"),
    ],
)
def test_what_does_not_fit_is_refused(policy, problem, kind, message):
    """A policy that cannot play a problem says which field or problem is wrong, and what to use."""
    with pytest.raises(kind, match=message):
        bg.simulate(policy, problem, 100, runs=2)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: bg.Zooming(0.0, 1.0), r"Zooming.alpha must be greater than 0, got 0.0"),
        (lambda: bg.Zooming(1.0, -1.0), r"Zooming.smoothness must be greater than 0, got -1.0"),
        (lambda: bg.Zooming(1.0, 1.0, grid=1), r"Zooming.grid must be .*got 1"),
        (lambda: bg.CAB1(0.0), r"CAB1.alpha must be greater than 0, got 0.0"),
        (lambda: bg.CABMOSS(-1.0, 1.0), r"alpha must be greater than 0.*got -1.0"),
        (lambda: bg.TwoTarget(0), r"TwoTarget.m must be at least 1, got 0"),
        (lambda: bg.TwoTarget(alpha=-1.0), r"TwoTarget.alpha must be .*got -1.0"),
        (lambda: bg.Discretize(bg.Greedy(), point="left"), r"Discretize.point must be one of end.*got 'left'"),
        (lambda: bg.MeDZO(point="left"), r"MeDZO.point must be .*got 'left'"),
        (lambda: bg.Subsample(bg.Greedy(), k=-1), r"Subsample.k must be .*got -1"),
        (lambda: bg.Doubling(bg.Greedy()), r"Doubling.policy must be Subsample\(...\) or .*got Greedy\(\)"),
        (lambda: bg.Doubling(bg.Subsample(bg.Greedy()), factor=1.0), r"Doubling.factor must be .*got 1.0"),
        (lambda: bg.Infinite(bg.Uniform(0.0, 2.0)), r"Infinite.prior must draw means in \[0, 1\]"),
        (lambda: bg.Infinite(bg.Uniform(), pool=-1), r"Infinite.pool must be at least 1, or left out.*got -1"),
        (lambda: bg.ManyArmed(10, 0), r"ManyArmed.best must be between 1 and n = 10, got 0"),
        (lambda: bg.ManyArmed(10, 1, top=0.4), r"ManyArmed.levels must be at most top"),
        (lambda: bg.ManyArmed.of_means([]), r"ManyArmed.n must be at least 1, got 0"),
        (lambda: bg.Continuous(bg.f1, sigma=-1.0).law, r"sigma must be .*got -1.0"),
        (lambda: bg.Continuous(bg.f1, bounds=(1.0, 0.0)), r"Continuous.bounds must be a pair"),
    ],
)
def test_wrong_parameters_are_refused(make, message):
    """A wrong parameter is refused when the value is made, by the names of class and field."""
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("value", [x for pair in EVERY_POLICY for x in pair], ids=bg.canonical)
def test_values(value):
    """Policies and problems are frozen, hashable and picklable values."""
    copy = pickle.loads(pickle.dumps(value))
    assert copy == value
    assert hash(copy) == hash(value)
    assert bg.canonical(copy) == bg.canonical(value)
    for field in value.__dataclass_fields__:
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, 0)
