"""Archiving the beginning of a log: the state stays, the check begins at the checkpoint, nothing counts twice."""

from __future__ import annotations

import os
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from begreedy.online import Bandit, Client, StoreError, TooLate
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from support.online_play import NAMES, Clock

HOUR, NOW = 3600.0, 1.8e9


def live(bandit, clock, rounds, seed):
    """Decisions of users and of nobody, rewards at once, late, revised or never, arms that come and go."""
    rng, waiting = random.Random(seed), []
    for i in range(rounds):
        clock.now += 60.0
        user = rng.choice([None, "alice", "bob", f"user {seed}-{i}"])
        waiting.append(bandit.decide(user=user, context_id=f"{seed}/{i}", segment="s").id)
        if rng.random() < 0.7:
            decision = waiting.pop(rng.randrange(len(waiting)))
            bandit.reward(decision, rng.random())
            if rng.random() < 0.2:
                bandit.reward(decision, rng.random())
        if i % 25 == 7:
            bandit.add_arms([f"arm {seed}-{i}"])
        if i % 25 == 19:
            bandit.retire_arm(f"arm {seed}-{i - 12}")
    return waiting


@pytest.fixture
def clock():
    return Clock(NOW)


def made(store, clock, policy="ThompsonBeta"):
    return Bandit(policy, NAMES, 10_000, store, revise=True, control="random", share=0.3, clock=clock)


def seen(bandit):
    return bandit.state(), bandit.arms(), bandit.uplift()


def test_the_state_stays(store, clock, tmp_path):
    """Archived twice and reopened: counts, means and uplift stay; the check is green at every step."""
    with made(store, clock) as bandit:
        live(bandit, clock, 100, 1)
        before, events = seen(bandit), bandit.state().seq
        done = bandit.archive(NOW + HOUR, tmp_path / "archive")
        assert 0 < done.events == done.through < events
        assert seen(bandit) == before
        assert bandit.check().ok, bandit.check()
        assert bandit.log()[0].seq == done.through + 1
        live(bandit, clock, 60, 2)
        again = bandit.archive(clock.now + 1.0, tmp_path / "archive")
        assert again.through == bandit.state().seq
        assert bandit.check().ok, bandit.check()
        assert bandit.log() == []
        assert bandit.archive(clock.now + 1.0, tmp_path / "archive").events == 0
        late = live(bandit, clock, 30, 3)
        assert bandit.check().ok, bandit.check()
        before = seen(bandit)
    with Bandit.open(store, clock=clock) as bandit:
        assert seen(bandit) == before
        assert bandit.check().ok
        assert bandit.reward(late[-1], 0.5)
    rows = [row for path in sorted((tmp_path / "archive").iterdir()) for row in pq.read_table(path).to_pylist()]
    assert [row["seq"] for row in rows] == list(range(1, again.through + 1))
    assert {row["kind"] for row in rows} == {"decided", "rewarded", "revised", "added", "retired"}
    assert rows[0]["names"] in NAMES


def test_a_twin_that_was_never_archived(tmp_path, clock, store):
    """The same calls on two stores, one archived in the middle: the same decisions, counts and means, bit for bit."""
    twin = Clock(NOW)
    with made(store, clock) as bandit, made(tmp_path / "twin.db", twin) as whole:
        for seed in range(3):
            live(bandit, clock, 40, seed)
            live(whole, twin, 40, seed)
            bandit.archive(clock.now - HOUR / 6, tmp_path / "archive")
            bandit._session._fold = None  # as a process that opens it anew
        assert seen(bandit) == seen(whole)
        keys = ("kind", "arms", "value", "time", "user", "cohort", "propensity")
        base = bandit.log()[0].seq - 1
        assert [[getattr(e, k) for k in keys] for e in bandit.log()] == [
            [getattr(e, k) for k in keys] for e in whole.log(after=base)
        ]


def test_what_is_archived_counts_once(store, clock, tmp_path):
    """A reward that was told is not told again; one that waits is; a user keeps the arm."""
    with made(store, clock, "Greedy") as bandit:
        told, waits = bandit.decide(user="alice"), bandit.decide(user="bob")
        bandit.reward(told.id, 1.0)
        clock.now += HOUR
        bandit.archive(clock.now, tmp_path)
        for value in (1.0, 0.0):
            with pytest.raises(TooLate, match="is archived"):
                bandit.reward(told.id, value)
        assert bandit.reward_each([(told.id, 1.0), (waits.id, 1.0)])[1] is True
        assert bandit.reward(waits.id, 1.0) is False
        assert bandit.reward(waits.id, 0.25) is True  # revised
        for decision in (told, waits):
            kept = bandit.decide(user=decision.user)
            assert (kept.arm, kept.chosen_by, kept.cohort) == (decision.arm, "user", decision.cohort)
        assert (bandit.state().rewards, bandit.state().reward) == (2, 1.25)
        assert bandit.check().ok, bandit.check()
        bandit.archive(clock.now + 1, tmp_path)
        assert bandit.check().ok
        assert bandit.expire(clock.now + 1) == 2
        assert bandit.check().ok


def test_others_go_on(store, clock, tmp_path):
    """A process whose state is from before the checkpoint catches up from it."""
    with made(store, clock) as bandit, Bandit.open(store, clock=clock) as other:
        live(bandit, clock, 30, 1)
        assert other._session._fold.seq == 0
        bandit.archive(clock.now + 1, tmp_path)
        bandit.decide()
        assert other.state() == bandit.state()
        other.decide()
        assert other.check().ok
        assert other.export(tmp_path / "decisions.csv") == 2


def test_damage_is_found(store, clock, tmp_path):
    with made(store, clock) as bandit:
        live(bandit, clock, 30, 1)
        bandit.archive(clock.now - HOUR / 6, tmp_path)
        database, base = bandit._session.database, bandit._session.store.head().base
        row = database.rows("SELECT MIN(seq) FROM events")[0][0]
        assert row <= base
        for sql, words in (
            (f"UPDATE events SET propensity = 0.123 WHERE seq = {row}", "are not those that it keeps"),
            ("UPDATE heads SET base = base + 1", "says that the log is archived up to"),
            (f"DELETE FROM events WHERE seq = {base + 2}", f"event {base + 2} is missing"),
        ):
            database.rows(sql)
            assert words in str(bandit.check()), sql
        with pytest.raises(StoreError, match="not archived"):
            bandit.archive(clock.now + 1, tmp_path)
        database.rows("UPDATE checkpoints SET chain = chain + 1")
        assert "was altered" in str(bandit.check())
    with pytest.raises(StoreError, match="restore a backup"):
        Bandit.open(store)


def test_damage_to_archived_hours_is_found(store, clock, tmp_path):
    """They follow from no log any more, and have checksums of their own."""
    with made(store, clock) as bandit:
        live(bandit, clock, 30, 1)
        clock.now += 3 * HOUR
        live(bandit, clock, 3, 1)
        bandit.archive(clock.now - HOUR, tmp_path)
        assert bandit.check().ok
        bandit._session.database.rows("UPDATE hours SET decisions = decisions + 1")
        assert "a row of hours is not as it was written" in str(bandit.check())


def test_erase_after_archiving(store, clock, tmp_path):
    """From the log, from what is kept before the checkpoint, and from archived files; no checksum remembers."""
    with made(store, clock) as bandit:
        live(bandit, clock, 60, 1)
        bandit.archive(clock.now - HOUR / 2, tmp_path / "archive")
        before = seen(bandit)
        archived = [row for p in (tmp_path / "archive").iterdir() for row in pq.read_table(p).to_pylist()]
        decided = sum(row["user"] == "alice" for row in archived)
        assert decided
        erased = bandit.erase(["alice"], archives=tmp_path / "archive")
        assert erased > decided
        rows = repr(bandit._session.database.rows("SELECT * FROM events"))
        assert "'alice'" not in rows
        files = [row for p in (tmp_path / "archive").iterdir() for row in pq.read_table(p).to_pylist()]
        assert [row["seq"] for row in files] == [row["seq"] for row in archived]
        assert {row["user"] for row in files} >= {"erased", "bob"}
        assert "alice" not in {row["user"] for row in files}
        assert bandit._session.database.rows("SELECT chain FROM checkpoints") == [(0,)]
        assert bandit.check().ok, bandit.check()
        assert seen(bandit) == before
        live(bandit, clock, 20, 2)
        assert bandit.check().ok


@pytest.mark.skipif(os.name != "posix", reason="has no such links")
def test_no_link_of_others_is_followed(store, clock, tmp_path):
    """Whoever knows the name of the file and the process cannot have another file written instead."""
    victim, folder = tmp_path / "victim", tmp_path / "archive"
    victim.write_bytes(b"mine")
    folder.mkdir()
    name = "default-000000000001-000000000002.parquet"
    with made(store, clock) as bandit:
        bandit.reward(bandit.decide(user="alice").id, 1.0)
        (folder / f".{name}.{os.getpid()}").symlink_to(victim)
        bandit.archive(clock.now + 1.0, folder)
        (folder / f".{name}.{os.getpid()}").unlink(missing_ok=True)
        (folder / f".{name}.{os.getpid()}").symlink_to(victim)
        assert bandit.erase(["alice"], archives=folder) == 2
    assert victim.read_bytes() == b"mine"
    assert pq.read_table(folder / name)["user"].to_pylist() == ["erased", None]


def test_archives_of_names_that_begin_alike(store, clock, tmp_path):
    """Erasing from one bandit leaves the archives of others; names too long for a file are cut short."""
    names = ["shop", "shop-2", "shop-000000000001", "ä" * 200, "ä" * 199]
    for name in names:
        with Bandit("Greedy", 3, 100, store, name=name, clock=clock) as bandit:
            bandit.decide(user="alice")
            bandit.archive(clock.now + 1.0, tmp_path)
    assert len(list(tmp_path.glob("*.parquet"))) == len(names)
    for done, name in enumerate(names, 1):
        with Bandit.open(store, name, clock=clock) as bandit:
            assert bandit.erase(["alice"], archives=tmp_path) == 2  # the row that is kept, and the file
        users = [pq.read_table(path)["user"].to_pylist() for path in tmp_path.glob("*.parquet")]
        assert users.count(["erased"]) == done


@pytest.mark.parametrize("content", [b"", b"no table", "another table"])
def test_a_file_that_is_no_archive_is_named(store, clock, tmp_path, content):
    path = tmp_path / "default-000000000001-000000000002.parquet"
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        pq.write_table(pa.table({"x": [1]}), path)
    before = path.read_bytes()
    with made(store, clock) as bandit, pytest.raises(StoreError, match=r"0002\.parquet is no archive of a bandit"):
        bandit.erase(["alice"], archives=tmp_path)
    assert path.read_bytes() == before


def test_over_http(store, tmp_path):
    from starlette.testclient import TestClient

    app = create_app(ServiceOptions(store, archive=str(tmp_path / "archive")))
    with TestClient(app, base_url="http://127.0.0.1") as http:
        client = Client("http://127.0.0.1", name="b")
        client._http = http
        client.create("Greedy()", 3, 100)
        first = client.decide(user="alice")
        client.reward(first.id, 1.0)
        done = client.archive(first.time + 1e6)
        assert (done.events, done.through) == (2, 2)
        with pytest.raises(TooLate):
            client.reward(first.id, 1.0)
        assert client.state().rewards == 1
        assert client.log() == []
        assert client.erase(["alice"]) == 2  # the row that is kept, and the file
        client.decide()
    with TestClient(create_app(ServiceOptions(store)), base_url="http://127.0.0.1") as http:
        assert http.post("/bandits/b/archive", json={"before": 1e9}).status_code == 409
    with Bandit.open(store, "b") as bandit:
        assert bandit.check().ok
