"""Arms of one's own, pasted or uploaded: a table of numbers, a row per arm.

Messages name the line, the column, the value and what is allowed.
"""

from __future__ import annotations

import io
from typing import Any, NamedTuple

from begreedy.explore.setting import FieldFault, Refused, fault_of
from begreedy.values.csv_rows import csv_rows, number_in

MOST_ROWS = 100_000


class TableColumn(NamedTuple):
    """A column that is wanted: its field, and the numbers that it may have."""

    name: str
    low: float
    high: float

    @property
    def allowed(self) -> str:
        if self.low == -float("inf"):
            return "a number"
        return f"a number in [{self.low:g}, {self.high:g}]"


def read_table(text: Any, columns: list[TableColumn]) -> list[list[float]]:
    """The numbers of each column; a first line of words names the columns, others of a table are then ignored."""
    if not isinstance(text, str):
        raise _bad(f"expected the text of a table, got {type(text).__name__}")
    lines = _lines(text.lstrip("\ufeff"))
    if not lines:
        raise _bad(f"expected {_wanted(columns)}, got an empty text")
    if len(columns) == 1 and _is_list([cells for _, cells in lines]):
        numbered = [(number, i, cell) for number, cells in lines for i, cell in enumerate(cells, 1) if cell]
        _check_rows(len(numbered))
        return [[_number(cell, columns[0], number, i) for number, i, cell in numbered]]
    first, header = lines[0]
    places = list(range(len(columns)))
    if _is_header(header):
        places = _places(header, columns, first)
        lines = lines[1:]
    elif len(header) != len(columns):
        raise _bad(f"line {first}: expected {_wanted(columns)}, got {len(header)} columns and no line that names them")
    if not lines:
        raise _bad(f"expected {_wanted(columns)}, got a line of names only")
    _check_rows(len(lines))
    by_column: list[list[float]] = [[] for _ in columns]
    for number, cells in lines:
        for values, place, column in zip(by_column, places, columns, strict=True):
            if place >= len(cells):
                raise _bad(f"line {number}: column {place + 1} ({column.name}) is missing; expected {column.allowed}")
            values.append(_number(cells[place], column, number, place + 1))
    return by_column


def _lines(text: str) -> list[tuple[int, list[str]]]:
    """Numbered lines that are not empty, as cells; what separates cells is what the first line has."""
    text = _unbracketed(text)
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = next((mark for mark in (";", "\t", ",") if mark in first), None)
    _check_rows(sum(1 for line in text.splitlines() if line.strip()) - 1)  # the first may have names
    if separator is None:
        rows = [(i, line.split()) for i, line in enumerate(text.splitlines(), 1)]
    else:
        try:
            rows = list(csv_rows(io.StringIO(text, newline=""), separator))
        except ValueError as error:
            raise Refused(fault_of("table", error)) from None
    return [(number, cells) for number, cells in rows if any(cells)]


def _unbracketed(text: str) -> str:
    """A list as Python and others write it, without its brackets."""
    inner = text.strip()
    return inner[1:-1] if inner[:1] + inner[-1:] in ("[]", "()") else text


def _is_list(rows: list[list[str]]) -> bool:
    """Whether lines are a list of numbers rather than a table: all in one line, or broken anywhere."""
    if _is_header(rows[0]):
        return False
    return len(rows) == 1 or len({len(cells) for cells in rows}) > 1 or not any(cells[-1] for cells in rows[:-1])


def _check_rows(rows: int) -> None:
    if rows > MOST_ROWS:
        raise _bad(f"a table may have at most {MOST_ROWS} arms, got {rows}")


def _is_header(cells: list[str]) -> bool:
    """Whether a line has words only; what begins like a number is a number gone wrong."""
    return all(number_in(cell) is None for cell in cells if cell) and any(cell[:1].isalpha() for cell in cells)


def _places(header: list[str], columns: list[TableColumn], line: int) -> list[int]:
    names = [cell.lower() for cell in header]
    places = []
    for i, column in enumerate(columns):
        spellings = (column.name.removesuffix("s"), column.name)
        named = [place for place, name in enumerate(names) if name in spellings]
        if not named and len(header) == len(columns):
            named = [i]
        if not named:
            got = ", ".join(header)[:200]
            raise _bad(f"line {line}: expected a column named {spellings[0]}, got the columns {got}")
        places.append(named[0])
    return places


def _number(cell: str, column: TableColumn, line: int, place: int) -> float:
    value = number_in(cell)
    if value is None or not column.low <= value <= column.high or abs(value) == float("inf"):
        words = f"line {line}, column {place} ({column.name}): must be {column.allowed}, got {cell[:40]!r}"
        raise Refused(FieldFault("table", column.name, words, cell[:40], column.allowed))
    return value


def _wanted(columns: list[TableColumn]) -> str:
    names = " and ".join(column.name for column in columns)
    return f"one column of {names}" if len(columns) == 1 else f"{len(columns)} columns, {names}"


def _bad(message: str) -> Refused:
    return Refused(FieldFault("table", "", message))
