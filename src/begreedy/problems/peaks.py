"""A continuum whose function is not known: another one in every run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from begreedy.problems.laws import Gaussian
from begreedy.random import derive, seed_stream, uniform
from begreedy.types import ENDLESS
from begreedy.values.fields import optional
from begreedy.values.value import Value

LOWER_PEAKS = 4
TOP, LOW, HIGH = 0.9, 0.3, 0.85  # height of the best peak; range of the others
ALPHAS = (0.5, 1.0, 2.0)
STEEPEST = 100.0  # L of unknown smoothness is 1 to 100, each factor as likely


@dataclass(frozen=True)
class RandomPeaks(Value):
    """``f(x) = max(0, max over peaks of height - L |x - place|**alpha)``, drawn afresh in every run.

    The best of five peaks is 0.9 high, the others 0.3 to 0.85; all stand at uniform places.  ``alpha`` and
    ``smoothness`` (L) are drawn, too, unless given: alpha from 1/2, 1 and 2, L from 1 to 100 on a logarithmic scale.
    """

    alpha: float | None = optional(0.0)
    smoothness: float | None = optional(0.0)
    sigma: float = 1.0

    model = "continuous"
    continuum = True
    size = ENDLESS

    def validate(self) -> None:
        self.require("alpha", self.alpha is None or self.alpha > 0.0, "greater than 0, or left out if unknown")
        steep = self.smoothness is None or self.smoothness > 0.0
        self.require("smoothness", steep, "greater than 0, or left out if unknown")
        self.require("sigma", self.sigma >= 0.0, "at least 0")

    @property
    def law(self) -> Gaussian:
        return Gaussian(self.sigma)

    def world(self) -> Any:
        return self

    def discover_function(self) -> Any:
        return _height

    def reference_function(self) -> Any:
        return _top

    def scratch(self, arms: int) -> int:
        return 1


def _height(world: Any, order: int, point: float, key: int, stream: Any, scratch: Any) -> float:
    seed_stream(stream, derive(key, 0))
    which, steepness = uniform(stream), uniform(stream)
    alpha = world.alpha
    if alpha == 0.0:
        alpha = ALPHAS[0] if which < 1.0 / 3.0 else ALPHAS[1] if which < 2.0 / 3.0 else ALPHAS[2]
    smoothness = world.smoothness if world.smoothness > 0.0 else STEEPEST**steepness
    height = max(0.0, TOP - smoothness * abs(point - uniform(stream)) ** alpha)
    for _ in range(LOWER_PEAKS):
        other = LOW + (HIGH - LOW) * uniform(stream)
        height = max(height, other - smoothness * abs(point - uniform(stream)) ** alpha)
    return height


def _top(world: Any, key: int, stream: Any) -> float:
    return TOP
