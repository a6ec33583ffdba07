"""What tests of the service share."""

from __future__ import annotations

import pytest

from support.service import Server


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def served(request, tmp_path_factory):
    """A server on a new store of each kind."""
    store = tmp_path_factory.mktemp("served") / "bandits.db"
    if request.param == "postgres":
        store = request.getfixturevalue("postgres").database()
    with Server(store) as server:
        yield server
