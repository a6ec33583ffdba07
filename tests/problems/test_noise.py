"""Noise of one's own on continuous and linear problems: laws, links, and a catalogue's actions as arms."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from math import erf, exp, inf, sqrt

import numpy as np
import pytest

import begreedy as bg
from begreedy.values.spec import parse
from oracles import naive, naive_linear
from support.refusals import assert_refused

T = 60
ROWS = np.random.default_rng(3).normal(size=(6, 3)).round(3)


def slope(x):
    return 0.2 + 0.6 * x


@dataclass(frozen=True)
class Probit:
    """A law with a link of one's own, and a parameter in it."""

    scale: float = 2.0
    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)

    def link(self, score):
        return 0.5 * (1.0 + erf(self.scale * score / sqrt(2.0)))

    def draw(self, mean, rng):
        return 1.0 if bg.random.uniform(rng) < mean else 0.0


@dataclass(frozen=True)
class Laplace:
    """Rewards without bounds that are not normal."""

    def draw(self, mean, rng):
        return mean + bg.random.exponential(rng) - bg.random.exponential(rng)


@dataclass(frozen=True)
class Falling(Probit):
    def link(self, score):
        return 1.0 / (1.0 + exp(score))


# ---------------------------------------------------------------- a law of mean f(x)


@pytest.mark.long
def test_points_pay_by_the_law():
    """Greedy on five points with Bernoulli rewards has the regret that the naive simulator has on their means."""
    problem = bg.Continuous(slope, law=bg.Bernoulli())
    ours = bg.simulate(bg.Discretize(bg.Greedy(), k=5), problem, T, runs=2000, seed=1, checkpoints=1)
    means = [slope(x) for x in (0.2, 0.4, 0.6, 0.8, 1.0)]
    theirs = naive.regrets(naive.GREEDY, [], naive.BERNOULLI, [T], 700, 1, means=means)
    assert naive.disagreement(ours.final, theirs[:, -1]) < 4.0
    trace = bg.trace(bg.Discretize(bg.Greedy(), k=5), problem, T, seed=1)
    assert set(trace.rewards) == {0.0, 1.0}
    plain = bg.trace(bg.Discretize(bg.Greedy(), k=5), problem, T, seed=1, plain=True)
    assert np.array_equal(plain.rewards, trace.rewards)


def test_a_normal_law_is_its_sigma():
    """One value, one text, the same instances as before there were laws."""
    assert bg.Continuous(bg.f1, law=bg.Gaussian(0.5)) == bg.Continuous(bg.f1, 0.5)
    assert bg.Linear(3, law=bg.Gaussian(0.5)) == bg.Linear(3, sigma=0.5)
    assert bg.canonical(bg.Linear(3)) == "Linear(dimension=3, sigma=1.0, theta=(), actions=(), offered=0)"
    assert bg.canonical(bg.Continuous(bg.f1)) == "Continuous(f=f1, sigma=1.0, maximum=(), reference=(), bounds=())"


@pytest.mark.parametrize(
    "problem",
    [bg.Continuous(bg.f1, law=bg.BetaReward(5.0)), bg.Linear(2, law=bg.Logistic()), bg.Linear(2, sigma=0.2)],
    ids=repr,
)
def test_texts_and_pickles_are_read_back(problem):
    """What a store or the command line writes is the problem that it was."""
    assert parse(bg.canonical(problem)) == problem == parse(repr(problem)) == pickle.loads(pickle.dumps(problem))


@pytest.mark.long
def test_a_stored_result_is_found_again(tmp_path):
    """By its law."""
    problem = bg.Continuous(bg.f1, law=bg.Bernoulli())
    policy = bg.Discretize(bg.Greedy(), k=5)
    first, again = (bg.compare([policy], problem, T, runs=3, store=bg.Store(tmp_path)).results[0] for _ in range(2))
    assert np.array_equal(first.final, again.final)
    assert len(list(tmp_path.rglob("*.parquet"))) == 1


# ---------------------------------------------------------------- links


@pytest.mark.every_time("catalogue")
@pytest.mark.parametrize("offer", ["catalogue", "fresh"])
def test_logistic_rewards_have_the_law_of_the_naive_simulator(offer):
    """Greedy by least squares on 0 and 1, in a catalogue and on fresh actions."""
    given = {"actions": ROWS} if offer == "catalogue" else {"offered": 5}
    actions = naive_linear.catalogue(ROWS) if offer == "catalogue" else naive_linear.fresh(5, 3)
    problem = bg.Linear(3, law=bg.Logistic(), **given)
    ours = bg.simulate(bg.Greedy(), problem, T, runs=2000, seed=1, checkpoints=1)
    link = naive_linear.logistic
    theirs = naive_linear.set_regrets(naive_linear.greedy_value, actions, T, 700, 1, d=3, link=link)
    assert naive.disagreement(ours.final, theirs[:, -1]) < 4.0
    played = bg.trace(bg.LinUCB(), problem, T, seed=2, plain=True)
    assert np.array_equal(played.actions, bg.trace(bg.LinUCB(), problem, T, seed=2).actions)


@pytest.mark.long
def test_on_the_ball_regret_is_counted_in_means():
    """Against the link of the parameter's length."""
    problem = bg.Linear(2, theta=[0.6, 0.8], law=Probit())
    trace = bg.trace(bg.LinThompson(), problem, 40, seed=4)
    means = [Probit().link(float(x @ [0.6, 0.8])) for x in trace.actions]
    assert trace.regret[-1] == pytest.approx(sum(Probit().link(1.0) - mean for mean in means), abs=1e-12)


@pytest.mark.long
def test_policies_take_bounded_rewards_for_as_noisy_as_they_may_be():
    """Half the length of the range; of rewards without bounds they must be told."""
    assert bg.LinUCB().fit(bg.Linear(2, law=bg.Logistic()), 10).noise == 0.5
    assert bg.LinThompson().fit(bg.Linear(2, sigma=0.3), 10).noise == 0.3
    assert bg.BallExplore().fit(bg.Linear(2, law=bg.Logistic()), 10).ridge == 0.5
    assert_refused(lambda: bg.LinUCB().fit(bg.Linear(2, law=Laplace()), 10), "LinUCB.noise", "Laplace()")
    assert bg.simulate(bg.LinUCB(noise=2.0), bg.Linear(2, law=Laplace()), 10, runs=2).runs == 2


def test_a_link_of_ones_own_is_checked():
    """As compiled and plain, increasing, within the means of its law."""
    assert "all checks passed" in str(bg.testing.check_law(Probit()))
    with pytest.raises(bg.testing.ConformanceError, match="link falls"):
        bg.testing.check_law(Falling())


# ---------------------------------------------------------------- a catalogue's actions as arms


@pytest.mark.long
@pytest.mark.parametrize("law", [bg.Gaussian(), Probit()], ids=repr)
def test_plain_policies_play_a_catalogue_as_arms(law):
    """With a known parameter that is the finite problem of its means."""
    theta = [0.5, -0.3, 0.8]
    problem = bg.Linear(3, actions=ROWS, theta=theta, law=law)
    ours = bg.simulate(bg.UCB(), problem, T, runs=2000, seed=1, checkpoints=1)
    means = [law.link(score) if hasattr(law, "link") else score for score in (ROWS @ theta).tolist()]
    drawn = naive.BERNOULLI if hasattr(law, "link") else naive.GAUSSIAN
    theirs = naive.regrets(naive.UCB, [1.0], drawn, [T], 700, 1, means=means)
    assert naive.disagreement(ours.final, theirs[:, -1]) < 4.0


@pytest.mark.long
def test_plain_and_linear_policies_meet_the_same_parameters():
    """The best mean of every run is the same, and so is what a subset of all actions is measured against."""
    problem = bg.Linear(3, actions=ROWS)
    policies = [bg.LinUCB(), bg.UCB(), bg.Subsample(bg.Greedy(), k=6), bg.Subsample(bg.UCB(), k=2)]
    linear, plain, greedy, some = bg.compare(policies, problem, 20, runs=8, seed=3)
    for result in (plain, greedy, some):
        assert np.allclose(result.reference, linear.reference, rtol=1e-12)
    assert (greedy.arms_tried == 6).all()
    assert (some.arms_tried == 2).all()
    trace = bg.trace(bg.UCB(), problem, 20, seed=3, run=1)
    assert trace.regret[-1] == plain.final[1] == bg.trace(bg.UCB(), problem, 20, seed=3, run=1, plain=True).regret[-1]
    arms = bg.environment(problem, seed=3, run=1)
    assert [arms.pull(arm) for arm in trace.arms] == trace.rewards.tolist()


# ---------------------------------------------------------------- first actions of Greedy


def test_greedy_may_begin_with_several_random_actions():
    """On the ball, along the axes, and in sets; later ones follow the estimate."""
    ball = bg.trace(bg.LinGreedy(jitter=0.0, first_actions=4), bg.Linear(4), 4, seed=1).actions
    assert np.linalg.matrix_rank(ball, tol=1e-6) == 4
    axes = bg.trace(bg.LinGreedy(axis_start=True, first_actions=5), bg.Linear(3), 5).actions
    assert np.array_equal(axes, np.eye(3)[[0, 1, 2, 0, 1]])
    problem = bg.Linear(3, actions=ROWS, theta=[1.0, 0.0, 0.0], sigma=0.0)
    arms = bg.trace(bg.LinGreedy(first_actions=3000), problem, 3020, seed=2).arms
    counts = np.bincount(arms[:3000], minlength=6)
    assert ((counts - 500.0) ** 2 / 500.0).sum() < 25.7  # chi-square, 5 degrees of freedom, p = 1e-4
    assert set(arms[3000:]) == {int(np.argmax(ROWS[:, 0]))}
    assert bg.canonical(bg.LinGreedy()) == "LinGreedy(jitter=1e-08, ridge=1.0, axis_start=False)"


# ---------------------------------------------------------------- bad input

BAD_INPUT = {
    "no law": (lambda: bg.Continuous(slope, law=3), "Continuous.law", "a law", "3"),
    "both": (lambda: bg.Continuous(slope, 0.5, law=bg.Bernoulli()), "Continuous.sigma", "left out", "0.5"),
    "two sigmas": (lambda: bg.Linear(2, 0.5, law=bg.Gaussian(0.3)), "Linear.sigma", "Gaussian(sigma=0.3)", "0.5"),
    "f": (lambda: bg.Continuous(lambda x: 2.0 * x, law=bg.Bernoulli()).highest, "f must stay in [0, 1]", "at x = 0.5"),
    "means": (lambda: bg.Linear(3, law=bg.Bernoulli()), "Linear.law", "Logistic()", "Bernoulli()"),
    "given means": (
        lambda: bg.Linear(1, actions=[[1.0], [3.0]], theta=[0.5], law=bg.Bernoulli()),
        "Linear.law",
        "1.5",
        "the given actions",
    ),
    "falling link": (lambda: bg.Linear(2, law=Falling()), "Linear.law", "never falls", "Falling("),
    "link elsewhere": (lambda: bg.Finite(means=[0.5], law=bg.Logistic()), "Finite.law", "link", "Logistic()"),
    "some offered": (lambda: bg.simulate(bg.UCB(), bg.Linear(2, offered=3), 5), "UCB()", "offered in every round"),
    "ball": (lambda: bg.environment(bg.Linear(2)), "pulls of one arm"),
    "first actions": (lambda: bg.LinGreedy(first_actions=0), "LinGreedy.first_actions", "at least 1", "0"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_named(name):
    """Bad input raises an error that names the field and the value."""
    assert_refused(*BAD_INPUT[name])


def test_a_law_without_a_range_is_taken_at_its_word():
    """Means of either sign are fine with it."""
    assert getattr(bg.Linear(2, law=Laplace()).law, "support", (-inf, inf)) == (-inf, inf)
