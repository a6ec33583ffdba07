"""AdaptiveGreedy: the better the best arm looks, the less is explored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.random import below, fair_argmax, uniform
from begreedy.values.value import Value


@dataclass(frozen=True)
class AdaptiveGreedy(Value):
    """Plays the arm with the largest mean m with probability ``min(1, c * m)``, else a uniformly random one.

    An arm never pulled has mean 0 and none is pulled first, so with many arms most are never looked at.

    Parameters
    ----------
    c : float
        Scale of the probability of playing the best arm, greater than 0.

    References
    ----------
    Chakrabarti, Kumar, Radlinski, Upfal (2008), *Mortal Multi-Armed Bandits*.

    Examples
    --------
    >>> AdaptiveGreedy()
    AdaptiveGreedy()
    """

    c: float = 1.0

    reward_range = (0.0, 1.0)

    @property
    def name(self) -> str:
        return "AdaptiveGreedy" if self.c == 1.0 else f"AdaptiveGreedy(c={self.c:g})"

    def validate(self) -> None:
        self.require("c", self.c > 0.0, "greater than 0")

    def memory(self, arms: int) -> int:
        return arms

    def select(self, memory: Any, total: Any, pulls: Any, arms: int, rng: Any) -> int:
        for arm in range(arms):
            memory[arm] = total[arm] / pulls[arm] if pulls[arm] > 0 else 0.0
        best = fair_argmax(rng, memory, 0, 1, arms)
        return best if uniform(rng) < self.c * memory[best] else below(rng, arms)
