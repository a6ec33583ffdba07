"""Confidence sequences hold at every time at once, and are not idle."""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
import pytest

from begreedy.theory.anytime import mean_interval

TIMES = np.unique(np.geomspace(1, 2000, 24).astype(int))


def naive(total, count, level):
    """The definition, by brute force: all means on a fine grid that neither mixture refutes."""
    alpha, slopes = (1.0 - level) / 2.0, [1e-4 * (10.0 / 1e-4) ** (i / 39) for i in range(40)]

    def refuted(total, mean):
        exponents = [z * total - count * log(1.0 - mean + mean * exp(z)) for z in slopes]
        return max(exponents) > 500 or sum(map(exp, exponents)) / 40 > 1.0 / alpha

    means = np.linspace(0.0, 1.0, 2001)
    kept = [m for m in means if not refuted(total, m) and not refuted(count - total, 1.0 - m)]
    return min(kept), max(kept)


@pytest.mark.parametrize(("total", "count"), [(0.0, 5), (3.0, 10), (50.0, 50), (1.5, 200), (90.25, 200)])
def test_it_is_what_the_definition_says(total, count):
    low, high = mean_interval(total, count, 0.9)
    least, most = naive(total, count, 0.9)
    assert low == pytest.approx(least, abs=6e-4)
    assert high == pytest.approx(most, abs=6e-4)
    assert 0.0 <= low <= total / count <= high <= 1.0


def bernoulli(chance, rounds):
    """Clicks that are rare."""
    return (chance.random(rounds) < 0.02).astype(float), np.full(rounds, 0.02)


def improving(chance, rounds):
    """A policy that learns: the mean grows, and what counts is its average so far."""
    means = np.linspace(0.2, 0.8, rounds)
    return (chance.random(rounds) < means).astype(float), means


def graded(chance, rounds):
    return chance.beta(2.0, 2.0, rounds), np.full(rounds, 0.5)


def adaptive(chance, rounds):
    """Means that depend on the past: after a success the next is less likely."""
    rewards, means = np.zeros(rounds), np.zeros(rounds)
    luck = chance.random(rounds)
    for i in range(rounds):
        means[i] = 0.3 if i and rewards[i - 1] else 0.7
        rewards[i] = luck[i] < means[i]
    return rewards, means


@pytest.mark.every_time("adaptive")
@pytest.mark.parametrize("law", [bernoulli, improving, graded, adaptive])
def test_all_answers_hold_in_nearly_all_runs(law):
    """At two dozen times of a run the interval must hold: in at least 80 % of runs at level 0.8, less three errors."""
    chance, runs, good = np.random.default_rng(7), 120, 0
    for _ in range(runs):
        rewards, means = law(chance, int(TIMES[-1]))
        sums, truth = rewards.cumsum(), means.cumsum()
        intervals = [mean_interval(sums[t - 1], int(t), 0.8) for t in TIMES]
        good += all(low <= truth[t - 1] / t <= high for t, (low, high) in zip(TIMES, intervals, strict=True))
    assert good / runs >= 0.8 - 3 * sqrt(0.8 * 0.2 / runs)


@pytest.mark.parametrize(("mean", "count"), [(0.5, 1000), (0.02, 10_000), (0.5, 10**6), (0.001, 10**7)])
def test_it_is_not_much_wider_than_one_look(mean, count):
    """At most 2.5 times as wide as the normal interval for a single time."""
    low, high = mean_interval(mean * count, count, 0.95)
    assert high - low < 2.5 * 2 * 1.96 * sqrt(mean * (1 - mean) / count)


def test_nothing_is_known_before_the_first_reward():
    assert mean_interval(0.0, 0) == (0.0, 1.0)
    low, high = mean_interval(1.0, 1, 0.95)
    assert (0.0 <= low < 0.1, high) == (True, 1.0)
    assert mean_interval(0.0, 10**9)[1] < 1e-6
