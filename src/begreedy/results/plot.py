"""Regret curves with bands on Matplotlib's axes, which is imported on first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypedDict

import numpy as np

from begreedy.results.comparison import distinct_labels
from begreedy.results.result import Result
from begreedy.results.styles import line_of, literal, unset_style
from begreedy.values.errors import BadValue
from begreedy.values.extras import MissingExtra

try:
    import matplotlib
    import matplotlib.axes
    import matplotlib.lines
    import matplotlib.pyplot as plt
except ModuleNotFoundError as error:
    raise MissingExtra.of("plots", "plot", error) from None

Axes = matplotlib.axes.Axes
Log = bool | Literal["x", "y", "both"]


class PlotOptions(TypedDict, total=False):
    """The options of ``curves``, for all functions that draw with it."""

    band: float | str
    log: Log
    legend: bool
    labels: Sequence[str] | None
    what: str


_ARMS = 10  # of a measure by arm that are drawn
_MANY = 5  # a legend with more entries than this stands beside the curves
_SIZE = (6.4, 4.0)  # of a figure, unless the user has set one


def curves(
    results: Sequence[Result],
    ax: Axes | None = None,
    *,
    band: float | str = "stderr",
    log: Log = False,
    legend: bool = True,
    labels: Sequence[str] | None = None,
    what: str = "regret",
) -> Axes:
    """Mean regret of each result over time, or the mean of what was measured.

    Parameters
    ----------
    results : what to draw, a line each.
    ax : where; a figure of its own if not given.
    band : "stderr" (two standard errors), "quantiles" (10 % to 90 %), "none", or a multiple of the standard deviation.
    log : which axes are logarithmic: "x", "y", or "both" (or True); none by default.
    legend : whether to have one.
    labels : names for the legend, one per result, instead of those of the policies.
    what : "regret", or the name of a measure.  Of a measure by arm there is a line for each of the ten arms in which
        it ends highest on average; the axis says if there are more.

    Lines, grid, frame and size are those of ``figure_style``, except what you have set in ``rcParams`` or as the
    cycle of the axes.
    """
    logs = _logs(log)
    names = list(labels) if labels is not None else distinct_labels([result.policy for result in results])
    own = ax is None
    if ax is None:
        ax = own_axes()
    before = len(ax.get_lines())
    series = [curve for result, name in zip(results, names, strict=True) for curve in _series(result, name, what)]
    lines = [ax.plot(curve.times, curve.runs.mean(axis=0), label=literal(curve.name))[0] for curve in series]
    dress(lines, before)
    for curve, line in zip(series, lines, strict=True):
        low, high = band_around(curve.runs, band)
        if low is not None and high is not None:
            if "y" in logs:  # a band cannot reach 0 there
                low = np.maximum(low, 0.1 * curve.runs.mean(axis=0))
            ax.fill_between(curve.times, low, high, color=line.get_color(), alpha=0.18, linewidth=0)
    if "x" in logs:
        ax.set_xscale("log")
    if "y" in logs:
        ax.set_yscale("log")
    begin_at_zero(ax, lines)
    ax.set_xlabel("budget" if results[0].budgeted else "round")
    arms = max((result.measured[what].shape[2] for result in results if result.is_by_arm(what)), default=0)
    ax.set_ylabel(literal(what) + (f", the {_ARMS} highest of {arms} arms" if arms > _ARMS else ""))
    finish_axes(ax, len(lines) if legend else 0, beside=own or _makes_room(ax))
    return ax


class _Series(NamedTuple):
    """A line of a plot: a name, and a row of numbers per run, a column per time."""

    name: str
    times: np.ndarray
    runs: np.ndarray


def _series(result: Result, name: str, what: str) -> list[_Series]:
    """The lines of a result: one, or of a measure by arm those of the arms in which it ends highest."""
    if not result.is_by_arm(what):
        return [_Series(name, result.times, result.curves(what))]
    table = result.measured[what]
    highest = np.argsort(-table[:, -1, :].mean(axis=0), kind="stable")[:_ARMS]
    return [_Series(f"{name}, arm {arm}", result.times, table[:, :, arm]) for arm in sorted(highest.tolist())]


def against(
    parameter: str,
    points: Mapping[str, Sequence[tuple[float, Result]]],
    ax: Axes | None = None,
    *,
    log: Log = False,
    legend: bool = True,
) -> Axes:
    """Mean regret at the horizon against a parameter, with two standard errors; a line per name in ``points``."""
    logs, own = _logs(log), ax is None
    if ax is None:
        ax = own_axes()
    before = len(ax.get_lines())
    lines = []
    for name, pairs in points.items():
        ordered = sorted(pairs, key=lambda pair: pair[0])
        xs, means = [x for x, _ in ordered], np.array([result.mean[-1] for _, result in ordered])
        errors = np.array([result.stderr[-1] for _, result in ordered])
        lines.append(ax.plot(xs, means, marker="o", markersize=4, label=literal(name))[0])
        if not np.isnan(errors).any():
            ax.fill_between(xs, means - 2.0 * errors, means + 2.0 * errors, alpha=0.18, linewidth=0)
    dress(lines, before)
    for line, band in zip(lines, ax.collections[-len(lines) :]):
        band.set_color(line.get_color())
    if "x" in logs:
        ax.set_xscale("log")
    if "y" in logs:
        ax.set_yscale("log")
    ax.set_xlabel(literal(parameter))
    ax.set_ylabel("regret at the horizon")
    finish_axes(ax, len(lines) if legend else 0, beside=own or _makes_room(ax))
    return ax


def own_axes(size: tuple[float, float] = _SIZE) -> Axes:
    """The axes of a new figure in our style, as far as the user has set no other."""
    default = matplotlib.rcParams["figure.figsize"] == matplotlib.rcParamsDefault["figure.figsize"]
    # Outside the context: the first figure loads the backend, and that of notebooks sets parameters for good.
    figure = plt.figure(figsize=size if default else None, layout="constrained")
    with plt.rc_context(unset_style()):
        return figure.subplots()


def dress(lines: Sequence[matplotlib.lines.Line2D], before: int = 0) -> None:
    """Give lines our colours and dashes if they have those of Matplotlib's default; ``before`` others are there."""
    style = unset_style()
    usual = set(matplotlib.rcParamsDefault["axes.prop_cycle"].by_key()["color"])
    plain = matplotlib.rcParamsDefault["lines.linestyle"]
    if "axes.prop_cycle" in style and all(x.get_color() in usual and x.get_linestyle() == plain for x in lines):
        for number, line in enumerate(lines, start=before):
            line.set(**line_of(number))
    if "lines.linewidth" in style:
        for line in lines:
            line.set_linewidth(style["lines.linewidth"])


def begin_at_zero(ax: Axes, lines: Sequence[matplotlib.lines.Line2D]) -> None:
    """Let the axes begin at 0, or below where values are negative, and end with the data, even if rescaled later."""
    ax.update_datalim([(0.0, 0.0)])
    for line in lines:
        x = np.asarray(line.get_xdata(), float)
        line.sticky_edges.x[:] = [0.0, x[0], x[-1]]
        line.sticky_edges.y[:] = [0.0]
    ax.autoscale_view()


def finish_axes(ax: Axes, entries: int, *, beside: bool = True) -> None:
    """Grid, frame and, if it has entries, a legend: beside the curves where it is long and there is room."""
    style = unset_style()
    if "axes.grid" in style:
        ax.grid(alpha=style.get("grid.alpha"))
    for side in ("top", "right"):
        if f"axes.spines.{side}" in style:
            ax.spines[side].set_visible(False)
    if not entries:
        return
    place: dict[str, Any] = {"frameon": False} if "legend.frameon" in style else {}
    if entries > _MANY and beside:
        place |= {"loc": "center left", "bbox_to_anchor": (1.0, 0.5)}
    elif entries > _MANY:
        place |= {"fontsize": "x-small", "ncols": 1 + entries // 9, "frameon": True, "edgecolor": "none"}
    ax.legend(**place)


def _makes_room(ax: Axes) -> bool:
    """Whether the layout of a user's figure makes room for a legend beside these axes; else it would cover others."""
    return ax.figure.get_layout_engine() is not None


def _logs(log: Log) -> str:
    """The letters of the logarithmic axes."""
    if not isinstance(log, bool) and log not in ("x", "y", "both"):
        raise BadValue.of("log", log, '"x", "y", "both", True or False')
    return "xy" if log in (True, "both") else str(log or "")


def band_around(runs: np.ndarray, band: float | str) -> tuple[np.ndarray | None, np.ndarray | None]:
    """The ends of a band around the mean of curves, a row each."""
    if band == "quantiles":
        low, high = np.quantile(runs, [0.1, 0.9], axis=0)
        return low, high
    if band != "stderr" and band != "none" and (isinstance(band, bool) or not isinstance(band, (int, float))):
        raise BadValue.of("band", band, '"stderr", "quantiles", "none" or a number')
    if band == "none" or len(runs) == 1:  # the spread of one run is unknown
        return None, None
    mean, std = runs.mean(axis=0), runs.std(axis=0, ddof=1)
    reach = 2.0 * (std / np.sqrt(len(runs))) if band == "stderr" else float(band) * std
    return mean - reach, mean + reach
