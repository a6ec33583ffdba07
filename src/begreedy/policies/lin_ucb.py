"""LinUCB: optimism for linear rewards, solved exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log, nextafter, sqrt
from typing import Any

from begreedy.linear_algebra import (
    diagonalise,
    dot,
    farthest,
    from_eigenbasis,
    normalise,
    quadratic,
    random_direction,
    to_eigenbasis,
    tridiagonalise,
)
from begreedy.policies.noise import told_noise
from begreedy.types import ENDLESS, Problem, says
from begreedy.values.errors import BadValue
from begreedy.values.fields import display_label, optional
from begreedy.values.value import Value

_CERTAIN = nextafter(1.0, 0.0)  # the largest delta


@dataclass(frozen=True)
class LinUCB(Value):
    """Plays the action with the largest ``<x, u>`` over all parameters u of the confidence ellipsoid.

    On the ball that is the direction of the ellipsoid's longest vector, found exactly from the eigenvalues of
    V = ridge I + sum of x x'.  Its radius is ``sqrt(ridge) bound + noise sqrt(2 log(1/delta) + D)``, where D is
    ``d log(1 + t / (d ridge))`` or, with ``determinant``, the smaller ``log det V - d log ridge``.

    Unless given, ``delta`` is 1/T and ``noise`` the standard deviation of the problem (of bounded rewards, half the
    length of their range); ``bound`` is that of the parameter's length.

    Guarantee: of order ``d sqrt(T) log T``.

    Parameters
    ----------
    ridge : float
        Ridge of the estimate, greater than 0.
    delta : float, optional
        Probability that the ellipsoid misses the parameter.  By default 1/T.
    determinant : bool
        Whether the radius follows from the determinant instead of its bound.
    noise : float, optional
        Standard deviation of rewards.  By default that of the problem.
    bound : float
        Bound of the parameter's length.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    References
    ----------
    Abbasi-Yadkori, Pál, Szepesvári (2011), *Improved Algorithms for Linear Stochastic Bandits*.

    Examples
    --------
    >>> LinUCB()
    LinUCB()
    """

    ridge: float = 1.0
    delta: float | None = optional(0.0)
    determinant: bool = False
    noise: float | None = optional(0.0)
    bound: float = 1.0
    label: str | None = display_label()

    @property
    def name(self) -> str:
        return self.label or "LinUCB"

    def validate(self) -> None:
        self.require("ridge", self.ridge > 0.0, "greater than 0")
        self.require("delta", self.delta is None or 0.0 < self.delta < 1.0, "in (0, 1), or left out for 1/T")
        self.require("noise", self.noise is None or self.noise > 0.0, "greater than 0, or left out for the problem's")
        self.require("bound", self.bound >= 0.0, "at least 0")

    @property
    def error_chance(self) -> float:
        """``delta`` as compiled code reads it; ``fit`` fills it in."""
        return self.delta or 0.0

    @property
    def deviation(self) -> float:
        """Standard deviation of the noise as compiled code reads it; ``fit`` fills it in."""
        return self.noise or 0.0

    def fit(self, problem: Problem, horizon: int) -> LinUCB:
        """Fill in the chance of an error, and the noise of the problem."""
        if self.delta is None and horizon >= ENDLESS:
            raise BadValue.of("horizon", None, "given for LinUCB, or else its delta", got="")
        known = self.noise or not says(problem, "vectors")
        noise = self.noise if known else told_noise(self, "noise", problem) or None
        return replace(self, noise=noise, delta=self.delta or min(1.0 / horizon, _CERTAIN))

    def needs(self, ball: bool) -> tuple[str, ...]:
        return ("moment",) if ball else ("inverse",) if not self.determinant else ("inverse", "factor")

    def radius(self, volume: float) -> float:
        uncertain = volume - 2.0 * log(self.error_chance)
        return sqrt(self.ridge) * self.bound + self.deviation * sqrt(max(0.0, uncertain))

    def volume(self, fit: Any, t: int) -> float:
        size = len(fit.estimate)
        return size * log(1.0 + t / (size * self.ridge))

    def aim(self, fit: Any, t: int, x: Any, rng: Any) -> None:
        size = len(x)
        for i in range(size):
            x[i] = fit.response[i]
            for j in range(size):
                fit.copied[i, j] = fit.moment[i, j]
        w, off = fit.eigenvalue, fit.off
        tridiagonalise(fit.copied, w, off, fit.reflector, fit.scale, fit.spare)
        count = diagonalise(w, off, fit.cosine, fit.sine, fit.row)
        to_eigenbasis(x, fit.reflector, fit.scale, fit.cosine, fit.sine, fit.row, count)
        volume = self.volume(fit, t)
        if self.determinant:
            volume = 0.0
            for i in range(size):
                volume += log(w[i] / self.ridge)
        farthest(w, x, self.radius(volume), fit.spare, rng)
        for i in range(size):
            x[i] = fit.spare[i]
        from_eigenbasis(x, fit.reflector, fit.scale, fit.cosine, fit.sine, fit.row, count)
        if normalise(x) == 0.0:  # no radius and nothing learned
            random_direction(x, rng)

    def ready(self, fit: Any, t: int) -> None:
        volume = self.volume(fit, t)
        if self.determinant:
            volume = 0.0
            for i in range(len(fit.estimate)):
                volume += 2.0 * log(fit.factor[i, i]) - log(self.ridge)
        fit.radius[0] = self.radius(volume)

    def score(self, fit: Any, x: Any) -> float:
        spread = quadratic(fit.inverse, x)
        return dot(x, fit.estimate) + fit.radius[0] * sqrt(max(0.0, spread))
