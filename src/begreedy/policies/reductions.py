"""Reductions: how a policy for finitely many arms gets them out of a pool.

A reduction is resolved before anything is compiled: what runs is the finite kernel of its policy.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import Any

from begreedy.problems.pool import sampled
from begreedy.random import uniform
from begreedy.theory import arms as keep
from begreedy.theory.arms import RULES
from begreedy.types import Stage
from begreedy.values.canonical import canonical, display_name, field_values
from begreedy.values.value import Value

POINTS = ("end", "middle", "random")


@dataclass(frozen=True)
class Subsample(Value):
    """``policy`` on ``k`` arms drawn uniformly at random, without replacement, from a pool.

    With ``k`` = 0 the paper's theorems say how many: from the tail of an infinite problem's prior, or from the hardness
    of a many-armed problem (both of which an oracle tells, unless ``beta``, ``c1`` or ``gamma`` are given).  Greedy
    keeps more arms than a policy that explores, such as MOSS, by their different theorems; ``rule`` overrides which.

    Jedor, Louëdec, Perchet (2021), theorems on infinite- and many-armed bandits.
    """

    policy: Any
    k: int = 0
    beta: float = 0.0
    c1: float = 0.0
    gamma: float = -1.0
    rule: str = ""
    label: str = ""

    def validate(self) -> None:
        field_values(self.policy)
        self.require("k", self.k >= 0, "at least 1, or 0 for the theorem's number")
        self.require("beta", self.beta >= 0.0, "greater than 0, or 0 for the prior's")
        self.require("c1", self.c1 >= 0.0, "greater than 0, or 0 for the prior's")
        self.require("gamma", self.gamma == -1.0 or 0.0 <= self.gamma <= 1.0, "in [0, 1], or -1 for the problem's")
        self.require("rule", self.rule in ("", *RULES), f"one of {', '.join(RULES)}, or empty for the policy's own")

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)

    def reduce(self, problem: Any, horizon: int) -> tuple[Any, Stage]:
        """The policy to play and the arms to play it on."""
        if not hasattr(problem, "discover_function") or problem.model == "continuous":
            raise TypeError(
                f"Subsample draws from a pool of arms, got {canonical(problem)}; use Discretize on a continuum"
            )
        arms = self.k or arms_for(self, problem, horizon)
        if arms > problem.size:
            if self.k:
                raise ValueError(f"Subsample.k must be at most the {problem.size} arms of the pool, got {self.k}")
            arms = problem.size
        return self.policy, sampled(problem, arms)

    def subset(self, problem: Any) -> tuple[Any, int]:
        """The policy to play and on how many places of a mortal problem, whose arms come and go."""
        if self.k > problem.arms:
            raise ValueError(f"Subsample.k must be at most the {problem.arms} arms of the problem, got {self.k}")
        return self.policy, self.k or min(problem.arms, arms_for(self, problem, round(problem.lifetime)))


@dataclass(frozen=True)
class Discretize(Value):
    """``policy`` on ``k`` equal cells of [0, 1], each played at its ``point``: "end" (j/k), "middle" or "random".

    "random" plays a new uniform point of the cell at every pull.  With ``k`` = 0, Greedy takes ``sqrt(4/3 T log T)``
    cells, which needs no knowledge of the function; with ``alpha`` and ``smoothness`` given, Greedy takes the
    theorem's number and other policies that of CAB.MOSS.

    Jedor, Louëdec, Perchet (2021), theorem and corollary on continuous-armed bandits; Kleinberg (2005).
    """

    policy: Any
    k: int = 0
    point: str = "end"
    alpha: float = 0.0
    smoothness: float = 0.0
    label: str = ""

    def validate(self) -> None:
        field_values(self.policy)
        self.require("k", self.k >= 0, "at least 1, or 0 for the theorem's number")
        self.require("point", self.point in POINTS, f"one of {', '.join(POINTS)}")
        self.require("alpha", self.alpha >= 0.0, "greater than 0, or 0 if unknown")
        self.require("smoothness", self.smoothness >= 0.0, "greater than 0, or 0 if unknown")

    @property
    def name(self) -> str:
        return self.label or display_name(self.policy)

    def reduce(self, problem: Any, horizon: int) -> tuple[Any, Stage]:
        """The policy to play and the arms to play it on."""
        if getattr(problem, "model", None) != "continuous":
            raise TypeError(f"Discretize needs a Continuous problem, got {canonical(problem)}; use Subsample on a pool")
        stage = sampled(problem, self.k or self._default(horizon), _middle if self.point == "middle" else _end)
        if self.point == "random":
            stage = stage._replace(pull=_random_point(problem.f))
        return self.policy, stage

    def _default(self, horizon: int) -> int:
        known = self.alpha > 0.0 and self.smoothness > 0.0
        if rule_of(self.policy) == "greedy":
            if known:
                return keep.greedy_continuous(horizon, self.alpha, self.smoothness)
            return keep.greedy_continuous_unknown(horizon)
        if not known:
            raise ValueError(
                f"Discretize needs k, or alpha and smoothness, for {canonical(self.policy)}; only Greedy does without"
            )
        return keep.moss_continuous(horizon, self.alpha, self.smoothness)


def _end(order: int, arms: int) -> float:
    return (order + 1.0) / arms


def _middle(order: int, arms: int) -> float:
    return (order + 0.5) / arms


def _random_point(f: Any) -> Any:
    def pull(world: Any, arm: int, arms: int, rng: Any) -> float:
        return f((arm + uniform(rng)) / arms)

    return pull


def rule_of(policy: Any) -> str:
    """By which theorem a policy's number of arms is chosen: "minimax", unless it says otherwise."""
    return str(getattr(policy, "arms_rule", "minimax"))


def arms_for(reduction: Subsample, problem: Any, horizon: int) -> int:
    """The theorems' K for a policy on a pool whose parameters are known."""
    rule = reduction.rule or rule_of(reduction.policy)
    if problem.model == "continuous":
        return keep.greedy_continuous_unknown(horizon)
    if problem.model in ("infinite", "mortal"):
        c1, beta = reduction.c1, reduction.beta
        if not (c1 and beta):
            known = tail_of(problem.prior) if not beta else (1.0, beta)
            c1, beta = c1 or known[0], beta or known[1]
        return keep.infinite(rule, horizon, beta, c1, problem.supremum)
    if problem.model == "many-armed":
        gamma = reduction.gamma if reduction.gamma >= 0.0 else hardness_of(problem, horizon)
        return keep.many(rule, horizon, gamma)
    raise ValueError(f"Subsample.k must be given for {canonical(problem)}: no theorem says how many arms to keep")


def tail_of(prior: Any) -> tuple[float, float]:
    """(c1, beta) of a prior: P(mean > sup - u) is about c1 * u**beta.  A prior of your own has them as ``tail``."""
    tail = getattr(prior, "tail", None)
    if tail is None:
        raise ValueError(f"{canonical(prior)} must have an attribute tail = (c1, beta), or k be given")
    return tail


def hardness_of(problem: Any, horizon: int) -> float:
    """The least gamma with n / best <= T**gamma."""
    return min(1.0, log(problem.n / problem.best) / log(horizon)) if horizon > 1 else 1.0
