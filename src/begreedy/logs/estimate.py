"""An estimate of what a policy earns per decision, from a log of decisions."""

from __future__ import annotations

from math import inf, isnan, nan
from statistics import NormalDist
from typing import NamedTuple

LEVEL = 0.95
_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2.0)


class Estimate(NamedTuple):
    """A mean reward per decision, its standard error, and a 95 % confidence interval within the range of rewards.

    All are nan if the log never matched what the policy would have played; ``missing`` says so, or why else.
    """

    mean: float
    stderr: float
    least: float = -inf
    most: float = inf
    missing: str = "no match"

    @classmethod
    def within(cls, rewards: tuple[float, float], mean: float, stderr: float, matches: float) -> Estimate:
        """The estimate from ``matches`` matches; if all of them paid the same, by the rule of three."""
        if matches == 0.0:
            return cls(nan, nan)
        low, high = rewards
        return cls(min(high, max(low, mean)), stderr or 3.0 * (high - low) / (_Z * matches), low, high)

    @property
    def low(self) -> float:
        return max(self.least, self.mean - _Z * self.stderr)

    @property
    def high(self) -> float:
        return min(self.most, self.mean + _Z * self.stderr)

    def __str__(self) -> str:
        return self.missing if isnan(self.mean) else f"{self.mean:.4g} ({self.low:.4g} to {self.high:.4g})"
