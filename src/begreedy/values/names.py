"""The public names of the package, for those who read texts that name them.

The parser of texts stands below the policies and problems it makes, so it cannot import them: the package provides
them, as a function that is called when the first name is looked up.
"""

from __future__ import annotations

import difflib
import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_provider: Callable[[], Mapping[str, Any]] = dict


def provide(names: Callable[[], Mapping[str, Any]]) -> None:
    """Let ``names`` tell the public names and what they stand for."""
    global _provider
    _provider = names


def public_names() -> Mapping[str, Any]:
    """Every public name of the package and what it stands for."""
    return _provider()


def kind_of(value: Any) -> str:
    """What a public name stands for: a policy, problem, law, prior, function or actions; "" for anything else."""
    module = getattr(value, "__module__", None) or ""
    if module.startswith("begreedy.policies."):
        return "policy"
    if not module.startswith("begreedy.problems."):
        return ""
    rooms = {"laws": "law", "priors": "prior", "functions": "function", "actions": "actions"}
    other = "problem" if inspect.isclass(value) and hasattr(value, "model") else ""
    return rooms.get(module.split(".")[2], other)


def nearest(name: str, names: Iterable[str]) -> str:
    """The three names that are most like another, in words.

    >>> nearest("Gredy", ["UCB", "Greedy", "BGreedy", "LinGreedy"])
    'Greedy, BGreedy or LinGreedy'
    """
    by_small = {known.lower(): known for known in names}
    near = [by_small[small] for small in difflib.get_close_matches(name.lower(), by_small, n=3, cutoff=0.0)]
    return " or ".join(filter(None, (", ".join(near[:-1]), near[-1])))
