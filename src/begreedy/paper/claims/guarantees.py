"""Claims about bounds and functions: nothing is random, they are computed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import log, log2
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.claims.claim import Claim, Finding
from begreedy.paper.pools import FUNCTIONS
from begreedy.paper.published import CROSSINGS

RIVALS = {"bounds-known": "MOSS", "bounds-unknown": "MeDZO"}
_PRINTED_SMOOTHNESS = {"f1": 221.0, "f2": 20.0, "f3": 2.0}


def _told(true: bool, why: str) -> Finding:
    return Finding("holds" if true else "fails", why)


def _curves(finished: Mapping[str, Finished], id: str) -> tuple[float, np.ndarray, dict[str, np.ndarray]]:
    """The crossing, the horizons and the bounds at them."""
    rows: list[dict[str, Any]] = finished[id].rows()
    crossing = next(row["crossing"] for row in rows if "crossing" in row)
    bounds: dict[str, list[float]] = {}
    horizons: dict[str, list[float]] = {}
    for row in rows:
        if "bound" in row:
            bounds.setdefault(row["policy"], []).append(row["bound"])
            horizons.setdefault(row["policy"], []).append(row["horizon"])
    return float(crossing), np.array(horizons["Greedy"]), {name: np.array(values) for name, values in bounds.items()}


def _crossing(id: str) -> Any:
    def check(finished: Mapping[str, Finished], variant: str) -> Finding:
        """The crossing rounds to what is printed, and Greedy's bound is the lower one at every horizon before it."""
        crossing, horizons, bounds = _curves(finished, id)
        printed = CROSSINGS[id]
        before = horizons < crossing
        lower = bool(np.all(bounds["Greedy"][before] < bounds[RIVALS[id]][before]))
        right = printed.rounds_to(crossing)
        there = "at every" if lower else "not at every"
        return _told(
            lower and right,
            f"the bounds cross at {crossing:.4g}, printed {printed.value:g}; Greedy's is the lower one {there} horizon "
            "before",
        )

    return check


def short_horizons(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Competitive: somewhere before the crossing Greedy's bound says something, that is, is below T."""
    crossing, horizons, bounds = _curves(finished, "bounds-known")
    times = np.append(horizons[horizons < crossing], crossing)
    greedy = np.interp(np.log(times), np.log(horizons), np.log(bounds["Greedy"]))
    share = np.exp(greedy - np.log(times))
    least = int(np.argmin(share))
    return _told(
        bool(share[least] < 1.0),
        f"up to the crossing, Greedy's bound is at least {share[least]:.3g} T (at T = {times[least]:.0f}), and no "
        "regret is above T (competitive: below T somewhere)",
    )


def polynomial(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The power of T in a bound that is C T^a log^b T: solved from its values at 1e15, 1e30 and 1e60."""
    _, horizons, bounds = _curves(finished, "bounds-unknown")
    wanted = [int(np.argmin(np.abs(np.log10(horizons) - power))) for power in (15, 30, 60)]
    powers = {}
    for name, values in bounds.items():
        system = np.array([[1.0, log(t), log(log(t))] for t in horizons[wanted].tolist()])
        powers[name] = np.linalg.solve(system, np.log(values[wanted]))[1:]
    texts = [f"{name}'s T^{power:.3f} (log T)^{logs:.2f}" for name, (power, logs) in powers.items()]
    return _told(bool(powers["Greedy"][0] < powers["MeDZO"][0]), f"the bounds grow like {', '.join(texts)}")


def example_three(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The K that minimises the larger of the two terms, found numerically, against the printed formulas."""
    worst = 0.0
    for horizon in (1e3, 1e4, 1e6, 1e9):
        logarithm = log(horizon)
        arms = np.exp(np.linspace(0.0, log(horizon), 400_001))
        larger = np.maximum(horizon * (logarithm / arms) ** (1 / 3), arms * (arms / logarithm) ** (1 / 3))
        best = int(np.argmin(larger))
        k, bound = horizon**0.6 * logarithm**0.4, horizon**0.8 * logarithm**0.2
        worst = max(worst, abs(log2(arms[best] / k)), abs(log2(larger[best] / bound)))
    return _told(
        worst < 0.01,
        f"K = T^(3/5) (log T)^(2/5) and T^(4/5) (log T)^(1/5) agree with the minimum, to {worst:.1g} in log2, for T "
        "from 1e3 to 1e9",
    )


@cache
def _steepness(name: str) -> tuple[float, float]:
    """The least L that a function satisfies with its alpha, and the power with which it leaves its maximum."""
    from begreedy.problems.continuous import argmax

    given = FUNCTIONS[name]
    x, y = argmax(given.f)
    grid = [i / 100_000 for i in range(100_001)] + [
        x + sign * 10.0 ** (-k / 8) for k in range(8, 41) for sign in (-1, 1)
    ]
    # Closer than 1e-5 to the maximum, where the difference of two values near 1 is its rounding, says nothing.
    points = [p for p in grid if 0.0 <= p <= 1.0 and abs(p - x) >= 1e-5]
    smoothness = max((y - given.f(p)) / abs(p - x) ** given.alpha for p in points)
    near, far = (max(y - given.f(x + d), y - given.f(x - d)) for d in (1e-4, 1e-3))
    return smoothness, log(far / near) / log(10.0)


def smoothness(finished: Mapping[str, Finished], variant: str) -> Finding:
    """The least L for the alpha given, rounded to the digits printed, is not above the L printed."""
    least = {name: _steepness(name)[0] for name in FUNCTIONS}
    right = all(round(value) <= _PRINTED_SMOOTHNESS[name] for name, value in least.items())
    texts = [f"{name}: {value:.2f} for alpha = {FUNCTIONS[name].alpha:g}" for name, value in least.items()]
    return _told(right, f"the least L is {'; '.join(texts)}; printed about 221, 20, 2")


def sharper(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Sharper: at its maximum the function falls like a smaller power of the distance (from 1e-4 to 1e-3)."""
    powers = [_steepness(name)[1] for name in FUNCTIONS]
    text = ", ".join(f"{name} |x - x*|^{power:.2f}" for name, power in zip(FUNCTIONS, powers, strict=True))
    return _told(powers[0] > powers[1] > powers[2], f"near its maximum each falls like {text}")


CLAIMS = (
    Claim(
        "bounds-known-crossing",
        "the bound on Greedy is stronger up until a moderate time horizon T ≈ 12000",
        "Section 4 and figure of bounds, known smoothness",
        ("bounds-known",),
        _crossing("bounds-known"),
    ),
    Claim(
        "bounds-known-competitive",
        "Greedy is theoretically competitive for short time horizon due to small constant factors",
        "Section 4, after the theorem on known smoothness",
        ("bounds-known",),
        short_horizons,
    ),
    Claim(
        "bounds-unknown-crossing",
        "Greedy is stronger up until an extremely large time horizon T ≈ 1,9·10⁴⁶",
        "Section 4 and figure of bounds, unknown smoothness",
        ("bounds-unknown",),
        _crossing("bounds-unknown"),
    ),
    Claim(
        "bounds-unknown-polynomial",
        "Greedy also has a lower polynomial dependency which makes it even more competitive theoretically",
        "Section 4, after the corollary on unknown smoothness",
        ("bounds-unknown",),
        polynomial,
    ),
    Claim(
        "example-three",
        "If we sub-sampled K = T^(3/5) (log T)^(2/5) arms, so that the maximum is minimized, the regret bound becomes "
        "O(T^(4/5) (log T)^(1/5))",
        "Example 3",
        ("infinite-uniform",),
        example_three,
    ),
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
