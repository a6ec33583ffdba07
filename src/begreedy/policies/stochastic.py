"""Stochastic: try arms one after another, and stay with the first that is good enough until it dies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log
from typing import Any

from begreedy.random import below
from begreedy.theory.mortal import state_aware
from begreedy.types import Problem, part_of, provides
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value

_CURRENT, _PULLS, _REWARD, _ACCEPTED = 0, 1, 2, 3  # slots of memory; current arm + 1, its pulls and reward in the trial


@dataclass(frozen=True)
class Stochastic(Value):
    """Tries a random new arm ``trial`` times, and keeps it for life if its mean exceeds ``threshold``.

    ``early_stopping``: a trial ends as soon as the arm cannot reach the threshold any more.  Unless given,
    ``threshold`` is the one that is best if a single pull told an arm's mean, as estimated from draws of the prior (see
    ``begreedy.theory.mortal``), and ``trial`` is ``ceil(log(lifetime))``.  If every arm was pulled before, any other
    arm is tried.

    Parameters
    ----------
    threshold : float, optional
        Mean that an arm must exceed to be kept.  By default an estimate of the best one.
    trial : int, optional
        Pulls of a trial.  By default ``ceil(log(lifetime))``.
    early_stopping : bool
        Whether a hopeless trial ends at once.

    References
    ----------
    Chakrabarti, Kumar, Radlinski, Upfal (2008), *Mortal Multi-Armed Bandits*.

    Examples
    --------
    >>> Stochastic()
    Stochastic()
    """

    threshold: float | None = optional(0.0)
    trial: int | None = optional(0)
    early_stopping: bool = True

    reward_range = (0.0, 1.0)

    def validate(self) -> None:
        within = self.threshold is None or 0.0 < self.threshold < 1.0
        self.require("threshold", within, "in (0, 1), or left out to take it from the prior")
        self.require("trial", self.trial is None or self.trial >= 1, "at least 1, or left out for the default")

    @property
    def least_mean(self) -> float:
        """``threshold`` as compiled code reads it; ``fit`` fills it in."""
        return self.threshold or 0.0

    @property
    def trial_pulls(self) -> int:
        """``trial`` as compiled code reads it; ``fit`` fills it in."""
        return self.trial or 0

    def fit(self, problem: Problem, horizon: int) -> Stochastic:
        """Fill in what was left to the problem."""
        if not provides(problem, "lifetime") and not (self.threshold and self.trial):
            allowed = "a threshold and a trial, or a Mortal problem"
            words = f"Stochastic needs {allowed}; got {concise(problem)}"
            raise BadValue(words, field="Stochastic.threshold", allowed=allowed)
        prior, lifetime = part_of(problem, "prior", None), part_of(problem, "lifetime", None)
        return replace(
            self,
            threshold=self.threshold or state_aware(prior, lifetime).threshold or None,
            trial=self.trial or max(1, ceil(log(lifetime))),
        )

    def memory(self) -> int:
        return 4

    def select(self, memory: Any, pulls: Any, arms: int, rng: Any) -> int:
        current = int(memory[_CURRENT]) - 1
        # An arm with fewer pulls than were made has died and been replaced.
        if current >= 0 and pulls[current] >= memory[_PULLS]:
            if memory[_ACCEPTED] > 0.0:
                return current
            needed = self.trial_pulls * self.least_mean - memory[_REWARD]
            left = self.trial_pulls - memory[_PULLS]
            if left > 0.0 and (left >= needed or not self.early_stopping):
                return current
            if needed < 0.0:
                memory[_ACCEPTED] = 1.0
                return current
        arm = self.next_arm(current, pulls, arms, rng)
        memory[_CURRENT] = arm + 1.0
        memory[_PULLS] = 0.0
        memory[_REWARD] = 0.0
        memory[_ACCEPTED] = 0.0
        return arm

    def next_arm(self, current: int, pulls: Any, arms: int, rng: Any) -> int:
        """A uniformly random arm among those never pulled or, if there are none, among all others."""
        fresh = -1
        seen = 0
        for arm in range(arms):
            if pulls[arm] == 0:
                seen += 1
                if below(rng, seen) == 0:
                    fresh = arm
        if fresh >= 0:
            return fresh
        if arms == 1:
            return 0
        other = below(rng, arms - 1)
        return other + 1 if other >= current and current >= 0 else other

    def learn(self, memory: Any, reward: float) -> None:
        memory[_PULLS] += 1.0
        memory[_REWARD] += reward
