"""Policies for pools that do not know how hard the problem is: quantile, parallel, and an estimate of beta."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, inf, log, sqrt
from typing import Any

from begreedy.random import below, fair_argmax
from begreedy.types import Problem, part_of, says
from begreedy.values.canonical import concise, unfit
from begreedy.values.errors import BadValue
from begreedy.values.fields import optional
from begreedy.values.value import Value

# Slots of memory; the first is not used here.  Of Quantile: the phase, its last round, then an index by arm.
_PHASE, _PHASE_END, _INDICES = 1, 2, 3
# Of Parallel: which player plays the block, the block's last round, then what is known of each player.
_PLAYER, _BLOCK_END, _PLAYERS = 1, 2, 3
_GAINED, _HAVE, _NOTES, _OF_PLAYER = 0, 1, 2, 3  # minus its regret, its number of arms, where its own notes begin
_ARM, _TOTAL, _PULLS, _OF_NOTE = 0, 1, 2, 3  # a note for each of its arms
# Of EstimatedGreedy: arms to keep, the estimate, then a mean by arm.
_KEEP, _ESTIMATE, _MEANS = 1, 2, 3


def moss_index(total: float, pulls: int, c: float, horizon: float, arms: float) -> float:
    share = horizon / (arms * pulls)
    return total / pulls + (sqrt(c * log(share) / pulls) if share > 1.0 else 0.0)


def _no_continuum(policy: Any, problem: Any) -> None:
    if says(problem, "continuum"):
        raise unfit(policy, "arms that can be drawn at random", problem)


@dataclass(frozen=True)
class Quantile(Value):
    """QRM2: MOSS in phases of doubling length that adds arms and keeps all statistics.

    Phase l lasts 2**l rounds and plays ``ceil(2**(0.347 l))`` arms (at least 2) by MOSS(``c``) with the horizon
    2**(l+1) - 2.

    Guarantee: sublinear regret against every quantile of the means, without knowing which.  A baseline: wherever both
    were measured, ``GrowingGreedy(anytime=True)``, told no more, lost less.

    Parameters
    ----------
    c : float
        Constant of MOSS.

    References
    ----------
    Chaudhuri and Kalyanakrishnan (2018), *Quantile-Regret Minimisation in Infinitely Many-Armed Bandits*.

    Examples
    --------
    >>> Quantile()
    Quantile()
    """

    c: float = 1.0

    pool = True

    def validate(self) -> None:
        self.require("c", self.c >= 0.0, "at least 0")

    def fit(self, problem: Problem, horizon: int) -> Quantile:
        _no_continuum(self, problem)
        return self

    def arms_in(self, phase: float) -> int:
        return max(2, ceil(2.0 ** (0.347 * phase)))

    def capacity(self, horizon: int) -> int:
        return self.arms_in(log(horizon + 2.0) / log(2.0) + 1.0) + 2

    def memory(self, capacity: int) -> int:
        return _INDICES + capacity

    def select(self, memory: Any, total: Any, pulls: Any, known: int, t: int, size: int, rng: Any) -> int:
        if t > memory[_PHASE_END]:
            memory[_PHASE] += 1.0
            memory[_PHASE_END] += 2.0 ** memory[_PHASE]
        if known < size and known < self.arms_in(memory[_PHASE]):
            return known
        horizon = 2.0 ** (memory[_PHASE] + 1.0) - 2.0
        for arm in range(known):
            memory[_INDICES + arm] = moss_index(total[arm], pulls[arm], self.c, horizon, known)
        return fair_argmax(rng, memory, _INDICES, 1, known)


@dataclass(frozen=True)
class Parallel(Value):
    """Several copies of MOSS on ever more arms; each block of rounds goes to the one with the least empirical regret.

    There are ``P = ceil(log T)``; the j-th plays MOSS(``c``) on ``min(ceil(T**(j/P) log sqrt(T)), T, n)`` of the n
    arms, drawn and judged for itself.
    Blocks last ``ceil(sqrt(T))`` rounds.  ``best``, the largest mean, must be known (it comes from the problem unless
    given).

    Guarantee: adapts to the unknown hardness of a many-armed problem, given the best mean.  A baseline: wherever it was
    measured, ``GrowingGreedy``, told less, lost less.

    Parameters
    ----------
    best : float, optional
        Largest mean.  By default that of the problem.
    c : float
        Constant of MOSS.

    References
    ----------
    Zhu and Nowak (2020), *On Regret with Multiple Best Arms*.

    Examples
    --------
    >>> Parallel()
    Parallel()
    """

    best: float | None = optional(0.0)
    c: float = 1.0

    pool = True

    def validate(self) -> None:
        self.require("best", self.best != 0.0, "a number other than 0, or left out for the problem's")
        self.require("c", self.c >= 0.0, "at least 0")

    @property
    def top(self) -> float:
        """The largest mean, as compiled code reads it: 0 if that is not known."""
        return self.best or 0.0

    def fit(self, problem: Problem, horizon: int) -> Parallel:
        _no_continuum(self, problem)
        if self.best is not None:
            return self
        known = part_of(problem, "top", part_of(problem, "supremum", None))
        if known is None:
            raise BadValue.of("Parallel.best", None, f"given for {concise(problem)}", got="")
        return replace(self, best=float(known) or None)

    def players(self, horizon: int) -> int:
        return max(1, ceil(log(horizon)))

    def arms_of(self, player: int, horizon: int) -> int:
        share = horizon ** ((player + 1.0) / self.players(horizon))
        return max(1, int(min(ceil(share * log(sqrt(horizon))), horizon)))

    def memory(self, capacity: int, horizon: int) -> int:
        # The notes of a player, then, for every known arm, the number of its note, from 1.
        size = _PLAYERS + _OF_PLAYER * self.players(horizon)
        for player in range(self.players(horizon)):
            size += _OF_NOTE * min(self.arms_of(player, horizon), capacity) + capacity
        return size

    def start(self, memory: Any, capacity: int, horizon: int) -> None:
        begin = _PLAYERS + _OF_PLAYER * self.players(horizon)
        for player in range(self.players(horizon)):
            memory[_PLAYERS + _OF_PLAYER * player + _NOTES] = begin
            begin += _OF_NOTE * min(self.arms_of(player, horizon), capacity) + capacity

    def select(self, memory: Any, pulls: Any, known: int, t: int, horizon: int, size: int, rng: Any) -> int:
        if t > memory[_BLOCK_END]:
            memory[_BLOCK_END] = t - 1.0 + ceil(sqrt(horizon))
            memory[_PLAYER] = fair_argmax(rng, memory, _PLAYERS, _OF_PLAYER, self.players(horizon))
        mine = _PLAYERS + _OF_PLAYER * int(memory[_PLAYER])
        have, notes = int(memory[mine + _HAVE]), int(memory[mine + _NOTES])
        arms = min(self.arms_of(int(memory[_PLAYER]), horizon), size)
        owned = notes + _OF_NOTE * min(arms, len(pulls))
        if have < arms and have < len(pulls):
            # A uniform arm of the pool among those it does not have: one that another player found, or a new one.
            arm = known
            if below(rng, size - have) < known - have or known == len(pulls):
                arm = below(rng, known)
                while memory[owned + arm] > 0.0:
                    arm = below(rng, known)
            memory[owned + arm] = have + 1.0
            memory[notes + _OF_NOTE * have + _ARM] = arm
            memory[mine + _HAVE] += 1.0
            return arm
        best = -inf
        chosen = 0
        ties = 0
        for i in range(have):
            note = notes + _OF_NOTE * i
            value = moss_index(memory[note + _TOTAL], int(memory[note + _PULLS]), self.c, horizon, arms)
            if value > best:
                best = value
                chosen = i
                ties = 1
            elif value == best:
                ties += 1
                if below(rng, ties) == 0:
                    chosen = i
        return int(memory[notes + _OF_NOTE * chosen + _ARM])

    def learn(self, memory: Any, pulls: Any, arm: int, reward: float, horizon: int) -> None:
        mine = _PLAYERS + _OF_PLAYER * int(memory[_PLAYER])
        notes = int(memory[mine + _NOTES])
        owned = notes + _OF_NOTE * min(self.arms_of(int(memory[_PLAYER]), horizon), len(pulls))
        note = notes + _OF_NOTE * (int(memory[owned + arm]) - 1)
        memory[note + _TOTAL] += reward
        memory[note + _PULLS] += 1.0
        memory[mine + _GAINED] -= self.top - reward


@dataclass(frozen=True)
class EstimatedGreedy(Value):
    """Greedy on a reservoir with an unknown tail exponent: estimates it first, then keeps the theorem's K.

    First ``N = floor(T**(1/4))`` arms are pulled N times each; p is the share of them whose mean lies within
    ``N**(-epsilon)`` of the best, and ``beta = -log p / (epsilon log N)``, at most 1/epsilon.  Then Greedy on
    K(T, beta) arms (c1 = 1), the first N among them.  At T = 10 000, N is 10: the estimate is extremely noisy, and is
    cut to at least 0.5.  A baseline: wherever it was measured, ``GrowingGreedy``, told no more, lost no more, and
    ``EmpiricalCBT``, which takes rewards to be in [0, 1], lost less.

    Parameters
    ----------
    epsilon : float
        Power of N that says which arms count as near the best, greater than 0.

    References
    ----------
    Carpentier and Valko (2015), *Simple regret for infinitely many armed bandits* (the estimate).

    Examples
    --------
    >>> EstimatedGreedy()
    EstimatedGreedy()
    """

    epsilon: float = 0.4

    pool = True

    def validate(self) -> None:
        self.require("epsilon", 0.0 < self.epsilon < 0.5, "strictly between 0 and 1/2")

    def fit(self, problem: Problem, horizon: int) -> EstimatedGreedy:
        _no_continuum(self, problem)
        return self

    def trials(self, horizon: int) -> int:
        return max(2, int(horizon**0.25 + 1e-9))

    def arms_for(self, beta: float, horizon: int) -> int:
        power = 4.0 + beta
        front = (2.0 / 3.0) ** ((2.0 + beta) / power) * (8.0 / power) ** (2.0 / power)
        return max(1, ceil(front * horizon ** ((2.0 + beta) / power) * log(horizon) ** (2.0 / power)))

    def capacity(self, horizon: int) -> int:
        return max(self.trials(horizon), self.arms_for(1.0 / self.epsilon, horizon)) + 1

    def memory(self, capacity: int) -> int:
        return _MEANS + capacity

    def select(self, memory: Any, total: Any, pulls: Any, known: int, t: int, horizon: int, size: int, rng: Any) -> int:
        trials = self.trials(horizon)
        if t <= trials * trials:
            arm = (t - 1) // trials
            return min(arm, size - 1)
        if memory[_KEEP] == 0.0:
            best = -inf
            for arm in range(known):
                best = max(best, total[arm] / pulls[arm])
            near = 0
            for arm in range(known):
                near += best - total[arm] / pulls[arm] <= trials ** (-self.epsilon)
            memory[_ESTIMATE] = max(0.5, -log(near / known) / (self.epsilon * log(trials)))
            memory[_KEEP] = self.arms_for(memory[_ESTIMATE], horizon)
        if known < size and known < memory[_KEEP]:
            return known
        for arm in range(known):
            memory[_MEANS + arm] = total[arm] / pulls[arm]
        return fair_argmax(rng, memory, _MEANS, 1, known)
