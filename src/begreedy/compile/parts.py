"""The functions that a kernel is made of are linked into it and never called alone: no machine code of their own.

Numba optimises every function and makes machine code of it, in case somebody calls it from Python.  A kernel inlines
its functions and is then optimised as a whole, so that work, a fifth of the time that a kernel takes to compile, is
left out for all but the kernel itself.  What is computed is the same, to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def linked_into(kernel: str) -> Iterator[None]:
    """Meanwhile, only a function of this qualified name gets machine code; other threads wait with their compiling."""
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.registry import cpu_target

    codegen: Any = cpu_target.target_context.codegen()
    library = codegen._library_class
    part = _part_of(library)
    with global_compiler_lock:
        codegen._library_class = lambda owner, name: (library if name == kernel else part)(owner, name)
        codegen.set_env = lambda *_: None  # where objects of interpreted code are kept: there are none
        try:
            yield
        finally:
            codegen._library_class = library
            del codegen.set_env


def _part_of(library: type[Any]) -> type[Any]:
    """A library of Numba's that is only ever linked into another."""

    class Part(library):  # type: ignore[misc]
        def _optimize_final_module(self) -> None:
            """What it is linked into is optimised."""

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, _: str) -> int:
            return 0  # there is none

    return Part
