"""What a law and a prior are: how rewards are drawn, and how the means of arms are."""

from __future__ import annotations

from typing import Any, Protocol

from begreedy.random import Stream


class Law(Protocol):
    """How a reward is drawn.

    Optional: ``support`` and ``mean_range``, pairs (low, high) of the rewards it pays and the means it allows;
    ``noise``, how far rewards stray from their mean (1 if 1-subgaussian), which else follows from sigma or support;
    ``binary = True`` if rewards are 0 or 1; ``normal = True`` if they are normal with a standard deviation ``sigma``;
    ``link(score)``, increasing: the mean reward of an action of a Linear problem whose inner product with the parameter
    is ``score`` (without, the score itself), as in logistic regression.
    """

    def draw(self, mean: float, rng: Stream, /) -> float:
        """A reward of an arm with this mean; it is told what it names of ``mean, rng``."""


class LawByArm(Protocol):
    """How a reward is drawn, where arms differ in more than their means: as a Law, but it also asks which arm it is.

    It works where all arms of a Finite problem are played.  Optional: what a Law has; ``arms``, how many it knows.
    """

    def draw(self, mean: float, arm: int, rng: Stream, /) -> float:
        """A reward of an arm with this mean and number; it is told what it names of ``mean, arm, rng``."""


class Prior(Protocol):
    """How the mean of an arm is drawn, independently for every arm and run.

    Optional: ``low`` and ``high``, its support; ``tail`` = (c1, beta), where P(mean > high - u) is about c1 u**beta for
    small u: what theorems need to say how many arms to keep; ``excess(v)``, the mean of max(0, mean - v): what exact
    bounds of mortal arms need.
    """

    def draw(self, rng: Stream, /) -> float:
        """The mean of an arm."""


class BetaPrior(Prior, Protocol):
    """The prior Beta(a, b), or a posterior of that form."""

    @property
    def a(self) -> float:
        """The first parameter: successes, so to speak."""

    @property
    def b(self) -> float:
        """The second parameter: failures, so to speak."""


class JointPrior(Protocol):
    """How the means of all arms are drawn together, afresh for every run: of Finite, Cascading and Combinatorial.

    Such arms are no pool: nobody can draw some of them without the others.  Optional: ``low`` and ``high``, as of a
    Prior; ``arms``, how many means it knows of, if that is fixed.
    """

    def fill(self, *arguments: Any, **named: Any) -> None:
        """Write ``means[0], ..., means[arms - 1]``; it is told what it names of ``means, arms, rng``."""
