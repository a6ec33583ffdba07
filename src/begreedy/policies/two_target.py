"""TwoTarget: keep an arm only if it first meets two targets."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import floor
from typing import Any

from begreedy.policies.reductions import tail_of
from begreedy.types import Pool, part_of, says
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value

_SUCCESSES, _FAILURES, _EXPLOITED, _FIRST, _SECOND, _SIZE = range(1, 7)  # slots of memory; first and second target


@dataclass(frozen=True)
class TwoTarget(Value):
    """Pulls a fresh arm; drops it at its first failure before l1 successes, or its m-th before l2; else keeps it.

    With T rounds and a prior with ``P(mean > 1 - u)`` about ``alpha * u**beta``,
    ``l1 = floor((alpha T / (beta+1))**(1/(beta+2)))`` and ``l2 = floor(m * (alpha T / (beta+1))**(1/(beta+1)))``.
    ``alpha`` and ``beta`` come from the prior unless given.  Dropped arms are never looked at again.  Bernoulli rewards
    only.

    Guarantee: for a uniform prior the regret is at most ``sqrt(2 T)``, asymptotically and for large m: optimal.

    Parameters
    ----------
    m : int
        Failures after which an arm is judged by the second target.
    alpha : float, optional
        Tail constant of the prior.  By default that of the problem.
    beta : float, optional
        Tail exponent of the prior.  By default that of the problem.

    References
    ----------
    Bonald and Proutière (2013), *Two-Target Algorithms for Infinite-Armed Bandits with Bernoulli Rewards*.

    Examples
    --------
    >>> TwoTarget()
    TwoTarget()
    """

    m: int = 3
    alpha: float | None = optional(0.0)
    beta: float | None = optional(0.0)

    pool = True

    def validate(self) -> None:
        self.require("m", self.m >= 1, "at least 1")
        self.require("alpha", self.alpha is None or self.alpha > 0.0, "greater than 0, or left out for the prior's")
        self.require("beta", self.beta is None or self.beta > 0.0, "greater than 0, or left out for the prior's")

    @property
    def scale(self) -> float:
        """``alpha`` as compiled code reads it; ``fit`` fills it in."""
        return self.alpha or 0.0

    @property
    def exponent(self) -> float:
        """``beta`` as compiled code reads it; ``fit`` fills it in."""
        return self.beta or 0.0

    def fit(self, problem: Pool, horizon: int) -> TwoTarget:
        """The policy with the tail of the problem's prior filled in; refuses rewards other than 0 and 1."""
        if not says(problem.law, "binary"):
            words = f"TwoTarget needs Bernoulli rewards, got {concise(problem.law)}"
            raise BadValue(words, field="law", value=problem.law, allowed="Bernoulli rewards")
        if self.alpha is not None and self.beta is not None:
            return self
        prior = part_of(problem, "prior", None)
        if prior is None:
            why = f"given for {concise(problem)}: it has no prior"
            raise BadValue(f"TwoTarget.alpha and TwoTarget.beta must be {why}", field="TwoTarget.alpha", allowed=why)
        alpha, beta = tail_of(prior)
        return replace(self, alpha=self.alpha or alpha, beta=self.beta or beta)

    def first_target(self, horizon: int) -> int:
        return floor((self.scale * horizon / (self.exponent + 1.0)) ** (1.0 / (self.exponent + 2.0)) + 1e-9)

    def second_target(self, horizon: int) -> int:
        return floor(self.m * (self.scale * horizon / (self.exponent + 1.0)) ** (1.0 / (self.exponent + 1.0)) + 1e-9)

    def memory(self) -> int:
        return _SIZE

    def start(self, memory: Any, horizon: int) -> None:
        memory[_FIRST] = self.first_target(horizon)
        memory[_SECOND] = self.second_target(horizon)

    def select(self, memory: Any, known: int, size: int) -> int:
        if known == 0 or (memory[_FAILURES] < 0.0 and known < size):
            memory[_SUCCESSES] = 0.0
            memory[_FAILURES] = 0.0
            return known
        return known - 1

    def learn(self, memory: Any, reward: float) -> None:
        if memory[_EXPLOITED] > 0.0:
            return
        if reward > 0.5:
            memory[_SUCCESSES] += 1.0
            return
        memory[_FAILURES] += 1.0
        dropped = memory[_FAILURES] == 1.0 and memory[_SUCCESSES] < memory[_FIRST]
        if not dropped and memory[_FAILURES] == self.m:
            dropped = memory[_SUCCESSES] < memory[_SECOND]
            memory[_EXPLOITED] = 0.0 if dropped else 1.0
        if dropped:
            memory[_FAILURES] = -1.0  # asks for a fresh arm
