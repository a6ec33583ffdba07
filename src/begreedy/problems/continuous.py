"""The continuous-armed bandit on [0, 1], or on a box of more dimensions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np

from begreedy.compile.compiler import native
from begreedy.problems import box
from begreedy.problems.laws import check_law, fill_in_law, normal_law
from begreedy.types import ENDLESS, Law, Stage
from begreedy.values.errors import BadType, BadValue
from begreedy.values.fields import later, optional
from begreedy.values.value import Coerced, Value, Vector

_COARSE = 1_000_001  # points of the first grid; a peak narrower than 1e-6 needs its maximum given
_SEARCHED = 64  # how many of its best cells are searched further
_FINE = 65  # points across two cells at each further step


@dataclass(frozen=True)
class Continuous(Value):
    """A continuum of arms x in [0, 1], which pay ``f(x)`` plus normal noise ``sigma``, or by a ``law`` of mean f(x).

    ``f`` is a plain function, compiled with the simulation.  Regret is measured against its maximum, found by a grid of
    a million points refined around the best of them; give ``maximum`` if you know it, for instance if a peak is
    narrower than 1e-6, or ``reference`` to measure regret against any other value.  ``bounds`` is the range that f
    promises to keep, checked when given; so is the range of means that the law allows.

    A function of d arguments lives on the box [0, 1]^d.  ``Discretize`` plays its regular grids, any other policy for
    pools uniformly random points.  Its maximum is looked for in up to six dimensions, from about a million points on: a
    peak narrower than 1e-3 in two dimensions, 1e-2 in three, or 0.1 in six needs its ``maximum`` given.

    Parameters
    ----------
    f : callable
        Mean reward as a function of one or several coordinates in [0, 1].
    sigma : float
        Standard deviation of normal noise.
    maximum : float, optional
        The maximum of f, if known.
    reference : float, optional
        What regret is measured against, if not the maximum.
    bounds : pair of float, optional
        Range that f promises to stay in.
    law : Law, optional
        Distribution of a reward, given its mean f(x), instead of normal noise.

    Examples
    --------
    >>> from begreedy import f3
    >>> round(Continuous(f3).highest, 5)
    0.99777
    >>> from begreedy import Bernoulli
    >>> Continuous(f3, law=Bernoulli())
    Continuous(f=f3, law=Bernoulli())
    >>> def hill(x, y):
    ...     return 1.0 - (x - 0.3) ** 2 - abs(y - 0.6)
    >>> Continuous(hill).dimension, round(Continuous(hill).highest, 9)
    (2, 1.0)
    """

    f: Callable[..., float]
    sigma: float = 1.0
    maximum: float | None = optional((), in_tuple=True)
    reference: float | None = optional((), in_tuple=True)
    bounds: Coerced[Vector | None, tuple[float, ...] | None] = optional(())
    law: Law = later(None)

    model = "continuous"
    size = ENDLESS

    def validate(self) -> None:
        if not callable(self.f):
            raise BadType.of("Continuous.f", self.f, "a function of x")
        if self.dimension > box.SEARCHED and self.maximum is None and self.reference is None:
            allowed = f"given for functions of more than {box.SEARCHED} arguments, whose maximum is not looked for"
            raise BadValue.of("Continuous.maximum", None, allowed, got="")
        fill_in_law(self)
        ordered = self.bounds is None or (len(self.bounds) == 2 and self.bounds[0] < self.bounds[1])
        self.require("bounds", ordered, "a pair (low, high) with low < high, or left out")

    @property
    def dimension(self) -> int:
        """How many arguments f has."""
        return box.dimensions(self.f)

    @property
    def continuum(self) -> bool:
        """Whether arms are the points of [0, 1]; those of a box are discovered at random."""
        return self.dimension == 1

    @property
    def implied(self) -> tuple[str, ...]:
        return ("law",) if normal_law(self) else ()

    @property
    def highest(self) -> float:
        """The maximum of f."""
        if self.dimension > box.SEARCHED and self.maximum is not None:
            return self.maximum
        found = argmax(self.f, self._range()) if self.continuum else box.argmax(self.f, self.dimension, self._range())
        reached = found[1]
        if self.maximum is None:
            return reached
        self.require("maximum", reached <= self.maximum + 1e-9, f"at least {reached!r}, which f reaches")
        return self.maximum

    def _range(self) -> tuple[float, float]:
        """What f must keep to, by ``bounds`` and by the law."""
        low, high = check_law(self)
        least, most = self.bounds or (-inf, inf)
        return max(low, least), min(high, most)

    def world(self) -> Any:
        return Highest(self.highest if self.reference is None else self.reference)

    def grid(self, arms: int, point: str) -> Stage:
        """The cells of a regular grid of a box, played at their "end", in the "middle" or at a "random" point."""
        return box.grid(self, arms, point)

    def discover_function(self) -> Any:
        if not self.continuum:
            return box.random_points(self.f, self.dimension)
        f = self.f

        def discover(world: Any, order: int, point: float, key: int, stream: Any, scratch: Any) -> float:
            return f(point)

        return discover

    def reference_function(self) -> Any:
        return _highest

    def scratch(self, arms: int) -> int:
        return 1


@dataclass(frozen=True)
class Highest(Value):
    """The numbers that the compiled side of ``Continuous`` needs."""

    highest: float


def _highest(world: Any, key: int, stream: Any) -> float:
    return world.highest


@lru_cache(maxsize=64)
def argmax(f: Callable[[float], float], bounds: tuple[float, ...] | None = None) -> tuple[float, float]:
    """Where f is largest on [0, 1], and its value there: a fine grid, then ever finer ones around its best cells."""
    points = np.linspace(0.0, 1.0, _COARSE)
    values = _evaluate(f, points)
    if not np.all(np.isfinite(values)):
        i = int(np.flatnonzero(~np.isfinite(values))[0])
        got = f"{values[i]} at x = {points[i]:g}"
        raise BadValue.of("f", float(values[i]), "finite numbers on [0, 1]", verb="return", got=got)
    if bounds is not None and (values.min() < bounds[0] or values.max() > bounds[1]):
        i = int(np.flatnonzero((values < bounds[0]) | (values > bounds[1]))[0])
        got = f"{values[i]:.9g} at x = {points[i]:g}"
        raise BadValue.of("f", float(values[i]), f"in [{bounds[0]:g}, {bounds[1]:g}]", verb="stay", got=got)
    # Local maxima of the grid are where the function can still rise; the best of them are refined together.
    padded = np.concatenate([[-np.inf], values, [-np.inf]])
    peaks = np.flatnonzero((padded[1:-1] >= padded[:-2]) & (padded[1:-1] >= padded[2:]))
    centres = points[peaks[np.argsort(values[peaks])[::-1][:_SEARCHED]]]
    best_x, best = float(points[values.argmax()]), float(values.max())
    width = 1.0 / (_COARSE - 1)
    while width > 1e-17:
        offsets = np.linspace(-width, width, _FINE)
        grid = np.clip(centres[:, None] + offsets, 0.0, 1.0)
        fine = _evaluate(f, np.ascontiguousarray(grid.ravel())).reshape(grid.shape)
        columns = fine.argmax(axis=1)
        rows = np.arange(len(centres))
        centres = grid[rows, columns]
        top = int(fine[rows, columns].argmax())
        if fine[top, columns[top]] > best:
            best_x, best = float(centres[top]), float(fine[top, columns[top]])
        width /= (_FINE - 1) / 4
    return best_x, best


def _evaluate(f: Any, points: np.ndarray) -> np.ndarray:
    def loop(points: Any, values: Any) -> int:
        for i in range(len(points)):
            values[i] = f(points[i])
        return 0

    values = np.zeros(len(points))
    native(loop, points, values, label=f"the function {getattr(f, '__name__', f)}")(points, values)
    return values
