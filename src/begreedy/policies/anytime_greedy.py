"""AnytimeGreedy: Greedy on a pool, without a horizon."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from begreedy.policies.greedy import Greedy
from begreedy.policies.reductions import Subsample, arms_for, rule_of
from begreedy.problems.pool import sampled
from begreedy.types import FROZEN, Policy, Pool, Stage, kind_of, provides, says
from begreedy.values.canonical import concise, display_name, unfit
from begreedy.values.errors import BadValue
from begreedy.values.fields import later, optional
from begreedy.values.value import Value

MOST_ARMS = 100_000  # when each of them enters is computed before the first round, in seconds


@dataclass(frozen=True)
class AnytimeGreedy(Value):
    """Greedy that adds arms as it goes: at round t it has the theorem's K for a horizon of ``ahead * t``.

    A new arm is pulled once as it enters, then competes by its mean like all others; statistics are never thrown
    away.  In a continuum, arms enter at the points 1/2, 1/4, 3/4, 1/8, ... (van der Corput), whose first k are spread
    evenly for every k.  ``ahead`` > 1 adds arms sooner.  Needs what the theorem needs (nothing in a continuum, the
    prior's tail or the hardness elsewhere), but no horizon; there may be at most 100 000 arms in the end.  Another
    Greedy, such as ``OptimisticGreedy()``, may be given as ``policy``.

    What not knowing the horizon costs is measured in the documentation; the paper leaves adaptivity open.  On
    reservoirs and many arms ``GrowingGreedy(anytime=True)``, which is not told the tail or the hardness, lost less.

    Parameters
    ----------
    ahead : float
        The horizon that is thought of at round t, divided by t.
    beta : float, optional
        Tail exponent of the prior.  By default that of the problem.
    c1 : float, optional
        Tail constant of the prior.  By default that of the problem.
    gamma : float, optional
        Hardness of a many-armed problem.  By default that of the problem.
    policy : Policy
        Greedy, or another policy with a frozen index.

    Examples
    --------
    >>> AnytimeGreedy()
    AnytimeGreedy()
    """

    ahead: float = 1.0
    beta: float | None = optional(0.0)
    c1: float | None = optional(0.0)
    gamma: float | None = optional(-1.0)
    policy: Policy = later(Greedy())

    @property
    def name(self) -> str:
        return f"Anytime{display_name(self.policy)}"

    def validate(self) -> None:
        greedy = kind_of(self.policy) == FROZEN and rule_of(self.policy) == "greedy"
        self.require("policy", greedy, "Greedy() or another whose index changes with the pulls of its arm only")
        self.require("ahead", self.ahead > 0.0, "greater than 0")
        self.require("beta", self.beta is None or self.beta > 0.0, "greater than 0, or left out for the prior's")
        self.require("c1", self.c1 is None or self.c1 > 0.0, "greater than 0, or left out for the prior's")
        within = self.gamma is None or 0.0 <= self.gamma <= 1.0
        self.require("gamma", within, "in [0, 1], or left out where it is not needed")

    def arms_at(self, problem: Pool, t: int) -> int:
        """How many arms there are at round t."""
        return self._arms_at(self._rule(), problem, t)

    def _rule(self) -> Subsample:
        return Subsample(self.policy, beta=self.beta, c1=self.c1, gamma=self.gamma)

    def _arms_at(self, rule: Subsample, problem: Any, t: int) -> int:
        guess = max(2, round(self.ahead * t))
        return max(1, min(arms_for(rule, problem, guess), problem.size, t))

    def _exceeds(self, rule: Subsample, problem: Any, arms: int, t: int) -> bool:
        return self._arms_at(rule, problem, t) > arms

    def reduce(self, problem: Pool, horizon: int) -> tuple[Policy, Stage]:
        if provides(problem, "stage") and not provides(problem, "hardness"):
            raise unfit(self, "a pool of arms", problem, "use Greedy")
        if provides(problem, "hardness") and self.gamma is None:
            why = f"given for {concise(problem)}: its hardness depends on the horizon"
            raise BadValue.of("AnytimeGreedy.gamma", None, why, got="")
        if (arms := self.arms_at(problem, horizon)) > MOST_ARMS:
            allowed = f"one by which {concise(self)} has at most {MOST_ARMS} arms"
            raise BadValue.of("horizon", horizon, allowed, got=f"{horizon}, by which it has {arms}")
        points = van_der_corput if says(problem, "continuum") else None
        return self.policy, sampled(problem, arms, points)._replace(enters=self._entries(problem, arms, horizon))

    def _entries(self, problem: Any, arms: int, horizon: int) -> np.ndarray:
        """By arm: the first round in which there are more arms than its number."""
        rule = self._rule()
        entries = np.ones(arms, np.int64)
        entry = gap = 1
        for arm in range(1, arms):
            previous = entry
            entry = first_round(partial(self._exceeds, rule, problem, arm), previous, previous + gap, horizon)
            entries[arm], gap = entry, entry - previous  # the next gap is about as long
        return entries


def first_round(reached: Callable[[int], bool], start: int, guess: int, end: int) -> int:
    """The first round from ``start`` on in which something is reached for good, as it is at the ``end``.

    Looks around the guess, in steps that double, then bisects.
    """
    step = 1
    low, high = start - 1, end  # not reached at low, reached at high
    probe = min(guess, end)
    while low < probe < high:
        if reached(probe):
            high, probe = probe, probe - step
        else:
            low, probe = probe, probe + step
        if start <= low and high < end:
            break
        step *= 2
    while high - low > 1:
        middle = (low + high) // 2
        if reached(middle):
            high = middle
        else:
            low = middle
    return high


def van_der_corput(order: int, arms: int) -> float:
    """Point number ``order`` of 1/2, 1/4, 3/4, 1/8, ..."""
    number = order + 1
    point = 0.0
    digit = 0.5
    while number > 0:
        if number % 2 == 1:
            point += digit
        number //= 2
        digit *= 0.5
    return point
