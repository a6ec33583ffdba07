"""Numbers of docs/theory.md and docs/errata.md that are computed from the theorems, said as the pages say them."""

from __future__ import annotations

from functools import partial
from math import log, sqrt
from pathlib import Path

import pytest

from begreedy import theory

DOCS = Path(__file__).parents[2] / "docs"
SMOOTH = {"alpha": 1.0, "smoothness": 1.0}


def words_of(page):
    return " ".join((DOCS / page).read_text(encoding="utf-8").split())


def says_something_from(bound):
    """The horizon from which on a bound is below T, by bisection between 1e3 and 1e60."""
    low, high = 1e3, 1e60
    while high > 1.0001 * low:
        middle = sqrt(low * high)
        low, high = (middle, high) if bound(middle).vacuous else (low, middle)
    return high


def short(number):
    """Two digits, as in 1.4e6."""
    mantissa, power = f"{number:.1e}".split("e")
    return f"{mantissa}e{int(power)}"


def test_where_bounds_begin_to_say_something():
    """By cited constants at the best K (theory.md); as drawn in the paper's figures (errata.md, item 14)."""
    moss, greedy = (
        says_something_from(bound)
        for bound in (partial(theory.moss_continuous, **SMOOTH), partial(theory.continuous, best=True, **SMOOTH))
    )
    assert f"below T from about {round(moss, -2):,.0f} rounds on".replace(",", " ") in words_of("theory.md")
    assert f"Greedy's from about {round(greedy, -4):,.0f}.".replace(",", " ") in words_of("theory.md")
    drawn = [
        partial(theory.moss_fitted, **SMOOTH),
        partial(theory.continuous, printed=True, **SMOOTH),
        partial(theory.continuous_unknown, printed=True, **SMOOTH),
        partial(theory.medzo_fitted, **SMOOTH),
    ]
    a, b, c, d = (short(says_something_from(bound)) for bound in drawn)
    assert f"MOSS's is below T from {a}, Greedy's from {b}, where MOSS's is lower" in words_of("errata.md")
    assert f"says something from {c}, MeDZO's, with the fitted constant, from {d}" in words_of("errata.md")


def test_many_arms_of_great_hardness_hardly_ever_say_anything():
    printed = says_something_from(partial(theory.many_armed, gamma=0.4, printed=True))
    best = says_something_from(partial(theory.many_armed, gamma=0.4, best=True, sigma=0.5))
    told = f"below T only from about 10^{log(printed, 10):.0f} rounds on, the best K and epsilon from about 10^"
    assert f"{told}{log(best, 10):.0f}." in words_of("theory.md")


def test_numbers_of_the_errata():
    page = words_of("errata.md")
    crossing = theory.continuous(12_361, printed=True, **SMOOTH).value
    assert f"At T = 12 361 both bounds are {crossing:,.0f}".replace(",", " ") in page
    assert crossing == pytest.approx(theory.moss_fitted(12_361, **SMOOTH).value, rel=1e-4)
    known = theory.continuous(100_000, 0.05, 0.005, printed=True)
    least = 100_000 * 0.005 * known.k**-0.05
    assert f"K = {known.k}, and the theorem promises a regret of at most {known.value:.0f}" in page
    assert f"{least / 100_000:.4f} per round, {least:.0f} in all" in page
    printed = theory.infinite(1e12, 1.0, 100.0, printed=True)
    own = theory.infinite(1e12, 1.0, 100.0, k=printed.k).value  # the least over all epsilon
    assert f"the printed bound is {printed.value / 1e10:.2f}e10" in page
    assert f"its K is at least {own / 1e10:.2f}e10" in page
    steep = theory.infinite(1e6, 100.0, 1e140)
    assert f"c1 = 10^140 gives {steep.value / 1e6:.2f} T where" in page
    careful = theory.many_armed_careful(5000, 0.4, 2000)
    first = 5000.0 ** (3 * 0.4 - 1) * (1 - 2 * 0.4) * log(5000)
    assert f"K = {careful.k}) the first condition fails ({first:.1f} < 16)" in page
    assert f"the bound is {careful.value:,.0f} > T".replace(",", " ") in page
    assert f"would be {theory.many_armed(5000, 0.4).k:,} of 2000 arms".replace(",", " ") in page
