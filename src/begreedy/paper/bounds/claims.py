"""Claims about bounds: nothing is random, they are computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import log, log2, sqrt
from typing import Any

import numpy as np

from begreedy import theory
from begreedy.experiments.experiment import Finished
from begreedy.paper.bounds.experiment import SMOOTH
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
        """Which constant the rival's curve has is not printed; ours is fitted to the crossing, so this cannot fail."""
        crossing, _, _ = _curves(finished, id)
        return Finding(
            "not judged",
            f"the constant of {RIVALS[id]} is not printed, and ours is fitted so that the bounds cross there: at "
            f"{crossing:.4g}, printed {CROSSINGS[id].value:g}",
        )

    return check


def short_horizons(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Competitive: somewhere Greedy's bound says something, that is, is below T, and is not above MOSS's.

    Like with like: both theorems at their best K, MOSS's with the constant of Lattimore and Szepesvári.
    """
    _, horizons, bounds = _curves(finished, "bounds-known")
    greedy, moss = bounds["Greedy, best K"], bounds["MOSS, best K"]
    ratio = greedy / moss
    first = int(np.flatnonzero(greedy < horizons)[0])
    useful = slice(first, None)
    begins = _not_vacuous(partial(theory.continuous, best=True, **SMOOTH), *horizons[[max(0, first - 1), first]])
    lower = begins / theory.moss_continuous(begins, **SMOOTH).value
    return computed_finding(
        bool(np.any(ratio[useful] <= 1.0)),
        f"at their best K, Greedy's bound is below T from T = {begins:.2g} on; there MOSS's is {lower:.2g} times "
        f"lower, and {ratio[-1]:.2g} times at {horizons[-1]:.2g} (39 sqrt(K T) + K + T / K). As printed, Greedy's is "
        f"{theory.continuous(begins, printed=True, **SMOOTH).value / begins:.2g} T there",
    )


def _not_vacuous(bound: Callable[[float], theory.Bound], low: float, high: float) -> float:
    """The horizon between two at which a bound ceases to be vacuous, to a thousandth."""
    while high > 1.001 * low:
        middle = sqrt(low * high)
        low, high = (middle, high) if bound(middle).vacuous else (low, middle)
    return high


def polynomial(finished: Mapping[str, Finished], variant: str) -> Finding:
    """Lower in L, the one polynomial of which it is true: L^(1/(2 alpha + 1)) against L^(1/(alpha + 1)), L >= 1.

    The power of T in a bound that is C T^a log^b T, solved from its values at 1e15, 1e30 and 1e60, is told.
    """
    _, horizons, bounds = _curves(finished, "bounds-unknown")
    wanted = [int(np.argmin(np.abs(np.log10(horizons) - power))) for power in (15, 30, 60)]
    system = np.array([[1.0, log(t), log(log(t))] for t in horizons[wanted].tolist()])
    in_horizon = {name: np.linalg.solve(system, np.log(values[wanted]))[1:] for name, values in bounds.items()}
    in_smoothness = {
        name: log(bound(1e60, 1.0, 100.0).value / bound(1e60, 1.0, 10.0).value, 10.0)
        for name, bound in (("Greedy", theory.continuous_unknown), ("MeDZO", theory.medzo_fitted))
    }
    texts = [
        f"{name}'s L^{in_smoothness[name]:.3f} T^{power:.3f} (log T)^{logs:.2f}"
        for name, (power, logs) in in_horizon.items()
    ]
    return computed_finding(
        in_smoothness["Greedy"] < in_smoothness["MeDZO"],
        f"the bounds grow like {', '.join(texts)}: lower in L, higher in T, lower in log T",
    )


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
        afterwards="first compared with the fitted curve of MOSS, up to the crossing",
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
        afterwards="first read as the power of T, which is higher",
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
