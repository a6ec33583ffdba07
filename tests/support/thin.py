"""Lists of cases of which only some are tested every time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(cases: Iterable[Any], keep: int, *, unpack: bool = False) -> list[Any]:
    """Every ``keep``-th case always; the others, which compile kernels of their own, with the long tests.

    With ``unpack`` a case is the values of several arguments.
    """
    return [
        pytest.param(*(case if unpack else (case,)), marks=[pytest.mark.long] if i % keep else [])
        for i, case in enumerate(cases)
    ]
