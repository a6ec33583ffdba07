"""Colours, dashes and markers of curves, the same in files and on pages; and the style of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# Okabe and Ito's colours can be told apart by the colour-blind; line styles and markers carry over to grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3.5)), (0, (8, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = len(COLOURS) * len(STYLES)  # so many lines that no two of them are alike


def line_of(number: int) -> dict[str, Any]:
    """Colour and dashes of the line of a policy: no two of the first 49 are alike."""
    style = STYLES[(number + number // len(COLOURS)) % len(STYLES)]
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": style}


def marker_of(number: int) -> str:
    """The marker of a policy: of two lines with the same dashes, the second has another one."""
    return MARKERS[(number + 3 * (number // len(COLOURS))) % len(MARKERS)]


def styles_of(names: Sequence[str]) -> dict[str, int]:
    """A style per policy: Greedy always has the first."""
    return {name: i for i, name in enumerate(sorted(dict.fromkeys(names), key=lambda name: name != "Greedy"))}


def figure_style() -> dict[Any, Any]:
    """The style of begreedy's figures as parameters of Matplotlib, for figures of your own beside them.

    Fonts are embedded whole in PDF (type 42, which publishers ask for), text stays text in SVG, and PNG has 300 dots
    per inch.  Plots of results follow it, except in what you have set yourself.

    >>> figure_style()["pdf.fonttype"], figure_style()["savefig.dpi"]
    (42, 300)
    """
    from matplotlib.rcsetup import cycler

    lines = [line_of(number) for number in range(LINES)]
    return {
        "axes.prop_cycle": cycler(**{name: [line[name] for line in lines] for name in ("color", "linestyle")}),
        "lines.linewidth": 1.8,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "grid.alpha": 0.25,
        "legend.frameon": False,
        "pdf.fonttype": 42,
        "ps.fonttype": 42,
        "svg.fonttype": "none",
        "savefig.dpi": 300,
    }


def unset_style() -> dict[Any, Any]:
    """The part of the style that the user has not set: what is as by Matplotlib's default."""
    from matplotlib import rcParams, rcParamsDefault

    unset = {name: value for name, value in figure_style().items() if rcParams[name] == rcParamsDefault[name]}
    if "axes.grid" not in unset:
        unset.pop("grid.alpha", None)  # a grid of the user's is as they want it
    return unset


def literal(words: str) -> str:
    """Words that Matplotlib shows as they are: a dollar begins no formula, an underscore hides no label.

    >>> literal("$x_$"), literal("_hidden")
    ('\\\\$x_\\\\$', ' _hidden')
    """
    shown = words.replace("$", r"\$")
    return f" {shown}" if shown.startswith("_") else shown
