"""The arms of a run in anybody's hands are those that policies meet in a simulation."""

from __future__ import annotations

import pytest

import begreedy as bg
from support.refusals import assert_refused

PLAYED = [
    (bg.Finite(prior=bg.Uniform(), arms=5, law=bg.Gaussian()), bg.UCB()),
    (bg.ManyArmed(20, 3), bg.UCB()),
    (bg.Infinite(bg.Uniform()), bg.TwoTarget()),
    (bg.Mortal(bg.Uniform(), arms=6, lifetime=20.0), bg.Greedy()),
    (bg.Budgeted(40.0, law="bernoulli", rewards=(0.5, 0.4), costs=(0.3, 0.4)), bg.BudgetUCB()),
]


@pytest.mark.parametrize(("problem", "policy"), PLAYED, ids=lambda value: type(value).__name__)
def test_who_pulls_the_same_arms_is_paid_the_same(problem, policy):
    """Rewards and regret of a run of the simulator, bit for bit."""
    horizon = None if isinstance(problem, bg.Budgeted) else 100
    played = bg.trace(policy, problem, horizon, seed=7, run=3, plain=True)
    arms = bg.environment(problem, seed=7, run=3)
    assert [arms.pull(int(arm)) for arm in played.arms] == played.rewards.tolist()
    assert arms.regret == played.regret[-1]
    assert arms.rounds == len(played)
    if len(played.costs):
        assert arms.cost == played.costs[-1]


def test_arms_of_a_continuum_are_discovered_where_one_says():
    """A new arm has a point; a known one is pulled by its number."""
    arms = bg.environment(bg.Continuous(bg.f1), seed=1)
    for arm, point in ((0, 0.3), (0, None), (1, 0.9)):
        arms.pull(arm, point)
    assert (arms.arms, arms.pulls) == (2, [2, 1])
    assert_refused(lambda: arms.pull(2), "point")
    assert_refused(lambda: arms.pull(0, 0.5), "point", "new arm")
    assert_refused(lambda: arms.pull(4, 0.5), "arm", "at most 2")


def test_what_cannot_be_pulled_is_refused():
    """Arms that are not there, pulls beyond the horizon, rounds that are no pulls."""
    arms = bg.environment(bg.Finite(means=[0.5, 0.4]), horizon=1)
    assert_refused(lambda: arms.pull(2), "arm", "at most 1")
    arms.pull(1)
    assert_refused(lambda: arms.pull(1), "horizon")
    assert_refused(lambda: bg.environment(bg.Linear(3)), "problem", "one arm")
    assert_refused(lambda: bg.environment(bg.Cascading(bg.Uniform(), 5, 2)), "problem", "one arm")
