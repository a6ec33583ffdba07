"""Public names by kind: problems, laws, priors, sets of actions, policies, experiments, each with a line about it."""

from __future__ import annotations

import inspect
from typing import Any

from begreedy.beyond import BEYOND
from begreedy.experiments.experiment import Experiment
from begreedy.paper import PAPER
from begreedy.second_papers import SECOND_PAPERS
from begreedy.values.canonical import about_it, concise
from begreedy.values.errors import BadValue
from begreedy.values.names import category_of, public_names

_KINDS = {
    "problems": "problem",
    "laws": "law",
    "priors": "prior",
    "actions": "actions",
    "policies": "policy",
    "experiments": "experiment",
}


def listing(what: str = "all") -> str:
    """The names of a kind, or of all kinds, each with the first line of its docstring."""
    rows = listed(what)
    sections = []
    for section, kind in _KINDS.items():
        lines = [f"  {row['name']:<20} {_plain(row['about'])}" for row in rows if row["kind"] == kind]
        sections += ["\n".join([section, *lines])] if lines else []
    return "\n\n".join(sections)


def _plain(about: str) -> str:
    """A line of a docstring without its marks for code."""
    return about.replace("``", "")


def listed(what: str = "all") -> list[dict[str, Any]]:
    """The same as rows: kind, name, a line about it, and its fields with their defaults, None if it must be given."""
    if what not in (*_KINDS, "all"):
        allowed = f"one of {', '.join(_KINDS)} or all"
        raise BadValue(f"list takes {allowed}, got {what!r}", field="list", value=what, allowed=allowed)
    rows = []
    for section, kind in _KINDS.items():
        if what not in (section, "all"):
            continue
        if section == "experiments":
            rows += [_row(kind, e.id, e.title, {"variants": e.variants("all")}) for e in _experiments()]
        else:
            values = [*public_classes(section), *recipes(section)]
            rows += [_row(kind, value.__name__, about_it(value), {"fields": _fields(value)}) for value in values]
    return rows


def _experiments() -> list[Experiment]:
    collections = (PAPER, BEYOND, *SECOND_PAPERS.values())
    return [experiment for collection in collections for experiment in collection.experiments.values()]


def public_classes(kind: str) -> list[type]:
    """Our policies, problems, laws or priors, as the package exports them."""
    return [value for value in public_names().values() if inspect.isclass(value) and category_of(value) == _KINDS[kind]]


def recipes(kind: str) -> list[Any]:
    """Functions that make a policy under a name of its own."""
    functions = [value for value in public_names().values() if inspect.isfunction(value)]
    return [function for function in functions if kind == "policies" and category_of(function) == "policy"]


def _row(kind: str, name: str, about: str, more: dict[str, Any]) -> dict[str, Any]:
    return {"kind": kind, "name": name, "about": about, **more}


def _fields(value: Any) -> dict[str, str | None]:
    """By name, the default as a text that the command line reads."""
    parameters = inspect.signature(value).parameters.values()
    return {p.name: None if p.default is p.empty else concise(p.default) for p in parameters}
