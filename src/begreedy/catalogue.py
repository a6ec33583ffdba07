"""What there is: problems, policies and experiments, with a line about each."""

from __future__ import annotations

import inspect
from importlib import import_module
from typing import Any

_KINDS = ("problems", "policies", "experiments")


def listing(what: str = "all") -> str:
    """The names in a section, or in all sections, each with the first line of its docstring."""
    if what not in (*_KINDS, "all"):
        raise ValueError(f"list takes one of {', '.join(_KINDS)} or all, got {what!r}")
    sections = [kind for kind in _KINDS if what in ("all", kind)]
    return "\n\n".join(f"{kind}\n" + "\n".join(_lines(kind)) for kind in sections)


def _lines(kind: str) -> list[str]:
    if kind == "experiments":
        # By name: the catalogue stands below the paper's experiments.
        experiments = import_module("begreedy.paper").EXPERIMENTS
        return [f"  {e.id:<20} {e.title}" for e in experiments.values()]
    return [f"  {found.__name__:<20} {_first_line(found)}" for found in [*public_classes(kind), *recipes(kind)]]


def public_classes(kind: str) -> list[type]:
    """Our policies or problems, as the package exports them."""
    package = import_module("begreedy")
    found = [getattr(package, name) for name in package.__all__]
    inside = [c for c in found if inspect.isclass(c) and c.__module__.startswith(f"begreedy.{kind}.")]
    return [c for c in inside if kind != "problems" or hasattr(c, "model")]


def recipes(kind: str) -> list[Any]:
    """Functions that make a policy under a name of its own."""
    package = import_module("begreedy")
    found = [getattr(package, name) for name in package.__all__]
    return [
        f
        for f in found
        if inspect.isfunction(f) and f.__module__.startswith(f"begreedy.{kind}.") and kind == "policies"
    ]


def _first_line(cls: Any) -> str:
    return (inspect.getdoc(cls) or "").splitlines()[0]
