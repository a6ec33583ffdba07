"""A kernel's functions are linked into it and never called alone, which makes them cheap to compile.

Numba optimises every function and compiles it to machine code, in case it is called from Python, and passes tuples
and arrays to it word by word.  A kernel inlines its functions and is then optimised as a whole, so its functions get no
machine code of their own, and the named tuples that hold all of a game are passed in one piece: of the instructions
that describe a kernel to LLVM, half would only take these tuples apart and put them together again.  What is computed
is the same, to the last bit.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any


@contextmanager
def collecting_later() -> Iterator[None]:
    """Within the block no garbage is looked for: nearly all that a compilation makes is needed until it ends.

    Looking for it took a twelfth of the time of compiling.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def linked_into(kernel: str) -> Iterator[None]:
    """Within the block, only the function with this qualified name gets machine code; other threads wait to compile."""
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    codegen: Any = cpu_target.target_context.codegen()
    library = codegen._library_class
    whole = _lean(library)
    part = _part_of(whole)
    with global_compiler_lock:
        codegen._library_class = lambda owner, name: (whole if name == kernel else part)(owner, name)
        codegen.set_env = lambda *_: None  # where objects of interpreted code are kept: there are none
        try:
            yield
        finally:
            codegen._library_class = library
            del codegen.set_env


def _lean(library: type[Any]) -> type[Any]:
    """A library of Numba's that does not set up passes for functions that are only declared, which are most."""

    class Lean(library):  # type: ignore[misc]
        def _optimize_functions(self, module: Any) -> None:
            super()._optimize_functions(_Definitions(module))

    return Lean


class _Definitions:
    """An LLVM module as if it had no functions but those that are defined in it."""

    def __init__(self, module: Any) -> None:
        vars(self)["_module"] = module

    @property
    def functions(self) -> list[Any]:
        return [function for function in self._module.functions if not function.is_declaration]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


def _part_of(library: type[Any]) -> type[Any]:
    """A library of Numba's that is only ever linked into another."""

    class LinkedOnly(library):  # type: ignore[misc]
        def _optimize_final_module(self) -> None:
            """Nothing to do: the library it is linked into is optimised."""

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, _: str) -> int:
            return 0  # there is none

    return LinkedOnly


@lru_cache(maxsize=1)
def pass_whole() -> Any:
    """From now on our own named tuples are arguments in one piece, not word by word; returns the model of such a type.

    LLVM itself takes apart what machine code must have in words, in the same order: a kernel is called as before.
    """
    from numba.core import types
    from numba.core.datamodel import default_manager
    from numba.core.datamodel.models import TupleModel, UniTupleModel

    def register(kind: Any, usual: type[Any], ours: type[Any]) -> None:
        def model(manager: Any, type_: Any) -> Any:
            return (ours if _is_ours(type_.instance_class) else usual)(manager, type_)

        default_manager.register(kind, model)

    whole = _whole(TupleModel)
    register(types.NamedTuple, TupleModel, whole)
    register(types.NamedUniTuple, UniTupleModel, _whole(UniTupleModel))
    return whole


def _is_ours(kind: type) -> bool:
    return kind.__module__.startswith("begreedy.")


def _whole(model: type[Any]) -> type[Any]:
    class Whole(model):  # type: ignore[misc]
        def get_argument_type(self) -> Any:
            return self.get_value_type()

        def as_argument(self, _: Any, value: Any) -> Any:
            return value

        def from_argument(self, _: Any, value: Any) -> Any:
            return value

    return Whole
