"""All actions of a set of actions, one by one, where there are few."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from begreedy.problems.actions.graphs import Network
from begreedy.types import Actions, provides, says

Action = tuple[int, ...]


def all_actions(actions: Actions, most: int) -> tuple[Action, ...] | None:
    """Every action, if there are at most so many of them; None if there are more, or if nothing says which.

    >>> from begreedy import Matchings, TopM
    >>> all_actions(TopM(3, 2), most=10)
    ((0, 1), (0, 2), (1, 2))
    >>> all_actions(Matchings(5, 5), most=100) is None
    True
    """
    found = tuple(islice(_each(actions), most + 1))
    return found if 0 < len(found) <= most else None


def _each(actions: Any) -> Iterator[Action]:
    if says(actions, "explicit"):
        return iter(actions.groups_of_arms)
    if provides(actions, "every"):
        return iter(actions.every())
    network = actions.network() if provides(actions, "network") else None
    return iter(()) if network is None else _paths(network)


def _paths(network: Network) -> Iterator[Action]:
    """The arms of each path; nodes from which none leads to the end are never entered."""
    route, starts, ways, goals, begin, end = network
    leads = {end}
    for node in route:  # every edge leads to a node before
        if any(goals[edge] in leads for edge in range(starts[node], starts[node + 1])):
            leads.add(node)
    waiting: list[tuple[int, Action]] = [(begin, ())]
    while waiting:
        node, taken = waiting.pop()
        if node == end:
            yield taken
            continue
        for edge in reversed(range(starts[node], starts[node + 1])):
            if goals[edge] in leads:
                waiting.append((goals[edge], taken if ways[edge] < 0 else (*taken, ways[edge])))
