"""Immutable values: frozen dataclasses whose fields are coerced by their annotations and checked when made."""

from __future__ import annotations

import dataclasses
import math
import numbers
import typing
from functools import lru_cache
from typing import Any

import numpy as np

_LARGEST = 2**53  # integers up to here are floats, too


class Value:
    """Base of our immutable values: fields are coerced by their annotations, then checked.

    >>> from begreedy import UCB
    >>> UCB(1) == UCB(1.0)
    True
    >>> UCB(float("nan"))
    Traceback (most recent call last):
    ValueError: UCB.c must be a finite number, got nan
    """

    def __post_init__(self) -> None:
        cls: Any = type(self)
        hints = hints_of(cls)
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            given = getattr(self, field.name)
            where = f"{type(self).__name__}.{field.name}"
            object.__setattr__(self, field.name, coerce(given, hints[field.name], where))
        self.validate()

    def validate(self) -> None:
        """Raise ValueError for fields that make no sense together."""

    def require(self, field: str, holds: bool, allowed: str) -> None:
        """Raise an error that names the field, its value and what is allowed, unless ``holds``."""
        if not holds:
            raise ValueError(f"{type(self).__name__}.{field} must be {allowed}, got {getattr(self, field)!r}")


@lru_cache(maxsize=None)
def hints_of(cls: Any) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def coerce(given: Any, annotation: Any, where: str) -> Any:
    """``given`` as the annotated kind of number, or an error that says what ``where`` must be."""
    if annotation is float:
        return finite(given, where)
    if annotation is int:
        return whole(given, where, low=-_LARGEST, high=_LARGEST)
    if annotation == tuple[float, ...]:
        try:
            array = np.asarray(given)
        except ValueError:  # a ragged list
            array = np.zeros((0, 0))
        if array.ndim != 1 or array.dtype.kind not in "fiu":
            raise TypeError(f"{where} must be a list of numbers, got {brief(given)}")
        return tuple(finite(x, f"{where}[{i}]") for i, x in enumerate(array.tolist()))
    return given


def finite(given: Any, where: str) -> float:
    """``given`` as a finite float."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, numbers.Real):
        raise TypeError(f"{where} must be a number, got {brief(given)}")
    try:
        number = float(given)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise ValueError(f"{where} must be a finite number, got {given!r}")
    return number + 0.0  # -0.0 is 0.0: equal values have one name


def whole(given: Any, where: str, low: int | None = None, high: int | None = None) -> int:
    """``given`` as an int within [low, high]; 1e5 is accepted, 1.5 and True are not."""
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, numbers.Real):
        raise TypeError(f"{where} must be a whole number, got {brief(given)}")
    whole_part = isinstance(given, int) or math.isfinite(given)
    number = int(given) if whole_part else 0  # type: ignore[call-overload]  # numbers.Real has no __int__
    if number != given:
        raise ValueError(f"{where} must be a whole number, got {given!r}")
    if low is not None and number < low:
        raise ValueError(f"{where} must be at least {low}, got {number}")
    if high is not None and number > high:
        raise ValueError(f"{where} must be at most {high}, got {number}")
    return number


def brief(given: Any) -> str:
    text = repr(given)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(given).__name__})"
