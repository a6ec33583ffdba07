"""The many-armed bandit: n arms, some of them best."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, log
from typing import Any

from begreedy.problems.laws import Bernoulli, check_law
from begreedy.problems.pool import next_in_random_order, sampled, table_size
from begreedy.types import Law, Stage
from begreedy.values.errors import BadValue
from begreedy.values.fields import by_default
from begreedy.values.value import Coerced, Value, Vector

LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5)  # of the paper


@dataclass(frozen=True)
class ManyArmed(Value):
    """Many arms: ``best`` of the ``n`` have the mean ``top``, the others the means ``levels``, evenly.

    The arms stand in a random order, drawn afresh in every run.  The paper's instance is ``ManyArmed(2000, 67)``:
    0.9 for the best and 0.1, ..., 0.5 for the others; 67 is ``ceil(n / T**gamma)`` for T = 5000 and gamma = 0.4.

    Parameters
    ----------
    n : int
        Number of arms.
    best : int
        Number of best arms.
    top : float
        Mean of the best arms.
    levels : sequence of float
        Means of the other arms.
    law : Law
        Distribution of a reward, given the arm's mean.

    Examples
    --------
    >>> ManyArmed.with_hardness(2000, horizon=5000, gamma=0.4).best
    67
    """

    n: int
    best: int
    top: float = 0.9
    levels: Coerced[Vector, tuple[float, ...]] = by_default(LEVELS)
    law: Law = Bernoulli()

    model = "many-armed"

    @classmethod
    def with_hardness(
        cls,
        n: int,
        horizon: int,
        gamma: float,
        *,
        top: float = 0.9,
        levels: Vector = LEVELS,
        law: Law = Bernoulli(),
    ) -> ManyArmed:
        """``ceil(n / T**gamma)`` best arms: the hardness gamma of Zhu and Nowak (2020)."""
        if not 0.0 <= gamma <= 1.0:
            raise BadValue.of("gamma", gamma, "in [0, 1]")
        return cls(n, max(1, ceil(n / horizon**gamma)), top, levels, law)

    @classmethod
    def of_means(cls, means: Iterable[float], law: Law = Bernoulli()) -> ManyArmed:
        """Any list of means, played in a random order; the largest are the best."""
        values = tuple(sorted((float(m) for m in means), reverse=True))
        best = values.count(values[0]) if values else 0
        return cls(len(values), best, values[0] if values else 0.0, values[best:] or values[:1], law)

    def hardness(self, horizon: int) -> float:
        """The least gamma with n / best <= T**gamma."""
        return min(1.0, log(self.n / self.best) / log(horizon)) if horizon > 1 else 1.0

    def validate(self) -> None:
        self.require("n", self.n >= 1, "at least 1")
        self.require("best", 1 <= self.best <= self.n, f"between 1 and n = {self.n}")
        self.require("levels", len(self.levels) >= 1, "at least one mean")
        low, high = check_law(self)
        self.require("top", low <= self.top <= high, f"in [{low:g}, {high:g}]")
        for level in self.levels:
            self.require("levels", low <= level <= high, f"in [{low:g}, {high:g}]")
            self.require("levels", level <= self.top, f"at most top = {self.top}")

    @property
    def size(self) -> int:
        return self.n

    def world(self) -> Any:
        return self

    def stage(self) -> Stage:
        """All arms, in random order."""
        return sampled(self, self.n)

    def discover_function(self) -> Any:
        return _discover

    def reference_function(self) -> Any:
        return _top

    def scratch(self, arms: int) -> int:
        return table_size(arms)


def _discover(world: Any, order: int, point: float, key: int, stream: Any, scratch: Any) -> float:
    # Before the shuffle the best arms come first, then the levels in turn.
    arm = next_in_random_order(order, world.n, stream, scratch)
    return world.top if arm < world.best else world.levels[(arm - world.best) % len(world.levels)]


def _top(world: Any, key: int, stream: Any) -> float:
    return world.top
