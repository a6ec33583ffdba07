"""The rows of a log, and what its cells say."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from begreedy.logs.log_features import json_in
from begreedy.results.table_rows import TableSource, table_rows, title_of
from begreedy.values.csv_rows import column_names, number_in
from begreedy.values.errors import BadValue, within

Row = tuple[str, list[str]]  # its name in errors, and its cells


class LogTable:
    """The rows of a log, and where its columns are."""

    def __init__(self, source: TableSource) -> None:
        self.title = title_of(source, "log")
        rows = table_rows(source, self.title)
        top, self.header = column_names(rows, self.title)
        self._check(top)
        self._place = {name: place for place, name in reversed(list(enumerate(self.header)))}
        self.rows: list[Row] = [row for row in rows if row[1]]

    def _check(self, top: str) -> None:
        with within(top):
            for name in ("arm", "reward"):
                if name not in self.header:
                    got = ", ".join(self.header)[:200] or "an empty file"
                    words, allowed = f"expected the columns {{}}, got {got}", "arm and reward (and propensity)"
                    raise BadValue(words.format(allowed), field="columns", value=self.header, allowed=allowed)
            for name in ("arm", "reward", "propensity"):
                if self.header.count(name) > 1:
                    got = f"it {self.header.count(name)} times"
                    raise BadValue.of("columns", self.header, f"{name} once", verb="have", got=got)

    @property
    def own(self) -> bool:
        """Whether a bandit exported it."""
        return "outcome" in self.header

    def cell(self, row: Row, column: str) -> str:
        """A cell, empty where there is none."""
        place = self._place.get(column, -1)
        return row[1][place] if 0 <= place < len(row[1]) else ""

    def need(self, columns: Sequence[str], field: str) -> None:
        """Raise if a column is missing."""
        for name in columns:
            if name not in self._place:
                with within(self.title):
                    raise BadValue.of(field, name, f"among the columns {', '.join(self.header)[:200]}")


def eligible_in(text: str, position: dict[str, int], every: tuple[int, ...]) -> tuple[int, ...]:
    """The positions of eligible arms, in order, from a cell of an export."""
    if not text:
        return every
    content = json_in(text, "eligible", dict)
    known = {"arms", "exclude"} & content.keys()
    names = content[next(iter(known))] if len(known) == 1 else None
    if not isinstance(names, list):
        raise BadValue.of("eligible", text, 'JSON, {"arms": [...]} or {"exclude": [...]}', got=repr(text[:60]))
    listed = {position[str(name)] for name in names if str(name) in position}
    return tuple(arm for arm in every if (arm in listed) is ("arms" in known))


def reward_in(text: str, where: str) -> float:
    """A finite number."""
    number = number_in(text)
    if number is None or not isfinite(number):
        with within(where):
            raise BadValue.of("reward", text, "a finite number", got=repr(text[:60]))
    return number
