"""Sets of actions: oracles find what looking at all subsets finds, say how long it stays, and refuse nonsense."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import inf

import numpy as np
import pytest

import begreedy as bg
from begreedy.problems.actions.listing import all_actions
from begreedy.random import seed_stream
from begreedy.types import solve_arguments
from oracles import brute_force
from support.refusals import assert_refused

DIAMOND = [("a", "b"), ("a", "c"), ("b", "d"), ("c", "d"), ("b", "c"), ("a", "d")]
ROAD = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 3), (1, 4), (2, 4)]

# Actions, and all of them by brute force.
KINDS = {
    "top": (bg.TopM(7, 3), brute_force.top_m(7, 3)),
    "all arms": (bg.TopM(4, 4), brute_force.top_m(4, 4)),
    "partition": (
        bg.Partition([[0, 3], [1, 2, 4], [5]]),
        brute_force.partition([[0, 3], [1, 2, 4], [5]]),
    ),
    "sets": (bg.Sets([[0, 1, 2], [2, 3], [4, 0]]), brute_force.explicit([[0, 1, 2], [2, 3], [4, 0]])),
    "one action": (bg.Sets([[1, 0]]), {(0, 1)}),
    "square matchings": (bg.Matchings(3, 3), brute_force.matchings(3, 3)),
    "wide matchings": (bg.Matchings(2, 4), brute_force.matchings(2, 4)),
    "tall matchings": (bg.Matchings(4, 2), brute_force.matchings(4, 2)),
    "one pair": (bg.Matchings(1, 1), {(0,)}),
    "trees of K4": (bg.SpanningTrees(bg.complete_edges(4)), brute_force.spanning_trees(bg.complete_edges(4))),
    "parallel edges": (bg.SpanningTrees([(0, 1), (0, 1), (1, 2)]), {(0, 2), (1, 2)}),
    "road trees": (bg.SpanningTrees(ROAD), brute_force.spanning_trees(ROAD)),
    "grid paths": (bg.Paths(bg.grid_edges(3, 3), 0, 8), brute_force.paths(bg.grid_edges(3, 3), 0, 8)),
    "paths of any length": (bg.Paths(DIAMOND, "a", "d"), brute_force.paths(DIAMOND, "a", "d")),
    "road": (bg.Paths(ROAD, 0, 3, directed=False), brute_force.paths(ROAD, 0, 3, directed=False)),
    "cyclic": (bg.Paths([(0, 1), (1, 0), (1, 2), (0, 2)], 0, 2), {(0, 2), (3,)}),
}


def solve(actions, weights, stream):
    """One call of an oracle: the action and the floors of its arms."""
    memory = [0.0] * max(1, getattr(actions, "memory", 0))
    chosen, floor = [-1] * actions.size, [inf] * actions.arms
    everything = {"weights": list(weights), "chosen": chosen, "memory": memory, "floor": floor, "rng": stream}
    count = actions.solve(*(everything[name] for name in solve_arguments(actions)))
    return chosen[:count], floor


def some_weights(actions, rng):
    """Weights of many sizes: normal, whole numbers with ties, all equal; negative where arms must cost."""
    kind = rng.integers(4)
    weights = rng.normal(size=actions.arms) * 10.0 ** rng.integers(-2, 3)
    if kind == 1:
        weights = rng.integers(0, 3, actions.arms).astype(float)
    elif kind == 2:
        weights = np.full(actions.arms, rng.normal())
    elif kind == 3:
        weights = rng.integers(0, 4, actions.arms) / 3.0
    return -abs(weights) if getattr(actions, "costs_only", False) else weights


@pytest.mark.parametrize("kind", KINDS)
def test_the_action_found_is_a_best_one(kind):
    """On random and degenerate weights."""
    actions, every = KINDS[kind]
    assert actions.size == max(len(action) for action in every)
    rng = np.random.default_rng(0)
    for seed in range(300):
        weights = some_weights(actions, rng)
        found = bg.best_action(actions, weights.tolist(), seed=seed)
        assert found in every
        largest, _ = brute_force.best(every, weights)
        assert brute_force.worth(found, weights) == pytest.approx(largest, abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_all_actions_are_listed(kind):
    """Each once, where they can be; none if there are more than asked for, or if only shortest paths can be found."""
    actions, every = KINDS[kind]
    listed = all_actions(actions, len(every))
    if getattr(actions, "costs_only", False):
        assert listed is None
    else:
        assert sorted(tuple(sorted(action)) for action in listed) == sorted(every)
        assert all_actions(actions, len(every) - 1) is None


@pytest.mark.parametrize("kind", KINDS)
def test_above_their_floors_the_action_stays_the_only_best(kind):
    """Whatever its arms' weights become, as long as each is above its floor; and a floor is below the weight mostly."""
    actions, every = KINDS[kind]
    rng = np.random.default_rng(1)
    stream = [0] * 4
    seed_stream(stream, 1)
    strict = 0
    for _ in range(200):
        weights = some_weights(actions, rng)
        chosen, floor = solve(actions, weights, stream)
        low = np.array([floor[arm] for arm in chosen])
        if (low >= weights[chosen]).any():
            continue
        strict += 1
        for _ in range(5):
            moved = weights.copy()
            room = np.where(np.isfinite(low), weights[chosen] - low, 1.0)
            moved[chosen] = weights[chosen] - 0.999 * room * rng.random(len(chosen)) ** 0.2
            moved[chosen] += (rng.random(len(chosen)) < 0.5) * rng.exponential(size=len(chosen))
            assert brute_force.best(every, moved)[1] == {tuple(sorted(chosen))}
    assert strict > 50 or getattr(actions, "costs_only", False)


@pytest.mark.parametrize("kind", ["top", "partition", "sets", "grid paths", "paths of any length"])
def test_ties_are_uniform(kind):
    """All best actions are equally likely, also where sums are equal but for rounding."""
    actions, every = KINDS[kind]
    weights = np.full(actions.arms, 0.1)
    if kind == "sets":
        weights[:5] = [0.1, 0.2, 0.3, 0.3, 0.5]
    elif kind == "paths of any length":
        weights[:] = [0.1, 0.2, 0.5, 0.4, 0.1, 0.6]
    _, tied = brute_force.best(every, weights)
    assert len(tied) > 1
    stream = [0] * 4
    seed_stream(stream, 5)
    draws = 400 * len(tied)
    counts = Counter(tuple(sorted(solve(actions, weights, stream)[0])) for _ in range(draws))
    assert set(counts) == tied
    chi = sum((counts[action] - 400) ** 2 / 400 for action in tied)
    assert chi < len(tied) - 1 + 5 * np.sqrt(2 * (len(tied) - 1)) + 5


@pytest.mark.parametrize("kind", ["square matchings", "wide matchings", "trees of K4", "road trees"])
def test_random_keys_find_every_best_action(kind):
    """Where ties are broken by random keys, none of the best is left out or rare."""
    actions, every = KINDS[kind]
    stream = [0] * 4
    seed_stream(stream, 6)
    draws = 100 * len(every)
    counts = Counter(tuple(sorted(solve(actions, [0.5] * actions.arms, stream)[0])) for _ in range(draws))
    assert set(counts) == every
    assert min(counts.values()) > 30


def test_against_scipy():
    """Assignments, spanning trees and shortest paths too large for brute force."""
    from scipy.optimize import linear_sum_assignment
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import dijkstra, minimum_spanning_tree

    rng = np.random.default_rng(2)
    for rows, columns in [(12, 12), (5, 20), (20, 5)]:
        weights = rng.random((rows, columns))
        found = bg.best_action(bg.Matchings(rows, columns), weights.ravel().tolist())
        r, c = linear_sum_assignment(weights, maximize=True)
        assert set(found) == {int(i * columns + j) for i, j in zip(r, c)}
    edges = bg.complete_edges(15)
    costs = 0.1 + rng.random(len(edges))
    matrix = csr_matrix((costs, ([a for a, _ in edges], [b for _, b in edges])), shape=(15, 15))
    tree = bg.best_action(bg.SpanningTrees(edges), (-costs).tolist())
    assert costs[list(tree)].sum() == pytest.approx(minimum_spanning_tree(matrix).sum())
    path = bg.best_action(bg.Paths(edges, 0, 14, directed=False), (-costs).tolist())
    assert costs[list(path)].sum() == pytest.approx(dijkstra(matrix, directed=False, indices=0)[14])


def test_graphs_come_from_pairs_networkx_and_files(tmp_path):
    """The same edges, however they are given."""

    class Graph:  # what is asked of networkx
        def __init__(self, directed):
            self.directed = directed

        def edges(self):
            return [(0, 1), (1, 2), (0, 2)]

        def is_directed(self):
            return self.directed

    file = tmp_path / "edges.csv"
    file.write_text("from,to,length\n0,1,5\n1,2,7\n0,2,9\n")
    wanted = bg.SpanningTrees([(0, 1), (1, 2), (0, 2)])
    assert bg.SpanningTrees(Graph(False)) == bg.SpanningTrees(file) == bg.SpanningTrees(str(file)) == wanted
    assert bg.Paths(Graph(False), 0, 2).directed is False
    assert bg.Paths(Graph(True), 0, 2) == bg.Paths(file, 0, 2)
    named = tmp_path / "named.csv"
    named.write_text("home,school\nschool,work\n")
    assert bg.Paths(named, "home", "work").edges == (("home", "school"), ("school", "work"))


@pytest.mark.parametrize("levels", [0, 3], ids=["random", "degenerate"])
def test_against_networkx(levels):
    """Trees, longest and shortest paths of its graphs, with random weights and with few different ones."""
    networkx = pytest.importorskip("networkx")
    rng = np.random.default_rng(3)
    for _ in range(10):
        graph = networkx.gnm_random_graph(9, 18, seed=int(rng.integers(1000)))
        graph.add_edges_from((i, i + 1) for i in range(8))
        weights = rng.integers(1, 1 + levels, len(graph.edges)) / 4.0 if levels else rng.random(len(graph.edges))
        tree = bg.best_action(bg.SpanningTrees(graph), weights.tolist())
        networkx.set_edge_attributes(graph, dict(zip(graph.edges, weights.tolist(), strict=True)), "weight")
        assert weights[list(tree)].sum() == pytest.approx(networkx.maximum_spanning_tree(graph).size("weight"))
        path = bg.best_action(bg.Paths(graph, 0, 8), (-weights).tolist())
        assert weights[list(path)].sum() == pytest.approx(networkx.shortest_path_length(graph, 0, 8, "weight"))
        acyclic = networkx.DiGraph()
        acyclic.add_edges_from((min(edge), max(edge)) for edge in graph.edges)
        longest = bg.best_action(bg.Paths(acyclic, 0, 8), weights.tolist())
        lengths = dict(zip(acyclic.edges, weights.tolist(), strict=True))
        paths = networkx.all_simple_edge_paths(acyclic, 0, 8)
        assert weights[list(longest)].sum() == pytest.approx(max(sum(lengths[edge] for edge in p) for p in paths))


@dataclass(frozen=True)
class Pairs:
    """Two arms next to each other: a set of one's own."""

    arms: int = 5
    size: int = 2

    def solve(self, weights, chosen):
        best = 0
        for first in range(1, self.arms - 1):
            if weights[first] + weights[first + 1] > weights[best] + weights[best + 1]:
                best = first
        chosen[0] = best
        chosen[1] = best + 1
        return 2


@dataclass(frozen=True)
class Broken:
    """Says what it is told to."""

    answer: tuple[int, ...]
    count: int
    arms: int = 3
    size: int = 2

    def solve(self, weights, chosen):
        for i in range(len(self.answer)):
            chosen[i] = self.answer[i]
        return self.count


def test_a_set_of_ones_own():
    assert bg.best_action(Pairs(), [0.0, 3.0, 1.0, 1.0, 2.0]) == (1, 2)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: bg.TopM(5, 6), "TopM.size must be between 1 and the 5 arms, got 6"),
        (lambda: bg.TopM(0, 1), "TopM.arms must be at least 1"),
        (lambda: bg.Partition([[0, 1], [3]]), "must have every arm 0, ..., 3 in one group"),
        (lambda: bg.Partition([]), "at least one set of arms"),
        (lambda: bg.Sets([[0, 0]]), "at least one arm, and none twice"),
        (lambda: bg.Sets([[]]), "at least one arm, and none twice"),
        (lambda: bg.Sets([[0, -1]]), "at least 0"),
        (lambda: bg.Sets(3), "a list of lists of arms"),
        (lambda: bg.Matchings(0, 3), "Matchings.rows must be at least 1"),
        (lambda: bg.SpanningTrees([(0, 1), (2, 3)]), "must connect all nodes, but 2 cannot be reached from 0"),
        (lambda: bg.SpanningTrees([(0, 0)]), "between two different nodes"),
        (lambda: bg.SpanningTrees([(0, 1, 2)]), "a pair of nodes"),
        (lambda: bg.SpanningTrees(7), "a networkx graph or a CSV file"),
        (lambda: bg.Paths([(0, 1), (2, 1)], 0, 2), "Paths.target must be a node that edges lead to from 0, got 2"),
        (lambda: bg.Paths([(0, 1)], 0, 5), "Paths.target must be a node of one of the edges, got 5"),
        (lambda: bg.Paths([(0, 1)], 0, 0), "another node than the source"),
        (lambda: bg.best_action(bg.TopM(3, 1), [1.0, 2.0]), "weights must be 3 numbers, one per arm, got 2 numbers"),
        (lambda: bg.best_action(bg.TopM(2, 1), [1.0, np.nan]), "weights[1] must be a finite number"),
        (
            lambda: bg.best_action(bg.Paths([(0, 1), (1, 2), (0, 2)], 0, 2, directed=False), [1, -0.5, -0.2]),
            "weights[0] must be at most 0, minus a cost",
        ),
        (lambda: bg.best_action(bg.Bernoulli(), [1.0]), "a set of actions such as TopM"),
        (lambda: bg.best_action(Broken((1, 1), 2), [0.0] * 3), "must choose every arm at most once"),
        (lambda: bg.best_action(Broken((1, 3), 2), [0.0] * 3), "at most 2"),
        (lambda: bg.best_action(Broken((1, 2), 0), [0.0] * 3), "must return the number of arms it chose, from 1 to 2"),
    ],
)
def test_nonsense_is_refused(wrong, message):
    assert_refused(wrong, message)
