"""Discounted and Window against their definitions: decision by decision, and in distribution."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.memory import state_bytes
from begreedy.engine.simulation import prepare
from begreedy.values.errors import BadValue
from oracles import naive_forgetting as naive
from support.tiers import every_time

BERNOULLI = bg.Finite(prior=bg.Uniform(), arms=5)
NORMAL = bg.Finite(prior=bg.Uniform(), arms=5, law=bg.Gaussian(0.5))
HORIZON = 250


@every_time("discounted-UCB", "discounted-Greedy", "window-UCB", "window-UCBV")
@pytest.mark.parametrize(
    ("policy", "problem", "recalled", "index"),
    [
        (bg.Discounted(bg.UCB(), 20.0), BERNOULLI, partial(naive.discounted, halflife=20.0), naive.ucb),
        (bg.Discounted(bg.Greedy(), 4.5), NORMAL, partial(naive.discounted, halflife=4.5), naive.greedy),
        (bg.Discounted(bg.MOSS(), 30.0), NORMAL, partial(naive.discounted, halflife=30.0), naive.moss),
        (bg.Discounted(bg.UCBV(), 15.0), NORMAL, partial(naive.discounted, halflife=15.0), naive.ucb_v),
        (bg.Window(bg.UCB(), 30), BERNOULLI, partial(naive.window, rounds=30), naive.ucb),
        (bg.Window(bg.Greedy(), 12), NORMAL, partial(naive.window, rounds=12), naive.greedy),
        (bg.Window(bg.MOSS(), 40), BERNOULLI, partial(naive.window, rounds=40), naive.moss),
        (bg.Window(bg.UCBV(), 25), NORMAL, partial(naive.window, rounds=25), naive.ucb_v),
    ],
    ids=[f"{way}-{name}" for way in ("discounted", "window") for name in ("UCB", "Greedy", "MOSS", "UCBV")],
)
def test_every_decision_is_that_of_the_definition(policy, problem, recalled, index):
    """The arm played is due, or has the largest index of sums made anew from the past."""
    for run in range(2):
        played = bg.trace(policy, problem, HORIZON, seed=3, run=run)
        past = list(zip(played.arms.tolist(), played.rewards.tolist(), strict=True))
        for t, (arm, _) in enumerate(past, 1):
            assert arm in naive.next_arms(recalled(past[: t - 1], problem.arms, horizon=HORIZON), index, first=1), t


def test_discounted_thompson_sampling_has_the_law_of_its_definition():
    """The regret of runs has the mean of the definition played with other random numbers."""
    means, horizon, halflife = [0.7, 0.4, 0.3], 60, 8.0
    problem = bg.Finite(means=means)
    ours = bg.simulate(bg.Discounted(bg.ThompsonBeta(), halflife), problem, horizon, runs=4000, seed=1, threads=1)
    rng = np.random.default_rng(2)
    choose, naives = naive.thompson(rng), []
    for _ in range(150):
        past, regret = [], 0.0
        for _ in range(horizon):
            arm = choose(naive.discounted(past, 3, halflife, horizon))
            past.append((arm, float(rng.random() < means[arm])))
            regret += means[0] - means[arm]
        naives.append(regret)
    error = math.hypot(np.std(naives) / math.sqrt(len(naives)), ours.stderr[-1])
    assert abs(np.mean(naives) - ours.mean[-1]) < 4.0 * error


@pytest.mark.parametrize("forget", [lambda p: bg.Discounted(p, 10.0), lambda p: bg.Window(p, 25)], ids=["disc", "win"])
def test_the_same_source_compiled_and_plain(forget):
    """Bit for bit, also with exploration and counted rewards drawn at random; an Agent plays the same arms."""
    for policy, law in ((forget(bg.EpsilonGreedy()), bg.Gaussian()), (forget(bg.ThompsonBeta()), bg.BetaReward())):
        problem = replace(BERNOULLI, law=law)
        compiled, plain = (bg.trace(policy, problem, 120, seed=5, plain=plain) for plain in (False, True))
        assert np.array_equal(compiled.arms, plain.arms)
        agent = bg.Agent(policy, 5, 120, stream=bg.policy_stream(problem, 5, 0))
        for arm, reward in zip(compiled.arms.tolist(), compiled.rewards.tolist(), strict=True):
            assert agent.choose() == arm
            agent.learn(arm, reward)
        assert agent.pulls == np.bincount(compiled.arms, minlength=5).tolist()  # over all rounds


def test_sums_of_a_window_do_not_drift():
    """Rewards of very different sizes leave nothing behind: the sum is the exact one, correctly rounded."""
    agent = bg.Agent(bg.Window(bg.UCBV(), 7), arms=2, horizon=10**6)
    rng = np.random.default_rng(0)
    told = []
    for i in range(3000):
        told.append((int(rng.integers(2)), float(rng.normal() * 10.0 ** (6 * (i // 50 % 2)))))
        agent.learn(*told[-1])
        recalled = agent._state.recalled.stats
        for arm in range(2):
            own = [reward for other, reward in told[-7:] if other == arm]
            assert recalled.total[arm] == math.fsum(own), i
            assert recalled.squares[arm] == math.fsum(x * x for x in own), i
            assert recalled.pulls[arm] == len(own)


def test_what_is_new_again():
    """A window longer than the run forgets nothing; an arm is tried again once it has left the window, or has faded."""
    for policy in (bg.UCB(), bg.Greedy()):
        all_of_it = bg.trace(bg.Window(policy, 10**6), NORMAL, 100, seed=2).arms
        assert np.array_equal(all_of_it, bg.trace(policy, NORMAL, 100, seed=2).arms)
    certain = bg.Finite(means=[1.0, 0.0])
    arms = bg.trace(bg.Window(bg.Greedy(), 10), certain, 100).arms
    assert np.flatnonzero(arms).tolist() == list(range(1, 100, 11))  # after ten rounds without it, in the next
    arms = bg.trace(bg.Discounted(bg.Greedy(), 3.0), certain, 100).arms
    assert np.flatnonzero(arms).tolist() == list(range(1, 100, 31))  # 2**(-30/3) is the first below 0.001


def test_what_cannot_be_is_refused():
    """With the field, the value and what is allowed; the memory of a window is known before it is played."""
    with pytest.raises(BadValue, match=r"Window\.rounds must be at least 6, got 5; the 5 first pulls of 5 arms"):
        bg.simulate(bg.Window(bg.Greedy(), 5), BERNOULLI, 100, runs=1)
    with pytest.raises(BadValue, match=r"Discounted\.halflife must be at least 0\.\d+|at least 1\.\d+"):
        bg.simulate(bg.Discounted(bg.Greedy(), 1.0), replace(BERNOULLI, arms=11), 100, runs=1)
    for policy in (bg.ExploreThenCommit(), bg.Subsample(bg.Greedy()), bg.RatioGreedy(), bg.LinGreedy()):
        with pytest.raises(BadValue, match="policy must be a policy with an index or a sample"):
            bg.Window(policy, 10)
    with pytest.raises(BadValue, match=r"Discounted\.halflife must be between 1 and 1e\+12 rounds"):
        bg.Discounted(bg.Greedy(), 0.5)
    for problem in (bg.Mortal(bg.Uniform(), 5, 100), bg.Cascading(bg.Uniform(), 5, 2), bg.Linear(3)):
        with pytest.raises((TypeError, ValueError)):
            bg.simulate(bg.Window(bg.UCB(), 50), problem, 100, runs=1)
    small, large = (prepare(bg.Window(bg.UCB(), rounds), BERNOULLI, 10**7, seed=0) for rounds in (10, 10**6 + 10))
    assert state_bytes(large) - state_bytes(small) == 16 * 10**6
    with pytest.raises(BadValue, match=r"Window.* takes .* GB to play"):
        bg.simulate(bg.Window(bg.UCB(), 10**12), BERNOULLI, 2**40, runs=1)
