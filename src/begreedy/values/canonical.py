"""The canonical text of a value: its class and fields, by which its results are stored and its streams seeded."""

from __future__ import annotations

import dataclasses
import types
from typing import Any

import numpy as np

from begreedy.values.value import brief, hints_of


def field_values(value: Any) -> dict[str, Any]:
    """The parameters of a dataclass or NamedTuple, by name."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hints = _hints_or_none(type(value))
        return {f.name: _as_annotated(getattr(value, f.name), hints.get(f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        hints = _hints_or_none(type(value))
        return {name: _as_annotated(getattr(value, name), hints.get(name)) for name in value._fields}
    raise TypeError(
        f"{brief(value)} is not a policy, law, prior or problem: "
        "expected an instance of a frozen dataclass or a NamedTuple"
    )


def _hints_or_none(cls: type) -> dict[str, Any]:
    try:
        return hints_of(cls)
    except Exception:  # a user's annotation that cannot be resolved costs only the coercion
        return {}


def _as_annotated(given: Any, annotation: Any) -> Any:
    """A user's ``c: float = 1`` counts as 1.0, so that it compiles once and has one name."""
    if annotation is float and type(given) is int:
        return float(given)
    return given


def canonical(value: object) -> str:
    """The one text that stands for a value: its class and fields.  Names its results and its streams.

    >>> from begreedy import UCB
    >>> canonical(UCB(2))
    'UCB(c=2.0)'
    """
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return "(" + ", ".join(canonical(x) for x in value) + ("," if len(value) == 1 else "") + ")"
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, (np.floating, np.integer)):
        return repr(value.item())
    if isinstance(value, types.FunctionType):
        return _function_text(value)
    cls = type(value)
    prefix = "" if cls.__module__.split(".")[0] == "begreedy" else f"{cls.__module__}:"
    inner = ", ".join(f"{name}={canonical(given)}" for name, given in field_values(value).items())
    return f"{prefix}{cls.__qualname__}({inner})"


def concise(value: Any, also: frozenset[str] = frozenset()) -> str:
    """``canonical`` for people: without the module, and without fields as by default except those in ``also``.

    >>> from begreedy import Greedy, Subsample
    >>> concise(Subsample(Greedy(), k=20))
    'Subsample(policy=Greedy(), k=20)'
    """
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return canonical(value).split(":")[-1]
    told = unlike_defaults(value) | also
    fields = [f"{name}={concise(given)}" for name, given in field_values(value).items() if name in told]
    return f"{type(value).__qualname__}({', '.join(fields)})"


def unlike_defaults(value: Any) -> frozenset[str]:
    """The fields of a dataclass that are not as by default."""
    if not dataclasses.is_dataclass(value):
        return frozenset()
    defaults = {field.name: field.default for field in dataclasses.fields(value)}
    return frozenset(name for name, given in field_values(value).items() if given != defaults[name])


def _function_text(function: types.FunctionType) -> str:
    """A function by name; one of a user's also by what it does, since names like <lambda> repeat."""
    if function.__module__.split(".")[0] == "begreedy":
        return function.__name__
    from begreedy.values.digest import Digest

    digest = Digest()
    digest.function(function)
    return f"{function.__module__}:{function.__qualname__}#{digest.hexdigest()[:12]}"


def display_name(policy: Any) -> str:
    """The name a policy goes by in legends and tables: its ``name`` if it has one, else its class."""
    name = getattr(policy, "name", None)
    return name if isinstance(name, str) else type(policy).__name__
