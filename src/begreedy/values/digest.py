"""A digest of everything a function is compiled from: bytecode, constants, and all that it refers to.

Working from bytecode rather than from files means that a policy typed at a prompt counts like one in a
module, that an edit anywhere in what a kernel uses changes its digest, and that a moved comment does not.
"""

from __future__ import annotations

import dis
import enum
import hashlib
import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from begreedy.values.source import library, place_of_name

# Functions of these packages are known to the compiler by name and version; their bodies are not read.
OPAQUE_PACKAGES = ("math", "numpy", "numba", "builtins", "cmath", "operator")

# What these give changes from call to call, whatever the seed.
UNREPEATABLE = ("random", "secrets", "time", "numpy.random")


def opaque(module: types.ModuleType) -> bool:
    return module.__name__.split(".")[0] in OPAQUE_PACKAGES


def plain_function(value: Any) -> types.FunctionType | None:
    """The plain Python function behind ``value``, or None if there is none that we should compile."""
    value = getattr(value, "py_func", value)  # a user's @njit function counts as its source
    if isinstance(value, types.FunctionType):
        package = (value.__module__ or "").split(".")[0]
        if package not in OPAQUE_PACKAGES:
            return value
    return None


@lru_cache(maxsize=4096)
def _names(code: types.CodeType) -> tuple[frozenset[str], frozenset[str], frozenset[tuple[str, str]]]:
    """Names read as globals, names read as attributes, and pairs (variable, attribute) as in ``np.random``."""
    loaded, attributes, pairs = set(), set(), set()
    before = ""
    for instruction in dis.get_instructions(code):
        name = str(instruction.argval)
        if instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            loaded.add(name)
        if instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            attributes.add(name)
            pairs.add((before, name))
        before = name if instruction.opname.startswith(("LOAD_GLOBAL", "LOAD_NAME", "LOAD_DEREF")) else ""
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            inner = _names(constant)
            loaded, attributes, pairs = loaded | inner[0], attributes | inner[1], pairs | inner[2]
    return frozenset(loaded), frozenset(attributes), frozenset(pairs)


def names_used(code: types.CodeType) -> set[str]:
    """All attribute names in a code object and the code nested in it."""
    return set(_names(code)[1])


def attributes(module: types.ModuleType, used: set[str]) -> Iterator[tuple[str, Any]]:
    """Those of the names used that are attributes of a module (a lazy module imports them now)."""
    for name in sorted(used):
        if hasattr(module, name):
            yield name, getattr(module, name)


def references(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The globals and closure variables that a function refers to, with their present values."""
    for name in sorted(_names(function.__code__)[0]):
        if name in function.__globals__:
            yield name, function.__globals__[name]
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


class Unreadable(TypeError):
    """A function uses something that cannot be compiled."""

    def __init__(self, owner: str, reason: str, *, placed: bool = False) -> None:
        super().__init__(f"{owner} {reason}")
        self.owner, self.reason, self.placed = owner, reason, placed

    def seen_from(self, function: types.FunctionType, name: str) -> Unreadable:
        """The same with the line of the user's function that it comes from."""
        if self.placed or library(function.__code__.co_filename):
            return self
        owner = f"{function.__qualname__} ({place_of_name(function, name)})"
        if self.owner == function.__qualname__:
            return Unreadable(owner, self.reason, placed=True)
        return Unreadable(owner, f"uses {name!r}, where {self.owner} {self.reason}", placed=True)


class Digest:
    """Feeds values into a hash, following references; each function is read once."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._modules: set[tuple[types.ModuleType, frozenset[str]]] = set()
        self.functions: list[types.FunctionType] = []  # all that were read; ids stay valid only while the objects live
        self.attributes: set[str] = set()  # all attribute names in what was read
        self.complete = True  # False if something could not be read: the digest then stands for nothing

    def text(self, *parts: object) -> None:
        encoded = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
        self._hash.update(b"".join(b"%d:%b" % (len(data), data) for data in encoded))

    def hexdigest(self) -> str:
        return self._hash.hexdigest()

    def function(self, function: types.FunctionType) -> None:
        if id(function) in self._seen:
            self.text("again", self._seen[id(function)])
            return
        self._seen[id(function)] = len(self._seen)
        self.functions.append(function)
        hints = sorted((k, repr(v)) for k, v in vars(function).items() if k in ("compiled_as", "out_of_line"))
        self.text("function", function.__name__, hints)
        self._code(function.__code__)
        self.value(function.__defaults__, function.__qualname__, "defaults")
        used = names_used(function.__code__)
        self.attributes |= used
        for name, value in references(function):
            self.text("reference", name)
            try:
                if isinstance(value, types.ModuleType):
                    _refuse_unrepeatable(function, name, value)
                self.value(value, function.__qualname__, name, used)
            except Unreadable as error:
                raise error.seen_from(function, name) from None

    def methods(self, owner: type, methods: dict[str, types.FunctionType]) -> None:
        """Those methods of an owner whose names occur in what was read, and what they lead to in turn."""
        done: set[str] = set()
        while todo := sorted((self.attributes & methods.keys()) - done):
            for name in todo:
                done.add(name)
                self.text("method", owner.__name__, name)
                try:
                    self.function(methods[name])
                except TypeError:
                    self.complete = False  # perhaps never called; if it is, the compiler will say what is wrong

    def _code(self, code: types.CodeType) -> None:
        self.text("code", code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_argcount)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._code(constant)
            elif isinstance(constant, frozenset):
                self.text("frozenset", sorted(map(repr, constant)))
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
            self.text("tuple", type(value).__name__, getattr(value, "_fields", ()), len(value))
            for item in value:
                self.value(item, owner, name)
        elif isinstance(value, type) and _known_class(value):
            members = [(m.name, repr(m.value)) for m in value] if issubclass(value, enum.Enum) else ()
            self.text("class", value.__module__, value.__name__, getattr(value, "_fields", ()), members)
        elif value is None or isinstance(value, (bool, int, float, complex, str, bytes, np.generic)):
            self.text(type(value).__name__, repr(value))
        elif _known_callable(value, owner, name):
            self.text("known", getattr(value, "__module__", ""), value.__name__)
        else:
            raise Unreadable(
                owner,
                f"uses {name!r}, a {type(value).__name__}: compiled code can use numbers, strings, tuples, NumPy "
                "arrays, modules and functions",
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


def _known_class(value: type) -> bool:
    return issubclass(value, (enum.Enum, tuple, BaseException)) or value.__module__.split(".")[0] in OPAQUE_PACKAGES


def _known_callable(value: Any, owner: str, name: str) -> bool:
    """Is it a function that the compiler knows by name?  Refuses those whose answers no seed governs."""
    bound = type(getattr(value, "__self__", None)).__module__ or ""
    if _unrepeatable(bound) or _unrepeatable(getattr(value, "__module__", None) or ""):
        _refuse(owner, name)
    if isinstance(value, (types.BuiltinFunctionType, np.ufunc)):
        return True
    return isinstance(value, types.FunctionType)  # of an opaque package: others are plain functions


def _unrepeatable(module: str) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in UNREPEATABLE)


def _refuse_unrepeatable(function: types.FunctionType, name: str, module: types.ModuleType) -> None:
    if _unrepeatable(module.__name__):
        _refuse(function.__qualname__, name)
    if module.__name__ == "numpy" and (name, "random") in _names(function.__code__)[2]:
        _refuse(function.__qualname__, f"{name}.random")


def _refuse(owner: str, name: str) -> None:
    raise Unreadable(owner, f"uses {name}, which no seed governs: draw from the stream with begreedy.random instead")
