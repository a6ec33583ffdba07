"""Claims about the functions of the continuous-armed experiments: nothing is random, they are computed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Claim, Finding, computed_finding
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.problems.continuous import argmax

_PRINTED_SMOOTHNESS = {"f1": 221.0, "f2": 20.0, "f3": 2.0}


@cache
def _steepness(name: str) -> tuple[float, float]:
    """The least L that a function satisfies with its alpha, and the power with which it leaves its maximum."""
    smooth = FUNCTIONS[name]
    x, y = argmax(smooth.f)
    grid = [i / 100_000 for i in range(100_001)] + [
        x + sign * 10.0 ** (-k / 8) for k in range(8, 41) for sign in (-1, 1)
    ]
    # Closer than 1e-5 to the maximum, where the difference of two values near 1 is its rounding, says nothing.
    points = [p for p in grid if 0.0 <= p <= 1.0 and abs(p - x) >= 1e-5]
    smoothness = max((y - smooth.f(p)) / abs(p - x) ** smooth.alpha for p in points)
    near, far = (max(y - smooth.f(x + d), y - smooth.f(x - d)) for d in (1e-4, 1e-3))
    return smoothness, log(far / near) / log(10.0)


def smoothness(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The least L for the alpha given, rounded to the digits printed, is not above the L printed."""
    least = {name: _steepness(name)[0] for name in FUNCTIONS}
    right = all(round(value) <= _PRINTED_SMOOTHNESS[name] for name, value in least.items())
    texts = [f"{name}: {value:.2f} for alpha = {FUNCTIONS[name].alpha:g}" for name, value in least.items()]
    return computed_finding(right, f"the least L is {'; '.join(texts)}; printed about 221, 20, 2")


def sharper(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Sharper: at its maximum the function falls like a smaller power of the distance (from 1e-4 to 1e-3)."""
    powers = [_steepness(name)[1] for name in FUNCTIONS]
    text = ", ".join(f"{name} |x - x*|^{power:.2f}" for name, power in zip(FUNCTIONS, powers, strict=True))
    return computed_finding(powers[0] > powers[1] > powers[2], f"near its maximum each falls like {text}")


CLAIMS = (
    Claim(
        "functions-smoothness",
        "These functions verify Assumption … with α = 2, 1, 0.5 and L ≈ 221, 20, 2",
        "Section 7.1",
        ("functions",),
        smoothness,
    ),
    Claim(
        "functions-sharper",
        "three functions that are gradually sharper at the maxima",
        "Section 7.1",
        ("functions",),
        sharper,
    ),
)
