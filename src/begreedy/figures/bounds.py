"""Bounds over the horizon, drawn: where they cross, and where they say nothing."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import matplotlib.axes
import matplotlib.pyplot as plt
import numpy as np

from begreedy.advice.bounds import bound_curves
from begreedy.advice.models.card import Curve
from begreedy.figures.files import data_file, in_style, save, write_data
from begreedy.results.plot import finish_axes
from begreedy.results.styles import line_of


def write_bounds(model: str, horizon: float, parameters: dict[str, Any], file: Path) -> None:
    """Write a figure of a model's bounds for horizons up to ``horizon``."""
    top = max(float(horizon), 100.0)
    xs = np.geomspace(10.0, top, 61)
    curves: dict[str, tuple[list[float], list[float]]] = {}
    per_round = 1.0
    for name, curve in bound_curves(model, parameters).items():
        per_round = curve(top).per_round
        points = _points(curve, xs)
        if points not in curves.values():  # where the printed form is the right one, one line is enough
            curves[name] = points
    with in_style():
        figure, ax = plt.subplots(figsize=(9.6, 4.8), layout="constrained")
        _draw(ax, curves, per_round)
        values = ", ".join(f"{name} = {value:g}" for name, value in parameters.items())
        ax.set_title(f"Bounds, {model} bandit" + (f", {values}" if values else ""))
    save(figure, [file])
    rows = [(name, x, y) for name, points in curves.items() for x, y in zip(*points, strict=True)]
    write_data(data_file(file), ["bound", "horizon", "value"], rows)


def _points(curve: Curve, xs: Any) -> tuple[list[float], list[float]]:
    return [float(x) for x in xs], [curve(float(x)).value for x in xs]


def _draw(ax: matplotlib.axes.Axes, curves: Mapping[str, tuple[list[float], list[float]]], per_round: float) -> None:
    """Curves on logarithmic axes; a bound above what all rounds may cost says nothing, which the shade shows."""
    for i, (name, (xs, ys)) in enumerate(curves.items()):
        ax.plot(xs, ys, label=name, **line_of(i))
    first, last = min(x[0] for x, _ in curves.values()), max(x[-1] for x, _ in curves.values())
    ax.set_xscale("log")
    ax.set_yscale("log")
    ax.set_xlim(first, last)
    low, high = ax.get_ylim()
    limit = per_round * np.array([first, last])
    vacuous = f"vacuous: not below {'' if per_round == 1.0 else f'{per_round:g} '}T"
    top = max(high, 2.0 * float(limit[-1]))
    ax.plot([first, last], limit, color="grey", linewidth=1.0)
    ax.fill_between([first, last], limit, top, color="grey", alpha=0.15, linewidth=0, label=vacuous)
    ax.set_ylim(low, top)
    ax.set_xlabel("horizon T")
    ax.set_ylabel("bound on the regret")
    finish_axes(ax, len(curves) + 1)
