"""Charts as data: what a figure shows, drawn once with Matplotlib for files and once by the page's script."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from begreedy.results.styles import STYLES, line_of, marker_of


@dataclass(frozen=True)
class Line:
    """The curve of a policy and, where there is one, the band around it."""

    name: str
    style: int  # the same policy has the same colour and dashes in all variants of an experiment
    x: np.ndarray
    y: np.ndarray
    low: np.ndarray | None = None
    high: np.ndarray | None = None

    @property
    def columns(self) -> tuple[np.ndarray | None, ...]:
        """Its numbers: x, y and the ends of the band."""
        return self.x, self.y, self.low, self.high

    @property
    def marked(self) -> bool:
        """Whether a few markers are needed, because another line has the same dashes."""
        return self.style >= len(STYLES)


@dataclass(frozen=True)
class Mark:
    """A point with words beside it; without ``y``, a vertical line."""

    x: float
    words: str
    y: float | None = None


@dataclass(frozen=True)
class Panel:
    """One pair of axes."""

    title: str
    lines: tuple[Line, ...]
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class LineChart:
    """Curves in one or several panels."""

    title: str
    panels: tuple[Panel, ...]
    x_label: str
    y_label: str
    x_log: bool = False
    y_log: bool = False
    x_ticks: tuple[float, ...] = ()
    y_range: tuple[float, float] | None = None
    same_y: bool = False  # panels share the vertical axis
    dots: bool = False  # a dot at every value: there are few of them
    ceiling: float | None = None  # values above it say nothing, and are shaded
    note: str = ""  # what the band is, and over how many runs

    @property
    def names(self) -> dict[str, int]:
        """Policies in the order of the legend, each with its style."""
        return {line.name: line.style for panel in self.panels for line in panel.lines}

    @property
    def columns(self) -> int:
        """How many panels stand side by side: more than three make two rows."""
        panels = len(self.panels)
        return panels if panels <= 3 else -(-panels // 2)

    @property
    def legends(self) -> list[int]:
        """The panels that have a legend beside them: the last of those with the same lines."""
        last = {frozenset(line.name for line in panel.lines): number for number, panel in enumerate(self.panels)}
        return sorted(number for names, number in last.items() if len(names) > 1)


@dataclass(frozen=True)
class HeatMap:
    """Numbers by row and column, one panel per policy, on one scale of colours: darker is more."""

    title: str
    panels: tuple[tuple[str, np.ndarray], ...]
    columns: tuple[str, ...]
    rows: tuple[str, ...]  # from the top
    x_label: str
    y_label: str
    value_label: str
    note: str = ""

    @property
    def top(self) -> float:
        return float(max(grid.max() for _, grid in self.panels))


@dataclass(frozen=True)
class Win:
    """The policy that wins a cell, by what factor the next one loses more, and whether that is clear."""

    winner: int
    factor: float
    clear: bool
    words: str


@dataclass(frozen=True)
class WinnerMap:
    """Who wins, by row and column, in one or several panels: each policy has its colour, pale where it is not clear."""

    title: str
    panels: tuple[tuple[str, tuple[tuple[Win, ...], ...]], ...]
    columns: tuple[str, ...]
    rows: tuple[str, ...]  # from the top
    names: tuple[str, ...]  # of the policies
    x_label: str
    y_label: str
    note: str = ""

    @property
    def letters(self) -> tuple[str, ...]:
        """A letter for each policy, of its name, for those who cannot tell the colours apart."""
        letters: list[str] = []
        for name in self.names:
            mine = (letter.upper() for letter in name if letter.isalpha() and letter.upper() not in letters)
            letters.append(next(mine, "?"))
        return tuple(letters)

    def words_in(self, win: Win) -> str:
        return f"{self.letters[win.winner]} {win.factor:.2f}×" if win.clear else f"{self.letters[win.winner]} ≈"


@dataclass(frozen=True)
class Dot:
    """A number in a row, of one of the series, with its interval if it is known."""

    row: int
    series: int
    value: float
    words: str
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class DotChart:
    """Numbers on one logarithmic axis, a row per thing; left of 1 is good for one side, right of it for the other."""

    title: str
    rows: tuple[str, ...]
    series: tuple[str, ...]
    dots: tuple[Dot, ...]
    x_label: str
    sides: tuple[str, str]
    links: tuple[str, ...] = field(default=())  # where a row leads to
    note: str = ""


Chart = LineChart | HeatMap | WinnerMap | DotChart


def compact(values: Iterable[Any]) -> list[float | None]:
    """Numbers for the page, to five digits; None for what is not finite and cannot be drawn."""
    return [float(f"{v:.5g}") if np.isfinite(v) else None for v in map(float, values)]


def payload(chart: Chart) -> dict[str, Any]:
    """A chart as plain lists and words, which the page's script draws."""
    if isinstance(chart, HeatMap):
        return {
            "kind": "heat",
            "title": chart.title,
            "panels": [{"title": name, "z": [compact(row) for row in grid]} for name, grid in chart.panels],
            "columns": chart.columns,
            "rows": chart.rows,
            "x": chart.x_label,
            "y": chart.y_label,
            "value": chart.value_label,
            "top": compact([chart.top])[0],
        }
    if isinstance(chart, WinnerMap):
        return {
            "kind": "winners",
            "title": chart.title,
            "panels": [
                {
                    "title": name,
                    "z": [[win.winner + 0.5 * (not win.clear) for win in row] for row in grid],
                    "text": [[chart.words_in(win) for win in row] for row in grid],
                    "words": [[win.words for win in row] for row in grid],
                }
                for name, grid in chart.panels
            ],
            "columns": chart.columns,
            "rows": chart.rows,
            "x": chart.x_label,
            "y": chart.y_label,
            "names": [{"name": name, **look(number), "symbol": "square"} for number, name in enumerate(chart.names)],
        }
    if isinstance(chart, DotChart):
        return {
            "kind": "dots",
            "title": chart.title,
            "rows": chart.rows,
            "series": [{"name": name, **look(number)} for number, name in enumerate(chart.series)],
            "dots": [
                {"row": d.row, "series": d.series, "words": d.words, "value": compact([d.value])[0]}
                | ({"range": compact([d.low, d.high])} if d.low is not None else {})
                for d in chart.dots
            ],
            "x": chart.x_label,
            "sides": chart.sides,
            "links": chart.links,
        }
    return {
        "kind": "lines",
        "title": chart.title,
        "panels": [
            {
                "title": panel.title,
                "lines": [_line(line) for line in panel.lines],
                "marks": [{"x": m.x, "y": m.y, "words": m.words} for m in panel.marks],
            }
            for panel in chart.panels
        ],
        "x": chart.x_label,
        "y": chart.y_label,
        "xlog": chart.x_log,
        "ylog": chart.y_log,
        "ticks": chart.x_ticks,
        "range": chart.y_range,
        "same": chart.same_y,
        "columns": chart.columns,
        "legends": chart.legends,
        "dots": chart.dots,
        "ceiling": chart.ceiling,
    }


def numbers_of(chart: Chart) -> tuple[list[str], list[list[Any]]]:
    """The numbers that a chart shows, as the head and the rows of a table; missing ones are empty."""
    if isinstance(chart, HeatMap):
        cells = [(name, grid, at) for name, grid in chart.panels for at in np.ndindex(grid.shape)]
        rows = [[name, chart.rows[at[0]], chart.columns[at[1]], float(grid[at])] for name, grid, at in cells]
        return ["policy", chart.y_label, chart.x_label, chart.value_label], rows
    if isinstance(chart, WinnerMap):
        wins = [
            (name, i, j, win) for name, grid in chart.panels for i, row in enumerate(grid) for j, win in enumerate(row)
        ]
        head = ["panel", chart.y_label, chart.x_label, "winner", "the next loses this many times as much", "clear"]
        table = [
            [name, chart.rows[i], chart.columns[j], chart.names[win.winner], win.factor, win.clear]
            for name, i, j, win in wins
        ]
        return head, table
    if isinstance(chart, DotChart):
        head = ["experiment", "series", "cell", chart.x_label, "low", "high"]
        return head, [[chart.rows[d.row], chart.series[d.series], d.words, d.value, d.low, d.high] for d in chart.dots]
    points = [
        [panel.title, line.name, *(None if values is None else float(values[i]) for values in line.columns)]
        for panel in chart.panels
        for line in panel.lines
        for i in range(len(line.x))
    ]
    return ["panel", "line", chart.x_label, chart.y_label, "low", "high"], points


def _line(line: Line) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": line.name,
        **look(line.style),
        "marked": line.marked,
        "x": compact(line.x),
        "y": compact(line.y),
    }
    if line.low is not None and line.high is not None:
        data |= {"low": compact(line.low), "high": compact(line.high)}
    return data


def look(style: int) -> dict[str, str]:
    """Colour, dashes and symbol of a style in the page's words: the same as in the files."""
    line = line_of(style)
    dashes = _DASHES.get(line["linestyle"]) or ",".join(f"{2.0 * part:g}px" for part in line["linestyle"][1])
    return {"colour": line["color"], "dash": dashes, "symbol": _SYMBOLS[marker_of(style)]}


# Matplotlib's words in Plotly's; a line of the page is two pixels wide.
_DASHES = {"-": "solid", "--": "7px,3px", "-.": "12px,3px,2px,3px", ":": "2px,3px"}
_SYMBOLS = {
    "o": "circle", "s": "square", "^": "triangle-up", "D": "diamond", "v": "triangle-down", "P": "cross", "X": "x",
}  # fmt: skip
