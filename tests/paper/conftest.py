"""Results in which the paper is right."""

from __future__ import annotations

import pytest

from support.made_results import WORLD, made


@pytest.fixture(scope="module")
def right():
    """The whole world in which the paper is right."""
    return {id: made(id) for id in WORLD}
