"""Numbers with a standard error, as pages of the documentation tell them, and what fewer runs must find.

A page has the numbers of full runs, which take minutes to hours.  Fewer runs of the same cells, with the same seed,
must agree within four of their own standard errors, by the standard deviation that the page's numbers imply.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

NUMBER = r"(\d{1,3}(?: \d{3})+|\d+)(\.\d+)?"
_PAIR = re.compile(rf"(?<![\w.])[−-]?{NUMBER} ± {NUMBER}")


class Told(NamedTuple):
    """A number without its sign, its standard error, and half a unit of the last digit of each."""

    words: str
    mean: float
    stderr: float
    half_mean: float
    half_stderr: float

    def is_one_of(self, others: Iterable[Told]) -> bool:
        """Whether it is one of these numbers, rounded."""
        return any(
            abs(other.mean - self.mean) <= 1.001 * self.half_mean
            and abs(other.stderr - self.stderr) <= 1.001 * self.half_stderr
            for other in others
        )

    def agrees(self, mean: float, runs: int, all_runs: int) -> bool:
        """Whether the mean of the first of these runs may be that of all."""
        spread = (self.stderr + self.half_stderr) * sqrt(all_runs)
        return abs(mean - self.mean) <= 4.0 * spread / sqrt(runs) + self.half_mean


def pairs(text: str) -> list[Told]:
    """The numbers of a text that have a standard error."""
    return [told_by(match[0], *match.groups()) for match in _PAIR.finditer(text)]


def told_by(words: str, *digits: str | None) -> Told:
    """The number that these digits tell: of the mean before and after the point, then of its error."""
    (mean, half_mean), (stderr, half_stderr) = (_rounded(digits[i] or "", digits[i + 1]) for i in (0, 2))
    return Told(words, mean, stderr, half_mean, half_stderr)


def _rounded(whole: str, decimals: str | None) -> tuple[float, float]:
    """A number, and half a unit of its last digit; zeros at the end of a whole number may be due to rounding."""
    digits = whole.replace(" ", "")
    if decimals is not None:
        return float(digits + decimals), 0.5 * 10.0 ** (1 - len(decimals))
    return float(digits), 0.5 * 10.0 ** (len(digits) - len(digits.rstrip("0")))
