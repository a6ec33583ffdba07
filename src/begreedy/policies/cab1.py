"""CAB1: the first algorithm for a continuum of arms."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log

from begreedy.policies.ucb import UCB
from begreedy.values.value import Value


@dataclass(frozen=True)
class CAB1(Value):
    """UCB1 on a grid, restarted with a finer grid in epochs of doubling length; needs no horizon.

    The epoch of T' rounds has ``ceil((T' / log T')**(1/(2 alpha + 1)))`` arms at the points k/K.

    Guarantee: of order ``T**((a+1)/(2a+1)) (log T)**(a/(2a+1))``.

    Parameters
    ----------
    alpha : float
        Smoothness exponent of the function, greater than 0.

    References
    ----------
    Kleinberg (2005), *Nearly Tight Bounds for the Continuum-Armed Bandit Problem*.

    Examples
    --------
    >>> CAB1()
    CAB1()
    """

    alpha: float = 1.0

    point = "end"
    remembers = False
    keeps = False
    first_rounds = 2

    def validate(self) -> None:
        self.require("alpha", self.alpha > 0.0, "greater than 0")

    @property
    def base(self) -> UCB:
        return UCB(1.0)

    def epoch_rounds(self, epoch: int, horizon: int) -> int:
        return self.first_rounds**epoch

    def epoch_arms(self, epoch: int, horizon: int) -> int:
        rounds = self.first_rounds**epoch
        return max(1, ceil((rounds / max(1.0, log(rounds))) ** (1.0 / (2.0 * self.alpha + 1.0))))
