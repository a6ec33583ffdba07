"""MOSS: optimal in the worst case."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt

from begreedy.values.value import Value


@dataclass(frozen=True)
class MOSS(Value):
    """MOSS: the index is ``mean + sqrt(c * max(0, log(T / (K pulls))) / pulls)``, after one pull of each arm.

    The bonus is 0 once an arm has had its share T / K of the pulls: MOSS is then Greedy on that arm.

    Guarantee: ``49 sqrt(K T)`` for c = 1 and rewards in [0, 1]; ``39 sqrt(K T) + sum of gaps`` for c = 4 and
    1-subgaussian rewards.

    Parameters
    ----------
    c : float
        Constant of the bonus, at least 0.

    References
    ----------
    Audibert and Bubeck (2009), *Minimax Policies for Adversarial and Stochastic Bandits*; c = 4: Lattimore and
    Szepesvári (2020), *Bandit Algorithms*, theorem 9.1.

    Examples
    --------
    >>> round(MOSS().index(total=6.0, pulls=10, horizon=1000, arms=20), 6)
    1.001178
    """

    c: float = 1.0

    monotone = True

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def bonus(self, pulls: int, horizon: int, arms: int) -> float:
        share = horizon / (arms * pulls)
        return sqrt(self.c * log(share) / pulls) if share > 1.0 else 0.0

    def index(self, total: float, pulls: int, horizon: int, arms: int) -> float:
        return total / pulls + self.bonus(pulls, horizon, arms)


@dataclass(frozen=True)
class AnytimeMOSS(Value):
    """MOSS without a horizon: the index is ``mean + sqrt((1 + a) / 2 * max(0, log(t / (K pulls))) / pulls)``.

    Needs no horizon; a = 1.35 is what its authors recommend.

    Guarantee: of order ``sqrt(K T)`` at every T, for rewards in [0, 1].

    Parameters
    ----------
    a : float
        Constant of the index, at least 0.

    References
    ----------
    Degenne and Perchet (2016), *Anytime optimal algorithms in stochastic multi-armed bandits*.

    Examples
    --------
    >>> round(AnytimeMOSS().index(total=6.0, pulls=10, t=100, arms=20), 6)
    0.6
    """

    a: float = 1.35

    growing = True

    def validate(self) -> None:
        self.require("a", self.a >= 0.0, "at least 0")

    def index(self, total: float, pulls: int, t: int, arms: int) -> float:
        share = t / (arms * pulls)
        if share <= 1.0:
            return total / pulls
        return total / pulls + sqrt(0.5 * (1.0 + self.a) * log(share) / pulls)
