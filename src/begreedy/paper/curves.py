"""Regret over time and against a parameter: the curves of the paper's figures, with the bands that it states."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.inference import log_ratio_of_means
from begreedy.results.chart import Line, LineChart, Panel
from begreedy.results.result import Result
from begreedy.results.styles import styles_of

QUANTILES = "quantiles"  # a band of 10 to 90 % of the runs around the median
STDERR = "stderr"  # a band of two standard errors around the mean


def over_time(finished: Finished, variant: str) -> LineChart:
    """Mean regret over time of every policy, with the band the paper states."""
    band = band_of(finished, variant)
    styles = styles_in(finished)
    lines = []
    for _, name, result in finished.named(variant):
        reach = 2.0 * result.stderr if band == STDERR else float(band) * result.std
        lines.append(Line(name, styles[name], result.times, result.mean, *_around(result.mean, reach)))
    panels = (Panel("", tuple(lines)),)
    return LineChart(title_of(finished, variant), panels, "round", "regret", note=note_of(finished, variant, band))


def lines_by_parameter(
    finished: Finished,
    variant: str,
    band: float | str,
    values: Callable[[dict[str, Any], Result], list[tuple[float, np.ndarray]]],
) -> tuple[Line, ...]:
    """A line per policy; ``values`` are the points of a result: a parameter, and one value per run."""
    points: dict[str, list[tuple[float, np.ndarray]]] = {}
    for cell, name, result in finished.named(variant):
        points.setdefault(name, []).extend(values(cell, result))
    styles = styles_in(finished)
    lines = []
    for name, pairs in points.items():
        xs, runs = np.array([x for x, _ in pairs]), [values for _, values in pairs]
        low: np.ndarray | None
        high: np.ndarray | None
        if band == QUANTILES:
            low, middle, high = np.array([np.quantile(sample, [0.1, 0.5, 0.9]) for sample in runs]).T
        else:
            middle = np.array([sample.mean() for sample in runs])
            scale = np.array([2.0 / np.sqrt(len(sample)) if band == STDERR else float(band) for sample in runs])
            reach = scale * np.array([sample.std(ddof=1) if len(sample) > 1 else np.nan for sample in runs])
            low, high = _around(middle, reach)
            low = None if low is None else np.maximum(low, 0.1 * middle)  # on a logarithmic axis it cannot reach 0
        lines.append(Line(name, styles[name], xs, middle, low, high))
    return tuple(lines)


def ratio_line(name: str, style: int, points: Sequence[tuple[float, np.ndarray, np.ndarray]]) -> Line:
    """Ratios of mean regrets, runs paired, with a band of two standard errors; points are x and two samples."""
    logs = [log_ratio_of_means(a, b) for _, a, b in points]
    middle, reach = np.array([(estimate.value, 2.0 * estimate.stderr) for estimate in logs]).T
    xs = np.array([x for x, _, _ in points])
    low, high = (None, None) if np.isnan(reach).any() else (np.exp(middle - reach), np.exp(middle + reach))
    return Line(name, style, xs, np.exp(middle), low, high)


def few_styles(panels: Iterable[Sequence[str]]) -> dict[str, int]:
    """By the names of each panel's lines, a style per name: the same everywhere, and no two alike in a panel.

    >>> few_styles([["a", "b"], ["c", "b"]])
    {'a': 0, 'b': 1, 'c': 0}
    """
    panels = list(panels)
    styles: dict[str, int] = {}
    for name in dict.fromkeys(name for names in panels for name in names):
        taken = {styles.get(other) for names in panels if name in names for other in names}
        styles[name] = next(style for style in count() if style not in taken)
    return styles


def _around(middle: np.ndarray, reach: np.ndarray) -> tuple[np.ndarray | None, np.ndarray | None]:
    """The ends of a band; none after a single run, which says nothing of how far others are from it."""
    return (None, None) if np.isnan(reach).any() else (middle - reach, middle + reach)


def band_of(finished: Finished, variant: str) -> float | str:
    """The band the paper states; with further policies beside its own, only standard errors can be told apart."""
    return STDERR if variant == "extra" else finished.experiment.band


def band_words(band: float | str) -> str:
    if band == QUANTILES:
        return "median; band: 10 to 90 % of the runs"
    if band == STDERR:
        return "mean; band: 2 standard errors"
    return f"mean; band: {band:g} standard deviation{'s' if band != 1 and float(band) > 1 else ''}"


def title_of(finished: Finished, variant: str) -> str:
    return f"{finished.experiment.title} ({variant})"


def runs_of(finished: Finished, variant: str) -> str:
    counts = sorted({result.runs for _, result in finished.of(variant)})
    return f"{' to '.join(str(n) for n in dict.fromkeys((counts[0], counts[-1])))} runs"


def note_of(finished: Finished, variant: str, band: float | str) -> str:
    return f"{band_words(band)}, {runs_of(finished, variant)}"


def styles_in(finished: Finished) -> dict[str, int]:
    """Styles of all policies of an experiment: those of the variants before come first."""
    return styles_of(
        [name for variant in finished.experiment.variants("all") for _, name, _ in finished.named(variant)]
    )
