"""Bandits that are not in memory: their windows end and their alarms show, after a restart and beyond max_open."""

from __future__ import annotations

import time

import pytest
from starlette.testclient import TestClient

from begreedy.bandit.store.database import connect
from begreedy.online import Bandit
from begreedy.service import upkeep
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from support.online_play import Clock

ZERO = {"outcomes": "zero until told", "window": 0.5}


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    monkeypatch.setattr(upkeep, "EVERY", 0.1)


def app(store, **options):
    return TestClient(create_app(ServiceOptions(str(store), **options)), base_url="http://127.0.0.1")


def expired(store, count):
    """Wait until so many decisions have expired; returns by bandit how many did."""
    database, until = connect(store), time.monotonic() + 20.0
    sql = (
        "SELECT b.name, COUNT(*) FROM events e JOIN bandits b ON b.id = e.bandit WHERE kind = 'expired' GROUP BY b.name"
    )
    try:
        while sum(dict(database.rows(sql)).values()) < count and time.monotonic() < until:
            time.sleep(0.05)
        return dict(database.rows(sql))
    finally:
        database.close()


@pytest.mark.every_time("postgres")
def test_windows_end_after_a_restart(store):
    """No call after the server starts: more decisions than one transaction closes, of bandits with any name."""
    for name in ("a shop", "b"):
        with Bandit("Greedy", 3, store=store, name=name, **ZERO) as bandit:
            bandit.decide_many(3000 if name == "b" else 2)
    with Bandit("Greedy", 3, store=store, name="without") as bandit:
        bandit.decide_many(2)
    with app(store):
        assert expired(store, 3002) == {"a shop": 2, "b": 3000}
    for name in ("a shop", "b", "without"):
        with Bandit.open(store, name) as bandit:
            assert bandit.check().ok


def test_windows_end_beyond_max_open_and_nothing_is_evicted(store):
    with app(store, max_open=1) as http:
        for name in ("one", "two", "hot"):
            http.post("/bandits", json={"name": name, "policy": "Greedy", "arms": 2, **ZERO})
            http.post(f"/bandits/{name}/decide", json={})
        assert expired(store, 3) == {"one": 1, "two": 1, "hot": 1}
        assert http.app.state.registry.opened[-1] == "hot"


def test_alarms_of_bandits_that_are_not_in_memory(store):
    """A silence, and pending decisions that a window should have closed, are on the first page after a restart."""
    now = time.time()
    clock = Clock(now - 40 * 3600.0)
    with Bandit("Greedy", 3, store=store, name="silent", clock=clock) as bandit:
        for _ in range(50):
            bandit.reward(bandit.decide().id, 1.0)
            clock.now += 60.0
        for _ in range(30):
            bandit.decide()
    with app(store) as http:
        until = time.monotonic() + 20.0
        alarms = []
        while not alarms and time.monotonic() < until:
            time.sleep(0.2)
            (row,) = http.get("/overview").json()["bandits"]
            alarms = [alarm["kind"] for alarm in row["alarms"]]
        assert alarms == ["nothing rewarded"]
        assert http.app.state.registry.opened == []


def test_a_damaged_bandit_does_not_stop_the_others(store):
    for name in ("a", "b"):
        with Bandit("Greedy", 3, store=store, name=name, **ZERO) as bandit:
            bandit.decide()
    database = connect(store)
    database.rows("UPDATE bandits SET settings = '{}', checksum = NULL WHERE name = 'a'")
    database.close()
    with app(store):
        assert expired(store, 1) == {"b": 1}
