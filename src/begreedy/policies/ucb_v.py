"""UCB-V: optimism that knows the variance."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from begreedy.values.value import Value


@dataclass(frozen=True)
class UCBV(Value):
    """UCB-V: the index is ``mean + sqrt(2 V E / pulls) + 3 E / pulls`` with E = ``c log t``.

    V is the empirical variance, ``squares / pulls - mean**2``.

    Guarantee (c > 1, rewards in [0, 1]): of order ``sum of (variance / gap + 2) * log T``.

    Parameters
    ----------
    c : float
        Scale of the exploration function, at least 0.

    References
    ----------
    Audibert, Munos, Szepesvári (2009), *Exploration-exploitation tradeoff using variance estimates*.

    Examples
    --------
    >>> round(UCBV().index(total=6.0, pulls=10, squares=5.0, t=100), 6)
    2.34064
    """

    c: float = 1.0

    growing = True

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def index(self, total: float, pulls: int, squares: float, t: int) -> float:
        mean = total / pulls
        variance = max(0.0, squares / pulls - mean * mean)
        exploration = self.c * log(t)
        return mean + sqrt(2.0 * variance * exploration / pulls) + 3.0 * exploration / pulls
