"""Charts drawn with Matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib.axes
import matplotlib.axis
import matplotlib.colors
import matplotlib.figure
import matplotlib.patches
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.ticker import LogLocator, NullFormatter

from begreedy.figures.files import FORMATS, data_file, in_style, save, write_data
from begreedy.results.chart import Chart, DotChart, HeatMap, LineChart, Mark, WinnerMap, numbers_of
from begreedy.results.plot import begin_at_zero
from begreedy.results.styles import COLOURS, MARKERS, line_of, literal, marker_of

_QUIET = "#555555"


def write_figure(chart: Chart, base: Path) -> None:
    """Write a chart in every format, to files that begin with ``base``, and its numbers beside them."""
    paths = [base.with_name(f"{base.name}.{kind}") for kind in FORMATS]
    save(figure_of(chart), paths)
    write_data(data_file(paths[0]), *numbers_of(chart))


def figure_of(chart: Chart) -> matplotlib.figure.Figure:
    """A chart as a figure of Matplotlib."""
    with in_style():
        figure = _figure_of(chart)
        figure.suptitle(literal(chart.title), fontsize=12, wrap=True)
        if chart.note:
            words = fill(literal(chart.note), round(15.0 * figure.get_figwidth()))
            figure.supxlabel(words, fontsize=8, color=_QUIET)
    return figure


def _figure_of(chart: Chart) -> matplotlib.figure.Figure:
    if isinstance(chart, HeatMap):
        return _heat(chart)
    if isinstance(chart, WinnerMap):
        return _winners(chart)
    return _dots(chart) if isinstance(chart, DotChart) else _lines(chart)


def _lines(chart: LineChart) -> matplotlib.figure.Figure:
    several, entries = len(chart.panels) > 1, len(chart.names)
    beside = several or entries > 5  # the legend stands beside the curves
    columns, keys = chart.columns, chart.legends
    rows = -(-len(chart.panels) // columns)
    spare = len(chart.panels) < rows * columns and len(keys) <= 2  # room for the legends in place of a panel
    widest = max(sum(i in keys for i in range(at, at + columns)) for at in range(0, len(chart.panels), columns))
    size = (
        (3.5 * columns + 1.6 * widest, 3.8 if rows == 1 else 3.3 * rows) if several else (8.2 if beside else 6.4, 4.3)
    )
    figure, axes = plt.subplots(rows, columns, figsize=size, sharey=chart.same_y, squeeze=False, layout="constrained")
    for unused in axes.flat[len(chart.panels) :]:
        unused.set_axis_off()
    for number, panel in enumerate(chart.panels):
        ax = axes.flat[number]
        for line in panel.lines:
            look = line_of(line.style)
            if chart.dots or line.marked:
                every = 1 if chart.dots else max(1, len(line.x) // 8)
                look |= {"marker": marker_of(line.style), "markersize": 4.5, "markevery": every}
            ax.plot(line.x, line.y, label=literal(line.name), **look)
            if line.low is not None:
                ax.fill_between(line.x, line.low, line.high, color=look["color"], alpha=0.16, linewidth=0)
        _scales(ax, chart)
        for mark in panel.marks:
            _mark(ax, mark)
        if panel.title:
            # Where every panel has a legend beside it, a long title has room above that.
            ax.set_title(literal(panel.title), fontsize=11, loc="left" if len(keys) > 2 else "center")
        ax.set_xlabel(literal(chart.x_label))
        if number % columns == 0:
            ax.set_ylabel(literal(chart.y_label))
        if number in keys and spare:
            title = "" if len(keys) == 1 else literal(panel.title) if number == keys[-1] else "other panels"
            _spare_legend(axes.flat[-1], ax, title, number == keys[0])
        elif number in keys:
            place: dict[str, Any] = {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)} if beside else {}
            ax.legend(frameon=not beside, edgecolor="none", framealpha=0.8, handlelength=3.2, **place)
    return figure


def _spare_legend(room: matplotlib.axes.Axes, ax: matplotlib.axes.Axes, title: str, first: bool) -> None:
    """The legend of some axes in the place of a panel that is not there: the first above, another below."""
    look: dict[str, Any] = {"title": title, "alignment": "left", "frameon": False, "handlelength": 3.2, "fontsize": 8}
    look |= {"labelspacing": 0.25, "title_fontsize": 8, "borderaxespad": 0.0}
    made = room.legend(*ax.get_legend_handles_labels(), loc="upper left" if first else "lower left", **look)
    room.add_artist(made)


def _scales(ax: matplotlib.axes.Axes, chart: LineChart) -> None:
    if chart.x_log:
        ax.set_xscale("log")
    if chart.x_ticks:
        ax.set_xticks(chart.x_ticks, [f"{x:g}" for x in chart.x_ticks])
        ax.minorticks_off()
    elif chart.x_log and chart.dots:
        _plain_ticks(ax.xaxis)
    if chart.y_log:
        ax.set_yscale("log")
        if chart.dots:
            _plain_ticks(ax.yaxis)
    elif chart.dots:
        ax.set_ylim(bottom=min(0.0, ax.get_ylim()[0]))
    if not chart.dots:
        begin_at_zero(ax, ax.get_lines())
    if chart.y_range is not None:
        ax.set_ylim(chart.y_range)
    if chart.ceiling is not None:
        low, high = ax.get_ylim()
        top = max(high, 2.0 * chart.ceiling)
        ax.axhline(chart.ceiling, color="grey", linewidth=1.0)
        ax.axhspan(chart.ceiling, top, color="grey", alpha=0.15, linewidth=0)
        ax.set_ylim(low, top)


def _plain_ticks(axis: matplotlib.axis.Axis) -> None:
    """200 and 500 instead of powers of ten: more than one label also where the axis spans less than a decade."""
    low, high = axis.get_view_interval()
    labelled = (1.0, 2.0, 3.0, 5.0, 7.0) if high < 10.0 * low else (1.0, 2.0, 5.0) if high < 300.0 * low else (1.0,)
    axis.set_major_locator(LogLocator(subs=labelled))
    if high < 100_000.0 or high < 300.0 * low:  # longer numbers of many decades would not fit beside each other
        axis.set_major_formatter(lambda value, _: f"{value:g}")
    axis.set_minor_formatter(NullFormatter())


def _mark(ax: matplotlib.axes.Axes, mark: Mark) -> None:
    if mark.y is not None:
        ax.plot(mark.x, mark.y, "o", color=COLOURS[1], markersize=6)
        side = "left" if mark.x < 0.2 else "right" if mark.x > 0.8 else "center"
        ax.annotate(literal(mark.words), (mark.x, mark.y), xytext=(0, 7), textcoords="offset points", ha=side)
        return
    ax.axvline(mark.x, color="black", linewidth=0.9, linestyle=(0, (4, 3)))
    left = mark.x > np.sqrt(np.prod(ax.get_xlim()))  # the words stand on the side with more room
    place: dict[str, Any] = {"xytext": (-6, 0), "ha": "right"} if left else {"xytext": (6, 0), "ha": "left"}
    place |= {"xycoords": ("data", "axes fraction"), "textcoords": "offset points", "va": "bottom"}
    ax.annotate(literal(mark.words), (mark.x, 0.03), **place)


def _heat(chart: HeatMap) -> matplotlib.figure.Figure:
    figure, axes = plt.subplots(
        1,
        len(chart.panels),
        figsize=(4.6 * len(chart.panels) + 0.8, 4.7),
        sharey=True,
        layout="constrained",
        squeeze=False,
    )
    for ax, (_, grid) in zip(axes[0], chart.panels, strict=True):
        # Light is good, dark is bad, as in the paper; cividis reads the same to the colour-blind and in grey.
        image = ax.pcolormesh(grid, cmap="cividis_r", vmin=0.0, vmax=chart.top, edgecolors="white", linewidth=0.4)
        for row, column in np.ndindex(grid.shape):
            shade = "white" if grid[row, column] > 0.55 * chart.top else "black"
            words = f"{grid[row, column]:.2f}"
            ax.text(column + 0.5, row + 0.5, words, ha="center", va="center", fontsize=6.5, color=shade)
    axes[0][0].invert_yaxis()  # the first row is at the top
    _name_cells(axes[0], chart)
    figure.colorbar(image, ax=list(axes[0]), label=literal(chart.value_label), pad=0.02)
    return figure


def _name_cells(axes: Sequence[matplotlib.axes.Axes], chart: HeatMap | WinnerMap) -> None:
    """Titles of panels, and names of columns and rows whose cells are 1 by 1; no frame and no ticks."""
    for ax, (name, _) in zip(axes, chart.panels, strict=True):
        ax.set_title(literal(name), fontsize=11)
        ax.set_xlabel(literal(chart.x_label))
        ax.grid(False)
        ax.spines[:].set_visible(False)
        ax.set_xticks(np.arange(len(chart.columns)) + 0.5, chart.columns)
        ax.tick_params(length=0)
    axes[0].set_ylabel(literal(chart.y_label))
    axes[0].set_yticks(np.arange(len(chart.rows)) + 0.5, chart.rows)


def _winners(chart: WinnerMap) -> matplotlib.figure.Figure:
    size = (1.6 + len(chart.panels) * (0.62 * len(chart.columns) + 0.5), 1.9 + 0.5 * len(chart.rows))
    figure, axes = plt.subplots(1, len(chart.panels), figsize=size, sharey=True, layout="constrained", squeeze=False)
    for ax, (_, grid) in zip(axes[0], chart.panels, strict=True):
        for row, wins in enumerate(grid):
            for column, win in enumerate(wins):
                colour = mixed(COLOURS[win.winner], 1.0 if win.clear else 0.35)
                ax.add_patch(matplotlib.patches.Rectangle((column, row), 1, 1, facecolor=colour, edgecolor="white"))
                words = chart.words_in(win)
                ax.text(column + 0.5, row + 0.5, words, ha="center", va="center", fontsize=8, color=ink_on(colour))
        ax.set(xlim=(0, len(chart.columns)), ylim=(len(chart.rows), 0))
    _name_cells(axes[0], chart)
    shown = sorted({win.winner for _, grid in chart.panels for wins in grid for win in wins})
    named = {number: literal(f"{chart.letters[number]}  {chart.names[number]}") for number in shown}
    keys = [matplotlib.patches.Patch(color=COLOURS[number], label=label) for number, label in named.items()]
    figure.legend(handles=keys, loc="outside right center", fontsize=9)
    return figure


def mixed(colour: str, share: float) -> tuple[float, ...]:
    """A share of a colour, and white."""
    return tuple(share * part + 1.0 - share for part in matplotlib.colors.to_rgb(colour))


def ink_on(colour: tuple[float, ...]) -> str:
    """Black or white, whichever is read better on a colour."""
    return "white" if sum(w * part for w, part in zip((0.299, 0.587, 0.114), colour, strict=True)) < 0.55 else "black"


def _dots(chart: DotChart) -> matplotlib.figure.Figure:
    rows = len(chart.rows)
    figure, ax = plt.subplots(figsize=(9.6, 1.5 + 0.36 * rows), layout="constrained")
    step = 0.52 / max(1, len(chart.series))
    for number, name in enumerate(chart.series):
        dots = [dot for dot in chart.dots if dot.series == number]
        heights = [dot.row + (number - (len(chart.series) - 1) / 2) * step for dot in dots]
        for dot, height in zip(dots, heights, strict=True):
            if dot.low is not None and dot.high is not None:
                ax.plot([dot.low, dot.high], [height, height], color=COLOURS[number], linestyle="-", linewidth=1.4)
        look: dict[str, Any] = {
            "color": COLOURS[number],
            "marker": MARKERS[number],
            "linestyle": "none",
            "markersize": 4.6,
        }
        ax.plot([dot.value for dot in dots], heights, label=literal(name), markeredgewidth=0, alpha=0.8, **look)
    ax.set_xscale("log")
    low, high = ax.get_xlim()
    ax.axvspan(low, 1.0, color=COLOURS[2], alpha=0.07, linewidth=0)
    ax.axvline(1.0, color="black", linewidth=1.0)
    ax.set_xlim(low, high)
    for words, x, side in zip(chart.sides, (0.0, 1.0), ("left", "right"), strict=True):
        ax.annotate(words, (x, 1.0), (0, 3), xycoords="axes fraction", textcoords="offset points", ha=side, fontsize=9)
    ax.set_yticks(range(rows), [literal(row) for row in chart.rows])
    ax.set_ylim(rows - 0.5, -0.5)
    _plain_ticks(ax.xaxis)
    ax.set_xlabel(literal(chart.x_label))
    ax.tick_params(axis="y", length=0)
    ax.legend(fontsize=9, loc="upper left", bbox_to_anchor=(1.0, 1.0))
    return figure
