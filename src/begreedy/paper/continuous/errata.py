"""Errata of the figures on continuous-armed bandits."""

from __future__ import annotations

from begreedy.paper.continuous.claims import IDS
from begreedy.paper.erratum import Erratum, Reproduced, all_known
from begreedy.paper.functions.experiment import FUNCTIONS
from begreedy.values.numbers import grouped


def f3_maximum(run: Reproduced) -> str | None:
    """The maximum that is missed, and what that takes from the regret."""
    played = run.results("continuous-f3", "published")
    rows = run.finished["functions"].rows() if "functions" in run.finished else []
    words = []
    for row in rows:
        if row["function"] == "f3":
            grid = FUNCTIONS["f3"].grid_maximum()
            words.append(f"f3: {row['max']:.5f} at x = {row['argmax']:.5f}, on the grid {grid:.5f}.")
            if played:
                horizon = int(played[0][2].horizon)
                words.append(f"That is {(row['max'] - grid) * horizon:.4g} of regret in {grouped(horizon)} rounds.")
    before, after = (run.said("continuous-f3", variant, "Greedy") for variant in ("published", "corrected"))
    if all_known(before, after):
        words.append(f"Greedy: {before} against the grid's maximum, {after} against the true one.")
    return " ".join(words) or None


def zooming_grid(run: Reproduced) -> str | None:
    words = []
    for id in IDS:
        grid, exact = (run.said(id, variant, "Zooming") for variant in ("published", "corrected"))
        if all_known(grid, exact):
            words.append(f"{id.removeprefix('continuous-')}: {grid} on the grid, {exact} exactly.")
    return "Zooming, " + " ".join(words) if words else None


ERRATA = (
    Erratum(
        "f3-maximum",
        "The maximum of f3 is missed by the grid it is looked for on",
        "The companion takes the best of 1001 points as the maximum that regret is measured against.",
        "Harmless for f1 and f2; the maximum of f3 is at a cusp between two points, pi / 6. Every regret on f3 is"
        " too small by the difference, in every round.",
        ("continuous-f3", "functions"),
        f3_maximum,
    ),
    Erratum(
        "zooming-grid",
        "Zooming looks for uncovered points on a grid of 101",
        "In the companion a point that is not covered by a ball is looked for among 0, 0.01, ..., 1 only.",
        "In one dimension the uncovered points are a union of intervals, found exactly.",
        IDS,
        zooming_grid,
    ),
    Erratum(
        "moss-constant",
        "MOSS has another constant in each experiment",
        "The index is mean + sqrt(c log+(T / (K n)) / n) with c = 4 for normal noise and c = 1 for Bernoulli "
        "rewards in the companion; the text does not say so, and cites an anytime version that it does not use.",
        "Both constants are in the literature; a paper should say which one it used. We keep the companion's.",
        (*IDS, "many-armed"),
    ),
)
