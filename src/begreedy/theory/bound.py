"""A regret bound: its value, the parameters it was evaluated at, and the conditions that do not hold."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import Any

from begreedy.values.errors import BadValue
from begreedy.values.numbers import five_digits
from begreedy.values.value import finite, whole

UPPER, LOWER, RATE = "upper", "lower", "rate"

LONGEST = 1e300  # a horizon, which sums and logarithms still bear


@dataclass(frozen=True, repr=False)
class Bound:
    """A bound on the regret after ``horizon`` rounds.

    ``k`` is the number of arms to keep and ``epsilon`` the accuracy at which the statement was evaluated (None where
    it has none).  ``kind`` is "upper", "lower" or "rate" (known up to a constant only); ``fails`` names the conditions
    of the statement that do not hold.  A bound that is ``vacuous`` is no better than "at most 1 is lost per round".

    >>> Bound("An example", 1000.0, 1500.0, k=40, fails=("K <= n",))
    regret <= 1500 at T = 1000 with K = 40 [An example]: vacuous, not below T; fails: K <= n
    """

    statement: str
    horizon: float
    value: float
    k: int | None = None
    epsilon: float | None = None
    fails: tuple[str, ...] = ()
    kind: str = UPPER
    per_round: float = 1.0  # what a round may cost at most

    @property
    def holds(self) -> bool:
        """Whether every condition of the statement holds."""
        return not self.fails

    @property
    def vacuous(self) -> bool:
        """Whether the bound says nothing: means are in [0, 1], so that is the regret's most anyway."""
        return self.kind == UPPER and not self.value < self.per_round * self.horizon

    @property
    def remark(self) -> str:
        """What a reader must know before believing the value, or nothing."""
        words = []
        if self.vacuous:
            words.append(f"vacuous, not below {'' if self.per_round == 1.0 else f'{self.per_round:g} '}T")
        if self.kind != UPPER:
            words.append("up to a constant")
        if self.fails:
            words.append("fails: " + ", ".join(self.fails))
        return "; ".join(words)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        sign = {UPPER: "<=", LOWER: ">=", RATE: "<="}[self.kind]
        order = "" if self.kind == UPPER else "order "
        at = "" if self.k is None else f" with K = {five_digits(self.k)}"
        at += "" if self.epsilon is None else f", epsilon = {self.epsilon:.4g}"
        regret = f"regret {sign} {order}{five_digits(self.value)}"
        text = f"{regret} at T = {five_digits(self.horizon)}{at} [{self.statement}]"
        return f"{text}: {self.remark}" if self.remark else text


def grid_arms(arms: float, dimension: int) -> int:
    """The size of the regular grid of a box whose sides are nearest to those that so many points would have.

    >>> grid_arms(40, 1), grid_arms(40, 2), grid_arms(40, 3)
    (40, 36, 27)
    """
    return int(max(1, round(arms ** (1.0 / dimension))) ** dimension)


def on_grid(k: Any, dimension: int) -> int:
    """A number of arms that a regular grid of a box has."""
    arms = whole(k, "k", low=1)
    if grid_arms(arms, dimension) != arms:
        raise BadValue.of("k", k, f"a whole number to the power of {dimension}, the dimension")
    return arms


def whole_arms(value: float) -> int:
    """The least whole number of arms that is not below ``value``, up to rounding; at least 1."""
    return max(1, ceil(value - 1e-9))


def failing(conditions: dict[str, bool]) -> tuple[str, ...]:
    """The words of the conditions that are false."""
    return tuple(name for name, holds in conditions.items() if not holds)


def one_form(at_arms: bool, **closed: bool) -> None:
    """Refuse two closed forms at once, and any where the bound is wanted ``at_arms``: at some K or epsilon."""
    names = [name for name, wanted in closed.items() if wanted]
    if names and at_arms:
        raise BadValue.of(names[0], True, "left out with k, epsilon or best, which have no closed form")
    if len(names) > 1:
        raise BadValue.of(names[1], True, f"left out with {names[0]}: they are two forms of the bound")


def closed_form_conditions(horizon: float, sigma: float) -> dict[str, bool]:
    """What every closed form takes for granted: log T >= 1, and the noise of the paper."""
    return {"T >= 3": horizon >= 3.0, "noise is 1-subgaussian": sigma <= 1.0}


def checked_horizon(horizon: Any) -> float:
    """A horizon as a float: bounds are curves, so it need not be a whole number."""
    number = finite(horizon, "horizon")
    if not 1.0 <= number <= LONGEST:
        raise BadValue.of("horizon", horizon, "at least 1" if number < 1.0 else f"at most {LONGEST:g}")
    return number


def positive(value: Any, name: str) -> float:
    """A number above 0."""
    number = finite(value, name)
    if number <= 0.0:
        raise BadValue.of(name, value, "greater than 0")
    return number


def hardness(gamma: Any) -> float:
    """A hardness in [0, 1]."""
    number = finite(gamma, "gamma")
    if not 0.0 <= number <= 1.0:
        raise BadValue.of("gamma", gamma, "in [0, 1]")
    return number
