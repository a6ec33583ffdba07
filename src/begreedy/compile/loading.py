"""From object code to a function to call; Numba is not needed."""

from __future__ import annotations

import ctypes
import pickle
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from begreedy.compile import cache
from begreedy.compile.explain import returning_none

_alive: list[Any] = []  # execution engines own the code they loaded


class Raised(RuntimeError):
    """Compiled code raised an exception; ``who`` says what failed, and when, once that is known."""

    who = ""

    def __str__(self) -> str:
        return f"{self.who}: {super().__str__()}" if self.who else super().__str__()


def load(
    entry: cache.ObjectCode, arguments: tuple[Any, ...], functions: list[types.FunctionType]
) -> Callable[..., int]:
    """A function that calls object code with arguments like these; exceptions name lines of ``functions``."""
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
            raise Raised(_exception_text(exception.value, functions))
        return result.value

    return call


def _exception_text(address: int | None, functions: list[types.FunctionType]) -> str:
    """An exception in words, with its line: compiled code leaves it pickled, as (class, arguments, place)."""
    try:
        data, size = ctypes.c_void_p.from_address(address or 0), ctypes.c_int32.from_address((address or 0) + 8)
        kind, arguments, place = pickle.loads(ctypes.string_at(data.value or 0, size.value))
    except Exception:  # its arguments are known only while it is raised
        return "an exception"
    words = ", ".join(str(argument) for argument in arguments or ())
    if words.endswith("got None"):
        return next(returning_none(functions), f"{kind.__name__}: {words}")
    where = f" ({place[1]}:{place[2]})" if place is not None else ""
    return f"{kind.__name__}: {words}{where}" if words else f"{kind.__name__}{where}"


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
