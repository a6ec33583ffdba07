"""Thompson sampling for linear rewards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from begreedy.linear_algebra import dot, normalise, random_direction, solve_upper
from begreedy.random import normal
from begreedy.values.value import Value


@dataclass(frozen=True)
class LinThompson(Value):
    """The best action for a parameter drawn from N(estimate, (scale noise)**2 V**-1), V = ridge I + sum of x x'.

    With ``scale`` = 1 that is the posterior under the prior N(0, noise**2 / ridge I); analyses use larger scales.
    ``noise`` = 0 means the standard deviation of the problem.

    Agrawal and Goyal (2013), *Thompson Sampling for Contextual Bandits with Linear Payoffs*.
    """

    scale: float = 1.0
    ridge: float = 1.0
    noise: float = 0.0
    label: str = ""

    @property
    def name(self) -> str:
        return self.label or "LinThompson"

    def validate(self) -> None:
        self.require("scale", self.scale >= 0.0, "at least 0")
        self.require("ridge", self.ridge > 0.0, "greater than 0")
        self.require("noise", self.noise >= 0.0, "greater than 0, or 0 for the problem's")

    def fit(self, problem: Any, horizon: int) -> LinThompson:
        """Fill in the noise of the problem."""
        return self if self.noise or problem.model != "linear" else replace(self, noise=problem.sigma)

    def needs(self, ball: bool) -> tuple[str, ...]:
        return ("inverse", "factor")

    def ready(self, fit: Any, t: int, horizon: int, rng: Any) -> None:
        sample = fit.drawn
        for i in range(len(sample)):
            sample[i] = self.scale * self.noise * normal(rng)
        solve_upper(fit.factor, sample)
        for i in range(len(sample)):
            sample[i] += fit.estimate[i]

    def aim(self, fit: Any, t: int, horizon: int, x: Any, rng: Any) -> None:
        self.ready(fit, t, horizon, rng)
        for i in range(len(x)):
            x[i] = fit.drawn[i]
        if normalise(x) == 0.0:
            random_direction(x, rng)

    def score(self, fit: Any, x: Any, t: int, horizon: int) -> float:
        return dot(x, fit.drawn)
