"""Question 5: Greedy when an action is a set of arms.

Two sets, matchings, trees and paths with given means, a network of roads with drawn ones, the binomial bridge, and
correlated arms: by the mean, the median and the worst 5 % of the runs, by how many are stuck, and by the horizon.

A conjecture: what decides is the **separation** z of the best action from its nearest rival after one reward of every
arm, in standard deviations: the least of gap / sqrt(sum of the variances of the arms in which the two differ).  Where z
is large the first rewards tell, and exploring is paid for nothing; where it is small Greedy stays with what the first
rewards said.  Theory that asks for all horizons cannot tell these apart: with independent arms no action without an arm
of the best one is self-identifiable, whatever z is (``theory.self_identifiable``).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np

from begreedy.beyond.bridge import FreeGreedy, PosteriorGreedy, PosteriorSample, bridge
from begreedy.experiments.experiment import Cell, Experiment, Finished, Scale
from begreedy.paper.curves import runs_of
from begreedy.paper.inference import log_ratio_of_means, worst_mean
from begreedy.policies.cascade import CTSBeta
from begreedy.policies.combinatorial import BGCTS, CombUCB, CTSGaussian
from begreedy.policies.escb import ESCB
from begreedy.policies.greedy import Greedy
from begreedy.policies.optimistic_greedy import OptimisticGreedy
from begreedy.problems.actions.explicit import Sets
from begreedy.problems.actions.graphs import complete_edges, grid_edges
from begreedy.problems.actions.matchings import Matchings
from begreedy.problems.actions.paths import Paths
from begreedy.problems.actions.spanning_trees import SpanningTrees
from begreedy.problems.combinatorial import Combinatorial
from begreedy.problems.laws import Gaussian
from begreedy.problems.priors import Uniform
from begreedy.results.chart import Dot, DotChart
from begreedy.results.comparison import paired
from begreedy.types import Policies
from begreedy.values.numbers import grouped, number

ID = "sets"
SIZES = (1, 2, 5, 10, 25, 50)  # of the two sets
GAPS: dict[str, tuple[float, float]] = {"small gap": (0.7, 0.5), "large gap": (0.95, 0.3)}
GRIDS = (2, 4, 6)  # steps in each direction
CORRELATIONS = (-1 / 16, 0.2, 0.5, 1.0)
HORIZONS = (100, 1000, 10_000)
BRIDGE = 500  # rounds of the binomial bridge, as in the tutorial

PLAIN: Policies = (Greedy(), OptimisticGreedy(), CombUCB(0.5), CTSBeta(), BGCTS())
WIDENED: Policies = (*PLAIN, ESCB())
NORMAL: Policies = (Greedy(), CombUCB(2.0), ESCB(), CTSGaussian(), CTSGaussian(clipped=True))
DRIVEN: Policies = (FreeGreedy(), Greedy(), PosteriorGreedy(), PosteriorSample())


def two_sets(m: int) -> Combinatorial:
    return Combinatorial(Sets((tuple(range(m)), tuple(range(m, 2 * m)))), means=(0.9,) * m + (0.7,) * m)


def matching(good: float, bad: float, n: int = 5) -> Combinatorial:
    """The pairs (i, i) are better than all others."""
    return Combinatorial(Matchings(n, n), means=tuple(good if i == j else bad for i in range(n) for j in range(n)))


def tree(good: float, bad: float) -> Combinatorial:
    """Of the complete graph on five nodes; the edges of one node are better than all others."""
    edges = complete_edges(5)
    return Combinatorial(SpanningTrees(edges), means=tuple(good if 0 in edge else bad for edge in edges))


def longest_path(steps: int) -> Combinatorial:
    """The way down the left side and along the bottom pays 0.7 per edge, all others 0.3."""
    side = steps + 1
    edges = grid_edges(side, side)
    places = [(divmod(int(a), side), divmod(int(b), side)) for a, b in edges]
    border = [a[1] == b[1] == 0 or a[0] == b[0] == steps for a, b in places]
    return Combinatorial(Paths(edges, 0, side * side - 1), means=tuple(0.7 if best else 0.3 for best in border))


def road() -> Combinatorial:
    """Streets between 100 corners, in both directions: as many as the road network of Perrault et al. has, nearly."""
    streets = Paths(grid_edges(10, 10), 0, 99, directed=False)
    return Combinatorial(streets, prior=Uniform(), minimise=True)


def correlated(c: float) -> Combinatorial:
    """The 24 matchings of four and four, normal rewards, every two arms correlated."""
    sets = tuple(tuple(4 * row + column for row, column in enumerate(order)) for order in permutations(range(4)))
    return Combinatorial(Sets(sets), prior=Uniform(), law=Gaussian(), correlation=c)


def separation(differ: int, good: float, bad: float) -> float:
    """z, where the nearest rival of the best action differs in so many good arms, and has as many bad ones instead."""
    return sqrt(differ) * (good - bad) / sqrt(good * (1.0 - good) + bad * (1.0 - bad))


CORRELATED: dict[str, tuple[Combinatorial, Policies]] = {
    f"correlated, c = {c:g}": (correlated(c), NORMAL) for c in CORRELATIONS
}
PROBLEMS: dict[str, tuple[Combinatorial, Policies]] = {
    **{f"two sets, m = {m}": (two_sets(m), WIDENED) for m in SIZES},
    **{f"matching, {gap}": (matching(*means), WIDENED) for gap, means in GAPS.items()},
    **{f"tree, {gap}": (tree(*means), WIDENED) for gap, means in GAPS.items()},
    **{f"grid, {steps} steps": (longest_path(steps), PLAIN) for steps in GRIDS},
    "road": (road(), PLAIN),
    "bridge": (bridge(), DRIVEN),
    **CORRELATED,
}
FEWER_RUNS = {"road", *CORRELATED}  # half of them: a round costs more, or the problems are many
SEPARATIONS: dict[str, float] = {
    **{f"two sets, m = {m}": separation(m, 0.9, 0.7) for m in SIZES},
    **{f"matching, {gap}": separation(2, *means) for gap, means in GAPS.items()},  # two rows change places
    **{f"tree, {gap}": separation(1, *means) for gap, means in GAPS.items()},
    **{f"grid, {steps} steps": separation(2, 0.7, 0.3) for steps in GRIDS},  # around the corner
}


def _cells(scale: Scale) -> list[Cell]:
    cells = []
    for name, (problem, policies) in PROBLEMS.items():
        runs = scale.runs // 2 if name in FEWER_RUNS else scale.runs
        for horizon in (BRIDGE,) if name == "bridge" else HORIZONS:
            if horizon <= scale.horizon:
                cells.append(Cell({"where": name, "horizon": horizon}, problem, horizon, runs, policies=policies))
    return cells


EXPERIMENT = Experiment(
    id=ID,
    title="When an action is a set of arms",
    cells=_cells,
    policies={"extra": ()},
    scales={"smoke": Scale(20, 100), "quick": Scale(100, 1000), "full": Scale(200, 10_000)},
    checkpoints=1,
    notes=(
        "Two sets of m arms, means 0.9 and 0.7. Matchings of 5 and 5 and spanning trees of 5 nodes: the arms of the "
        "best action 0.7, others 0.5 (small gap), or 0.95 and 0.3 (large gap). Longest paths on square grids: 0.7 on "
        "the best path, 0.3 elsewhere. Road: shortest paths between two corners of 10 by 10, costs uniform. Bridge: "
        "the binomial bridge of 20 stages, lognormal. Correlated: matchings of 4 and 4, normal rewards of unit "
        "variance. Rewards are 0 and 1 unless said otherwise."
    ),
)


# ---------------------------------------------------------------- figure

MEASURES: dict[str, Callable[[np.ndarray], float]] = {
    "mean": lambda regret: float(regret.mean()),
    "median": lambda regret: float(np.median(regret)),
    "worst 5 %": worst_mean,
}


def against_the_best(finished: Finished, variant: str) -> DotChart:
    """Regret of Greedy divided by the least of the others, at the longest horizon of each problem."""
    longest: dict[str, tuple[int, Any]] = {}
    for labels, results in finished.cells(variant):
        longest[labels["where"]] = (labels["horizon"], results)
    dots: list[Dot] = []
    largest = 0.0
    for row, (where, (horizon, results)) in enumerate(longest.items()):
        compared = paired(results)
        ours, *rivals = zip(compared.labels, compared, strict=True)
        for series, (measure, of) in enumerate(MEASURES.items()):
            name, best = min(rivals, key=lambda rival, of=of: of(rival[1].final))  # type: ignore[misc]
            a, b = of(ours[1].final), of(best.final)
            if not (a > 0.0 and b > 0.0):
                continue
            words = f"{where}, T = {grouped(horizon)}, {measure}: {number(a)} against {number(b)} of {name}"
            low = high = None
            if measure == "mean":
                error = log_ratio_of_means(ours[1].final, best.final).stderr
                largest = max(largest, error)
                words += f", ratio ± {100 * error:.2g} %"
                low, high = a / b * np.exp(-2.0 * error), a / b * np.exp(2.0 * error)
            dots.append(Dot(row, series, a / b, words, low, high))
    return DotChart(
        "Sets of arms: Greedy against the best of its rivals",
        tuple(longest),
        tuple(MEASURES),
        tuple(dots),
        "regret of Greedy / least regret of the others",
        ("← Greedy loses less", "a rival loses less →"),
        note=(
            f"at the longest horizon, {runs_of(finished, variant)}; the least by each measure; bars: 2 standard errors "
            f"of the ratio of means (up to {100 * largest:.2g} %)"
        ),
    )
