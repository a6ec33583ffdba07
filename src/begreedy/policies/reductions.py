"""Reductions: how a policy for finitely many arms gets them out of a pool.

A reduction is resolved before anything is compiled: what runs is the finite kernel of its policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from begreedy.problems.pool import sampled
from begreedy.random import uniform
from begreedy.theory import arms as keep
from begreedy.theory.arms import RULES
from begreedy.theory.bound import grid_arms
from begreedy.types import (
    CombinatorialProblem,
    DriftingProblem,
    InUseProblem,
    MortalProblem,
    Policy,
    Pool,
    Stage,
    part_of,
    provides,
    says,
)
from begreedy.values.canonical import concise, display_name, field_values, unfit
from begreedy.values.errors import BadValue
from begreedy.values.fields import display_label, optional
from begreedy.values.value import Value

POINTS = ("end", "middle", "random")


Divisible: TypeAlias = MortalProblem | DriftingProblem | InUseProblem | CombinatorialProblem


@dataclass(frozen=True)
class Subsample(Value):
    """Plays ``policy`` on ``k`` of the arms: uniformly random ones or, where arms have records, the most promising.

    Without ``k`` the paper's theorems say how many: from the tail of an infinite problem's prior, or from the hardness
    of a many-armed problem (both of which an oracle tells, unless ``beta``, ``c1`` or ``gamma`` are given).  Greedy
    keeps more arms than a policy that explores, such as MOSS, by their different theorems; ``rule`` overrides which.

    Parameters
    ----------
    policy : Policy
        What plays the arms that are kept.
    k : int, optional
        Number of arms to keep.  By default that of the theorem.
    beta : float, optional
        Tail exponent of the prior.  By default that of the problem.
    c1 : float, optional
        Tail constant of the prior.  By default that of the problem.
    gamma : float, optional
        Hardness of a many-armed problem.  By default that of the problem.
    rule : str, optional
        Which theorem says how many: ``"greedy"`` or ``"moss"``.  By default that of the policy.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), theorems on infinite- and many-armed bandits.

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.Subsample(bg.Greedy(), k=20), bg.Infinite(bg.Uniform()), 100).arms))
    20
    >>> len(set(bg.trace(bg.Subsample(bg.Greedy()), bg.Infinite(bg.Uniform()), 100).arms))  # by the theorem
    28
    """

    policy: Policy
    k: int | None = optional(0)
    beta: float | None = optional(0.0)
    c1: float | None = optional(0.0)
    gamma: float | None = optional(-1.0)
    rule: str | None = optional("")
    label: str | None = display_label()

    def validate(self) -> None:
        field_values(self.policy, f"{type(self).__name__}.policy")
        self.require("k", self.k is None or self.k >= 1, "at least 1, or left out for the theorem's number")
        self.require("beta", self.beta is None or self.beta > 0.0, "greater than 0, or left out for the prior's")
        self.require("c1", self.c1 is None or self.c1 > 0.0, "greater than 0, or left out for the prior's")
        within = self.gamma is None or 0.0 <= self.gamma <= 1.0
        self.require("gamma", within, "in [0, 1], or left out for the problem's")
        known = self.rule is None or self.rule in RULES
        self.require("rule", known, f"one of {', '.join(RULES)}, or left out for the policy's own")

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)

    def reduce(self, problem: Pool, horizon: int) -> tuple[Policy, Stage]:
        """The policy to play and the arms to play it on."""
        if not provides(problem, "discover_function") or says(problem, "continuum"):
            raise unfit(self, "a pool of arms to draw from", problem, "use Discretize on a continuum")
        arms = self.k or arms_for(self, problem, horizon)
        if arms > problem.size:
            if self.k is not None:
                raise BadValue.of("Subsample.k", self.k, f"at most the {problem.size} arms of the pool")
            arms = problem.size
        return self.policy, sampled(problem, arms)

    def subset(self, problem: Divisible, horizon: int) -> tuple[Policy, int]:
        """The policy to play and on how many arms: of those that come and go, or change, or are parts of sets.

        By a theorem, as many as for the rounds that an arm lives: all of them, unless arms die.
        """
        if self.k is not None and self.k > problem.arms:
            raise BadValue.of("Subsample.k", self.k, f"at most the {problem.arms} arms of the problem")
        rounds = round(part_of(problem, "lifetime", horizon))
        return self.policy, self.k or min(problem.arms, arms_for(self, problem, rounds))


@dataclass(frozen=True)
class Discretize(Value):
    """Plays ``policy`` on ``k`` equal cells of [0, 1], each at its ``point``: "end" (j/k), "middle" or "random".

    "random" plays a new uniform point of the cell at every pull.  Without ``k``, Greedy takes ``sqrt(4/3 T log T)``
    cells, which needs no knowledge of the function; with ``alpha`` and ``smoothness`` given, Greedy takes the
    theorem's number and other policies that of CAB.MOSS.

    Parameters
    ----------
    policy : Policy
        What plays the cells.
    k : int, optional
        Number of cells.  By default that of the theorem.
    point : str
        ``"end"``, ``"middle"`` or ``"random"``: where a cell is played.
    alpha : float, optional
        Smoothness exponent of the function, if known.
    smoothness : float, optional
        Its constant L, if known.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    References
    ----------
    Jedor, Louëdec, Perchet (2021), theorem and corollary on continuous-armed bandits; Kleinberg (2005).

    Examples
    --------
    >>> import begreedy as bg
    >>> len(set(bg.trace(bg.Discretize(bg.Greedy(), k=20), bg.Continuous(bg.f1), 100).arms))
    20
    """

    policy: Policy
    k: int | None = optional(0)
    point: str = "end"
    alpha: float | None = optional(0.0)
    smoothness: float | None = optional(0.0)
    label: str | None = display_label()

    def validate(self) -> None:
        field_values(self.policy, f"{type(self).__name__}.policy")
        self.require("k", self.k is None or self.k >= 1, "at least 1, or left out for the theorem's number")
        self.require("point", self.point in POINTS, f"one of {', '.join(POINTS)}")
        self.require("alpha", self.alpha is None or self.alpha > 0.0, "greater than 0, or left out if unknown")
        steep = self.smoothness is None or self.smoothness > 0.0
        self.require("smoothness", steep, "greater than 0, or left out if unknown")

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)

    def reduce(self, problem: Pool, horizon: int) -> tuple[Policy, Stage]:
        """The policy to play and the arms to play it on."""
        if not says(problem, "continuum"):
            if not provides(problem, "grid"):
                raise unfit(self, "a Continuous problem", problem, "use Subsample on a pool")
            return self.policy, self._grid(problem, horizon)
        return self.policy, self._cells(problem, horizon)

    def _grid(self, box: Any, horizon: int) -> Stage:
        size = box.dimension
        stage: Stage = box.grid(self.k or grid_arms(self._default(horizon, size), size), self.point)
        return stage

    def _cells(self, continuum: Any, horizon: int) -> Stage:
        stage = sampled(continuum, self.k or self._default(horizon), _middle if self.point == "middle" else _end)
        return stage._replace(pull=_random_point(continuum.f)) if self.point == "random" else stage

    def _default(self, horizon: int, dimension: int = 1) -> int:
        greedy = rule_of(self.policy) == "greedy"
        if self.alpha is not None and self.smoothness is not None:
            arms = keep.greedy_continuous if greedy else keep.moss_continuous
            return arms(horizon, self.alpha, self.smoothness, dimension)
        if greedy:
            return keep.greedy_continuous_unknown(horizon)
        why = f"given, or alpha and smoothness, for {concise(self.policy)}"
        raise BadValue.of("Discretize.k", None, why, got="", hint="only Greedy does without")


def _end(order: int, arms: int) -> float:
    return (order + 1.0) / arms


def _middle(order: int, arms: int) -> float:
    return (order + 0.5) / arms


def _random_point(f: Any) -> Any:
    def pull(world: Any, arm: int, arms: int, rng: Any) -> float:
        return f((arm + uniform(rng)) / arms)

    return pull


def rule_of(policy: object) -> str:
    """By which theorem a policy's number of arms is chosen: "minimax", unless it says otherwise."""
    return str(part_of(policy, "arms_rule", "minimax"))


def arms_for(reduction: Subsample, problem: Any, horizon: int) -> int:
    """The theorems' K for a policy on a pool whose parameters are known."""
    rule = reduction.rule or rule_of(reduction.policy)
    if says(problem, "continuum"):
        return keep.greedy_continuous_unknown(horizon)
    if provides(problem, "supremum") or reduction.beta is not None:
        c1, beta = _tail(reduction, problem)
        return keep.infinite(rule, horizon, beta, c1, part_of(problem, "supremum", 1.0))
    if provides(problem, "hardness"):
        gamma = problem.hardness(horizon) if reduction.gamma is None else reduction.gamma
        return keep.many(rule, horizon, gamma)
    why = f"given for {concise(problem)}: no theorem says how many arms to keep without beta, its tail's exponent"
    raise BadValue.of("Subsample.k", None, why, got="")


def _tail(reduction: Subsample, problem: Any) -> tuple[float, float]:
    """(c1, beta) as given; else the prior's, or c1 = 1 where only beta is given."""
    if reduction.beta is not None:
        return reduction.c1 or 1.0, reduction.beta
    c1, beta = tail_of(problem.prior)
    return reduction.c1 or c1, beta


def tail_of(prior: object) -> tuple[float, float]:
    """(c1, beta) of a prior: P(mean > sup - u) is about c1 * u**beta.  A prior of your own has them as ``tail``."""
    tail = part_of(prior, "tail", None)
    if tail is None:
        raise BadValue.of(concise(prior), prior, "an attribute tail = (c1, beta), or k be given", verb="have", got="")
    return tail
