"""Mortal bandits against their naive versions: round by round, in distribution, and by enumerated expectations.

The world of a run is the same for every policy, so policies that stay at one place show who lives when.
"""

import math
from dataclasses import dataclass
from math import inf, nan

import numpy as np
import pytest
from scipy import integrate, optimize, stats

import begreedy as bg
from begreedy.random import uniform
from begreedy.theory.mortal import state_aware
from oracles import naive
from oracles import naive_mortal as oracle
from oracles.naive_mortal import ADAPTIVE, BETA, COIN, GREEDY, KL_UCB, NORMAL, OLDEST, STOCHASTIC, THOMPSON, UCB
from support.refusals import assert_refused


@dataclass(frozen=True)
class Stay:
    """Plays one place for ever."""

    place: int = 0

    def select(self, memory, total, pulls, t, arms, horizon, rng):
        return self.place


@dataclass(frozen=True)
class Oldest:
    """A user's own index: the age."""

    def index(self, t):
        return 1.0 * t


@dataclass(frozen=True)
class Fading:
    """A user's own index that falls with age."""

    def index(self, total, pulls, t):
        return total / pulls + 1.0 / math.sqrt(t)


@dataclass(frozen=True)
class Coin:
    """A user's own prior: arms that always pay, or never."""

    share: float = 0.3
    low = 0.0
    high = 1.0

    def draw(self, rng):
        return 1.0 if uniform(rng) < self.share else 0.0


FLAT = bg.Beta(1, 1)

# The policy, and what the oracle calls it.
POLICIES = {
    "greedy": (bg.Greedy(), GREEDY, 0.0, {}),
    "ucb": (bg.UCB(), UCB, 1.0, {}),
    "ucb-half": (bg.UCB(0.5), UCB, 0.5, {}),
    "kl-ucb": (bg.KLUCB(), KL_UCB, 0.0, {}),
    "thompson": (bg.ThompsonBeta(), THOMPSON, 0.0, {}),
    "adaptive": (bg.AdaptiveGreedy(1.0), ADAPTIVE, 1.0, {}),
    "adaptive-2": (bg.AdaptiveGreedy(2.0), ADAPTIVE, 2.0, {}),
    "stochastic": (bg.Stochastic(0.8, 6), STOCHASTIC, 0.8, {"trial": 6}),
    "stochastic-long": (bg.Stochastic(0.8, 6, early_stopping=False), STOCHASTIC, 0.8, {"trial": 6, "early": False}),
    "stochastic-even": (bg.Stochastic(0.5, 4), STOCHASTIC, 0.5, {"trial": 4}),
    "oldest": (Oldest(), OLDEST, 0.0, {}),
    "subsample": (bg.Subsample(bg.Greedy(), 4), GREEDY, 0.0, {"playable": 4}),
    "subsample-thompson": (bg.Subsample(bg.ThompsonBeta(), 3), THOMPSON, 0.0, {"playable": 3}),
}

# ---------------------------------------------------------------- round by round


def gaps(problem, horizon, seed, run):
    """The regret of each place (rows) in each round (columns), from policies that stay there."""
    staying = [bg.trace(Stay(k), problem, horizon, seed=seed, run=run).regret for k in range(problem.arms)]
    return np.diff(np.array(staying), prepend=0.0, axis=1)


def births(problem, horizon, seed, run):
    """For each place and round, whether a new arm was born.

    If nobody at two places died, their gaps move alike; so the places whose gaps move alike most often survived.
    """
    moves = np.diff(gaps(problem, horizon, seed, run), axis=1)
    alike = np.sum(np.abs(moves[:, None, :] - moves[None, :, :]) < 1e-9, axis=1)
    assert (alike.max(axis=0) >= 2).all()  # else the test could not tell who died
    return np.concatenate([np.ones((problem.arms, 1), bool), alike < alike.max(axis=0)], axis=1)


def index_values(kind, c, total, pulls, age):
    return np.array([oracle._index(kind, c, *arm) for arm in zip(total, pulls, age)])


@pytest.mark.every_time("greedy", "ucb")
@pytest.mark.parametrize("name", ["greedy", "ucb", "ucb-half", "subsample", "fading"])
def test_every_round_plays_a_maximum_of_the_naive_scan(name):
    """The lowest place not pulled yet, else an arm of the largest index, which knows the arm's age."""
    policy, kind, c, options = POLICIES.get(name, (Fading(), None, 0.0, {}))
    for arms, lifetime, horizon in [(6, 15, 400), (12, 40, 600), (30, 400, 900)]:
        problem = bg.Mortal(FLAT, arms, lifetime)
        for run in range(2):
            trace = bg.trace(policy, problem, horizon, seed=3, run=run)
            born = births(problem, horizon, seed=3, run=run)
            looked_at = options.get("playable", arms)
            total, pulls, age = np.zeros(looked_at), np.zeros(looked_at, np.int64), np.zeros(looked_at, np.int64)
            for t, (arm, reward) in enumerate(zip(trace.arms, trace.rewards, strict=True)):
                new = born[:looked_at, t]
                total[new], pulls[new], age[new] = 0.0, 0, 0
                age += 1
                if (pulls == 0).any():
                    allowed = [np.argmin(pulls)]
                else:
                    values = index_values(kind, c, total, pulls, age) if kind is not None else total / pulls + age**-0.5
                    allowed = np.flatnonzero(values >= values.max() - 1e-9)
                assert arm in allowed, f"{arms} arms, run {run}, round {t + 1}"
                total[arm] += reward
                pulls[arm] += 1


def test_a_run_loses_what_its_places_lose():
    """The regret of a round is the gap of the place played, in the world that all policies share."""
    problem = bg.Mortal(bg.Beta(1, 3), 8, 20)
    by_place = gaps(problem, 300, seed=4, run=2)
    assert (by_place.min(axis=0) < 1e-9).all()  # some place has the best arm
    for name in ("greedy", "ucb", "stochastic", "subsample"):
        trace = bg.trace(POLICIES[name][0], problem, 300, seed=4, run=2)
        assert np.allclose(np.diff(trace.regret, prepend=0.0), by_place[trace.arms, np.arange(300)], atol=1e-9)


def test_stochastic_keeps_what_passed_its_trial_and_drops_the_rest():
    """Arms that never pay fail after 3 of 4 pulls (or 4 without early stopping), each is new; one that pays is kept."""
    hopeless = bg.Mortal(bg.Beta(1, 1e12), 50, 1e9)
    for policy, length in ((bg.Stochastic(0.5, 4), 3), (bg.Stochastic(0.5, 4, early_stopping=False), 4)):
        played = bg.trace(policy, hopeless, 20 * length, seed=1).arms.reshape(20, length)
        assert (played == played[:, :1]).all()
        assert len(set(played[:, 0].tolist())) == 20
    assert (
        len(set(bg.trace(bg.Stochastic(0.5, 4), bg.Mortal(bg.Beta(1e12, 1), 50, 1e9), 90, seed=1).arms.tolist())) == 1
    )


def test_stochastic_finds_its_threshold():
    """Left out, the threshold is the best one for someone who learns an arm's mean from a single pull."""
    for lifetime in (10.0, 300.0):

        def lost(m, life=lifetime):
            return -(0.5 + (life - 1) * (1 - m * m) / 2) / (1 + (life - 1) * (1 - m))

        found = state_aware(FLAT, lifetime)
        best = optimize.minimize_scalar(lost, bounds=(0, 1), method="bounded")
        assert abs(found.threshold - best.x) < 0.02
        assert abs(found.reward + best.fun) < 0.005
        problem = bg.Mortal(FLAT, 20, lifetime)
        left_out = bg.simulate(bg.Stochastic(), problem, 100, runs=9, seed=1)
        given = bg.Stochastic(found.threshold, math.ceil(math.log(lifetime)))
        assert np.array_equal(left_out.regret, bg.simulate(given, problem, 100, runs=9, seed=1).regret)


@pytest.mark.parametrize("prior", [FLAT, bg.Uniform(0.2, 0.7), bg.Beta(1, 3), bg.Beta(0.5, 0.5), bg.Beta(4, 2)])
@pytest.mark.parametrize("lifetime", [1.0, 30.0, 1e5, 1e9])
def test_no_policy_earns_more_than_the_exact_bound(prior, lifetime):
    """The reward of the best threshold, by SciPy's integrals: draws fall short of it where good arms are rare."""
    if isinstance(prior, bg.Uniform):
        law = stats.uniform(prior.low, prior.high - prior.low)
    else:
        law = stats.beta(prior.a, prior.b)

    def gap(v):
        return law.mean() + (lifetime - 1.0) * integrate.quad(law.sf, v, prior.high, epsabs=0.0)[0] - v

    right = law.mean() if lifetime == 1.0 else optimize.brentq(gap, prior.low, prior.high, xtol=1e-12)
    assert state_aware(prior, lifetime).reward == pytest.approx(right, abs=1e-9)


# ---------------------------------------------------------------- lives and deaths


def test_lives_are_geometric():
    """Lives last 1, 2, ... rounds with the chances of a geometric law of the given mean."""
    problem, horizon = bg.Mortal(FLAT, 12, 9.0), 2500
    lives = []
    for run in range(2):
        for born in births(problem, horizon, seed=8, run=run):
            starts = np.flatnonzero(born)
            lives.extend(np.diff(starts)[starts[:-1] < horizon - 150])
    lives = np.array(lives)
    observed = [np.sum(lives == n) for n in range(1, 40)] + [np.sum(lives >= 40)]
    expected = [stats.geom.pmf(n, 1 / 9) for n in range(1, 40)] + [stats.geom.sf(39, 1 / 9)]
    assert stats.chisquare(observed, len(lives) * np.array(expected)).pvalue > 1e-4
    assert lives.min() == 1


def test_arms_that_live_one_round_are_all_new():
    """With a lifetime of 1 every round is a fresh world: gaps have the law of max(0, U - V), whoever plays."""
    for policy, place in ((bg.Greedy(), 0), (bg.UCB(), 0), (Stay(1), 1)):
        trace = bg.trace(policy, bg.Mortal(FLAT, 2, 1), 6000, seed=2)
        lost = np.diff(trace.regret, prepend=0.0)
        assert abs(np.mean(lost < 1e-9) - 0.5) < 4 * math.sqrt(0.25 / 6000)
        assert stats.kstest(lost[lost > 1e-9], lambda x: 1 - (1 - x) ** 2).pvalue > 1e-4
        assert (trace.arms == place).all()


@pytest.mark.long
def test_a_single_place_costs_nothing():
    """There is always exactly one living arm, which is the best."""
    for policy in (bg.Greedy(), bg.UCB(), bg.ThompsonBeta(), bg.AdaptiveGreedy(1.0), bg.Stochastic(0.5, 3)):
        result = bg.simulate(policy, bg.Mortal(FLAT, 1, 3), 50, runs=30, seed=1)
        assert np.abs(result.regret).max() == 0.0
        assert abs(result.reward.mean() - 25) < 4 * math.sqrt(50 * 5 / 12 / 30)


@pytest.mark.parametrize("arms", [2, 3])
@pytest.mark.parametrize("lifetime", [1.0, 1.5, 5.0, 1e9])
def test_expectations_of_tiny_cases(arms, lifetime):
    """Greedy's regret with arms that pay always or never has the mean of all possible courses."""
    result = bg.simulate(bg.Greedy(), bg.Mortal(Coin(0.3), arms, lifetime), 12, runs=40_000, seed=1, checkpoints=12)
    for t in (1, 2, 5, 12):
        exact = oracle.expected_greedy_regret(0.3, arms, lifetime, t)
        assert abs(result.mean[t - 1] - exact) < 4 * result.stderr[t - 1] + 1e-12


# ---------------------------------------------------------------- in distribution

# policy, arms, lifetime, horizon, prior (ours, the oracle's), runs of the oracle
UNIFORM = (FLAT, (oracle.UNIFORM, 0, 1))
SKEWED = (bg.Beta(1, 3), (BETA, 1, 3))
CELLS = [(name, 10, 20.0, 200, UNIFORM, 800) for name in POLICIES] + [
    ("greedy", 50, 100.0, 600, SKEWED, 600),
    ("greedy", 10, 3.0, 100, (Coin(), (COIN, 0.3, 0.0)), 1000),
    ("ucb-half", 30, 200.0, 600, SKEWED, 400),
    ("kl-ucb", 8, 60.0, 200, SKEWED, 400),
    ("thompson", 40, 100.0, 500, SKEWED, 500),
    ("thompson", 5, 1.5, 100, UNIFORM, 1000),
    ("adaptive", 40, 300.0, 600, SKEWED, 500),
    ("stochastic", 4, 200.0, 400, SKEWED, 800),
    ("stochastic-long", 40, 50.0, 400, UNIFORM, 600),
    ("subsample", 20, 8.0, 200, SKEWED, 800),
]


@pytest.mark.every_time(
    "greedy-10-20.0-200",
    "thompson-10-20.0-200",
    "stochastic-long-10-20.0-200",
    "greedy-10-3.0-100",
    "thompson-5-1.5-100",
    "stochastic-4-200.0-400",
)
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(str(x) for x in cell[:4]))
def test_regret_has_the_law_of_the_naive_simulator(cell):
    """Mean and quantiles of the regret, midway and at the end, agree with the oracle's within 4 standard errors."""
    name, arms, lifetime, horizon, (prior, drawn), runs = cell
    policy, kind, c, options = POLICIES[name]
    times = [horizon // 4, horizon]
    ours = bg.simulate(policy, bg.Mortal(prior, arms, lifetime), horizon, runs=3 * runs, seed=1, checkpoints=times)
    theirs = oracle.regrets(kind, c, arms, lifetime, times, runs, 2, prior=drawn, **options)
    for i in range(2):
        assert naive.disagreement(ours.regret[:, i], theirs[:, i]) < 4.0


@pytest.mark.long
def test_normal_rewards_have_the_law_of_the_naive_simulator():
    """The same with rewards that never tie."""
    problem = bg.Mortal(FLAT, 10, 30, law=bg.Gaussian())
    ours = bg.simulate(bg.Greedy(), problem, 300, runs=2000, seed=1, checkpoints=[80])
    theirs = oracle.regrets(GREEDY, 0.0, 10, 30, [80, 300], 800, 1, law=NORMAL)
    for i in range(2):
        assert naive.disagreement(ours.regret[:, i], theirs[:, i]) < 4.0


def test_a_small_subsample_helps_greedy_when_lives_are_short():
    """With 100 places and lives of 30 rounds, Greedy on 10 of them loses less than on all."""
    problem = bg.Mortal(FLAT, 100, 31.6)
    every, some = (bg.simulate(p, problem, 316, runs=200, seed=1) for p in (bg.Greedy(), bg.Subsample(bg.Greedy(), 10)))
    assert every.mean[-1] - some.mean[-1] > 4 * math.hypot(every.stderr[-1], some.stderr[-1])


# ---------------------------------------------------------------- guarantees


@pytest.mark.every_time("greedy", "thompson", "stochastic")
@pytest.mark.parametrize("name", POLICIES)
def test_threads_blocks_and_traces_change_nothing(name):
    """Any number of threads, any blocks, more runs, a look inside: the same bits.  Another seed: others."""
    settings = (POLICIES[name][0], bg.Mortal(FLAT, 12, 25), 150)
    result = bg.simulate(*settings, runs=23, seed=7, threads=1, block=23)
    for threads, block in ((1, 1), (2, 3), (5, 7)):
        other = bg.simulate(*settings, runs=23, seed=7, threads=threads, block=block, checkpoints=150)
        assert np.array_equal(result.regret, other.regret[:, result.times - 1])
        assert np.array_equal(result.reward, other.reward)
    for run in (0, 22) if name in ("greedy", "ucb", "stochastic", "subsample") else ():
        trace = bg.trace(*settings, seed=7, run=run)
        assert np.array_equal(trace.regret[result.times - 1], result.regret[run])
        assert trace.rewards.sum() == result.reward[run]
    assert np.array_equal(result.regret, bg.simulate(*settings, runs=30, seed=7).regret[:23])
    assert not np.array_equal(result.regret, bg.simulate(*settings, runs=23, seed=8).regret)


TEN = bg.Mortal(bg.Uniform(), 10, 20)
BAD_INPUT = {
    "lifetime": (lambda: bg.Mortal(bg.Uniform(), 10, 0.99), "Mortal.lifetime", "at least 1", "0.99"),
    "no lifetime": (lambda: bg.Mortal(bg.Uniform(), 10, 0), "Mortal.lifetime", "0"),
    "negative lifetime": (lambda: bg.Mortal(bg.Uniform(), 10, -5), "Mortal.lifetime", "-5"),
    "nan lifetime": (lambda: bg.Mortal(bg.Uniform(), 10, nan), "Mortal.lifetime", "nan"),
    "infinite lifetime": (lambda: bg.Mortal(bg.Uniform(), 10, inf), "Mortal.lifetime", "inf"),
    "text lifetime": (lambda: bg.Mortal(bg.Uniform(), 10, "long"), "Mortal.lifetime", "long"),
    "no arms": (lambda: bg.Mortal(bg.Uniform(), 0, 10), "Mortal.arms", "0"),
    "half an arm": (lambda: bg.Mortal(bg.Uniform(), 1.5, 10), "Mortal.arms", "1.5"),
    "prior": (lambda: bg.Mortal(0.5, 10, 10), "Mortal.prior", "0.5"),
    "no prior": (lambda: bg.Mortal(None, 10, 10), "Mortal.prior", "None"),
    "wide prior": (lambda: bg.Mortal(bg.Uniform(0, 2), 10, 10), "Mortal.prior", "[0, 2]"),
    "law": (lambda: bg.Mortal(bg.Uniform(), 10, 10, law="normal"), "Mortal.law", "normal"),
    "adaptive": (lambda: bg.AdaptiveGreedy(-1), "AdaptiveGreedy.c", "-1"),
    "nan adaptive": (lambda: bg.AdaptiveGreedy(nan), "AdaptiveGreedy.c", "nan"),
    "threshold": (lambda: bg.Stochastic(1.5, 3), "Stochastic.threshold", "1.5"),
    "trial": (lambda: bg.Stochastic(0.5, -3), "Stochastic.trial", "-3"),
    "subsample": (lambda: bg.simulate(bg.Subsample(bg.Greedy(), 11), TEN, 5), "Subsample.k", "10", "11"),
    "discretize": (lambda: bg.simulate(bg.Discretize(bg.Greedy(), 3), TEN, 5), "Discretize", "Mortal"),
    "pool policy": (lambda: bg.simulate(bg.MeDZO(), TEN, 5), "MeDZO", "Mortal"),
    "cascade": (lambda: bg.simulate(bg.TSCascade(), TEN, 5), "Cascade", "Mortal"),
    "rewards": (
        lambda: bg.simulate(bg.ThompsonBeta(), bg.Mortal(bg.Uniform(), 3, 9, law=bg.Gaussian()), 5),
        "ThompsonBeta",
        "Gaussian",
    ),
    "place": (lambda: bg.simulate(Stay(10), TEN, 5), "Stay", "round 1"),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name == "place" else name for name in BAD_INPUT]
)
def test_bad_input_is_named(name):
    """Bad input raises an error that names the field and the value."""
    assert_refused(*BAD_INPUT[name])
