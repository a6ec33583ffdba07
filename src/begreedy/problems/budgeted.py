"""The budgeted bandit: every pull costs, and the game ends when the budget is spent."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from begreedy.random import beta, derive, seed_stream, uniform
from begreedy.types import Prior, part_of, prior_draw
from begreedy.values.canonical import field_values
from begreedy.values.errors import BadType, BadValue
from begreedy.values.fields import by_default, optional
from begreedy.values.value import Coerced, Inferred, Matrix, Value, Vector

LAWS = ("bernoulli", "beta")


@dataclass(frozen=True)
class BudgetedWorld(Value):
    """Given arms, as compiled code reads them: the two parameters of each arm's reward and cost."""

    reward_a: tuple[float, ...]
    reward_b: tuple[float, ...]
    cost_a: tuple[float, ...]
    cost_b: tuple[float, ...]


@dataclass(frozen=True)
class Budgeted(Value):
    """Arms with random rewards and random costs in [0, 1], pulled until ``budget`` is spent.

    ``law`` "bernoulli": ``rewards`` and ``costs`` are probabilities of 1; "beta": pairs (a, b).  Either all are given,
    or ``arms`` of them are drawn from ``prior`` afresh in every run, each parameter by itself.

    Pulls go on while the costs so far are at most the budget; the pull that goes over it earns nothing.  Regret is
    budget x largest ratio of mean reward to mean cost, minus the expected rewards earned.

    Parameters
    ----------
    budget : float
        What may be spent, greater than 0.
    prior : Prior, optional
        Distribution of every parameter of an arm, drawn afresh in every run.
    arms : int, optional
        Number of arms, with a prior.
    law : str
        ``"bernoulli"`` or ``"beta"``: the law of rewards and costs.
    rewards : sequence, optional
        Parameters of the rewards, one per arm, instead of a prior.
    costs : sequence, optional
        Parameters of the costs, one per arm, instead of a prior.

    Examples
    --------
    >>> Budgeted(100, rewards=[0.5, 0.2], costs=[0.5, 0.1]).best_ratio
    2.0
    >>> Budgeted(100, rewards=[0.5, 0.2], costs=[0.5, -0.1])
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: Budgeted.costs[1] must be a probability, in [0, 1], got -0.1
    """

    budget: float
    prior: Prior | None = None
    arms: Inferred[int | None, int] = by_default(None)
    law: str = "bernoulli"
    rewards: Coerced[Vector | Matrix | None, tuple[float, ...] | tuple[tuple[float, float], ...] | None] = optional(())
    costs: Coerced[Vector | Matrix | None, tuple[float, ...] | tuple[tuple[float, float], ...] | None] = optional(())

    model = "budgeted"
    costly = True
    support = (0.0, 1.0)

    def validate(self) -> None:
        self.require("budget", 0.0 < self.budget <= 1e15, "greater than 0 (and at most 1e15)")
        self.require("law", self.law in LAWS, f"one of {', '.join(LAWS)}")
        if self.rewards is not None or self.costs is not None:
            self._check_given()
        elif self.prior is None:
            allowed = "either rewards and costs, or a prior and a number of arms"
            raise BadValue(f"Budgeted needs {allowed}", field="Budgeted.rewards", allowed=allowed)
        else:
            self.require("arms", self.arms is not None and self.arms >= 1, "at least 1")
            self._check_prior()

    def _check_given(self) -> None:
        if self.prior is not None:
            words = f"Budgeted takes rewards and costs or a prior, not both; got prior={self.prior!r}"
            raise BadValue(words, field="Budgeted.prior", value=self.prior, allowed="left out")
        rewards, costs = self._parameters("rewards"), self._parameters("costs")
        arms = len(rewards)
        if len(costs) != arms or self.arms not in (None, arms):
            allowed = "of one length, that of arms"
            got = f"{arms} rewards, {len(costs)} costs and arms={arms if self.arms is None else self.arms}"
            words = f"Budgeted.rewards and Budgeted.costs must be {allowed}; got {got}"
            raise BadValue(words, field="Budgeted.costs", value=got, allowed=allowed)
        self.require("rewards", arms >= 1, "of at least one arm")
        for field, parameters in (("rewards", rewards), ("costs", costs), ("arms", arms)):
            object.__setattr__(self, field, parameters)
        for i, (reward, cost) in enumerate(zip(*self.means(), strict=True)):
            if cost == 0.0 and reward > 0.0:
                allowed = "greater than 0 where the reward is (else no budget ends it)"
                raise BadValue.of(f"Budgeted.costs[{i}]", cost, allowed)

    def _parameters(self, field: str) -> tuple[Any, ...]:
        entries = () if getattr(self, field) is None else getattr(self, field)
        if isinstance(entries, (str, bytes)) or np.ndim(entries) == 0:
            raise BadType.of(f"Budgeted.{field}", entries, "a list, one entry per arm")
        checked: list[Any] = []
        for i, entry in enumerate(entries):
            where = f"Budgeted.{field}[{i}]"
            pair = np.asarray(entry)
            if pair.dtype.kind not in "fiu" or pair.shape != (() if self.law == "bernoulli" else (2,)):
                what = "a number" if self.law == "bernoulli" else "a pair (a, b) of numbers"
                raise BadType.of(where, entry, f"{what} for the law {self.law!r}")
            if self.law == "bernoulli":
                if not 0.0 <= float(entry) <= 1.0:
                    raise BadValue.of(where, entry, "a probability, in [0, 1]")
                checked.append(float(entry))
            else:
                a, b = float(entry[0]), float(entry[1])
                if not (a > 0.0 and b > 0.0 and isfinite(a + b)):
                    raise BadValue.of(where, entry, "a pair of finite numbers greater than 0")
                checked.append((a, b))
        return tuple(checked)

    def _check_prior(self) -> None:
        if not callable(part_of(self.prior, "draw", None)):
            raise BadType.of("Budgeted.prior", self.prior, "a prior such as Uniform()")
        field_values(self.prior, "Budgeted.prior")
        low, high = part_of(self.prior, "low", 0.0), part_of(self.prior, "high", 1.0)
        if self.law == "bernoulli":
            self.require("prior", low >= 0.0 and high <= 1.0, "a prior of probabilities, on [0, 1] or less")
        else:
            self.require("prior", low > 0.0, "a prior of the parameters of Beta laws, all greater than 0")

    @property
    def binary(self) -> bool:
        """Whether rewards and costs are 0 or 1."""
        return self.law == "bernoulli"

    @property
    def implied(self) -> tuple[str, ...]:
        return () if self.rewards is None else ("arms",)

    @property
    def best_ratio(self) -> float:
        """The largest mean reward per mean cost of the given arms."""
        means = self.means()
        ratios = [r / c if c > 0.0 else float("inf") if r > 0.0 else 0.0 for r, c in zip(*means, strict=True)]
        return max(ratios)

    def means(self) -> tuple[list[float], list[float]]:
        """Mean rewards and mean costs of the given arms."""
        if self.prior is not None:
            words = f"{self!r} has other arms in every run"
            raise BadValue(words, field="Budgeted.prior", value=self.prior, allowed="left out")
        rewards: Any = self.rewards or ()  # numbers or pairs of them, by law
        costs: Any = self.costs or ()
        if self.law == "bernoulli":
            return list(rewards), list(costs)
        return [a / (a + b) for a, b in rewards], [a / (a + b) for a, b in costs]

    def world(self) -> Any:
        """What the compiled functions see."""
        rewards: Any = self.rewards
        costs: Any = self.costs
        if rewards is None or costs is None:
            return self.prior
        if self.law == "bernoulli":
            ones = (1.0,) * len(rewards)
            return BudgetedWorld(rewards, ones, costs, ones)
        pairs = [*zip(*rewards, strict=True), *zip(*costs, strict=True)]
        return BudgetedWorld(*pairs)

    def fill_function(self) -> Any:
        """fill(world, shape, arms, key, stream): write the parameters of all arms, two per reward and two per cost."""
        return _as_given if self.prior is None else _drawn(self.prior, self.law == "beta")

    def draw_function(self) -> Any:
        """draw(a, b, rng): a reward or a cost."""
        return _beta if self.law == "beta" else _bernoulli

    def mean_function(self) -> Any:
        """mean(a, b): its expectation."""
        return _beta_mean if self.law == "beta" else _bernoulli_mean


def _as_given(world: Any, shape: Any, arms: int, key: int, stream: Any) -> None:
    for arm in range(arms):
        shape[arm] = world.reward_a[arm]
        shape[arms + arm] = world.reward_b[arm]
        shape[2 * arms + arm] = world.cost_a[arm]
        shape[3 * arms + arm] = world.cost_b[arm]


def _drawn(prior: Any, pairs: bool) -> Any:
    draw = prior_draw(prior)

    def fill(world: Any, shape: Any, arms: int, key: int, stream: Any) -> None:
        for arm in range(arms):
            seed_stream(stream, derive(key, arm))
            shape[arm] = draw(world, stream)
            shape[2 * arms + arm] = draw(world, stream)
            shape[arms + arm] = draw(world, stream) if pairs else 1.0
            shape[3 * arms + arm] = draw(world, stream) if pairs else 1.0

    return fill


def _bernoulli(a: float, b: float, rng: Any) -> float:
    return 1.0 if uniform(rng) < a else 0.0


def _bernoulli_mean(a: float, b: float) -> float:
    return a


def _beta(a: float, b: float, rng: Any) -> float:
    return beta(rng, a, b)


def _beta_mean(a: float, b: float) -> float:
    return a / (a + b)
