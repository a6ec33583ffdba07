"""The curves of results as rows of numbers: what a figure of them shows."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan

from begreedy.results.result import Result

CURVE_HEAD = ("policy", "time", "runs", "mean", "stderr", "q10", "median", "q90")


def curve_rows(label: str, result: Result) -> Iterator[tuple[str | float | None, ...]]:
    """A row per checkpoint; an unknown error is empty."""
    q10, median, q90 = result.quantile([0.1, 0.5, 0.9])
    for i, (time, mean, stderr) in enumerate(zip(result.times, result.mean, result.stderr, strict=True)):
        error = None if isnan(stderr) else float(stderr)
        quantiles = float(q10[i]), float(median[i]), float(q90[i])
        yield (label, time.item(), result.runs, float(mean), error, *quantiles)
