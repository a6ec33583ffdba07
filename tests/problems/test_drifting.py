"""Drifting bandits: the same means for all, changing as the definition says, with the regret of every round's best."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.values.errors import BadValue
from oracles import naive_drifting as naive

NOISELESS = bg.Gaussian(0.0)
ROUNDS, ARMS = 1500, 4


@dataclass(frozen=True)
class Stay:
    """Plays one arm for ever."""

    place: int = 0

    def select(self):
        return self.place


def means_of(problem, rounds=ROUNDS, run=0):
    """By round and arm: what whoever stays with the arm is paid, without noise; and the traces."""
    traces = [bg.trace(Stay(arm), problem, rounds, seed=4, run=run) for arm in range(problem.arms)]
    return np.array([played.rewards for played in traces]).T, traces


@pytest.mark.long
def test_regret_is_against_the_best_of_every_round():
    """All policies meet the same means, whatever they pull; totals are those of all rounds."""
    problem = bg.Drifting(bg.Uniform(), ARMS, rate=0.01, law=NOISELESS)
    means, traces = means_of(problem)
    best = means.max(axis=1)
    for arm, played in enumerate(traces):
        assert np.allclose(played.regret, np.cumsum(best - means[:, arm]))
    played = bg.trace(bg.Greedy(), problem, ROUNDS, seed=4)
    assert np.allclose(played.regret, np.cumsum(best - means[np.arange(ROUNDS), played.arms]))
    result = bg.simulate(bg.Greedy(), problem, ROUNDS, runs=1, seed=4)
    assert result.final[0] == pytest.approx(played.regret[-1])
    assert result.reference[0] == pytest.approx(best.mean())
    assert result.pulls[0] == np.sum(means[np.arange(ROUNDS), played.arms] == best)
    some = bg.trace(bg.Subsample(bg.Greedy(), k=2), problem, ROUNDS, seed=4)
    assert set(some.arms) == {0, 1}
    assert np.allclose(some.regret, np.cumsum(best - means[np.arange(ROUNDS), some.arms]))


@pytest.mark.long
def test_means_change_as_often_and_as_far_as_they_should():
    """Drawn anew at geometric times; or a walk of normal steps, folded back where it leaves the range."""
    rate = 0.02
    means, _ = means_of(bg.Drifting(bg.Uniform(), ARMS, rate=rate, law=NOISELESS), 5000)
    changed = np.diff(means, axis=0) != 0.0
    expected = changed.size * rate
    assert abs(changed.sum() - expected) < 4.0 * math.sqrt(expected)
    assert stats.kstest(means[1:][changed], "uniform").pvalue > 1e-3
    gaps = np.concatenate([np.diff(np.flatnonzero(column)) for column in changed.T])
    assert abs(gaps.mean() * rate - 1.0) < 4.0 / math.sqrt(len(gaps))
    step = 0.05
    walk, _ = means_of(bg.Drifting(bg.Uniform(), ARMS, rate=1.0, step=step, law=NOISELESS), 5000)
    moves = np.diff(walk, axis=0)[(walk[:-1] > 5 * step) & (walk[:-1] < 1.0 - 5 * step)]
    assert stats.kstest(moves / step, "norm").pvalue > 1e-3
    assert walk.min() >= 0.0
    assert walk.max() <= 1.0
    assert stats.kstest(walk[::500].ravel(), "uniform").pvalue > 1e-3  # folding keeps a uniform law
    still, _ = means_of(bg.Drifting(bg.Uniform(), ARMS, rate=0.0, law=NOISELESS), 50)
    assert np.ptp(still, axis=0).max() == 0.0


@pytest.mark.every_time("Greedy-redrawn")
@pytest.mark.parametrize(
    ("policy", "window", "rate", "step"),
    [(bg.Greedy(), None, 0.02, None), (bg.Window(bg.Greedy(), 30), 30, 1.0, 0.05)],
    ids=["Greedy-redrawn", "window-walk"],
)
def test_regret_has_the_law_of_the_naive_simulation(policy, window, rate, step):
    """Greedy with and without a window, against the definition played with other random numbers."""
    problem = bg.Drifting(bg.Uniform(), ARMS, rate=rate, step=step)
    ours = bg.simulate(policy, problem, 200, runs=4000, seed=6, threads=1).final
    rng = np.random.default_rng(7)
    theirs = [naive.greedy_regret(ARMS, 200, rate, step, window, rng) for _ in range(400)]
    assert stats.ks_2samp(ours, theirs).pvalue > 1e-3
    error = math.hypot(np.std(ours) / math.sqrt(len(ours)), np.std(theirs) / math.sqrt(len(theirs)))
    assert abs(np.mean(ours) - np.mean(theirs)) < 4.0 * error


def test_compiled_and_plain_agree():
    """Bit for bit, with arms that lead while their means change; and the arms of a run for a loop of one's own."""
    problem = bg.Drifting(bg.Beta(1, 3), 6, rate=0.3, step=0.1, law=bg.Gaussian(0.1))
    for policy in (bg.Greedy(), bg.Discounted(bg.UCB(), 10.0)):
        compiled, plain = (bg.trace(policy, problem, 200, seed=1, run=2, plain=plain) for plain in (False, True))
        assert np.array_equal(compiled.arms, plain.arms)
        assert np.array_equal(compiled.regret, plain.regret)
    arms = bg.environment(problem, seed=1, run=2)
    assert [arms.pull(arm) for arm in compiled.arms] == compiled.rewards.tolist()


def test_what_cannot_be_is_refused():
    """A walk needs a range, and a step that fits into it."""
    with pytest.raises(BadValue, match=r"Drifting\.rate must be between 0 and 1, got -0\.1"):
        bg.Drifting(bg.Uniform(), 3, rate=-0.1)
    with pytest.raises(BadValue, match=r"Drifting\.step must be greater than 0 and at most 1"):
        bg.Drifting(bg.Uniform(), 3, rate=0.1, step=1.5)
    with pytest.raises(BadValue, match=r"Subsample\.k must be given"):
        bg.simulate(bg.Subsample(bg.Greedy()), bg.Drifting(bg.Uniform(), 3, rate=0.1), 10, runs=1)


@pytest.mark.long
@pytest.mark.parametrize(
    "problem",
    [
        bg.Drifting(bg.Uniform(), 500, rate=0.0),
        bg.InUse(bg.Beta(1, 1), 500),
        bg.Combinatorial(bg.TopM(500, 1), prior=bg.Uniform()),
    ],
    ids=["drifting", "in-use", "sets"],
)
def test_where_arms_do_not_die_a_theorem_keeps_as_many_as_for_the_horizon(problem):
    """By the exponent of the prior's tail, as of endless arms from the same prior; each is tried in 100 rounds."""
    policy, horizon = bg.Subsample(bg.Greedy(), beta=1.0), 100
    tried = bg.simulate(policy, problem, horizon, runs=3, seed=1).arms_tried
    assert tried.tolist() == bg.simulate(policy, bg.Infinite(bg.Uniform()), horizon, runs=3, seed=1).arms_tried.tolist()
    assert tried[0] > 10


@pytest.mark.long
def test_advice_tells_from_which_rate_on_forgetting_pays():
    """From either side, and as simulations have it: below it saves less than a tenth of Greedy's regret, above more."""
    found = []
    for rate in (1e-5, 4e-3):  # not near it, where nobody is clearly ahead
        advice = bg.advise("drifting", arms=100, rate=rate, horizon=3000, effort=10.0, progress=False)
        assert "saves 10 % of Greedy's regret at a rate (changes" in str(advice.turning)
        found.append(advice.turning_point / 1e6)
    assert 2e-4 < min(found) <= max(found) < 2e-3
    for rate, memory, pays in ((1e-4, 2500, False), (1.6e-3, 200, True)):
        problem = bg.Drifting(bg.Uniform(), arms=100, rate=rate)
        policies = [bg.Greedy(), bg.Discounted(bg.Greedy(), halflife=0.7 * memory)]
        greedy, other = bg.compare(policies, problem, horizon=3000, runs=400, seed=1)
        assert bool(other.mean[-1] < 0.9 * greedy.mean[-1]) is pays
