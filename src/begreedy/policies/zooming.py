"""Zooming: look more closely where the function is high."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from begreedy.random import below, fair_argmax, uniform
from begreedy.types import Problem, says
from begreedy.values.canonical import unfit
from begreedy.values.fields import optional
from begreedy.values.value import Value

# memory: slot 0 is the point of a new arm; then the head; then five numbers per arm.
_HEAD, _PER_ARM = 5, 5
_PENDING, _PHASE, _PHASE_END, _BASE = 1, 2, 3, 4  # is a gap to be looked for?; the phase, its last round, its first arm
_X, _WIDTH, _INDEX, _LEFT, _RIGHT = 0, 1, 2, 3, 4  # point, radius of its ball, index, witnesses (arm + 1)

MOST_POINTS = 1_000_000  # of a grid, all of which a round may look at


@dataclass(frozen=True)
class Zooming(Value):
    """The zooming algorithm: covers all points by balls of active arms, and plays the active arm of largest index.

    With the metric ``L |x - y|**alpha``, the ball of an arm has radius ``r = sqrt(2 log T / (pulls + 1))``; the index
    is ``mean + 2 r``.  As soon as a point lies outside all balls, one such point, uniform among them, is activated and
    played.  ``grid`` = 101 looks for such points only among 0, 0.01, ..., 1 (as the paper's companion does); without,
    the search is exact.  ``phased`` needs no horizon: phase i lasts 2**i rounds, starts afresh and has
    ``r = sqrt(8 i / (2 + pulls))``.

    Guarantee: of order ``T**((d+1)/(d+2)) (log T)**(1/(d+2))``, d the zooming dimension.

    Parameters
    ----------
    alpha : float
        Smoothness exponent of the function, greater than 0.
    smoothness : float
        Its constant L, greater than 0.
    grid : int, optional
        Number of points that are looked at.  By default the search is exact.
    phased : bool
        Whether to start afresh in phases of doubling length, without a horizon.

    References
    ----------
    Kleinberg, Slivkins, Upfal (2008), *Multi-armed bandits in metric spaces*; fixed horizon: Slivkins (2019).

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.Zooming(alpha=1, smoothness=20), bg.Continuous(bg.f2), 100).arms))
    14
    """

    alpha: float
    smoothness: float
    grid: int | None = optional(0)
    phased: bool = False

    pool = True

    def validate(self) -> None:
        self.require("alpha", self.alpha > 0.0, "greater than 0")
        self.require("smoothness", self.smoothness > 0.0, "greater than 0")
        within = self.grid is None or 2 <= self.grid <= MOST_POINTS
        self.require("grid", within, f"between 2 and {MOST_POINTS}, or left out for an exact search")

    @property
    def grid_points(self) -> int:
        """``grid`` as compiled code reads it: 0 if it is not given."""
        return self.grid or 0

    def fit(self, problem: Problem, horizon: int) -> Zooming:
        if not says(problem, "continuum"):
            raise unfit(self, "a Continuous problem", problem, "of one dimension")
        return self

    def capacity(self, horizon: int) -> int:
        if self.phased or self.grid_points > 0:
            return horizon
        # A new arm lies outside all balls, so arms are at least the smallest possible ball apart.
        smallest = self.width(self.radius(horizon, 0.0, horizon))
        return int(1.0 / smallest) + 3 if smallest * horizon > 1.0 else horizon

    def memory(self, capacity: int) -> int:
        return _HEAD + _PER_ARM * capacity

    def radius(self, pulls: int, phase: float, horizon: int) -> float:
        if self.phased:
            return sqrt(8.0 * phase / (2.0 + pulls))
        return sqrt(2.0 * log(horizon) / (pulls + 1.0))

    def width(self, radius: float) -> float:
        """The ball as an interval: half its length."""
        return (radius / self.smoothness) ** (1.0 / self.alpha)

    def select(self, memory: Any, known: int, t: int, rng: Any) -> int:
        if self.phased and t > memory[_PHASE_END]:
            memory[_PHASE] += 1.0
            memory[_PHASE_END] = t - 1.0 + 2.0 ** memory[_PHASE]
            memory[_BASE] = known
        base = int(memory[_BASE])
        if known == base:
            memory[0] = uniform(rng)
            return known
        if memory[_PENDING] > 0.0:
            grid = self.grid_points
            y = _grid_gap(memory, base, known, grid, rng) if grid > 0 else _gap(memory, base, known, rng)
            if y >= 0.0:
                memory[0] = y
                return known
            memory[_PENDING] = 0.0
        return base + fair_argmax(rng, memory, _HEAD + _PER_ARM * base + _INDEX, _PER_ARM, known - base)

    def learn(self, memory: Any, total: Any, pulls: Any, known: int, arm: int, horizon: int) -> None:
        at = _HEAD + _PER_ARM * arm
        radius = self.radius(pulls[arm], memory[_PHASE], horizon)
        before = memory[at + _WIDTH]
        after = self.width(radius)
        memory[at + _INDEX] = total[arm] / pulls[arm] + 2.0 * radius
        memory[at + _WIDTH] = after
        if pulls[arm] == 1:
            memory[at + _X] = memory[0]
            memory[_PENDING] = 1.0
            return
        x = memory[at + _X]
        base = int(memory[_BASE])
        # Only this ball shrank: what it no longer covers must lie in other balls.
        grid = self.grid_points
        if grid > 0:
            lost = _grid_lost(memory, base, known, x - before, x - after, grid) or _grid_lost(
                memory, base, known, x + after, x + before, grid
            )
        else:
            lost = _lost(memory, base, known, at, _LEFT, max(0.0, x - before), x - after) or _lost(
                memory, base, known, at, _RIGHT, x + after, min(1.0, x + before)
            )
        if lost:
            memory[_PENDING] = 1.0


def _lost(memory: Any, base: int, known: int, at: int, side: int, low: float, high: float) -> bool:
    """Is part of [low, high] outside the balls of all arms (but the one at ``at``, which left it)?"""
    if low >= high:
        return False
    witness = int(memory[at + side]) - 1
    if witness >= 0:  # the arm that covered this side last time often still does
        ball = _HEAD + _PER_ARM * witness
        if memory[ball] - memory[ball + _WIDTH] <= low and memory[ball] + memory[ball + _WIDTH] >= high:
            return False
    covered = low
    while covered < high:
        farthest = covered
        reaching = -1
        for arm in range(base, known):
            ball = _HEAD + _PER_ARM * arm
            if ball != at and memory[ball] - memory[ball + _WIDTH] <= covered:
                right = memory[ball] + memory[ball + _WIDTH]
                if right > farthest:
                    farthest = right
                    reaching = arm
        if reaching < 0:
            return True
        if covered == low:
            memory[at + side] = reaching + 1.0
        covered = farthest
    return False


def _gap(memory: Any, base: int, known: int, rng: Any) -> float:
    """A uniform point of what no ball covers, or -1."""
    covered = 0.0
    length = 0.0
    chosen = -1.0
    while covered < 1.0:
        farthest = covered
        following = 1.0  # where the next ball begins
        for arm in range(base, known):
            ball = _HEAD + _PER_ARM * arm
            left = memory[ball] - memory[ball + _WIDTH]
            if left <= covered:
                farthest = max(farthest, memory[ball] + memory[ball + _WIDTH])
            else:
                following = min(following, left)
        if farthest > covered:
            covered = farthest
        else:
            length += following - covered
            if uniform(rng) * length < following - covered:
                chosen = covered + uniform(rng) * (following - covered)
            covered = following
    return chosen


def _is_covered(memory: Any, base: int, known: int, point: float) -> bool:
    for arm in range(base, known):
        ball = _HEAD + _PER_ARM * arm
        if abs(memory[ball] - point) <= memory[ball + _WIDTH]:
            return True
    return False


def _grid_lost(memory: Any, base: int, known: int, low: float, high: float, grid: int) -> bool:
    """Is a grid point of [low, high] covered by no ball?"""
    step = 1.0 / (grid - 1)
    number = max(0, int(low / step) - 1)
    while number < grid and number * step <= high + step:
        point = number * step
        if low - 1e-12 <= point <= high + 1e-12 and not _is_covered(memory, base, known, point):
            return True
        number += 1
    return False


def _grid_gap(memory: Any, base: int, known: int, grid: int, rng: Any) -> float:
    """A uniform one of the grid points that no ball covers, or -1."""
    step = 1.0 / (grid - 1)
    chosen = -1.0
    uncovered = 0
    for number in range(grid):
        if not _is_covered(memory, base, known, number * step):
            uncovered += 1
            if below(rng, uncovered) == 0:
                chosen = number * step
    return chosen
