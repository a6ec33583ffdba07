"""The mortal bandit: arms live for a while, then others take their places."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from begreedy.problems.finite import check_prior
from begreedy.problems.laws import Bernoulli
from begreedy.types import Law, Prior, part_of, prior_draw
from begreedy.values.value import Value, whole

LONGEST = 1e12  # lifetimes beyond any horizon


@dataclass(frozen=True)
class Mortal(Value):
    """Arms that die: each is replaced at once by a new one, with a mean drawn from ``prior``.

    Lives are geometric on 1, 2, ... with mean ``lifetime``, whether the arm is played or not; the policy is told which
    places have a new arm.  The regret of a round is the largest mean among the living minus that of the arm played.

    Parameters
    ----------
    prior : Prior
        Distribution of the mean of a new arm.
    arms : int
        Number of places.
    lifetime : float
        Mean lifetime in rounds, at least 1.
    law : Law
        Distribution of a reward, given the arm's mean.

    References
    ----------
    Chakrabarti, Kumar, Radlinski, Upfal (2008), *Mortal Multi-Armed Bandits*.

    Examples
    --------
    >>> from begreedy import Beta
    >>> Mortal(Beta(1, 3), arms=100, lifetime=1000)
    Mortal(prior=Beta(a=1.0, b=3.0), arms=100, lifetime=1000.0)
    >>> Mortal(Beta(1, 3), arms=100, lifetime=0.5)
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Mortal.lifetime must be at least 1 round, got 0.5
    """

    prior: Prior
    arms: int
    lifetime: float
    law: Law = Bernoulli()

    model = "mortal"
    divisible = True

    def validate(self) -> None:
        whole(self.arms, "Mortal.arms", low=1)
        self.require("lifetime", self.lifetime >= 1.0, "at least 1 round")
        self.require("lifetime", self.lifetime <= LONGEST, f"at most {LONGEST:g} rounds")
        check_prior(self)

    @property
    def supremum(self) -> float:
        """What no mean exceeds."""
        return float(part_of(self.prior, "high", inf))

    def draw_function(self) -> Any:
        """(world, rng) -> the mean of a new arm."""
        return prior_draw(self.prior)

    def world(self) -> Any:
        return self.prior
