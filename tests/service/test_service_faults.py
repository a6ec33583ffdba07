"""The server under load and fault: what was acknowledged is there, counts are the log's, nothing twice."""

from __future__ import annotations

import random
import resource
import time

import pytest

from begreedy.service.run import check
from support.attack import tries
from support.postgres import postgres  # noqa: F401
from support.service import Load, Server, check_kept

ARMS = 50


@pytest.fixture(params=["sqlite", "postgres"])
def store(request, tmp_path):
    """An empty store of either kind."""
    if request.param == "sqlite":
        return str(tmp_path / "bandits.db")
    return request.getfixturevalue("postgres").database()


def create(server, policy="Greedy()"):
    with server.client() as client:
        client.create(policy, arms=ARMS, horizon=100_000)


def killed(store, times, seed):
    """Kill a server under load so often, at random moments; what its clients were told, life by life."""
    rng, loads = random.Random(seed), []
    with Server(store) as server:
        create(server, "EpsilonGreedy(0.2)")
        for life in range(times):
            load = Load([server], seed=seed + life)
            load.wait(rng.randint(1, 80))
            time.sleep(rng.uniform(0.0, 0.05))
            server.kill()
            load.stop()
            loads.append(load)
            server.start()
        final = Load([server], clients=2, seed=seed + times)
        final.wait(10)
        final.stop()
        assert server.stop() == 0
    return [*loads, final]


def test_killed_under_load(store):
    """Three kills at random moments lose nothing that was acknowledged."""
    loads = killed(store, 3, seed=1)
    decided, rewarded = check_kept(store, loads)
    assert decided >= sum(len(load.decided) for load in loads) >= 13
    assert rewarded >= sum(len(load.rewarded) for load in loads)
    assert check(store) == 0


@pytest.mark.long
def test_killed_under_load_many_times(store):
    """Fifty kills, or a tenth of them, lose nothing that was acknowledged."""
    loads = killed(store, tries(50), seed=100)
    decided, rewarded = check_kept(store, loads)
    told = sum(len(load.decided) + len(load.rewarded) for load in loads)
    print(f"{tries(50)} kills: {decided} decisions and {rewarded} rewards recorded, {told} acknowledged")
    assert check(store) == 0


@pytest.mark.long
def test_two_servers_on_one_store(store):
    """Two processes share a store: one order of events, nothing lost, nothing twice; one of them may be killed."""
    with Server(store) as one, Server(store) as other:
        create(one)
        loads = [Load([one, other], clients=4, seed=3)]
        loads[0].wait(100)
        one.kill()
        loads[0].wait(150)
        loads[0].stop()
        assert other.stop() == 0
    check_kept(store, loads)


@pytest.mark.long
@pytest.mark.parametrize("how", ["fast", "immediate"])
def test_database_restarted_under_load(postgres, how):  # noqa: F811
    """A database that is restarted, or crashes, costs time and perhaps some 503, nothing else."""
    store = postgres.database()
    with Server(store) as server:
        create(server)
        load = Load([server], clients=4, seed=5)
        load.wait(50)
        postgres.restart(how)
        load.wait(len(load.decided) + 50)
        load.stop()
        assert server.stop() == 0
        assert not any("Traceback" in line for line in server.errors)
    check_kept(store, [load])


def test_database_away(postgres):  # noqa: F811
    """While the database is away: 503 with a clear body, ready says so, health does not mind; then all goes on."""
    store = postgres.database()
    with Server(store, "--patience", "1") as server, server.client(patience=0.0) as client:
        create(server)
        kept = client.decide()
        postgres.stop("fast")
        try:
            http = client._http
            assert http.get("/health").status_code == 200
            assert http.get("/ready").status_code == 503
            answer = http.post("/bandits/default/decide", json={})
            assert answer.status_code == 503
            assert answer.headers["retry-after"]
            assert "message" in answer.json()["error"]
        finally:
            postgres.start()
        client.patience = 30.0
        assert client.reward(kept.id, 1.0)
        assert client._http.get("/ready").status_code == 200


def test_full_disk(tmp_path):
    """A file that cannot grow: 503 with a clear body, reading goes on; with room again all acknowledged is there."""
    store = str(tmp_path / "bandits.db")
    limit = 600_000

    def before():
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    told = {}
    with Server(store, before=before) as server, server.client(patience=0.0) as client:
        create(server)
        refused = None
        for _ in range(3000):
            answer = client._http.post("/bandits/default/decide-many", json={"count": 20})
            if answer.status_code != 200:
                refused = answer
                break
            told |= {one["id"]: one["arm"] for one in answer.json()["decisions"]}
        assert refused is not None
        assert refused.status_code == 503
        assert "nothing was recorded" in refused.json()["error"]["message"]
        assert client._http.get("/health").status_code == 200
        assert client.state().decisions == len(told)
        server.stop()
    load = Load.__new__(Load)
    load.decided, load.rewarded = told, {}
    assert check_kept(store, [load])[0] == len(told)
    with Server(store) as server, server.client() as client:
        client.decide()


def test_requests_under_way_are_answered_at_shutdown(tmp_path):
    """SIGTERM under load: a clean exit, and whatever was acknowledged is there."""
    store = str(tmp_path / "bandits.db")
    with Server(store) as server:
        create(server)
        load = Load([server], clients=8, seed=7)
        load.wait(50)
        assert server.stop() == 0
        load.stop()
        assert not any("Traceback" in line for line in server.errors)
    check_kept(store, [load])
