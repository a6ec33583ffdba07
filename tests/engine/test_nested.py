"""A policy may be made of others and call their methods, and a sample may depend on all that an index may."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import pytest

import begreedy as bg

ARMS = bg.Finite(prior=bg.Uniform(), arms=5)


@dataclass(frozen=True)
class Raised:
    """The index of another policy, and a constant, which changes nothing."""

    base: Any
    constant: float = 0.5
    growing = True

    def index(self, total, pulls, t):
        return self.base.index(total, pulls, t) + self.constant


@dataclass(frozen=True)
class Wandering:
    """Explores as one policy does, and plays as another does."""

    base: Any
    other: Any

    def select(self, total, pulls, t, arms, rng):
        if bg.random.uniform(rng) < self.other.explore(t, arms):
            return bg.random.below(rng, arms)
        best, top = 0, -1.0
        for arm in range(arms):
            if pulls[arm] == 0:
                return arm
            value = self.base.index(total[arm], pulls[arm], t)
            if value > top:
                best, top = arm, value
        return best


@pytest.mark.long
def test_a_policy_calls_the_methods_of_another():
    """A constant added to an index changes no choice, also two levels deep; parameters of the inner one count."""
    alone = bg.trace(bg.UCB(0.5), ARMS, 100, seed=2)
    for policy in (Raised(bg.UCB(0.5)), Raised(Raised(bg.UCB(0.5)), 0.25)):
        assert np.array_equal(bg.trace(policy, ARMS, 100, seed=2).arms, alone.arms)


def test_compiled_and_plain_agree_on_nested_policies():
    """Two policies inside another, with the same numbers in plain Python."""
    policy = Wandering(bg.UCB(), bg.EpsilonGreedy(gap=0.2))
    plain, compiled = (bg.trace(policy, ARMS, 100, seed=4, plain=plain) for plain in (True, False))
    assert np.array_equal(plain.arms, compiled.arms)


@dataclass(frozen=True)
class Spread:
    """A sample as wide as the rewards' own spread, and none in the last round."""

    initial_pulls = 1

    def sample(self, t, rng, total, pulls, squares, horizon, arms):
        mean = total / pulls
        variance = max(0.0, squares / pulls - mean * mean) + 1.0 / arms
        return mean + (bg.random.normal(rng) * sqrt(variance / pulls) if t < horizon else 0.0)


@pytest.mark.long
def test_a_sample_may_name_what_an_index_may():
    """Squares, round, horizon and arms, compiled as in plain Python; the last round is greedy."""
    plain, compiled = (bg.trace(Spread(), ARMS, 80, seed=1, plain=plain) for plain in (True, False))
    assert np.array_equal(plain.arms, compiled.arms)
    before, paid = compiled.arms[:-1], compiled.rewards[:-1]
    means = [paid[before == arm].mean() for arm in range(5)]
    assert means[compiled.arms[-1]] == max(means)
