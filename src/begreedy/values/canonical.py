"""The canonical text of a value: its class and fields, by which its results are stored and its streams seeded."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from functools import lru_cache
from typing import Any

import numpy as np

from begreedy.values.errors import BadType, brief
from begreedy.values.fields import unwritten, written


@lru_cache(maxsize=None)
def hints_of(cls: Any) -> dict[str, Any]:
    """The annotations of a class, resolved."""
    return typing.get_type_hints(cls)


def about_it(thing: Any) -> str:
    """The first line of its docstring."""
    return (inspect.getdoc(thing) or " ").splitlines()[0]


def field_values(value: Any, field: str = "value") -> dict[str, Any]:
    """The parameters of a dataclass or NamedTuple, by name; ``field`` is what an error calls the value."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        hints = _hints_or_none(type(value))
        return {f.name: _as_annotated(getattr(value, f.name), hints.get(f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        hints = _hints_or_none(type(value))
        return {name: _as_annotated(getattr(value, name), hints.get(name)) for name in value._fields}
    allowed = "an instance of a frozen dataclass or a NamedTuple"
    raise BadType.of(field, value, allowed, got=brief(value), hint=_meant(value))


def _meant(value: Any) -> str:
    """What was probably meant by a class in place of a value."""
    if not isinstance(value, type) or not (dataclasses.is_dataclass(value) or hasattr(value, "_fields")):
        return ""
    try:
        value()
    except Exception:  # it cannot do without parameters
        return f"did you mean {value.__name__}(...)?"
    return f"did you mean {value.__name__}()?"


def _hints_or_none(cls: type) -> dict[str, Any]:
    try:
        return hints_of(cls)
    except Exception:  # a user's annotation that cannot be resolved costs only the coercion
        return {}


def _as_annotated(parameter: Any, annotation: Any) -> Any:
    """A user's ``c: float = 1`` counts as 1.0, so that it compiles once and has one name."""
    if annotation is float and type(parameter) is int:
        return float(parameter)
    return parameter


class Unread(str):
    """A value of which only the canonical text is known: what it names is not at hand here."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Its class, without the module."""
        return self.split("(")[0].split(":")[-1]

    def __repr__(self) -> str:
        return str(self)


def canonical(value: object) -> str:
    """The text that identifies a value: its class and all fields but labels.  It names results and random streams.

    It never changes: what was not given is written as the first version wrote it, if at all (see ``values.fields``).

    Parameters
    ----------
    value : object
        A policy, a problem, or another value.

    Returns
    -------
    str
        That text.

    Examples
    --------
    >>> from begreedy import Subsample, UCB
    >>> canonical(UCB(2))
    'UCB(c=2.0)'
    >>> canonical(Subsample(UCB()))
    "Subsample(policy=UCB(c=1.0), k=0, beta=0.0, c1=0.0, gamma=-1.0, rule='')"
    """
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        if _plain(value):  # the same text, and the records of thousands of arms are written often
            return repr(value)
        return "(" + ", ".join(canonical(x) for x in value) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, Unread):
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    if isinstance(value, (np.floating, np.integer)):
        return repr(value.item())
    if isinstance(value, types.FunctionType):
        return _function_text(value)
    cls: Any = type(value)
    prefix = "" if cls.__module__.split(".")[0] == "begreedy" else f"{cls.__module__}:"
    given = field_values(value).items()
    implied = getattr(value, "implied", ())
    fields = {name: field for name, field in given if not unwritten(cls, name, field, follows=name in implied)}
    texts = (f"{name}={canonical(written(cls, name, field))}" for name, field in fields.items())
    return f"{prefix}{cls.__qualname__}({', '.join(texts)})"


def _plain(values: tuple[Any, ...]) -> bool:
    """Whether there are only numbers, texts and tuples of these."""
    return all(type(x) in _WRITTEN_AS_IS or (type(x) is tuple and _plain(x)) for x in values)


_WRITTEN_AS_IS = frozenset({float, int, bool, str, type(None)})


def concise(value: Any, also: frozenset[str] = frozenset()) -> str:
    """What was given to make a value: its class without the module, and the fields not as by default or in ``also``.

    >>> from begreedy import Greedy, Subsample
    >>> concise(Subsample(Greedy(), k=20))
    'Subsample(policy=Greedy(), k=20)'
    """
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return "(" + ", ".join(concise(x) for x in value) + ("," if len(value) == 1 else "") + ")"
    if not dataclasses.is_dataclass(value) or isinstance(value, type):
        return canonical(value).split(":")[-1]
    shown = unlike_defaults(value) | also
    fields = [f"{name}={concise(field)}" for name, field in field_values(value).items() if name in shown]
    return f"{type(value).__qualname__}({', '.join(fields)})"


def unlike_defaults(value: Any) -> frozenset[str]:
    """The fields of a dataclass that are not as by default and do not follow from others."""
    if not dataclasses.is_dataclass(value):
        return frozenset()
    defaults = {field.name: field.default for field in dataclasses.fields(value)}
    unlike = {name for name, field in field_values(value).items() if field != defaults[name]}
    return frozenset(unlike - set(getattr(value, "implied", ())))


def _function_text(function: types.FunctionType) -> str:
    """A function by name; one of a user's also by what it does, since names like <lambda> repeat."""
    if function.__module__.split(".")[0] == "begreedy":
        return function.__name__
    from begreedy.values.digest import Digest

    digest = Digest()
    digest.function(function)
    return f"{function.__module__}:{function.__qualname__}#{digest.hexdigest()[:12]}"


def unfit(policy: object, needs: str, problem: object, hint: str = "") -> BadType:
    """The error of a policy that cannot play a problem: ``{policy} needs {needs}, got {problem}; {hint}``.

    >>> from begreedy import Continuous, Greedy, f1
    >>> unfit(Greedy(), "finitely many arms", Continuous(f1), "use Discretize").allowed
    'finitely many arms'
    """
    text = concise(problem)
    text = text if len(text) < 200 else f"this {type(problem).__name__} problem"
    words = f"{concise(policy)} needs {needs}, got {text}" + (f"; {hint}" if hint else "")
    return BadType(words, field="problem", value=problem, allowed=needs)


def display_name(policy: object) -> str:
    """The name a policy goes by in legends and tables: its ``name`` if it has one, else its class."""
    name = getattr(policy, "name", None)
    return name if isinstance(name, str) else type(policy).__name__
