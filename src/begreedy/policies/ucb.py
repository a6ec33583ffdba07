"""UCB: optimism by an upper confidence bound."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from begreedy.values.value import Value


@dataclass(frozen=True)
class UCB(Value):
    """UCB: the index is ``mean + c * sqrt(2 log t / pulls)``, after one pull of each arm.

    Guarantee (c = 1, rewards in [0, 1]): at most ``8 log T * sum of 1/gap + (1 + pi**2/3) * sum of gaps``.

    Parameters
    ----------
    c : float
        Width of the bonus, at least 0; 1 is UCB1, and 0 is Greedy.

    References
    ----------
    Auer, Cesa-Bianchi, Fischer (2002), *Finite-time Analysis of the Multiarmed Bandit Problem* (UCB1).

    Examples
    --------
    >>> round(UCB().index(total=6.0, pulls=10, t=100), 6)
    1.559705
    """

    c: float = 1.0

    growing = True

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def index(self, total: float, pulls: int, t: int) -> float:
        return total / pulls + self.c * sqrt(2.0 * log(t) / pulls)
