"""What there is: problems, policies and experiments, with a line about each."""

from __future__ import annotations

import inspect
from typing import Any

from begreedy.paper import EXPERIMENTS
from begreedy.values.names import public_names

_KINDS = ("problems", "policies", "experiments")


def listing(what: str = "all") -> str:
    """The names in a section, or in all sections, each with the first line of its docstring."""
    if what not in (*_KINDS, "all"):
        raise ValueError(f"list takes one of {', '.join(_KINDS)} or all, got {what!r}")
    sections = [kind for kind in _KINDS if what in ("all", kind)]
    return "\n\n".join(f"{kind}\n" + "\n".join(_lines(kind)) for kind in sections)


def _lines(kind: str) -> list[str]:
    if kind == "experiments":
        return [f"  {experiment.id:<20} {experiment.title}" for experiment in EXPERIMENTS.values()]
    named: list[Any] = [*public_classes(kind), *recipes(kind)]
    return [f"  {value.__name__:<20} {_first_line(value)}" for value in named]


def public_classes(kind: str) -> list[type]:
    """Our policies or problems, as the package exports them."""
    classes = [value for value in public_names().values() if inspect.isclass(value) and _is_in(kind, value)]
    return [cls for cls in classes if kind != "problems" or hasattr(cls, "model")]


def recipes(kind: str) -> list[Any]:
    """Functions that make a policy under a name of its own."""
    functions = [value for value in public_names().values() if inspect.isfunction(value)]
    return [function for function in functions if kind == "policies" and _is_in(kind, function)]


def _is_in(kind: str, value: Any) -> bool:
    return bool(value.__module__.startswith(f"begreedy.{kind}."))


def _first_line(value: Any) -> str:
    return (inspect.getdoc(value) or "").splitlines()[0]
