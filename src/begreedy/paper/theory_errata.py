"""Errata of the theory, a line each; ``docs/errata.md`` derives them under the same numbers (a test compares)."""

from __future__ import annotations

from typing import NamedTuple


class Slip(NamedTuple):
    """A statement, what is wrong with it, and whether a bound fails for it."""

    statement: str
    finding: str
    fails: str = ""


SLIPS = (
    Slip("continuous, closed form", "too small if L (log T)^alpha < 1", "**yes**: simulation exceeds it"),
    Slip("continuous, K", "prefactor right for alpha = 1 only", "no: the constant 13 has room"),
    Slip("continuous, proof", "miscounts points if x* is near 0", "no: a factor exp(epsilon^2 / 2)"),
    Slip("continuous, remark on random points", "noise is larger than the proof's", "not for bounded rewards"),
    Slip("unknown smoothness, condition on L", "T^(2 alpha) should be T^(alpha/2)", "no: vacuous where they differ"),
    Slip("unknown smoothness, comparison", "lower power of L and of log T, higher power of T"),
    Slip("infinite, closed form", "too small if c1 (4 + beta) > log T", "not proved as printed"),
    Slip(
        "infinite, closed form",
        "is 0 at T = 1; first exponential dominates only if epsilon^2 <= 1/2",
        "only where vacuous",
    ),
    Slip("many-armed, regimes", '"T >= 2" should be T >= 3'),
    Slip("many-armed, first regime", "14 does not cover K if gamma > 1/2", "no: vacuous"),
    Slip("many-armed, first regime", "gamma < 1/2 is not needed", "(a stronger theorem)"),
    Slip("many-armed, experiment's K", "stated without proof; derived here"),
    Slip("chaining", "a sign given away", "no"),
    Slip("figures of bounds", "at T = 12 361 both bounds are five times T"),
    Slip("number of best arms", "64 should be 67"),
    Slip("all closed forms", "a power of log T is given away", "no: they can be sharper"),
    Slip("infinite, assumption", "O(epsilon^beta) where the lower half of Theta is needed", "not with c1 given"),
    Slip("infinite, closed form", "bad events cost more than the rest if beta > 4 and c1 is huge", "only as corrected"),
    Slip("many-armed, proof", "Hoeffding for independent draws, used without replacement", "no: true there, too"),
    Slip("many-armed, proof", "gamma is called alpha; a smaller K would do", "no"),
    Slip("chaining, proof", "a wrong index, and a step invalid where the cost falls", "no: repaired at the end"),
    Slip("all theorems", "K is no whole number", "no: the constants have room"),
)
