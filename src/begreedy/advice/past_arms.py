"""Past successes and trials of arms, read from a table or from pairs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from begreedy.results.table_rows import TABLES, TableSource, table_rows, title_of
from begreedy.values.csv_rows import column_names, number_in
from begreedy.values.errors import BadType, BadValue, within

COLUMNS = ("successes", "trials")
# Other names by which files call these columns, and that of the arms.
SYNONYMS = {
    "successes": ("success", "clicks", "conversions", "sales", "orders", "wins", "likes"),
    "trials": ("views", "impressions", "shows", "displays", "visits", "exposures", "pulls"),
    "arm": ("name", "item", "variant", "banner", "ad", "headline", "title", "product", "page", "campaign", "id"),
    "reward": ("worth", "value"),
    "cost": (),
}
TOTALS = ("total", "totals", "grand total", "sum", "all", "overall")  # names of a row that sums up all others
_SEPARATOR = r"[ ,.'\u2019\u00a0\u202f]"  # of thousands

PastArm = tuple[str | None, float, float]  # name, where the table has names; successes; trials


class PastRow(NamedTuple):
    """What a table says of an arm."""

    name: str | None
    successes: float
    trials: float
    reward: float | None = None  # what a success is worth
    cost: float | None = None  # of a pull


def read_arms(source: TableSource) -> list[PastArm]:
    """The rows of a table of arms: name, successes, trials."""
    return [(row.name, row.successes, row.trials) for row in read_rows(source)]


def read_rows(source: TableSource, amounts: bool = False) -> list[PastRow]:
    """The rows of a table with columns of successes and trials, under these or usual other names; others are ignored.

    With the names in its column of arms if it has one (a name may stand there once) and, if asked for, the ``amounts``
    that a success is worth and a pull costs, where it has such columns.
    """
    path = title_of(source, "history")
    rows = table_rows(source, path)
    top, header = column_names(rows, path)
    column_of = {column: _place(header, column, top) for column in SYNONYMS}
    if column_of["successes"] is None or column_of["trials"] is None:
        got = ", ".join(header) or "an empty file"
        other = "(or such as clicks and views)"
        words, allowed = f"expected the columns {{}}, got {got}", f"successes and trials {other}"
        with within(top):
            raise BadValue(words.format(allowed), field="history", value=header, allowed=f"the columns {allowed}")
    places, named = [column_of["successes"], column_of["trials"]], column_of["arm"]
    arms: list[PastRow] = []
    seen: dict[str, str] = {}
    for where, cells in rows:
        if any(cells):
            name = None if named is None else _name(cells, named, header[named], where)
            if name is not None and seen.setdefault(name, where) != where:
                before = seen[name].rpartition(", ")[2]
                words = f"arm {name!r} is already in {before}; add its counts up, a row per arm"
                with within(where):
                    raise BadValue(words, field="history", value=name, allowed="each arm in one row")
            counts = _counts(cells, places, where)
            asked = ("reward", "cost") if amounts else ()
            arms.append(PastRow(name, *counts, *(_amount(cells, column_of[what], what, where) for what in asked)))
    _refuse_totals(arms, path)
    return arms


def _name(row: list[str], place: int, column: str, where: str) -> str:
    """The name of an arm, in a table that has a column of them."""
    name = row[place] if place < len(row) else ""
    if not name.strip():
        words = f"the arm has no name; fill in the column {column}, or leave it out of the whole table"
        with within(where):
            raise BadValue(words, field="history", value=name, allowed="a name for every arm, or for none")
    return name


def _amount(row: list[str], place: int | None, name: str, where: str) -> float | None:
    """What a success is worth, or a pull costs; None if the table does not say."""
    if place is None:
        return None
    text = row[place].strip() if place < len(row) else ""
    point = text.replace(",", ".")  # as spreadsheets write it where columns are parted by semicolons
    either, number = "," in text and _in_thousands(text) is not None, number_in(point)
    if either or number is None or not 0.0 < number < 1e12:
        with within(where):
            remedy = f"; write {_in_thousands(text)} or {point}" if either and number else _remedy(text)
            words = f"{name} must be a number greater than 0, got {text!r}{remedy}"
            raise BadValue(words, field="history", value=text, allowed=f"{name}: a number greater than 0")
    return number


def _place(header: list[str], column: str, top: str) -> int | None:
    """Where a column stands, by its own name or one of the usual others; None if nowhere."""
    if column in header:
        return header.index(column)
    others = [name for name in SYNONYMS[column] if name in header]
    if len(others) > 1 and column in COLUMNS:
        words = f"{' and '.join(others)} may both be the {column}; call one of them {column}"
        with within(top):
            raise BadValue(words, field="history", value=others, allowed=f"one column that may be the {column}")
    return header.index(others[0]) if others else None


def _counts(row: list[str], places: list[int], where: str) -> tuple[float, float]:
    numbers = []
    for name, place in zip(COLUMNS, places, strict=True):
        text = row[place].strip() if place < len(row) else ""
        number = None if _in_thousands(text) else number_in(text)
        if number is None or not (number >= 0.0 and number == int(min(number, 2.0**53))):
            allowed = "a whole number, at least 0"
            with within(where):
                words = f"{name} must be {allowed}, got {text!r}{_remedy(text)}"
                raise BadValue(words, field="history", value=text, allowed=f"{name}: {allowed}")
        numbers.append(number)
    if numbers[0] > numbers[1]:
        allowed = f"at most the {numbers[1]:g} trials"
        with within(where):
            words = f"successes must be {allowed}, got {numbers[0]:g}"
            raise BadValue(words, field="history", value=numbers[0], allowed=f"successes: {allowed}")
    return numbers[0], numbers[1]


def _in_thousands(text: str) -> str | None:
    """The digits of a number whose thousands are separated, or may be; None for any other text.

    >>> _in_thousands("1,000"), _in_thousands("2.500.000"), _in_thousands("12,75"), _in_thousands("0,125")
    ('1000', '2500000', None, None)
    """
    grouped = re.fullmatch(rf"[1-9]\d{{0,2}}({_SEPARATOR}\d{{3}})+", text)
    return re.sub(_SEPARATOR, "", text) if grouped else None


def _remedy(text: str) -> str:
    """How to write a number whose thousands are separated."""
    digits = _in_thousands(text)
    return f"; write {digits}, without separators" if digits else ""


def _refuse_totals(arms: list[PastRow], path: str) -> None:
    """A row with as many trials as all others together, of two or more, is no arm, if it is called so."""
    trials = sum(row.trials for row in arms)
    for row in arms:
        called_so = row.name is not None and row.name.strip().lower() in TOTALS
        if called_so and len(arms) > 2 and row.trials >= trials - row.trials:
            words = f"arm {row.name!r} has as many trials as all others together; leave this row out"
            with within(path):
                raise BadValue(words, field="history", value=row.name, allowed="a row per arm, and none for all")


def given_rows(history: Any) -> list[PastRow]:
    """What is known of arms, from a file, a data frame or pairs (successes, trials)."""
    if isinstance(history, TABLES):
        return read_rows(history, amounts=True)
    return [PastRow(None, *pair) for pair in read_pairs(history)]


def read_pairs(history: Any) -> list[tuple[float, float]]:
    """Pairs (successes, trials), checked."""
    counts = []
    for i, pair in enumerate(history if isinstance(history, Iterable) else [history]):
        if np.ndim(pair) != 1 or len(pair) != 2:
            raise BadType.of(f"history[{i}]", pair, "a pair (successes, trials)")
        counts.append(_counts([str(x) for x in pair], [0, 1], f"history[{i}]"))
    return counts
