"""The public names of the package, for those who read texts that name them.

The parser of texts stands below the policies and problems it makes, so it cannot import them: the package provides
them, as a mapping that imports what is looked up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

TYPE_CHECKING = False  # as in the package itself, which is imported without typing
if TYPE_CHECKING:
    from typing import Any

_LONGEST = 60  # characters of a name: no longer one is like any of ours

_public: Mapping[str, Any] = {}


def provide(names: Mapping[str, Any]) -> None:
    """Let ``names`` tell the public names and what they stand for."""
    global _public
    _public = names


def public_names() -> Mapping[str, Any]:
    """Every public name of the package and what it stands for."""
    return _public


def category_of(value: Any) -> str:
    """What a public name stands for: a policy, problem, law, prior, function or actions; "" for anything else."""
    module = getattr(value, "__module__", None) or ""
    if module.startswith("begreedy.policies."):
        return "policy"
    if not module.startswith("begreedy.problems."):
        return ""
    rooms = {"laws": "law", "priors": "prior", "functions": "function", "actions": "actions"}
    other = "problem" if isinstance(value, type) and hasattr(value, "model") else ""
    return rooms.get(module.split(".")[2], other)


def nearest(name: str, names: Iterable[str]) -> str:
    """The three names that are most like another, in words.

    >>> nearest("Gredy", ["UCB", "Greedy", "BGreedy", "LinGreedy"])
    'Greedy, BGreedy or LinGreedy'
    """
    import difflib  # only mistakes need it

    looked_for = name.lower()[:_LONGEST]  # comparing takes time that grows with the square
    by_small = {known.lower(): known for known in names}
    near = [by_small[small] for small in difflib.get_close_matches(looked_for, by_small, n=3, cutoff=0.0)]
    return " or ".join(filter(None, (", ".join(near[:-1]), near[-1])))
