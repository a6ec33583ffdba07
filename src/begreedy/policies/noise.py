"""How noisy a policy takes rewards to be: as its fields say, or told by the problem."""

from __future__ import annotations

from math import inf
from typing import Any

from begreedy.problems.laws import noise_of
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.value import Value


def told_noise(policy: Any, field: str, problem: Any) -> float:
    """The noise of a problem's rewards; raises if nothing is known of it, so that ``field`` must be given."""
    noise = noise_of(problem.law)
    if noise is None:
        allowed = f"given: nothing is known of the noise of {concise(problem.law)}, whose rewards have no bounds"
        raise BadValue.of(f"{type(policy).__name__}.{field}", None, allowed, got="")
    return noise


class BoundedOrNormal(Value):
    """A policy for rewards in [0, 1] or, with a field ``sigma``, for normal ones of that standard deviation."""

    sigma: float | None

    def validate(self) -> None:
        within = self.sigma is None or self.sigma > 0.0
        self.require("sigma", within, "greater than 0, or left out for rewards in [0, 1]")

    @property
    def reward_range(self) -> tuple[float, float]:
        return (0.0, 1.0) if self.sigma is None else (-inf, inf)

    @property
    def deviation(self) -> float:
        """``sigma`` as compiled code reads it: 0 if it is not given."""
        return self.sigma or 0.0

    @property
    def reward_hint(self) -> str:
        return f"for normal rewards give their standard deviation: {type(self).__name__}(sigma=...)"
