"""Names of bandits and arms, and ranges of rewards and costs, checked."""

from __future__ import annotations

from math import isfinite
from typing import Any

from begreedy.bandit.records import brief
from begreedy.types import range_of, says
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite

LONGEST_NAME = 200
LARGEST = 1e100  # reward or cost: sums of their squares should stay finite


def checked_name(name: Any) -> str:
    if not isinstance(name, str):
        raise BadType.of("name", name, "a text", got=brief(name))
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
        raise BadValue.of(
            "name", name, f"1 to {LONGEST_NAME} characters, all of them printable", verb="have", got=brief(name)
        )
    return name


def checked_names(names: Any) -> list[str]:
    """The names of arms, all different, in order."""
    if isinstance(names, (str, bytes)) or not hasattr(names, "__iter__"):
        raise BadType.of("arms", names, "a number of arms or a sequence of names", got=brief(names))
    labels = list(names)
    for i, name in enumerate(labels):
        if not isinstance(name, str):
            raise BadType.of(f"arms[{i}]", name, "a text", got=brief(name))
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise BadValue.of(
                f"arms[{i}]",
                name,
                f"1 to {LONGEST_NAME} characters, all of them printable",
                verb="have",
                got=brief(name),
            )
    if len(set(labels)) < len(labels):
        seen: set[str] = set()
        twice = next(name for name in labels if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise BadValue.of("arms", twice, "different names", verb="have", got=f"{brief(twice)} twice")
    return labels


def checked_range(bounds: Any, field: str) -> tuple[float, float] | None:
    if bounds is None:
        return None
    if isinstance(bounds, str) or not hasattr(bounds, "__len__") or len(bounds) != 2:
        raise BadType.of(field, bounds, "a pair (low, high)", got=brief(bounds))
    low, high = finite(bounds[0], f"{field}[0]"), finite(bounds[1], f"{field}[1]")
    if not -LARGEST <= low < high <= LARGEST:
        allowed = f"(low, high) with low below high, both between -{LARGEST:g} and {LARGEST:g}"
        raise BadValue.of(field, (low, high), allowed)
    return low, high


def checked_problem(problem: Any, arms: int, rewards: tuple[float, float] | None) -> Any:
    """A problem whose actions are sets of this bandit's arms, and whose rewards are like its own; None if not given."""
    if problem is None:
        return None
    if not says(problem, "semi_bandit"):
        raise BadType.of(
            "problem", problem, "one whose actions are sets of arms, as Combinatorial(...)", got=brief(problem)
        )
    if problem.arms != arms:
        raise BadValue.of("problem", problem.arms, f"about the {arms} arms of the bandit", got=f"{problem.arms} arms")
    bounded = isfinite(range_of(problem.law, "support")[1])
    if bounded != (rewards is not None):
        allowed = (
            "of a law on [0, 1], as Bernoulli()" if rewards is not None else "of a law without bounds, as Gaussian()"
        )
        raise BadValue.of("problem", problem, f"{allowed}, where rewards are {rewards}", got=brief(problem.law))
    return problem
