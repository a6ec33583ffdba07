"""Fields that may be left out: None in Python, and a number, text or tuple that stands for None in canonical texts.

The canonical text of a value seeds its random streams and names its results, so it must never change.  Its first
version (the only one so far) writes 0, -1, '' or () for what was not given.  ``optional`` says which; ``written`` and
``restored`` go from a value to its text and back.  Such a stand-in is never a valid value itself.

A field that a class got later (``later``) is written only where it is neither as by default nor follows from others
(``implied``).  A label is a field, too, but no part of what a value is: it is neither compared nor hashed nor in the
canonical text.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

_STAND_IN, _IN_TUPLE, _LABEL, _LATER = "stands for None", "written in a tuple", "is a label", "came later"


def optional(stand_in: Any, *, in_tuple: bool = False) -> Any:
    """A field that is None unless given, for which ``stand_in`` stands in canonical texts.

    ``in_tuple``: what is given is written as a tuple of one.
    """
    return dataclasses.field(default=None, metadata={_STAND_IN: stand_in, _IN_TUPLE: in_tuple})


def by_default(value: Any) -> Any:
    """A field whose default is declared as another type, since it is ``Coerced``."""
    return dataclasses.field(default=value)


def display_label() -> Any:
    """A name for legends and tables, None unless given; values that differ in it only are the same."""
    metadata = {_STAND_IN: "", _IN_TUPLE: False, _LABEL: True}
    return dataclasses.field(default=None, compare=False, metadata=metadata)


def later(default: Any) -> Any:
    """A field of a class whose texts are in stores already: as by default, it is not written."""
    return dataclasses.field(default=default, metadata={_LATER: True})


@lru_cache(maxsize=None)
def _optional_fields(cls: Any) -> dict[str, dataclasses.Field[Any]]:
    fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    return {field.name: field for field in fields if _STAND_IN in field.metadata}


@lru_cache(maxsize=None)
def labels(cls: Any) -> frozenset[str]:
    """The fields of a class that are only names for people."""
    fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    return frozenset(field.name for field in fields if field.metadata.get(_LABEL))


def unwritten(cls: Any, name: str, value: Any, *, follows: bool = False) -> bool:
    """Whether a field with this value is left out of canonical texts; ``follows``: from other fields."""
    return name in labels(cls) or (name in _later_fields(cls) and (follows or value == _later_fields(cls)[name]))


@lru_cache(maxsize=None)
def _later_fields(cls: Any) -> dict[str, Any]:
    fields = dataclasses.fields(cls) if dataclasses.is_dataclass(cls) else ()
    return {field.name: field.default for field in fields if field.metadata.get(_LATER)}


def written(cls: type, name: str, value: Any) -> Any:
    """What is written for a field of a class in canonical texts."""
    field = _optional_fields(cls).get(name)
    if field is None:
        return value
    if value is None:
        return field.metadata[_STAND_IN]
    return (value,) if field.metadata[_IN_TUPLE] else value


def restored(cls: type, name: str, value: Any) -> Any:
    """The field of which ``value`` was written in a canonical text."""
    field = _optional_fields(cls).get(name)
    if field is None:
        return value
    if value == field.metadata[_STAND_IN] and not isinstance(value, bool):
        return None
    return value[0] if field.metadata[_IN_TUPLE] and isinstance(value, tuple) and len(value) == 1 else value
