"""Greedy for linear rewards: the best action, if the least-squares estimate were right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.linear_algebra import dot, normalise, random_direction
from begreedy.random import normal
from begreedy.values.fields import display_label
from begreedy.values.value import Value


@dataclass(frozen=True)
class LinGreedy(Value):
    """The action of the largest ``<x, estimate>`` with the ridge estimate; on the ball, the estimate's direction.

    On the ball the first action is uniformly random and every other is the direction of the estimate, to which normal
    noise of standard deviation ``jitter`` is added before it is scaled to length 1.  Without any jitter Greedy is
    degenerate: in exact arithmetic the estimate stays on the line of the first action for ever.  Only rounding errors
    save it, and not even these if the first action is a coordinate axis (``axis_start``).

    Jedor, Louëdec, Perchet (2021), *Be Greedy in Multi-Armed Bandits*, appendix.
    """

    jitter: float = 1e-8
    ridge: float = 1.0
    axis_start: bool = False
    label: str | None = display_label()

    @property
    def name(self) -> str:
        return self.label or "Greedy"

    def validate(self) -> None:
        self.require("jitter", self.jitter >= 0.0, "at least 0")
        self.require("ridge", self.ridge > 0.0, "greater than 0")

    def needs(self, ball: bool) -> tuple[str, ...]:
        return ("inverse",)

    def aim(self, fit: Any, t: int, horizon: int, x: Any, rng: Any) -> None:
        if t == 1 and self.axis_start:
            for i in range(len(x)):
                x[i] = 0.0
            x[0] = 1.0
            return
        for i in range(len(x)):
            x[i] = fit.estimate[i]
        if normalise(x) == 0.0:
            random_direction(x, rng)
        elif self.jitter > 0.0:
            for i in range(len(x)):
                x[i] += self.jitter * normal(rng)
            normalise(x)

    def score(self, fit: Any, x: Any) -> float:
        return dot(x, fit.estimate)
