"""The finite-armed bandit."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from begreedy.core.contract import Value, canonical, field_values, whole
from begreedy.problems.laws import Bernoulli


@dataclass(frozen=True)
class Finite(Value):
    """K arms: ``arms`` of them with means drawn from ``prior`` afresh in every run, or the given ``means``.

    The regret of a round is the largest mean of the instance minus the mean of the arm played.

    >>> Finite(means=[0.9, 0.1])
    Finite(prior=None, arms=2, law=Bernoulli(), means=(0.9, 0.1))
    >>> Finite(means=[0.9, 1.1])
    Traceback (most recent call last):
    ValueError: Finite.means[1] must be in [0, 1] for Bernoulli(), got 1.1
    """

    prior: Any = None
    arms: int = 0
    law: Any = Bernoulli()
    means: tuple[float, ...] = ()

    model = "finite"

    def validate(self) -> None:
        if not callable(getattr(self.law, "draw", None)):
            raise TypeError(f"Finite.law must be a law such as Bernoulli(), got {self.law!r}")
        field_values(self.law)
        low, high = getattr(self.law, "mean_range", (-inf, inf))
        if self.means:
            self._check_means(low, high)
        elif self.prior is None:
            raise ValueError("Finite needs either means, or a prior and a number of arms")
        else:
            self._check_prior(low, high)

    def _check_means(self, low: float, high: float) -> None:
        if self.prior is not None:
            raise ValueError(f"Finite takes means or a prior, not both; got prior={self.prior!r}")
        if self.arms not in (0, len(self.means)):
            raise ValueError(
                f"Finite.arms must be the number of means, {len(self.means)}, or left out; got {self.arms}"
            )
        for i, mean in enumerate(self.means):
            if not low <= mean <= high:
                raise ValueError(
                    f"Finite.means[{i}] must be in [{low:g}, {high:g}] for {canonical(self.law)}, got {mean!r}"
                )
        object.__setattr__(self, "arms", len(self.means))

    def _check_prior(self, low: float, high: float) -> None:
        if not callable(getattr(self.prior, "draw", None)):
            raise TypeError(f"Finite.prior must be a prior such as Uniform(), got {self.prior!r}")
        field_values(self.prior)
        whole(self.arms, "Finite.arms", low=1)
        least, most = getattr(self.prior, "low", low), getattr(self.prior, "high", high)
        if least < low or most > high:
            raise ValueError(
                f"Finite.prior must draw means in [{low:g}, {high:g}] for {canonical(self.law)}, "
                f"but {canonical(self.prior)} draws them in [{least:g}, {most:g}]"
            )
