"""The axis along which exploring starts to pay: the horizon, a lifetime, a budget."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.situation import P, Situation


@dataclass(frozen=True)
class Axis:
    """``place`` is where a situation stands on the axis; ``moved`` is it elsewhere, None if it cannot be there.

    Below ``least`` there is nothing to compare: by default as many rounds.  Greedy is compared with the policies of the
    other kind that are a ``rival``: by default all of them.  Elsewhere the best of these are raced again; where others
    may be good there, all are (``anew``).  Where rivals come ever closer to Greedy and never fall behind, they overtake
    it when they save the share ``margin`` of its regret.  A place is told in the user's ``unit``, with what it
    is a number of, if anything is ``counted``.
    """

    name: str
    place: Callable[[Situation], float]
    moved: Callable[[Situation, float], Situation | None]
    least: float = 10.0
    rival: Callable[[Candidate], bool] = lambda _: True
    anew: bool = False
    margin: float = 0.0
    unit: Callable[[Situation], float] = lambda _: 1.0
    counted: str | None = None


def horizon_axis(most: Callable[[P], int | None] = lambda _: None) -> Axis:
    """The horizon, up to the ``most`` rounds that a problem allows."""

    def moved(situation: Situation, place: float) -> Situation | None:
        limit = most(situation.problem)
        return None if limit is not None and place > limit else replace(situation, horizon=round(place))

    return Axis("horizon", lambda situation: float(situation.horizon or 0), moved, counted="rounds")


def field_axis(name: str, unit: Callable[[Situation], float] = lambda _: 1.0, counted: str | None = None) -> Axis:
    """A field of the problem; a horizon, where there is one, grows in proportion."""

    def place_of(situation: Situation) -> float:
        return float(getattr(situation.problem, name))

    def moved(situation: Situation, place: float) -> Situation:
        change = {name: place}
        rounds = None if situation.horizon is None else max(1, round(situation.horizon * place / place_of(situation)))
        problems = tuple(replace(problem, **change) for problem in situation.problems)
        return replace(situation, problem=replace(situation.problem, **change), problems=problems, horizon=rounds)

    return Axis(name, place_of, moved, unit=unit, counted=counted)
