"""Erratum of the figure on many arms."""

from __future__ import annotations

from math import ceil

from begreedy import theory
from begreedy.paper.erratum import Erratum, Reproduced
from begreedy.problems.many_armed import ManyArmed


def best_arms(run: Reproduced) -> str | None:
    if "many-armed" not in run.finished:
        return None
    played = [result.problem for _, result in run.finished["many-armed"].of("published")]
    k = theory.many_armed(5000, gamma=0.4).k
    used = f" The instance of this run has {played[0].best}." if played and isinstance(played[0], ManyArmed) else ""
    return f"ceil(2000 / 5000^0.4) = {ceil(2000 / 5000**0.4)}.{used} The theorem's K is {k}, of 2000 arms."


ERRATA = (
    Erratum(
        "best-arms",
        "64 best arms should be 67",
        "ceil(2000 / 5000^0.4) is printed as 64.",
        "It is 67, which is also what the companion computes. The condition K ≤ n of the theorem fails for its own K.",
        ("many-armed",),
        best_arms,
    ),
)
