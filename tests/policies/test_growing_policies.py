"""Policies that open arms of a pool by what they see, against their rules: by decisions, and in distribution."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.types import ask, bind
from oracles import naive_growing as naive
from support.tiers import every_time

UNIFORM, SHARP = bg.Infinite(bg.Uniform()), bg.Infinite(bg.Beta(1, 2))
FEW, MANY = bg.Infinite(bg.Uniform(), pool=12), bg.ManyArmed(60, 5)
BETA_REWARDS = bg.Infinite(bg.Uniform(), law=bg.BetaReward(5))
NOISY = bg.Infinite(bg.Uniform(), law=bg.Gaussian(0.5))
CONTINUUM = bg.Continuous(bg.f1)
HORIZON = 200

CASES = {
    "cbt-uniform": (bg.CBT(), UNIFORM, naive.cbt(math.sqrt(2 / HORIZON))),
    "cbt-sharp": (bg.CBT(), SHARP, naive.cbt((3 / HORIZON) ** (1 / 3))),
    "cbt-few": (bg.CBT(0.02), FEW, naive.cbt(0.02)),
    "empirical-cbt-uniform": (bg.EmpiricalCBT(), UNIFORM, naive.empirical_cbt),
    "empirical-cbt-beta-rewards": (bg.EmpiricalCBT(), BETA_REWARDS, naive.empirical_cbt),
    "empirical-cbt-few": (bg.EmpiricalCBT(), FEW, naive.empirical_cbt),
    "empirical-cbt-many": (bg.EmpiricalCBT(), MANY, naive.empirical_cbt),
    "imoss-uniform": (bg.IMOSS(), UNIFORM, naive.imoss(0.5, 0.1, 10)),
    "imoss-noisy": (bg.IMOSS(0.7, 1.0, 1), NOISY, naive.imoss(0.7, 1.0, 1)),
    "imoss-few": (bg.IMOSS(), FEW, naive.imoss(0.5, 0.1, 10)),
    "imoss-continuum": (bg.IMOSS(), CONTINUUM, naive.imoss(0.5, 0.1, 10)),
    "growing-uniform": (bg.GrowingGreedy(), UNIFORM, naive.growing(False, 2.0)),
    "growing-sharp": (bg.GrowingGreedy(kappa=0.3), SHARP, naive.growing(False, 0.3)),
    "growing-noisy": (bg.GrowingGreedy(), NOISY, naive.growing(False, 2.0)),
    "growing-few": (bg.GrowingGreedy(), FEW, naive.growing(False, 2.0)),
    "growing-continuum": (bg.GrowingGreedy(), CONTINUUM, naive.growing(False, 2.0)),
    "anytime-uniform": (bg.GrowingGreedy(anytime=True), UNIFORM, naive.growing(True, 0.5)),
    "anytime-noisy": (bg.GrowingGreedy(anytime=True, kappa=2), NOISY, naive.growing(True, 2.0)),
    "powered-uniform": (bg.GrowingGreedy(exponent=0.6), UNIFORM, naive.powered(0.6)),
    "powered-continuum": (bg.GrowingGreedy(exponent=0.5), CONTINUUM, naive.powered(0.5)),
}


@every_time("cbt-sharp", "empirical-cbt-many", "imoss-uniform", "growing-noisy", "anytime-uniform", "powered-uniform")
@pytest.mark.parametrize("id", CASES)
def test_every_decision_follows_the_rule(id):
    """Each arm of a trace is one that the definition allows, after the rewards so far."""
    policy, problem, rule = CASES[id]
    for run in range(4):
        played = bg.trace(policy, problem, HORIZON, seed=4, run=run)
        rewards = []
        for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True), 1):
            assert arm in rule(rewards, t, HORIZON, min(problem.size, HORIZON)), (run, t)
            if arm == len(rewards):
                rewards.append([])
            rewards[arm].append(reward)


def bernoulli(mean, rng):
    return float(rng.random() < mean)


@every_time("growing-uniform")
@pytest.mark.parametrize(
    "id", ["cbt-uniform", "empirical-cbt-uniform", "imoss-uniform", "growing-uniform", "anytime-uniform"]
)
def test_same_law_as_the_naive_version(id):
    """The regret at the horizon has the mean and the distribution of the rule played with other random numbers."""
    policy, problem, rule = CASES[id]
    ours = bg.simulate(policy, problem, HORIZON, runs=1000, seed=11, threads=1).final
    rng = np.random.default_rng(12)
    runs = (naive.play(rule, rng.random(HORIZON), bernoulli, HORIZON, rng) for _ in range(200))
    theirs = np.array([np.sum(1.0 - played) for played in runs])
    error = math.sqrt(ours.var() / len(ours) + theirs.var() / len(theirs))
    assert abs(ours.mean() - theirs.mean()) <= 4.0 * error
    assert stats.ks_2samp(ours.round(6), theirs.round(6)).pvalue > 1e-4


def test_shifted_and_scaled_rewards_open_the_same_arms():
    """GrowingGreedy is told nothing of where rewards lie: only their differences matter, by their ratios."""
    plain = bg.trace(bg.GrowingGreedy(), bg.Infinite(bg.Uniform(), law=bg.Gaussian(1.0)), 400, seed=1)
    policy = bg.GrowingGreedy()
    select, learn = bind(policy, "select"), bind(policy, "learn")
    memory, total, pulls, known = [0.0] * ask(policy, "memory", 400, 400), [0.0] * 400, [0] * 400, 0
    rng = bg.policy_stream(bg.Infinite(bg.Uniform(), law=bg.Gaussian(1.0)), 1, 0)
    for t, (arm, reward) in enumerate(zip(plain.arms.tolist(), plain.rewards.tolist(), strict=True), 1):
        moved = 8.0 * reward - 64.0
        assert select(policy, memory, total, pulls, known, t, 400, 2**53, rng) == arm
        known += arm == known
        total[arm] += moved
        pulls[arm] += 1
        learn(policy, memory, total, pulls, known, arm, moved, t, 400, rng)


def test_two_arms_as_long_as_nothing_tells_arms_apart():
    """GrowingGreedy stays with the first two while all rewards are equal; EmpiricalCBT leaves arms that never pay."""
    dead = bg.Infinite(bg.Uniform(0.0, 1e-12))
    tried = [bg.simulate(policy, dead, 300, runs=3).arms_tried for policy in (bg.GrowingGreedy(), bg.EmpiricalCBT())]
    assert tried[0].tolist() == [2, 2, 2]
    assert min(tried[1]) > 100


def test_an_arm_that_is_due_beyond_all_numbers_never_comes():
    """With a tiny exponent the power of the number of arms overflows: no arm is due then, compiled or not."""
    policy, problem = bg.IMOSS(exponent=0.001), bg.Infinite(bg.Uniform())
    plain = bg.simulate(policy, problem, 60, runs=2, plain=True)
    assert plain.arms_tried.tolist() == [10, 10]
    assert np.array_equal(plain.regret, bg.simulate(policy, problem, 60, runs=2).regret)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bg.CBT(0.0), r"CBT\.target must be greater than 0"),
        (lambda: bg.CBT(-1.0), r"CBT\.target must be greater than 0"),
        (lambda: bg.IMOSS(exponent=1.0), r"IMOSS\.exponent must be strictly between 0 and 1"),
        (lambda: bg.IMOSS(a=-0.1), r"IMOSS\.a must be at least 0"),
        (lambda: bg.IMOSS(first=0), r"IMOSS\.first must be at least 1"),
        (lambda: bg.GrowingGreedy(exponent=1.0), r"GrowingGreedy\.exponent must be strictly between 0 and 1"),
        (lambda: bg.Parallel(c=-3.0), r"Parallel\.c must be at least 0, got -3"),
        (lambda: bg.GrowingGreedy(kappa=-1.0), r"GrowingGreedy\.kappa must be greater than 0"),
        (lambda: bg.GrowingGreedy(exponent=0.5, kappa=1.0), r"GrowingGreedy\.exponent must be left out where"),
        (lambda: bg.GrowingGreedy(exponent=0.5, anytime=True), r"GrowingGreedy\.exponent must be left out where"),
    ],
)
def test_bad_parameters_are_refused(make, words):
    """The message names the field and what is allowed."""
    with pytest.raises(ValueError, match=words):
        make()


@pytest.mark.parametrize(
    ("policy", "problem", "words"),
    [
        (bg.CBT(), MANY, r"CBT\.target must be given for ManyArmed.*: it has no prior"),
        (
            bg.CBT(),
            bg.Infinite(bg.Uniform(0, 0.5)),
            r"CBT\.target must be given for .*: no mean of its prior comes near 1",
        ),
        (bg.EmpiricalCBT(), NOISY, r"EmpiricalCBT needs rewards in \[0, 1\], but Gaussian"),
        (bg.CBT(), NOISY, r"CBT needs rewards in \[0, 1\], but Gaussian"),
        (bg.GrowingGreedy(), bg.Mortal(bg.Uniform(), arms=5, lifetime=10), r"GrowingGreedy\(\) needs a pool of arms"),
    ],
    ids=lambda x: type(x).__name__ if not isinstance(x, str) else "",
)
def test_problems_that_make_no_sense_are_refused(policy, problem, words):
    """Before anything is compiled, with what is missing."""
    with pytest.raises((ValueError, TypeError), match=words):
        bg.simulate(policy, problem, 100, runs=1)
