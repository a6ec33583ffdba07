"""The doubling trick: a policy that needs the horizon, without one."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor
from typing import Any

from begreedy.policies.reductions import Discretize, Subsample
from begreedy.types import Pool, part_of
from begreedy.values.canonical import concise, display_name, field_values
from begreedy.values.errors import BadValue
from begreedy.values.value import Value

MOST_RESTARTS = 10_000


@dataclass(frozen=True)
class Doubling(Value):
    """The doubling trick: restarts a reduction at rounds ``first * factor**i``, as if the next restart were the end.

    Guarantee: keeps bounds of order ``T**g (log T)**d`` with g > 0, up to a constant factor (about 4 for ``sqrt(T)``).
    A baseline: wherever it was measured, ``AnytimeGreedy``, told no more, lost less.

    Parameters
    ----------
    policy : Subsample or Discretize
        The reduction that is restarted.
    first : int
        Rounds until the first restart.
    factor : float
        Growth of the time between restarts, greater than 1.

    References
    ----------
    Besson and Kaufmann (2018), *What Doubling Tricks Can and Can't Do for Multi-Armed Bandits* (geometric).

    Examples
    --------
    >>> import begreedy as bg
    >>> bg.Doubling(bg.Subsample(bg.Greedy()), first=100)
    Doubling(policy=Subsample(policy=Greedy()), first=100)
    """

    policy: Subsample | Discretize
    first: int = 200
    factor: float = 2.0

    def validate(self) -> None:
        field_values(self.policy, "Doubling.policy")
        self.require("policy", isinstance(self.policy, (Subsample, Discretize)), "Subsample(...) or Discretize(...)")
        self.require("first", self.first >= 1, "at least 1")
        self.require("factor", self.factor > 1.0, "greater than 1")

    @property
    def name(self) -> str:
        return f"Doubling({display_name(self.policy)})"

    def fit(self, problem: Pool, horizon: int) -> Restarts:
        """The restarts that fall within the horizon; the policy itself never learns where it ends."""
        rounds: list[int] = []
        arms: list[int] = []
        end = 0
        while end < horizon:
            until = max(end + 1, floor(self.first * self.factor ** len(rounds)))
            if len(rounds) == MOST_RESTARTS:
                raise BadValue.of(
                    "Doubling.factor", self.factor, f"one with at most {MOST_RESTARTS} restarts by round {horizon}"
                )
            rounds.append(until - end)
            arms.append(self.policy.reduce(problem, until - end)[1].arms)
            end = until
        point = part_of(self.policy, "point", "end")
        if point == "middle":
            raise BadValue.of(
                "Doubling.policy",
                self.policy,
                "the ends of cells or random points",
                verb="play",
                got=concise(self.policy),
            )
        return Restarts(self.policy.policy, tuple(rounds), tuple(arms), point)


@dataclass(frozen=True)
class Restarts(Value):
    """A base policy restarted with so many arms for so many rounds, epoch by epoch."""

    base: Any
    rounds: tuple[float, ...]
    arms: tuple[float, ...]
    point: str = "end"

    remembers = False
    keeps = False

    def epoch_rounds(self, epoch: int, horizon: int) -> int:
        return int(self.rounds[epoch - 1])

    def epoch_arms(self, epoch: int, horizon: int) -> int:
        return int(self.arms[epoch - 1])
