"""Arms that are not alike: means that are drawn together, and a standard deviation for each arm."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.engine.games.game import open_run
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from begreedy.values.spec import parse
from support.refusals import assert_refused

COVARIANCE = [[1.0, 0.8, 0.0], [0.8, 2.0, -0.5], [0.0, -0.5, 0.5]]
JOINT = bg.JointNormal([1.0, 0.0, -1.0], COVARIANCE)
NORMAL = bg.Gaussian()


@dataclass(frozen=True)
class RandomWalk:
    """A joint prior of one's own: neighbours differ by one step."""

    step: float = 0.1
    low = 0.0
    high = 1.0

    def fill(self, means, arms, rng):
        means[0] = bg.random.uniform(rng)
        for arm in range(1, arms):
            means[arm] = min(1.0, max(0.0, means[arm - 1] + self.step * bg.random.normal(rng)))


@dataclass(frozen=True)
class Forgetful(RandomWalk):
    """Leaves the last mean out."""

    def fill(self, means, arms, rng):
        for arm in range(arms - 1):
            means[arm] = bg.random.uniform(rng)


@dataclass(frozen=True)
class NoisyFirst:
    """A law of one's own that knows the first arm, with any number of others."""

    def draw(self, arm, mean, rng):
        return mean + (5.0 if arm == 0 else 0.1) * bg.random.normal(rng)


def means_of(problem, runs):
    """The means of all arms in so many runs, as the game draws them."""
    simulation = prepare(bg.UniformRandom(), problem, 1, 0, options=PlayOptions(plain=True))
    table, keys = simulation.plain_table()
    game = simulation.plan.game(False)
    found = []
    for run in range(runs):
        game.begin(table, open_run(keys, run, table.streams))
        found.append(list(table.mean))
    return np.array(found)


# ---------------------------------------------------------------- means drawn together


def test_joint_means_have_their_expectations_and_covariance():
    """Over 4000 runs, within 4.5 standard errors; the reference is the largest."""
    means = means_of(bg.Finite(prior=JOINT, law=NORMAL), 4000)
    drawn, best = means[:, :3], means[:, 3]
    variance = np.diag(COVARIANCE)
    assert np.all(np.abs(drawn.mean(axis=0) - JOINT.mean) < 4.5 * np.sqrt(variance / 4000))
    error = np.sqrt((np.outer(variance, variance) + np.square(COVARIANCE)) / 4000)
    assert np.all(np.abs(np.cov(drawn.T) - COVARIANCE) < 4.5 * error)
    assert np.array_equal(best, drawn.max(axis=1))


def test_regret_of_correlated_arms_is_that_of_their_means():
    """Of uniformly random arms: the expected largest of two correlated normal numbers is known (Clark 1961)."""
    prior = bg.JointNormal([0.0, 0.0], [[1.0, 0.6], [0.6, 1.0]])
    result = bg.simulate(bg.UniformRandom(), bg.Finite(prior=prior, law=NORMAL), 10, runs=8000, seed=1, checkpoints=1)
    expected = 10 * np.sqrt((1.0 - 0.6) / np.pi)
    assert abs(result.mean[-1] - expected) < 4.0 * result.stderr[-1]
    assert result.stderr[-1] < 0.02 * expected


@pytest.mark.long
def test_all_policies_meet_the_same_means_compiled_and_plain():
    """Also in a trace, in plain Python and in an environment."""
    problem = bg.Finite(prior=RandomWalk(), arms=6)
    greedy, ucb = bg.compare([bg.Greedy(), bg.UCB()], problem, 50, runs=5, seed=2, leaps=False)
    assert np.array_equal(greedy.reference, ucb.reference)
    trace, plain = (bg.trace(bg.Greedy(), problem, 50, seed=2, run=3, plain=plain) for plain in (False, True))
    assert np.array_equal(trace.arms, plain.arms)
    assert trace.regret[-1] == greedy.final[3]
    arms = bg.environment(problem, seed=2, run=3)
    assert [arms.pull(arm) for arm in trace.arms] == trace.rewards.tolist()


@pytest.mark.long
def test_lists_and_sets_have_joint_means_too():
    """Whatever has finitely many arms of its own."""
    lists = bg.Cascading(prior=RandomWalk(), items=5, slots=2)
    assert bg.simulate(bg.UniformRandom(), bg.Finite(prior=RandomWalk(), arms=5), 5, runs=2).runs == 2
    assert bg.trace(bg.Greedy(), lists, 10, plain=True).arms.shape == (10, 2)
    sets = bg.Combinatorial(bg.TopM(3, 2), prior=JOINT, law=NORMAL)
    assert bg.trace(bg.Greedy(), sets, 10, plain=True).arms.shape == (10, 2)


def test_a_joint_prior_is_checked():
    """Compiled and plain alike, within its range, all means and nothing else."""
    assert str(bg.testing.check_prior(RandomWalk())) == "RandomWalk(step=0.1): joint prior, all checks passed"
    assert "all checks passed" in str(bg.testing.check_prior(JOINT))
    with pytest.raises(bg.testing.ConformanceError, match=r"means\[arms - 1\]"):
        bg.testing.check_prior(Forgetful())


# ---------------------------------------------------------------- a standard deviation for each arm


def test_every_arm_has_its_own_noise():
    """Rewards of each arm are normal with its standard deviation; arms with 0 pay their mean."""
    sigmas = [0.0, 0.5, 3.0]
    problem = bg.Finite(means=[0.1, 0.2, 0.3], law=bg.GaussianByArm(sigmas))
    trace = bg.trace(bg.UniformRandom(), problem, 6000, seed=3)
    for arm, (mean, sigma) in enumerate(zip([0.1, 0.2, 0.3], sigmas, strict=True)):
        paid = trace.rewards[trace.arms == arm]
        if sigma == 0.0:
            assert (paid == mean).all()
        else:
            assert stats.kstest(paid, stats.norm(mean, sigma).cdf).pvalue > 1e-4
    plain = bg.trace(bg.UniformRandom(), problem, 6000, seed=3, plain=True)
    assert np.array_equal(plain.rewards, trace.rewards)


def test_with_one_sigma_for_all_nothing_changes():
    """Greedy plays round by round what it plays in streaks under the law for all arms."""
    by_arm = bg.trace(bg.Greedy(), bg.Finite(means=[0.1, 0.2, 0.3], law=bg.GaussianByArm([1.0, 1.0, 1.0])), 300, seed=4)
    agent = bg.Agent(bg.Greedy(), 3, 300, stream=bg.policy_stream(by_arm.problem, 4, 0))
    for arm, reward in zip(by_arm.arms.tolist(), by_arm.rewards.tolist(), strict=True):
        assert agent.choose() == arm
        agent.learn(arm, reward)
    runs = 3000
    ours = bg.simulate(bg.Greedy(), by_arm.problem, 100, runs=runs, seed=5, checkpoints=1)
    usual = bg.simulate(
        bg.Greedy(), bg.Finite(means=[0.1, 0.2, 0.3], law=NORMAL), 100, runs=runs, seed=6, checkpoints=1
    )
    assert abs(ours.mean[-1] - usual.mean[-1]) < 4.0 * np.hypot(ours.stderr[-1], usual.stderr[-1])


def test_laws_that_tell_arms_apart_are_checked():
    """Arm by arm."""
    assert "all checks passed" in str(bg.testing.check_law(bg.GaussianByArm([0.5, 2.0])))
    assert "all checks passed" in str(bg.testing.check_law(NoisyFirst()))


@pytest.mark.parametrize(
    "problem",
    [bg.Finite(prior=JOINT, law=NORMAL), bg.Finite(means=[0.5, 0.6], law=bg.GaussianByArm([1, 2]))],
    ids=["joint", "by arm"],
)
def test_texts_and_pickles_are_read_back(problem):
    """What a store or the command line writes is the problem that it was."""
    assert parse(bg.canonical(problem)) == problem == parse(repr(problem)) == pickle.loads(pickle.dumps(problem))


# ---------------------------------------------------------------- bad input

BY_ARM = bg.GaussianByArm([1.0, 2.0])
BAD_INPUT = {
    "covariance": (lambda: bg.JointNormal([0, 0], [[1, 2], [2, 1]]), "JointNormal.covariance", "positive semidefinite"),
    "asymmetric": (lambda: bg.JointNormal([0, 0], [[1, 0.5], [0.4, 1]]), "JointNormal.covariance", "symmetric"),
    "ragged": (lambda: bg.JointNormal([0, 0], [[1], [0.4, 1]]), "JointNormal.covariance", "2 rows of 2 numbers"),
    "no mean": (lambda: bg.JointNormal([], []), "JointNormal.mean", "at least one"),
    "law": (lambda: bg.Finite(prior=JOINT), "Finite.prior", "[0, 1]", "JointNormal("),
    "arms": (lambda: bg.Finite(prior=JOINT, arms=4, law=NORMAL), "Finite.prior", "for 4 arms", "for 3"),
    "no arms": (lambda: bg.Finite(prior=RandomWalk()), "Finite.arms", "at least 1"),
    "reservoir": (lambda: bg.Infinite(RandomWalk()), "Infinite.prior", "every arm by itself"),
    "mortal": (lambda: bg.Mortal(RandomWalk(), 3, 5.0), "Mortal.prior", "every arm by itself"),
    "some arms": (
        lambda: bg.simulate(bg.Subsample(bg.Greedy(), k=2), bg.Finite(prior=RandomWalk(), arms=4), 5),
        "Finite.prior",
        "every arm by itself",
    ),
    "sigma": (lambda: bg.GaussianByArm([1.0, -1.0]), "GaussianByArm.sigma", "-1"),
    "no sigma": (lambda: bg.GaussianByArm([]), "GaussianByArm.sigma", "at least one"),
    "too few sigmas": (lambda: bg.Finite(means=[0, 0, 0], law=BY_ARM), "Finite.law", "for 3 arms", "for 2"),
    "sigma of a pool": (
        lambda: bg.simulate(bg.Subsample(bg.Greedy(), k=2), bg.Finite(means=[0, 0], law=BY_ARM), 5),
        "law",
        "one law for all arms",
        "GaussianByArm(",
    ),
    "sigma of a reservoir": (
        lambda: bg.simulate(bg.Subsample(bg.Greedy(), k=2), bg.Infinite(bg.Uniform(), law=NoisyFirst()), 5),
        "one law for all arms",
    ),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_named(name):
    """Bad input raises an error that names the field and the value."""
    assert_refused(*BAD_INPUT[name])
