"""The features of a log: by which vectors the arms of every decision could be played."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from begreedy.engine.memory import check_fits
from begreedy.values.csv_rows import number_in
from begreedy.values.errors import BadValue, within

MOST_DIMENSIONS = 1000  # a regression is a matrix with this many rows and columns

Among = Sequence[Sequence[int]]  # the arms that each decision was among, in order


@dataclass(frozen=True, eq=False)
class LogFeatures:
    """Vectors of arms: offer ``o`` has the rows from ``offset[o]`` to ``offset[o + 1]``, of the arms ``member``.

    ``offer`` is which of them each decision had; ``varies``, whether an arm has other vectors at other decisions.
    """

    rows: np.ndarray
    member: np.ndarray
    offset: np.ndarray
    offer: np.ndarray
    varies: bool

    @property
    def dimension(self) -> int:
        return int(self.rows.shape[1])

    def places(self, arms: np.ndarray) -> np.ndarray:
        """The row of one arm at every decision."""
        many = 1 + int(self.member.max())
        offer = np.repeat(np.arange(len(self.offset) - 1), np.diff(self.offset))
        # The members of an offer are in order.
        return np.asarray(np.searchsorted(offer * many + self.member, self.offer * many + arms))


def own_features(vectors: Sequence[np.ndarray], among: Among) -> LogFeatures:
    """Arms with vectors of their own."""
    numbers: dict[tuple[int, ...], int] = {}
    offer = [numbers.setdefault(tuple(arms), len(numbers)) for arms in among]
    return _joined([(arms, [vectors[arm] for arm in arms]) for arms in numbers], offer, varies=False)


def offered_features(
    vectors: Sequence[np.ndarray | None], offered: Sequence[Mapping[int, np.ndarray]], among: Among
) -> LogFeatures | str:
    """Vectors of each decision, or else the arms' own; or the name of an arm, by number, whose vector is not known."""
    offers = []
    for arms, at_hand in zip(among, offered, strict=True):
        rows = [at_hand.get(arm, vectors[arm]) for arm in arms]
        for arm, row in zip(arms, rows, strict=True):
            if row is None:
                return str(arm)
        offers.append((tuple(arms), [row for row in rows if row is not None]))
    return _joined(offers, range(len(offers)), varies=True)


def context_features(context: np.ndarray, arms: int, among: Among) -> LogFeatures:
    """A regression of every arm on 1 and the context: its vector has these in a block of its own, zeros elsewhere."""
    width = 1 + context.shape[1]
    if arms * width > MOST_DIMENSIONS:
        allowed = f"at most {MOST_DIMENSIONS} dimensions: a block of 1 + {width - 1} for each arm"
        raise BadValue.of("context", arms * width, allowed, got=f"{arms} arms times {width}")
    sizes = np.array([len(some) for some in among])
    check_fits(8.0 * sizes.sum() * arms * width, lambda: "a log with the features of all arms", field="context")
    offset = np.concatenate([[0], np.cumsum(sizes)])
    member = np.concatenate([np.asarray(some, np.int64) for some in among])
    rows = np.zeros((len(member), arms * width))
    block = np.column_stack([np.ones(len(context)), context])[np.repeat(np.arange(len(sizes)), sizes)]
    for i in range(width):
        rows[np.arange(len(member)), member * width + i] = block[:, i]
    return LogFeatures(rows, member, offset, np.arange(len(sizes)), varies=True)


def _joined(offers: Sequence[tuple[Sequence[int], Sequence[np.ndarray]]], offer: Any, *, varies: bool) -> LogFeatures:
    total, dimension = sum(len(arms) for arms, _ in offers), len(offers[0][1][0])
    check_fits(8.0 * total * dimension, lambda: "a log with the features of all arms", field="features")
    rows = np.array([row for _, vectors in offers for row in vectors])
    member = np.array([arm for arms, _ in offers for arm in arms], np.int64)
    offset = np.cumsum([0, *(len(arms) for arms, _ in offers)])
    return LogFeatures(rows, member, offset, np.array(offer, np.int64), varies)


def vector_in(content: Any, field: str, dimension: int | None = None) -> np.ndarray:
    """A vector out of JSON, checked."""
    numbers = content if isinstance(content, list) else []
    for number in numbers:
        if isinstance(number, bool) or not isinstance(number, (int, float)) or not isfinite(number):
            numbers = []
    if not 1 <= len(numbers) <= MOST_DIMENSIONS or (dimension is not None and len(numbers) != dimension):
        many = f"{dimension} finite numbers, as many as all others" if dimension else "a list of finite numbers"
        raise BadValue.of(field, content, many, got=repr(content)[:60])
    return np.array(numbers, float)


def numbers_in(cells: Sequence[str], columns: Sequence[str], where: str) -> np.ndarray:
    """The numbers of a row in some columns."""
    numbers = []
    for text, column in zip(cells, columns, strict=True):
        number = number_in(text)
        if number is None or not isfinite(number):
            with within(where):
                raise BadValue.of(column, text, "a finite number", got=repr(text[:60]))
        numbers.append(number)
    return np.array(numbers)


def constant_vectors(arms: Sequence[int], vectors: Sequence[np.ndarray], count: int) -> list[np.ndarray | None] | int:
    """The vector of every arm, or the place of the first row in which an arm has another one than before."""
    own: list[np.ndarray | None] = [None] * count
    for place, (arm, vector) in enumerate(zip(arms, vectors, strict=True)):
        known = own[arm]
        if known is None:
            own[arm] = vector
        elif not np.array_equal(known, vector):
            return place
    return own


def json_in(text: str, field: str, kind: type) -> Any:
    """The content of a cell of an export."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        content = None
    if not isinstance(content, kind):
        raise BadValue.of(field, text, f"JSON, as Bandit.export writes it ({kind.__name__})", got=repr(text[:60]))
    return content
