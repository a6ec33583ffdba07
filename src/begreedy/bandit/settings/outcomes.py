"""How rewards come: told or zero until told; in a window or at any time; once or revised; of lists, by place or not."""

from __future__ import annotations

from typing import Any

from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import finite

TOLD, ZERO = "told", "zero until told"
FIRST, EACH = "first", "each"  # what is reported for a list: the first place clicked, or every place
LONGEST_WINDOW = 10.0 * 366 * 86400  # seconds


def checked_outcomes(
    outcomes: Any, window: Any, default: Any, revise: Any
) -> tuple[str, float | None, float | None, bool]:
    """These settings, checked and in one form; whether the default is a valid reward depends on other settings."""
    if outcomes not in (TOLD, ZERO):
        raise BadValue.of("outcomes", outcomes, f"{TOLD!r} or {ZERO!r}")
    if not isinstance(revise, bool):
        raise BadType.of("revise", revise, "True or False")
    if window is not None:
        window = finite(window, "window")
        if not 0.0 < window <= LONGEST_WINDOW:
            raise BadValue.of("window", window, "greater than 0 seconds, and at most ten years")
    elif outcomes == ZERO:
        raise BadValue.of("window", None, f"given, in seconds, where outcomes are {ZERO!r}")
    elif default is not None:
        raise BadValue.of("default", default, "left out where there is no window")
    return outcomes, window, None if default is None else finite(default, "default"), revise
