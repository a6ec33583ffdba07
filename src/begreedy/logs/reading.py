"""A log read from a table: a file of one's own, or what ``Bandit.export`` wrote."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from begreedy.logs.decision_log import DecisionLog, chance_in, checked_log
from begreedy.logs.log_features import (
    LogFeatures,
    constant_vectors,
    context_features,
    json_in,
    numbers_in,
    offered_features,
    own_features,
    vector_in,
)
from begreedy.logs.slate_log import SlateLog, is_slate, slate_log
from begreedy.logs.table import LogTable, Row, eligible_in, reward_in
from begreedy.results.table_rows import TableSource
from begreedy.values.errors import BadValue, within
from begreedy.values.value import whole


def read_log(
    source: TableSource, *, count: Any = None, features: Sequence[str] = (), context: Sequence[str] = ()
) -> DecisionLog | SlateLog:
    """A log from a file (CSV or Parquet) or data frame: arm, reward and, unless choices were uniform, propensity.

    ``features`` names columns with the features of the arm that was played, ``context`` those that describe whom it was
    played for.  Other columns are ignored, except that a table with the column outcome, as ``Bandit.export`` writes it,
    may have decisions without a reward, and decisions in which a user kept an arm: both are left out.  Its column
    eligible says among which arms decisions were; features and offered, by which features; propensities, how likely
    lists and sets were.  ``count``, if given, must be the number of arms that occur.
    """
    table = LogTable(source)
    if features and context:
        raise BadValue.of("context", list(context), "left out where features are given")
    table.need(features, "features")
    table.need(context, "context")
    if not is_slate(table):
        return _single_log(table, count, features, context)
    if features or context:
        raise BadValue.of("features", [*features, *context], "left out: lists and sets have none")
    log = slate_log(table)
    if count is not None and whole(count, "arms", low=1) != len(log.names):
        raise BadValue.of("arms", count, f"the {len(log.names)} that occur")
    return log


def _single_log(table: LogTable, count: Any, features: Sequence[str], context: Sequence[str]) -> DecisionLog:
    """A log of decisions for one arm each."""
    with_chances = "propensity" in table.header
    pending = [row for row in table.rows if table.own and not table.cell(row, "reward")]
    settled = [row for row in table.rows if not (table.own and not table.cell(row, "reward"))]
    rows = [row for row in settled if not (table.own and table.cell(row, "chosen_by") == "user")]
    arms: list[str] = []
    rewards: list[float] = []
    chances: list[float] = []
    for row in rows:
        if table.own:
            with within(row[0]):
                _check_chance(table.cell(row, "propensity") if with_chances else None)
        arms.append(_arm(table.cell(row, "arm"), row[0]))
        rewards.append(reward_in(table.cell(row, "reward"), row[0]))
        if with_chances:
            with within(row[0]):
                chances.append(chance_in(table.cell(row, "propensity"), "propensity"))
    log = checked_log(arms, rewards, chances if with_chances else None, count, table.title)
    with within(table.title):
        log = _among(log, [table.cell(row, "eligible") if table.own else "" for row in rows], with_chances)
    estimated = sum(table.own and table.cell(row, "propensity_is") == "estimated" for row in rows)
    log = replace(log, left_out=len(pending), by_users=len(settled) - len(rows), estimated=estimated)
    return _with_features(log, table, rows, features, context)


def _check_chance(propensity: str | None) -> None:
    """Raise if a row of an own export has no probability."""
    if propensity == "":
        words = "the decision has no propensity, so the log cannot be judged: it was exported with redraws=0"
        allowed = "a probability in (0, 1]; export it again, with redraws"
        raise BadValue(words, field="propensity", value="", allowed=allowed)


# ---------------------------------------------------------------- eligible arms


def _among(log: DecisionLog, texts: list[str], with_chances: bool) -> DecisionLog:
    """The log with the arms that were eligible, as far as they occur; as it is, where all were."""
    if not any(texts):
        return log
    position = {name: i for i, name in enumerate(log.names)}
    every = tuple(range(len(log.names)))
    sets: dict[tuple[int, ...], int] = {}
    numbers = {text: sets.setdefault(eligible_in(text, position, every), len(sets)) for text in dict.fromkeys(texts)}
    choice = np.array([numbers[text] for text in texts], np.int64)
    eligible = tuple(sets)
    for arm, number in zip(log.arm.tolist(), choice.tolist(), strict=True):
        if arm not in eligible[number]:
            raise BadValue.of("eligible", log.names[arm], "a set that has the arm that was played")
    log = replace(log, uniform=False, eligible=eligible, choice=choice)
    return log if with_chances else replace(log, propensity=1.0 / log.sizes)


# ---------------------------------------------------------------- features


def _with_features(
    log: DecisionLog, table: LogTable, rows: Sequence[Row], features: Sequence[str], context: Sequence[str]
) -> DecisionLog:
    """The log with the features that it has."""
    among = [log.among(event) for event in range(len(log))]
    if features:
        vectors = [numbers_in([table.cell(row, name) for name in features], features, row[0]) for row in rows]
        own = constant_vectors(log.arm.tolist(), vectors, len(log.names))
        if isinstance(own, int):
            name = log.names[log.arm[own]]
            with within(rows[own][0]):
                words = f"those of {name!r} in the rows before: those of other arms at this decision are not known"
                raise BadValue.of("features", name, words, hint="columns that describe the visitor are a context")
        return replace(log, features=own_features([vector for vector in own if vector is not None], among))
    if context:
        numbers = [numbers_in([table.cell(row, name) for name in context], context, row[0]) for row in rows]
        return replace(log, features=context_features(np.array(numbers), len(log.names), among))
    if table.own and any(table.cell(row, "features") for row in rows):
        recorded = _exported_features(log, table, rows, among)
        return replace(log, **({"no_features": recorded} if isinstance(recorded, str) else {"features": recorded}))
    return log


def _exported_features(
    log: DecisionLog, table: LogTable, rows: Sequence[Row], among: Sequence[Sequence[int]]
) -> LogFeatures | str:
    """The features in an own export, or why they are not enough."""
    position = {name: i for i, name in enumerate(log.names)}
    dimension: int | None = None
    offered: list[dict[int, np.ndarray]] = []
    own: list[tuple[int, np.ndarray]] = []
    for row, arm in zip(rows, log.arm.tolist(), strict=True):
        with within(row[0]):
            vector = vector_in(json_in(table.cell(row, "features"), "features", list), "features", dimension)
            dimension = len(vector)
            content = json_in(table.cell(row, "offered") or "{}", "offered", dict)
            offered.append(
                {position[name]: vector_in(x, "offered", dimension) for name, x in content.items() if name in position}
            )
            if arm not in offered[-1]:
                own.append((arm, vector))
            elif not np.array_equal(offered[-1][arm], vector):
                raise BadValue.of("features", log.names[arm], "those that are offered of the arm that was played")
    vectors = constant_vectors([arm for arm, _ in own], [vector for _, vector in own], len(log.names))
    if isinstance(vectors, int):
        return "its decisions had features of their own, of which an older version exported only those of one arm"
    features = offered_features(vectors, offered, among) if any(offered) else None
    if isinstance(features, str):
        name = log.names[int(features)]
        return f"the own features of {name!r} are not in it, since that arm was never played by them"
    return features or own_features([vector for vector in vectors if vector is not None], among)


# ---------------------------------------------------------------- cells


def _arm(text: str, where: str) -> str:
    if not text:
        with within(where):
            raise BadValue.of("arm", text, "a name or a number")
    return text
