"""What an error about a value says of it."""

from __future__ import annotations

from typing import Any


def brief(value: Any) -> str:
    """A value and its type, for a message: never a whole book."""
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:57] + '...'} ({type(value).__name__})"
