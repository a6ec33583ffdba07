"""Bandits of earlier versions: opened, migrated, read and played on; newer ones are refused."""

from __future__ import annotations

import copy
import json
import shutil
import sqlite3
import zlib
from collections import namedtuple
from contextlib import closing
from pathlib import Path

import pytest

from begreedy.bandit.records import Event
from begreedy.bandit.store import migrations
from begreedy.bandit.store import store as bandit_store
from begreedy.bandit.store.checksum import VERSIONS, checksum
from begreedy.bandit.store.database import connect
from begreedy.online import Bandit, StoreError, bandits
from begreedy.values.spec import parse
from stores.make import BANDITS, continued, described
from support.commands import begreedy

HERE = Path(__file__).parent
SAID_BY = {version: json.loads((HERE / version / "bandits.json").read_text(encoding="utf-8")) for version in BANDITS}
SAID = SAID_BY["0.1"]
TABLES = ("bandits", "heads", "events", "pending", "names", "past", "snapshots")


@pytest.fixture(params=["sqlite", "postgres"])
def store_of(request, tmp_path):
    """A function that copies the store of a version and returns the copy's address."""

    def copied(version: str) -> str:
        if request.param == "sqlite":
            return shutil.copy(HERE / version / "bandits.db", tmp_path)
        import psycopg

        server = request.getfixturevalue("postgres")
        address = server.database()
        dump = (HERE / version / "bandits.sql").read_text(encoding="utf-8").replace("public.", f"store{server.made}.")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(dump)
        return address

    return copied


@pytest.fixture
def old(store_of):
    """The address of a copy of the store of version 0.1."""
    return store_of("0.1")


GROWN = {
    "bandits": "id, name, settings",
    "heads": "bandit, seq, clock, chain",
    "events": ", ".join([*Event._fields[:9], "chain"]),
    "names": "bandit, first, labels",
    "past": "bandit, number, total, pulls",
}


def contents(address: str) -> dict[str, list]:
    """All rows of all tables as 0.1 had them, and what else there is; read without migrating."""
    database = connect(address)
    found = {}
    for table in TABLES:
        columns = GROWN.get(table, "*")
        found[table] = sorted(repr(row) for row in database.rows(f"SELECT {columns} FROM {table}"))
    if database.has_table("schema_version"):
        found["schema_version"] = database.rows("SELECT version FROM schema_version")
        found["checksums"] = database.rows("SELECT bandit, seq, checksum_version FROM events ORDER BY bandit, seq")
    database.close()
    return found


# ---------------------------------------------------------------- what is there


@pytest.mark.parametrize(("version", "name"), [(version, name) for version in BANDITS for name in BANDITS[version]])
def test_an_old_bandit_is_what_it_was(store_of, version, name, tmp_path):
    """State, arms, log, export and check are those that the old version told, and it decides next what that would."""
    old, said = store_of(version), copy.deepcopy(SAID_BY[version][name])
    following = said.pop("continued")
    present = described(old, name, tmp_path)
    if version == "0.1":  # which did not know
        assert present["state"].pop("paused") == 0
    for arm in [*present["arms"], *said["arms"]]:
        assert arm.pop("why")  # words for people, which may change
    for state in (present["state"], said["state"]):  # policies likewise: that they are the same is what counts
        state |= {field: parse(state[field]) for field in ("policy", "plays") if state[field] != "auto"}
    for kind in ("log", "decisions"):
        known = said[kind][0].keys()
        present[kind] = [{field: row[field] for field in known} for row in present[kind]]
    assert present == said
    assert continued(old, name) == following
    with Bandit.open(old, name) as bandit:
        assert bandit.check().ok


def test_old_bandits_are_listed(old):
    assert bandits(old) == sorted(SAID)


def test_settings_of_an_old_bandit_still_agree(old):
    """A program that makes its bandit whenever it starts finds the one of the old version."""
    with Bandit("Subsample(UCB(c=0.5), k=4)", 1000, 2000, old, name="subsample") as bandit:
        assert bandit.state().decisions == 30
    with Bandit("auto", 8, 300, old, name="advised") as bandit:
        assert bandit.settings.plays == "Greedy()"


def test_old_rewards_come_late(old):
    """A decision of the old version is rewarded in this one, once; its context is known."""
    with Bandit.open(old, "greedy") as bandit:
        again = bandit.decide(context_id="request ü 7")
        assert again.id == SAID["greedy"]["decisions"][-1]["decision"]
        assert bandit.reward(again.id, 1.0) is True
        assert bandit.reward(again.id, 1.0) is False
        assert bandit.check().ok


def test_the_command_line_checks_old_bandits(old):
    done = begreedy("serve", "--store", str(old), "--check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert all(f"{name}: {SAID[name]['check']}" in done.stdout for name in SAID)
    assert "all agree with their logs" in done.stdout


# ---------------------------------------------------------------- migrating


def test_migrating_changes_no_row_and_happens_once(old):
    """All rows of 0.1 are there unchanged; a second time changes nothing at all."""
    before = contents(old)
    bandits(old)
    migrated = contents(old)
    assert {table: migrated[table] for table in TABLES} == before
    assert migrated["schema_version"] == [(len(migrations.STEPS),)]
    assert {version for *_, version in migrated["checksums"]} == {1}
    bandits(old)
    assert contents(old) == migrated


def test_a_new_store_has_the_tables_of_a_migrated_one(tmp_path):
    copy = shutil.copy(HERE / "0.1/bandits.db", tmp_path)
    bandits(copy)
    Bandit("Greedy", 2, store=tmp_path / "new.db").close()

    def columns(path):
        with closing(sqlite3.connect(path)) as connection:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: connection.execute(f"PRAGMA table_info({name})").fetchall() for name in tables}

    assert columns(copy) == columns(tmp_path / "new.db")


KILLED = """
import os, signal
from begreedy.bandit.store import migrations
from begreedy.online import bandits
migrations.STEPS.append(lambda database: os.kill(os.getpid(), signal.SIGKILL))
bandits({address!r})
"""


def test_killed_in_the_middle_of_a_migration(old, fresh):
    """The old version is intact, and the next process migrates it."""
    before = contents(old)
    process = fresh.start(KILLED.format(address=str(old)))
    process.communicate(timeout=120)
    assert process.returncode == -9
    assert contents(old) == before
    with Bandit.open(old, "thompson") as bandit:
        assert str(bandit.check()) == SAID["thompson"]["check"]


def test_a_migration_that_fails_leaves_the_old_version(old, monkeypatch):
    before = contents(old)
    bad = lambda database: database.rows("UPDATE nothing SET nothing = 1")  # noqa: E731
    monkeypatch.setattr(migrations, "STEPS", [*migrations.STEPS, bad])
    with pytest.raises(StoreError, match="nothing was recorded"):
        bandits(old)
    assert contents(old) == before


AT_ONCE = """
import sys, time
from pathlib import Path
from begreedy.bandit.store import migrations
from begreedy.online import Bandit
done = []
migrations.STEPS[1:] = [lambda database, step=step: (step(database), time.sleep(0.2), done.append(1))
                        for step in migrations.STEPS[1:]]
Path("ready{number}").touch()
while not Path("go").exists():
    time.sleep(0.01)
with Bandit.open({address!r}, "thompson") as bandit:
    bandit.decide()
    print(json.dumps([len(done), bandit.check().ok]))
"""


@pytest.mark.every_time("postgres")
def test_two_processes_at_once_migrate_once(old, fresh):
    """Both open it, one migrates."""
    processes = [fresh.start(AT_ONCE.format(number=i, address=str(old))) for i in range(2)]
    while not all((fresh.folder / f"ready{i}").exists() or processes[i].poll() is not None for i in range(2)):
        pass
    (fresh.folder / "go").touch()
    answers = [fresh.finish(process) for process in processes]
    assert sorted(done for done, _ in answers) == [0, len(migrations.STEPS) - 1]
    assert all(ok for _, ok in answers)


def test_a_newer_store_is_refused_and_left_as_it_is(store, tmp_path):
    """The message says what to do, and nothing is written."""
    with Bandit("Greedy", 3, store=store) as bandit:
        bandit.decide()
    database = connect(store)
    database.rows("UPDATE schema_version SET version = 99")
    database.close()
    before = contents(store), *(path.read_bytes() for path in sorted(tmp_path.glob("*.db")))
    for work in (
        lambda: Bandit("Greedy", 3, store=store),
        lambda: Bandit.open(store),
        lambda: bandits(store),
    ):
        with pytest.raises(StoreError, match=r"newer version of begreedy: its tables are of version 99.*Upgrade"):
            work()
    for more in ((), ("--check",)):
        done = begreedy("serve", "--store", str(store), *more)
        assert done.returncode == 1
        assert "newer version of begreedy" in done.stderr
    assert (contents(store), *(path.read_bytes() for path in sorted(tmp_path.glob("*.db")))) == before


# ---------------------------------------------------------------- checksums

EVENTS = [
    Event(1, "decided", None, "0123456789abcdef", (4, 2), None, None, 'request "ü" \\7', 1700000000.25),
    Event(2, "rewarded", 1, "", (4, 2), -1.0, 0.1, None, 1700000001.5),
    Event(3, "added", None, "0123456789abcdef", (), 7.0, None, None, 1700000002.0),
    Event(4, "revised", 1, "", (4,), 1.0, 0.3, None, 1700000003.0, 1, 0.5, 0.1),
    Event(
        5,
        "decided",
        None,
        "ab",
        (3,),
        None,
        None,
        None,
        1.5,
        0,
        None,
        None,
        "treated",
        "ü",
        'a"b',
        "not 1,2",
        "floor",
        0.25,
    ),
]


# An event as a later version may have it: with a field that older ones lack.
LaterEvent = namedtuple("LaterEvent", [*Event._fields, "later"], defaults=[None])


@pytest.mark.parametrize("version", sorted(VERSIONS))
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_a_new_field_does_not_alter_old_events(event, version):
    assert checksum(7, LaterEvent(*event), version) == checksum(7, event, version)


@pytest.mark.parametrize("version", sorted(VERSIONS))
@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_field_counts(event, version):
    """Another value of any field, or another event before it: another checksum."""
    changed = {"seq": 9, "kind": "expired", "decision": 8, "token": "x", "arms": (1,), "value": 0.5, "cost": 0.7}
    changed |= {"context": "another", "time": 1.0}
    if version > 1:
        changed |= {"revision": 2, "was": 0.25, "was_cost": 0.75, "cohort": "control", "segment": "x", "user_id": "y"}
        changed |= {"eligible": "7", "chosen_by": "user", "propensity": 0.125}
    sums = [checksum(7, event._replace(**{name: value}), version) for name, value in changed.items()]
    sums += [checksum(7, event, version), checksum(8, event, version)]
    assert len(set(sums)) == len(changed) + 2


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_what_is_summed_is_json_of_the_fields_that_an_event_has(event):
    fields = {"checksum": 2, "seq": event.seq, "kind": event.kind, "time": event.time}
    rest = [name for name in event._fields if name not in fields and getattr(event, name) not in (None, "", (), 0)]
    text = json.dumps(fields | {name: getattr(event, name) for name in rest}, separators=(",", ":"))
    assert checksum(7, event) == zlib.crc32(text.encode(), 7)


def test_checksums_are_what_they_always_were():
    """Numbers written down: a change of the rule needs a new version."""
    assert [checksum(7, event, 1) for event in EVENTS[:3]] == [2552129549, 2658835493, 2750680403]
    assert [checksum(7, event, 2) for event in EVENTS] == [249125396, 993533034, 2009067896, 642375350, 2821472599]


def test_versions_of_checksums_mix(old, monkeypatch):
    """A process of version 0.1 that is still running writes on after the migration, and all is sound."""
    with Bandit.open(old, "costs") as bandit:
        bandit.decide()
        with monkeypatch.context() as running:
            running.setattr(bandit_store, "PRESENT", 1)
            running.setattr(bandit_store, "checksum", lambda previous, event: checksum(previous, event, 1))
            bandit.decide()
        bandit.decide()
        assert bandit.check().ok
    assert [version for *_, version in contents(old)["checksums"]].count(2) == 2


def test_an_unknown_version_of_a_checksum_is_named(old):
    with Bandit.open(old, "costs") as bandit:
        bandit._session.database.rows("UPDATE events SET checksum_version = 3 WHERE seq = 2")
        assert "event 2 (rewarded) has a checksum of the unknown version 3" in bandit.check().problems
