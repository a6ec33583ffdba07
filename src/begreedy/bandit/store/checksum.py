"""Checksums: of an event and of all before it, and of single rows that do not follow from the log.

The checksum of an event has a version, since what it is computed from may change.  Version 1, of begreedy 0.1, is over
all fields by position.  Version 2 is over JSON of the fields that an event has, by name: when fields are added later,
events without them keep their checksums.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from begreedy.bandit.records import Event, StoreError, brief

PRESENT = 2


def checksum(previous: int, event: Event, version: int = PRESENT) -> int:
    """The checksum of an event after one with the checksum ``previous`` (0 for the first)."""
    return zlib.crc32(_CONTENT[version](event).encode(), previous)


def is_sound(previous: int, event: Event, version: int, stored: int) -> bool:
    """Whether the checksum stored with an event is its own; False if its fields have other types."""
    if version == 1 and event[9:] != _NOT_IN_0_1:
        return False
    try:
        return checksum(previous, event, version) == stored
    except (TypeError, ValueError, LookupError):
        return False


def _by_position(event: Event) -> str:
    return repr(event[:9])


def _by_name(event: Event) -> str:
    """JSON written by hand: ``json.dumps`` would cost more than everything else that appending an event takes."""
    text = f'{{"checksum":2,"seq":{event.seq},"kind":"{event.kind}","time":{event.time!r}'
    if event.decision is not None:
        text += f',"decision":{event.decision}'
    if event.token:
        text += f',"token":"{event.token}"'
    if event.arms:
        text += f',"arms":[{",".join(map(str, event.arms))}]'
    if event.value is not None:
        text += f',"value":{event.value!r}'
    if event.cost is not None:
        text += f',"cost":{event.cost!r}'
    if event.context is not None:
        text += f',"context":{json.dumps(event.context)}'
    if event.revision:
        text += f',"revision":{event.revision}'
    if event.was is not None:
        text += f',"was":{event.was!r}'
    if event.was_cost is not None:
        text += f',"was_cost":{event.was_cost!r}'
    if event.cohort is not None:
        text += f',"cohort":"{event.cohort}"'
    if event.segment is not None:
        text += f',"segment":{json.dumps(event.segment)}'
    if event.user_id is not None:
        text += f',"user_id":{json.dumps(event.user_id)}'
    if event.eligible is not None:
        text += f',"eligible":"{event.eligible}"'
    if event.chosen_by is not None:
        text += f',"chosen_by":"{event.chosen_by}"'
    if event.propensity is not None:
        text += f',"propensity":{event.propensity!r}'
    if event.features is not None:
        text += f',"features":{event.features}'
    if event.places is not None:
        text += f',"places":{event.places}'
    if event.was_places is not None:
        text += f',"was_places":{event.was_places}'
    return text + "}"


_CONTENT: dict[int, Callable[[Event], str]] = {1: _by_position, 2: _by_name}
VERSIONS = frozenset(_CONTENT)
_NOT_IN_0_1 = Event(0, "", None, "", (), None, None, None, 0.0)[9:]


def sealed(row: Sequence[Any]) -> tuple[Any, ...]:
    """A row to be written to a table, its checksum after it."""
    return (*row, _of_row(row))


def unsealed(table: str, rows: Iterable[Sequence[Any]]) -> list[list[Any]]:
    """Rows of a table as read, without the checksums at their ends; a StoreError if one differs.

    Rows written by processes of older versions have none.
    """
    plain = []
    for *row, stored in rows:
        if stored is not None and stored != _of_row(row):
            words = f"a row of {table} is not as it was written: {brief(row[:2])}"
            raise StoreError(f"the store is damaged: {words}; restore a backup")
        plain.append(row)
    return plain


def in_order(table: str, rows: list[tuple[Any, ...]], after: int, place: int = 0) -> list[tuple[Any, ...]]:
    """A page of rows as read, whose keys grow from row to row; a StoreError if they do not.

    Who asks for the next page after its last row would else be given the same one for ever.
    """
    for row in rows:
        if not isinstance(row[place], int) or row[place] <= after:
            words = f"{table} has row {brief(row[place])} behind row {after}"
            raise StoreError(f"the store is damaged: {words}; restore a backup")
        after = row[place]
    return rows


def _of_row(row: Sequence[Any]) -> int:
    """The checksum of a row; numbers count by value, whether the database returns them as integers or floats."""
    return zlib.crc32(repr([float(value) if isinstance(value, int) else value for value in row]).encode())
