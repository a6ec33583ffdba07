"""The theorems as functions: their values, what they say about themselves, and bad input."""

from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pytest

from begreedy import theory
from begreedy.advice.bounds import bound_rows, bound_table
from begreedy.paper import PAPER
from begreedy.theory import arms
from support.commands import begreedy


def test_closed_forms_are_the_papers():
    """The printed formulas, written out once more for one horizon each."""
    T, log_t = 1e6, math.log(1e6)
    known = theory.continuous(T, alpha=2, smoothness=3, printed=True)
    assert known.value == pytest.approx(13 * 3 ** (2 / 9) * T ** (7 / 9) * log_t ** (4 / 9) + 1)
    assert known.k == math.ceil((32 / 27) ** (2 / 9) * 3 ** (2 / 9) * T ** (5 / 9) * log_t ** (4 / 9))
    unknown = theory.continuous_unknown(T, alpha=2, smoothness=0.5)
    assert unknown.value == pytest.approx(15 * 0.5 ** (-1 / 5) * T ** (8 / 10) * math.sqrt(log_t) + 1)
    assert unknown.k == math.ceil(math.sqrt(4 / 3 * T * log_t))
    infinite = theory.infinite(T, beta=2, c1=0.5, printed=True)
    assert infinite.value == pytest.approx(20 * 3 ** (-2 / 6) * T ** (5 / 6) * log_t ** (2 / 6))
    assert infinite.k == math.ceil((2 / 3) ** (4 / 6) * (8 / 3) ** (2 / 6) * T ** (4 / 6) * log_t ** (2 / 6))
    hard, easy = theory.many_armed(T, gamma=0.4), theory.many_armed(T, gamma=0.1)
    assert (hard.value, easy.value) == pytest.approx((14 * T**0.9 * log_t + 2, 14 * T**0.775 * math.sqrt(log_t) + 2))
    assert (hard.k, easy.k) == (math.ceil(2 * T**0.8 * log_t), math.ceil(2 * math.sqrt(T**1.1 * log_t)))
    careful = theory.many_armed_careful(T, gamma=0.4)
    assert careful.value == pytest.approx(
        (2 + 3 / math.sqrt(2) * math.sqrt(0.2 * log_t)) * T**0.9 + careful.k, rel=1e-6
    )
    assert theory.uniform_prior(T).k == math.ceil(T**0.6 * log_t**0.4)


def test_bounds_at_given_arms_and_epsilon_are_the_papers():
    """The first halves of the theorems, written out once more."""
    T, k, e = 1e6, 5000, 0.1
    terms = 4 * e * T + 6 * k / e + k
    printed = theory.continuous(T, alpha=2, smoothness=3, k=k, epsilon=e, printed=True)
    assert printed.value == pytest.approx(T * math.exp(-k / (2 * 3**0.5) * e**2.5) + terms)
    corrected = theory.continuous(T, alpha=2, smoothness=3, k=k, epsilon=e)
    assert corrected.value - terms == pytest.approx((printed.value - terms) * math.exp(e * e / 2), rel=1e-3)
    infinite = theory.infinite(T, beta=2, c1=0.5, k=k, epsilon=e)
    missed = T * (math.exp(-0.5 / 4 * k * e**4) + math.exp(-0.5 / 8 * k * e**2))
    assert infinite.value == pytest.approx(missed + terms)
    p = T**-0.3
    missed = T * (math.exp(-p * k * e * e / 4) + math.exp(-p * p * k / 2))
    assert theory.many_armed(T, 0.3, k=k, epsilon=e).value == pytest.approx(missed + terms - e * T)
    chernoff = T * (math.exp(-p * k * e * e / 4) + math.exp(-p * k / 8))
    assert theory.many_armed(T, 0.3, k=k, epsilon=e, chernoff=True).value == pytest.approx(chernoff + terms - e * T)
    generic = theory.generic(T, k=k, near_optimal=700, epsilon=e)
    assert generic.value == pytest.approx(T * math.exp(-700 * e * e / 2) + 3 * e * T + 6 * k / e + k)


def test_noise_scales_the_bound():
    """Means and noise halved together halve the regret per round: sigma enters as in the proof."""
    T, k, n, e = 1e6, 3000, 400, 0.1
    value = theory.generic(T, k=k, near_optimal=n, epsilon=e, sigma=0.5).value
    assert value == pytest.approx(T * math.exp(-2 * n * e * e) + 3 * e * T + 1.5 * k / e + k)
    assert theory.generic(T, k=k, near_optimal=n, sigma=0.5).value < theory.generic(T, k=k, near_optimal=n).value
    assert theory.continuous(T, 1, 1, sigma=2.0).fails == ("noise is 1-subgaussian",)


def test_gaps_tell_the_arms():
    """Counting near-optimal arms from gaps is the same as being told their number, and the best epsilon is found."""
    gaps = np.r_[np.zeros(500), np.full(500, 0.25)]
    told = theory.generic(1e6, gaps, epsilon=0.1)
    assert told.value == pytest.approx(theory.generic(1e6, k=1000, near_optimal=500, epsilon=0.1).value - 1000 + 125)
    best = theory.generic(1e6, gaps)
    tried = [theory.generic(1e6, gaps, epsilon=e).value for e in np.geomspace(0.01, 1.0, 500)]
    assert best.value <= min(tried) * (1 + 1e-12)
    at_a_gap = theory.generic(1e7, np.r_[np.zeros(2), np.full(5000, 0.1)])
    assert at_a_gap.epsilon == 0.1  # there 5000 more arms count as near-optimal


def test_chaining_integral_is_right():
    """Against a sum over two million slices, for a step function and for a smooth one."""
    T, k = 1e6, 1000

    def by_hand(count, e):
        x = np.linspace(e, 1.0, 2_000_001)
        y = (3 * T + 6 * k / x**2) * np.exp(-count(x) * x * x / 2)
        return 3 * e * T + 6 * k / e + float(((y[1:] + y[:-1]) / 2).sum() * (x[1] - x[0])) + T * math.exp(-k / 2)

    found = theory.chaining(T, k=k, near_optimal=lambda x: k * x)
    assert found.value == pytest.approx(by_hand(lambda x: k * x, found.epsilon) + k, rel=1e-8)
    assert all(found.value <= by_hand(lambda x: k * x, found.epsilon * s) + k for s in (0.9, 0.99, 1.01, 1.1))
    sharp = theory.chaining(T, k=k, near_optimal=lambda x: k * x, sharp=True)
    top = (T + math.sqrt(T * T - 72 * k * T)) / (6 * T)
    assert 3 * top * T + 6 * k / top == pytest.approx(T)
    x = np.linspace(sharp.epsilon, top, 2_000_001)
    y = (3 * T - 6 * k / x**2) * np.exp(-k * x**3 / 2)
    integral = float(((y[1:] + y[:-1]) / 2).sum() * (x[1] - x[0]))
    assert sharp.epsilon == pytest.approx(math.sqrt(2 * k / T))
    assert sharp.value == pytest.approx(3 * sharp.epsilon * T + 6 * k / sharp.epsilon + integral + k, rel=1e-6)
    gaps = np.repeat([0.0, 0.2, 0.6], [100, 300, 600])
    steps = theory.chaining(T, gaps)
    counted = by_hand(lambda x: 100 + 300 * (x >= 0.2) + 600 * (x >= 0.6), steps.epsilon)
    assert steps.value == pytest.approx(counted + gaps.sum(), rel=1e-5)


@pytest.mark.parametrize("horizon", [1e4, 1e6, 1e8, 1e10])
@pytest.mark.parametrize(("k", "best"), [(2, 1), (10, 1), (100, 10), (1000, 1000), (10_000, 100)])
def test_sharp_chaining_is_never_above_the_others(horizon, k, best):
    """The sharp version improves on both; the printed one is above the generic bound only where that is vacuous."""
    known = {"k": k, "near_optimal": best}
    generic, printed = theory.generic(horizon, **known), theory.chaining(horizon, **known)
    sharp = theory.chaining(horizon, sharp=True, **known)
    assert sharp.value <= generic.value * (1 + 1e-7)
    assert sharp.value <= printed.value * (1 + 1e-7)
    assert printed.value <= generic.value * (1 + 1e-7) or generic.vacuous


def test_bounds_say_what_they_are():
    """Value, K, epsilon, failed conditions and vacuity are all in the words."""
    bound = theory.many_armed(5000, gamma=0.4, n=2000)
    assert bound.vacuous
    assert not bound.holds
    text = repr(bound)
    for part in ("K = 15507", "T = 5000", "vacuous, not below T", "fails: K <= n", "many-armed theorem"):
        assert part in text
    good = theory.infinite(10**9, beta=1)
    assert good.holds
    assert not good.vacuous
    assert "vacuous" not in repr(good)
    assert float(good) == good.value
    lower = theory.lower_many(100, 0.5)
    assert not lower.vacuous
    assert "up to a constant" in repr(lower)
    assert theory.continuous(2.0, 1, 1).fails == ("T >= 3",)


def test_crossings_of_the_paper():
    """12 361 and 1.9e46, and the curves really change places there."""

    def greedy(horizon):
        return theory.continuous(horizon, 1, 1, printed=True)

    def moss(horizon):
        return theory.moss_fitted(horizon, 1, 1)

    known = theory.crossing(greedy, moss)
    assert known == pytest.approx(12360.590066892742, rel=1e-11)
    assert greedy(known * 0.999).value < moss(known * 0.999).value
    assert greedy(known * 1.001).value > moss(known * 1.001).value
    unknown = theory.crossing(lambda t: theory.continuous_unknown(t, 1, 1), lambda t: theory.medzo_fitted(t, 1, 1))
    assert unknown == pytest.approx(1.907e46, rel=1e-3)
    # By hand, in log T: 15 T^(5/6) sqrt(log T) = 584 T^(3/4) (log2 T)^(3/2).
    u = math.log(unknown)
    assert math.log(15) + u / 12 + math.log(u) / 2 == pytest.approx(math.log(584) + 1.5 * math.log(u / math.log(2)))


def test_like_with_like_moss_has_the_lower_bound():
    """MOSS by a cited constant at its best K: below T from 1e4, and below Greedy's best wherever that is below T."""
    for T, k in ((1e4, 3), (1e6, 14)):
        values = {n: 39 * math.sqrt(n * T) + n + T / n for n in range(1, 100)}
        assert min(values, key=values.get) == k == theory.moss_continuous(T, 1, 1).k
        assert theory.moss_continuous(T, 1, 1).value == pytest.approx(min(values[k], T))
        assert theory.moss_continuous(T, 1, 1, k=5).value == pytest.approx(min(values[5], T))
    assert theory.moss_continuous(1e4, 1, 1).vacuous
    assert not theory.moss_continuous(1.05e4, 1, 1).vacuous
    for alpha, smoothness in ((0.5, 1.0), (1.0, 1.0), (2.0, 1.0), (1.0, 20.0), (2.0, 221.0)):
        for T in (1e5, 1e6, 1e8, 1e12):
            greedy = theory.continuous(T, alpha, smoothness, best=True)
            assert greedy.vacuous or greedy.value > 2.0 * theory.moss_continuous(T, alpha, smoothness).value


def test_crossing_takes_the_last_and_may_find_none():
    """Curves that never cross have no crossing; of several, the last counts."""
    assert theory.crossing(lambda t: t, lambda t: 2 * t) is None
    assert theory.crossing(lambda t: 1 + math.sin(math.log(t)) / 2, lambda t: 1.0, high=1e5) == pytest.approx(
        math.exp(3 * math.pi)
    )
    with pytest.raises(ValueError, match="low must be below high"):
        theory.crossing(lambda t: t, lambda t: t, low=10, high=2)


def test_rates_of_comparators_and_lower_bounds():
    """UCB-F changes regime, and lower bounds stand below the upper bounds of the same model."""
    assert theory.ucbf_infinite(1e4, 0.5, highest=0.9).value == pytest.approx(100.0)
    assert theory.ucbf_infinite(1e4, 0.5).value == pytest.approx(1e4 ** (1 / 3) * math.log(1e4))
    for T in (1e2, 1e5, 1e9):
        for alpha in (0.5, 1, 3):
            low, high = theory.lower_continuous(T, alpha, 2.0), theory.moss_continuous(T, alpha, 2.0)
            assert low.value < high.value
            low, high = theory.lower_continuous_unknown(T, alpha, 2.0), theory.medzo_fitted(T, alpha, 2.0)
            assert low.value < high.value
        assert theory.lower_infinite(T, 2).value < theory.ucbf_infinite(T, 2).value < theory.infinite(T, 2).value
        assert theory.lower_many(T, 0.4).value < theory.moss_many(T, 0.4).value < theory.many_armed(T, 0.4).value


def test_policies_keep_the_theorems_arms():
    """What a policy keeps is the theorem's K, at most one per round."""
    assert arms.greedy_infinite(10_000, 1.0) == theory.infinite(10_000, 1.0).k
    assert arms.greedy_continuous(10_000, 2.0, 3.0) == theory.continuous(10_000, 2.0, 3.0).k
    assert arms.greedy_continuous_unknown(10_000) == theory.continuous_unknown(10_000, 1, 1).k
    assert arms.greedy_many_careful(5000, 0.4) == theory.many_armed_careful(5000, 0.4).k
    assert arms.greedy_many(5000, 0.4) == 5000 < theory.many_armed(5000, 0.4).k


@pytest.mark.parametrize("horizon", [1, 1.5, 3, 1e5, 1e100])
def test_extreme_parameters_give_numbers(horizon):
    """However small or large the parameters, there is a number, not an exception or a NaN."""
    found = [theory.uniform_prior(horizon), theory.generic(horizon, [0.0]), theory.chaining(horizon, [0.0, 0.3, 1.0])]
    for options in ({}, {"printed": True}, {"best": True}, {"k": 10}):
        for a, b in itertools.product((1e-3, 1.0, 1e4), (1e-30, 1.0, 1e30)):
            found += [theory.continuous(horizon, a, b, **options), theory.infinite(horizon, a, b, **options)]
        found += [theory.many_armed(horizon, gamma, **options) for gamma in (0.0, 0.4, 1.0)]
    for bound in found:
        assert bound.value >= 0.0
        assert repr(bound)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: theory.continuous(0, 1, 1), "horizon must be at least 1, got 0"),
        (lambda: theory.continuous(float("nan"), 1, 1), "horizon must be a finite number"),
        (lambda: theory.continuous(100, -1, 1), "alpha must be greater than 0, got -1"),
        (lambda: theory.continuous(100, 1, 0), "smoothness must be greater than 0, got 0"),
        (lambda: theory.continuous(100, 1, 1, k=0), "k must be at least 1, got 0"),
        (lambda: theory.continuous(100, 1, 1, epsilon=-0.1), "epsilon must be greater than 0"),
        (lambda: theory.continuous(100, 1, 1, epsilon=0.1, best=True), "give epsilon or best, not both"),
        (lambda: theory.infinite(100, 0), "beta must be greater than 0"),
        (lambda: theory.infinite(100, 1, -1), "c1 must be greater than 0"),
        (lambda: theory.many_armed(100, 1.5), r"gamma must be in \[0, 1\], got 1.5"),
        (lambda: theory.many_armed_careful(100, 0.5), "gamma must be below 1/2"),
        (lambda: theory.generic(100), "need gaps, or k and near_optimal"),
        (lambda: theory.generic(100, [0.0, 2.0]), r"gaps must be a list of numbers in \[0, 1\]"),
        (lambda: theory.generic(100, [0.1, 0.2]), "the best arm's gap 0 among them"),
        (lambda: theory.generic(100, [0.0], k=1), "give either gaps, or k and near_optimal"),
        (lambda: theory.generic(100, k=5, near_optimal=6), r"near_optimal must be in \(0, k\], got 6"),
        (lambda: bound_rows("linear", 100, {}), "model must be one of finite, continuous, infinite, many-armed"),
        (lambda: bound_rows("infinite", 100, {"alpha": 1}), "alpha is no parameter of the infinite model; it has beta"),
        (lambda: bound_rows("many-armed", 100, {}), "the many-armed model needs gamma"),
    ],
)
def test_bad_input_is_named(call, words):
    """The message names the parameter, the value and what is allowed."""
    with pytest.raises(ValueError, match=words):
        call()


def test_experiments_have_the_agreed_rows():
    """The paper's two curves and their crossing, beside them both at their best; the notes say what is fitted."""
    for id, crossing, policies in (
        ("bounds-known", 12361, {"Greedy", "MOSS", "Greedy, best K", "MOSS, best K"}),
        ("bounds-unknown", 1.907e46, {"Greedy", "MeDZO"}),
    ):
        experiment = PAPER.experiments[id]
        rows = experiment.computed()
        assert [set(row) for row in rows[:-1]] == [{"experiment", "policy", "horizon", "bound"}] * (len(rows) - 1)
        assert {row["policy"] for row in rows[:-1]} == policies
        assert set(rows[-1]) == {"experiment", "crossing"}
        assert rows[-1]["crossing"] == pytest.approx(crossing, rel=1e-3)
        assert "fitted so that the two cross" in " ".join(experiment.notes.split())
        horizons = [row["horizon"] for row in rows[:-1]]
        assert min(horizons) < crossing < max(horizons)


def _bound(*arguments):
    return begreedy("bound", *arguments)


def test_command_prints_draws_and_writes(tmp_path):
    """A table with remarks, a figure, and rows that agree with the functions."""
    done = _bound("continuous", "--horizon", "1e5", "--alpha", "2", "--smoothness", "221", "--k", "500",
                  "--plot", str(tmp_path / "b.png"), "--json", str(tmp_path / "b.json"))  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "vacuous (not below T)" in done.stdout
    assert "Greedy, K = 500, best epsilon" in done.stdout
    assert (tmp_path / "b.png").stat().st_size > 10_000
    rows = {row["bound_of"]: row for row in json.loads((tmp_path / "b.json").read_text())}
    assert rows["Greedy"]["bound"] == theory.continuous(1e5, 2, 221).value
    assert rows["Greedy, smoothness unknown"]["k"] == 1239
    assert rows["Greedy"]["vacuous"] is True


def test_command_answers_for_every_model_and_refuses_politely():
    """Infinite, many-armed and finite models have tables, too; a bad value is a message and exit code 2."""
    assert "578" in _bound("infinite", "--horizon", "10000").stdout
    assert "fails: K <= n" in _bound("many-armed", "--horizon", "5000", "--gamma", "0.4", "--arms", "2000").stdout
    assert "chaining" in _bound("finite", "--horizon", "1e7", "--arms", "20000", "--best", "10000").stdout
    bad = _bound("continuous", "--horizon", "0")
    assert bad.returncode == 2
    assert bad.stderr.strip() == "begreedy: horizon must be at least 1, got 0.0"


def test_the_bound_of_combucb_by_its_formula():
    """The smaller of the two forms; on sets a round may cost as much as an action has arms."""
    rest = (np.pi**2 / 3 + 1) * 40
    free = 47 * np.sqrt(40 * 1e6 * np.log(1e6)) + rest
    assert theory.comb_ucb(1e6, 20, 2).value == pytest.approx(free)
    assert theory.comb_ucb(1e6, 20, 2, gap=0.001).value == pytest.approx(free)
    assert theory.comb_ucb(1e6, 20, 2, gap=0.5).value == pytest.approx(534 * 40 * np.log(1e6) / 0.5 + rest)
    assert not theory.comb_ucb(1e6, 20, 2, gap=0.5).vacuous
    (row,) = bound_rows("combinatorial", 1e5, {"arms": 20, "size": 2})
    assert "not below 2 T" in bound_table([row])
    with pytest.raises(ValueError, match="size"):
        theory.comb_ucb(1e6, 2, 3)


IGNORED = {
    "chernoff alone": (lambda: theory.many_armed(1000, 0.3, chernoff=True), "chernoff"),
    "sharp at a K": (lambda: theory.many_armed(1000, 0.3, k=50, sharp=True), "sharp"),
    "sharp and best": (lambda: theory.infinite(1000, 1, best=True, sharp=True), "sharp"),
    "printed at a K": (lambda: theory.infinite(1000, 1, k=50, printed=True), "printed"),
    "printed at an epsilon": (lambda: theory.many_armed(1000, 0.3, epsilon=0.1, printed=True), "printed"),
    "two forms": (lambda: theory.continuous(1000, 1, 1, sharp=True, printed=True), "sharp"),
    "two forms, unknown": (lambda: theory.continuous_unknown(1000, 1, 1, sharp=True, printed=True), "sharp"),
    "two forms of a reservoir": (lambda: theory.infinite(1000, 1, sharp=True, printed=True), "sharp"),
    "sharp, unknown, and best": (lambda: theory.continuous_unknown(1000, 1, 1, sharp=True, best=True), "sharp"),
}


@pytest.mark.parametrize("case", IGNORED)
def test_no_option_is_ignored(case):
    """An option that would change nothing is refused by name."""
    ask, field = IGNORED[case]
    with pytest.raises(ValueError, match=rf"^{field} must be left out with") as refused:
        ask()
    assert refused.value.field == field
