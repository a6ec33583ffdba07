"""Values as arguments of compiled code: a policy, law or prior as a named tuple of its numbers."""

from __future__ import annotations

import dataclasses
import types
from collections import namedtuple
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from begreedy.types import provides
from begreedy.values.canonical import field_values
from begreedy.values.digest import names_used
from begreedy.values.fields import written
from begreedy.values.source import instructions

# What one policy may ask another while it plays, and a world its law; other methods are called before compiling.
_OF_ARMS = frozenset(
    {"index", "sample", "bonus", "explore", "observe", "values", "select", "learn", "start", "score", "link"}
)


@lru_cache(maxsize=None)
def _mirror_class(owner: Any, names: tuple[str, ...]) -> Any:
    made = namedtuple(f"{owner.__name__}Fields", names)  # type: ignore[misc]  # one class per owner
    made.owner = owner  # type: ignore[attr-defined]
    return made


def methods_of(owner: type) -> dict[str, types.FunctionType]:
    """The methods of a class, its own and inherited."""
    methods: dict[str, types.FunctionType] = {}
    for cls in reversed(owner.__mro__):
        methods.update({name: f for name, f in vars(cls).items() if isinstance(f, types.FunctionType)})
    return {name: f for name, f in methods.items() if not name.startswith("__")}


def mirror(value: Any) -> Any:
    """A policy, law or prior as the named tuple of numbers that its compiled methods see as ``self``.

    It holds the numeric fields and those numeric class attributes and properties that methods mention, and the mirrors
    of values whose methods they call, as in ``self.base.index(total, pulls)``, or of the policy that it remembers for.
    A number that was left out is seen as the one that stands for it in canonical texts, so that all values of a class
    look alike.
    """
    numbers: dict[str, Any] = {}
    fields = field_values(value)
    methods = methods_of(type(value)).values()
    used = set().union(*(names_used(f.__code__) for f in methods), fields)
    for name in [*fields, *sorted(used - set(fields))]:
        field_value = written(type(value), name, fields[name]) if name in fields else getattr(value, name, None)
        number = _as_number(field_value)
        if name in fields and (
            (name == "policy" and provides(value, "forgets")) or any(_calls(f, name, field_value) for f in methods)
        ):
            number = mirror(field_value)
        if number is not None and not name.startswith("_"):
            numbers[name] = number
    if not numbers:
        numbers["nothing"] = 0  # compiled code has no empty tuples
    owner: Any = type(value)
    return _mirror_class(owner, tuple(numbers))(*numbers.values())


def _as_number(value: Any) -> Any:
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return int(value)
    if isinstance(value, (float, np.floating)):
        return float(value)
    if isinstance(value, tuple) and value and all(isinstance(x, (int, float)) for x in value):
        return np.array(value, float)  # an array, so that its length is not part of the type
    return None


def _calls(method: types.FunctionType, name: str, value: Any) -> bool:
    """Whether a method has ``.name.other`` in it, where ``other`` is a method of the value that plays arms."""
    if not dataclasses.is_dataclass(value) and not hasattr(value, "_fields"):
        return False
    called = {after.argval for before, after in pairwise(instructions(method.__code__)) if before.argval == name}
    return bool(called & _OF_ARMS & methods_of(type(value)).keys())


def mirrors_among(arguments: tuple[Any, ...]) -> list[Any]:
    """The mirrors in arguments, and in tuples among them."""
    mirrors: list[Any] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            owner = getattr(type(argument), "owner", None)
            mirrors += [argument] if owner is not None else []
            mirrors += mirrors_among(argument)
    return mirrors
