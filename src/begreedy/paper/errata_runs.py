"""What a run says about each erratum: sentences whose numbers come from its finished experiments."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, sqrt
from statistics import median
from typing import Any

import numpy as np

from begreedy import theory
from begreedy.experiments.experiment import Finished
from begreedy.paper.charts import plain
from begreedy.paper.pools import FUNCTIONS
from begreedy.paper.published import CASCADE_ROUNDS, cascade_table
from begreedy.values.numbers import mean_words, number


class Seen:
    """The finished experiments of a run, asked for single numbers."""

    def __init__(self, finished: Mapping[str, Finished]) -> None:
        self.finished = finished

    def results(self, id: str, variant: str) -> list[tuple[dict[str, Any], str, Any]]:
        """Cells, names and results of a variant; none if it is not part of this run."""
        return self.finished[id].named(variant) if id in self.finished else []

    def said(self, id: str, variant: str, policy: str, **cell: Any) -> str | None:
        """A mean regret and its standard error, such as "590 ± 40"."""
        for found, name, result in self.results(id, variant):
            if name == policy and found == cell:
                return mean_words(float(result.mean[-1]), float(result.stderr[-1]))
        return None


def _all(*parts: str | None) -> bool:
    return all(part is not None for part in parts)


def pseudo_failure(seen: Seen) -> str | None:
    """Greedy with and without the failure; how many printed numbers are near ours, with and without."""
    words = []
    for id in ("cascade-uniform", "cascade-beta"):
        with_it, without = (seen.said(id, v, "Greedy", L=16, K=2) for v in ("published", "corrected"))
        if with_it is None or without is None:
            continue
        sentence = f"{id}, L = 16, K = 2: Greedy {with_it} with it, {without} without"
        near = [_near(seen, id, variant) for variant in ("published", "corrected")]
        if near[0] is not None and near[1] is not None:
            sentence += (
                f"; within three standard errors of the printed number are {near[0][0]} of {near[0][1]} means with it, "
                f"{near[1][0]} of {near[1][1]} without"
            )
        words.append(sentence + ".")
    return " ".join(words) or None


def _near(seen: Seen, id: str, variant: str) -> tuple[int, int] | None:
    printed = cascade_table(id)
    found = []
    for cell, name, result in seen.results(id, variant):
        known = printed.get((cell["L"], cell["K"], name))
        if known is not None and result.horizon == CASCADE_ROUNDS:
            noise = sqrt(float(result.stderr[-1]) ** 2 + known.stderr**2)
            found.append(abs(float(result.mean[-1]) - known.mean) <= 3.0 * noise)
    return (sum(found), len(found)) if found else None


def plus_minus(seen: Seen) -> str | None:
    """The printed ± divided by our standard deviation, and by the standard error of 100 runs."""
    ratios = []
    for id in ("cascade-uniform", "cascade-beta"):
        printed = cascade_table(id)
        for cell, name, result in seen.results(id, "published"):
            known, spread = printed.get((cell["L"], cell["K"], name)), float(result.std[-1])
            if known is not None and spread > 0.0 and result.horizon == CASCADE_ROUNDS:
                ratios.append(known.stderr / spread)
    if not ratios:
        return None
    middle = median(ratios)
    return (
        f"Median over {len(ratios)} means of the printed ± divided by our standard deviation: {middle:.3f}; divided by "
        f"our standard deviation / sqrt(100): {10.0 * middle:.2f}."
    )


def cascade_comparators(seen: Seen) -> str | None:
    words = []
    for id in ("cascade-uniform", "cascade-beta"):
        ends: dict[str, dict[str, float]] = {}
        for cell, name, result in seen.results(id, "extra"):
            ends.setdefault(str(cell), {})[name] = float(result.mean[-1])
        if ends:
            wins = sum(found["CTS-Beta"] < found["Greedy"] for found in ends.values())
            words.append(f"{id}: CTS-Beta has less mean regret than textbook Greedy in {wins} of {len(ends)} cells.")
    return " ".join(words) or None


def two_target(seen: Seen) -> str | None:
    wrong, right = (seen.said("infinite-beta", variant, "TwoTarget") for variant in ("published", "corrected"))
    greedy = seen.said("infinite-beta", "corrected", "Greedy")
    if not _all(wrong, right, greedy):
        return None
    return f"TwoTarget: {wrong} as published, {right} with the right parameters; Greedy: {greedy}."


def ucb_f(seen: Seen) -> str | None:
    wrong, right = (seen.said("infinite-beta", variant, "UCB-F") for variant in ("published", "corrected"))
    return f"UCB-F: {wrong} as published, {right} with beta = 2." if _all(wrong, right) else None


def pool_of_arms(seen: Seen) -> str | None:
    words = []
    for id in ("infinite-uniform", "infinite-beta"):
        pool, supremum = (seen.said(id, variant, "Greedy") for variant in ("published", "corrected"))
        if _all(pool, supremum):
            words.append(f"{id}: Greedy {pool} against the pool, {supremum} against the supremum.")
    return " ".join(words) or None


def medzo(seen: Seen) -> str | None:
    words = []
    for id in ("infinite-uniform", "infinite-beta", "many-armed"):
        plain_one, empirical = (seen.said(id, "extra", name) for name in ("MeDZO", "MeDZO(empirical)"))
        if _all(plain_one, empirical):
            words.append(f"{id}: MeDZO {plain_one}, empirical {empirical}.")
    return " ".join(words) or None


def f3_maximum(seen: Seen) -> str | None:
    """The maximum that is missed, and what that takes from the regret."""
    found = seen.results("continuous-f3", "published")
    rows = seen.finished["functions"].rows() if "functions" in seen.finished else []
    words = []
    for row in rows:
        if row["function"] == "f3":
            grid = FUNCTIONS["f3"].grid_maximum()
            words.append(f"f3: {row['max']:.5f} at x = {row['argmax']:.5f}, on the grid {grid:.5f}.")
            if found:
                horizon = int(found[0][2].horizon)
                words.append(f"That is {(row['max'] - grid) * horizon:.4g} of regret in {plain(horizon)} rounds.")
    before, after = (seen.said("continuous-f3", variant, "Greedy") for variant in ("published", "corrected"))
    if _all(before, after):
        words.append(f"Greedy: {before} against the grid's maximum, {after} against the true one.")
    return " ".join(words) or None


def zooming_grid(seen: Seen) -> str | None:
    words = []
    for id in ("continuous-f1", "continuous-f2", "continuous-f3"):
        grid, exact = (seen.said(id, variant, "Zooming") for variant in ("published", "corrected"))
        if _all(grid, exact):
            words.append(f"{id.removeprefix('continuous-')}: {grid} on the grid, {exact} exactly.")
    return "Zooming, " + " ".join(words) if words else None


def best_arms(seen: Seen) -> str | None:
    if "many-armed" not in seen.finished:
        return None
    problem = seen.finished["many-armed"].of("published")
    k = theory.many_armed(5000, gamma=0.4).k
    used = f" The instance of this run has {problem[0][1].problem.best}." if problem else ""
    return f"ceil(2000 / 5000^0.4) = {ceil(2000 / 5000**0.4)}.{used} The theorem's K is {k}, of 2000 arms."


def vacuous_bounds(seen: Seen) -> str | None:
    """The bounds where they cross, as multiples of the horizon."""
    words = []
    curves = {
        "bounds-known": lambda T: theory.continuous(T, alpha=1.0, smoothness=1.0, printed=True),
        "bounds-unknown": lambda T: theory.continuous_unknown(T, alpha=1.0, smoothness=1.0),
    }
    for id, curve in curves.items():
        if id in seen.finished:
            crossing = next(row["crossing"] for row in seen.finished[id].rows() if "crossing" in row)
            times = curve(crossing).value / crossing
            verdict = "they say nothing" if times >= 1.0 else "they say something"
            words.append(f"{id}: at the crossing, T = {plain(crossing)}, both bounds are {times:.2g} T: {verdict}.")
    return " ".join(words) or None


def ball_explore_delta(seen: Seen) -> str | None:
    names = ("BallExplore", "BallExplore(delta=1)", "Greedy", "LinUCB")
    found = [seen.said("linear", "corrected", name) for name in names]
    if not _all(*found):
        return None
    return f"As defined, with Δ = d: {found[0]}; with Δ = 1: {found[1]}; Greedy {found[2]}, LinUCB {found[3]}."


def ball_explore_code(seen: Seen) -> str | None:
    coded, defined = (seen.said("linear", variant, "BallExplore") for variant in ("published", "corrected"))
    greedy = seen.said("linear", "published", "Greedy")
    return f"As coded: {coded}; as defined: {defined}; Greedy: {greedy}." if _all(coded, defined, greedy) else None


def linear_greedy(seen: Seen) -> str | None:
    found = {name: seen.said("linear", "extra", name) for _, name, _ in seen.results("linear", "extra")}
    parts = [f"{name} {said}" for name, said in found.items() if name.startswith("Greedy")]
    return f"Mean regret by the size of the noise: {', '.join(parts)}." if parts else None


def linear_times(seen: Seen) -> str | None:
    times = {name: result.seconds / result.runs for _, name, result in seen.results("linear", "published")}
    if "Greedy" not in times:
        return None
    parts = [
        f"{name} {number(1000.0 * took, 3)} ms ({number(took / times['Greedy'], 2)} times as long)"
        for name, took in times.items()
        if name != "Greedy"
    ]
    return f"CPU time per run: Greedy {number(1000.0 * times['Greedy'], 3)} ms, {', '.join(parts)}."


def one_instance(seen: Seen) -> str | None:
    """How different instances are: the spread of their best ratios, and the one of the companion."""
    words = []
    for id in ("budgeted-discrete", "budgeted-continuous"):
        fixed, fresh = seen.results(id, "published"), seen.results(id, "corrected")
        if fixed and fresh:
            one = float(fixed[0][2].reference[0])
            low, middle, high = np.quantile(fresh[0][2].reference, [0.1, 0.5, 0.9])
            words.append(
                f"{id}: best ratio {one:.4g} in the companion's instance; {middle:.4g} in the median of fresh ones "
                f"(10 to 90 %: {low:.3g} to {high:.3g})."
            )
    return " ".join(words) or None


def no_mean(seen: Seen) -> str | None:
    """How much of the summed regret the largest hundredth of the runs has."""
    found = [result for _, name, result in seen.results("budgeted-discrete", "corrected") if name == "Budget-UCB"]
    if not found:
        return None
    values = np.sort(found[0].regret[:, 0])[::-1]
    top = max(1, len(values) // 100)
    share = 100.0 * values[:top].sum() / values.sum()
    runs = "The one largest run" if top == 1 else f"The {top} largest runs"
    budget = f"{found[0].times[0]:g}"
    return f"{runs} of {len(values)} made {share:.0f} % of Budget-UCB's summed regret at a budget of {budget}."
