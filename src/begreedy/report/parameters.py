"""Figures of regret against a parameter of the problem: lifetimes, budgets, lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import matplotlib.axes
import matplotlib.figure
import matplotlib.pyplot as plt
import numpy as np

from begreedy.lab.experiment import Finished
from begreedy.results.plot import finish_axes, line_of
from begreedy.results.result import Result

Points = dict[str, tuple[list[float], list[np.ndarray]]]  # by policy: parameters, and the values of all runs at each


def against_lifetime(finished: Finished, variant: str) -> matplotlib.figure.Figure:
    """Cumulative regret by mean lifetime, both logarithmic."""
    points = _by_policy(finished, variant, lambda cell, result: [(cell["lifetime"], result.final)])
    figure, ax = _figure(len(points))
    _lines(ax, points, _band(finished, variant))
    ax.set(xscale="log", yscale="log", xlabel="mean lifetime of an arm (rounds)", ylabel="regret after 10 lifetimes")
    ax.set_title(f"{finished.experiment.title} ({variant})")
    finish_axes(ax, len(points))
    return figure


def against_budget(finished: Finished, variant: str) -> matplotlib.figure.Figure:
    """Regret by budget; of fresh instances, whose regret has no mean, the share of what could have been earned."""
    shares = variant == "corrected"

    def values(_: dict[str, Any], result: Result) -> list[tuple[float, np.ndarray]]:
        table = result.relative if shares else result.regret
        return [(float(budget), table[:, i]) for i, budget in enumerate(result.times)]

    points = _by_policy(finished, variant, values)
    figure, ax = _figure(len(points))
    _lines(ax, points, "quantiles" if shares else _band(finished, variant))
    ax.set(xscale="log", xlabel="budget", ylabel="regret / (budget × best ratio)" if shares else "regret")
    if shares:
        ax.set_ylim(0.0, 1.0)
    else:
        ax.set_yscale("log")
    ax.set_title(f"{finished.experiment.title} ({variant}{': median, 10 to 90 %' if shares else ''})")
    finish_axes(ax, len(points))
    return figure


def against_items(finished: Finished, variant: str) -> matplotlib.figure.Figure:
    """Regret by number of items, a panel per length of the list."""
    slots = sorted({cell["K"] for cell, _ in finished.of(variant)})
    figure, axes = plt.subplots(1, len(slots), figsize=(3.6 * len(slots) + 1.6, 3.8), layout="constrained")
    panels: Sequence[matplotlib.axes.Axes] = list(np.atleast_1d(axes))
    for ax, K in zip(panels, slots, strict=True):
        points = _by_policy(
            finished, variant, lambda cell, result, K=K: [(cell["L"], result.final)] if cell["K"] == K else []
        )
        _lines(ax, points, "stderr")
        ticks = sorted({x for xs, _ in points.values() for x in xs})
        ax.set(xscale="log", yscale="log", xlabel="items L", title=f"lists of K = {K}")
        ax.set_xticks(ticks, [f"{x:g}" for x in ticks])
        ax.minorticks_off()
        finish_axes(ax, 0)
    panels[0].set_ylabel("regret")
    panels[-1].legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    figure.suptitle(f"{finished.experiment.title} ({variant})")
    return figure


def _figure(policies: int) -> tuple[matplotlib.figure.Figure, matplotlib.axes.Axes]:
    return plt.subplots(figsize=(6.4 if policies <= 5 else 8.4, 4.2), layout="constrained")


def _band(finished: Finished, variant: str) -> float | str:
    return "stderr" if variant == "extra" else finished.experiment.band


def _by_policy(finished: Finished, variant: str, values: Callable[..., list[tuple[float, np.ndarray]]]) -> Points:
    points: Points = {}
    for cell, result in finished.of(variant):
        for x, runs in values(cell, result):
            xs, ys = points.setdefault(result.name, ([], []))
            xs.append(x)
            ys.append(runs)
    return points


def _lines(ax: matplotlib.axes.Axes, points: Points, band: float | str) -> None:
    """A line per policy with its band: a multiple of the standard deviation, two standard errors, or 10 to 90 %."""
    for i, (name, (xs, ys)) in enumerate(points.items()):
        if band == "quantiles":
            low, middle, high = np.array([np.quantile(runs, [0.1, 0.5, 0.9]) for runs in ys]).T
        else:
            middle = np.array([runs.mean() for runs in ys])
            scale = np.array([2.0 / np.sqrt(len(runs)) if band == "stderr" else float(band) for runs in ys])
            reach = scale * np.array([runs.std(ddof=1) if len(runs) > 1 else 0.0 for runs in ys])
            # On a logarithmic axis a band cannot reach 0.
            low, high = np.maximum(middle - reach, 0.1 * middle), middle + reach
        line = line_of(i)
        ax.plot(xs, middle, marker="o", markersize=3.5, label=name, **line)
        ax.fill_between(xs, low, high, color=line["color"], alpha=0.16, linewidth=0)
