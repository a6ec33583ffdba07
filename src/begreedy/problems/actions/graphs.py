"""Graphs as lists of edges: from pairs, from networkx, from a CSV file; grids and complete graphs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeAlias

from begreedy.values.csv_rows import csv_file
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import whole

MOST_ARMS = 10**6  # of actions
_MOST_EDGES = 10**5  # of a graph that is made by a few words
Node = int | str
Edges = tuple[tuple[Node, Node], ...]


class NetworkX(Protocol):
    """What is asked of a networkx graph."""

    @property
    def edges(self) -> object: ...

    def is_directed(self) -> bool: ...


Graph: TypeAlias = Iterable[Sequence[Node]] | NetworkX | str | Path


class Network(NamedTuple):
    """A graph without cycles whose paths from ``begin`` to ``end`` are the actions."""

    route: tuple[int, ...]  # the nodes, every edge leading to one before
    starts: tuple[int, ...]  # by node: where the edges that leave it begin in the following two
    ways: tuple[int, ...]  # by edge: its arm, or -1
    goals: tuple[int, ...]  # by edge: the node it leads to
    begin: int
    end: int


def edges_of(graph: Any, where: str) -> Edges:
    """The edges of a graph: a list of pairs of nodes, a networkx graph, or a CSV file with a pair of nodes per line.

    A node is a number or a text.  What else a line of a file or an edge of networkx tells is not read.
    """
    if isinstance(graph, (str, Path)):
        graph = _edges_of_file(graph)
    elif hasattr(graph, "edges") and hasattr(graph, "is_directed"):  # networkx, without importing it
        graph = [(_plain(a), _plain(b)) for a, b in graph.edges()]
    if not isinstance(graph, Iterable):
        raise BadType.of(where, graph, "a list of pairs of nodes, a networkx graph or a CSV file")
    edges = []
    for i, edge in enumerate(graph):
        pair = tuple(edge) if isinstance(edge, (list, tuple)) else ()
        if len(pair) != 2 or any(isinstance(node, bool) or not isinstance(node, (int, str)) for node in pair):
            raise BadType.of(f"{where}[{i}]", edge, "a pair of nodes, each a whole number or a text")
        if pair[0] == pair[1]:
            raise BadValue.of(f"{where}[{i}]", edge, "between two different nodes")
        edges.append((pair[0], pair[1]))
    if not edges:
        raise BadValue.of(where, graph, "at least one edge")
    return tuple(edges)


def _plain(node: Hashable) -> Node:
    """A node of networkx, which may be anything: its text, unless it is a number or a text itself."""
    return node if isinstance(node, (int, str)) else str(node)


def _edges_of_file(path: str | Path) -> list[tuple[Node, Node]]:
    """The first two cells of every line; a first line without any number in a file of numbers is a heading."""
    try:
        rows = [(place, cells) for place, cells in csv_file(path) if cells]
    except OSError as error:
        words = f"cannot read {path}: {error.strerror}"
        raise BadValue(words, field="edges", value=str(path), allowed="a CSV file") from None
    for place, cells in rows:
        if len(cells) < 2:
            raise BadValue.of(place, cells, "two nodes", verb="have")
    pairs = [(cells[0], cells[1]) for _, cells in rows]
    if len(pairs) > 1 and all(_is_number(node) for pair in pairs[1:] for node in pair):
        numbers = pairs if _is_number(pairs[0][0]) else pairs[1:]
        return [(int(a), int(b)) for a, b in numbers]
    return list(pairs)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def numbered(edges: Edges) -> tuple[dict[Node, int], tuple[int, ...], tuple[int, ...]]:
    """Numbers of the nodes, in the order in which they occur, and those of the two ends of every edge."""
    numbers: dict[Node, int] = {}
    for edge in edges:
        for node in edge:
            numbers.setdefault(node, len(numbers))
    return numbers, tuple(numbers[a] for a, _ in edges), tuple(numbers[b] for _, b in edges)


def topological_order(nodes: int, tails: tuple[int, ...], heads: tuple[int, ...]) -> list[int] | None:
    """The nodes, every edge leading forwards; None if there is a cycle."""
    leading_to = [0] * nodes
    after: list[list[int]] = [[] for _ in range(nodes)]
    for tail, head in zip(tails, heads):
        leading_to[head] += 1
        after[tail].append(head)
    order = [node for node in range(nodes) if leading_to[node] == 0]
    for node in order:  # grows while it is read
        for head in after[node]:
            leading_to[head] -= 1
            if leading_to[head] == 0:
                order.append(head)
    return order if len(order) == nodes else None


def reached(start: int, nodes: int, tails: Iterable[int], heads: Iterable[int]) -> set[int]:
    """The nodes to which a way leads from ``start``."""
    after: list[list[int]] = [[] for _ in range(nodes)]
    for tail, head in zip(tails, heads):
        after[tail].append(head)
    nodes_reached, waiting = {start}, [start]
    while waiting:
        for head in after[waiting.pop()]:
            if head not in nodes_reached:
                nodes_reached.add(head)
                waiting.append(head)
    return nodes_reached


def _check_number(value: Any, field: str, edges: int) -> None:
    """Raise before a graph is made that is too large."""
    if edges > _MOST_EDGES:
        allowed = f"so few that there are at most {_MOST_EDGES} edges"
        raise BadValue.of(field, value, allowed, hint=f"there would be {edges}")


def complete_edges(nodes: int) -> Edges:
    """The edges of a complete graph: every pair of ``nodes`` nodes 0, 1, ...

    Parameters
    ----------
    nodes : int
        Number of nodes.

    Returns
    -------
    tuple of pairs
        The edges.

    Examples
    --------
    >>> complete_edges(3)
    ((0, 1), (0, 2), (1, 2))
    """
    _check_number(nodes, "complete_edges.nodes", whole(nodes, "complete_edges.nodes", low=1) * (nodes - 1) // 2)
    return tuple((a, b) for a in range(nodes) for b in range(a + 1, nodes))


def grid_edges(rows: int, columns: int) -> Edges:
    """The edges of a grid, to the right and down; nodes are numbered row by row.

    ``grid_edges(11, 11)`` is the binomial bridge of 20 stages: 220 edges and 184756 paths.

    Parameters
    ----------
    rows : int
        Rows of nodes.
    columns : int
        Columns of nodes.

    Returns
    -------
    tuple of pairs
        The edges.

    Examples
    --------
    >>> grid_edges(2, 2)
    ((0, 1), (0, 2), (1, 3), (2, 3))
    """
    nodes = whole(rows, "grid_edges.rows", low=1) * whole(columns, "grid_edges.columns", low=1)
    more, field = max((rows, "grid_edges.rows"), (columns, "grid_edges.columns"))
    _check_number(more, field, 2 * nodes - rows - columns)
    right = [(r * columns + c, r * columns + c + 1) for r in range(rows) for c in range(columns - 1)]
    down = [(r * columns + c, (r + 1) * columns + c) for r in range(rows - 1) for c in range(columns)]
    return tuple(sorted(right + down))
