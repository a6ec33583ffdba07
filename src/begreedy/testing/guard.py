"""A policy's methods in plain Python, with arrays that watch how they are used."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from begreedy.values.errors import BadType

# What a method may write to; all other arrays are for reading.
_WRITABLE = {"memory": ("start", "select", "learn"), "value": ("values",), "x": ("aim",)}


class Guarded:
    """A list that refuses indices out of bounds, negative ones included, and writing, where it is for reading only."""

    def __init__(self, values: list[Any], name: str, writable: bool) -> None:
        self._values, self._name, self._writable = values, name, writable

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __getitem__(self, index: Any) -> Any:
        return self._values[self._checked(index)]

    def __setitem__(self, index: Any, value: Any) -> None:
        if not self._writable:
            words = f"{self._name} is for reading only: compiled, writing to it would falsify the simulation"
            raise BadType(words, field=self._name, value=value, allowed="read, not written")
        self._values[self._checked(index)] = value

    def _checked(self, index: Any) -> Any:
        if not isinstance(index, slice) and not 0 <= index < len(self._values):
            raise IndexError(f"{self._name}[{index}] is out of bounds: indices go from 0 to {len(self._values) - 1}")
        return index


def guarded(method: str, function: Callable[..., Any], names: tuple[str, ...]) -> Callable[..., Any]:
    """The same method with the same arguments, except that arrays are guarded."""

    @wraps(function)
    def call(policy: Any, *arguments: Any) -> Any:
        watched = (
            Guarded(argument, name, method in _WRITABLE.get(name, ())) if _is_guarded(name, argument) else argument
            for name, argument in zip(names, arguments, strict=True)
        )
        return function(policy, *watched)

    return call


def _is_guarded(name: str, argument: Any) -> bool:
    return name in ("memory", "value", "x", "total", "pulls") and isinstance(argument, list)
