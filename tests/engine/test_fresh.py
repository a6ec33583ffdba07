"""Leaps over arms that were never played: the law stays what it was."""

from __future__ import annotations

from math import log

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.engine.players import choice
from begreedy.engine.players.choice import lists
from begreedy.engine.players.fresh import envelope_point
from begreedy.engine.players.fresh import fresh as fresh_of
from begreedy.engine.players.player import methods_of
from begreedy.engine.players.posterior import envelope_mass
from begreedy.engine.players.posterior_state import BASE, LOOKED, NONE
from begreedy.random import seed_stream, uniform
from oracles import naive
from support.same_law import LEAST, assert_same_law, assert_same_results
from support.tiers import every_time

BETA, RARE, NORMAL = bg.ThompsonBeta(), bg.ThompsonBeta(2, 60), bg.ThompsonGaussian(1.0, 0.5, 0.4)

# ---------------------------------------------------------------- the largest of n samples


@pytest.mark.parametrize("decay", [0.0, 1e-12, 0.3, 40.0, 5000.0, -2.0])
@pytest.mark.parametrize("width", [0.2, 1.0])
def test_the_point_above_which_an_envelope_has_a_mass(decay, width):
    whole = envelope_mass(-1.0, decay, width)
    for share in (1e-9, 0.01, 0.5, 0.99):
        y = envelope_point(-1.0, decay, width, share * whole)
        assert 0.0 <= y <= width
        assert envelope_mass(-1.0 - decay * y, decay, width - y) == pytest.approx(share * whole, rel=1e-6)


def test_the_same_of_an_envelope_without_end():
    y = envelope_point(0.5, 2.0, np.inf, 0.1)
    assert envelope_mass(0.5 - 2.0 * y, 2.0, np.inf) == pytest.approx(0.1)


class Crowd:
    """So many arms that were never played, and draws of the largest of their samples, in plain Python."""

    def __init__(self, policy, arms, measured=None):
        self.policy, self.arms, methods = policy, arms, methods_of(policy)
        self.fresh = fresh_of(methods, policy)
        self.state = lists(choice.player_for(policy, max(choice.MANY, arms), 100, leaps=True).layout)
        self.fresh.measure(policy, self.state.seats.envelope, measured or arms)
        self.rng = [0] * 4
        seed_stream(self.rng, 7)

    def draw(self, size):
        """Samples, and how often all arms were drawn for them."""
        self.state.counts[LOOKED] = 0
        reaches = [log(1.0 - uniform(self.rng)) / self.arms for _ in range(size)]
        samples = [self.fresh.largest(self.policy, self.state, 0, self.arms, reach, self.rng) for reach in reaches]
        return np.array(samples), (self.state.counts[LOOKED] - size) / self.arms


LAWS = {
    "Beta(1,1)": (BETA, stats.beta(1, 1)),
    "Beta(2,60)": (RARE, stats.beta(2, 60)),
    "Beta(3,1)": (bg.ThompsonBeta(3, 1), stats.beta(3, 1)),
    "Beta(1.5,2.5)": (bg.ThompsonBeta(1.5, 2.5), stats.beta(1.5, 2.5)),
    "normal": (NORMAL, stats.norm(0.5, 0.4)),
    "far normal": (bg.ThompsonGaussian(1.0, 1e6, 1e-3), stats.norm(1e6, 1e-3)),
}


@pytest.mark.parametrize("arms", [1, 2, 7, 60, 3000])
@pytest.mark.parametrize("name", LAWS)
def test_the_largest_sample_has_the_law_of_the_largest(name, arms):
    """F(y)^n of the largest of n samples is uniform."""
    policy, law = LAWS[name]
    samples, all_drawn = Crowd(policy, arms).draw(2500)
    assert stats.kstest(law.cdf(samples) ** arms, "uniform").pvalue > LEAST
    if arms >= 60:
        assert all_drawn <= 2


@pytest.mark.parametrize("policy", [BETA, NORMAL], ids=str)
def test_an_envelope_for_more_or_fewer_arms_does_no_harm(policy):
    """The level changes the cost, never the law."""
    law = stats.beta(1, 1) if policy is BETA else stats.norm(0.5, 0.4)
    for measured in (10, 2000):
        samples, all_drawn = Crowd(policy, 100, measured).draw(2500)
        assert stats.kstest(law.cdf(samples) ** 100, "uniform").pvalue > LEAST
        assert (all_drawn > 100) == (measured == 2000)


def test_an_arm_has_no_point_above_a_level_as_often_as_promised():
    crowd = Crowd(NORMAL, 500)
    base = crowd.state.seats.envelope[BASE]
    assert crowd.fresh.none_above(crowd.state.seats.envelope, base) == pytest.approx(crowd.state.seats.envelope[NONE])
    assert crowd.state.seats.envelope[NONE] < crowd.fresh.none_above(crowd.state.seats.envelope, base + 0.1) < 0.0
    assert crowd.fresh.none_above(crowd.state.seats.envelope, base - 0.1) == -np.inf


def test_a_law_that_is_nearly_a_point_is_drawn_arm_by_arm():
    crowd = Crowd(bg.ThompsonGaussian(1.0, 0.0, 1e-90), 20)
    samples, all_drawn = crowd.draw(50)
    assert all_drawn == 50
    assert stats.kstest(stats.norm.cdf(samples * 1e90) ** 20, "uniform").pvalue > LEAST


# ---------------------------------------------------------------- whole simulations

SPREAD = (0.9, 0.1, 0.5, 0.5, 0.0, 1.0, 0.7, 0.3, 0.6)
TIMES = [3, 12, 60]
PROBLEMS = {
    "Bernoulli": (BETA, bg.Finite(means=SPREAD)),
    "rare": (RARE, bg.Finite(means=[0.01 * mean for mean in SPREAD] * 8)),
    "optimistic": (bg.ThompsonBeta(3, 1), bg.Finite(prior=bg.Uniform(), arms=40)),
    "fractions": (BETA, bg.Finite(prior=bg.Uniform(), arms=20, law=bg.BetaReward())),
    "normal": (NORMAL, bg.Finite(means=SPREAD, law=bg.Gaussian())),
    "many normal": (NORMAL, bg.Finite(prior=bg.Uniform(), arms=100, law=bg.Gaussian())),
    "one arm": (BETA, bg.Finite(means=[0.4])),
    "one normal arm": (NORMAL, bg.Finite(means=[0.4], law=bg.Gaussian())),
    "fewer rounds than arms": (BETA, bg.Finite(prior=bg.Uniform(), arms=200)),
}


@pytest.fixture
def from_one_arm_on(monkeypatch):
    """Leaps with any number of arms; few arms are otherwise played without."""
    monkeypatch.setattr(choice, "MANY", 1)


@every_time("Bernoulli", "one arm")
@pytest.mark.usefixtures("from_one_arm_on")
@pytest.mark.parametrize("name", PROBLEMS)
def test_leaps_over_arms_have_the_law_of_rounds(name):
    """Regret, reward, pulls of the best arm, arms tried and locked gaps, on 20 000 runs each."""
    policy, problem = PROBLEMS[name]
    options = {"horizon": TIMES[-1], "runs": 20_000, "checkpoints": TIMES}
    rounds = bg.simulate(policy, problem, seed=11, leaps=False, **options)
    leaps = bg.simulate(policy, problem, seed=12, **options)
    assert_same_results(rounds, leaps)


@pytest.mark.long
@pytest.mark.usefixtures("from_one_arm_on")
@pytest.mark.parametrize("name", ["Bernoulli", "rare", "normal"])
def test_leaps_over_arms_have_the_law_of_an_independent_simulation(name):
    """The oracle draws every arm every round."""
    policy, problem = PROBLEMS[name]
    normal = name == "normal"
    parameters = (1.0, 0.5, 0.4) if normal else (policy.a, policy.b)
    kind, law = (naive.THOMPSON_NORMAL, naive.GAUSSIAN) if normal else (naive.THOMPSON_BETA, naive.BERNOULLI)
    oracle = naive.regrets(kind, parameters, law, TIMES, 20_000, 3, means=problem.means)
    leaps = bg.simulate(policy, problem, TIMES[-1], runs=20_000, seed=13, checkpoints=TIMES)
    for ours, theirs in zip(leaps.regret.T, oracle.T, strict=True):
        assert_same_law(ours, theirs)


@pytest.mark.long
@pytest.mark.usefixtures("from_one_arm_on")
def test_every_arm_is_chosen_as_often():
    """Also single arms, of which some are alike: pulls by arm on 20 000 runs."""
    policy, problem = PROBLEMS["Bernoulli"]
    options = {"horizon": 30, "runs": 20_000, "checkpoints": [30], "measure": [bg.PullsPerArm()]}
    pulls = [
        bg.simulate(policy, problem, seed=seed, leaps=leaps, **options).measured["PullsPerArm"][:, 0]
        for seed, leaps in ((21, False), (22, True))
    ]
    for arm in range(len(SPREAD)):
        assert_same_law(pulls[0][:, arm], pulls[1][:, arm])


@pytest.mark.long
@pytest.mark.parametrize("policy", [BETA, RARE, NORMAL], ids=str)
def test_many_arms_and_rounds(policy):
    """Where leaps are made without being asked for: seats, levels and envelopes are renewed many times."""
    law = bg.Gaussian() if policy is NORMAL else bg.Bernoulli()
    problem = bg.Finite(prior=bg.Uniform(), arms=choice.MANY, law=law)
    options = {"horizon": 1500, "runs": 2500, "checkpoints": [40, 300, 1500]}
    rounds = bg.simulate(policy, problem, seed=31, leaps=False, **options)
    leaps = bg.simulate(policy, problem, seed=32, **options)
    assert_same_results(rounds, leaps)


@pytest.mark.long
def test_checkpoints_measures_blocks_and_the_compiler_change_nothing():
    """Leaps over arms know no checkpoints: one at every round is one look more, not another random number."""
    problem = bg.Finite(prior=bg.Uniform(), arms=choice.MANY)
    once = bg.simulate(BETA, problem, 150, runs=5, checkpoints=150, measure=[bg.PullsPerArm()])
    few = bg.simulate(BETA, problem, 150, runs=5, checkpoints=[40, 150], threads=1, block=2)
    plain = bg.simulate(BETA, problem, 150, runs=5, checkpoints=[40, 150], plain=True)
    assert np.array_equal(once.regret[:, [39, 149]], few.regret)
    assert np.array_equal(few.regret, plain.regret)
    assert np.array_equal(once.measured["PullsPerArm"].sum(axis=2), np.tile(np.arange(1, 151), (5, 1)))
    assert not np.array_equal(few.regret, bg.simulate(BETA, problem, 150, runs=5, checkpoints=2, leaps=False).regret)


def test_what_has_no_log_concave_law_is_drawn_arm_by_arm():
    """With a below 1 the prior's density rises at 0: same bits with leaps and without."""
    problem = bg.Finite(prior=bg.Uniform(), arms=choice.MANY)
    leaps, rounds = (
        bg.simulate(bg.ThompsonBeta(0.5, 2), problem, 30, runs=3, checkpoints=1, leaps=leaps) for leaps in (True, False)
    )
    assert np.array_equal(leaps.regret, rounds.regret)


def test_leaps_look_at_few_arms():
    """Without a clock: ten thousand arms, two thousand rounds."""
    from begreedy.engine.simulation import prepare

    problem = bg.Finite(prior=bg.Uniform(), arms=10_000)
    assert prepare(BETA, problem, 2000, 0).looks().alone < 30 * 2000
