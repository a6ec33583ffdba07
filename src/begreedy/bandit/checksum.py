"""The checksum of an event and of all before it, with a version: what it is computed from may change with time.

Version 1, of begreedy 0.1, is over all fields by position.  Version 2 is over JSON of the fields that an event has, by
name: an event without a field that comes later keeps its checksum.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable

from begreedy.bandit.records import Event

PRESENT = 2


def checksum(previous: int, event: Event, version: int = PRESENT) -> int:
    """That of an event after one with the checksum ``previous`` (0 for the first)."""
    return zlib.crc32(_CONTENT[version](event).encode(), previous)


def _by_position(event: Event) -> str:
    return repr(event[:9])


def _by_name(event: Event) -> str:
    """Written by hand: ``json.dumps`` would cost more than all else that is done to append an event."""
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
