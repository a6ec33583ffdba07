"""Whether the compiler itself works: Numba's private parts, which it uses, may move from version to version.

It is asked when a kernel cannot be compiled, so that the policy is blamed for nothing that is Numba's.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

import numpy as np

from begreedy.compile.cache import ObjectCode
from begreedy.compile.loading import load
from begreedy.version import __version__

REQUIREMENT = "numba>=0.61,<0.69"  # as in pyproject.toml: from the oldest to the newest version that was tried
_LONGEST = 300  # characters of a reason


class UnfitNumba(ImportError, RuntimeError):
    """The version of Numba that is installed cannot compile for this package."""


class _Probe(NamedTuple):
    numbers: Any
    factor: float


def _scaled(number: int, factor: float) -> float:
    return number * factor


def _kernel(probe: _Probe) -> int:
    for i in range(len(probe.numbers)):
        probe.numbers[i] = _scaled(i, probe.factor)
    return len(probe.numbers)


def check_numba(compiled: Callable[[Any, tuple[Any, ...]], ObjectCode]) -> None:
    """Compile a small kernel and play it; an error that names the version and the remedy, if that goes wrong."""
    probe = _Probe(np.zeros(3), 2.0)
    try:
        entry = compiled(_kernel, (probe,))
        returned = load(entry, (probe,), [])(probe)
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"[:_LONGEST]
    else:
        if (returned, probe.numbers.tolist()) == (3, [0.0, 2.0, 4.0]):
            return
        reason = "a small kernel computes wrong numbers"
    raise UnfitNumba(
        f"begreedy {__version__} cannot compile with {_installed()} ({reason}). Versions that are known to work: "
        f'{REQUIREMENT.removeprefix("numba")}; install one with: pip install "{REQUIREMENT}". '
        "Without it, trace and simulate play with plain=True, more slowly."
    )


def _installed() -> str:
    try:
        return f"Numba {version('numba')}"
    except PackageNotFoundError:
        return "no Numba"
