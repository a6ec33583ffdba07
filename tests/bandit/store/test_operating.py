"""The durable bandit through mishaps of operation: wrong clocks, other schemas, old tables, copies."""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
from pathlib import Path

import pytest

from begreedy.bandit.store.backup import backup
from begreedy.bandit.store.migrations import STEPS
from begreedy.online import Bandit, StoreError, bandits
from begreedy.service import run
from begreedy.values import new_file
from support.online_play import NAMES, Clock, play

DAY, YEAR, NOW = 86_400.0, 365 * 86_400.0, 1.8e9
OLD = Path(__file__).parents[2] / "stores" / "0.1"


# ---------------------------------------------------------------- a clock that jumped


def test_a_clock_that_was_a_year_ahead(store):
    """Windows are kept before, while and after: what was decided meanwhile expires once something after it is late."""
    clock = Clock(NOW)
    with Bandit("Greedy", NAMES, 100, store, window=60.0, clock=clock) as bandit:
        bandit.decide()
        clock.now += YEAR
        ahead = bandit.decide()  # the first is a year late by now
        assert (bandit.state().expired, bandit.state().pending) == (1, 1)
        clock.now = NOW + 10.0
        after = bandit.decide()
        assert after.time == NOW + 10.0
        clock.now = NOW + 65.0
        assert bandit.state().pending == 2
        clock.now = NOW + 71.0
        assert bandit.state().pending == 0
        assert [e.decision_id for e in bandit.log()][-2:] == [ahead.id, after.id]
        assert bandit.check().ok
    with Bandit.open(store, clock=clock) as bandit:
        assert bandit.check().ok


def test_a_decision_of_the_future_expires_though_all_after_it_are_rewarded(store):
    """Nothing that waits is late; the log tells that the decision is."""
    clock = Clock(NOW + YEAR)
    with Bandit("Greedy", NAMES, 100, store, window=60.0, clock=clock) as bandit:
        bandit.decide()
        clock.now = NOW
        play(bandit, [1.0, 0.0])
        clock.now = NOW + 61.0
        play(bandit, [1.0])
        assert (bandit.state().expired, bandit.state().pending) == (1, 0)
        assert bandit.expire(NOW + 100.0) == 0
        assert bandit.check().ok


def test_expire_by_hand_after_the_clock_was_put_right(store):
    clock = Clock(NOW + YEAR)
    with Bandit("Greedy", NAMES, 100, store, clock=clock) as bandit:
        bandit.decide()
        clock.now = NOW
        bandit.decide()
        assert bandit.expire(NOW + 1.0) == 2


def test_a_clock_without_a_battery_is_not_believed(store):
    """1970 is no time for a decision: it would be late at once when the clock is set."""
    clock = Clock(NOW)
    with Bandit("Greedy", NAMES, 100, store, window=60.0, clock=clock) as bandit:
        bandit.decide()
        clock.now = 100.0
        assert bandit.decide().time == NOW
        clock.now = NOW + 1.0
        assert bandit.state().pending == 2


# ---------------------------------------------------------------- a schema of its own


def test_a_schema_of_its_own(postgres):
    """Beside a table of the application with the same name; made when it is first needed, and not twice."""
    import psycopg

    address = postgres.database()
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute("CREATE TABLE events (of_the_application TEXT)")
    own = f"{postgres.address()}&schema=begreedy_{postgres.made}"
    with Bandit("Greedy", NAMES, 100, own) as bandit:
        play(bandit, [1.0, 0.0])
        assert bandit.check().ok
    assert bandits(own) == ["default"]
    assert bandits(f"{postgres.address()}&schema=another_{postgres.made}") == []
    with Bandit.open(own) as bandit:
        assert bandit.state().decisions == 2


@pytest.mark.parametrize("schema", ["", "Upper", "pg_mine", "a-b", 'a"b', "1a", "x" * 64, "a&schema=b"])
def test_names_of_schemas(schema):
    with pytest.raises(ValueError, match="schema must be one name"):
        Bandit("Greedy", NAMES, 100, f"postgresql://localhost/db?schema={schema}")


# ---------------------------------------------------------------- old tables, copies


def test_migrate(tmp_path, capsys):
    """An older store is brought to the present version on demand; nothing is made where there is none."""
    store = tmp_path / "old.db"
    shutil.copy(OLD / "bandits.db", store)
    assert run.migrate(str(store)) == 0
    assert capsys.readouterr().out == f"the tables of old.db were of version 1 and are of version {len(STEPS)} now\n"
    assert run.migrate(str(store)) == 0
    assert capsys.readouterr().out == f"the tables of old.db are of version {len(STEPS)}\n"
    with pytest.raises(ValueError, match="there is no store"):
        run.migrate(str(tmp_path / "absent.db"))
    assert not (tmp_path / "absent.db").exists()


def write_on(store, ready, stop, told):
    with Bandit.open(store) as bandit:
        while not stop.is_set():
            decision = bandit.decide()
            bandit.reward(decision.id, 1.0)
            told.append(decision.id)
            ready.set()


def copied_under_load(store, copy):
    """Copy a store while somebody writes to it; returns what was acknowledged before."""
    Bandit("Greedy", NAMES, 10_000, store).close()
    ready, stop, told = threading.Event(), threading.Event(), []
    writer = threading.Thread(target=write_on, args=(store, ready, stop, told))
    writer.start()
    try:
        assert ready.wait(30)
        before = list(told)
        copy()
    finally:
        stop.set()
        writer.join(30)
    return before


def check_copy(store, before):
    with Bandit.open(store) as bandit:
        assert bandit.check().ok
        assert set(before) <= {e.decision_id for e in bandit.log(limit=10_000) if e.kind == "rewarded"}
        bandit.decide()


def test_backup_and_restore_of_a_file(tmp_path):
    store, copy = str(tmp_path / "b.db"), tmp_path / "copies" / "copy.db"
    copy.parent.mkdir()
    before = copied_under_load(store, lambda: backup(store, copy))
    assert [path.name for path in copy.parent.iterdir()] == ["copy.db"]
    check_copy(str(copy), before)
    with pytest.raises(ValueError, match="does not exist yet"):
        backup(store, copy)
    (tmp_path / "no.db").write_text("no database")
    with pytest.raises(StoreError, match="could not be copied"):
        backup(tmp_path / "no.db", tmp_path / "no copy.db")
    with pytest.raises(ValueError, match="pg_dump"):
        backup("postgresql://user:secret@host/db", copy)


@pytest.mark.skipif(os.name != "posix", reason="has no such links and modes")
def test_a_backup_follows_no_link_and_is_for_its_owner(tmp_path, monkeypatch):
    """A link in a folder that others may write must not lead the copy to another file."""
    Bandit("Greedy", 2, store=tmp_path / "b.db").close()
    backup(tmp_path / "b.db", tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o077 == 0
    victim = tmp_path / "victim"
    victim.write_bytes(b"mine")
    monkeypatch.setattr(new_file.secrets, "token_hex", lambda size: "0" * 2 * size)
    new_file.unguessed(tmp_path / "other.db").symlink_to(victim)
    with pytest.raises(StoreError, match="could not be copied"):
        backup(tmp_path / "b.db", tmp_path / "other.db")
    assert victim.read_bytes() == b"mine"


def test_backup_and_restore_of_a_database(postgres, tmp_path):
    """As docs/operate.md says: pg_dump of the schema, pg_restore into another database."""
    if not shutil.which("pg_dump"):
        pytest.skip("no pg_dump")
    import psycopg

    dump, target = tmp_path / "dump", f"restored{postgres.made}"
    schema = f"kept_{postgres.made}"
    store = f"{postgres.address()}&schema={schema}"

    def copy():
        words = ["pg_dump", "--format", "custom", "--schema", schema, "--file", str(dump), postgres.address()]
        subprocess.run(words, check=True, timeout=60)

    before = copied_under_load(store, copy)
    with psycopg.connect(postgres.address(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {target}")
    elsewhere = postgres.address().replace("/postgres?", f"/{target}?")
    subprocess.run(["pg_restore", "--exit-on-error", "--dbname", elsewhere, str(dump)], check=True, timeout=60)
    check_copy(f"{elsewhere}&schema={schema}", before)
