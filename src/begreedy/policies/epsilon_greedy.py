"""Epsilon-greedy: Greedy that sometimes plays at random."""

from __future__ import annotations

from dataclasses import dataclass

from begreedy.values.fields import optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class EpsilonGreedy(Value):
    """Greedy, but with probability ``epsilon`` a uniformly random arm; pulls each arm once first.

    ``epsilon`` fixed or, if a ``gap`` d in (0, 1] is given, decreasing: ``min(1, c K / (d**2 t))``.

    Guarantee: regret linear in T for a fixed epsilon; of order ``c K log T / d**2`` for the decreasing one if d
    is at most the smallest gap and c is large enough.

    Parameters
    ----------
    epsilon : float
        Probability of a random arm, in [0, 1].
    c : float
        Scale of the decreasing probability, with a ``gap``.
    gap : float, optional
        Lower bound of the smallest gap, in (0, 1]; makes epsilon decrease.

    References
    ----------
    Auer, Cesa-Bianchi, Fischer (2002), *Finite-time Analysis of the Multiarmed Bandit Problem*.

    Examples
    --------
    >>> round(EpsilonGreedy().index(total=6.0, pulls=10), 6)
    0.6
    """

    epsilon: float = 0.1
    c: float = 1.0
    gap: float | None = optional(0.0)

    arms_rule = "greedy"

    def validate(self) -> None:
        self.require("epsilon", 0.0 <= self.epsilon <= 1.0, "in [0, 1]")
        self.require("c", self.c > 0.0, "greater than 0")
        within = self.gap is None or 1e-100 <= self.gap <= 1.0
        self.require("gap", within, "in [1e-100, 1], or left out for a fixed epsilon")

    @property
    def known_gap(self) -> float:
        """The gap as compiled code reads it: 0 if it is not given."""
        return self.gap or 0.0

    def explore(self, t: int, arms: int) -> float:
        if self.known_gap > 0.0:
            return min(1.0, self.c * arms / (self.known_gap * self.known_gap * t))
        return self.epsilon

    def index(self, total: float, pulls: int) -> float:
        return total / pulls
