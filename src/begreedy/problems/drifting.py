"""The drifting bandit: arms stay, but their means change."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from begreedy.problems.finite import check_prior
from begreedy.problems.laws import Bernoulli
from begreedy.random import normal
from begreedy.types import Law, Prior, part_of, prior_draw
from begreedy.values.fields import optional
from begreedy.values.value import Value, whole


@dataclass(frozen=True)
class Drifting(Value):
    """Arms whose means change: each in every round with probability ``rate``, independently, played or not.

    A mean that changes is drawn anew from ``prior`` (piecewise stationary) or, with a ``step``, moves by a normal
    number of that standard deviation, reflected at the ends of the prior's range (a random walk; with ``rate=1`` in
    every round).  Nobody is told.  The regret of a round is the largest mean of that round minus that of the arm
    played: dynamic regret.

    A round costs a look at every arm whose mean changes, so one of a random walk with ``rate=1`` costs as many as there
    are arms.

    Parameters
    ----------
    prior : Prior
        Distribution of the means.
    arms : int
        Number of arms.
    rate : float
        Probability that an arm's mean changes in a round, in [0, 1].
    step : float, optional
        Standard deviation of a change.  By default a mean that changes is drawn anew.
    law : Law
        Distribution of a reward, given the arm's mean.

    References
    ----------
    Garivier and Moulines (2011), *On Upper-Confidence Bound Policies for Switching Bandit Problems*; Slivkins and Upfal
    (2008), *Adapting to a Changing Environment: the Brownian Restless Bandits*.

    Examples
    --------
    >>> from begreedy import Uniform
    >>> Drifting(Uniform(), arms=10, rate=0.001)
    Drifting(prior=Uniform(), arms=10, rate=0.001)
    >>> Drifting(Uniform(), arms=10, rate=1.5)
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Drifting.rate must be between 0 and 1, got 1.5
    """

    prior: Prior
    arms: int
    rate: float
    step: float | None = optional(0.0)
    law: Law = Bernoulli()

    model = "drifting"
    divisible = True

    def validate(self) -> None:
        whole(self.arms, "Drifting.arms", low=1)
        self.require("rate", 0.0 <= self.rate <= 1.0, "between 0 and 1")
        check_prior(self)
        if self.step is not None:
            low, high = self.range
            known = isfinite(low) and isfinite(high)
            self.require("prior", known, "one with finite ends, low and high, for means that move in steps")
            within = 0.0 < self.step <= high - low
            self.require("step", within, f"greater than 0 and at most {high - low:g}, the width of the prior's range")

    @property
    def range(self) -> tuple[float, float]:
        """Where means lie."""
        return float(part_of(self.prior, "low", -inf)), float(part_of(self.prior, "high", inf))

    def draw_function(self) -> Any:
        """(world, rng) -> the mean of an arm at the start."""
        return prior_draw(self.prior)

    def change_function(self) -> Any:
        """(world, pace, mean, rng) -> the mean after a change."""
        return _moved if self.step is not None else _redrawn(self.prior)

    def world(self) -> Any:
        return self.prior


def _redrawn(prior: Any) -> Any:
    draw = prior_draw(prior)

    def change(world: Any, pace: Any, mean: float, rng: Any) -> float:
        return draw(world, rng)

    return change


def _moved(world: Any, pace: Any, mean: float, rng: Any) -> float:
    mean += pace.step * normal(rng)
    while not pace.low <= mean <= pace.high:
        mean = 2.0 * (pace.low if mean < pace.low else pace.high) - mean
    return mean
