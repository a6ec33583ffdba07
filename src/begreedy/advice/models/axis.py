"""The axis along which exploring starts to pay: the horizon, a lifetime, a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from begreedy.advice.models.situation import Situation


@dataclass(frozen=True)
class Axis:
    """``place`` is where a situation stands on the axis; ``moved`` is it elsewhere, None if it cannot be there."""

    name: str
    place: Callable[[Situation], float]
    moved: Callable[[Situation, float], Situation | None]


def horizon_axis(most: Callable[[Any], int | None] = lambda _: None) -> Axis:
    """The horizon, up to the ``most`` rounds that a problem allows."""

    def moved(given: Situation, place: float) -> Situation | None:
        limit = most(given.problem)
        return None if limit is not None and place > limit else replace(given, horizon=round(place))

    return Axis("horizon", lambda given: float(given.horizon or 0), moved)


def field_axis(name: str) -> Axis:
    """A field of the problem; a horizon, where there is one, grows in proportion."""

    def place_of(given: Situation) -> float:
        return float(getattr(given.problem, name))

    def moved(given: Situation, place: float) -> Situation:
        change: dict[str, Any] = {name: place}
        rounds = None if given.horizon is None else max(1, round(given.horizon * place / place_of(given)))
        problems = tuple(replace(problem, **change) for problem in given.problems)
        return replace(given, problem=replace(given.problem, **change), problems=problems, horizon=rounds)

    return Axis(name, place_of, moved)
