"""Rivals of Greedy on finitely many arms against their definitions: decision by decision, or in distribution."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.arithmetic import beta_upper
from oracles import naive_rivals as naive
from support.tiers import every_time

BERNOULLI = bg.Finite(prior=bg.Uniform(), arms=6)
NORMAL = bg.Finite(prior=bg.Uniform(), arms=6, law=bg.Gaussian(0.5))
HORIZON = 120


def of_trace(policy, problem, run, horizon=HORIZON):
    """The rewards of every arm before each round of a run, with the round and the arm that was played."""
    played = bg.trace(policy, problem, horizon, seed=3, run=run)
    rewards = [[] for _ in range(problem.arms)]
    for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True), 1):
        yield t, arm, rewards
        rewards[arm].append(reward)


@every_time("IMED", "BayesUCB")
@pytest.mark.parametrize(
    ("policy", "problem", "rule"),
    [
        (bg.BayesUCB(), BERNOULLI, naive.bayes_ucb()),
        (bg.BayesUCB(0.5, 4.0), BERNOULLI, naive.bayes_ucb(0.5, 4.0)),
        (bg.IMED(), BERNOULLI, naive.imed),
        (bg.IMED(sigma=0.5), NORMAL, naive.normal_imed(0.5)),
    ],
    ids=["BayesUCB", "BayesUCB-prior", "IMED", "IMED-normal"],
)
def test_every_decision_has_the_largest_value(policy, problem, rule):
    """After one pull of each arm in order, the arm played has the largest value of the definition."""
    for run in range(5):
        for t, arm, rewards in of_trace(policy, problem, run):
            if t <= problem.arms:
                assert arm == t - 1
            else:
                values = rule(rewards, t, HORIZON, None)
                assert values[arm] >= max(values) - 1e-9, (run, t)


@every_time("IRS")
@pytest.mark.parametrize(
    ("policy", "rule", "first"),
    [
        (bg.IRS(), naive.irs(0), 0),
        (bg.IRS(2), naive.irs(2), 0),
        (bg.IRS(3, 0.5, 4.0), naive.irs(3, 0.5, 4.0), 0),
        (bg.TSUCB(5), naive.ts_ucb(5), 1),
        (bg.TSUCB(5, 0.5, 4.0), naive.ts_ucb(5, 0.5, 4.0), 1),
    ],
    ids=["IRS", "IRS-2", "IRS-prior", "TSUCB", "TSUCB-prior"],
)
def test_same_law_as_the_naive_version(policy, rule, first):
    """Its regret has the mean and the distribution of the definition played with other random numbers."""
    ours = bg.simulate(policy, BERNOULLI, HORIZON, runs=2000, seed=11, threads=1).final
    rng = np.random.default_rng(12)
    theirs = []
    for _ in range(300):
        means = rng.random(6)
        theirs.append(np.sum(means.max() - naive.play(rule, means, HORIZON, first, rng)))
    error = math.sqrt(ours.var() / len(ours) + np.var(theirs) / len(theirs))
    assert abs(ours.mean() - np.mean(theirs)) <= 4.0 * error
    assert stats.ks_2samp(ours.round(6), np.round(theirs, 6)).pvalue > 1e-4


@pytest.mark.parametrize("problem", [BERNOULLI, NORMAL], ids=["bernoulli", "normal"])
def test_duels_are_won_as_defined(problem):
    """LB-SDA pulls, in order, the arms that win against the last rewards of a most pulled arm, or that arm."""
    for run in range(5):
        duel, due = 0, []
        for t, arm, rewards in of_trace(bg.LBSDA(), problem, run, 400):
            if t <= problem.arms:
                assert arm == t - 1
                continue
            if not any(due):
                duel += 1
                due = naive.lb_sda_winners(rewards, duel)
            due = [winners[1:] for winners in due if winners and winners[0] == arm]
            assert due, (run, t)


def test_quantiles_of_the_posterior():
    """beta_upper is the upper quantile of a Beta law, also far out and for many pulls."""
    rng = np.random.default_rng(0)
    for _ in range(300):
        a, b = (1.0 + float(rng.integers(0, 10 ** rng.integers(1, 6))) for _ in range(2))
        tail = 10.0 ** -rng.uniform(0, 7)
        assert beta_upper(tail, a, b) == pytest.approx(stats.beta.isf(tail, a, b), rel=1e-8)
    for a, b in ((0.1, 0.5), (0.1, 3.0), (0.01, 1.0), (3.0, 0.1), (0.5, 0.5)):  # densities that rise at an end
        for tail in (0.5, 0.1, 0.001):
            assert beta_upper(tail, a, b) == pytest.approx(stats.beta.isf(tail, a, b), rel=1e-8, abs=1e-14)
    assert (beta_upper(1.0, 2.0, 3.0), beta_upper(0.0, 2.0, 3.0)) == (0.0, 1.0)


@pytest.mark.parametrize(("n", "p"), [(0, 0.5), (7, 0.0), (12, 0.3), (100, 0.9), (5000, 0.01), (5000, 1.0)])
def test_binomial_draws(n, p):
    """bg.random.binomial has the law of that name."""
    stream = [0] * 4
    bg.random.seed_stream(stream, n)
    draws = np.array([bg.random.binomial(stream, n, p) for _ in range(3000)])
    assert draws.min() >= 0
    assert draws.max() <= n
    cells = np.unique(stats.binom.ppf(np.linspace(0.1, 0.9, 9), n, p))
    below = np.array([np.mean(draws <= cell) for cell in cells])
    assert np.all(np.abs(below - stats.binom.cdf(cells, n, p)) <= 4.5 * 0.5 / math.sqrt(len(draws)))


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bg.IMED(sigma=-1.0), r"IMED\.sigma must be greater than 0"),
        (lambda: bg.IRS(-1), r"IRS\.ahead must be between 1 and"),
        (lambda: bg.TSUCB(0), r"TSUCB\.samples must be between 1 and"),
        (lambda: bg.simulate(bg.BayesUCB(), NORMAL, 100), r"BayesUCB needs rewards in \[0, 1\]"),
        (lambda: bg.simulate(bg.IMED(), NORMAL, 100), r"IMED needs rewards in \[0, 1\].*IMED\(sigma=\.\.\.\)"),
        (
            lambda: bg.simulate(bg.LBSDA(), bg.Mortal(bg.Uniform(), arms=5, lifetime=10), 100),
            r"needs arms that do not die",
        ),
    ],
)
def test_bad_input_is_refused(make, words):
    """The message names the field and what is allowed, or what does not go together."""
    with pytest.raises((ValueError, TypeError), match=words):
        make()
