"""Lists of cases of which only some are tested every time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def thinned(cases: Iterable[Any], keep: int) -> list[Any]:
    """Every ``keep``-th case always; the others, which compile kernels of their own, with the long tests."""
    return [
        case if i % keep == 0 else pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long)
        for i, case in enumerate(cases)
    ]
