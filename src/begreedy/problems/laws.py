"""Laws: how a reward is drawn, given the mean of its arm.

A law of your own is a frozen dataclass with a ``draw``; ``support`` and ``mean_range`` let mistakes be caught
before a simulation rather than after it:

>>> from dataclasses import dataclass
>>> import begreedy as bg
>>> @dataclass(frozen=True)
... class Doubled:
...     support = (0.0, 2.0)
...     mean_range = (0.0, 2.0)
...
...     def draw(self, mean, rng):
...         return 2.0 if bg.random.uniform(rng) < 0.5 * mean else 0.0
>>> problem = bg.Finite(means=[0.5, 1.5], law=Doubled())
>>> float(bg.simulate(bg.Greedy(), problem, horizon=2, runs=10, seed=0).mean[-1])
1.0
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, inf, isfinite
from typing import TYPE_CHECKING, Any

from begreedy.random import beta, normal, uniform
from begreedy.types import part_of, provides, range_of, says
from begreedy.values.canonical import concise, field_values
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import Value, Vector

LARGEST = 1e100  # of means and standard deviations: sums of rewards stay finite


@dataclass(frozen=True)
class Bernoulli(Value):
    """Rewards that are 1 with probability ``mean``, else 0.

    Examples
    --------
    >>> Bernoulli()
    Bernoulli()
    """

    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)
    binary = True

    def draw(self, mean: float, rng: Any) -> float:
        return 1.0 if uniform(rng) < mean else 0.0


@dataclass(frozen=True)
class Gaussian(Value):
    """Normal rewards with the arm's mean and standard deviation ``sigma`` (0: the mean itself).

    Parameters
    ----------
    sigma : float
        Standard deviation, at least 0.

    Examples
    --------
    >>> Gaussian()
    Gaussian()
    """

    sigma: float = 1.0

    support = (-inf, inf)
    normal = True
    mean_range = (-LARGEST, LARGEST)

    def validate(self) -> None:
        self.require("sigma", 0.0 <= self.sigma <= LARGEST, f"between 0 and {LARGEST:g}")

    def draw(self, mean: float, rng: Any) -> float:
        return mean + self.sigma * normal(rng)


@dataclass(frozen=True)
class GaussianByArm(Value):
    """Normal rewards with the arm's mean and a standard deviation for each arm; for Finite problems.

    Parameters
    ----------
    sigma : sequence of float
        Standard deviations, one per arm.

    Examples
    --------
    >>> from begreedy import Finite
    >>> Finite(means=[0.5, 0.6], law=GaussianByArm([0.1, 2.0]))
    Finite(law=GaussianByArm(sigma=(0.1, 2.0)), means=(0.5, 0.6))
    """

    sigma: tuple[float, ...]

    if TYPE_CHECKING:

        def __init__(self, sigma: Vector) -> None: ...

    support = (-inf, inf)
    mean_range = (-LARGEST, LARGEST)

    def validate(self) -> None:
        self.require("sigma", len(self.sigma) >= 1, "at least one standard deviation")
        self.require("sigma", all(0.0 <= x <= LARGEST for x in self.sigma), f"between 0 and {LARGEST:g} each")

    @property
    def arms(self) -> int:
        return len(self.sigma)

    @property
    def noise(self) -> float:
        return max(self.sigma)

    def draw(self, mean: float, arm: int, rng: Any) -> float:
        return mean + self.sigma[arm] * normal(rng)


@dataclass(frozen=True)
class BetaReward(Value):
    """Rewards from Beta(concentration * mean, concentration * (1 - mean)): the more concentrated, the less noisy.

    Its variance is mean * (1 - mean) / (concentration + 1).

    Parameters
    ----------
    concentration : float
        Sum of the two shape parameters, greater than 0.

    Examples
    --------
    >>> BetaReward()
    BetaReward()
    """

    concentration: float = 2.0

    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)

    def validate(self) -> None:
        self.require("concentration", self.concentration > 0.0, "greater than 0")

    def draw(self, mean: float, rng: Any) -> float:
        if mean <= 0.0 or mean >= 1.0:
            return mean
        return beta(rng, self.concentration * mean, self.concentration * (1.0 - mean))


@dataclass(frozen=True)
class Logistic(Value):
    """Rewards of 0 or 1 whose log-odds are the action's inner product with the parameter; for Linear problems.

    The mean reward of an action x is ``1 / (1 + exp(-<x, theta>))``, as in logistic regression.

    References
    ----------
    Filippi, Cappé, Garivier, Szepesvári (2010), *Parametric Bandits: The Generalized Linear Case*.

    Examples
    --------
    >>> Logistic().link(0.0)
    0.5
    """

    support = (0.0, 1.0)
    mean_range = (0.0, 1.0)
    binary = True

    def link(self, score: float) -> float:
        return 1.0 / (1.0 + exp(-score)) if score > 0.0 else exp(score) / (1.0 + exp(score))

    def draw(self, mean: float, rng: Any) -> float:
        return 1.0 if uniform(rng) < mean else 0.0


def noise_of(law: Any) -> float | None:
    """How far rewards stray from their mean: what the law says, the standard deviation of normal ones, or half a range.

    Rewards in an interval are subgaussian with half its length (Hoeffding).  None if nothing is known.

    >>> noise_of(Gaussian(0.3)), noise_of(Bernoulli()), noise_of(GaussianByArm([1.0, 2.0]))
    (0.3, 0.5, 2.0)
    """
    if (said := part_of(law, "noise", None)) is not None:
        return float(said)
    if says(law, "normal"):
        return float(law.sigma)
    low, high = range_of(law, "support")
    return (high - low) / 2.0 if isfinite(high - low) else None


def fill_in_law(problem: Any) -> None:
    """Let the law of a problem with normal noise ``sigma`` be that, unless one is given; raises if both are.

    A normal law is the same as its ``sigma``: there is one way to write it.
    """
    name, law, sigma = type(problem).__name__, problem.law, problem.sigma
    problem.require("sigma", 0.0 <= sigma <= LARGEST, f"between 0 and {LARGEST:g}")
    if law is None:
        object.__setattr__(problem, "law", Gaussian(sigma))
        return
    check_law(problem)
    said = law.sigma if isinstance(law, Gaussian) else 1.0
    if sigma not in (1.0, said):
        allowed = f"left out where a law is given, here {concise(law)}"
        raise BadValue.of(f"{name}.sigma", sigma, allowed)
    object.__setattr__(problem, "sigma", said)


def normal_law(problem: Any) -> bool:
    """Whether the law of a problem follows from its ``sigma``."""
    return bool(problem.law == Gaussian(problem.sigma))


def check_law(problem: Any) -> tuple[float, float]:
    """The means that a problem's law allows, after checking that it is a law."""
    name = type(problem).__name__
    if not callable(part_of(problem.law, "draw", None)):
        raise BadType.of(f"{name}.law", problem.law, "a law such as Bernoulli()")
    field_values(problem.law, f"{name}.law")
    if provides(type(problem.law), "link") and not says(problem, "vectors"):
        allowed = "a law without a link, which is that of a Linear problem's scores"
        raise BadValue.of(f"{name}.law", problem.law, allowed, got=concise(problem.law))
    low, high = range_of(problem.law, "mean_range")
    return low, high
