"""Leaps have the law of rounds: every piece against an independent walk, and whole simulations against rounds."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.compile.compiler import native
from begreedy.engine.players.leaps import SCRATCH, first_fall
from begreedy.random import binomial, normal, seed_stream

LEAST = 1e-4  # of p-values of tests with fixed seeds


def stream(key):
    words = [0] * 4
    seed_stream(words, key)
    return np.array(words, np.uint64)


# ---------------------------------------------------------------- sums of rewards 0 and 1


def draw_binomials(rng, n, p, out):
    for i in range(len(out)):
        out[i] = binomial(rng, n, p)
    return 0


@pytest.mark.parametrize(
    ("n", "p"),
    [
        *((1, 0.3), (2, 0.5), (19, 0.5), (20, 0.5), (21, 0.5), (40, 0.26), (1000, 0.009), (1000, 0.97), (10**6, 0.3)),
        *((2**30, 0.4), (2**30, 1e-9), (2**30, 1e-7), (50, 1.0 - 1e-12), (300, 5e-324)),
    ],
)
def test_binomial_has_its_law(n, p):
    """Compiled, 100 000 draws: Kolmogorov and Smirnov on the randomised quantiles of SciPy's law."""
    out = np.zeros(100_000, np.int64)
    arguments = (stream(5), n, p, out)
    native(draw_binomials, *arguments)(*arguments)
    law = stats.binom(n, p)
    spread = np.random.default_rng(0).random(len(out))
    quantiles = law.cdf(out - 1) + spread * law.pmf(out)
    assert stats.kstest(quantiles, "uniform").pvalue > LEAST
    plain = [0] * 4
    seed_stream(plain, 5)
    assert [binomial(plain, n, p) for _ in range(200)] == out[:200].tolist()


def test_binomial_at_its_ends():
    """No trial, no chance, certainty."""
    rng = [1, 2, 3, 4]
    assert [binomial(rng, 0, 0.5), binomial(rng, 9, 0.0), binomial(rng, 9, 1.0)] == [0, 0, 9]


# ---------------------------------------------------------------- the first fall of a normal walk


def leap(begin, drift, length, sigma, rng, halves, times, values):
    for i in range(len(times)):
        end = begin + drift * length + sigma * sqrt(1.0 * length) * normal(rng)
        times[i], values[i] = first_fall(begin, end, length, sigma, rng, halves)
    return 0


def walk(begin, drift, length, sigma, rng, halves, times, values):
    for i in range(len(times)):
        value = begin
        time = 0
        while time < length and value > 0.0:
            time += 1
            value += drift + sigma * normal(rng)
        times[i] = time
        values[i] = value
    return 0


@pytest.mark.parametrize(
    ("begin", "drift", "length", "sigma"),
    [(5.0, 0.01, 1000, 1.0), (1.0, 0.0, 64, 1.0), (3.0, -0.02, 200, 1.0), (0.5, 0.05, 37, 0.7), (0.01, 0.0, 33, 1.0)],
)
def test_the_first_fall_of_a_bridge_is_that_of_a_walk(begin, drift, length, sigma):
    """Time, overshoot and end, 200 000 walks each."""
    found = []
    for play, key in ((leap, 1), (walk, 2)):
        times, values = np.zeros(200_000), np.zeros(200_000)
        arguments = (begin, drift, length, sigma, stream(key), np.zeros(SCRATCH), times, values)
        native(play, *arguments)(*arguments)
        found.append((times, values))
    (times, values), (walked, reached) = found
    assert stats.ks_2samp(times, walked).pvalue > LEAST
    assert stats.ks_2samp(values, reached).pvalue > LEAST
    assert stats.ks_2samp(values[values <= 0.0], reached[reached <= 0.0]).pvalue > LEAST


# ---------------------------------------------------------------- simulations

PROBLEMS = {
    "bernoulli": bg.Finite(prior=bg.Uniform(), arms=20),
    "sure": bg.Finite(means=[0.0, 1.0, 0.5, 1.0]),
    "never": bg.Finite(means=[0.0, 0.0, 0.0]),
    "one": bg.Finite(means=[0.3]),
    "gaussian": bg.Finite(prior=bg.Uniform(), arms=20, law=bg.Gaussian()),
    "steady": bg.Finite(prior=bg.Uniform(), arms=5, law=bg.Gaussian(1e-9)),
    "fixed": bg.Finite(prior=bg.Uniform(), arms=5, law=bg.Gaussian(0.0)),
    "one gaussian": bg.Finite(means=[-0.3], law=bg.Gaussian()),
    "negative": bg.Finite(means=[-0.2, -0.5, -0.3, -0.25], law=bg.Gaussian(0.5)),
}
HORIZON = 1500


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("policy", [bg.Greedy(), bg.MOSS()], ids=["Greedy", "MOSS"])
def test_leaps_have_the_law_of_rounds(policy, name):
    """Regret at several checkpoints, reward, pulls of the best arm and locked gaps, 20 000 runs each."""
    problem = PROBLEMS[name]
    options = {"runs": 20_000, "checkpoints": [30, 200, 700, HORIZON]}
    rounds = bg.simulate(policy, problem, HORIZON, seed=11, **options)
    leaps = bg.simulate(policy, problem, HORIZON, seed=12, leaps=True, **options)
    pairs = list(zip(rounds.regret.T, leaps.regret.T, strict=True))
    pairs += [(getattr(rounds, number), getattr(leaps, number)) for number in ("reward", "pulls", "locked_gap")]
    for a, b in pairs:
        a, b = np.round(a, 6), np.round(b, 6)  # sums are rounded differently
        assert stats.ks_2samp(a, b).pvalue > LEAST


def test_leaps_depend_on_neither_blocks_nor_threads_and_end_at_every_checkpoint():
    """Same bits however runs are played; a checkpoint at every round forbids all leaps but changes no law."""
    problem = PROBLEMS["gaussian"]
    once = bg.simulate(bg.Greedy(), problem, 900, runs=30, leaps=True)
    again = bg.simulate(bg.Greedy(), problem, 900, runs=30, leaps=True, threads=1, block=7)
    assert np.array_equal(once.regret, again.regret)
    every = bg.simulate(bg.Greedy(), problem, 900, runs=30, leaps=True, checkpoints=900)
    assert every.regret.shape == (30, 900)
    assert np.all(np.diff(every.regret, axis=1) >= -1e-9)


def test_leaps_and_rounds_have_results_of_their_own():
    """A store tells them apart; where there is nothing to leap over they are the same."""
    from begreedy.run.jobs import Job

    def digests(policy, problem):
        return {Job(policy, problem, 100, 1, 0, leaps=leaps).digest for leaps in (False, True)}

    assert len(digests(bg.Greedy(), PROBLEMS["bernoulli"])) == 2
    assert len(digests(bg.UCB(), PROBLEMS["bernoulli"])) == 1


def test_a_long_horizon_costs_little_more_than_a_short_one():
    """A thousand million rounds, in an instant."""
    result = bg.simulate(bg.Subsample(bg.Greedy(), k=50), bg.Infinite(bg.Uniform()), 10**9, runs=20, leaps=True)
    assert np.all(np.isfinite(result.regret))
    assert result.seconds < 60.0


@dataclass(frozen=True)
class Liar:
    """Says that its index is monotone, and the mean."""

    monotone = True
    is_mean = True

    def index(self, total, pulls):
        return pulls - total


def test_a_false_promise_is_found():
    """check_policy says which."""
    with pytest.raises(bg.testing.ConformanceError, match=r"remove monotone = True(.|\n)*remove is_mean = True"):
        bg.testing.check_policy(Liar())
