"""Servers killed while rewards are revised, decisions expire, and floors, groups and users decide: ledgers agree."""

from __future__ import annotations

import random
import time

import pytest

from begreedy.online import Bandit
from begreedy.service.run import check
from support.attack import tries
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


def killed(store, kills, count, seed, policy):
    """Kill one of so many servers on a store, again and again, at random moments; the ledgers of all clients."""
    rng, loads, features = random.Random(seed), [], policy.startswith("Lin")
    own = {"features": [[1.0, rng.random(), rng.random()] for _ in range(ARMS)]} if features else {}
    servers = [Server(store) for _ in range(count)]
    try:
        with servers[0].client() as client:
            client.create(policy, arms=ARMS, horizon=10**6, **SETTINGS, **own)
        for kill in range(kills):
            load = ChangingLoad(servers, ARMS, seed=seed + kill, features=features)
            load.wait(rng.randint(5, 60))
            time.sleep(rng.uniform(0.0, 0.05))
            victim = rng.choice(servers)
            victim.kill()
            load.stop()
            loads.append(load)
            victim.start()
        time.sleep(SETTINGS["window"])
        final = ChangingLoad(servers, ARMS, seed=seed + kills, features=features)
        final.wait(20)
        until = time.monotonic() + 60.0
        while not any(len(values) > 1 for values in list(final.told.values())):
            assert time.monotonic() < until, "nothing was revised"
            time.sleep(0.01)
        final.stop()
        assert [server.stop() for server in servers] == [0] * count
        assert not any("Traceback" in line for server in servers for line in server.errors)
    finally:
        for server in servers:
            server.close()
    return [*loads, final]


@pytest.mark.long
@pytest.mark.parametrize("kills", [2, pytest.param(tries(25), marks=pytest.mark.long, id="many")])
@pytest.mark.parametrize("count", [pytest.param(1, marks=pytest.mark.long), 2], ids=["one server", "two servers"])
def test_killed_while_outcomes_change(store, count, kills):
    """What was acknowledged is there, once and in order, whatever was killed; what was forgotten has expired."""
    check_killed(store, kills, count, "EpsilonGreedy(0.2)")


@pytest.mark.long
@pytest.mark.parametrize(
    ("policy", "count", "kills"),
    [
        pytest.param("LinThompson", 2, 1, id="LinThompson"),
        pytest.param("LinThompson", 2, tries(25), id="LinThompson-many"),
        pytest.param("LinUCB", 1, tries(25), id="LinUCB-many"),
    ],
)
def test_killed_while_features_decide(store, policy, count, kills):
    """The same of a policy that looks at features, of arms and of decisions; the regression is that of the log."""
    check_killed(store, kills, count, policy)
    if policy == "LinUCB":  # another process has the same regression, bit by bit, once no decision waits for its end
        time.sleep(SETTINGS["window"])
        first, second = (scores(store) for _ in range(2))
        assert first == second


def check_killed(store, kills, count, policy):
    loads = killed(store, kills, count, 1000 * count + kills, policy)
    figures = audit(store, loads)
    late, failed = sum(load.late for load in loads), sum(load.failures for load in loads)
    print(f"{policy}, {kills} kills, {count} servers: {figures}, {late} too late, {failed} calls without an answer")
    assert min(figures[kind] for kind in ("decided", "rewarded", "revised", "expired")) > 0
    assert check(store) == 0


def scores(store):
    """What the policy compares, of all arms."""
    with Bandit.open(store) as bandit:
        return {arm.arm: arm.index for arm in bandit.arms()}
