"""The actions of combinatorial problems, all of them, from their definitions: the oracle of the oracles.

Nothing here is imported from the package: every subset of the arms is looked at.
"""

import itertools


def subsets(arms, size):
    return itertools.combinations(range(arms), size)


def top_m(arms, size):
    return set(subsets(arms, size))


def partition(groups):
    return {tuple(sorted(choice)) for choice in itertools.product(*groups)}


def explicit(sets):
    return {tuple(sorted(group)) for group in sets}


def matchings(rows, columns):
    """Sets of min(rows, columns) pairs with no row and no column twice."""
    found = set()
    for subset in subsets(rows * columns, min(rows, columns)):
        pairs = [divmod(arm, columns) for arm in subset]
        if len({r for r, _ in pairs}) == len({c for _, c in pairs}) == len(pairs):
            found.add(subset)
    return found


def _component(edges, start):
    found = {start}
    for _ in edges:
        for a, b in edges:
            if a in found or b in found:
                found |= {a, b}
    return found


def spanning_trees(edges):
    nodes = {node for edge in edges for node in edge}
    found = set()
    for subset in subsets(len(edges), len(nodes) - 1):
        if _component([edges[i] for i in subset], edges[0][0]) == nodes:
            found.add(subset)
    return found


def paths(edges, source, target, directed=True):
    """Simple paths, by trying every way on."""
    found = set()

    def walk(node, visited, taken):
        if node == target:
            found.add(tuple(sorted(taken)))
            return
        for i, (a, b) in enumerate(edges):
            ends = [(a, b)] if directed else [(a, b), (b, a)]
            for one, other in ends:
                if one == node and other not in visited:
                    walk(other, visited | {other}, [*taken, i])

    walk(source, {source}, [])
    return found


def worth(action, weights):
    return sum(weights[arm] for arm in action)


def best(actions, weights):
    """The largest worth, and all actions that have it (but for rounding)."""
    largest = max(worth(action, weights) for action in actions)
    return largest, {action for action in actions if worth(action, weights) > largest - 1e-9}
