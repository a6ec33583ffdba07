"""Rows of CSV texts and files, with errors that name the line."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path


def csv_rows(lines: Iterable[str], delimiter: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Number and cells of each row, without the spaces around a cell; an empty line is a row without cells.

    >>> list(csv_rows(["arm, reward", "", "'a', 1"]))
    [(1, ['arm', 'reward']), (2, []), (3, ["'a'", '1'])]
    """
    rows = csv.reader(lines, delimiter=delimiter)
    try:
        for row in rows:
            yield rows.line_num, [cell.strip() for cell in row]
    except csv.Error as error:
        raise ValueError(f"line {rows.line_num}: not a CSV file: {error}") from None


def csv_file(path: str | Path) -> Iterator[tuple[str, list[str]]]:
    """The rows of a file, each with what errors call it, such as "past.csv, line 3"."""
    number = 0
    with Path(path).open(newline="", encoding="utf-8-sig") as file:
        rows = csv_rows(file)
        while True:
            try:
                number, cells = next(rows)
            except StopIteration:
                return
            except UnicodeDecodeError:
                raise ValueError(f"{path}: expected text in UTF-8, got other bytes after line {number}") from None
            except ValueError as error:
                raise ValueError(f"{path}, {error}") from None
            yield f"{path}, line {number}", cells


def column_names(rows: Iterator[tuple[str, list[str]]]) -> list[str]:
    """The names in the first row, in small letters; none in an empty file."""
    _, names = next(rows, ("", []))
    return [name.lower() for name in names]
