"""The best action for given weights, in plain Python: the very functions that simulations compile."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Any

from begreedy.problems.actions.graphs import MOST_ARMS
from begreedy.random import digest_key, seed_stream
from begreedy.types import Actions, part_of, says, solve_arguments, solve_memory
from begreedy.values.canonical import field_values
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite, whole


def best_action(actions: Actions, weights: Sequence[float], seed: int = 0) -> tuple[int, ...]:
    """An action of the largest sum of weights: its arms, in increasing order.

    Where several are best, ``seed`` says which.  Where only shortest paths can be found, weights are minus the costs,
    so at most 0.

    Parameters
    ----------
    actions : Actions
        The sets of arms to choose from.
    weights : sequence of float
        A number per arm.
    seed : int
        Decides between several best actions.

    Returns
    -------
    tuple of int
        Its arms, in increasing order.

    Examples
    --------
    >>> from begreedy import Matchings, TopM
    >>> best_action(TopM(5, size=2), [0.3, 0.9, 0.1, 0.5, 0.2])
    (1, 3)
    >>> best_action(Matchings(2, 2), [5.0, 4.0, 4.0, 1.0])
    (1, 2)
    """
    arms, size = check_actions(actions)
    numbers: list[float] = [finite(weight, f"weights[{i}]") for i, weight in enumerate(weights)]
    if len(numbers) != arms:
        raise BadValue.of("weights", len(numbers), f"{arms} numbers, one per arm", got=f"{len(numbers)} numbers")
    for i, weight in enumerate(numbers):
        if weight > 0.0 and says(actions, "costs_only"):
            allowed = "at most 0, minus a cost: only shortest paths can be found in a graph with cycles"
            raise BadValue.of(f"weights[{i}]", weight, allowed)
    stream = [0] * 4
    seed_stream(stream, digest_key("best action", whole(seed, "seed", low=0)))
    everything: dict[str, Any] = {
        "weights": numbers,
        "chosen": [-1] * size,
        "memory": [0.0] * solve_memory(actions),
        "floor": [inf] * arms,
        "rng": stream,
    }
    count = actions.solve(*(everything[name] for name in solve_arguments(actions)))
    return _checked(actions, everything["chosen"], count, size)


def check_actions(actions: Any) -> tuple[int, int]:
    """The number of arms and the size of the largest action, after checking that these are actions."""
    if not callable(part_of(actions, "solve", None)):
        raise BadType.of("actions", actions, "a set of actions such as TopM(10, 3), or a value with solve, arms, size")
    field_values(actions, "actions")
    name = type(actions).__name__
    solve_arguments(actions)
    arms = whole(part_of(actions, "arms", None), f"{name}.arms", low=1, high=MOST_ARMS)
    return arms, whole(getattr(actions, "size", None), f"{name}.size", low=1, high=arms)


def _checked(actions: Any, chosen: list[int], count: Any, size: int) -> tuple[int, ...]:
    what = f"{type(actions).__name__}.solve"
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= size:
        raise BadValue.of(what, count, f"the number of arms it chose, from 1 to {size}", verb="return")
    arms = chosen[:count]
    for place, arm in enumerate(arms):
        whole(arm, f"{what}[{place}]", low=0, high=actions.arms - 1)
    if len(set(arms)) < count:
        raise BadValue.of(what, arms, "every arm at most once", verb="choose")
    return tuple(sorted(int(arm) for arm in arms))
