"""Errata of the figures on budgeted bandits."""

from __future__ import annotations

import numpy as np

from begreedy.paper.erratum import Erratum, Reproduced


def one_instance(run: Reproduced) -> str | None:
    """How different instances are: the spread of their best ratios, and the one of the companion."""
    words = []
    for id in ("budgeted-discrete", "budgeted-continuous"):
        fixed, fresh = run.results(id, "published"), run.results(id, "corrected")
        if fixed and fresh:
            ratio = float(fixed[0][2].reference[0])
            low, middle, high = np.quantile(fresh[0][2].reference, [0.1, 0.5, 0.9])
            words.append(
                f"{id}: best ratio {ratio:.4g} in the companion's instance; {middle:.4g} in the median of fresh ones "
                f"(10 to 90 %: {low:.3g} to {high:.3g})."
            )
    return " ".join(words) or None


def no_mean(run: Reproduced) -> str | None:
    """How much of the summed regret the largest hundredth of the runs has."""
    results = [result for _, name, result in run.results("budgeted-discrete", "corrected") if name == "Budget-UCB"]
    if not results:
        return None
    values = np.sort(results[0].regret[:, 0])[::-1]
    top = max(1, len(values) // 100)
    share = 100.0 * values[:top].sum() / values.sum()
    runs = "The one largest run" if top == 1 else f"The {top} largest runs"
    budget = f"{results[0].times[0]:g}"
    return f"{runs} of {len(values)} made {share:.0f} % of Budget-UCB's summed regret at a budget of {budget}."


ERRATA = (
    Erratum(
        "one-instance",
        "The budgeted figures show one instance",
        "The companion draws rewards and costs once, for all runs and budgets. The text suggests averages over "
        "instances.",
        "A fresh instance per run, in the variant corrected.",
        ("budgeted-discrete", "budgeted-continuous"),
        one_instance,
    ),
    Erratum(
        "no-mean",
        "With discrete costs the expected regret is infinite",
        "Regret over random instances is averaged, or would be.",
        "With costs uniform on (0, 1), P(an arm's ratio > x) = 1 / (2x) for x > 1: the best ratio has no mean, "
        "nor has the regret. Quantiles of the regret as a share of what could have been earned can be compared.",
        ("budgeted-discrete",),
        no_mean,
    ),
)
