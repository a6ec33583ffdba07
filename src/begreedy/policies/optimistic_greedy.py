"""OptimisticGreedy: Greedy that thinks well of arms that it does not know."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf, isfinite

from begreedy.policies.budgeted import ratio_of
from begreedy.types import Policy, Problem, part_of, range_of, says
from begreedy.values.canonical import unfit
from begreedy.values.errors import BadValue
from begreedy.values.fields import display_label, optional
from begreedy.values.value import Value


@dataclass(frozen=True)
class OptimisticGreedy(Value):
    """Plays the largest mean, as if every arm had also paid a pseudo-reward of ``top`` with weight ``weight``.

    Index: ``(total + weight * top) / (pulls + weight)``.  ``top`` is the largest reward that an arm can pay, and the
    index of an arm that was never pulled: no arm is pulled first.  Where rewards have no bound, a lucky first one could
    exceed ``top`` and end all exploring: there every arm is pulled once first, and ``top`` should be about the largest
    mean.  ``first_pulls`` overrides how often.  With weight 0 it is Greedy.

    With 0-1 rewards and top 1 it plays arms that have never failed as long as there are any (the 1-failure strategy of
    Berry, Chen, Zame, Heath, Shepp, 1997, *Bandit Problems with Infinitely Many Arms*), then Greedy on means that fall
    the more slowly the more is known.  Where pulls cost, it is optimistic about rewards only: the index is divided by
    the observed mean cost, after one pull of each arm.  Where actions are vectors, it is refused: what is known about
    one action determines the value of others.

    No guarantee is known.  What it costs and brings is measured in the documentation.

    Parameters
    ----------
    weight : float
        Number of pseudo-rewards, at least 0.
    top : float
        Their value: the largest reward that an arm can pay.
    first_pulls : int, optional
        Forced pulls of every arm.  By default 0 for bounded rewards, else 1.
    label : str, optional
        The name in tables and legends; it is no part of the policy's identity.

    Examples
    --------
    >>> round(OptimisticGreedy().index(total=6.0, pulls=10), 6)
    0.666667
    """

    weight: float = 2.0
    top: float = 1.0
    first_pulls: int | None = optional(-1)
    label: str | None = display_label()

    arms_rule = "greedy"
    reward_hint = "top must be the largest reward or more; where rewards have no bound, leave first_pulls out"

    def validate(self) -> None:
        self.require("weight", self.weight >= 0.0, "at least 0")
        enough = self.first_pulls is None or self.first_pulls >= (0 if self.weight > 0.0 else 1)
        self.require("first_pulls", enough, "at least 0 (1 with weight 0), or left out to let the rewards decide")

    @property
    def name(self) -> str:
        return self.label or "OptimisticGreedy"

    @property
    def initial_pulls(self) -> int:
        return (0 if self.weight > 0.0 else 1) if self.first_pulls is None else self.first_pulls

    @property
    def reward_range(self) -> tuple[float, float]:
        """Without first pulls, no reward may exceed that of an arm never pulled."""
        return -inf, (self.top if self.initial_pulls == 0 else inf)

    @property
    def monotone(self) -> bool:
        return self.top >= 0.0

    def fit(self, problem: Problem, horizon: int) -> Policy:
        """What it is on this problem: with a first pull where rewards have no bound, per cost where pulls cost."""
        if says(problem, "vectors"):
            raise unfit(self, "arms that each have a mean of their own", problem, "use Greedy")
        costly = says(problem, "costly")
        most = range_of(problem if costly else part_of(problem, "law", problem), "support")[1]
        if isfinite(most) and most > self.top and self.weight > 0.0:
            raise BadValue.of("OptimisticGreedy.top", self.top, f"at least {most:g}, the largest reward")
        if costly:
            return OptimisticRatio(self.weight, self.top, max(1, self.initial_pulls), self.name)
        return self if isfinite(most) or self.first_pulls is not None else replace(self, first_pulls=1)

    def pseudo(self) -> tuple[float, float]:
        return self.weight * self.top, self.weight

    def index(self, total: float, pulls: int) -> float:
        return (total + self.weight * self.top) / (pulls + self.weight)


@dataclass(frozen=True)
class OptimisticRatio(Value):
    """The largest optimistic mean reward per mean cost; what ``OptimisticGreedy()`` is on a Budgeted problem."""

    weight: float
    top: float
    initial_pulls: int = 1
    label: str | None = display_label()

    arms_rule = "greedy"
    monotone = True  # top is at least 1, the largest reward

    @property
    def name(self) -> str:
        return self.label or "OptimisticGreedy"

    def index(self, total: float, pulls: int, cost: float) -> float:
        return ratio_of((total + self.weight * self.top) / (pulls + self.weight), cost / pulls)
