"""Colours, dashes and markers of curves, the same in files and on pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

# Okabe and Ito's colours can be told apart by the colour-blind; line styles and markers carry over to grey.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
STYLES = ("-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1)), (0, (1, 3.5)), (0, (8, 2)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X")


def line_of(number: int) -> dict[str, Any]:
    """Colour and style of the line of a policy: no two of the first 49 are alike."""
    style = STYLES[(number + number // len(COLOURS)) % len(STYLES)]
    return {"color": COLOURS[number % len(COLOURS)], "linestyle": style, "linewidth": 1.8}


def marker_of(number: int) -> str:
    """The marker of a policy: of two lines with the same dashes, the second has another one."""
    return MARKERS[(number + 3 * (number // len(COLOURS))) % len(MARKERS)]


def styles_of(names: Sequence[str]) -> dict[str, int]:
    """A style per policy: Greedy always has the first."""
    return {name: i for i, name in enumerate(sorted(dict.fromkeys(names), key=lambda name: name != "Greedy"))}
