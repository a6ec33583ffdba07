"""Erratum of the figures of bounds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from begreedy import theory
from begreedy.paper.bounds.experiment import SMOOTH
from begreedy.paper.erratum import Erratum, Reproduced
from begreedy.values.numbers import grouped


def vacuous_bounds(run: Reproduced) -> str | None:
    """The bounds where they cross, as multiples of the horizon."""
    words = []
    curves: dict[str, Callable[[float], theory.Bound]] = {
        "bounds-known": partial(theory.continuous, printed=True, **SMOOTH),
        "bounds-unknown": partial(theory.continuous_unknown, **SMOOTH),
    }
    for id, curve in curves.items():
        if id in run.finished:
            crossing = next(row["crossing"] for row in run.finished[id].rows() if "crossing" in row)
            times = curve(crossing).value / crossing
            verdict = "they say nothing" if times >= 1.0 else "they say something"
            words.append(f"{id}: at the crossing, T = {grouped(crossing)}, both bounds are {times:.2g} T: {verdict}.")
    return " ".join(words) or None


ERRATA = (
    Erratum(
        "vacuous-bounds",
        "Where the bounds cross, they say nothing",
        "Greedy's bound for known smoothness is called lower than MOSS's up to T ≈ 12 000.",
        "There both are above T, the most that can be lost. Both at their best K and with a cited constant, MOSS's is "
        "the lower one wherever Greedy's is not vacuous. The paper does not state the constants of the drawn curves.",
        ("bounds-known", "bounds-unknown"),
        vacuous_bounds,
    ),
)
