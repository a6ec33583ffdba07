"""The finite-armed bandit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from begreedy.problems.laws import Bernoulli, check_law
from begreedy.problems.pool import next_in_random_order, sampled, table_size
from begreedy.random import derive, seed_stream
from begreedy.types import (
    JointPrior,
    Law,
    LawByArm,
    Prior,
    Stage,
    part_of,
    prior_draw,
    prior_fill,
    provides,
    tells_arms_apart,
)
from begreedy.values.canonical import concise, field_values
from begreedy.values.errors import BadType, BadValue
from begreedy.values.fields import by_default, optional
from begreedy.values.value import Coerced, Inferred, Value, Vector

MOST_DRAWN = 2 * 10**9  # at 4 to 30 ns each: with more, a run would seem to hang


@dataclass(frozen=True)
class Finite(Value):
    """Finitely many arms, with the given ``means``, or ``arms`` of them with means drawn from ``prior`` in every run.

    A prior draws every mean on its own, or fills in all of them together (``JointNormal``).  A law is the same for all
    arms, or knows which is which (``GaussianByArm``).  The regret of a round is the largest mean of the instance minus
    the mean of the arm played.

    Parameters
    ----------
    prior : Prior, optional
        Distribution of the means, drawn afresh in every run.
    arms : int, optional
        Number of arms, with a prior.
    law : Law
        Distribution of a reward, given the arm's mean.
    means : sequence of float, optional
        The arms' means, instead of a prior.

    Examples
    --------
    >>> Finite(means=[0.9, 0.1])
    Finite(means=(0.9, 0.1))
    >>> Finite(means=[0.9, 1.1])
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Finite.means[1] must be in [0, 1] for Bernoulli(), got 1.1
    """

    prior: Prior | JointPrior | None = None
    arms: Inferred[int | None, int] = by_default(None)
    law: Law | LawByArm = Bernoulli()
    means: Coerced[Vector | None, tuple[float, ...] | None] = optional(())

    model = "finite"

    def validate(self) -> None:
        low, high = check_law(self)
        if self.means is not None:
            self._check_means(self.means, low, high)
        elif self.prior is None:
            allowed = "either means, or a prior and a number of arms"
            raise BadValue(f"Finite needs {allowed}", field="Finite.means", allowed=allowed)
        else:
            if self.arms is None and _joint(self.prior):
                object.__setattr__(self, "arms", part_of(self.prior, "arms", None))
            self.require("arms", self.arms is not None and self.arms >= 1, "at least 1")
            check_prior(self, joint=True)
        known = part_of(self.law, "arms", self.arms)
        if known != self.arms:
            raise BadValue.of("Finite.law", self.law, f"for {self.arms} arms", got=f"{concise(self.law)}, for {known}")

    def _check_means(self, means: tuple[float, ...], low: float, high: float) -> None:
        if self.prior is not None:
            words = f"Finite takes means or a prior, not both; got prior={self.prior!r}"
            raise BadValue(words, field="Finite.prior", value=self.prior, allowed="left out")
        self.require("means", len(means) >= 1, "at least one mean")
        if self.arms not in (None, len(means)):
            raise BadValue.of("Finite.arms", self.arms, f"the number of means, {len(means)}, or left out")
        for i, mean in enumerate(means):
            if not low <= mean <= high:
                raise BadValue.of(f"Finite.means[{i}]", mean, f"in [{low:g}, {high:g}] for {concise(self.law)}")
        object.__setattr__(self, "arms", len(means))

    @property
    def implied(self) -> tuple[str, ...]:
        return ("arms",) if self.means is not None or part_of(self.prior, "arms", None) == self.arms else ()

    @property
    def size(self) -> int:
        return self.arms or 0

    def world(self) -> Any:
        return self.prior if self.prior is not None else self

    def stage(self) -> Stage:
        """All arms, in their own order."""
        if self.prior is None:
            return Stage(self.size, self.law, self, _as_given, 1)
        if _joint(self.prior):
            return Stage(self.size, self.law, self.prior, _all_filled(self.prior), 1)
        first = None if tells_arms_apart(self.law) else partial(sampled, self)
        return Stage(self.size, self.law, self.prior, _all_drawn(self.prior), 1, first=first)

    def discover_function(self) -> Any:
        if _joint(self.prior):
            raise BadType.of("Finite.prior", self.prior, "one that draws every arm by itself, to draw some of the arms")
        return drawn_from(self.prior) if self.prior is not None else _next_given

    def reference_function(self) -> Any:
        return best_drawn(self.prior, self.size, "Finite.arms") if self.prior is not None else _largest

    def scratch(self, arms: int) -> int:
        return 1 if self.prior is not None else table_size(arms)


def _as_given(world: Any, mean: Any, arms: int, key: int, stream: Any, scratch: Any) -> None:
    best = world.means[0]
    for arm in range(arms):
        mean[arm] = world.means[arm]
        best = max(best, world.means[arm])
    mean[arms] = best


def _all_drawn(prior: Any) -> Any:
    draw = prior_draw(prior)

    def fill(world: Any, mean: Any, arms: int, key: int, stream: Any, scratch: Any) -> None:
        best = -inf
        for arm in range(arms):
            seed_stream(stream, derive(key, arm))
            mean[arm] = draw(world, stream)
            best = max(best, mean[arm])
        mean[arms] = best

    return fill


def _joint(prior: Any) -> bool:
    """Whether a prior fills in all means together."""
    return provides(type(prior), "fill")


def _all_filled(prior: Any) -> Any:
    fill_means = prior_fill(prior)

    def fill(world: Any, mean: Any, arms: int, key: int, stream: Any, scratch: Any) -> None:
        seed_stream(stream, key)
        fill_means(world, mean, arms, stream)
        best = -inf
        for arm in range(arms):
            best = max(best, mean[arm])
        mean[arms] = best

    return fill


def _next_given(world: Any, order: int, point: float, key: int, stream: Any, scratch: Any) -> float:
    return world.means[next_in_random_order(order, len(world.means), stream, scratch)]


def _largest(world: Any, key: int, stream: Any) -> float:
    best = world.means[0]
    for mean in world.means:
        best = max(best, mean)
    return best


def drawn_from(prior: Any) -> Any:
    """Arms are exchangeable: number ``order`` of a random order may as well be the one with that number."""
    draw = prior_draw(prior)

    def discover(world: Any, order: int, point: float, key: int, stream: Any, scratch: Any) -> float:
        seed_stream(stream, derive(key, order))
        return draw(world, stream)

    return discover


def best_drawn(prior: Any, arms: int, field: str) -> Any:
    """The best of all arms of a finite pool, whether they were discovered or not; ``field`` has their number."""
    if arms > MOST_DRAWN:
        allowed = f"at most {MOST_DRAWN}, for the best of all is looked for in every run"
        raise BadValue.of(field, arms, allowed, hint="use Infinite(prior)")
    draw = prior_draw(prior)

    def reference(world: Any, key: int, stream: Any) -> float:
        best = -inf
        for arm in range(arms):
            seed_stream(stream, derive(key, arm))
            best = max(best, draw(world, stream))
        return best

    return reference


def check_prior(problem: Any, *, joint: bool = False) -> None:
    """Raise unless the prior is a prior and draws means that the law allows; ``joint``: or fills them in together."""
    low, high = check_law(problem)
    name = type(problem).__name__
    if not callable(part_of(problem.prior, "draw", None)) and not (joint and _joint(problem.prior)):
        one_by_one = "one that draws every arm by itself" if _joint(problem.prior) else "a prior"
        raise BadType.of(f"{name}.prior", problem.prior, f"{one_by_one} such as Uniform()")
    field_values(problem.prior, f"{name}.prior")
    if joint and (known := part_of(problem.prior, "arms", problem.arms)) != problem.arms:
        raise BadValue.of(f"{name}.prior", problem.prior, f"for {problem.arms} arms", got=f"one for {known}")
    least, most = part_of(problem.prior, "low", low), part_of(problem.prior, "high", high)
    if least < low or most > high:
        allowed = f"draw means in [{low:g}, {high:g}] for {concise(problem.law)}"
        words = f"{name}.prior must {allowed}, but {concise(problem.prior)} draws them in [{least:g}, {most:g}]"
        raise BadValue(words, field=f"{name}.prior", value=problem.prior, allowed=allowed)
