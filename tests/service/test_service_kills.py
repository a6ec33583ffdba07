"""Servers killed while rewards are revised, decisions expire, and floors, groups and users decide: ledgers agree."""

from __future__ import annotations

import random
import time

import pytest

from begreedy.service.run import check
from support.ledger import SETTINGS, ChangingLoad, audit
from support.postgres import postgres  # noqa: F401
from support.service import Server

ARMS = 20


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    """An empty store of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "bandits.db")
    return request.getfixturevalue("postgres").database()


def killed(store, kills, count, seed):
    """Kill one of so many servers on a store, again and again, at random moments; the ledgers of all clients."""
    rng, loads = random.Random(seed), []
    servers = [Server(store) for _ in range(count)]
    try:
        with servers[0].client() as client:
            client.create("EpsilonGreedy(0.2)", arms=ARMS, horizon=10**6, **SETTINGS)
        for kill in range(kills):
            load = ChangingLoad(servers, ARMS, seed=seed + kill)
            load.wait(rng.randint(5, 60))
            time.sleep(rng.uniform(0.0, 0.05))
            victim = rng.choice(servers)
            victim.kill()
            load.stop()
            loads.append(load)
            victim.start()
        time.sleep(SETTINGS["window"])
        final = ChangingLoad(servers, ARMS, seed=seed + kills)
        final.wait(20)
        final.stop()
        assert [server.stop() for server in servers] == [0] * count
        assert not any("Traceback" in line for server in servers for line in server.errors)
    finally:
        for server in servers:
            server.close()
    return [*loads, final]


@pytest.mark.parametrize("kills", [2, pytest.param(25, marks=pytest.mark.long)])
@pytest.mark.parametrize("count", [1, 2], ids=["one server", "two servers"])
def test_killed_while_outcomes_change(store, count, kills):
    """What was acknowledged is there, once and in order, whatever was killed; what was forgotten has expired."""
    loads = killed(store, kills, count, seed=1000 * count + kills)
    figures = audit(store, loads)
    late, failed = sum(load.late for load in loads), sum(load.failures for load in loads)
    print(f"{kills} kills, {count} servers: {figures}, {late} too late, {failed} calls without an answer")
    assert min(figures[kind] for kind in ("decided", "rewarded", "revised", "expired")) > 0
    assert check(store) == 0
