"""The spanning trees of a graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any

from begreedy.problems.actions.graphs import Edges, Graph, edges_of, numbered, reached
from begreedy.random import uniform
from begreedy.values.errors import BadValue
from begreedy.values.value import Value


@dataclass(frozen=True)
class SpanningTrees(Value):
    """Spanning trees of a graph; arms are the ``edges``, in the order given.

    ``edges`` are pairs of nodes, a networkx graph, or a CSV file.  The best tree is Kruskal's; equal weights are taken
    in a random order, fresh every time.

    Parameters
    ----------
    edges : Edges
        Pairs of nodes, a networkx graph, or the path of a CSV file.

    Examples
    --------
    >>> SpanningTrees([(0, 1), (1, 2), (0, 2)]).size
    2
    >>> SpanningTrees([(0, 1), (2, 3)])
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: SpanningTrees.edges must connect all nodes, but 2 cannot be reached from 0
    """

    edges: Edges

    if TYPE_CHECKING:

        def __init__(self, edges: Graph) -> None: ...

    files = ("edges",)  # fields that may name one

    def validate(self) -> None:
        object.__setattr__(self, "edges", edges_of(self.edges, "SpanningTrees.edges"))
        numbers, tails, heads = numbered(self.edges)
        connected = reached(0, len(numbers), tails + heads, heads + tails)
        first, *others = numbers
        for node in others:
            if numbers[node] not in connected:
                words = f"all nodes, but {node!r} cannot be reached from {first!r}"
                raise BadValue.of("SpanningTrees.edges", self.edges, words, verb="connect", got="")

    @cached_property
    def _numbered(self) -> Any:
        return numbered(self.edges)

    @cached_property
    def tails(self) -> tuple[int, ...]:
        tails: tuple[int, ...] = self._numbered[1]
        return tails

    @cached_property
    def heads(self) -> tuple[int, ...]:
        heads: tuple[int, ...] = self._numbered[2]
        return heads

    @cached_property
    def nodes(self) -> int:
        return len(self._numbered[0])

    @property
    def arms(self) -> int:
        return len(self.edges)

    @property
    def size(self) -> int:
        return self.nodes - 1

    @property
    def memory(self) -> int:
        return 2 * self.arms + 7 * self.nodes

    def every(self) -> Iterator[tuple[int, ...]]:
        """All trees, one by one: those with the next edge and those without, if these still connect all nodes."""
        waiting: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        while waiting:
            edge, taken = waiting.pop()
            if len(taken) == self.size:
                yield taken
                continue
            if len(self._reached((*taken, *range(edge + 1, self.arms)), 0)) == self.nodes:
                waiting.append((edge + 1, taken))
            if self.heads[edge] not in self._reached(taken, self.tails[edge]):
                waiting.append((edge + 1, (*taken, edge)))

    def _reached(self, edges: tuple[int, ...], start: int) -> set[int]:
        tails, heads = [self.tails[edge] for edge in edges], [self.heads[edge] for edge in edges]
        return reached(start, self.nodes, tails + heads, heads + tails)

    def solve(self, weights: Any, chosen: Any, memory: Any, floor: Any, rng: Any) -> int:
        """Kruskal; then every edge left out, best first, is the best of the cuts of the tree's edges around it."""
        tails, heads, arms, nodes = self.tails, self.heads, len(weights), self.nodes
        luck, order, group = 0, arms, 2 * arms  # places in memory: a random number per edge, edges sorted, components
        for edge in range(arms):
            memory[luck + edge] = uniform(rng)
            memory[order + edge] = edge
        sort_decreasing(weights, memory, luck, order, arms)
        for node in range(nodes):
            memory[group + node] = node
        count = 0
        left = 0  # edges left out, kept in the places of the sorted ones that were read
        for i in range(arms):
            edge = int(memory[order + i])
            group_of_tail, group_of_head = find(memory, group, int(tails[edge])), find(memory, group, int(heads[edge]))
            if group_of_tail == group_of_head:
                memory[order + left] = edge
                left += 1
            else:
                memory[group + group_of_tail] = group_of_head
                chosen[count] = edge
                count += 1
        root_tree(tails, heads, chosen, count, memory, group, nodes)
        for i in range(count):
            floor[chosen[i]] = -inf
        parent, depth, climbed = group + nodes, group + 2 * nodes, group + 4 * nodes
        for node in range(nodes):
            memory[climbed + node] = node
        for i in range(left):
            edge = int(memory[order + i])
            a, b = find(memory, climbed, int(tails[edge])), find(memory, climbed, int(heads[edge]))
            while a != b:  # edges of the tree between the two ends that have no better one yet
                if memory[depth + a] < memory[depth + b]:
                    a, b = b, a
                floor[int(memory[group + 3 * nodes + a])] = weights[edge]
                memory[climbed + a] = memory[parent + a]
                a = find(memory, climbed, a)
        return count

    def towards(self, chosen: Any, other: Any, weights: Any, memory: Any) -> int:
        """Exchange an edge of a best tree for one of another best tree; 0 if they are the same.

        It stays a best one: on the cycle that the new edge closes, the lightest that the other has not is as heavy.
        """
        tails, heads, arms, nodes = self.tails, self.heads, len(weights), self.nodes
        shared, group, count = (
            arms,
            2 * arms,
            nodes - 1,
        )  # in memory: by edge, its place + 1; by edge, whether other has it
        for edge in range(arms):
            memory[edge] = 0.0
            memory[shared + edge] = 0.0
        for i in range(count):
            memory[int(chosen[i])] = i + 1.0
            memory[shared + int(other[i])] = 1.0
        added = -1
        for i in range(count):
            if memory[int(other[i])] == 0.0:
                added = int(other[i])
        if added < 0:
            return 0
        root_tree(tails, heads, chosen, count, memory, group, nodes)
        a, b = int(tails[added]), int(heads[added])
        lightest = -1
        while a != b:
            if memory[group + 2 * nodes + a] < memory[group + 2 * nodes + b]:
                a, b = b, a
            edge = int(memory[group + 3 * nodes + a])
            if memory[shared + edge] == 0.0 and (lightest < 0 or weights[edge] < weights[lightest]):
                lightest = edge
            a = int(memory[group + nodes + a])
        chosen[int(memory[lightest]) - 1] = added
        return 1


def find(memory: Any, first: int, node: int) -> int:
    """The representative of a node's component, in a forest kept at ``first``; halves the way to it."""
    while int(memory[first + node]) != node:
        above = int(memory[first + node])
        memory[first + node] = memory[first + above]
        node = int(memory[first + node])
    return node


def sort_decreasing(weights: Any, memory: Any, luck: int, order: int, count: int) -> None:
    """Sort the edges at ``order`` by weight, the largest first, equal ones by their random numbers: a heap sort."""
    for begin in range(count // 2 - 1, -1, -1):
        sink(weights, memory, luck, order, begin, count)
    for end in range(count - 1, 0, -1):
        memory[order], memory[order + end] = memory[order + end], memory[order]
        sink(weights, memory, luck, order, 0, end)


def sink(weights: Any, memory: Any, luck: int, order: int, place: int, count: int) -> None:
    """Let the edge at a place of the heap sink below those that come later in the order."""
    edge = int(memory[order + place])
    while 2 * place + 1 < count:
        child = 2 * place + 1
        if child + 1 < count and _later(weights, memory, luck, order, child + 1, int(memory[order + child])):
            child += 1
        if not _later(weights, memory, luck, order, child, edge):
            break
        memory[order + place] = memory[order + child]
        place = child
    memory[order + place] = edge


def _later(weights: Any, memory: Any, luck: int, order: int, place: int, edge: int) -> bool:
    """Whether the edge at a place of the heap comes after another one."""
    other = int(memory[order + place])
    if weights[other] != weights[edge]:
        return bool(weights[other] < weights[edge])
    return bool(memory[luck + other] < memory[luck + edge])


def root_tree(tails: Any, heads: Any, chosen: Any, count: int, memory: Any, group: int, nodes: int) -> None:
    """Parent, depth and edge to the parent of every node of a tree, rooted at node 0: behind ``group`` in memory."""
    parent, depth, above, queue = group + nodes, group + 2 * nodes, group + 3 * nodes, group + 4 * nodes
    first, following = group, group + 5 * nodes  # by node: its first half-edge + 1; by half-edge: the next + 1
    for node in range(nodes):
        memory[first + node] = 0
        memory[depth + node] = -1
    for i in range(count):
        a, b = int(tails[chosen[i]]), int(heads[chosen[i]])
        memory[following + 2 * i] = memory[first + a]
        memory[first + a] = 2 * i + 1
        memory[following + 2 * i + 1] = memory[first + b]
        memory[first + b] = 2 * i + 2
    memory[queue] = 0
    memory[depth] = 0
    memory[parent] = 0
    waiting = 1
    read = 0
    while read < waiting:
        node = int(memory[queue + read])
        read += 1
        half = int(memory[first + node])
        while half > 0:
            edge = int(chosen[(half - 1) // 2])
            other = int(heads[edge]) if (half - 1) % 2 == 0 else int(tails[edge])
            if memory[depth + other] < 0:
                memory[depth + other] = memory[depth + node] + 1
                memory[parent + other] = node
                memory[above + other] = edge
                memory[queue + waiting] = other
                waiting += 1
            half = int(memory[following + half - 1])
