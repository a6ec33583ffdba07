"""Linear bandits against their naive versions: the linear algebra, action by action, and in distribution."""

import math
from dataclasses import dataclass
from math import inf, nan

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy import linear_algebra as linear
from begreedy.values.canonical import concise
from oracles import naive
from oracles import naive_linear as oracle
from support.refusals import assert_refused

# ---------------------------------------------------------------- linear algebra


def stream(seed=1):
    words = [0] * 4
    bg.random.seed_stream(words, seed)
    return words


def matrices():
    """Positive definite matrices: random, nearly singular, with repeated eigenvalues, diagonal, tiny."""
    rng = np.random.default_rng(3)
    for size in (1, 2, 3, 5, 17, 50):
        for rows in (0, 1, size // 2, 2 * size):
            x = oracle.directions(rng, rows, size)
            yield np.eye(size) + 30.0 * x.T @ x
    yield np.diag([1.0, 1.0, 4.0, 4.0, 9.0])
    yield np.diag([1e-8, 1.0, 1e8])
    yield np.eye(4) + np.outer([1.0, 0, 0, 0], [1.0, 0, 0, 0])


def decomposed(v):
    """Eigenvalues and eigenvectors (as columns) by the package's own functions."""
    size = len(v)
    w, off, scale, work = (np.zeros(size) for _ in range(4))
    reflector, room = np.zeros((size, size)), linear.rotations_needed(size)
    turns = np.zeros(room), np.zeros(room), np.zeros(room, np.int64)
    linear.tridiagonalise(v.copy(), w, off, reflector, scale, work)
    count = linear.diagonalise(w, off, *turns)
    assert count >= 0
    columns = []
    for unit in np.eye(size):
        x, back = unit.copy(), unit.copy()
        linear.from_eigenbasis(x, reflector, scale, *turns, count)
        linear.to_eigenbasis(back, reflector, scale, *turns, count)
        linear.from_eigenbasis(back, reflector, scale, *turns, count)
        assert np.allclose(back, unit, atol=1e-12)
        columns.append(x)
    return w, np.array(columns).T


def test_eigenvalues_and_vectors_are_those_of_numpy():
    """The matrix is rebuilt from its eigenvalues and the rotations that stand for the eigenvectors."""
    for v in matrices():
        w, q = decomposed(v)
        assert np.allclose(np.sort(w), np.linalg.eigvalsh(v), rtol=1e-12, atol=1e-13 * np.abs(v).max())
        assert np.allclose(q @ np.diag(w) @ q.T, v, atol=1e-12 * np.abs(v).max())


def test_the_cholesky_factor_stays_up_to_date():
    """After many updates the factor is that of a direct decomposition, and solves by it are right."""
    rng = np.random.default_rng(4)
    for size in (1, 3, 20):
        v, factor = 2.0 * np.eye(size), math.sqrt(2.0) * np.eye(size)
        for x in oracle.directions(rng, 200, size):
            v += np.outer(x, x)
            linear.update_factor(factor, x.copy())
        assert np.allclose(factor.T @ factor, v, rtol=1e-11)
        u = rng.normal(size=size)
        solved = u.copy()
        linear.solve_upper(factor, solved)
        assert np.allclose(factor @ solved, u, rtol=1e-10)


def longest(v, estimate, radius, seed=1):
    """The longest vector of an ellipsoid by the package's own functions."""
    w, q = np.linalg.eigh(v)
    point = np.zeros(len(w))
    linear.farthest(w, q.T @ v @ estimate, radius, point, stream(seed))
    return q @ point


def ellipsoids():
    """Random ellipsoids; hard cases with no part, or a hair's, in the lowest space; nothing learned; extremes."""
    rng = np.random.default_rng(5)
    for i in range(24):
        size, rows = 2 + i % 7, rng.integers(0, 15)
        x = rng.normal(size=(rows, size))
        yield np.eye(size) + x.T @ x, rng.normal(size=size), float(rng.exponential(3.0))
    for part in (0.0, 1e-300, 1e-18, 1e-15, 1e-12, 1e-9, 1e-6, 1e-3):
        for radius in (0.01, 1.0, 15.0):
            for low in (1, 3):
                q = np.linalg.qr(rng.normal(size=(6, 6)))[0]
                w = np.concatenate([np.ones(low), rng.uniform(2, 40, 6 - low)])
                inside = np.concatenate([np.full(low, part), rng.normal(size=6 - low)])
                yield (q * w) @ q.T, q @ inside, radius
    yield np.eye(5), np.zeros(5), 2.0
    yield np.eye(1), np.array([-0.3]), 1.0
    yield np.diag([45.0, 46.0, 2000.0]), np.array([0.0, 1e-9, 1.0]), 15.6


def test_the_longest_vector_is_found_in_easy_and_hard_cases():
    """It lies in the ellipsoid, and no search from many starts finds a longer one."""
    rng = np.random.default_rng(6)
    for v, estimate, radius in ellipsoids():
        u = longest(v, estimate, radius)
        offset = u - estimate
        assert math.sqrt(offset @ v @ offset) <= radius * (1 + 1e-7)
        assert np.linalg.norm(u) >= oracle.best_upper_value(v, estimate, radius, rng, 20) * (1 - 1e-9)


def test_equally_long_vectors_are_equally_likely():
    """In the hard case the direction within the lowest space is uniformly random; at first, it is any direction."""
    v, estimate = np.diag([1.0, 1.0, 5.0]), np.array([0.0, 0.0, 0.4])
    u = np.array([longest(v, estimate, 2.0, seed) for seed in range(800)])
    assert np.ptp(np.linalg.norm(u, axis=1)) < 1e-9
    assert np.ptp(u[:, 2]) < 1e-9
    angle = np.arctan2(u[:, 1], u[:, 0])
    assert stats.kstest(angle, stats.uniform(-math.pi, 2 * math.pi).cdf).pvalue > 1e-4
    first = np.array([longest(np.eye(3), np.zeros(3), 2.0, seed)[0] for seed in range(800)]) / 2.0
    assert stats.kstest(first, stats.uniform(-1, 2).cdf).pvalue > 1e-4  # Archimedes: uniform on [-1, 1]


# ---------------------------------------------------------------- action by action


@dataclass(frozen=True)
class LastCoordinate:
    """A user's own policy for sets of actions."""

    ridge: float = 1.0

    def needs(self, ball):
        return ()

    def score(self, fit, x, t, horizon):
        return x[-1]


THETA = np.array([0.6, 0.0, -0.64, 0.48])
CATALOGUE = oracle.directions(np.random.default_rng(8), 9, 4) * np.linspace(0.3, 1.0, 9)[:, None]


def fits(trace, d, ridge):
    """Round by round: the number, the action, V and the estimate by a direct solution, before the action."""
    v, b = ridge * np.eye(d), np.zeros(d)
    for t, (x, y) in enumerate(zip(trace.actions, trace.rewards, strict=True), 1):
        yield t, x, v, np.linalg.solve(v, b)
        v, b = v + np.outer(x, x), b + y * x


def test_greedy_plays_the_direction_of_a_direct_least_squares_solution():
    """Rank-one updates lose nothing to a direct solution: each action is the estimate's direction."""
    for d, sigma, ridge, horizon in ((1, 1.0, 1.0, 50), (4, 0.5, 2.0, 600), (30, 1.0, 0.1, 900)):
        policy = bg.LinGreedy(jitter=1e-9, ridge=ridge)
        trace = bg.trace(policy, bg.Linear(d, sigma), horizon, seed=1)
        assert np.allclose(np.linalg.norm(trace.actions, axis=1), 1.0)
        for t, x, _, estimate in fits(trace, d, ridge):
            if t > 1:
                assert np.allclose(x, oracle.unit(estimate), atol=2e-6)


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, {"determinant": True}, {"ridge": 3.0, "delta": 0.05}], ids=str)
def test_linucb_plays_the_most_optimistic_action(options):
    """On the ball and in a catalogue, no action promises more than the one played, at a radius computed afresh."""
    sigma, rng = 0.7, np.random.default_rng(7)
    ridge, wide = options.get("ridge", 1.0), options.get("determinant", False)
    # In 30 dimensions most of these rounds are hard cases: the actions do not span all directions.
    for d, given, horizon in ((4, {}, 300), (4, {"theta": THETA, "actions": CATALOGUE}, 300), (30, {}, 60), (1, {}, 9)):
        trace = bg.trace(bg.LinUCB(**options), bg.Linear(d, sigma, **given), horizon, seed=2)
        for t, x, v, estimate in fits(trace, d, ridge):
            rho = oracle.radius(t, v[None], options.get("delta", 1 / horizon), sigma, ridge, wide)
            rivals = CATALOGUE if "actions" in given else oracle.optimistic(v[None], estimate[None], rho, rng)
            best = max(oracle.upper_value(rival, v, estimate, rho[0]) for rival in rivals)
            assert oracle.upper_value(x, v, estimate, rho[0]) >= best - 1e-9, f"{d} dimensions, round {t}"


@pytest.mark.parametrize(("d", "delta", "ridge"), [(4, 1.0, None), (4, None, 2.0), (3, 20.0, None)])
def test_ballexplore_explores_as_its_schedule_says(d, delta, ridge):
    """The part of each action along the estimate is sqrt(1 - b^2), and the part across it is b times a projection."""
    sigma = 0.8
    trace = bg.trace(bg.BallExplore(delta, ridge), bg.Linear(d, sigma), 300, seed=3)
    across = []
    for t, x, _, estimate in fits(trace, d, ridge or d * sigma**2):
        b = math.sqrt(2 / 3) * min(d * (delta or d) / t, 1.0) ** 0.25
        along = np.eye(d)[0] if t == 1 else oracle.unit(estimate)
        assert math.isclose(x @ along, math.sqrt(1 - b * b), abs_tol=1e-9)
        across.append((x @ x - (1 - b * b)) / (b * b))
    # The square of one coordinate of a random direction is Beta(1/2, (d - 1)/2).
    assert stats.kstest(1.0 - np.array(across), stats.beta(0.5, (d - 1) / 2).cdf).pvalue > 1e-4


def test_published_ballexplore_has_the_deviations_of_the_companion():
    """Random vectors of the positive orthant, projected by the estimate cut to a box; ridge sigma^2 / d."""
    d, b = 5, math.sqrt(2 / 3)
    trace = bg.trace(bg.BallExplore(published=True), bg.Linear(d), 25, seed=4)
    for t, x, _, estimate in fits(trace, d, 1 / d):
        if t > 1:
            estimate = np.clip(estimate, -1.0, 1.0)
            rest = (x - math.sqrt(1 - b * b) * oracle.unit(estimate)) / b
            u = np.linalg.solve(np.eye(d) - np.outer(estimate, estimate), rest)
            assert u.min() > -1e-7
            assert math.isclose(np.linalg.norm(u), 1.0, abs_tol=1e-6)


@pytest.mark.long
@pytest.mark.parametrize("policy", [bg.LinUCB(), bg.Greedy()], ids=concise)
def test_regret_rewards_and_actions_explain_each_other(policy):
    """On the ball and in a catalogue the regret is that of the actions, and the noise is N(0, sigma^2)."""
    for problem in (bg.Linear(4, 0.3, 2 * THETA), bg.Linear(4, 0.3, THETA, actions=CATALOGUE)):
        theta = np.array(problem.theta)
        trace = bg.trace(policy, problem, 400, seed=5)
        best = np.linalg.norm(theta) if problem.ball else (CATALOGUE @ theta).max()
        lost = best - trace.actions @ theta
        assert np.allclose(trace.regret, np.cumsum(lost), atol=1e-9)
        assert stats.kstest((trace.rewards - trace.actions @ theta) / 0.3, "norm").pvalue > 1e-4
        result = bg.simulate(policy, problem, 400, runs=1, seed=5)
        assert np.array_equal(result.regret[0], trace.regret[result.times - 1])
        if not problem.ball:
            assert np.array_equal(trace.actions, CATALOGUE[trace.arms])
            assert result.pulls[0] == np.sum(trace.arms == np.argmax(CATALOGUE @ theta))
            assert result.arms_tried[0] == len(set(trace.arms.tolist()))


def test_greedy_without_jitter_never_leaves_a_coordinate_axis():
    """Started on an axis it stays there for ever; from a random start it stays on the line for many rounds."""
    stuck = bg.trace(bg.LinGreedy(jitter=0.0, axis_start=True), bg.Linear(6), 2000, seed=1).actions
    assert np.array_equal(np.abs(stuck), np.tile(np.eye(6)[0], (2000, 1)))
    line = bg.trace(bg.LinGreedy(jitter=0.0), bg.Linear(6), 8, seed=1).actions
    assert np.allclose(np.abs(line @ line[0]), 1.0, atol=1e-9)
    free = bg.trace(bg.LinGreedy(jitter=1e-8, axis_start=True), bg.Linear(6), 500, seed=1).actions
    assert abs(free[-1, 0]) < 0.999


@pytest.mark.long
def test_random_sets_of_a_catalogue_are_uniform():
    """Of n actions k are offered: each is played as often as it is the best of them by a fixed order."""
    ranked = np.column_stack([np.zeros(6), np.arange(6.0)])
    played = bg.trace(LastCoordinate(), bg.Linear(2, actions=ranked, offered=3), 6000, seed=6).arms
    chances = [math.comb(r, 2) / math.comb(6, 3) for r in range(6)]
    assert (np.bincount(played, minlength=6)[:2] == 0).all()
    assert stats.chisquare(np.bincount(played, minlength=6)[2:], 6000 * np.array(chances[2:])).pvalue > 1e-4
    alike = bg.trace(LastCoordinate(), bg.Linear(2, actions=0.0 * ranked, offered=3), 6000, seed=6).arms
    assert stats.chisquare(np.bincount(alike, minlength=6)).pvalue > 1e-4
    sets = np.arange(40.0).reshape(5, 4, 2)
    trace = bg.trace(LastCoordinate(), bg.Linear(2, actions=sets), 5, seed=1)
    assert np.array_equal(trace.actions, sets[:, 3])
    fresh = bg.trace(LastCoordinate(), bg.Linear(3, offered=4), 3000, seed=6).actions
    assert np.allclose(np.linalg.norm(fresh, axis=1), 1.0)
    # The largest of four numbers that are uniform on [-1, 1], by Archimedes.
    assert stats.kstest(fresh[:, 2], lambda x: ((1 + x) / 2) ** 4).pvalue > 1e-4


# ---------------------------------------------------------------- in distribution

T = 80
SETS = np.random.default_rng(9).normal(size=(T, 5, 4))
BALL = {
    "greedy": (bg.LinGreedy(), oracle.lin_greedy(), 1.0),
    "greedy-shaken": (bg.LinGreedy(jitter=0.2, ridge=0.5), oracle.lin_greedy(0.2), 0.5),
    "greedy-plain": (bg.Greedy(), oracle.lin_greedy(), 1.0),
    "linucb": (bg.LinUCB(), oracle.lin_ucb(1 / T), 1.0),
    "linucb-determinant": (bg.LinUCB(determinant=True, delta=0.1), oracle.lin_ucb(0.1, determinant=True), 1.0),
    "linucb-ridge": (bg.LinUCB(ridge=4.0), oracle.lin_ucb(1 / T, ridge=4.0), 4.0),
    "thompson": (bg.LinThompson(), oracle.lin_thompson(), 1.0),
    "thompson-wide": (bg.LinThompson(scale=2.0, ridge=3.0), oracle.lin_thompson(2.0), 3.0),
    "ballexplore": (bg.BallExplore(), oracle.ball_explore(4, 4), 4.0),
    "ballexplore-1": (bg.BallExplore(delta=1.0, ridge=1.0), oracle.ball_explore(4, 1), 1.0),
    "ballexplore-published": (bg.BallExplore(published=True), oracle.ball_explore(4, 4, True), 0.25),
}
OFFERS = {
    "catalogue": ({"actions": CATALOGUE}, oracle.catalogue(CATALOGUE)),
    "sets": ({"actions": SETS}, oracle.sets(SETS)),
    "fresh": ({"offered": 6}, oracle.fresh(6, 4)),
    "some": ({"actions": CATALOGUE, "offered": 3}, oracle.some(CATALOGUE, 3)),
}
SCORES = {
    "greedy": (bg.LinGreedy(), oracle.greedy_value, OFFERS),
    "linucb": (bg.LinUCB(), oracle.ucb_value(1 / T), ["catalogue"]),
    "linucb-determinant": (bg.LinUCB(determinant=True), oracle.ucb_value(1 / T, determinant=True), ["catalogue"]),
    "thompson": (bg.LinThompson(), oracle.thompson_value(), ["catalogue"]),
}


def agree(ours, theirs):
    return max(naive.disagreement(ours.regret[:, i], theirs[:, t - 1]) for i, t in enumerate((T // 4, T))) < 4.0


@pytest.mark.parametrize("name", BALL)
def test_regret_on_the_ball_has_the_law_of_the_naive_simulator(name):
    """Mean and quantiles of the regret, midway and at the end, agree with the oracle's within 4 standard errors."""
    policy, act, ridge = BALL[name]
    ours = bg.simulate(policy, bg.Linear(4), T, runs=2000, seed=1, checkpoints=[T // 4])
    assert agree(ours, oracle.ball_regrets(act, 4, T, 700, 1, ridge=ridge))


@pytest.mark.every_time("greedy-catalogue")
@pytest.mark.parametrize(("name", "offer"), [(n, offer) for n in SCORES for offer in SCORES[n][2]])
def test_regret_in_sets_has_the_law_of_the_naive_simulator(name, offer):
    """The same where actions come from a catalogue, a set per round, fresh vectors, or some of a catalogue."""
    (policy, value, _), (given, actions) = SCORES[name], OFFERS[offer]
    ours = bg.simulate(policy, bg.Linear(4, **given), T, runs=2000, seed=1, checkpoints=[T // 4])
    assert agree(ours, oracle.set_regrets(value, actions, T, 700, 1, d=4))


# ---------------------------------------------------------------- guarantees


@pytest.mark.parametrize("policy", [case[0] for case in BALL.values()], ids=repr)
def test_threads_and_blocks_change_nothing(policy):
    """Any number of threads and any size of blocks give the same bits; another seed gives others."""
    settings = (policy, bg.Linear(7), 60)
    result = bg.simulate(*settings, runs=11, seed=7, threads=1, block=11)
    for threads, block in ((1, 1), (2, 3)):
        assert np.array_equal(result.regret, bg.simulate(*settings, 11, 7, threads=threads, block=block).regret)
    assert not np.array_equal(result.regret, bg.simulate(*settings, runs=11, seed=8).regret)


def played(policy, horizon=5, **given):
    return bg.simulate(policy, bg.Linear(**{"dimension": 2, **given}), horizon, runs=2)


PAIR = [[1.0, 0.0], [0.0, 1.0]]
BAD_INPUT = {
    "dimension": (lambda: bg.Linear(0), "Linear.dimension", "0"),
    "half dimension": (lambda: bg.Linear(2.5), "Linear.dimension", "2.5"),
    "sigma": (lambda: bg.Linear(2, -1), "Linear.sigma", "-1"),
    "nan sigma": (lambda: bg.Linear(2, nan), "Linear.sigma", "nan"),
    "theta": (lambda: bg.Linear(3, theta=[1.0, 0.0]), "Linear.theta", "3", "2"),
    "nan theta": (lambda: bg.Linear(2, theta=[1.0, nan]), "Linear.theta[1]", "nan"),
    "actions": (lambda: bg.Linear(3, actions=PAIR), "Linear.actions", "3", "2"),
    "flat actions": (lambda: bg.Linear(2, actions=[1.0, 0.0]), "Linear.actions", "(2,)"),
    "number for actions": (lambda: bg.Linear(2, actions=3.0), "Linear.actions", "3.0"),
    "no actions": (lambda: bg.Linear(2, actions=[]), "Linear.actions", "no numbers"),
    "ragged actions": (lambda: bg.Linear(2, actions=[[1.0], [1.0, 0.0]]), "Linear.actions", "lengths"),
    "text actions": (lambda: bg.Linear(2, actions=[["a", "b"]]), "Linear.actions", "numbers"),
    "nan action": (lambda: bg.Linear(2, actions=[[0.0, 1.0], [nan, 0.0]]), "Linear.actions[1, 0]", "nan"),
    "infinite action": (lambda: bg.Linear(2, actions=[[0.0, inf]]), "Linear.actions[0, 1]", "inf"),
    "offered": (lambda: bg.Linear(2, actions=PAIR, offered=3), "Linear.offered", "2", "3"),
    "negative offered": (lambda: bg.Linear(2, offered=-1), "Linear.offered", "-1"),
    "offered sets": (lambda: bg.Linear(2, actions=[PAIR], offered=1), "Linear.offered", "1"),
    "rounds": (lambda: played(bg.LinGreedy(), 5, actions=[PAIR] * 4), "horizon", "4", "5"),
    "jitter": (lambda: bg.LinGreedy(jitter=-1), "LinGreedy.jitter", "-1"),
    "ridge": (lambda: bg.LinGreedy(ridge=0), "LinGreedy.ridge", "0.0"),
    "ucb ridge": (lambda: bg.LinUCB(ridge=nan), "LinUCB.ridge", "nan"),
    "delta": (lambda: bg.LinUCB(delta=1.5), "LinUCB.delta", "1.5"),
    "explore": (lambda: bg.BallExplore(delta=-1), "BallExplore.delta", "-1"),
    "scale": (lambda: bg.LinThompson(scale=-1), "LinThompson.scale", "-1"),
    "other policy": (lambda: played(bg.UCB()), "UCB", "linear"),
    "ball only": (lambda: played(bg.BallExplore(), actions=PAIR), "BallExplore", "ball"),
    "sets only": (lambda: played(LastCoordinate()), "LastCoordinate", "ball"),
    "other problem": (lambda: bg.simulate(bg.LinUCB(), bg.Finite(means=[0.5]), 5), "LinUCB", "Finite"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_named(name):
    """Bad input raises an error that names the field and the value."""
    assert_refused(*BAD_INPUT[name])
