"""Functions on a box [0, 1]^d of two and more dimensions: random points, regular grids, and their maximum.

A function of d variables is plain Python with d arguments.  Compiled code cannot pass on a list of any length as
arguments, so a function that calls it with d coordinates is written out for every d.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from begreedy.compile.compiler import native
from begreedy.random import derive, seed_stream, uniform
from begreedy.types import Stage
from begreedy.values.errors import BadValue

SEARCHED = 6  # dimensions in which a maximum is looked for
_COARSE = 1_000_000  # points of the first grid, about
_SEARCHED = {2: 64, 3: 64, 4: 8, 5: 8, 6: 8}  # how many of its best peaks are searched further, by dimension
_REACH = np.arange(-2.0, 3.0)  # in steps: where each coordinate is looked at around a peak


def dimensions(f: Callable[..., float]) -> int:
    """How many arguments a function must be given."""
    try:
        parameters = inspect.signature(f).parameters.values()
    except (TypeError, ValueError):  # some built-in functions do not tell
        return 1
    needed = [p for p in parameters if p.default is p.empty and p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return max(1, len(needed))


def _calling(f: Callable[..., float], size: int, parameters: str, coordinate: Callable[[int], str]) -> Any:
    """A function of ``parameters`` that calls f with so many coordinates, each written as an expression of them."""
    scope: dict[str, Any] = {"f": f, "uniform": uniform, "__name__": "box"}
    exec(f"def called({parameters}): return f({', '.join(coordinate(i) for i in range(size))})", scope)
    return scope["called"]


def _of_cell(i: int) -> str:
    """Coordinate i of a cell of a grid with ``side`` cells along each axis, as a whole number."""
    return "cell" + " // side" * i + " % side"


def random_points(f: Callable[..., float], size: int) -> Any:
    """``discover``: every arm is at a uniformly random point, which depends on nothing but its number."""
    at_random = _calling(f, size, "stream", lambda i: "uniform(stream)")

    def discover(world: Any, order: int, point: float, key: int, stream: Any, scratch: Any) -> float:
        seed_stream(stream, derive(key, order))
        return at_random(stream)

    return discover


def grid(problem: Any, arms: int, point: str) -> Stage:
    """The cells of a regular grid, each played at its upper end, its middle, or a new random point every time."""
    f, size = problem.f, problem.dimension
    side = _side(arms, size)
    offset = 0.5 if point == "middle" else 1.0
    in_cell = _calling(f, size, "cell, side, offset", lambda i: f"({_of_cell(i)} + offset) / side")
    reference = problem.reference_function()

    def fill(world: Any, mean: Any, arms: int, key: int, stream: Any, scratch: Any) -> None:
        for arm in range(arms):
            mean[arm] = in_cell(arm, side, offset)
        mean[arms] = reference(world, key, stream)

    stage = Stage(arms, problem.law, problem.world(), fill, 1)
    if point != "random":
        return stage
    anywhere = _calling(f, size, "cell, side, rng", lambda i: f"({_of_cell(i)} + uniform(rng)) / side")

    def pull(world: Any, arm: int, arms: int, rng: Any) -> float:
        return anywhere(arm, side, rng)

    return stage._replace(pull=pull)


def _side(arms: int, size: int) -> int:
    side = round(arms ** (1.0 / size))
    if side**size != arms:
        near = ", ".join(str(max(1, number) ** size) for number in (side - 1, side, side + 1))
        raise BadValue.of("Discretize.k", arms, f"a whole number to the power of {size}, the dimension, such as {near}")
    return side


@lru_cache(maxsize=64)
def argmax(f: Callable[..., float], size: int, bounds: tuple[float, float]) -> tuple[tuple[float, ...], float]:
    """Where f is largest on the box, and its value there: a grid, then ever finer ones around its best peaks."""
    number = round(_COARSE ** (1.0 / size))
    axis = np.linspace(0.0, 1.0, number)
    points = np.stack(np.meshgrid(*[axis] * size, indexing="ij"), axis=-1).reshape(-1, size)
    values = _evaluate(f, size, points)
    outside = np.flatnonzero(~(np.isfinite(values) & (values >= bounds[0]) & (values <= bounds[1])))
    if len(outside):
        i = int(outside[0])
        where = ", ".join(f"{x:g}" for x in points[i])
        got, allowed = f"{values[i]:.9g} at ({where})", f"finite and in [{bounds[0]:g}, {bounds[1]:g}] on the box"
        raise BadValue.of("f", float(values[i]), allowed, verb="stay", got=got)
    peaks = np.flatnonzero(_peaks(values.reshape([number] * size)).ravel())
    centres = points[peaks[np.argsort(values[peaks])[::-1][: _SEARCHED[size]]]]
    best, where = float(values.max()), points[values.argmax()]
    offsets = np.stack(np.meshgrid(*[_REACH] * size, indexing="ij"), axis=-1).reshape(-1, size)
    step = 0.5 / (number - 1)
    while step > 1e-17:
        around = np.clip(centres[:, None, :] + step * offsets, 0.0, 1.0)
        fine = _evaluate(f, size, np.ascontiguousarray(around.reshape(-1, size))).reshape(len(centres), -1)
        chosen, rows = fine.argmax(axis=1), np.arange(len(centres))
        centres = around[rows, chosen]
        top = int(fine[rows, chosen].argmax())
        if fine[top, chosen[top]] > best:
            best, where = float(fine[top, chosen[top]]), centres[top]
        step /= 2.0
    return tuple(float(x) for x in where), best


def _peaks(values: np.ndarray) -> np.ndarray:
    """Where a value is not below its neighbours along any axis."""
    peak = np.ones(values.shape, bool)
    for axis in range(values.ndim):
        rises = np.diff(values, axis=axis) > 0.0
        padding = [(0, 0)] * values.ndim
        padding[axis] = (0, 1)
        peak &= ~np.pad(rises, padding)
        padding[axis] = (1, 0)
        peak &= ~np.pad(np.diff(values, axis=axis) < 0.0, padding)
    return peak


def _evaluate(f: Callable[..., float], size: int, points: np.ndarray) -> np.ndarray:
    at = _calling(f, size, "points, start", lambda i: f"points[start + {i}]")

    def loop(points: Any, values: Any, size: int) -> int:
        for i in range(len(values)):
            values[i] = at(points, i * size)
        return 0

    flat, values = points.ravel(), np.zeros(len(points))
    native(loop, flat, values, size, label=f"the function {getattr(f, '__name__', f)}")(flat, values, size)
    return values
