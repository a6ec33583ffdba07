"""Past decisions: the arm, its reward and its propensity, read from a table and checked."""

from __future__ import annotations

import json
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
        return self.uniform or mean > self.sizes.mean() - _ALARM * error

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
            if freedom and surplus > _ALARM * sqrt(2.0 * freedom) + _ALARM**2:
                most, least = self.names[int(counts.argmax())], self.names[int(counts.argmin())]
                return [
                    f"arms were not played equally often ({most!r} {counts.max():.0f} times, {least!r} "
                    f"{counts.min():.0f} times): without the column propensity the estimates may be wrong"
                ]
            return []
        mean, error = self._inverse()
        expected, which = self.sizes.mean(), "arms" if self.choice is None else "eligible arms"
        if mean > expected + _ALARM * error:
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
    decisions without a reward, and decisions in which a user kept an arm: both are left out.  And its column eligible
    says among which arms decisions were.  ``count``, if given, must be the number of arms that occur.
    """
    left_out = by_users = estimated = 0
    arms: list[str] = []
    rewards: list[float] = []
    chances: list[float] = []
    asked: list[str] = []
    title = title_of(source, "log")
    rows = table_rows(source, title)
    header = column_names(rows)
    places = _columns(header, title)
    own = "outcome" in header
    chosen_by, known, eligible = (
        header.index(name) if own and name in header else -1 for name in ("chosen_by", "propensity_is", "eligible")
    )
    for where, cells in rows:
        if cells and own and not _cell(cells, places[1]):
            left_out += 1
        elif cells and _cell(cells, chosen_by) == "user":
            by_users += 1
        elif cells:
            estimated += _cell(cells, known) == "estimated"
            if own:
                with within(where):
                    _check_single(_cell(cells, places[0]), _cell(cells, places[2]) if len(places) > 2 else None)
            asked.append(_cell(cells, eligible))
            arms.append(_arm(_cell(cells, places[0]), where))
            rewards.append(_number(_cell(cells, places[1]), where, "reward"))
            if len(places) > 2:
                with within(where):
                    chances.append(_chance(_cell(cells, places[2]), "propensity"))
    log = _log_of(arms, rewards, chances if len(places) > 2 else None, count, title)
    with within(title):
        log = _among(log, asked, with_chances=len(places) > 2)
    return replace(log, left_out=left_out, by_users=by_users, estimated=estimated)


def _check_single(arm: str, propensity: str | None) -> None:
    """Raise if a row of an own export is not a decision for one arm, with the probability of that."""
    if arm.startswith("[") and isinstance(_json(arm), list):
        words = "the log has lists of arms, and only decisions for one arm can be judged"
        raise BadValue(words, field="arm", value=arm, allowed="one arm")
    if propensity == "":
        words = "the decision has no propensity, so the log cannot be judged: it was exported with redraws=0, or its"
        allowed = "a probability in (0, 1]; export it again, with redraws"
        raise BadValue(f"{words} bandit plays lists or sets", field="propensity", value="", allowed=allowed)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _among(log: DecisionLog, asked: list[str], *, with_chances: bool) -> DecisionLog:
    """The log with the arms that were eligible, as far as they occur; as it is, where all were."""
    if not any(asked):
        return log
    position = {name: i for i, name in enumerate(log.names)}
    every = tuple(range(len(log.names)))
    sets: dict[tuple[int, ...], int] = {}
    numbers = {text: sets.setdefault(_set(text, position, every), len(sets)) for text in dict.fromkeys(asked)}
    choice = np.array([numbers[text] for text in asked], np.int64)
    eligible = tuple(sets)
    for arm, number in zip(log.arm.tolist(), choice.tolist(), strict=True):
        if arm not in eligible[number]:
            raise BadValue.of("eligible", log.names[arm], "a set that has the arm that was played")
    log = replace(log, uniform=False, eligible=eligible, choice=choice)
    return log if with_chances else replace(log, propensity=1.0 / log.sizes)


def _set(text: str, position: dict[str, int], every: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of eligible arms, in order, from a cell of an export."""
    if not text:
        return every
    content = _json(text)
    known = {"arms", "exclude"} & content.keys() if isinstance(content, dict) else set()
    names = content[next(iter(known))] if len(known) == 1 and isinstance(content, dict) else None
    if not isinstance(names, list):
        raise BadValue.of("eligible", text, 'JSON, {"arms": [...]} or {"exclude": [...]}', got=repr(text[:60]))
    listed = {position[str(name)] for name in names if str(name) in position}
    return tuple(arm for arm in every if (arm in listed) is ("arms" in known))


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
