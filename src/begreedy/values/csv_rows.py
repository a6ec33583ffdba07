"""Rows of CSV texts and files, with errors that name the line."""

from __future__ import annotations

import codecs
import csv
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import TextIO

from begreedy.values.errors import BadValue, within

_DELIMITERS = ",;\t|"
_BLANK = f"{_DELIMITERS} \r\n"  # what lines without anything may have
_LONGEST_LINE = 2**22


def csv_rows(lines: Iterable[str], delimiter: str = ",", above: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Number and cells of each row, without the spaces around a cell; an empty line is a row without cells.

    Lines ``above`` the first one count, too.

    >>> list(csv_rows(["arm, reward", "", "'a', 1"]))
    [(1, ['arm', 'reward']), (2, []), (3, ["'a'", '1'])]
    """
    rows = csv.reader(lines, delimiter=delimiter)
    try:
        for row in rows:
            yield above + rows.line_num, [cell.strip() for cell in row]
    except csv.Error as error:
        with within(f"line {above + rows.line_num}"):
            raise BadValue(f"not a CSV file: {error}", field="file", allowed="rows of cells") from None


def csv_file(path: str | Path) -> Iterator[tuple[str, list[str]]]:
    """The rows of a file, each with what errors call it, such as "past.csv, line 3".

    Cells are separated by commas, semicolons, tabs or bars, whichever the first line has most of; blank ones before it
    are no rows.  The text is in UTF-8, or in UTF-16 with a mark at its beginning, as spreadsheets write it.
    """
    with Path(path).open("rb") as file:
        marked = file.read(2) in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    try:
        with within(str(path)), Path(path).open(newline="", encoding="utf-16" if marked else "utf-8-sig") as file:
            lines = _lines(file, path)
            blank, first = 0, next(lines, "")
            while first and not first.strip(_BLANK):
                blank, first = blank + 1, next(lines, "")
            delimiter = max(_DELIMITERS, key=first.count)
            for number, cells in csv_rows(chain([first] if first else [], lines), delimiter, above=blank):
                yield f"{path}, line {number}", cells
    except UnicodeError:
        with within(f"{path}, line {_undecoded_line(path)}"):
            words = 'expected text in UTF-8; save it as "CSV UTF-8"'
            raise BadValue(words, field="file", value=str(path), allowed="text in UTF-8") from None


def _lines(file: TextIO, path: str | Path) -> Iterator[str]:
    """The lines of a file, none of which is read whole if it has no end."""
    while line := file.readline(_LONGEST_LINE):
        if len(line) == _LONGEST_LINE:
            words = f"expected lines of less than {_LONGEST_LINE} characters"
            raise BadValue(words, field="file", value=str(path), allowed="rows of cells")
        yield line


def _undecoded_line(path: str | Path) -> int:
    """The number of the first line that is no UTF-8."""
    number = 1
    with Path(path).open("rb") as file:
        while line := file.readline(_LONGEST_LINE):
            try:
                line.decode()
            except UnicodeDecodeError:
                return number
            number += line.endswith(b"\n")
    return 1


def column_names(rows: Iterator[tuple[str, list[str]]], title: str) -> tuple[str, list[str]]:
    """What errors call the first row, and the names in it, in small letters; none in an empty file."""
    where, names = next(rows, (f"{title}, line 1", []))
    return where, [name.lower() for name in names]


def number_in(cell: str) -> float | None:
    """The number that a cell has, be it infinite or nan; None if it has none.

    >>> number_in("2.5"), number_in("much")
    (2.5, None)
    """
    try:
        return float(cell)
    except ValueError:
        return None
