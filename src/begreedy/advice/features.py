"""Feature vectors of arms, read from a table: a row per arm, a column per feature, and perhaps one of names."""

from __future__ import annotations

from math import inf
from typing import Any

from begreedy.advice.past_arms import SYNONYMS
from begreedy.results.table_rows import TableSource, table_rows, title_of
from begreedy.values.csv_rows import number_in
from begreedy.values.errors import BadValue, within

_NAMES = ("arm", *SYNONYMS["arm"], "name", "id", "product")
LARGEST = 1000.0  # by which a feature may be, in size: the ridge of a regression speaks of features around 1


def read_features(source: TableSource) -> tuple[list[str] | None, list[list[float]]]:
    """The names of arms, if the table has a column of them, and their features, in its order."""
    title = title_of(source, "features")
    rows = table_rows(source, title)
    _, header = next(rows, ("", []))
    named = next((place for place, name in enumerate(header) if name.lower() in _NAMES), None)
    columns = [place for place in range(len(header)) if place != named]
    if not columns:
        raise BadValue.of("features", title, "a table with a column for every feature", got=f"{title}, without any")
    names: list[str] = []
    vectors: list[list[float]] = []
    for where, cells in rows:
        if any(cells):
            vectors.append([_number(cells, place, header[place], where) for place in columns])
            if named is not None:
                names.append(cells[named])
    if not vectors:
        raise BadValue.of("features", title, "a table with a row for every arm", got=f"{title}, without any")
    return None if named is None else names, vectors


def _number(cells: list[str], place: int, column: str, where: str) -> float:
    text = cells[place] if place < len(cells) else ""
    number = number_in(text)
    if number is None or not abs(number) <= LARGEST:
        allowed = f"a number of size {LARGEST:g} at most"
        hint = "texts must be made numbers first, such as 0 and 1 for each of a few kinds"
        with within(where):
            words = f"{column} must be {allowed}, got {text!r}; {hint}"
            raise BadValue(words, field="features", value=text, allowed=f"{column}: {allowed}")
    return number


def checked_feature(number: Any, field: str) -> float:
    """A finite number that is not too large for a regression."""
    if isinstance(number, bool) or not isinstance(number, (int, float)) or not -inf < number < inf:
        raise BadValue.of(field, number, "a finite number")
    if abs(number) > LARGEST:
        hint = "scale features so that most are around 1"
        raise BadValue.of(field, number, f"between -{LARGEST:g} and {LARGEST:g}", hint=hint)
    return float(number)
