"""Immutable values: frozen dataclasses whose fields are coerced by their annotations and checked when made."""

from __future__ import annotations

import dataclasses
import html
import math
import numbers
import typing
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import numpy as np

from begreedy.values.canonical import about_it, concise, field_values, hints_of
from begreedy.values.errors import BadType, BadValue, brief
from begreedy.values.text_table import html_table

_LARGEST = 2**53  # integers up to here are floats, too

Vector: TypeAlias = Sequence[float] | np.ndarray
Matrix: TypeAlias = Sequence[Sequence[float]] | np.ndarray

AnyValue = TypeVar("AnyValue")

if TYPE_CHECKING:
    Accepted = TypeVar("Accepted")
    Held = TypeVar("Held")

    class Coerced(Generic[Accepted, Held]):
        """A field with a default that is made from more types than it is read as: lists and arrays become tuples.

        Type checkers see no descriptor in a field without a default; its class declares what ``__init__`` takes.
        """

        def __get__(self, value: object, owner: object) -> Held: ...

        def __set__(self, value: object, argument: Accepted) -> None: ...

    class Inferred(Coerced[Accepted, Held]):
        """A field that may be left out, and is then found in ``validate``: whoever reads it always finds something."""

else:

    class Coerced:
        """A field that is made from more types than it is read as; its annotation is the type that it is read as."""

        def __class_getitem__(cls, types):
            return types[1]

    class Inferred:
        """A field that may be left out; its annotation is the type that it is made from."""

        def __class_getitem__(cls, types):
            return types[0]


class Value:
    """Base of our immutable values: fields are coerced by their annotations, then checked.

    >>> from begreedy import UCB
    >>> UCB(1) == UCB(1.0)
    True
    >>> UCB(), UCB(2)
    (UCB(), UCB(c=2.0))
    >>> UCB(float("nan"))
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: UCB.c must be a finite number, got nan
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__repr__" not in vars(cls):
            cls.__repr__ = Value.__repr__  # type: ignore[method-assign]  # else the dataclass would write its own

    def __post_init__(self) -> None:
        cls: Any = type(self)
        hints = hints_of(cls)
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            where = f"{type(self).__name__}.{field.name}"
            object.__setattr__(self, field.name, coerce(getattr(self, field.name), hints[field.name], where))
        self.validate()

    def __repr__(self) -> str:
        """What makes it: its class and the fields that are not as by default."""
        return concise(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: the text that makes it, the first line about it, and the fields that it has."""
        about = about_it(type(self)).replace("``", "")
        fields = [[name, concise(value)] for name, value in field_values(self).items() if value is not None]
        head = f"<p><code>{html.escape(repr(self))}</code><br>{html.escape(about)}</p>"
        return head + (html_table([["field", "value"], *fields]) if fields else "")

    @property
    def implied(self) -> tuple[str, ...]:
        """Fields that follow from others, and go without saying in ``repr``."""
        return ()

    def validate(self) -> None:
        """Raise ValueError for fields that make no sense together."""

    def require(self, field: str, holds: bool, allowed: str) -> None:
        """Raise an error that names the field, its value and what is allowed, unless ``holds``."""
        if not holds:
            raise BadValue.of(f"{type(self).__name__}.{field}", getattr(self, field), allowed)


def changed(value: AnyValue, **fields: object) -> AnyValue:
    """A value with some fields changed, as by ``dataclasses.replace``, where no more of it is known than a Protocol."""
    instance: Any = value  # of a dataclass, as a policy or problem with fields to be changed is
    copy: AnyValue = dataclasses.replace(instance, **fields)
    return copy


def coerce(value: Any, annotation: Any, where: str) -> Any:
    """``value`` as the annotated kind of number, or an error that says what ``where`` must be."""
    kinds = typing.get_args(annotation)
    if len(kinds) == 2 and kinds[1] is type(None):  # X | None
        return None if value is None else coerce(value, kinds[0], where)
    if annotation is float:
        return finite(value, where)
    if annotation is int:
        return whole(value, where, low=-_LARGEST, high=_LARGEST)
    if annotation == tuple[float, ...]:
        try:
            array = np.asarray(value)
        except ValueError:  # a ragged list
            array = np.zeros((0, 0))
        if array.ndim != 1 or array.dtype.kind not in "fiu":
            raise BadType.of(where, value, "a list of numbers", got=brief(value))
        return tuple(finite(x, f"{where}[{i}]") for i, x in enumerate(array.tolist()))
    return value


def finite(value: Any, where: str) -> float:
    """``value`` as a finite float."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise BadType.of(where, value, "a number", got=brief(value))
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise BadValue.of(where, value, "a finite number")
    return number + 0.0  # -0.0 is 0.0: equal values have one name


def whole(value: Any, where: str, low: int | None = None, high: int | None = None) -> int:
    """``value`` as an int within [low, high]; 1e5 is accepted, 1.5 and True are not."""
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise BadType.of(where, value, "a whole number", got=brief(value))
    whole_part = isinstance(value, int) or math.isfinite(value)
    number = int(value) if whole_part else 0  # type: ignore[call-overload]  # numbers.Real has no __int__
    if number != value:
        raise BadValue.of(where, value, "a whole number")
    if low is not None and number < low:
        raise BadValue.of(where, number, f"at least {low}")
    if high is not None and number > high:
        raise BadValue.of(where, number, f"at most {high}")
    return number
