"""From plain Python functions to native code.

``native(kernel, *arguments)`` compiles a kernel, together with every plain Python function it refers to, for
arguments of these types, and returns a function to call.  Numba is imported only if the code is not known
yet: object code is kept on disk under a digest of all it was compiled from (``values/digest.py``, ``cache.py``)
and loaded by LLVM directly, so a warm process starts in a fraction of the time of importing Numba.

Kernels take numbers, arrays, and (named) tuples of these, allocate nothing, and return a status: an int,
0 when all is well.  Reference counting is switched off, so no atomic counter ends up in a loop.
"""

from __future__ import annotations

import inspect
import os
import re
import threading
import types
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any, ClassVar

import numpy as np

from begreedy.compile import cache
from begreedy.compile.explain import PLAIN, explain, find_unsafe, raises, written_by_users
from begreedy.compile.loading import load
from begreedy.compile.mirror import methods_of, mirrors_among
from begreedy.compile.parts import collecting_later, linked_into, pass_whole
from begreedy.compile.pipeline import lean_pipeline
from begreedy.compile.self_test import check_numba
from begreedy.values.digest import Digest, attributes, names_used, opaque, plain_function, references
from begreedy.values.source import place_of

_SCHEME = 1  # raise when the calling convention or the compiler options below change
_JIT_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
_NO_WRAPPERS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_UNREADABLE = "unreadable"  # the digest of sources that cannot be read: compiled every time
_compiling = threading.Lock()
_loading = threading.Lock()
_loaded: dict[str, Callable[..., int]] = {}

# Functions of the C library, which every process has.
_C_LIBRARY = frozenset(
    """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmax fmin
    fmod hypot log log10 log1p log2 memcpy memmove memset pow remainder rint round sin sinh sqrt tan tanh trunc
    """.split()  # noqa: SIM905  # a list of fifty quoted words is harder to read
)

compiled: list[str] = []  # labels of the kernels that this process compiled; tests count them
compiling: list[str] = []  # the label of the kernel that it compiles now, to show progress


class CompileError(TypeError):
    """A policy or law cannot be compiled; the message says where and why."""


# ---------------------------------------------------------------- arguments


def _signature(argument: Any) -> str:
    """A text for the type of an argument, the same with or without Numba."""
    if isinstance(argument, np.ndarray):
        return f"{argument.dtype.str}{argument.ndim}"
    if isinstance(argument, tuple):
        name = type(argument).__name__ + str(getattr(argument, "_fields", ""))
        return f"{name}({','.join(_signature(x) for x in argument)})"
    return type(argument).__name__


# ---------------------------------------------------------------- compiling


def native(kernel: Any, *arguments: Any, label: str = "", checked: bool = False) -> Callable[..., int]:
    """``kernel`` compiled for arguments like these; compiled at most once per digest, on any machine.

    ``checked``: an index out of bounds raises an IndexError, which is slower.
    """
    label = label or kernel.__name__
    read = Digest()
    try:
        digest = _digest(read, kernel, arguments, checked)
    except TypeError as error:
        raise CompileError(f"{label} cannot be compiled: {error}; {PLAIN}") from None
    if digest in _loaded:
        return _loaded[digest]
    entry = cache.read(digest)  # one that is there does not wait for others that are being compiled
    users = list(written_by_users(read.functions))
    if entry is not None:
        return _loaded_as(digest, entry, arguments, users)
    with _compiling:
        if digest in _loaded:  # it was waited for
            return _loaded[digest]
        entry = cache.read(digest)
        if entry is None:
            compiling.append(label)
            try:
                entry, keep = _compile(kernel, arguments, label, read, checked)
            finally:
                compiling.clear()
            if keep and digest != _UNREADABLE:
                cache.write(digest, entry)
            compiled.append(entry.label)
        return _loaded_as(digest, entry, arguments, users)


def _loaded_as(
    digest: str, entry: cache.ObjectCode, arguments: tuple[Any, ...], users: list[Any]
) -> Callable[..., int]:
    with _loading:
        if digest == _UNREADABLE:
            return load(entry, arguments, users)
        if digest not in _loaded:
            _loaded[digest] = load(entry, arguments, users)
        return _loaded[digest]


def missing(kernel: Any, *arguments: Any) -> str | None:
    """A name for a kernel that must be compiled for such arguments; None if it need not, or would not be kept."""
    with suppress(TypeError):  # what is wrong with it is reported when it is compiled
        digest = _digest(Digest(), kernel, arguments, False)
        if digest != _UNREADABLE and digest not in _loaded and not cache.has(digest):
            return digest
    return None


def ours_to_compile(kernel: Any, *arguments: Any) -> str | None:
    """A name for a kernel that must be compiled for such arguments, if all its functions are the package's own."""
    read = Digest()
    with suppress(TypeError):
        digest = _digest(read, kernel, arguments, False)
        if digest not in _loaded and not cache.has(digest) and not any(written_by_users(read.functions)):
            return digest
    return None


def _digest(digest: Digest, kernel: types.FunctionType, arguments: tuple[Any, ...], checked: bool) -> str:
    digest.text(_SCHEME, *_platform(), *(_signature(a) for a in arguments))
    _read(digest, kernel, arguments)
    for function in digest.functions:
        if raises(function.__code__):  # then object code knows its lines
            digest.text(place_of(function), function.__code__.co_linetable)
    if checked:
        digest.text("checked")
    return digest.hexdigest() if digest.complete else _UNREADABLE


def source_digest(kernel: types.FunctionType, arguments: tuple[Any, ...], *words: object) -> str | None:
    """A digest of what a kernel computes from these very arguments: sources and values, but not the machine.

    None if something it may use cannot be read: its results could not be told from those of other code.
    """
    digest = Digest()
    digest.text(*words, *(_signature(a) for a in arguments))
    _read(digest, kernel, arguments)
    digest.value(arguments, kernel.__name__, "arguments")
    return digest.hexdigest() if digest.complete else None


def _read(digest: Digest, kernel: types.FunctionType, arguments: tuple[Any, ...]) -> None:
    digest.function(kernel)
    for found in mirrors_among(arguments):  # methods are found through ``self``, not through a name
        digest.methods(type(found).owner, methods_of(type(found).owner))


@lru_cache(maxsize=1)
def _platform() -> tuple[str, ...]:
    import platform
    from importlib.metadata import version

    import llvmlite.binding as llvm

    settings = [f"{k}={v}" for k, v in sorted(os.environ.items()) if k.startswith("NUMBA_")]
    versions = [f"{name}=={version(name)}" for name in ("numba", "llvmlite", "numpy")]
    features = llvm.get_host_cpu_features().flatten()
    return (platform.python_version(), *versions, *settings, llvm.get_host_cpu_name(), features)


def _import_numba() -> Any:
    """Numba without Intel's vector library: the same bits whether or not that is installed."""
    before = os.environ.get("NUMBA_DISABLE_INTEL_SVML")
    os.environ["NUMBA_DISABLE_INTEL_SVML"] = "1"
    try:
        import numba
    finally:
        del os.environ["NUMBA_DISABLE_INTEL_SVML"]
        if before is not None:
            os.environ["NUMBA_DISABLE_INTEL_SVML"] = before
    return numba


def _compile(
    kernel: types.FunctionType,
    arguments: tuple[Any, ...],
    label: str,
    read: Digest,
    checked: bool,
) -> tuple[cache.ObjectCode, bool]:
    """Object code, and whether another process could use it."""
    if (unsafe := find_unsafe(read.functions)) is not None:
        raise CompileError(f"{label} cannot be compiled: {unsafe}")
    try:
        with collecting_later():
            return _object_code(kernel, arguments, label, read.attributes, checked)
    except Exception as error:  # Numba raises many kinds, not all of them its own
        check_numba(lambda probe, values: _object_code(probe, values, "a small kernel", set(), False)[0])
        raise CompileError(explain(label, error, read.functions, mirrors_among(arguments))) from None


def _object_code(
    kernel: types.FunctionType, arguments: tuple[Any, ...], label: str, called: set[str], checked: bool
) -> tuple[cache.ObjectCode, bool]:
    """The same, from functions that may be compiled; ``called`` are names that may be methods."""
    jit = _Jit(_import_numba(), called, checked)
    signature = tuple(jit.type_of(argument) for argument in arguments)
    dispatcher = jit.function(kernel)
    with linked_into(kernel.__qualname__):
        dispatcher.compile(signature)
    result = dispatcher.overloads[signature]
    library = result.library
    # Another process knows the C library, but neither Numba's symbols nor addresses in this one.
    symbols = re.findall(r"^declare .*?@\"?([\w.$]+)\"?\(", library.get_llvm_str(), re.MULTILINE)
    plain = all(symbol.startswith("llvm.") or symbol in _C_LIBRARY for symbol in symbols)
    entry = cache.ObjectCode(library._get_compiled_object(), result.fndesc.llvm_func_name, label)
    return entry, plain and not library.has_dynamic_globals


def _compile_once_for_all_constants(dispatcher: Any) -> None:
    """Let a call with a constant use the code for any number: Numba would compile another for its literal type."""
    from numba.core.types import unliteral

    template = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(unliteral(a) for a in args), {name: unliteral(a) for name, a in kws.items()})

    dispatcher.get_call_template = get_call_template


class _Jit:
    """Turns plain functions into Numba functions, and the functions they refer to, recursively."""

    # Our own functions outside closures never change: all kernels of a process share them, checked ones and others.
    _all_shared: ClassVar[dict[bool, dict[types.FunctionType, Any]]] = {False: {}, True: {}}

    def __init__(self, numba: Any, called: set[str], checked: bool) -> None:
        self._numba = numba
        self._called = called  # all names that may be methods
        self._shared = self._all_shared[checked]
        self._options = _JIT_OPTIONS | {"pipeline_class": lean_pipeline()} | ({"boundscheck": True} if checked else {})
        self._own: dict[types.FunctionType, Any] = {}
        self._mirror_model = pass_whole()
        self._mirror_types: dict[type, Any] = {}  # made anew each time: what methods refer to may have changed
        self._modules: dict[tuple[types.ModuleType, frozenset[str]], types.ModuleType] = {}

    def function(self, function: types.FunctionType) -> Any:
        """A dispatcher for a copy of the function whose references are compiled too."""
        cast = getattr(function, "compiled_as", None)
        if cast is not None:
            return getattr(self._numba, cast)
        ours = function.__closure__ is None and (function.__module__ or "").startswith("begreedy.")
        done = self._shared if ours else self._own
        if function not in done:
            copy, cells = self._bare_copy(function)
            # Inlining everything but what says otherwise lets LLVM see the loop whole.
            inline = not getattr(function, "out_of_line", False)
            # Registered before its references are followed: a function may refer to itself.
            done[function] = self._numba.njit(copy, forceinline=inline, **self._options, **_NO_WRAPPERS)
            _compile_once_for_all_constants(done[function])
            self._fill(function, copy, cells)
        return done[function]

    def method(self, function: types.FunctionType) -> types.FunctionType:
        """A plain copy of the function whose references are compiled, as ``overload_method`` wants it."""
        copy, cells = self._bare_copy(function)
        self._fill(function, copy, cells)
        return copy

    def _bare_copy(self, function: types.FunctionType) -> tuple[types.FunctionType, dict[str, Any]]:
        cells = {name: types.CellType() for name in function.__code__.co_freevars}
        copy = types.FunctionType(
            function.__code__,
            dict(function.__globals__),
            function.__name__,
            function.__defaults__,
            tuple(cells.values()),
        )
        copy.__module__, copy.__qualname__ = function.__module__, function.__qualname__
        return copy, cells

    def _fill(self, function: types.FunctionType, copy: types.FunctionType, cells: dict[str, Any]) -> None:
        used = names_used(function.__code__)
        for name, value in references(function):
            replaced = self._replace(value, used)
            if name in cells:
                cells[name].cell_contents = replaced
            else:
                copy.__globals__[name] = replaced

    def _replace(self, value: Any, used: set[str]) -> Any:
        function = plain_function(value)
        if function is not None:
            return self.function(function)
        if isinstance(value, types.ModuleType) and not opaque(value):
            return self._stand_in(value, used)
        return value

    def _stand_in(self, module: types.ModuleType, used: set[str]) -> types.ModuleType:
        """A module with what is used of the given one, compiled."""
        walk = (module, frozenset(used))
        if walk not in self._modules:
            self._modules[walk] = types.ModuleType(module.__name__)  # first, since modules may refer to each other
            for name, found in attributes(module, used):
                setattr(self._modules[walk], name, self._replace(found, used))
        return self._modules[walk]

    def type_of(self, argument: Any) -> Any:
        """Numba's type of an argument; a mirror has a type of its own, which knows the methods of its owner."""
        owner = getattr(type(argument), "owner", None)
        if owner is not None:
            fields = [self.type_of(item) for item in argument]
            return self._mirror_type(owner)(fields, type(argument))
        if isinstance(argument, tuple) and hasattr(argument, "_fields"):  # mirrors may be among its fields
            fields = [self.type_of(item) for item in argument]
            return self._numba.types.BaseTuple.from_types(fields, type(argument))
        return self._numba.typeof(argument)

    def _mirror_type(self, owner: type) -> Any:
        if owner not in self._mirror_types:
            from numba.core import types as kinds
            from numba.extending import overload_method, register_model

            kind = type(f"{owner.__name__}Type", (kinds.NamedTuple,), {})
            self._mirror_types[owner] = kind  # first: methods may call each other
            register_model(kind)(self._mirror_model)
            methods = methods_of(owner)
            for name in sorted(self._called & methods.keys()):
                overload_method(kind, name, jit_options=self._options)(_declaration(name, self.method(methods[name])))
        return self._mirror_types[owner]


def _declaration(name: str, method: types.FunctionType) -> Any:
    """What ``overload_method`` wants: a function of the same parameters that returns the implementation."""
    scope: dict[str, Any] = {"_implementation": method}
    exec(f"def find({', '.join(inspect.signature(method).parameters)}): return _implementation", scope)
    find = scope["find"]
    find.__defaults__, find.__qualname__ = method.__defaults__, name  # by which the compiler's messages call it
    return find
