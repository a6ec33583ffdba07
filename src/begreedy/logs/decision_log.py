"""Past decisions: the arm, its reward and its propensity, read from a table and checked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite, sqrt
from typing import Any

import numpy as np

from begreedy.results.table_rows import TableSource, table_rows, title_of
from begreedy.values.csv_rows import column_names, number_in
from begreedy.values.errors import BadValue, within
from begreedy.values.value import finite, whole

_ALARM = 5.0  # standard errors beyond which propensities do not fit the arms that were played


@dataclass(frozen=True, eq=False)
class DecisionLog:
    """Decisions in the order they were made.  ``arm`` has positions in ``names``."""

    names: tuple[str, ...]
    arm: np.ndarray
    reward: np.ndarray
    propensity: np.ndarray
    uniform: bool  # all arms equally likely, always
    left_out: int = 0  # decisions whose reward has not come
    by_users: int = 0  # decisions, left out as well, in which a user kept an arm: no other had a chance
    estimated: int = 0  # propensities that are estimates

    def __len__(self) -> int:
        return len(self.arm)

    @property
    def least(self) -> float:
        """The smallest propensity: how often any arm can be met, once the likelier ones are thinned out."""
        return float(self.propensity.min())

    @property
    def covers(self) -> bool:
        """Whether every arm had a chance at every decision: 1 / propensity is then, on average, the number of arms."""
        mean, error = self._inverse()
        return self.uniform or mean > len(self.names) - _ALARM * error

    def _inverse(self) -> tuple[float, float]:
        """The mean of 1 / propensity, and its standard error."""
        inverse = 1.0 / self.propensity
        return float(inverse.mean()), float(inverse.std()) / sqrt(len(self)) + 1e-9

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
            if freedom and surplus > _ALARM * sqrt(2.0 * freedom) + _ALARM**2:
                most, least = self.names[int(counts.argmax())], self.names[int(counts.argmin())]
                return [
                    f"arms were not played equally often ({most!r} {counts.max():.0f} times, {least!r} "
                    f"{counts.min():.0f} times): without the column propensity the estimates may be wrong"
                ]
            return []
        mean, error = self._inverse()
        if mean > len(self.names) + _ALARM * error:
            return [
                f"1 / propensity is {mean:.4g} on average, but should be {len(self.names)}, the number of arms: the "
                "propensities do not fit the arms that were played"
            ]
        if not self.covers:
            return [
                f"1 / propensity is {mean:.4g} on average: about that many of the {len(self.names)} arms had a chance "
                "at a decision, unless propensities are wrong; weights know nothing of the others, which the direct "
                "and the doubly robust estimates judge by what they paid at other times"
            ]
        return []


def log_of(arms: Sequence[Any], rewards: Sequence[Any], propensities: Any = None, *, count: Any = None) -> DecisionLog:
    """A log from columns; without propensities every arm that occurs was equally likely.

    >>> log_of(["a", "b", "a"], [1.0, 0.0, 1.0]).propensity.tolist()
    [0.5, 0.5, 0.5]
    """
    if len(arms) != len(rewards) or (propensities is not None and len(propensities) != len(arms)):
        got = f"{len(arms)} and {len(rewards)}"
        raise BadValue.of("arms, rewards and propensities", got, "equally many", got=got)
    chances = None if propensities is None else [_chance(p, f"propensities[{i}]") for i, p in enumerate(propensities)]
    paid = [finite(reward, f"rewards[{i}]") for i, reward in enumerate(rewards)]
    return _log_of([str(arm) for arm in arms], paid, chances, count, "log")


def read_log(source: TableSource, *, count: Any = None) -> DecisionLog:
    """A log from a file (CSV or Parquet) or data frame: arm, reward and, unless choices were uniform, propensity.

    Other columns are ignored, except that a table with the column outcome, as ``Bandit.export`` writes it, may have
    decisions without a reward, and decisions in which a user kept an arm: both are left out.  ``count``, if given, must
    be the number of arms that occur.
    """
    left_out = by_users = estimated = 0
    arms: list[str] = []
    rewards: list[float] = []
    chances: list[float] = []
    title = title_of(source, "log")
    rows = table_rows(source, title)
    header = column_names(rows)
    places = _columns(header, title)
    own = "outcome" in header
    chosen_by, known = (header.index(name) if own and name in header else -1 for name in ("chosen_by", "propensity_is"))
    for where, cells in rows:
        if cells and own and not _cell(cells, places[1]):
            left_out += 1
        elif cells and _cell(cells, chosen_by) == "user":
            by_users += 1
        elif cells:
            estimated += _cell(cells, known) == "estimated"
            arms.append(_arm(_cell(cells, places[0]), where))
            rewards.append(_number(_cell(cells, places[1]), where, "reward"))
            if len(places) > 2:
                with within(where):
                    chances.append(_chance(_cell(cells, places[2]), "propensity"))
    log = _log_of(arms, rewards, chances if len(places) > 2 else None, count, title)
    return replace(log, left_out=left_out, by_users=by_users, estimated=estimated)


def _columns(header: list[str], path: str) -> list[int]:
    for name in ("arm", "reward"):
        if name not in header:
            got = ", ".join(header)[:200] or "an empty file"
            words, allowed = f"expected the columns {{}}, got {got}", "arm and reward (and propensity)"
            with within(path), within("line 1"):
                raise BadValue(words.format(allowed), field="columns", value=header, allowed=allowed)
    for name in ("arm", "reward", "propensity"):
        if header.count(name) > 1:
            with within(path), within("line 1"):
                got = f"it {header.count(name)} times"
                raise BadValue.of(f"column {name}", header, "there once", got=got)
    return [header.index(name) for name in ("arm", "reward", "propensity") if name in header]


def _cell(cells: list[str], place: int) -> str:
    return cells[place] if 0 <= place < len(cells) else ""


def _arm(text: str, where: str) -> str:
    if not text:
        with within(where):
            raise BadValue.of("arm", text, "a name or a number")
    return text


def _number(text: str, where: str, column: str) -> float:
    number = number_in(text)
    if number is None or not isfinite(number):
        with within(where):
            raise BadValue.of(column, text, "a finite number", got=repr(text[:60]))
    return number


def _chance(text: Any, field: str) -> float:
    try:
        number = float(text)
    except (TypeError, ValueError):
        number = float("nan")
    if not 0.0 < number <= 1.0:
        raise BadValue.of(field, text, "a probability in (0, 1]", got=repr(str(text)[:60]))
    return number


def _log_of(arms: list[str], rewards: list[float], chances: list[float] | None, count: Any, where: str) -> DecisionLog:
    if len(arms) < 2:
        with within(where):
            words, allowed = f"expected at least 2 decisions, got {len(arms)}", "at least 2 decisions"
            raise BadValue(words, field="log", value=len(arms), allowed=allowed)
    names = tuple(dict.fromkeys(arms))
    if count is not None and whole(count, "arms", low=1) != len(names):
        with within(where):
            allowed = f"the {len(names)} that occur (nothing is known of an arm that was never played)"
            raise BadValue.of("arms", count, allowed)
    position = {name: i for i, name in enumerate(names)}
    arm = np.array([position[name] for name in arms], np.int64)
    uniform = chances is None or min(chances) == max(chances) == 1.0 / len(names)
    given = np.full(len(arms), 1.0 / len(names)) if chances is None else np.array(chances)
    return DecisionLog(names, arm, np.array(rewards), given, uniform)
