"""Colours, dashes and markers of curves, the same in files and on pages; and the style of figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from begreedy.values.extras import MissingExtra

# Okabe and Ito's colours can be told apart by the colour-blind; line styles and markers carry over to grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3.5)), (0, (8, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")
LINES = len(COLOURS) * len(STYLES)  # this many lines are all different


def line_of(number: int) -> dict[str, Any]:
    """Colour and dashes of the line of a policy: no two of the first 49 are alike."""
    style = STYLES[(number + number // len(COLOURS)) % len(STYLES)]
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": style}


def marker_of(number: int) -> str:
    """The marker of a policy: two lines with the same dashes have different ones."""
    return MARKERS[(number + 3 * (number // len(COLOURS))) % len(MARKERS)]


def styles_of(names: Sequence[str]) -> dict[str, int]:
    """A style per policy: Greedy always has the first."""
    return {name: i for i, name in enumerate(sorted(dict.fromkeys(names), key=lambda name: name != "Greedy"))}


def figure_style() -> dict[Any, Any]:
    """The style of begreedy's figures as Matplotlib parameters, for your own figures.

    Fonts are embedded whole in PDF (type 42, which publishers ask for), text stays text in SVG, and PNG has 300 dots
    per inch.  Plots of results follow it, except in what you have set yourself.

    Returns
    -------
    dict
        Parameters for ``matplotlib.rc_context``.

    Examples
    --------
    >>> figure_style()["pdf.fonttype"], figure_style()["savefig.dpi"]
    (42, 300)
    """
    try:
        from matplotlib.rcsetup import cycler
    except ModuleNotFoundError as error:
        raise MissingExtra.of("figures", "plot", error) from None
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
    """The part of the style that the user has not set: what still has Matplotlib's default."""
    from matplotlib import rcParams, rcParamsDefault

    unset = {name: value for name, value in figure_style().items() if rcParams[name] == rcParamsDefault[name]}
    if "axes.grid" not in unset:
        unset.pop("grid.alpha", None)  # a user's own grid stays as they want it
    return unset


def literal(words: str) -> str:
    """Words that Matplotlib shows as they are: a dollar begins no formula, an underscore hides no label.

    >>> literal("$x_$"), literal("_hidden")
    ('\\\\$x_\\\\$', ' _hidden')
    """
    shown = words.replace("$", r"\$")
    return f" {shown}" if shown.startswith("_") else shown
