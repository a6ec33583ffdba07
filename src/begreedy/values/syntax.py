"""Python source as a syntax tree, also where several threads read some at once."""

from __future__ import annotations

import ast
from threading import RLock
from typing import Any

_TRIES = 10
_reading = RLock()  # a finaliser may read source while its own thread does


def syntax_tree(source: str | bytes, mode: str = "exec") -> Any:
    """The tree of ``ast.parse``.

    Python 3.11 before 3.11.8 counts the depth of all trees that its threads are building as if they were one, and
    raises a SystemError if one thread interrupts another (python/cpython#106905).  Ours wait for each other; one of
    another library may still interrupt, so the tree is built again.

    >>> type(syntax_tree("Greedy()", mode="eval").body).__name__
    'Call'
    """
    with _reading:
        for _ in range(_TRIES - 1):
            try:
                return ast.parse(source, mode=mode)
            except SystemError:
                continue
        return ast.parse(source, mode=mode)
