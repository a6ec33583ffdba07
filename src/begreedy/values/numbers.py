"""Numbers written for people."""

from __future__ import annotations

from math import floor, log10


def number(value: float, digits: int = 4) -> str:
    """A number to so many digits, without powers of ten where people do not use them.

    >>> number(11330.4), number(0.01234), number(7.0), number(1.9e46)
    ('11330', '0.01234', '7', '1.9e46')
    """
    if value == 0.0 or not 1e-4 <= abs(value) < 1e7:
        return f"{value:.{digits}g}".replace("e+", "e")
    decimals = max(0, digits - 1 - floor(log10(abs(value))))
    words = f"{value:.{decimals}f}"
    return words.rstrip("0").rstrip(".") if "." in words else words


def mean_words(mean: float, stderr: float | None) -> str:
    """A mean and its standard error, if it is known."""
    return f"{number(mean)} ± {number(stderr, 2)}" if stderr else number(mean)
