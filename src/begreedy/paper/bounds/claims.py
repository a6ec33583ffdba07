"""Claims about bounds: nothing is random, they are computed."""

from __future__ import annotations

from collections.abc import Mapping
from math import log, log2
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.claim import Check, Claim, Finding, computed_finding
from begreedy.paper.published import CROSSINGS

RIVALS = {"bounds-known": "MOSS", "bounds-unknown": "MeDZO"}


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


def _crossing(id: str) -> Check:
    def check(finished: Mapping[str, Finished], variant: str) -> Finding:
        """The crossing rounds to what is printed, and Greedy's bound is the lower one at every horizon before it."""
        crossing, horizons, bounds = _curves(finished, id)
        printed = CROSSINGS[id]
        before = horizons < crossing
        lower = bool(np.all(bounds["Greedy"][before] < bounds[RIVALS[id]][before]))
        right = printed.rounds_to(crossing)
        there = "at every" if lower else "not at every"
        return computed_finding(
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
    return computed_finding(
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
    return computed_finding(bool(powers["Greedy"][0] < powers["MeDZO"][0]), f"the bounds grow like {', '.join(texts)}")


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
    return computed_finding(
        worst < 0.01,
        f"K = T^(3/5) (log T)^(2/5) and T^(4/5) (log T)^(1/5) agree with the minimum, to {worst:.1g} in log2, for T "
        "from 1e3 to 1e9",
    )


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
)
