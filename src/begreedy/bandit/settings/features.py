"""Feature vectors of arms and of decisions: checked, and as the log has them."""

from __future__ import annotations

import json
import numbers
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from begreedy.advice.features import LARGEST, checked_feature, read_features
from begreedy.bandit.records import UnknownArm, brief, stored_json
from begreedy.results.table_rows import TABLES, title_of
from begreedy.values.errors import BadType, BadValue
from begreedy.values.value import whole

MOST_DIMENSIONS = 1000  # a regression is a matrix with this many rows and columns
MOST_NUMBERS = 200_000  # in the features of one decision: the log has them all

Vectors = dict[int, list[float]]  # by number of the arm


def checked_vector(vector: Any, field: str, dimension: int | None = None) -> list[float]:
    """A list of finite numbers, as many as there are dimensions."""
    if not hasattr(vector, "__len__") or isinstance(vector, (str, bytes, Mapping)):
        raise BadType.of(field, vector, "a list of numbers", got=brief(vector))
    if not 1 <= len(vector) <= MOST_DIMENSIONS:
        raise BadValue.of(field, len(vector), f"1 to {MOST_DIMENSIONS} numbers", verb="have")
    if dimension is not None and len(vector) != dimension:
        raise BadValue.of(field, len(vector), f"{dimension} numbers, as many as all others", verb="have")
    row = np.asarray(vector)
    if row.dtype.kind in "fiu" and row.ndim == 1 and np.all(np.abs(row.astype(float)) <= LARGEST):
        return [float(x) for x in row]
    return [checked_feature(_plain(x), f"{field}[{i}]") for i, x in enumerate(vector)]


def _plain(number: Any) -> Any:
    return number.item() if isinstance(number, np.generic) else number


def checked_features(
    features: Any, names: Sequence[str] | None, count: int
) -> tuple[int | None, list[list[float]] | None]:
    """The dimension, and the features of all arms by number; None if they come with each decision, or not at all.

    ``features`` are a table, a mapping from arms, a vector for each arm in order, or only the dimension.
    """
    if features is None:
        return None, None
    if isinstance(features, numbers.Real) and not isinstance(features, bool):
        return whole(features, "features", low=1, high=MOST_DIMENSIONS), None
    if isinstance(features, TABLES):
        labels, rows = read_features(features)
        pairs: Iterable[tuple[Any, Any]] = zip(range(count) if labels is None else labels, rows, strict=False)
        size, source = len(rows), title_of(features, "features")
    elif isinstance(features, Mapping):
        pairs, size, source = features.items(), len(features), "features"
    elif hasattr(features, "__len__") and not isinstance(features, (str, bytes)):
        pairs, size, source = zip(range(len(features)), features, strict=True), len(features), "features"
    else:
        allowed = "a vector for each arm, a table of them, or their dimension"
        raise BadType.of("features", features, allowed, got=brief(features))
    if size != count:
        raise BadValue.of(
            "features", size, f"a vector for each of the {count} arms", verb="have", got=f"{size} ({source})"
        )
    number_of = None if names is None else {name: number for number, name in enumerate(names)}
    vectors: Vectors = {}
    dimension: int | None = None
    for arm, vector in pairs:
        number = _number(arm, number_of, count)
        if number in vectors:
            raise BadValue.of("features", arm, "one vector for each arm", verb="have", got=f"{brief(arm)} twice")
        vectors[number] = checked_vector(vector, f"features[{arm!r}]", dimension)
        dimension = len(vectors[number])
    return dimension, [vectors[number] for number in range(count)]


def _number(arm: Any, known: Mapping[str, int] | None, count: int) -> int:
    """The number of an arm, given by name or by its place."""
    if known is not None and isinstance(arm, str):
        number = known.get(arm, -1)
    else:
        number = int(arm) if str(arm).isascii() and str(arm).isdecimal() and len(str(arm)) < 20 else -1
    if not 0 <= number < count:
        raise UnknownArm.of("features", arm, f"those of the {count} arms", got=brief(arm))
    return number


def plain_features(features: Any) -> Any:
    """Features as JSON has them: lists of numbers, in order or by arm."""
    if isinstance(features, Mapping):
        return {str(arm): plain_features(vector) for arm, vector in features.items()}
    if hasattr(features, "tolist"):
        return features.tolist()
    return [plain_features(part) for part in features] if isinstance(features, (list, tuple)) else features


def features_text(vectors: Mapping[int, Sequence[float]]) -> str:
    """Features by number of the arm, as the log has them."""
    return json.dumps({str(number): list(vectors[number]) for number in sorted(vectors)}, separators=(",", ":"))


def features_of(text: str) -> dict[int, np.ndarray]:
    """The inverse of ``features_text``."""
    return {int(number): np.array(vector) for number, vector in stored_json(text, "features", dict).items()}


def vector_text(text: str, number: int) -> str | None:
    """The features of one arm, out of several as the log has them, in the same form; None if it has none."""
    key = f'"{number}":['
    start = text.find(key)
    return None if start < 0 else "{" + text[start : text.index("]", start) + 1] + "}"
