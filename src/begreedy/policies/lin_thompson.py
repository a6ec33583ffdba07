"""Thompson sampling for linear rewards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from begreedy.linear_algebra import dot, normalise, random_direction, solve_upper
from begreedy.policies.noise import told_noise
from begreedy.random import normal
from begreedy.types import Problem, says
from begreedy.values.fields import display_label, optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class LinThompson(Value):
    """Plays the best action for a parameter drawn from N(estimate, (scale noise)**2 V**-1), V = ridge I + sum of x x'.

    With ``scale`` = 1 that is the posterior under the prior N(0, noise**2 / ridge I); analyses use larger scales.
    ``noise`` is the standard deviation of the problem unless given (of bounded rewards, half the length of
    their range).

    Parameters
    ----------
    scale : float
        Factor of the posterior's standard deviation, at least 0.
    ridge : float
        Ridge of the estimate, greater than 0.
    noise : float, optional
        Standard deviation of rewards.  By default that of the problem.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    References
    ----------
    Agrawal and Goyal (2013), *Thompson Sampling for Contextual Bandits with Linear Payoffs*.

    Examples
    --------
    >>> LinThompson()
    LinThompson()
    """

    scale: float = 1.0
    ridge: float = 1.0
    noise: float | None = optional(0.0)
    label: str | None = display_label()

    @property
    def name(self) -> str:
        return self.label or "LinThompson"

    def validate(self) -> None:
        self.require("scale", self.scale >= 0.0, "at least 0")
        self.require("ridge", self.ridge > 0.0, "greater than 0")
        self.require("noise", self.noise is None or self.noise > 0.0, "greater than 0, or left out for the problem's")

    @property
    def deviation(self) -> float:
        """Standard deviation of the noise as compiled code reads it; ``fit`` fills it in."""
        return self.noise or 0.0

    def fit(self, problem: Problem, horizon: int) -> LinThompson:
        """Fill in the noise of the problem."""
        known = self.noise or not says(problem, "vectors")
        return self if known else replace(self, noise=told_noise(self, "noise", problem) or None)

    def needs(self, ball: bool) -> tuple[str, ...]:
        return ("inverse", "factor")

    def ready(self, fit: Any, rng: Any) -> None:
        sample = fit.drawn
        for i in range(len(sample)):
            sample[i] = self.scale * self.deviation * normal(rng)
        solve_upper(fit.factor, sample)
        for i in range(len(sample)):
            sample[i] += fit.estimate[i]

    def aim(self, fit: Any, x: Any, rng: Any) -> None:
        self.ready(fit, rng)
        for i in range(len(x)):
            x[i] = fit.drawn[i]
        if normalise(x) == 0.0:
            random_direction(x, rng)

    def score(self, fit: Any, x: Any) -> float:
        return dot(x, fit.drawn)
