"""The paths of a graph from one node to another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import inf
from typing import TYPE_CHECKING, Any

from begreedy.problems.actions.explicit import TIE
from begreedy.problems.actions.graphs import Edges, Graph, Network, Node, edges_of, numbered, reached, topological_order
from begreedy.random import uniform
from begreedy.values.errors import BadValue
from begreedy.values.value import Value

KEY = 1e-12  # the size of the random keys that break the ties of shortest paths


@dataclass(frozen=True)
class Paths(Value):
    """Paths from ``source`` to ``target`` of a graph; arms are the ``edges``, in the order given.

    ``edges`` are pairs of nodes, a networkx graph, or a CSV file.  In a directed graph without cycles a best path is
    found for any weights, uniformly among all of those (sums that differ by less than 1e-12 are equal).  Otherwise arms
    cost: weights are minus a cost, mean costs must be at least 0, and the best path is a shortest one (Dijkstra); ties
    by random keys, fresh every time.  What a policy takes for less than a cost of 0 in the course of play, such as the
    average of noisy costs or an optimistic index, counts as 0.

    Parameters
    ----------
    edges : Edges
        Pairs of nodes, a networkx graph, or the path of a CSV file.
    source : node
        Where paths begin.
    target : node
        Where paths end.
    directed : bool
        Whether edges may be walked from first to second node only.

    Examples
    --------
    >>> Paths([(0, 1), (1, 3), (0, 2), (2, 3)], source=0, target=3).size
    2
    >>> Paths([(0, 1), (2, 3)], source=0, target=3)
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Paths.target must be a node that edges lead to from 0, got 3
    """

    edges: Edges
    source: Node
    target: Node
    directed: bool = True

    if TYPE_CHECKING:

        def __init__(self, edges: Graph, source: Node, target: Node, directed: bool = True) -> None: ...

    files = ("edges",)  # fields that may name one

    def validate(self) -> None:
        if not getattr(self.edges, "is_directed", lambda: True)():  # a networkx graph says what it is
            object.__setattr__(self, "directed", False)
        object.__setattr__(self, "edges", edges_of(self.edges, "Paths.edges"))
        self.require("directed", isinstance(self.directed, bool), "True or False")
        numbers = self._numbers
        for field in ("source", "target"):
            self.require(field, getattr(self, field) in numbers, "a node of one of the edges")
        self.require("target", self.target != self.source, "another node than the source")
        if self.end not in reached(self.begin, self.nodes, self._from, self._to):
            raise BadValue.of("Paths.target", self.target, f"a node that edges lead to from {self.source!r}")

    # ------------------------------------------------------------ the graph, as compiled code reads it

    @cached_property
    def _numbers(self) -> dict[Node, int]:
        return numbered(self.edges)[0]

    @cached_property
    def _from(self) -> tuple[int, ...]:
        _, tails, heads = numbered(self.edges)
        return tails if self.directed else tails + heads

    @cached_property
    def _to(self) -> tuple[int, ...]:
        _, tails, heads = numbered(self.edges)
        return heads if self.directed else heads + tails

    @cached_property
    def _order(self) -> list[int] | None:
        return topological_order(self.nodes, self._from, self._to) if self.directed else None

    @property
    def nodes(self) -> int:
        return len(self._numbers)

    @property
    def begin(self) -> int:
        return self._numbers[self.source]

    @property
    def end(self) -> int:
        return self._numbers[self.target]

    @property
    def acyclic(self) -> bool:
        """Whether any weights will do."""
        return self._order is not None

    @property
    def costs_only(self) -> bool:
        """Whether arms must cost."""
        return not self.acyclic

    @property
    def arms(self) -> int:
        return len(self.edges)

    @property
    def size(self) -> int:
        return self._size

    @cached_property
    def _size(self) -> int:
        if self._order is None:
            return min(self.arms, self.nodes - 1)
        steps = [-inf] * self.nodes
        steps[self.end] = 0.0
        for node in reversed(self._order):
            for i in self._leaving[node]:
                steps[node] = max(steps[node], 1.0 + steps[self._to[i]])
        return int(steps[self.begin])

    @property
    def memory(self) -> int:
        return 3 * self.nodes + self.arms

    @cached_property
    def _leaving(self) -> list[list[int]]:
        """By node: the numbers of the (directed) edges that leave it."""
        leaving: list[list[int]] = [[] for _ in range(self.nodes)]
        for i, tail in enumerate(self._from):
            leaving[tail].append(i)
        return leaving

    @cached_property
    def route(self) -> tuple[int, ...]:
        """The nodes, in the order in which the best way from each is found; else in any."""
        return tuple(reversed(self._order)) if self._order is not None else tuple(range(self.nodes))

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """By node: where the edges that leave it begin in the following two."""
        return (0, *accumulate(len(leaving) for leaving in self._leaving))

    @cached_property
    def ways(self) -> tuple[int, ...]:
        return tuple(i % self.arms for leaving in self._leaving for i in leaving)

    @cached_property
    def goals(self) -> tuple[int, ...]:
        return tuple(self._to[i] for leaving in self._leaving for i in leaving)

    def network(self) -> Network | None:
        """The graph whose paths are the actions; None if it has cycles."""
        if not self.acyclic:
            return None
        return Network(self.route, self.starts, self.ways, self.goals, self.begin, self.end)

    # ------------------------------------------------------------ the best path

    def solve(self, weights: Any, chosen: Any, memory: Any, floor: Any, rng: Any) -> int:
        if self.acyclic:
            return self.longest(weights, chosen, memory, floor, rng)
        return self.shortest(weights, chosen, memory, rng)

    def longest(self, weights: Any, chosen: Any, memory: Any, floor: Any, rng: Any) -> int:
        """Backwards from the target: by node, the best sum (in memory) and how many paths have it (behind that)."""
        route, starts, ways, goals, nodes, end = self.route, self.starts, self.ways, self.goals, self.nodes, self.end
        for place in range(nodes):
            node = int(route[place])
            best = -inf
            paths = 0.0
            if node == end:
                best = 0.0
                paths = 1.0
            else:
                for i in range(int(starts[node]), int(starts[node + 1])):
                    goal = int(goals[i])
                    worth = weights[int(ways[i])] + memory[goal]
                    if worth > best + TIE:
                        best = worth
                        paths = memory[nodes + goal]
                    elif worth >= best - TIE and worth > -inf:
                        paths += memory[nodes + goal]
            memory[node] = best
            memory[nodes + node] = paths
        node = self.begin
        lead = inf  # of the best path on the second best
        unique = memory[nodes + node] == 1.0
        count = 0
        while node != end:
            lot = 0.0 if unique else uniform(rng) * memory[nodes + node]
            taken = -1
            for i in range(int(starts[node]), int(starts[node + 1])):
                behind = memory[node] - (weights[int(ways[i])] + memory[int(goals[i])])
                if behind > TIE:
                    lead = min(lead, behind)
                elif taken < 0 or lot >= 0.0:
                    taken = i
                    lot -= memory[nodes + int(goals[i])]
            chosen[count] = int(ways[taken])
            count += 1
            node = int(goals[taken])
        for k in range(count):
            arm = chosen[k]
            floor[arm] = weights[arm] - lead / count if unique else inf
        return count

    def shortest(self, weights: Any, chosen: Any, memory: Any, rng: Any) -> int:
        """Dijkstra from the source: by node, its distance, the way that leads to it, and whether these are certain."""
        starts, ways, goals, nodes = self.starts, self.ways, self.goals, self.nodes
        way, certain, cost = nodes, 2 * nodes, 3 * nodes
        largest = 0.0
        for arm in range(len(weights)):
            largest = max(largest, abs(weights[arm]))
        scale = KEY * largest if largest > 0.0 else KEY
        for arm in range(len(weights)):
            memory[cost + arm] = max(0.0, -weights[arm]) + scale * uniform(rng)
        for node in range(nodes):
            memory[node] = inf
            memory[certain + node] = 0.0
        memory[self.begin] = 0.0
        node = self.begin
        while node != self.end:
            memory[certain + node] = 1.0
            for i in range(int(starts[node]), int(starts[node + 1])):
                goal = int(goals[i])
                distance = memory[node] + memory[cost + int(ways[i])]
                if memory[certain + goal] == 0.0 and distance < memory[goal]:
                    memory[goal] = distance
                    memory[way + goal] = i
            node = -1
            for other in range(nodes):
                if memory[certain + other] == 0.0 and (node < 0 or memory[other] < memory[node]):
                    node = other
        count = 0
        while node != self.begin:
            i = int(memory[way + node])
            chosen[count] = int(ways[i])
            count += 1
            node = 0  # the node that this way leaves
            while int(starts[node + 1]) <= i:
                node += 1
        return count
