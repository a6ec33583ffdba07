"""ESCB and AESCB: the action of the largest index, against all actions, for statistics at random."""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.players.choice import lists
from begreedy.engine.players.signed import signed_player
from oracles import brute_force
from oracles import naive_combinatorial as oracle
from support.refusals import assert_refused

GRID = bg.grid_edges(3, 4)
ACTIONS = {
    "any": (bg.TopM(7, 3), brute_force.top_m(7, 3)),
    "many": (bg.TopM(11, 4), brute_force.top_m(11, 4)),
    "partition": (
        bg.Partition([[0, 1], [2, 3, 4], [5, 6]]),
        brute_force.partition([[0, 1], [2, 3, 4], [5, 6]]),
    ),
    "matchings": (bg.Matchings(3, 4), brute_force.matchings(3, 4)),
    "trees": (bg.SpanningTrees(bg.complete_edges(5)), brute_force.spanning_trees(bg.complete_edges(5))),
    "paths": (bg.Paths(GRID, 0, 11), brute_force.paths(GRID, 0, 11)),
}


class Statistics:
    """A policy that knows numbers at random of every arm.

    "equal": few different ones, so that many arms are equal; "on a par": what a small mean lacks few pulls make up for;
    "two kinds": arms that are known well, and better, and others.
    """

    def __init__(self, policy, actions, rng, how):
        self.actions, self.t = actions, int(rng.integers(30, 400))
        problem = bg.Combinatorial(actions, prior=bg.Uniform())
        self.seat = signed_player(policy.fit(problem, 400), problem, 400)
        self.state = lists(self.seat.player.layout)
        self.pulls = rng.integers(1, 4 if how == "equal" else 30, actions.arms)
        self.mean = rng.integers(0, self.pulls + 1) / self.pulls if how == "equal" else rng.random(actions.arms)
        if how == "on a par":
            slope = 0.5 * sqrt(2.0 * log(self.t)) / (2.0 * sqrt(actions.size / self.pulls.mean()))
            self.mean = 0.8 - slope / self.pulls + 0.01 * rng.random(actions.arms)
        if how == "two kinds":
            known = rng.random(actions.arms) < 0.5
            self.pulls, self.mean = np.where(known, 20, 2), np.where(known, 0.8, 0.5)
        self.seat.player.start(self.seat.policy, self.state, actions.arms, 400)
        self.state.stats.swept[0] = 1
        for arm in range(actions.arms):
            self.state.stats.pulls[arm] = int(self.pulls[arm])
            self.state.value[arm] = float(self.mean[arm])
        self.stream = [int(word) for word in rng.integers(1, 2**62, 4)]

    def pick(self):
        chosen = [-1] * self.actions.size
        player, arms = self.seat.player, self.actions.arms
        size = player.pick(self.seat.policy, self.actions, self.state, self.t, arms, 400, self.stream, chosen)
        return tuple(sorted(chosen[:size]))

    def sums(self, actions):
        """The sums of means and of 1 / pulls of these actions."""
        return oracle.values(actions, self.mean), oracle.values(actions, 1.0 / self.pulls)

    def index(self, actions):
        worth, width = self.sums(actions)
        return worth + 0.5 * np.sqrt(2.0 * log(self.t) * width)


def corners(worth, width):
    """Which points are best for some ``worth + slope * width``, slope >= 0: those on the convex hull."""
    slopes = {0.0}
    for i in range(len(worth)):
        for j in range(i):
            if width[i] != width[j]:
                slopes.add(max(0.0, (worth[j] - worth[i]) / (width[i] - width[j])))
    best = np.zeros(len(worth), bool)
    for slope in slopes:
        value = worth + slope * width
        best |= value >= value.max() - 1e-9
    return best


@pytest.mark.parametrize("how", ["different", "equal", "on a par"])
@pytest.mark.parametrize("kind", ["any", "many"])
def test_of_any_m_arms_the_best_action_is_found(kind, how):
    """Also where it is none of those that are best for a slope, which happens."""
    actions, every = ACTIONS[kind]
    every, rng, inside = sorted(every), np.random.default_rng(5), 0
    for _ in range(150):
        case = Statistics(bg.ESCB(), actions, rng, how)
        chosen, index = case.pick(), case.index(every)
        assert chosen in every
        assert case.index([chosen])[0] == pytest.approx(index.max(), abs=1e-10)
        if kind == "any" and how == "on a par":
            inside += index[corners(*case.sums(every))].max() < index.max() - 1e-9
    assert inside > 5 or kind == "many" or how != "on a par"


@pytest.mark.parametrize("kind", ["partition", "matchings", "trees", "paths"])
def test_elsewhere_the_best_action_of_the_convex_hull_is_found(kind):
    actions, every = ACTIONS[kind]
    every, rng = sorted(every), np.random.default_rng(6)
    for _ in range(40):
        case = Statistics(bg.ESCB(), actions, rng, "different")
        chosen, index = case.pick(), case.index(every)
        assert chosen in every
        assert case.index([chosen])[0] == pytest.approx(index[corners(*case.sums(every))].max(), abs=1e-9)


def test_equal_arms_are_equally_likely():
    """Of eight arms with the same statistics each is as often in a set of three as any other."""
    actions, counts = bg.TopM(8, 3), np.zeros(8)
    case = Statistics(bg.ESCB(), actions, np.random.default_rng(1), "equal")
    for arm in range(8):
        case.state.stats.pulls[arm], case.state.value[arm] = 5, 0.4
    for _ in range(1600):
        counts[list(case.pick())] += 1
    assert np.abs(counts - 600).max() < 5 * sqrt(600 * 5 / 8)


@pytest.mark.parametrize("kind", ["any", "partition", "paths"])
@pytest.mark.parametrize("how", ["different", "equal"])
def test_rounded_means_find_what_the_definition_says(kind, how):
    """AESCB, with all actions listed; and it is never further from ESCB than promised."""
    actions, every = ACTIONS[kind]
    every, rng = sorted(every), np.random.default_rng(7)
    loss = actions.arms * max(1.0, log(actions.size)) ** 2
    for _ in range(25):
        case = Statistics(bg.AESCB(), actions, rng, how)
        chosen, index = case.pick(), case.index(every)
        assert chosen in every
        found = case.index([chosen])[0]
        assert found >= index.max() - loss / case.t
        assert found <= oracle.rounded_best(every, case.mean, case.pulls, case.t) + 1e-9
        if how == "different":  # the widest action for a sum is one only
            assert found == pytest.approx(oracle.rounded_best(every, case.mean, case.pulls, case.t), abs=1e-9)


def test_on_trees_what_exchanges_of_edges_reach():
    """AESCB is never worse than ESCB, better where many trees lie on one line, and misses no more than it says."""
    actions, every = ACTIONS["trees"]
    every, better, missed = sorted(every), 0, 0
    for number in range(80):
        how = ("equal", "on a par", "different", "two kinds")[number % 4]
        relaxed, case = (Statistics(p, actions, np.random.default_rng(number), how) for p in (bg.ESCB(), bg.AESCB()))
        (_, width), index, scale = case.sums(every), case.index(every), 0.5 * sqrt(2.0 * log(case.t))
        chosen = case.pick()
        found, plain = case.index([chosen, relaxed.pick()])
        assert found >= plain - 1e-9
        better += found > plain + 1e-9
        missed += found < index.max() - 1e-9
        step = np.ptp(1.0 / case.pulls)  # an exchange changes the width by no more
        narrow = max(width.min(), width[every.index(chosen)] - step)
        assert found >= index.max() - scale * (sqrt(narrow + step) - sqrt(narrow)) ** 2 / (8.0 * sqrt(narrow)) - 1e-9
    assert better > 5, (better, missed)


MATRIX = [
    [0.5, 0.3, -0.2, 0.0],
    [0.3, 0.4, 0.0, 0.1],
    [-0.2, 0.0, 0.6, 0.2],
    [0.0, 0.1, 0.2, 0.3],
]


@pytest.mark.long
def test_the_regret_has_the_law_of_the_definition():
    """With correlated rewards on overlapping sets, and on any m arms, against a naive simulator."""
    sets = [(0, 1), (2, 3), (1, 2), (0, 3)]
    correlated = bg.Combinatorial(bg.Sets(sets), prior=bg.Uniform(), law=bg.Gaussian(), covariance=MATRIX)

    def draw(rng, mean):
        return rng.multivariate_normal(mean, MATRIX)

    cases = [
        (bg.ESCB(), correlated, sets, {"covariance": np.array(MATRIX), "draw": draw}),
        (bg.ESCB(), bg.Combinatorial(bg.TopM(5, 2), prior=bg.Uniform()), brute_force.top_m(5, 2), {}),
    ]
    for policy, problem, actions, how in cases:
        runs = 1200
        naive = oracle.regrets(oracle.ESCB, 0.0, actions, 40, runs, 7, arms=problem.arms, **how)
        ours = bg.simulate(policy, problem, horizon=40, runs=4 * runs, seed=7).final
        error = np.hypot(ours.std() / sqrt(len(ours)), naive.std() / sqrt(runs))
        assert abs(ours.mean() - naive.mean()) < 4 * error
        assert 0.85 < ours.std() / naive.std() < 1.18


@pytest.mark.parametrize("kind", ["any", "partition", "matchings", "trees", "paths"])
def test_with_correlated_rewards_the_best_of_all_actions_is_found(kind):
    """Of any kind of actions: the width has all pairs of arms, by how often they were played together."""
    actions, every = ACTIONS[kind]
    rng, arms = np.random.default_rng(8), actions.arms
    half = rng.normal(size=(arms, arms)) / sqrt(arms)
    matrix = half @ half.T
    problem = bg.Combinatorial(actions, prior=bg.Uniform(), law=bg.Gaussian(), covariance=matrix.tolist())
    agent = bg.SetAgent(bg.ESCB(), problem, horizon=60, seed=1)
    total, pulls, together = np.zeros(arms), np.zeros(arms), np.zeros((arms, arms))
    judged = 0
    for t in range(1, 41):
        chosen = agent.choose()
        if pulls.min() > 0:
            width = np.maximum(0.0, matrix) * together / np.outer(pulls, pulls)
            index = {a: (total / pulls)[list(a)].sum() + sqrt(2 * log(t) * width[np.ix_(a, a)].sum()) for a in every}
            assert index[tuple(sorted(chosen))] == pytest.approx(max(index.values()), abs=1e-9)
            judged += 1
        paid = {arm: float(rng.normal()) for arm in chosen}
        agent.learn(paid)
        for arm in chosen:
            total[arm] += paid[arm]
            pulls[arm] += 1
            together[arm, list(chosen)] += 1
    assert judged > 10


@pytest.mark.parametrize("kind", ["partition", "matchings", "trees", "paths"])
@pytest.mark.parametrize("how", ["different", "on a par"])
def test_what_the_relaxation_misses_is_bounded(kind, how):
    """By a quarter of the difference of the sums of means of the two actions between which the bonus touches."""
    actions, every = ACTIONS[kind]
    every, rng = sorted(every), np.random.default_rng(9)
    for _ in range(20):
        case = Statistics(bg.ESCB(), actions, rng, how)
        found, index = case.index([case.pick()])[0], case.index(every)
        (low, high), _ = case.sums([case.state.search.low, case.state.search.high])
        assert found >= index.max() - max(0.0, low - high) / 4.0 - 1e-9


def test_compiled_as_in_plain_python():
    """The search over exchanges, the slopes and the table."""
    for policy, actions in (
        (bg.ESCB(), bg.TopM(5, 2)),
        (bg.AESCB(), bg.Paths(bg.grid_edges(3, 3), 0, 8)),
        (bg.AESCB(), bg.SpanningTrees(bg.complete_edges(4))),
        (bg.ESCB(), bg.Matchings(3, 3)),
    ):
        law = {"law": bg.Gaussian(), "correlation": 0.3} if isinstance(actions, bg.Matchings) else {}
        problem = bg.Combinatorial(actions, prior=bg.Uniform(), **law)
        compiled, plain = (bg.trace(policy, problem, horizon=60, seed=2, plain=how) for how in (False, True))
        assert np.array_equal(compiled.arms, plain.arms)


ROAD = bg.Paths([(0, 1), (1, 2), (0, 2)], 0, 2, directed=False)


@pytest.mark.parametrize(
    ("policy", "problem", "message"),
    [
        (bg.ESCB(), bg.Combinatorial(ROAD, prior=bg.Uniform(), minimise=True), "only shortest paths can be found"),
        (
            bg.ESCB(),
            bg.Combinatorial(bg.TopM(40, 20), prior=bg.Uniform(), law=bg.Gaussian(), correlation=0.5),
            "Sets(...), or the library's own and at most 10000, for ESCB with correlated rewards",
        ),
        (
            bg.ESCB(),
            bg.Combinatorial(ROAD, prior=bg.Uniform(), law=bg.Gaussian(), minimise=True, correlation=0.5),
            "only shortest paths can be found",
        ),
        (bg.AESCB(), bg.Combinatorial(bg.Matchings(2, 2), prior=bg.Uniform()), "paths without cycles, TopM(...)"),
        (bg.AESCB(), bg.Combinatorial(bg.Matchings(3, 4), prior=bg.Uniform()), "or SpanningTrees(...)"),
        (bg.AESCB(), bg.Combinatorial(ROAD, prior=bg.Uniform(), minimise=True), "paths without cycles, TopM(...)"),
        (bg.AESCB(), bg.Combinatorial(bg.TopM(3, 2), prior=bg.Uniform(), minimise=True), "what it rounds are rewards"),
        (bg.AESCB(), bg.Combinatorial(bg.TopM(3, 2), prior=bg.Uniform(), law=bg.Gaussian()), "[0, 1]"),
    ],
)
def test_bad_input_is_refused(policy, problem, message):
    assert_refused(lambda: bg.simulate(policy, problem, horizon=10), message)


def test_a_table_too_large_is_refused():
    problem = bg.Combinatorial(bg.TopM(200, 10), prior=bg.Uniform())
    assert_refused(
        lambda: bg.simulate(bg.AESCB(), problem, horizon=10**6), "horizon must be at most", "its table grows"
    )
