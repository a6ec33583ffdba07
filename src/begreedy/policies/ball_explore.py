"""BallExplore: the direction of the estimate, mixed with a random one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from begreedy.linear_algebra import dot, normalise, random_direction
from begreedy.policies.noise import told_noise
from begreedy.random import uniform
from begreedy.types import LinearProblem, says
from begreedy.values.fields import display_label, optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class BallExplore(Value):
    """Plays ``sqrt(1 - b**2)`` times the direction e of the estimate, plus ``b`` times a random direction across e.

    ``b = sqrt(2/3) min(d delta / t, 1)**(1/4)`` explores constantly for ``d delta`` rounds, then ever less.  The
    estimate minimises ``squared errors / (2 sigma**2) + d |u|**2 / 2``: the posterior mean of a parameter about 1 long.

    ``delta`` is d unless given, as the paper ran it: its d * d = T = 2500 rounds of constant exploration are the whole
    experiment.  ``ridge`` is d sigma**2 unless given.  ``published`` is what the paper's companion ran: random vectors
    of the positive orthant, projected by I - u u' with the estimate u not scaled to length 1, entries of u cut to
    [-1, 1], and ridge sigma**2 / d.  Its actions may leave the unit ball.

    Parameters
    ----------
    delta : float, optional
        How long exploration stays constant: ``d delta`` rounds.  By default d.
    ridge : float, optional
        Ridge of the estimate.  By default ``d sigma**2``.
    published : bool
        Whether to play what the paper's companion ran, errors included.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    References
    ----------
    Deshpande and Montanari (2012), *Linear Bandits in High Dimension and Recommendation Systems*.

    Examples
    --------
    >>> BallExplore()
    BallExplore()
    """

    delta: float | None = optional(0.0)
    ridge: float | None = optional(0.0)
    published: bool = False
    label: str | None = display_label()

    @property
    def name(self) -> str:
        return self.label or "BallExplore"

    def validate(self) -> None:
        self.require("delta", self.delta is None or self.delta > 0.0, "greater than 0, or left out for the dimension")
        within = self.ridge is None or self.ridge > 0.0
        self.require("ridge", within, "greater than 0, or left out for dimension * sigma**2")

    @property
    def exploration(self) -> float:
        """``delta`` as compiled code reads it; ``fit`` fills it in."""
        return self.delta or 0.0

    def fit(self, problem: LinearProblem, horizon: int) -> BallExplore:
        """Fill in what was left to the problem."""
        if not says(problem, "vectors"):
            return self
        ridge = self.ridge
        if ridge is None:
            variance = max(told_noise(self, "ridge", problem) ** 2, 1e-12)
            ridge = variance / problem.dimension if self.published else variance * problem.dimension
        return replace(self, delta=self.delta or float(problem.dimension), ridge=ridge)

    def needs(self, ball: bool) -> tuple[str, ...]:
        return ("inverse",)

    def aim(self, fit: Any, t: int, horizon: int, x: Any, rng: Any) -> None:
        size = len(x)
        spare = fit.spare
        share = sqrt(2.0 / 3.0) * sqrt(sqrt(min(size * self.exploration / t, 1.0)))
        for i in range(size):
            x[i] = fit.estimate[i]
            if self.published:
                x[i] = max(-1.0, min(1.0, x[i]))
        length = normalise(x)
        if length == 0.0:
            x[0] = 1.0
        if self.published:
            for i in range(size):
                spare[i] = uniform(rng)
            normalise(spare)
            inner = dot(x, spare) * (length * length if length > 0.0 else 1.0)
        else:
            random_direction(spare, rng)
            inner = dot(x, spare)
        for i in range(size):
            x[i] = sqrt(1.0 - share * share) * x[i] + share * (spare[i] - inner * x[i])
