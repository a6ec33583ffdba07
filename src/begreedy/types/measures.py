"""What a measure is: a number, or a number per arm, that is taken of a run at every checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

MEASURE_ARGUMENTS = ("total", "pulls", "mean", "best", "arms", "t", "regret", "reward", "arm")


class MeasureValue(Protocol):
    """A frozen dataclass with one plain method, which is compiled into the simulation.

    Optional: ``name``, what it is called in results.
    """

    def value(self, *arguments: Any, **named: Any) -> float:
        """The number at a checkpoint, from arguments among ``total, pulls, mean, best, arms, t, regret, reward, arm``.

        ``total``, ``pulls`` and ``mean`` have a number per arm: the sum of its rewards, its pulls, and its true mean;
        there are ``arms`` of them, and regret is measured against ``best``.  ``t`` rounds have been played so far; they
        came to ``regret`` and a sum of rewards, ``reward``.  Whoever names ``arm`` is asked for every arm.
        """


Measure: TypeAlias = MeasureValue | Callable[..., float]  # a function is told what it names, likewise
Measures: TypeAlias = Sequence[Measure] | Mapping[str, Measure]  # as they call themselves, or with names of your own

_PREFIX, _BY_ARM = "measure:", "[arm]"


def column_of(name: str, by_arm: bool) -> str:
    """What the numbers of a measure are called among the columns of stored runs."""
    return f"{_PREFIX}{name}{_BY_ARM if by_arm else ''}"


def measure_in(column: str) -> tuple[str, bool] | None:
    """The measure of a column, and whether its numbers are by arm; None if the column is of something else.

    >>> measure_in(column_of("PullsPerArm", by_arm=True))
    ('PullsPerArm', True)
    """
    if not column.startswith(_PREFIX):
        return None
    return column.removeprefix(_PREFIX).removesuffix(_BY_ARM), column.endswith(_BY_ARM)
