"""A situation: a problem to be simulated, and what had to be assumed to get there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from begreedy.advice.history import FittedPrior
from begreedy.problems.priors import Uniform
from begreedy.types import Prior, Problem
from begreedy.values.canonical import canonical
from begreedy.values.errors import BadValue
from begreedy.values.value import whole

_WORTH = "what the most valuable success is worth"
T = TypeVar("T")
P = TypeVar("P", bound=Problem)  # the class of a model's problems


@dataclass(frozen=True)
class Situation:
    """A problem, and what was assumed to get there.

    Simulated are ``problems``, equally likely: where the prior was fitted, one for every draw of its posterior, while
    ``problem`` has the fitted prior itself and says how many arms to keep; else the same one.
    """

    model: str  # as asked: the problem found for it may be of a simpler one
    problem: Any  # of the model's own class, which its card knows
    problems: tuple[Any, ...]
    horizon: int | None
    assumed: tuple[str, ...] = ()
    prior: FittedPrior | None = None
    left_out: tuple[str, ...] = ()  # policies that are too slow to simulate
    free: bool = True  # whether who asks may choose a larger effort
    asked: int | None = None  # the horizon in question, where it is too long to simulate
    facts: Mapping[str, Any] = field(default_factory=dict)  # what a model's own theorem should know besides

    @property
    def rounds(self) -> int:
        """The horizon, as a number that formulas take."""
        return self.horizon or 1

    @property
    def unit(self) -> float:
        """What a reward of 1 is worth to the user."""
        return float(self.facts.get(_WORTH, 1.0))


class Notes:
    """Collects what is assumed, in words, and facts for the model's theorem."""

    def __init__(self, horizon: int | None, fitted: FittedPrior | None) -> None:
        self.horizon, self.fitted = horizon, fitted
        self.words: list[str] = []
        self.facts: dict[str, Any] = {}
        self.used: set[str] = set()  # columns of the history, besides successes and trials

    @property
    def rounds(self) -> int:
        return self.horizon or 0

    def choose(self, value: T | None, default: T, what: str) -> T:
        """What was given or else the default, which is then said."""
        if value is None:
            self.words.append(f"{what}: {canonical(default) if not isinstance(default, str) else default}")
            return default
        return value

    def priors(self, prior: Prior | None, history: FittedPrior | None, default: Prior = Uniform()) -> list[Prior]:
        """The prior of the means or, from a history, the fitted one and then draws of its posterior."""
        if prior is not None and history is not None:
            raise BadValue.of("prior", prior, "left out where there is a history, which determines it")
        if history is not None:
            self.words.append(f"prior of the means: {self.fitted}; simulated with {len(history.draws)} draws of it")
            return [history.best, *history.draws]
        return [self.choose(prior, default, "nothing is known about the means; prior")]

    def worth(self, history: FittedPrior, thinned: bool = False) -> tuple[float, ...] | None:
        """What a success of each arm of a history is worth, as a share of the most, which is then said.

        ``thinned``: the problem knows successes of 1 only, so that one that is worth less must be rarer instead.
        """
        if history.rewards is not None:
            self.used.add("reward")
            least, most = min(history.rewards), max(history.rewards)
            self.facts[_WORTH] = most
            words = f"a success is worth {least:g} to {most:g}, by arm"
            if thinned and least < most:
                rarer = f"one that is worth less is simulated as a rarer one worth {most:g}"
                words += f"; {rarer}, so learning looks slower than it will be"
            self.words.append(words)
        return history.worth

    def unused(self) -> list[str]:
        """The columns of the history of which nothing was made."""
        if self.fitted is None:
            return []
        told = {"reward": self.fitted.rewards, "cost": self.fitted.costs}
        return [column for column, amounts in told.items() if amounts is not None and column not in self.used]

    def arms(self, arms: float | None, history: FittedPrior | None, default: int, what: str = "number of arms") -> int:
        """How many arms there are: as given, as many as the history has, or the default."""
        if arms is None and history is not None:
            self.words.append(f"{what}: {len(history.counts)}, as many as in the history")
            return len(history.counts)
        return whole(self.choose(arms, default, what), "arms", low=1)
