"""Past decisions: the arm, its reward and its propensity, checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from begreedy.logs.log_features import LogFeatures
from begreedy.values.errors import BadValue, within
from begreedy.values.value import finite, whole

ALARM = 5.0  # standard errors beyond which propensities do not fit the arms that were played


@dataclass(frozen=True, eq=False)
class DecisionLog:
    """Decisions in the order they were made.  ``arm`` has positions in ``names``.

    Where decisions were among some of the arms, ``eligible`` has these sets, by position, and ``choice`` which of them
    each decision was among.
    """

    names: tuple[str, ...]
    arm: np.ndarray
    reward: np.ndarray
    propensity: np.ndarray
    uniform: bool  # all arms equally likely, always
    left_out: int = 0  # decisions whose reward has not come
    by_users: int = 0  # decisions, left out as well, in which a user kept an arm: no other had a chance
    estimated: int = 0  # propensities that are estimates
    eligible: tuple[tuple[int, ...], ...] = ()
    choice: np.ndarray | None = None
    features: LogFeatures | None = None
    no_features: str = "it has no features"  # why not, where it has none

    def __len__(self) -> int:
        return len(self.arm)

    @property
    def least(self) -> float:
        """The smallest propensity: how often any arm can be met, once the likelier ones are thinned out."""
        return float(self.propensity.min())

    def among(self, event: int) -> tuple[int, ...]:
        """The arms that were eligible at a decision."""
        return tuple(range(len(self.names))) if self.choice is None else self.eligible[self.choice[event]]

    @property
    def sizes(self) -> np.ndarray:
        """The number of eligible arms at every decision."""
        if self.choice is None:
            return np.full(len(self), float(len(self.names)))
        return np.array([len(self.eligible[number]) for number in self.choice], float)

    @property
    def covers(self) -> bool:
        """Whether every eligible arm had a chance: 1 / propensity is then, on average, the number of these."""
        mean, error = self._inverse()
        return self.uniform or mean > self.sizes.mean() - ALARM * error

    def _inverse(self) -> tuple[float, float]:
        """The mean of 1 / propensity, and the standard error of its difference to the number of eligible arms."""
        inverse = 1.0 / self.propensity
        return float(inverse.mean()), float((inverse - self.sizes).std()) / sqrt(len(self)) + 1e-9

    def doubts(self) -> list[str]:
        """Reasons to doubt the log: missing rewards, arms played more or less often than they should be."""
        counts = {
            "decisions without a reward were left out": self.left_out,
            "decisions in which a user kept an arm were left out": self.by_users,
            "propensities are estimates": self.estimated,
        }
        return [f"{count} {words}" for words, count in counts.items() if count] + self._surprises()

    def _surprises(self) -> list[str]:
        """Arms that were played more or less often than the propensities say."""
        counts = np.bincount(self.arm, minlength=len(self.names)).astype(float)
        if self.uniform:
            expected = len(self) / len(self.names)
            freedom = len(self.names) - 1
            surplus = float(((counts - expected) ** 2).sum() / expected) - freedom
            if freedom and surplus > ALARM * sqrt(2.0 * freedom) + ALARM**2:
                most, least = self.names[int(counts.argmax())], self.names[int(counts.argmin())]
                return [
                    f"arms were not played equally often ({most!r} {counts.max():.0f} times, {least!r} "
                    f"{counts.min():.0f} times): without the column propensity the estimates may be wrong"
                ]
            return []
        mean, error = self._inverse()
        expected, which = self.sizes.mean(), "arms" if self.choice is None else "eligible arms"
        if mean > expected + ALARM * error:
            return [
                f"1 / propensity is {mean:.4g} on average, but should be {expected:.4g}, the number of {which}: the "
                "propensities do not fit the arms that were played"
            ]
        if not self.covers:
            return [
                f"1 / propensity is {mean:.4g} on average: about that many of the {expected:.4g} {which} had a chance "
                "at a decision, unless propensities are wrong; weights know nothing of the others, which the direct "
                "and the doubly robust estimates judge by what they paid at other times"
            ]
        return []


def log_of(
    arms: Sequence[Any] | np.ndarray,
    rewards: Sequence[Any] | np.ndarray,
    propensities: Any = None,
    *,
    count: Any = None,
) -> DecisionLog:
    """A log from columns; without propensities every arm that occurs was equally likely.

    >>> log_of(["a", "b", "a"], [1.0, 0.0, 1.0]).propensity.tolist()
    [0.5, 0.5, 0.5]
    """
    for field, column in (("rewards", rewards), ("propensities", propensities)):
        if column is not None and len(column) != len(arms):
            raise BadValue.of(field, len(column), f"as many as arms, {len(arms)}")
    chances = None if propensities is None else [chance_in(p, f"propensities[{i}]") for i, p in enumerate(propensities)]
    paid = [finite(reward, f"rewards[{i}]") for i, reward in enumerate(rewards)]
    return checked_log([str(arm) for arm in arms], paid, chances, count, "log")


def chance_in(text: Any, field: str) -> float:
    try:
        number = float(text)
    except (TypeError, ValueError):
        number = float("nan")
    if not 0.0 < number <= 1.0:
        raise BadValue.of(field, text, "a probability in (0, 1]", got=repr(str(text)[:60]))
    return number


def checked_log(
    arms: list[str], rewards: list[float], chances: list[float] | None, count: Any, where: str
) -> DecisionLog:
    if len(arms) < 2:
        with within(where):
            words, allowed = f"expected at least 2 decisions, got {len(arms)}", "at least 2 decisions"
            raise BadValue(words, field="log", value=len(arms), allowed=allowed)
    names = tuple(dict.fromkeys(arms))
    if count is not None and whole(count, "arms", low=1) != len(names):
        with within(where):
            allowed = f"the {len(names)} that occur (nothing is known about an arm that was never played)"
            raise BadValue.of("arms", count, allowed)
    position = {name: i for i, name in enumerate(names)}
    arm = np.array([position[name] for name in arms], np.int64)
    uniform = chances is None or min(chances) == max(chances) == 1.0 / len(names)
    given = np.full(len(arms), 1.0 / len(names)) if chances is None else np.array(chances)
    return DecisionLog(names, arm, np.array(rewards), given, uniform)
