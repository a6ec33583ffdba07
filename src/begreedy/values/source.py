"""Where a function is written, for messages."""

from __future__ import annotations

import inspect
from typing import Any


def place_of(function: Any, line: int | None = None) -> str:
    """File and line of a function, or of a line in it; its name, if it has no source.

    >>> place_of(len)
    'len'
    """
    function = inspect.unwrap(getattr(function, "py_func", function))
    code = getattr(function, "__code__", None)
    if code is None:
        return str(getattr(function, "__qualname__", function))
    return f"{code.co_filename}:{line or code.co_firstlineno}"
