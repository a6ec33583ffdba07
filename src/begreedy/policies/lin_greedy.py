"""Greedy for linear rewards: the best action, if the least-squares estimate were right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.linear_algebra import dot, normalise, random_direction
from begreedy.random import normal
from begreedy.values.fields import display_label, later
from begreedy.values.value import Value


@dataclass(frozen=True)
class LinGreedy(Value):
    """Plays the action with the largest ``<x, estimate>``; on the ball, the direction of the ridge estimate.

    The first action is uniformly random, and so are the others of ``first_actions``.  On the ball every later one is
    the direction of the estimate, to which normal noise of standard deviation ``jitter`` is added before it is scaled
    to length 1.  Without any jitter Greedy is degenerate: in exact arithmetic the estimate stays in the span of the
    first actions for ever.  Only rounding errors save it, and not even these if the first actions are coordinate axes
    (``axis_start``, on the ball only).

    Parameters
    ----------
    jitter : float
        Standard deviation of the noise added to the estimate, on the ball.
    ridge : float
        Ridge of the estimate, greater than 0.
    axis_start : bool
        Whether the first action on the ball is a coordinate axis.
    first_actions : int
        Number of random first actions.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), *Be Greedy in Multi-Armed Bandits*, appendix.

    Examples
    --------
    >>> LinGreedy()
    LinGreedy()
    """

    jitter: float = 1e-8
    ridge: float = 1.0
    axis_start: bool = False
    first_actions: int = later(1)
    label: str | None = display_label()

    @property
    def name(self) -> str:
        return self.label or "Greedy"

    def validate(self) -> None:
        self.require("jitter", self.jitter >= 0.0, "at least 0")
        self.require("ridge", self.ridge > 0.0, "greater than 0")
        self.require("first_actions", self.first_actions >= 1, "at least 1")

    def needs(self, ball: bool) -> tuple[str, ...]:
        return ("inverse",)

    def aim(self, fit: Any, t: int, horizon: int, x: Any, rng: Any) -> None:
        first = t <= self.first_actions
        for i in range(len(x)):
            x[i] = 0.0 if first else fit.estimate[i]
        if first and self.axis_start:
            x[(t - 1) % len(x)] = 1.0
        elif normalise(x) == 0.0:
            random_direction(x, rng)
        elif self.jitter > 0.0:
            for i in range(len(x)):
                x[i] += self.jitter * normal(rng)
            normalise(x)

    def score(self, fit: Any, x: Any, t: int) -> float:
        return dot(x, fit.estimate) if t > self.first_actions else 0.0
