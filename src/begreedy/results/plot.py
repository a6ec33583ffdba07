"""Regret curves with bands on Matplotlib's axes, which is imported on first use."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import matplotlib.axes
import matplotlib.pyplot as plt
import numpy as np

from begreedy.results.comparison import distinct_labels
from begreedy.results.result import Result
from begreedy.results.styles import line_of


def curves(
    results: Sequence[Result],
    ax: matplotlib.axes.Axes | None = None,
    *,
    band: float | str = "stderr",
    log: bool = False,
) -> matplotlib.axes.Axes:
    """Mean regret of each result over time.

    ``band`` is "stderr" (two standard errors), "quantiles" (10 % to 90 %), "none", or a multiple of the standard
    deviation.  ``log`` draws both axes logarithmically.
    """
    if ax is None:
        _, ax = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
    labels = distinct_labels([result.policy for result in results])
    for i, (result, label) in enumerate(zip(results, labels, strict=True)):
        line = line_of(i)
        ax.plot(result.times, result.mean, label=label, **line)
        low, high = _band(result, band)
        if low is not None and high is not None:
            ax.fill_between(result.times, np.maximum(low, 0.0), high, color=line["color"], alpha=0.18, linewidth=0)
    if log:
        ax.set_xscale("log")
        ax.set_yscale("log")
    else:
        ax.set_xlim(0, max(result.times[-1] for result in results))
        ax.set_ylim(bottom=0)
    ax.set_xlabel("budget" if results[0].budgeted else "round")
    ax.set_ylabel("regret")
    finish_axes(ax, len(results))
    return ax


def finish_axes(ax: matplotlib.axes.Axes, entries: int) -> None:
    """Grid, frame and, if it has entries, a legend: beside the curves where it is long."""
    ax.grid(alpha=0.25)
    ax.spines[["top", "right"]].set_visible(False)
    if entries > 5:
        ax.legend(frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))
    elif entries:
        ax.legend(frameon=False)


def _band(result: Result, band: float | str) -> tuple[Any, Any]:
    if band == "none" or (band != "quantiles" and result.runs == 1):  # of one run the spread is unknown
        return None, None
    if band == "quantiles":
        return result.quantile(0.1), result.quantile(0.9)
    if band == "stderr":
        return result.mean - 2.0 * result.stderr, result.mean + 2.0 * result.stderr
    if isinstance(band, (int, float)):
        return result.mean - band * result.std, result.mean + band * result.std
    raise ValueError(f'band must be "stderr", "quantiles", "none" or a number, got {band!r}')
