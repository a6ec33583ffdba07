"""The actions of a linear problem as so many arms, for policies that know nothing of vectors."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any

from begreedy.problems.pool import next_in_random_order, table_size
from begreedy.random import derive, normal, seed_stream
from begreedy.types import Law, Stage, law_link
from begreedy.values.value import Value

PARAMETER, _ORDER = 0, 2  # what is drawn for an instance: the parameter, and the order in which arms are discovered


@dataclass(frozen=True)
class Linked(Value):
    """What compiled code sees of an instance whose means are links of scores."""

    theta: tuple[float, ...]
    actions: tuple[float, ...]
    law: Any

    def mean(self, score: float) -> float:
        mean: float = self.law.link(score)
        return mean


@dataclass(frozen=True)
class Catalogue(Value):
    """Every action of a catalogue that is offered whole in every round is an arm: a finite problem and a pool.

    An instance is that of the linear problem: the same parameter, hence the same means.
    """

    linear: Any

    model = "finite"

    @property
    def size(self) -> int:
        return int(self.linear.catalogue)

    @property
    def law(self) -> Law:
        law: Law = self.linear.law
        return law

    def world(self) -> Any:
        world = self.linear.world()
        return world if law_link(self.law) is None else Linked(world.theta, world.actions, self.law)

    def stage(self) -> Stage:
        """All actions, in their own order."""
        mean_of = _mean_function(self.linear)

        def fill(world: Any, mean: Any, arms: int, key: int, stream: Any, scratch: Any) -> None:
            mean[arms] = -inf
            for arm in range(arms):
                mean[arm] = mean_of(world, arm, key, stream)
                mean[arms] = max(mean[arms], mean[arm])

        return Stage(self.size, self.law, self.world(), fill, 1)

    def discover_function(self) -> Any:
        mean_of, size = _mean_function(self.linear), self.size

        def discover(world: Any, order: int, point: float, key: int, stream: Any, scratch: Any) -> float:
            seed_stream(stream, derive(derive(key, _ORDER), order))
            arm = next_in_random_order(order, size, stream, scratch)
            return mean_of(world, arm, key, stream)

        return discover

    def reference_function(self) -> Any:
        mean_of, size = _mean_function(self.linear), self.size

        def reference(world: Any, key: int, stream: Any) -> float:
            best = -inf
            for arm in range(size):
                best = max(best, mean_of(world, arm, key, stream))
            return best

        return reference

    def scratch(self, arms: int) -> int:
        return table_size(arms)


def _mean_function(linear: Any) -> Any:
    """mean_of(world, arm, key, stream): the mean reward of an action.

    A random parameter is a normal vector scaled to length 1, as ``random_direction`` draws it, but there is no room to
    keep it: its entries are drawn again for every action.
    """
    size, known, links = linear.dimension, linear.theta is not None, law_link(linear.law) is not None

    def mean_of(world: Any, arm: int, key: int, stream: Any) -> float:
        score = 0.0
        if known:
            for i in range(size):
                score += world.actions[arm * size + i] * world.theta[i]
        else:
            seed_stream(stream, derive(key, PARAMETER))
            squares = 0.0
            for i in range(size):
                entry = normal(stream)
                squares += entry * entry
                score += world.actions[arm * size + i] * entry
            score /= sqrt(squares)
        return world.mean(score) if links else score

    return mean_of
