"""GrowingGreedy: Greedy on a pool that grows for as long as the last arms were worth their price."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from begreedy.policies.anytime_greedy import van_der_corput
from begreedy.policies.ranking import rank_arm, standing
from begreedy.random import below
from begreedy.values.fields import display_label, optional
from begreedy.values.value import Value

# Slots of memory.  RANK: that of the arm played; INCUMBENT: the most pulled arm; FIRST: the sum of the first rewards of
# DRAWN arms, all that were ever known; VALUE, GAIN: the last gain computed and for which value, 0 or 1 in FRESH if it
# still holds.
_POINT, _RANK, _INCUMBENT, _FIRST, _DRAWN, _VALUE, _GAIN, _FRESH, _HEAD = range(9)
_NOTHING = 1e-16  # a weight that no longer counts


@dataclass(frozen=True)
class GrowingGreedy(Value):
    """Greedy that starts with few arms, and tries a fresh one while the last ones tried were worth their cost.

    With K arms known, V the mean of the most pulled one, and m1 >= m2 >= ... the other means, a fresh arm is drawn if
    K < 2, or if V is the largest mean and ``(T - t) * gain > kappa * K * cost``, where

    - ``gain = V - (V/2 + m1/4 + m2/8 + ...)``: the largest of all means less the largest to be expected in a random
      half of the arms (the last mean takes what is left of the weights);
    - ``cost = V - the average first reward of an arm``, or 0 if that is less;
    - kappa = 2 unless given; without a horizon (``anytime``) t stands for T - t, and kappa is 1/2.

    With ``exponent`` there are instead ``t**exponent`` arms in round t, whatever they brought.  Arms of a continuum
    come at the points 1/2, 1/4, 3/4, 1/8, ...  It is told neither the prior nor the law nor the best mean, and shifting
    or scaling the rewards changes nothing.

    No guarantee.  Where P(mean > best - u) is of order ``u**b``, the gain is of order ``K**(-1/b)``: without noise it
    stops at K of order ``T**(b / (b + 1))``, the rate of the lower bound, without knowing b.  It fails where the best
    arms are so few that no tail tells of them; there ``EmpiricalCBT`` loses less.  As long as all rewards are equal, it
    stays with two arms, since neither gain nor cost is seen: where successes are rare, until the first.

    Parameters
    ----------
    exponent : float, optional
        Power of t, in (0, 1), for a plain rule ``K(t) = t**exponent``: a baseline, since ``anytime`` lost less wherever
        it was measured beside an exponent of 0.6.
    anytime : bool
        Whether to do without the horizon.
    kappa : float, optional
        Weight of the cost of a fresh arm.  By default 2, or 1/2 if ``anytime``.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    Examples
    --------
    >>> GrowingGreedy()
    GrowingGreedy()
    """

    exponent: float | None = optional(0.0)
    anytime: bool = False
    kappa: float | None = optional(0.0)
    label: str | None = display_label()

    pool = True

    @property
    def name(self) -> str:
        return self.label or "GrowingGreedy"

    def validate(self) -> None:
        within = self.exponent is None or 0.0 < self.exponent < 1.0
        self.require("exponent", within, "strictly between 0 and 1, or left out to let the gain decide")
        self.require("kappa", self.kappa is None or self.kappa > 0.0, "greater than 0, or left out for the default")
        decided = self.exponent is None or (self.kappa is None and not self.anytime)
        self.require("exponent", decided, "left out where anytime or kappa are given: then the gain decides")

    @property
    def power(self) -> float:
        """``exponent`` as compiled code reads it: 0 if it is not given."""
        return self.exponent or 0.0

    @property
    def price(self) -> float:
        """``kappa``, or what it is unless given."""
        return self.kappa or (0.5 if self.anytime else 2.0)

    def capacity(self, horizon: int) -> int:
        return horizon if self.exponent is None else ceil(horizon**self.exponent) + 1

    def memory(self, capacity: int) -> int:
        return _HEAD + 2 * capacity  # by rank, from the largest mean down: arm, mean

    def select(self, memory: Any, total: Any, pulls: Any, known: int, t: int, horizon: int, size: int, rng: Any) -> int:
        if known < size and self.draws(memory, total, pulls, known, t, horizon):
            memory[_POINT] = van_der_corput(known, 0)
            memory[_RANK] = known
            return known
        ties = 1
        while ties < known and memory[_HEAD + 2 * ties + 1] == memory[_HEAD + 1]:
            ties += 1
        rank = below(rng, ties) if ties > 1 else 0
        memory[_RANK] = rank
        return int(memory[_HEAD + 2 * rank])

    def draws(self, memory: Any, total: Any, pulls: Any, known: int, t: int, horizon: int) -> bool:
        """Whether to draw a fresh arm."""
        if self.power > 0.0:
            return known < t**self.power - 1e-9
        if known < 2:
            return True
        incumbent = int(memory[_INCUMBENT])
        value = total[incumbent] / pulls[incumbent]
        if value < memory[_HEAD + 1]:  # let the arm of the largest mean prove itself first
            return False
        ahead = t if self.anytime else horizon - t
        cost = max(0.0, value - memory[_FIRST] / memory[_DRAWN])
        return ahead * self.gain(memory, known, incumbent, value) > self.price * known * cost

    def gain(self, memory: Any, known: int, incumbent: int, value: float) -> float:
        """What the last doubling of the pool brought, if the incumbent has the largest mean, ``value``."""
        if memory[_FRESH] > 0.0:  # only the incumbent was played since: nothing but its own term changed
            return max(0.0, memory[_GAIN] + 0.5 * (value - memory[_VALUE]))
        gain = 0.0
        weight = 0.5
        short = 0.0
        for rank in range(known):
            if memory[_HEAD + 2 * rank] != incumbent:
                short = value - memory[_HEAD + 2 * rank + 1]
                weight *= 0.5
                gain += weight * short
                if weight < _NOTHING:
                    break
        gain += weight * short
        memory[_VALUE] = value
        memory[_GAIN] = gain
        memory[_FRESH] = 1.0
        return gain

    def learn(self, memory: Any, total: Any, pulls: Any, known: int, arm: int, reward: float) -> None:
        mean = total[arm] / pulls[arm]
        if pulls[arm] == 1:
            memory[_FIRST] += reward
            memory[_DRAWN] += 1.0
        incumbent = int(memory[_INCUMBENT])
        if arm != incumbent:
            memory[_FRESH] = 0.0
            level = pulls[arm] == pulls[incumbent] and mean > total[incumbent] / pulls[incumbent]
            if pulls[arm] > pulls[incumbent] or level:
                memory[_INCUMBENT] = arm
        last = int(memory[_RANK])
        rank = known - 1 if pulls[arm] == 1 else standing(memory, _HEAD, known, last, arm)
        rank_arm(memory, _HEAD, known, rank, arm, mean)

    def carry(self, memory: Any, old: Any, total: Any, pulls: Any, known: int) -> None:
        memory[_FIRST] = old[_FIRST]
        memory[_DRAWN] = old[_DRAWN]
        incumbent = 0
        for arm in range(known):
            mean = total[arm] / pulls[arm]
            rank_arm(memory, _HEAD, arm + 1, arm, arm, mean)
            level = pulls[arm] == pulls[incumbent] and mean > total[incumbent] / pulls[incumbent]
            if pulls[arm] > pulls[incumbent] or level:
                incumbent = arm
        memory[_INCUMBENT] = incumbent
