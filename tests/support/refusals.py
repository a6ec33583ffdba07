"""Bad input, and the words that its refusal must contain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def assert_refused(
    call: Callable[[], Any], *words: str, kind: type[Exception] | tuple[type[Exception], ...] = (ValueError, TypeError)
) -> None:
    """``call`` raises an error of this kind, whose message has all the words: the field, the value, what is allowed."""
    with pytest.raises(kind) as caught:
        call()
    message = str(caught.value)
    assert [word for word in words if word not in message] == [], message
