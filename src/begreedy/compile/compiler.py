"""From plain Python functions to native code.

``native(kernel, *arguments)`` compiles a kernel, together with every plain Python function it refers to, for
arguments of these types, and returns something to call.  Numba is imported only if the code is not known
yet: object code is kept on disk under a digest of all it was compiled from (``core.digest``, ``core.cache``)
and loaded by LLVM directly, so a warm process starts in a fraction of the time of importing Numba.

Kernels take numbers, arrays, and (named) tuples of these, allocate nothing, and return a status: an int,
0 when all is well.  Reference counting is switched off, so no atomic counter ends up in a loop.
"""

from __future__ import annotations

import ctypes
import inspect
import os
import re
import threading
import types
from collections import namedtuple
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from begreedy.compile import cache
from begreedy.values.canonical import field_values
from begreedy.values.digest import Digest, attributes, names_used, opaque, plain_function, references
from begreedy.values.fields import written

_SCHEME = 1  # raise when the calling convention or the compiler options below change
_JIT_OPTIONS: dict[str, Any] = {"error_model": "numpy", "_nrt": False}
_NO_WRAPPERS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
_UNREADABLE = "unreadable"  # the digest of what cannot be told apart by reading it: compiled every time
_compiling = threading.Lock()
_loading = threading.Lock()
_loaded: dict[str, Callable[..., int]] = {}
_alive: list[Any] = []  # execution engines own the code they loaded

# Functions of the C library, which every process has.
_C_LIBRARY = frozenset(
    """
    acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmax fmin
    fmod hypot log log10 log1p log2 memcpy memmove memset pow remainder rint round sin sinh sqrt tan tanh trunc
    """.split()  # noqa: SIM905  # a list of fifty quoted words is harder to read
)

compiled: list[str] = []  # labels of the kernels that this process compiled; tests count them


class CompileError(TypeError):
    """A policy or law cannot be compiled; the message says where and why."""


# ---------------------------------------------------------------- values as arguments


@lru_cache(maxsize=None)
def _mirror_class(owner: Any, names: tuple[str, ...]) -> Any:
    made = namedtuple(f"{owner.__name__}Fields", names)  # type: ignore[misc]  # one class per owner
    made.owner = owner  # type: ignore[attr-defined]
    return made


def _methods(owner: type) -> dict[str, types.FunctionType]:
    found: dict[str, types.FunctionType] = {}
    for cls in reversed(owner.__mro__):
        found.update({name: f for name, f in vars(cls).items() if isinstance(f, types.FunctionType)})
    return {name: f for name, f in found.items() if not name.startswith("__")}


def mirror(value: Any) -> Any:
    """A policy, law or prior as the named tuple of numbers that its compiled methods see as ``self``.

    It holds the numeric fields and those numeric class attributes and properties that methods mention.  A number that
    was not given is seen as the one that stands for it in canonical texts, so that all values of a class look alike.
    """
    numbers: dict[str, Any] = {}
    fields = field_values(value)
    used = set().union(*(names_used(f.__code__) for f in _methods(type(value)).values()), fields)
    for name in [*fields, *sorted(used - set(fields))]:
        given = written(type(value), name, fields[name]) if name in fields else getattr(value, name, None)
        number = _as_number(given)
        if number is not None and not name.startswith("_"):
            numbers[name] = number
    if not numbers:
        numbers["nothing"] = 0  # compiled code has no empty tuples
    owner: Any = type(value)
    return _mirror_class(owner, tuple(numbers))(*numbers.values())


def _as_number(given: Any) -> Any:
    if isinstance(given, (bool, int, np.integer, np.bool_)):
        return int(given)
    if isinstance(given, (float, np.floating)):
        return float(given)
    if isinstance(given, tuple) and given and all(isinstance(x, (int, float)) for x in given):
        return np.array(given, float)  # an array, so that its length is not part of the type
    return None


def _signature(argument: Any) -> str:
    """A text for the type of an argument, the same with or without Numba."""
    if isinstance(argument, np.ndarray):
        return f"{argument.dtype.str}{argument.ndim}"
    if isinstance(argument, tuple):
        name = type(argument).__name__ + str(getattr(argument, "_fields", ""))
        return f"{name}({','.join(_signature(x) for x in argument)})"
    return type(argument).__name__


def _flatten(argument: Any, words: list[Any]) -> None:
    """Append an argument the way LLVM sees it: arrays and tuples are taken apart into words."""
    if isinstance(argument, np.ndarray):
        words += [0, 0, argument.size, argument.itemsize, argument.ctypes.data]
        words += [*argument.shape, *argument.strides]
    elif isinstance(argument, tuple):
        for item in argument:
            _flatten(item, words)
    else:
        words.append(argument)


# ---------------------------------------------------------------- compiling


def native(kernel: Any, *arguments: Any, label: str = "") -> Callable[..., int]:
    """``kernel`` compiled for arguments like these; compiled at most once per digest, on any machine."""
    label = label or kernel.__name__
    try:
        digest = _digest(kernel, arguments)
    except TypeError as error:
        raise CompileError(f"{label} cannot be compiled: {error}") from None
    if digest in _loaded:
        return _loaded[digest]
    entry = cache.read(digest)  # whoever has a kernel does not wait for those that are being compiled
    if entry is not None:
        return _loaded_as(digest, entry, arguments)
    with _compiling:
        if digest in _loaded:  # it was waited for
            return _loaded[digest]
        entry = cache.read(digest)
        if entry is None:
            entry, keep = _compile(kernel, arguments, label)
            if keep and digest != _UNREADABLE:
                cache.write(digest, entry)
            compiled.append(entry.label)
        return _loaded_as(digest, entry, arguments)


def _loaded_as(digest: str, entry: cache.ObjectCode, arguments: tuple[Any, ...]) -> Callable[..., int]:
    with _loading:
        if digest == _UNREADABLE:
            return _load(entry, arguments)
        if digest not in _loaded:
            _loaded[digest] = _load(entry, arguments)
        return _loaded[digest]


def missing(kernel: Any, *arguments: Any) -> str | None:
    """A name for a kernel that must be compiled for such arguments; None if it need not, or would not be kept."""
    with suppress(TypeError):  # whoever compiles it is told what is wrong with it
        digest = _digest(kernel, arguments)
        if digest != _UNREADABLE and digest not in _loaded and not cache.has(digest):
            return digest
    return None


def _digest(kernel: types.FunctionType, arguments: tuple[Any, ...]) -> str:
    digest = Digest()
    digest.text(_SCHEME, *_platform(), *(_signature(a) for a in arguments))
    digest.function(kernel)
    for owner in _owners(arguments):  # methods are found through ``self``, not through a name
        digest.methods(owner, _methods(owner))
    return digest.hexdigest() if digest.complete else _UNREADABLE


def source_digest(kernel: types.FunctionType, arguments: tuple[Any, ...], *words: object) -> str | None:
    """Names what a kernel computes from these very arguments: sources and values, on whatever machine.

    None if something it may use cannot be read: such results cannot be told from those of other code.
    """
    digest = Digest()
    digest.text(*words, *(_signature(a) for a in arguments))
    digest.function(kernel)
    for owner in _owners(arguments):
        digest.methods(owner, _methods(owner))
    digest.value(arguments, kernel.__name__, "arguments")
    return digest.hexdigest() if digest.complete else None


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


def _owners(arguments: tuple[Any, ...]) -> list[type]:
    found: list[type] = []
    for argument in arguments:
        if isinstance(argument, tuple):
            owner = getattr(type(argument), "owner", None)
            found += [owner] if owner is not None else _owners(argument)
    return found


def _compile(kernel: types.FunctionType, arguments: tuple[Any, ...], label: str) -> tuple[cache.ObjectCode, bool]:
    """Object code, and whether another process could use it."""
    numba = _import_numba()
    jit = _Jit(numba)
    signature = tuple(jit.type_of(argument) for argument in arguments)
    dispatcher = jit.function(kernel)
    try:
        dispatcher.compile(signature)
    except Exception as error:  # Numba raises many kinds, not all of them its own
        raise CompileError(_explain(label, error)) from None
    result = dispatcher.overloads[signature]
    library = result.library
    # Another process knows the C library, but neither Numba's symbols nor addresses in this one.
    symbols = re.findall(r"^declare .*?@\"?([\w.$]+)\"?\(", library.get_llvm_str(), re.MULTILINE)
    plain = all(symbol.startswith("llvm.") or symbol in _C_LIBRARY for symbol in symbols)
    entry = cache.ObjectCode(library._get_compiled_object(), result.fndesc.llvm_func_name, label)
    return entry, plain and not library.has_dynamic_globals


def _explain(label: str, error: Exception) -> str:
    """Numba's message without its pages of candidates: what failed, and at which line of whose file."""
    lines = [line.rstrip() for line in str(error).splitlines() if line.strip()]
    noise = ("Failed in nopython", "During:", "raised from", "This error may", "- Of which", "There are")
    kept = [line for line in lines if not line.strip().startswith(noise)]
    # The innermost frame comes first; frames of ours begin where the adapter or the package is named.
    package = Path(__file__).parent.parent.name
    ends = [i for i, line in enumerate(kept) if 'File "<string>"' in line or f"{package}/engine/" in line]
    unknown = re.search(r"Unknown attribute '(\w+)' of type \w+Fields", str(error))
    hint = (
        f"\n  (compiled code knows numbers, tuples of numbers and methods only; {unknown[1]} is none)"
        if unknown
        else ""
    )
    return f"{label} cannot be compiled:\n  " + "\n  ".join(kept[: min([12, *ends])]) + hint


def _compile_once_for_all_constants(dispatcher: Any) -> None:
    """Let a call with a constant use the code for any number: Numba would compile another for its literal type."""
    from numba.core.types import unliteral

    template = dispatcher.get_call_template

    def get_call_template(args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return template(tuple(unliteral(a) for a in args), {name: unliteral(a) for name, a in kws.items()})

    dispatcher.get_call_template = get_call_template


class _Jit:
    """Turns plain functions into Numba functions, and the functions they refer to, recursively."""

    # Our own functions outside closures never change: all kernels of a process share them.
    _shared: ClassVar[dict[types.FunctionType, Any]] = {}

    def __init__(self, numba: Any) -> None:
        self._numba = numba
        self._own: dict[types.FunctionType, Any] = {}
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
            done[function] = self._numba.njit(copy, forceinline=inline, **_JIT_OPTIONS, **_NO_WRAPPERS)
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
            fields = [self._numba.typeof(item) for item in argument]
            return self._mirror_type(owner)(fields, type(argument))
        if isinstance(argument, tuple) and hasattr(argument, "_fields"):  # mirrors may be among its fields
            fields = [self.type_of(item) for item in argument]
            return self._numba.types.BaseTuple.from_types(fields, type(argument))
        return self._numba.typeof(argument)

    def _mirror_type(self, owner: type) -> Any:
        if owner not in self._mirror_types:
            from numba.core import types as kinds
            from numba.core.datamodel import models
            from numba.extending import overload_method, register_model

            kind = type(f"{owner.__name__}Type", (kinds.NamedTuple,), {})
            self._mirror_types[owner] = kind  # first: methods may call each other
            register_model(kind)(models.TupleModel)
            methods = _methods(owner)
            called = set().union(*(names_used(f.__code__) for f in methods.values()))
            for name in sorted(called & methods.keys()):
                overload_method(kind, name, jit_options=_JIT_OPTIONS)(_declaration(self.method(methods[name])))
        return self._mirror_types[owner]


def _declaration(method: types.FunctionType) -> Any:
    """What ``overload_method`` wants: a function of the same parameters that returns the implementation."""
    scope: dict[str, Any] = {"method": method}
    exec(f"def find({', '.join(inspect.signature(method).parameters)}): return method", scope)
    scope["find"].__defaults__ = method.__defaults__
    return scope["find"]


# ---------------------------------------------------------------- loading


def _load(entry: cache.ObjectCode, arguments: tuple[Any, ...]) -> Callable[..., int]:
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine(codemodel="jitdefault", jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(entry.code))
    engine.finalize_object()
    _alive.append(engine)

    words: list[Any] = []
    _flatten(arguments, words)
    kinds = [ctypes.c_double if isinstance(word, float) else ctypes.c_int64 for word in words]
    address = engine.get_function_address(entry.symbol)
    # Numba's native functions return a status and take pointers for the result and for an exception first.
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *kinds)(address)

    def call(*arguments: Any) -> int:
        words: list[Any] = []
        _flatten(arguments, words)
        result, exception = ctypes.c_int64(0), ctypes.c_void_p(0)
        failed = function(ctypes.byref(result), ctypes.byref(exception), *words)
        if failed:
            raise RuntimeError(
                f"{entry.label} raised an exception inside compiled code; "
                "begreedy.testing.check_policy shows it in plain Python"
            )
        return result.value

    return call
