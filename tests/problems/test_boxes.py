"""Functions of several variables: grids and random points of a box, maxima, how many points, the theorem."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.advice.bounds import bound_rows
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.engine.games.game import open_run
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from begreedy.theory import arms as keep
from begreedy.theory.greedy_continuous import KNOWN, SmoothBound, arms_known, arms_unknown
from begreedy.theory.greedy_generic import all_underestimated
from oracles import naive
from support.refusals import assert_refused


def hill(x, y):
    return 0.8 - 0.5 * (x - 0.3) ** 2 - 0.5 * abs(y - 0.6)


def slopes(x, y, z):
    return 0.1 * x + 0.2 * y + 0.3 * z


def first(x, y):
    return x


def second(x, y):
    return y


def scaled(x, scale=2.0):
    return scale * x


@dataclass(frozen=True)
class Uniformly:
    """Plays any arm."""

    blind = True

    def index(self, total, pulls):
        return 0.0


def means_of(policy, problem, run=0):
    """The means of all arms in a run, as the game draws them; the reference is the last."""
    simulation = prepare(policy, problem, 10_000, 0, options=PlayOptions(plain=True))
    table, keys = simulation.plain_table()
    simulation.plan.game(False).begin(table, open_run(keys, run, table.streams))
    return np.array(table.mean)


# ---------------------------------------------------------------- grids


@pytest.mark.parametrize(("point", "offset"), [("end", 1.0), ("middle", 0.5)])
@pytest.mark.parametrize(("f", "size", "side"), [(hill, 2, 5), (slopes, 3, 4)])
def test_a_grid_has_every_cell_once(f, size, side, point, offset):
    """Its means are those of a grid made with itertools, in some order; what regret is measured against is last."""
    problem = bg.Continuous(f)
    *means, reference = means_of(bg.Discretize(Uniformly(), k=side**size, point=point), problem)
    expected = [f(*((i + offset) / side for i in cell)) for cell in product(range(side), repeat=size)]
    assert np.allclose(sorted(means), sorted(expected), rtol=1e-14)
    assert reference == problem.highest


@pytest.mark.long
@pytest.mark.parametrize("f", [first, second])
def test_random_points_of_a_cell_are_uniform(f):
    """Without noise a reward is the coordinate of the point played, within its cell."""
    played = bg.trace(bg.Discretize(Uniformly(), k=4, point="random"), bg.Continuous(f, sigma=0.0), 2000, seed=1)
    cell = played.arms % 2 if f is first else played.arms // 2
    assert stats.kstest(2.0 * played.rewards - cell, "uniform").pvalue > 1e-4
    assert set(played.arms) == {0, 1, 2, 3}


def test_greedy_on_a_grid_has_the_law_of_the_naive_simulator():
    """With Bernoulli rewards of mean f on nine points; compiled and plain are the same."""
    problem, policy = (
        bg.Continuous(hill, law=bg.Bernoulli(), reference=hill(1 / 3, 2 / 3)),
        bg.Discretize(bg.Greedy(), k=9),
    )
    ours = bg.simulate(policy, problem, 60, runs=2000, seed=1, checkpoints=1, leaps=False)
    means = [hill(x / 3, y / 3) for y in (1, 2, 3) for x in (1, 2, 3)]
    assert max(means) == hill(1 / 3, 2 / 3)
    theirs = naive.regrets(naive.GREEDY, [], naive.BERNOULLI, [60], 700, 1, means=means)
    assert naive.disagreement(ours.final, theirs[:, -1]) < 4.0
    assert bg.trace(policy, problem, 60, seed=1, plain=True).regret[-1] == ours.final[0]


# ---------------------------------------------------------------- random points


def test_points_are_uniform_on_the_box():
    """Each coordinate, and their product: P(xy <= z) = z - z log z."""
    for f, law in ((first, "uniform"), (second, "uniform"), (lambda x, y: x * y, lambda z: z - z * np.log(z))):
        means = means_of(bg.Subsample(Uniformly(), k=3000), bg.Continuous(f))[:-1]
        assert stats.kstest(means, law).pvalue > 1e-4


@pytest.mark.long
def test_all_policies_discover_the_same_points():
    """In the same order, compiled and plain; an environment has them, too."""
    problem = bg.Continuous(hill, sigma=0.0)
    trace = bg.trace(bg.Subsample(bg.Greedy(), k=30), problem, 40, seed=2, run=1)
    medzo = bg.trace(bg.IMOSS(), problem, 40, seed=2, run=1, plain=True)
    known = dict(zip(trace.arms.tolist(), trace.rewards.tolist(), strict=True))
    assert all(known[arm] == paid for arm, paid in zip(medzo.arms.tolist(), medzo.rewards.tolist(), strict=True))
    arms = bg.environment(problem, seed=2, run=1)
    assert [arms.pull(arm) for arm in range(30)] == [known[arm] for arm in range(30)]


# ---------------------------------------------------------------- maxima


@pytest.mark.parametrize(
    ("f", "value"),
    [
        (hill, 0.8),
        (slopes, 0.6),
        (lambda x, y: max(0.5 - x - y, 1.0 - 50.0 * abs(x - 0.7311) - 50.0 * abs(y - 0.1234)), 1.0),
        (lambda a, b, c, d: -((a - 0.2) ** 2) - (b - 0.4) ** 2 - (c - 0.61) ** 2 - (d - 0.8) ** 2, 0.0),
    ],
    ids=["hill", "corner", "needle", "four"],
)
def test_maxima_are_found(f, value):
    """In the middle, in a corner, of a narrow peak, in four dimensions."""
    assert bg.Continuous(f).highest == pytest.approx(value, abs=1e-9)


def test_the_dimension_is_the_number_of_arguments():
    """Those that must be given."""
    assert [bg.Continuous(f).dimension for f in (bg.f1, scaled, hill, slopes)] == [1, 1, 2, 3]
    assert bg.canonical(bg.Continuous(bg.f1)) == "Continuous(f=f1, sigma=1.0, maximum=(), reference=(), bounds=())"


# ---------------------------------------------------------------- how many points


def test_the_theorems_arms_are_those_of_alpha_over_d():
    """Rounded to a grid; without smoothness they are the same in all dimensions."""
    assert keep.greedy_continuous(10_000, 1.0, 3.0, 2) == round(arms_known(10_000, 0.5, 3.0))
    assert keep.moss_continuous(10_000, 1.0, 3.0, 2) == keep.moss_continuous(10_000, 0.5, 3.0)

    def kept(policy, f):
        return prepare(policy, bg.Continuous(f), 10_000, 0).plan.arms

    assert kept(bg.Discretize(bg.Greedy()), hill) == round(arms_unknown(10_000) ** 0.5) ** 2
    assert kept(bg.Discretize(bg.Greedy()), slopes) == round(arms_unknown(10_000) ** (1 / 3)) ** 3
    assert kept(bg.CABMOSS(1.0, 3.0), hill) == round(keep.moss_continuous(10_000, 0.5, 3.0) ** 0.5) ** 2
    assert kept(bg.Subsample(bg.Greedy(), beta=2.0, c1=0.25), hill) == keep.greedy_infinite(10_000, 2.0, 0.25)


def test_so_many_points_of_a_grid_are_near_the_maximum():
    """At least as many as the bound counts on, wherever the maximum is; counted one by one."""
    rng = np.random.default_rng(5)
    for _ in range(300):
        size, side = int(rng.integers(2, 4)), int(rng.integers(2, 9))
        alpha, smoothness, epsilon = rng.uniform(0.3, 2.0), rng.uniform(0.2, 5.0), rng.uniform(0.05, 1.0)
        top = rng.random(size) * rng.integers(0, 2, size)
        points = np.array(list(product(np.arange(1, side + 1) / side, repeat=size)))
        near = np.sum(smoothness * np.abs(points - top).max(axis=1) ** alpha <= epsilon)
        counted = SmoothBound(KNOWN, 100.0, alpha, smoothness, 1.0, False, size).near_optimal(
            float(side**size), epsilon
        )
        assert near >= counted - 1e-9


def test_the_bound_on_a_box_is_the_theorem_with_that_many_points():
    """At a given K and epsilon; without them, at a grid and its best epsilon."""
    horizon, epsilon, side = 10**6, 0.4, 60
    bound = bg.theory.continuous(horizon, 1.0, 1.0, k=side**2, epsilon=epsilon, dimension=2)
    near = (side * epsilon - 1.0) ** 2
    missed = horizon * float(all_underestimated(near, epsilon, 1.0))
    assert missed <= horizon * np.exp(-near * epsilon**2 / 2.0) * (1.0 + 1e-12)
    assert bound.value == pytest.approx(min(horizon, missed + 4 * epsilon * horizon + 6 * side**2 / epsilon + side**2))
    free = bg.theory.continuous(10**9, 1.0, 1.0, dimension=2)
    assert round(free.k**0.5) ** 2 == free.k
    assert free.holds
    assert all(
        free.value <= bg.theory.continuous(10**9, 1.0, 1.0, k=free.k, epsilon=e, dimension=2).value * (1 + 1e-9)
        for e in (0.9 * free.epsilon, 1.1 * free.epsilon)
    )
    assert bg.theory.continuous(10**6, 1.0, 1.0, dimension=1).value == bg.theory.continuous(10**6, 1.0, 1.0).value


def test_bounds_of_others_on_a_box_count_cells():
    """MOSS's, at every grid by its formula, the best of them by trying all; any policy's has a / d for a."""
    horizon, alpha, smoothness = 10**6, 0.8, 3.0
    for size in (2, 3):
        sides = range(1, 60)
        tried = [39 * (m**size * horizon) ** 0.5 + m**size + smoothness * horizon / m**alpha for m in sides]
        for side in (4, 10):
            bound = bg.theory.moss_continuous(horizon, alpha, smoothness, k=side**size, dimension=size)
            assert bound.value == pytest.approx(min(tried[side - 1], smoothness * horizon))
        best = bg.theory.moss_continuous(horizon, alpha, smoothness, dimension=size)
        assert (best.k, best.value) == (sides[int(np.argmin(tried))] ** size, pytest.approx(min(tried)))
        lower = bg.theory.lower_continuous(horizon, alpha, smoothness, dimension=size).value
        power = 2 * alpha + size
        assert lower == pytest.approx(smoothness ** (size / power) * horizon ** ((alpha + size) / power))
        unknown = bg.theory.continuous_unknown(10**9, 1.0, 1.0, dimension=size)
        assert unknown.value == bg.theory.continuous(10**9, 1.0, 1.0, k=unknown.k, dimension=size).value


def test_bounds_side_by_side_on_a_box():
    """Those that hold there; in one dimension all, as without it."""
    rows = {row["bound_of"]: row for row in bound_rows("continuous", 1e9, {"dimension": 2, "k": 900})}
    assert rows["Greedy"]["bound"] == bg.theory.continuous(1e9, 1.0, 1.0, dimension=2).value
    assert list(rows) == [
        "Greedy",
        "Greedy, K = 900, best epsilon",
        "Greedy, smoothness unknown",
        "MOSS",
        "any policy",
    ]
    assert bound_rows("continuous", 1e6, {"dimension": 1}) == bound_rows("continuous", 1e6, {})


# ---------------------------------------------------------------- advice


def test_candidates_on_a_box_have_the_points_of_grids():
    """Greedy and CAB.MOSS, from the theorem's number down and up; at any horizon."""
    for f, size in ((hill, 2), (slopes, 3)):
        for horizon in (1, 7, 95, 10_000):
            found = candidates(situation_of(bg.Continuous(f), horizon, seed=0))
            kept = [candidate.k for candidate in found if candidate.k is not None]
            assert [k for k in kept if round(k ** (1 / size)) ** size != k] == []
            names = {candidate.family for candidate in found}
            assert names == {"Greedy(K)", "CAB.MOSS(K)", "GrowingGreedy", "MeDZO"}
            for candidate in found:
                prepare(candidate.policy, bg.Continuous(f), horizon, 0)


@pytest.mark.long
def test_advice_on_a_box_is_what_simulation_says():
    """Its best policy is not beaten by the others of its table, played apart with another seed."""
    problem = bg.Continuous(hill, sigma=0.3)
    advice = bg.advise(problem, horizon=2000, effort=1)
    assert advice.greedy
    assert advice.best.k in (64, 81, 100, 121)
    chosen = [advice.best.policy, *(option.policy for option in advice.options[1:] if not option.greedy)][:3]
    apart = bg.compare(chosen, problem, horizon=2000, runs=300, seed=7)
    assert apart.best is apart[0]
    mean, error = apart[0].mean[-1], apart[0].stderr[-1]
    assert abs(mean - advice.best.mean) < 4.0 * (error**2 + advice.best.stderr**2) ** 0.5


# ---------------------------------------------------------------- bad input

BOX = bg.Continuous(hill)
BAD_INPUT = {
    "no grid": (lambda: bg.simulate(bg.Discretize(bg.Greedy(), k=40), BOX, 10), "Discretize.k", "25, 36, 49", "40"),
    "many dimensions": (lambda: bg.Continuous(lambda a, b, c, d, e, f, g: a), "Continuous.maximum", "6 arguments"),
    "range": (lambda: bg.Continuous(lambda x, y: 2.0 * x, law=bg.Bernoulli()).highest, "f must stay", "[0, 1]", "at ("),
    "nan": (lambda: bg.Continuous(lambda x, y: float("nan")).highest, "f must stay finite", "nan at (0, 0)"),
    "low maximum": (lambda: bg.Continuous(hill, maximum=0.5).highest, "Continuous.maximum", "at least 0.79999", "0.5"),
    "zooming": (lambda: bg.simulate(bg.Zooming(1.0, 1.0), BOX, 10), "Zooming", "one dimension"),
    "how many": (lambda: bg.simulate(bg.Subsample(bg.Greedy()), BOX, 10), "Subsample.k", "beta"),
    "all points": (lambda: bg.simulate(bg.UCB(), BOX, 10), "UCB()", "infinitely many"),
    "k of MOSS": (lambda: bg.theory.moss_continuous(100, 1, 1, k=40, dimension=2), "k must be", "power of 2", "40"),
    "closed form": (lambda: bg.theory.continuous(100, 1, 1, sharp=True, dimension=2), "dimension", "2"),
    "k of the bound": (lambda: bg.theory.continuous(100, 1, 1, k=40, dimension=2), "k must be", "power of 2", "40"),
    "dimension": (lambda: bg.theory.continuous(100, 1, 1, dimension=0), "dimension", "at least 1", "0"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_named(name):
    """Bad input raises an error that names the field and the value."""
    assert_refused(*BAD_INPUT[name])
