"""The machine and the versions: what bit-identical results may depend on."""

from __future__ import annotations

import platform
from functools import lru_cache
from importlib.metadata import version

from begreedy.version import __version__


@lru_cache(maxsize=1)
def cpu_kind() -> str:
    """The kind of this CPU, as the compiler knows it."""
    import llvmlite.binding as llvm

    return f"{platform.machine()} {llvm.get_host_cpu_name()}"


@lru_cache(maxsize=1)
def versions() -> dict[str, str]:
    """The versions of Python, of this package, and of what turns its sources into numbers."""
    libraries = {name: version(name) for name in ("numba", "llvmlite", "numpy")}
    return {"begreedy": __version__, "python": platform.python_version(), **libraries}
