"""The paper's figures as charts: regret over time, against a parameter, as heat maps; bounds; functions."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np

from begreedy.experiments.experiment import Finished
from begreedy.paper.pools import FUNCTIONS
from begreedy.results.chart import Chart, Heat, Line, Lines, Mark, Panel, styles_of
from begreedy.results.result import Result

QUANTILES = "quantiles"  # a band of 10 to 90 % of the runs around the median
STDERR = "stderr"  # a band of two standard errors around the mean


def over_time(finished: Finished, variant: str) -> Lines:
    """Mean regret over time of every policy, with the band the paper states."""
    band = band_of(finished, variant)
    styles = _styles(finished)
    lines = []
    for _, name, result in finished.named(variant):
        y = result.mean
        reach = 2.0 * result.stderr if band == STDERR else float(band) * result.std
        lines.append(Line(name, styles[name], result.times, y, np.maximum(y - reach, 0.0), y + reach))
    panels = (Panel("", tuple(lines)),)
    return Lines(_title(finished, variant), panels, "round", "regret", note=_note(finished, variant, band))


def against_lifetime(finished: Finished, variant: str) -> Lines:
    """Cumulative regret by mean lifetime, both logarithmic."""
    band = band_of(finished, variant)
    lines = _parameter(finished, variant, band, lambda cell, result: [(cell["lifetime"], result.final)])
    return Lines(
        _title(finished, variant),
        (Panel("", lines),),
        "mean lifetime of an arm (rounds)",
        "regret after 10 lifetimes",
        x_log=True,
        y_log=True,
        dots=True,
        note=_note(finished, variant, band),
    )


def against_budget(finished: Finished, variant: str) -> Lines:
    """Regret by budget; of fresh instances, whose regret may have no mean, the share of what could have been earned."""
    shares = variant == "corrected"
    band = QUANTILES if shares else band_of(finished, variant)

    def values(_: dict[str, Any], result: Result) -> list[tuple[float, np.ndarray]]:
        table = result.relative if shares else result.regret
        return [(float(budget), table[:, i]) for i, budget in enumerate(result.times)]

    lines = _parameter(finished, variant, band, values)
    return Lines(
        _title(finished, variant),
        (Panel("", lines),),
        "budget",
        "regret / (budget × best ratio)" if shares else "regret",
        x_log=True,
        y_log=not shares,
        x_ticks=tuple(sorted({float(x) for line in lines for x in line.x})),
        y_range=(0.0, 1.0) if shares else None,
        dots=True,
        note=_note(finished, variant, band),
    )


def against_items(finished: Finished, variant: str) -> Lines:
    """Regret by number of items, a panel per length of the list."""
    slots = sorted({cell["K"] for cell, _ in finished.of(variant)})
    panels = []
    for K in slots:

        def values(cell: dict[str, Any], result: Result, K: int = K) -> list[tuple[float, np.ndarray]]:
            return [(cell["L"], result.final)] if cell["K"] == K else []

        panels.append(Panel(f"lists of K = {K}", _parameter(finished, variant, STDERR, values)))
    return Lines(
        _title(finished, variant),
        tuple(panels),
        "items L",
        "regret",
        x_log=True,
        y_log=True,
        x_ticks=tuple(sorted({float(cell["L"]) for cell, _ in finished.of(variant)})),
        dots=True,
        note=_note(finished, variant, STDERR),
    )


def by_arms_and_horizon(finished: Finished, variant: str) -> Heat:
    """Regret / horizon by arms and horizon; many arms and a short horizon are in the bottom left corner."""
    cells = finished.named(variant)
    arms = sorted({cell["arms"] for cell, _, _ in cells})
    times = cells[0][2].times
    grids = {name: np.zeros((len(arms), len(times))) for _, name, _ in cells}
    for cell, name, result in cells:
        grids[name][arms.index(cell["arms"])] = result.mean / times
    return Heat(
        _title(finished, variant),
        tuple(grids.items()),
        tuple(f"{t / 1000:.3g}k" if t >= 1000 else f"{t:g}" for t in times),
        tuple(str(k) for k in arms),
        "horizon",
        "number of arms",
        "regret / horizon",
        note=_runs(finished, variant),
    )


def bounds(finished: Finished, _: str) -> Lines:
    """Bounds and where they cross; per round, so that lines which grow almost alike can be told apart."""
    rows = finished.rows()
    crossing = next(row["crossing"] for row in rows if "crossing" in row)
    points: dict[str, list[tuple[float, float]]] = {}
    for row in rows:
        if "bound" in row:
            points.setdefault(row["policy"], []).append((row["horizon"], row["bound"] / row["horizon"]))
    styles = styles_of(list(points))
    lines = tuple(Line(name, styles[name], *np.array(values).T) for name, values in points.items())
    return Lines(
        finished.experiment.title,
        (Panel("", lines, (Mark(crossing, f"cross at T = {plain(crossing)}"),)),),
        "horizon T",
        "bound on the regret / T",
        x_log=True,
        y_log=True,
        ceiling=1.0,
        note="shaded: vacuous, a bound that is not below T",
    )


def functions(finished: Finished, _: str) -> Lines:
    """The functions side by side, their maxima marked."""
    panels = []
    for row in finished.rows():
        # The cusps of f3 are where sin(60 x) = 0; between points of a grid they would be cut.
        xs = np.unique(np.concatenate((np.linspace(0.0, 1.0, 601), np.arange(1, 20) * pi / 60.0, [row["argmax"]])))
        f = FUNCTIONS[row["function"]].f
        line = Line("f(x)", 0, xs, np.array([f(float(x)) for x in xs]))
        panels.append(Panel(row["function"], (line,), (Mark(row["argmax"], f"{row['max']:.5f}", row["max"]),)))
    return Lines(
        finished.experiment.title, tuple(panels), "x", "f(x)", y_range=(0.0, 1.15), same_y=True, note="dots: maxima"
    )


CHARTS: dict[str, Callable[[Finished, str], Chart]] = {
    "heatmap": by_arms_and_horizon,
    "bounds-known": bounds,
    "bounds-unknown": bounds,
    "functions": functions,
    "cascade-uniform": against_items,
    "cascade-beta": against_items,
    "mortal-uniform": against_lifetime,
    "mortal-beta": against_lifetime,
    "budgeted-discrete": against_budget,
    "budgeted-continuous": against_budget,
}


def charts(finished: Finished) -> dict[str, Chart]:
    """By variant, the chart of each that differs from those before it; "" where nothing is simulated."""
    found: dict[str, Chart] = {}
    seen: list[list[tuple[Any, Any]]] = []
    make = CHARTS.get(finished.experiment.id, over_time)
    for variant in finished.experiment.variants("all") or [""]:
        content = [(result.policy, result.problem) for _, result in finished.of(variant)]
        if variant and (not content or content in seen):
            continue
        seen.append(content)
        found[variant] = make(finished, variant)
    return found


def band_of(finished: Finished, variant: str) -> float | str:
    """The band the paper states; with further policies beside its own, only standard errors can be told apart."""
    return STDERR if variant == "extra" else finished.experiment.band


def band_words(band: float | str) -> str:
    if band == QUANTILES:
        return "median; band: 10 to 90 % of the runs"
    if band == STDERR:
        return "mean; band: 2 standard errors"
    return f"mean; band: {band:g} standard deviation{'s' if band != 1 and float(band) > 1 else ''}"


def plain(horizon: float) -> str:
    """A horizon in words that need no mathematics: 12 361, or 1.9e46."""
    if horizon < 1e7:
        return f"{horizon:,.0f}".replace(",", " ")
    digits, power = f"{horizon:.1e}".split("e")
    return f"{digits}e{int(power)}"


def _title(finished: Finished, variant: str) -> str:
    return f"{finished.experiment.title} ({variant})"


def _runs(finished: Finished, variant: str) -> str:
    counts = sorted({result.runs for _, result in finished.of(variant)})
    return f"{' to '.join(str(n) for n in dict.fromkeys((counts[0], counts[-1])))} runs"


def _note(finished: Finished, variant: str, band: float | str) -> str:
    return f"{band_words(band)}, {_runs(finished, variant)}"


def _styles(finished: Finished) -> dict[str, int]:
    """Styles of all policies of an experiment: those of the variants before come first."""
    return styles_of(
        [name for variant in finished.experiment.variants("all") for _, name, _ in finished.named(variant)]
    )


def _parameter(
    finished: Finished,
    variant: str,
    band: float | str,
    values: Callable[[dict[str, Any], Result], list[tuple[float, np.ndarray]]],
) -> tuple[Line, ...]:
    """A line per policy; ``values`` are the points of a result: a parameter, and one value per run."""
    points: dict[str, list[tuple[float, np.ndarray]]] = {}
    for cell, name, result in finished.named(variant):
        points.setdefault(name, []).extend(values(cell, result))
    styles = _styles(finished)
    lines = []
    for name, found in points.items():
        xs, runs = np.array([x for x, _ in found]), [values for _, values in found]
        if band == QUANTILES:
            low, middle, high = np.array([np.quantile(one, [0.1, 0.5, 0.9]) for one in runs]).T
        else:
            middle = np.array([one.mean() for one in runs])
            scale = np.array([2.0 / np.sqrt(len(one)) if band == STDERR else float(band) for one in runs])
            reach = scale * np.array([one.std(ddof=1) if len(one) > 1 else 0.0 for one in runs])
            # On a logarithmic axis a band cannot reach 0.
            low, high = np.maximum(middle - reach, 0.1 * middle), middle + reach
        lines.append(Line(name, styles[name], xs, middle, low, high))
    return tuple(lines)
