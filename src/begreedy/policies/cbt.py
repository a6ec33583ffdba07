"""CBT and its empirical version: stay with an arm while a lower bound of its mean loss meets a target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, log, sqrt
from typing import Any

from begreedy.policies.reductions import tail_of
from begreedy.random import below, uniform
from begreedy.types import Problem, part_of
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value

_POINT, _SCALE = 0, 1  # slots of memory of both: where a new arm of a continuum is; b = c
_SQUARES, _ABOVE = 2, 3  # of CBT: squared losses of its arm; whether it has missed the target
_LOSSES, _LEADER, _BAR, _HEAD = 2, 3, 4, 5  # of EmpiricalCBT: all losses; the arm of the least bound; the next least


def scale(horizon: int) -> float:
    """log log T, which is too small to be of use before T = 16."""
    return log(log(max(horizon, 16)))


def loss_bound(total: float, pulls: int, squares: float, scale: float) -> float:
    """``max(x / b, x - c s / sqrt(n))`` of an arm with mean loss x and standard deviation s, b = c = ``scale``."""
    mean = (pulls - total) / pulls
    variance = max(0.0, squares / pulls - mean * mean)
    return max(mean / scale, mean - scale * sqrt(variance / pulls))


@dataclass(frozen=True)
class CBT(Value):
    """Confidence bound target: plays an arm until its mean loss clearly exceeds ``target``, then a new one.

    It does if ``max(x / b, x - c s / sqrt(n))`` exceeds it, where x and s are the mean and standard deviation of the
    arm's n losses, 1 - reward, and ``b = c = log log T`` (T at least 16).  Dropped arms are never looked at
    again; the last one of a pool is kept.  Unless given, ``target`` is the best for a prior with
    ``P(mean > 1 - u)`` about ``c1 u**beta``: ``((beta + 1) / (c1 T))**(1 / (beta + 1))``.

    Guarantee: a regret of ``T * target`` asymptotically, the least possible; ``sqrt(2 T)`` for a uniform prior.

    Parameters
    ----------
    target : float, optional
        Loss that a kept arm may have.  By default the best one for the tail of the prior.

    References
    ----------
    Chan and Hu (2018), *Infinite Arms Bandit: Optimality via Confidence Bounds*, and their package CBT.

    Examples
    --------
    >>> CBT()
    CBT()
    """

    target: float | None = optional(0.0)

    pool = True
    reward_range = (0.0, 1.0)

    def validate(self) -> None:
        within = self.target is None or self.target > 0.0
        self.require("target", within, "greater than 0, or left out to take it from the prior")

    @property
    def most_loss(self) -> float:
        """``target`` as compiled code reads it; ``fit`` fills it in."""
        return self.target or 0.0

    def fit(self, problem: Problem, horizon: int) -> CBT:
        """The policy with the target for the problem's prior filled in."""
        if self.target is not None:
            return self
        prior = part_of(problem, "prior", None)
        if prior is None or part_of(prior, "high", 1.0) != 1.0:
            why = "it has no prior" if prior is None else "no mean of its prior comes near 1"
            raise BadValue.of("CBT.target", None, f"given for {concise(problem)}: {why}", got="")
        c1, beta = tail_of(prior)
        if c1 * horizon == 0.0:  # too small for a float
            raise BadValue.of("CBT.target", None, f"given for {concise(prior)}, which draws nothing near 1", got="")
        return replace(self, target=((beta + 1.0) / (c1 * horizon)) ** (1.0 / (beta + 1.0)))

    def memory(self) -> int:
        return 4

    def start(self, memory: Any, horizon: int) -> None:
        memory[_SCALE] = scale(horizon)

    def select(self, memory: Any, known: int, size: int, rng: Any) -> int:
        if known == 0 or (memory[_ABOVE] > 0.0 and known < size):
            memory[_SQUARES] = 0.0
            memory[_POINT] = uniform(rng)
            return known
        return known - 1

    def learn(self, memory: Any, total: Any, pulls: Any, arm: int, reward: float) -> None:
        memory[_SQUARES] += (1.0 - reward) * (1.0 - reward)
        bound = loss_bound(total[arm], pulls[arm], memory[_SQUARES], memory[_SCALE])
        memory[_ABOVE] = 1.0 if bound > self.most_loss else 0.0


@dataclass(frozen=True)
class EmpiricalCBT(Value):
    """CBT without a prior: plays the arm whose losses may be least, or a new one if even these are too large.

    As ``CBT``, but its target is the sum of all losses so far / T, and every arm may be played again: it plays the one
    of the least ``L = max(x / b, x - c s / sqrt(n))``, or a new one if L exceeds the target.  It needs the horizon and
    rewards in [0, 1], where an arm of mean 1 is not too rare.

    Guarantee: for many priors asymptotically the regret of CBT, which knows the prior.

    References
    ----------
    Chan and Hu (2018), *Infinite Arms Bandit: Optimality via Confidence Bounds*, and their package CBT.

    Examples
    --------
    >>> EmpiricalCBT()
    EmpiricalCBT()
    """

    pool = True
    reward_range = (0.0, 1.0)

    def memory(self, capacity: int) -> int:
        return _HEAD + 2 * capacity  # per arm: bound, sum of squared losses

    def start(self, memory: Any, horizon: int) -> None:
        memory[_SCALE] = scale(horizon)

    def select(self, memory: Any, known: int, horizon: int, size: int, rng: Any) -> int:
        leader = int(memory[_LEADER])
        if known < size and (known == 0 or memory[_HEAD + 2 * leader] * horizon > memory[_LOSSES]):
            memory[_POINT] = uniform(rng)
            return known
        return leader

    def learn(self, memory: Any, total: Any, pulls: Any, known: int, arm: int, reward: float, rng: Any) -> None:
        at = _HEAD + 2 * arm
        if pulls[arm] == 1:
            memory[at + 1] = 0.0
        memory[at + 1] += (1.0 - reward) * (1.0 - reward)
        memory[_LOSSES] += 1.0 - reward
        bound = loss_bound(total[arm], pulls[arm], memory[at + 1], memory[_SCALE])
        memory[at] = bound
        stays = bound < memory[_BAR] if arm == memory[_LEADER] else bound > memory[_BAR]
        if not stays:
            self.find_leader(memory, known, rng)

    def carry(self, memory: Any, old: Any, origin: Any, total: Any, pulls: Any, known: int, rng: Any) -> None:
        memory[_LOSSES] = old[_LOSSES]
        for arm in range(known):
            squares = old[_HEAD + 2 * origin[arm] + 1]
            memory[_HEAD + 2 * arm] = loss_bound(total[arm], pulls[arm], squares, memory[_SCALE])
            memory[_HEAD + 2 * arm + 1] = squares
        self.find_leader(memory, known, rng)

    def find_leader(self, memory: Any, known: int, rng: Any) -> None:
        """The arm of the least bound, uniform among several, and the least bound of the others."""
        least = inf
        ties = 0
        memory[_BAR] = inf
        for arm in range(known):
            bound = memory[_HEAD + 2 * arm]
            if bound < least:
                memory[_BAR] = least
                memory[_LEADER] = arm
                least = bound
                ties = 1
            elif bound == least:
                memory[_BAR] = bound
                ties += 1
                if below(rng, ties) == 0:
                    memory[_LEADER] = arm
            elif bound < memory[_BAR]:
                memory[_BAR] = bound
