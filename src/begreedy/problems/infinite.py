"""The infinite-armed bandit: a reservoir of arms."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from begreedy.problems.finite import best_drawn, check_prior, drawn_from
from begreedy.problems.laws import Bernoulli
from begreedy.types import ENDLESS, Law, Prior, part_of
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class Infinite(Value):
    """A reservoir: every new arm has a mean drawn from ``prior``, and there are always more.

    Regret is measured against the prior's supremum.  With ``pool`` = n, only n arms are drawn in each run and regret is
    measured against the best of them (``best_of_pool=False``: against the supremum all the same).

    Parameters
    ----------
    prior : Prior
        Distribution of the mean of a new arm.
    law : Law
        Distribution of a reward, given the arm's mean.
    pool : int, optional
        Number of arms drawn in each run.  By default there are always more.
    best_of_pool : bool
        Whether regret is measured against the best arm of the pool.

    Examples
    --------
    >>> from begreedy import Uniform
    >>> Infinite(Uniform()).supremum
    1.0
    """

    prior: Prior
    law: Law = Bernoulli()
    pool: int | None = optional(0)
    best_of_pool: bool = True

    model = "infinite"

    def validate(self) -> None:
        check_prior(self)
        self.require("pool", self.pool is None or self.pool >= 1, "at least 1, or left out if there is no end of arms")
        if self.supremum == inf:
            allowed = "have a largest mean (its attribute high)"
            words = f"Infinite.prior must {allowed}, {self.prior!r} has none"
            raise BadValue(words, field="Infinite.prior", value=self.prior, allowed=allowed)

    @property
    def size(self) -> int:
        return self.pool or ENDLESS

    @property
    def supremum(self) -> float:
        return float(part_of(self.prior, "high", inf))

    def world(self) -> Any:
        return self.prior

    def discover_function(self) -> Any:
        return drawn_from(self.prior)

    def reference_function(self) -> Any:
        if self.pool and self.best_of_pool:
            return best_drawn(self.prior, self.pool, "Infinite.pool")
        return constant(self.supremum)

    def scratch(self, arms: int) -> int:
        return 1


def constant(value: float) -> Any:
    def reference(world: Any, key: int, stream: Any) -> float:
        return value

    return reference
