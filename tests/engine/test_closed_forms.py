"""Simulations against numbers that can be computed exactly."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.simulation import prepare
from support.tiers import every_time

GOOD, BAD = Fraction(9, 10), Fraction(1, 10)
FAILURE = bg.Finite(means=[0.9, 0.1])

POLICIES = [
    (bg.Greedy(), bg.Bernoulli()),
    (bg.EpsilonGreedy(0.2), bg.Bernoulli()),
    (bg.ExploreThenCommit(), bg.Bernoulli()),
    (bg.UCB(), bg.Gaussian()),
    (bg.UCBV(), bg.Bernoulli()),
    (bg.KLUCB(), bg.Bernoulli()),
    (bg.MOSS(), bg.Bernoulli()),
    (bg.AnytimeMOSS(), bg.Bernoulli()),
    (bg.ThompsonBeta(), bg.Bernoulli()),
    (bg.ThompsonGaussian(), bg.Gaussian()),
    (bg.UniformRandom(), bg.Bernoulli()),
]
KINDS = every_time("Greedy", "MOSS", "ThompsonBeta")
by_name = pytest.mark.parametrize("case", POLICIES, ids=lambda case: type(case[0]).__name__)


def assert_share(events, probability):
    """The share of runs in which an event happened is its probability, within 4 standard errors."""
    error = np.sqrt(probability * (1.0 - probability) / len(events))
    assert abs(np.mean(events) - probability) <= 4.0 * error


def assert_mean(values, expected):
    """The mean of a sample is the expected one, within 4 standard errors."""
    assert abs(np.mean(values) - expected) < 4.0 * np.std(values, ddof=1) / np.sqrt(len(values)) + 1e-12


# ---------------------------------------------------------------- Greedy on two Bernoulli arms, as a Markov chain


def greedy_chain(means, rounds, chance, smallest=0, one_arm_from=None):
    """The law of (s1, n1, s2, n2), successes and pulls of two Bernoulli arms under Greedy, after ``rounds``.

    Both arms are pulled first; then the larger of s1/n1 and s2/n2 is played, either with probability 1/2 if they
    are equal.  ``chance`` is the type to count in: Fraction is exact; with float, states of less than
    ``smallest`` are dropped.  From round ``one_arm_from`` on only paths that play arm 2 are kept.
    """
    law = {(0, 0, 0, 0): chance(1)}
    for t in range(1, rounds + 1):
        following = defaultdict(chance)
        for (s1, n1, s2, n2), p in law.items():
            if t <= 2:
                first = chance(2 - t)
            else:
                ahead = s1 * n2 - s2 * n1
                first = chance(1) if ahead > 0 else chance(1) / 2 if ahead == 0 else chance(0)
            m1, m2 = chance(means[0]), chance(means[1])
            if first > 0 and (one_arm_from is None or t < one_arm_from):
                following[s1 + 1, n1 + 1, s2, n2] += p * first * m1
                following[s1, n1 + 1, s2, n2] += p * first * (1 - m1)
            if first < 1:
                following[s1, n1, s2 + 1, n2 + 1] += p * (1 - first) * m2
                following[s1, n1, s2, n2 + 1] += p * (1 - first) * (1 - m2)
        law = {state: p for state, p in following.items() if p > smallest}
    return law


@pytest.mark.parametrize("means", [(GOOD, BAD), (BAD, GOOD)])
def test_expected_regret_of_the_first_rounds_of_greedy(means):
    """Mean regret of Greedy after 1, ..., 6 rounds is the one found by enumerating all outcomes."""
    result = bg.simulate(
        bg.Greedy(), bg.Finite(means=[float(m) for m in means]), 6, runs=200_000, seed=1, checkpoints=6
    )
    gaps = [max(means) - m for m in means]
    for t in range(1, 7):
        law = greedy_chain(means, t, Fraction)
        assert sum(law.values()) == 1
        expected = sum(p * (n1 * gaps[0] + n2 * gaps[1]) for (_, n1, _, n2), p in law.items())
        assert_mean(result.regret[:, t - 1], float(expected))


def test_law_of_the_pulls_of_greedy():
    """After 6 rounds the number of pulls of the best arm has the enumerated law."""
    result = bg.simulate(bg.Greedy(), FAILURE, 6, runs=200_000, seed=2)
    expected = defaultdict(Fraction)
    for (_, n1, _, _), p in greedy_chain((GOOD, BAD), 6, Fraction).items():
        expected[n1] += p
    for pulls in range(7):
        assert_share(result.pulls == pulls, float(expected[pulls]))


@pytest.mark.long
def test_greedy_locks_on_the_bad_arm_as_often_as_the_markov_chain():
    """The share of runs of Greedy on 0.9/0.1 that end on the bad arm is 1.9 %, as computed exactly.

    Stuck for ever is the bad arm if it is ahead of a good arm that never paid: its first pull pays and the good
    arm's does not, 0.1 * 0.1, or neither pays and the bad arm is the first to do so later, 0.1 * 0.9 * 0.1; any
    other way is rarer than 1e-5.  The chain is that of the definition: arm 2 throughout the last half.
    """
    law = greedy_chain((GOOD, BAD), 500, float, smallest=1e-10, one_arm_from=251)
    locked = sum(law.values())
    assert locked == pytest.approx(0.019, abs=1e-5)
    result = bg.simulate(bg.Greedy(), FAILURE, 500, runs=200_000, seed=3)
    assert_share(result.locked_gap > 0.0, locked)
    assert result.locked == np.mean(result.locked_gap > 0.0)
    assert np.allclose(result.locked_gap[result.locked_gap > 0.0], 0.8)


@pytest.mark.parametrize("horizon", [1, 2, 3, 10, 11])
def test_locked_means_one_bad_arm_throughout_the_last_half(horizon):
    """A run counts as locked exactly if its last half of rounds, as traced, plays a single suboptimal arm."""
    problem = bg.Finite(means=[0.6, 0.5, 0.4])
    result = bg.simulate(bg.Greedy(), problem, horizon, runs=150, seed=10)
    simulation = prepare(bg.Greedy(), problem, horizon, seed=10, checkpoints=1)
    for run in range(150):
        last_half = simulation.play(run, 1, traced=True).arm[horizon // 2 :]
        gap = (0.0, 0.6 - 0.5, 0.6 - 0.4)[last_half[0]]
        assert result.locked_gap[run] == (gap if len(set(last_half.tolist())) == 1 else 0.0)


@pytest.mark.long
def test_greedy_often_makes_no_mistake_after_the_first_pulls():
    """On 0.9/0.1 Greedy leaves the bad arm for good with the exact probability, which is at least 0.9**2."""
    law = greedy_chain((GOOD, BAD), 200, float, smallest=1e-10)
    never_again = sum(p for (_, _, _, n2), p in law.items() if n2 == 1)
    assert never_again > 0.9**2
    result = bg.simulate(bg.Greedy(), FAILURE, 200, runs=100_000, seed=4)
    assert_share(np.isclose(result.final, 0.8), never_again)


def test_two_arms_of_which_one_always_pays():
    """With means 1 and 0, Greedy loses the gap exactly once."""
    result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.0, 1.0]), 100, runs=50, seed=1, checkpoints=100)
    assert np.all(result.regret == 1.0)
    assert np.all(result.reward == 99.0)


# ---------------------------------------------------------------- no regret, and regret known in advance


@KINDS
@by_name
def test_one_arm_has_no_regret(case):
    """With a single arm there is nothing to lose."""
    policy, law = case
    result = bg.simulate(policy, bg.Finite(prior=bg.Uniform(), arms=1, law=law), 50, runs=20, seed=1)
    assert np.all(result.regret == 0.0)
    assert np.all(result.pulls == 50)


@KINDS
@by_name
def test_equal_arms_have_no_regret(case):
    """With equal means there is nothing to lose, and every pull is one of a best arm."""
    policy, law = case
    result = bg.simulate(policy, bg.Finite(means=[0.6] * 7, law=law), 100, runs=20, seed=1)
    assert np.all(result.regret == 0.0)
    assert np.all(result.pulls == 100)
    assert result.locked == 0.0


@pytest.mark.parametrize("law", [bg.Bernoulli(), bg.Gaussian()])
@pytest.mark.parametrize("policy", [bg.Greedy(), bg.MOSS(), bg.UCB()])
def test_first_pulls_of_uniform_arms(policy, law):
    """Up to round K the regret per round is on average E max - E mean = K / (K + 1) - 1 / 2."""
    for arms, horizon in [(2, 2), (10, 4), (50, 50)]:
        problem = bg.Finite(prior=bg.Uniform(), arms=arms, law=law)
        result = bg.simulate(policy, problem, horizon, runs=20_000, seed=5, checkpoints=horizon)
        expected = arms / (arms + 1) - 0.5
        assert_mean(result.final / horizon, expected)
        assert_mean(result.regret[:, 0], expected)
        assert np.all(result.arms_tried == horizon)


def test_uniform_random_play_loses_the_average_gap_every_round():
    """Regret and reward of uniform play are those of independent uniform arms."""
    result = bg.simulate(bg.UniformRandom(), bg.Finite(means=[0.1, 0.4, 0.7]), 60, runs=20_000, seed=6)
    assert_mean(result.final, 60 * 0.3)
    assert_mean(result.reward, 60 * 0.4)
    assert result.final.var(ddof=1) == pytest.approx(60 * 0.06, rel=4 * np.sqrt(2 / 20_000))
    assert_mean(result.pulls, 20.0)


@pytest.mark.long
def test_epsilon_one_is_uniform_play_after_the_first_pulls():
    """With epsilon = 1 every round after the first pulls is uniform."""
    problem = bg.Finite(means=[0.2, 0.5, 0.9])
    result = bg.simulate(bg.EpsilonGreedy(1.0), problem, 103, runs=20_000, seed=7)
    gaps = np.array([0.7, 0.4, 0.0])
    assert_mean(result.final, gaps.sum() + 100 * gaps.mean())


def test_explore_then_commit_takes_its_pulls_from_a_known_gap():
    """With a known gap d each arm is explored ceil(4 / d**2 * log(T d**2 / 4)) times: 78 for d = 1/2, T = 2000."""
    trace = bg.trace(bg.ExploreThenCommit(gap=0.5), bg.Finite(means=[0.5, 1.0], law=bg.Gaussian()), 2000, seed=1)
    assert trace.arms[:156].tolist() == [0, 1] * 78
    assert len(set(trace.arms[156:].tolist())) == 1


def test_first_choice_of_thompson_sampling_is_uniform():
    """Before anything is known every arm is as likely as any other, and no arm is forced."""
    means = np.arange(8) / 10
    result = bg.simulate(bg.ThompsonBeta(), bg.Finite(means=means), 1, runs=40_000, seed=8)
    for mean in means:
        assert_share(np.isclose(result.final, 0.7 - mean), 1 / 8)


def test_reward_and_regret_add_up():
    """Expected reward plus expected regret is the best mean times the horizon."""
    for law in [bg.Bernoulli(), bg.Gaussian(0.5), bg.BetaReward(2.0)]:
        result = bg.simulate(bg.Greedy(), bg.Finite(means=[0.3, 0.5, 0.6], law=law), 80, runs=20_000, seed=9)
        assert_mean(result.reward + result.final, 0.6 * 80)
