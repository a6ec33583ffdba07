"""A digest of everything a function is compiled from: bytecode, constants, and all that it refers to.

Working from bytecode rather than from files means that a policy typed at a prompt counts like one in a
module, that an edit anywhere in what a kernel uses changes its digest, and that a moved comment does not.
"""

from __future__ import annotations

import hashlib
import types
from collections.abc import Iterator
from typing import Any

import numpy as np

# Functions of these packages are known to the compiler by name and version; their bodies are not read.
OPAQUE_PACKAGES = ("math", "numpy", "numba", "builtins", "cmath", "operator")


def opaque(module: types.ModuleType) -> bool:
    return module.__name__.split(".")[0] in OPAQUE_PACKAGES


def attributes(module: types.ModuleType, used: set[str]) -> Iterator[tuple[str, Any]]:
    """Those of the names used that are attributes of a module (a lazy module imports them now)."""
    for name in sorted(used):
        if hasattr(module, name):
            yield name, getattr(module, name)


def plain_function(value: Any) -> types.FunctionType | None:
    """The plain Python function behind ``value``, or None if there is none that we should compile."""
    value = getattr(value, "py_func", value)  # a user's @njit function counts as its source
    if isinstance(value, types.FunctionType):
        package = (value.__module__ or "").split(".")[0]
        if package not in OPAQUE_PACKAGES:
            return value
    return None


def names_used(code: types.CodeType) -> set[str]:
    """All global and attribute names in a code object and the code nested in it."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= names_used(constant)
    return names


def references(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals and closure variables that a function refers to, with their present values."""
    for name in sorted(names_used(function.__code__)):
        if name in function.__globals__:
            yield name, function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


class Digest:
    """Feeds values into a hash, following references; each function is read once."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._modules: set[tuple[types.ModuleType, frozenset[str]]] = set()
        self._keep: list[Any] = []  # ids stay valid only while the objects live

    def text(self, *parts: object) -> None:
        for part in parts:
            data = part if isinstance(part, bytes) else str(part).encode()
            self._hash.update(f"{len(data)}:".encode() + data)

    def hexdigest(self) -> str:
        return self._hash.hexdigest()

    def function(self, function: types.FunctionType) -> None:
        if id(function) in self._seen:
            self.text("again", self._seen[id(function)])
            return
        self._seen[id(function)] = len(self._seen)
        self._keep.append(function)
        hints = sorted((k, repr(v)) for k, v in vars(function).items() if k in ("compiled_as", "out_of_line"))
        self.text("function", function.__name__, hints)
        self._code(function.__code__)
        self.value(function.__defaults__, function.__name__, "defaults")
        used = names_used(function.__code__)
        for name, value in references(function):
            self.text("reference", name)
            self.value(value, function.__name__, name, used)

    def _code(self, code: types.CodeType) -> None:
        self.text("code", code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_argcount)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._code(constant)
            else:
                self.text(type(constant).__name__, repr(constant))

    def value(self, value: Any, owner: str, name: str, used: set[str] = frozenset()) -> None:  # type: ignore[assignment]
        function = plain_function(value)
        if function is not None:
            self.function(function)
        elif isinstance(value, types.ModuleType):
            self._module(value, owner, used)
        elif isinstance(value, np.ndarray):
            self.text("array", value.dtype.str, value.shape, value.tobytes())
        elif isinstance(value, tuple):
            self.text("tuple", len(value))
            for item in value:
                self.value(item, owner, name)
        elif isinstance(value, type):
            self.text("class", value.__name__, getattr(value, "_fields", ()))
        elif value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.generic)):
            self.text(type(value).__name__, repr(value))
        elif callable(value) and hasattr(value, "__name__"):
            self.text("known", getattr(value, "__module__", ""), value.__name__)
        else:
            raise TypeError(
                f"{owner} uses {name!r}, a {type(value).__name__}: compiled code can use numbers, strings, "
                "tuples, NumPy arrays, modules and functions"
            )

    def _module(self, module: types.ModuleType, owner: str, used: set[str]) -> None:
        self.text("module", module.__name__)
        walk = (module, frozenset(used))
        if opaque(module) or walk in self._modules:
            return
        self._modules.add(walk)  # modules may refer to each other
        for name, value in attributes(module, used):
            self.text("attribute", name)
            self.value(value, owner, f"{module.__name__}.{name}", used)
