"""Errors about values as data: the field, its value and what is allowed, beside the sentence made of them.

Whoever reports an error elsewhere (a server, a page, a client) reads these attributes and never the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

_LONGEST = 200  # characters of a value that errors quote


def _shown(value: Any) -> str:
    """A value as a message quotes it."""
    try:
        text = repr(value)
    except ValueError:  # Python writes no integer of thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


class BadInput(Exception):
    """What is wrong with a value: ``field`` (without a place in a list), ``value``, and what is ``allowed``.

    >>> error = BadValue.of("Finite.means[1]", 1.5, "in [0, 1]")
    >>> str(error), error.field, error.value, error.allowed
    ('Finite.means[1] must be in [0, 1], got 1.5', 'Finite.means', 1.5, 'in [0, 1]')

    ``place`` is where the value stands, from the largest part to the smallest, such as a file and its line.
    """

    def __init__(self, message: str, *, field: str = "", value: object = None, allowed: str = "") -> None:
        super().__init__(message)
        self.field, self.value, self.allowed = field.partition("[")[0], value, allowed
        self.place: tuple[str, ...] = ()

    def __str__(self) -> str:
        message = super().__str__()
        return f"{', '.join(self.place)}: {message}" if self.place else message

    @classmethod
    def of(
        cls, field: str, value: object, allowed: str, *, verb: str = "be", got: str | None = None, hint: str = ""
    ) -> Self:
        """``{field} must {verb} {allowed}, got {value}; {hint}``; ``got``: the value in other words, or "" for none."""
        shown = _shown(value) if got is None else got
        message = f"{field} must {verb} {allowed}" + (f", got {shown}" if shown else "") + (f"; {hint}" if hint else "")
        return cls(message, field=field, value=value, allowed=allowed if verb == "be" else f"{verb} {allowed}")

    def details(self) -> dict[str, object]:
        """What there is to say of the field; nothing if the error is not about one."""
        parts = {"field": self.field, "value": self.value, "allowed": self.allowed}
        return {name: part for name, part in parts.items() if name == "value" or part} if self.field else {}


@contextmanager
def within(place: str) -> Iterator[None]:
    """Tell where the values stand that are found bad inside this block.

    >>> with within("past.csv"), within("line 3"):
    ...     raise BadValue.of("reward", "much", "a number")
    Traceback (most recent call last):
    begreedy.values.errors.BadValue: past.csv, line 3: reward must be a number, got 'much'
    """
    try:
        yield
    except BadInput as error:
        error.place = (place, *error.place)
        raise


class BadValue(BadInput, ValueError):
    """A value of the right type that is not allowed."""


class BadType(BadInput, TypeError):
    """A value of a type that is not allowed."""


def brief(value: Any) -> str:
    """A value and its type, for a message: never a whole book."""
    text = _shown(value)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"
