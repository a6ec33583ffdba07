"""The public names of the package, for those who read texts that name them.

The parser of texts stands below the policies and problems it makes, so it cannot import them: the package provides
them, as a function that is called when the first name is looked up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

_provider: Callable[[], Mapping[str, Any]] = dict


def provide(names: Callable[[], Mapping[str, Any]]) -> None:
    """Let ``names`` tell the public names and what they stand for."""
    global _provider
    _provider = names


def public_names() -> Mapping[str, Any]:
    """Every public name of the package and what it stands for."""
    return _provider()
