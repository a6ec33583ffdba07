"""JSON that every reader accepts: what is not a finite number is null."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any


def json_text(value: Any, **options: Any) -> str:
    """A value as JSON; ``options`` are those of ``json.dumps``.

    >>> json_text({"mean": 12.5, "stderr": float("nan")})
    '{"mean": 12.5, "stderr": null}'
    """
    return json.dumps(_finite(value), allow_nan=False, **options)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(part) for key, part in value.items()}
    return [_finite(part) for part in value] if isinstance(value, (list, tuple)) else value
