"""Maxima of functions on a continuum, and random orders of a pool."""

import itertools
import math
import time
from collections import Counter

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.compile import compiler as compile
from begreedy.compile.compiler import native
from begreedy.problems.continuous import argmax
from begreedy.problems.pool import next_in_random_order, table_size


def oscillating(x):
    return 0.6 + 0.3 * math.sin(1000.0 * x) - 0.1 * (x - 0.4) ** 2


def sharp(x):
    return 0.2 * x + max(0.0, 1.0 - abs(x - 0.31830988) / 1e-4)


def rising(x):
    return x * x


def falling(x):
    return 1.0 - math.sqrt(x)


def constant(x):
    return 0.25


def not_a_number(x):
    return math.nan if 0.3 < x < 0.4 else 0.5


# The peak of 0.3 sin(1000 x) nearest to 0.4 has number 64: 1000 x = pi / 2 + 2 pi * 63 or 64.
PEAKS = [(math.pi / 2 + 2 * math.pi * i) / 1000 for i in range(159)]


@pytest.mark.parametrize(
    ("f", "x", "y"),
    [
        (bg.f1, 0.867526, 0.97559914),
        (bg.f2, 0.05, 1.0),
        (bg.f3, math.pi / 6, 4 * math.pi / 6 * (1 - math.pi / 6)),
        (oscillating, min(PEAKS, key=lambda x: abs(x - 0.4)), max(map(oscillating, PEAKS))),
        (sharp, 0.31830988, 0.2 * 0.31830988 + 1.0),
        (rising, 1.0, 1.0),
        (falling, 0.0, 1.0),
    ],
)
def test_maxima(f, x, y):
    """Smooth, peaked, cusped, oscillating and monotone functions: where they are largest, and how large."""
    found, value = argmax(f)
    assert found == pytest.approx(x, abs=1e-6)
    assert value == pytest.approx(y, abs=2e-8)
    assert bg.Continuous(f).highest == value


@pytest.mark.long
def test_maximum_of_a_constant():
    """A constant function has its value as the maximum, and no regret."""
    assert bg.Continuous(constant).highest == 0.25
    assert bg.simulate(bg.Zooming(1.0, 1.0), bg.Continuous(constant), 50, runs=3).final.tolist() == [0.0] * 3


def test_a_given_maximum_is_what_regret_is_measured_against():
    """A larger maximum or any reference shifts the regret of every round; one that f exceeds is refused."""
    gaps = []
    for problem in (bg.Continuous(rising), bg.Continuous(rising, maximum=1.5), bg.Continuous(rising, reference=0.5)):
        gaps.append(bg.trace(bg.Discretize(bg.Greedy(), k=4), problem, 4).regret)
    assert gaps[1] - gaps[0] == pytest.approx([0.5, 1.0, 1.5, 2.0])
    assert gaps[2] - gaps[0] == pytest.approx([-0.5, -1.0, -1.5, -2.0])
    with pytest.raises(ValueError, match=r"Continuous.maximum must be at least 1.0.*got 0.9"):
        bg.simulate(bg.Discretize(bg.Greedy()), bg.Continuous(rising, maximum=0.9), 10)


def test_functions_must_return_numbers_within_bounds():
    """NaN and values outside the promised bounds are refused, and the point is named."""
    with pytest.raises(ValueError, match=r"finite numbers on \[0, 1\], got nan at x = 0.30000"):
        bg.simulate(bg.Discretize(bg.Greedy()), bg.Continuous(not_a_number), 10)
    with pytest.raises(ValueError, match=r"stay in \[0, 0.25\], got 0.25.* at x = 0.50000"):
        bg.simulate(bg.Discretize(bg.Greedy()), bg.Continuous(rising, bounds=(0.0, 0.25)), 10)
    assert bg.Continuous(rising, bounds=(0.0, 1.0)).highest == 1.0


# ---------------------------------------------------------------- random orders


def orders(n, asked, seeds):
    for seed in seeds:
        stream = [0] * 4
        bg.random.seed_stream(stream, seed)
        table = [0] * table_size(asked)  # dirty on purpose: the first call cleans it
        yield tuple(next_in_random_order(i, n, stream, table) for i in range(asked))


def test_all_orders_are_equally_likely():
    """The 24 orders of 4 arms, and the 60 beginnings of length 3 of 5 arms, are uniform by a chi-square test."""
    for n, asked, kinds in [(4, 4, 24), (5, 3, 60)]:
        seen = Counter(orders(n, asked, range(12_000)))
        assert set(seen) == set(itertools.permutations(range(n), asked))
        assert len(seen) == kinds
        assert stats.chisquare(list(seen.values())).pvalue > 1e-4


@pytest.mark.parametrize("n", [1, 2, 1000, 10**9, 2**53 - 1])
def test_orders_never_repeat(n):
    """No arm comes twice, all are in range, and a whole order is a permutation."""
    asked = min(n, 1000)
    for order in orders(n, asked, range(20)):
        assert len(set(order)) == asked
        assert 0 <= min(order) <= max(order) < n
    if n > 10**6:
        spread = stats.kstest(np.array(order) / n, "uniform")
        assert spread.pvalue > 1e-4


def test_compiled_orders_are_the_plain_ones():
    """Compiled and plain Python give the same orders, in a small and in a huge pool."""

    def shuffle(n, stream, table, out):
        for i in range(len(out)):
            out[i] = next_in_random_order(i, n, stream, table)
        return 0

    for n in (500, 10**9):
        stream, table, out = np.zeros(4, np.uint64), np.zeros(table_size(500), np.int64), np.zeros(500, np.int64)
        words = [0] * 4
        bg.random.seed_stream(words, 5)
        stream[:] = words
        native(shuffle, n, stream, table, out, label="an order")(n, stream, table, out)
        assert tuple(out) == next(orders(n, 500, [5]))


def test_a_huge_pool_costs_no_more():
    """A billion arms take the time of ten thousand and the same compiled code."""
    policy = bg.Subsample(bg.Greedy(), k=100)
    seconds = {}
    bg.simulate(policy, bg.ManyArmed(10_000, 300), 2000, runs=10, threads=1)
    before = list(compile.compiled)
    for n in (10_000, 10**9):
        problem = bg.ManyArmed(n, 3 * n // 100)
        times = []
        for seed in range(3):
            began = time.process_time()
            bg.simulate(policy, problem, 2000, runs=500, seed=seed, threads=1)
            times.append(time.process_time() - began)
        seconds[n] = min(times)
    assert seconds[10**9] < 3.0 * seconds[10_000]
    assert compile.compiled == before
