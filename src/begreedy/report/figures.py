"""The figures of the paper, from the results of its experiments."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import matplotlib

matplotlib.use("Agg")  # files only: no window, no display needed

import matplotlib.figure
import matplotlib.pyplot as plt
import numpy as np

from begreedy.lab.experiment import Finished
from begreedy.paper.pools import FUNCTIONS
from begreedy.report.bounds import bounds_figure
from begreedy.results.plot import COLOURS, curves

FORMATS = ("svg", "pdf", "png")


def regret_curves(finished: Finished, variant: str) -> matplotlib.figure.Figure:
    """Mean regret over time of every policy, with the band the paper states."""
    shown = [result for _, result in finished.of(variant)]
    figure, ax = plt.subplots(figsize=(6.4 if len(shown) <= 5 else 8.2, 4.2), layout="constrained")
    # The paper's bands are wide; with further policies beside its own, only standard errors can be told apart.
    band = "stderr" if variant == "extra" else finished.experiment.band
    curves(shown, ax, band=band)
    ax.set_title(f"{finished.experiment.title} ({variant})")
    return figure


def heatmap(finished: Finished, variant: str) -> matplotlib.figure.Figure:
    """Regret / horizon by arms and horizon, one panel per policy, on one colour scale."""
    cells = finished.of(variant)
    names = list(dict.fromkeys(result.name for _, result in cells))
    arms = sorted({cell["arms"] for cell, _ in cells})
    times = cells[0][1].times
    grids = {name: np.zeros((len(arms), len(times))) for name in names}
    for cell, result in cells:
        grids[result.name][arms.index(cell["arms"])] = result.mean / times
    top = max(grid.max() for grid in grids.values())

    figure, axes = plt.subplots(
        1, len(names), figsize=(4.6 * len(names) + 0.8, 4.4), sharey=True, layout="constrained", squeeze=False
    )
    for ax, name in zip(axes[0], names, strict=True):
        # Light is good, dark is bad, as in the paper; cividis reads the same to the colour-blind and in grey.
        image = ax.pcolormesh(grids[name], cmap="cividis_r", vmin=0.0, vmax=top, edgecolors="white", linewidth=0.4)
        for row, column in np.ndindex(grids[name].shape):
            value = grids[name][row, column]
            shade = "white" if value > 0.55 * top else "black"
            ax.text(column + 0.5, row + 0.5, f"{value:.2f}", ha="center", va="center", fontsize=6.5, color=shade)
        ax.set_title(name)
        ax.set_xlabel("horizon")
        ax.set_xticks(np.arange(len(times)) + 0.5, [_short(t) for t in times])
        ax.tick_params(length=0)
    # As the paper reads its figure: many arms and a short horizon are in the bottom left corner.
    axes[0][0].invert_yaxis()
    axes[0][0].set_ylabel("number of arms")
    axes[0][0].set_yticks(np.arange(len(arms)) + 0.5, [str(k) for k in arms])
    figure.colorbar(image, ax=list(axes[0]), label="regret / horizon", pad=0.02)
    return figure


def functions(finished: Finished, _: str) -> matplotlib.figure.Figure:
    """The functions side by side, their maxima marked."""
    rows = finished.rows()
    figure, axes = plt.subplots(1, len(rows), figsize=(3.4 * len(rows), 2.8), sharey=True, layout="constrained")
    xs = np.linspace(0.0, 1.0, 4001)
    for ax, row in zip(axes, rows, strict=True):
        f = FUNCTIONS[row["function"]].f
        ax.plot(xs, [f(float(x)) for x in xs], color=COLOURS[0], linewidth=1.2)
        ax.plot(row["argmax"], row["max"], "o", color=COLOURS[1], markersize=6)
        side = "left" if row["argmax"] < 0.2 else "center"
        place = {"xytext": (0, 7), "textcoords": "offset points", "ha": side}
        ax.annotate(f"{row['max']:.5f}", (row["argmax"], row["max"]), **place)
        ax.set_title(f"$f_{row['function'][1]}$")
        ax.set_xlabel("x")
        ax.set_xlim(0, 1)
        ax.set_ylim(0, 1.15)
        ax.grid(alpha=0.25)
        ax.spines[["top", "right"]].set_visible(False)
    axes[0].set_ylabel("f(x)")
    return figure


def _short(number: int) -> str:
    return f"{number / 1000:.3g}k" if number >= 1000 else str(number)


DRAWINGS: dict[str, Callable[[Finished, str], matplotlib.figure.Figure]] = {
    "heatmap": heatmap,
    "bounds-known": bounds_figure,
    "bounds-unknown": bounds_figure,
    "functions": functions,
}


def draw(finished: Finished, folder: Path) -> list[Path]:
    """Write the figure of each variant that differs from those before it, as SVG, PDF and PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    drawn: list[tuple[object, ...]] = []
    for variant in finished.experiment.variants("all") or [""]:
        content = tuple((result.policy, result.problem) for _, result in finished.of(variant))
        if variant and (not content or content in drawn):
            continue
        drawn.append(content)
        make = DRAWINGS.get(finished.experiment.id, regret_curves)
        figure = make(finished, variant)
        for suffix in FORMATS:
            path = folder / f"{'-'.join(filter(None, (finished.experiment.id, variant)))}.{suffix}"
            figure.savefig(path, dpi=160, metadata={"Date": None} if suffix == "svg" else None)
            paths.append(path)
        plt.close(figure)
    return paths
