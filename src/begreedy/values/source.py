"""Where a function is written, for messages."""

from __future__ import annotations

import dis
import inspect
import sysconfig
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

_OURS = str(Path(__file__).parent.parent)


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


def place_of_name(function: types.FunctionType, name: str) -> str:
    """File and line where a function first uses a name."""
    steps = (step for step in instructions(function.__code__) if step.argval == name and step.opname.startswith("LOAD"))
    step = next(steps, None)
    return place_of(function, step.positions.lineno if step is not None and step.positions else None)


def instructions(code: types.CodeType) -> Iterator[dis.Instruction]:
    """The bytecode of a function and of those written inside it."""
    yield from dis.get_instructions(code)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from instructions(constant)


def library(file: str) -> bool:
    """Whether a file is Python's, ours or of an installed package, and not the user's own."""
    paths = sysconfig.get_paths()
    return "site-packages" in file or file.startswith((paths["stdlib"], paths["platstdlib"])) or file.startswith(_OURS)
