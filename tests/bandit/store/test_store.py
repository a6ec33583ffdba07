"""The durable bandit: settings, log, export and check; on both kinds of store."""

from __future__ import annotations

import csv
import sqlite3
from contextlib import closing, nullcontext
from dataclasses import dataclass

import pytest

import begreedy as bg
from begreedy.bandit.log import export
from begreedy.online import (
    Bandit,
    NoSuchBandit,
    SettingsDiffer,
    StoreError,
    bandits,
)
from support.online_play import NAMES, play


@dataclass(frozen=True)
class Last:
    """Prefers the last arm; a policy of a user's own."""

    def index(self, total, pulls):
        return total / pulls + 0.5


@pytest.fixture
def bandit(store):
    with Bandit("Greedy", NAMES, horizon=100, store=store) as made:
        yield made


# ---------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("other", "field"),
    [
        ({"policy": "UCB"}, "policy"),
        ({"arms": 4}, "arms"),
        ({"arms": ["a", "b", "c"]}, "names of arms"),
        ({"horizon": 99}, "horizon"),
        ({"seed": 1}, "seed"),
        ({"rewards": (0, 2)}, "rewards"),
        ({"costs": (0, 1)}, "costs"),
        ({"stream": [1, 2, 3, 4]}, "stream"),
    ],
)
def test_settings_must_agree(tmp_path, other, field):
    made = {"policy": "Greedy", "arms": 3, "horizon": 100, "store": tmp_path / "bandit.db"}
    Bandit(**made).close()
    with pytest.raises(SettingsDiffer, match=rf"{field} differs: the bandit 'default' was made with"):
        Bandit(**{**made, **other})
    with Bandit(**{**made, **other}, name="another") as bandit:
        assert bandit.name == "another"


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"arms": 0}, ValueError, "arms must be at least 1"),
        ({"arms": []}, ValueError, "arms must be at least 1"),
        ({"arms": "abc"}, TypeError, "arms must be a number of arms or a sequence of names"),
        ({"arms": ["a", "a"]}, ValueError, "different names, got 'a' twice"),
        ({"arms": ["a", 3]}, TypeError, r"arms\[1\] must be a text"),
        ({"arms": ["x" * 201]}, ValueError, r"arms\[0\] must have 1 to 200"),
        ({"arms": None}, TypeError, "arms must be"),
        ({"arms": True}, TypeError, "arms must be"),
        ({"arms": 2.5}, ValueError, "arms must be a whole number"),
        ({"horizon": 0}, ValueError, "horizon must be at least 1"),
        ({"horizon": None, "policy": "MOSS"}, ValueError, "horizon must be given for MOSS"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"rewards": (1, 0)}, ValueError, "rewards must be .low, high. with low below high"),
        ({"rewards": (0, float("inf"))}, ValueError, r"rewards\[1\] must be a finite number"),
        ({"rewards": 1}, TypeError, "rewards must be a pair"),
        ({"rewards": None, "policy": "ThompsonBeta"}, ValueError, "rewards must be given"),
        ({"policy": "BTS"}, ValueError, "costs must be given"),
        ({"policy": "MeDZO"}, TypeError, "cannot be played online"),
        ({"policy": "LinUCB"}, ValueError, "features must be given for LinUCB"),
        ({"policy": "Nobody"}, ValueError, "no 'Nobody'"),
        ({"policy": "Subsample(Greedy(), k=9)"}, ValueError, "k must be at most the 3 arms"),
        ({"policy": "Cascade(Greedy())", "rewards": (0, 2)}, ValueError, "counts clicks"),
        ({"name": ""}, ValueError, "name must have 1 to 200"),
        ({"name": 3}, TypeError, "name must be a text"),
        ({"sync": "never"}, ValueError, "sync must be"),
        ({"store": 3}, TypeError, "store must be"),
        ({"store": "mysql://me:secret@host/db"}, ValueError, "store must be .*, got mysql://...$"),
        ({"arms": 10**9}, ValueError, "arms must be at most 1048576 to play all of them"),
        ({"rewards": (0, 1e101)}, ValueError, "both between -1e.100 and 1e.100"),
        ({"stream": [1]}, TypeError, "stream must be four words"),
        ({"history": "no such file.csv"}, FileNotFoundError, "no such file"),
    ],
)
def test_bad_settings(tmp_path, given, error, message):
    made = {"policy": "Greedy", "arms": 3, "horizon": 100, "store": tmp_path / "bandit.db", **given}
    with pytest.raises(error, match=message):
        Bandit(**made)


def test_there_is_no_such_bandit(store, tmp_path):
    with pytest.raises(NoSuchBandit, match="there is no store"):
        Bandit.open(tmp_path / "nothing.db")
    Bandit("Greedy", 3, store=store, name="some").close()
    assert bandits(store) == ["some"]
    with pytest.raises(NoSuchBandit, match="there is no bandit 'other' in this store; there are 'some'"):
        Bandit.open(store, "other")
    with pytest.raises(StoreError, match="could not be used"):
        Bandit("Greedy", 3, store=tmp_path / "no folder" / "bandit.db")
    (tmp_path / "text.db").write_text("This is not a database, whatever it is called. " * 100)
    with pytest.raises(StoreError, match="not a database"):
        Bandit("Greedy", 3, store=tmp_path / "text.db")


def test_a_policy_of_your_own(store):
    """From a module it is found again by its name; a local one has to be given."""

    @dataclass(frozen=True)
    class Local(Last):
        pass

    with Bandit(Last(), 3, store=store, name="module") as bandit:
        assert bandit.settings.plays == f"{Last.__module__}:Last()"
        bandit.decide()
    with Bandit.open(store, "module") as bandit:
        assert bandit.decide().number == 1
    for _ in range(2):
        with Bandit(bg.Subsample(Local(), 2), 3, store=store, name="local") as bandit:
            bandit.decide()
    with pytest.raises(ValueError):
        Bandit.open(store, "local")


def test_a_snapshot_without_arms(store, monkeypatch):
    monkeypatch.setattr("begreedy.bandit.session.SNAPSHOT_EVENTS", 1)
    with Bandit("MOSS", 2, 100, store) as bandit:
        play(bandit, [1.0, 0.0, 1.0])
        for arm in range(2):
            bandit.retire_arm(arm)
        with Bandit.open(store) as other:
            assert other._session.fold.snapshot() == bandit._session.fold.snapshot()
            other.add_arms(1)
            assert other.decide().arm == "2"
        assert bandit.check().ok


# ---------------------------------------------------------------- log, export, check


def test_the_log_has_everything_in_order(bandit):
    decision = bandit.decide(context_id="page")
    bandit.reward(decision.id, 0.25)
    bandit.add_arms(["pink"])
    bandit.retire_arm("red")
    bandit.decide()
    bandit.expire(1e12)
    log = bandit.log()
    kinds = ["decided", "rewarded", "added", "retired", "decided", "expired"]
    assert [(entry.seq, entry.kind) for entry in log] == list(enumerate(kinds, 1))
    assert (log[0].decision_id, log[0].arms, log[0].context_id) == (decision.id, ("red",), "page")
    assert (log[1].decision_id, log[1].arms, log[1].value) == (decision.id, ("red",), 0.25)
    assert log[3].arms == ("red",)
    assert log[5].value is None
    assert bandit.log(after=3, limit=2) == log[3:5]
    for wrong in ({"after": -1}, {"limit": 0}, {"limit": 10**9}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            bandit.log(**wrong)


def test_export(store, tmp_path):
    """Both formats have the same rows, and these are the decisions."""
    import pyarrow.parquet as pq

    with Bandit("Greedy", ["a,b", 'quo"te', "ü"], 100, store) as bandit:
        made = bandit.decide_many(5, ["one", None, None, None, None])
        bandit.reward_many([(made[0].id, 1.0), (made[1].id, 0.5)])
        bandit.expire(1e12, 0.0)
        last = bandit.decide()
        assert bandit.export(tmp_path / "log.csv") == bandit.export(tmp_path / "log.parquet") == 6
        rows = pq.read_table(tmp_path / "log.parquet").to_pylist()
        assert [row["decision"] for row in rows] == [d.id for d in [*made, last]]
        assert [row["arm"] for row in rows] == [d.arm for d in [*made, last]]
        assert [row["reward"] for row in rows] == [1.0, 0.5, 0.0, 0.0, 0.0, None]
        assert [row["outcome"] for row in rows] == ["rewarded"] * 2 + ["expired"] * 3 + ["pending"]
        assert rows[0]["context"] == "one"
        with (tmp_path / "log.csv").open(newline="", encoding="utf-8") as file:
            read = list(csv.DictReader(file))
        assert [row["arm"] for row in read] == [row["arm"] for row in rows]
        assert float(read[1]["reward"]) == 0.5
        with pytest.raises(ValueError, match=r"must end in .csv or .parquet"):
            bandit.export(tmp_path / "log.xlsx")


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_an_export_that_fails_midway_leaves_what_was_there(tmp_path, suffix, monkeypatch):
    """Not half a file, which might be taken for a whole one."""
    path = tmp_path / f"log{suffix}"
    path.write_text("before")
    with Bandit("Greedy", 2, 100, tmp_path / "b.db") as bandit:
        bandit.decide()
        monkeypatch.setattr(export, "_played_features", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            bandit.export(path)
    assert path.read_text() == "before"
    assert {entry.suffix for entry in tmp_path.iterdir()} <= {".db", suffix}


TAMPERED = [
    ("UPDATE events SET value = 1.0 WHERE seq = 2", "event 2 (rewarded) was altered"),
    ("UPDATE events SET arms = '2' WHERE seq = 1", "event 1 (decided) was altered"),
    ("UPDATE events SET arms = '2' WHERE seq = 1", "event 1: arms (2,) were decided, but the policy chooses (0,)"),
    ("DELETE FROM events WHERE seq = 4", "event 4 is missing"),
    ("DELETE FROM events WHERE seq = 41", "heads: says that the log ends with event 41, but it ends with event 40"),
    ("DELETE FROM pending", "pending: decision 41 has no reward, but is not there"),
    ("UPDATE pending SET token = 'x'", "pending: decision 41 is not as in the log"),
    ("INSERT INTO pending SELECT bandit, 3, 'x', '1', 0 FROM heads", "pending: decision 3 is there"),
    ("UPDATE snapshots SET seq = 30", "snapshots: "),
    ("UPDATE snapshots SET content = '7'", "snapshots: "),
    ("UPDATE events SET kind = 'odd' WHERE seq = 2", "event 2 (odd) cannot be applied"),
    ("UPDATE heads SET chain = 7", "heads: "),
    ("UPDATE heads SET clock = clock + 1", "heads: says that the log ends at"),
]


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ('UPDATE names SET labels = \'["x", "y"]\', checksum = NULL', "names: they are not those"),
        (
            "UPDATE names SET labels = '[\"d\"]' WHERE first = 2",
            "the store is damaged: a row of names is not as it was",
        ),
        ("DELETE FROM names WHERE first = 2", "names: there are 2, but the log has 3 arms"),
        ("UPDATE names SET first = 7, checksum = NULL WHERE first = 2", "names: those before arm 7 are 2"),
    ],
)
def test_check_names_changed_names(store, sql, message):
    with Bandit("Greedy", ["a", "b"], 100, store) as bandit:
        bandit.add_arms(["c"])
        assert bandit.check().ok
        bandit._session.database.rows(sql)
        assert any(problem.startswith(message) for problem in bandit.check().problems)


@pytest.mark.parametrize("labels", ["[" * 100_000, "7", "null", "", "[1, ", '{"a": 1}'], ids=lambda text: text[:8])
def test_names_that_are_none_are_a_damaged_store(store, labels):
    """Whoever asks for them is told so, the check included; rows of old versions have no checksum."""
    with Bandit("Greedy", ["a", "b"], 100, store) as bandit:
        bandit._session.database.rows("UPDATE names SET labels = ?, checksum = NULL", (labels,))
        assert any("is not a list of names" in problem for problem in bandit.check().problems)
    for ask in (lambda bandit: bandit.arms(), lambda bandit: bandit.decide(), lambda bandit: bandit.add_arms(["c"])):
        with Bandit.open(store) as bandit, pytest.raises(StoreError, match="is not a list of names; restore a backup"):
            ask(bandit)


@pytest.mark.parametrize(("sql", "message"), TAMPERED)
def test_check_names_what_was_tampered_with(store, sql, message, monkeypatch):
    monkeypatch.setattr("begreedy.bandit.session.SNAPSHOT_EVENTS", 32)
    monkeypatch.setattr("begreedy.bandit.session.SNAPSHOT_PER_ARM", 1)
    with Bandit("Greedy", 3, 100, store) as bandit:
        play(bandit, [0.0, 1.0] * 10)
        bandit.decide()
        assert bandit.check().ok
        bandit._session.database.rows(sql)
        report = bandit.check()
        assert not report.ok
        assert any(problem.startswith(message) for problem in report.problems), report


def test_snapshots_change_nothing(store, monkeypatch):
    """A bandit that comes back from a snapshot is the one that never left."""
    monkeypatch.setattr("begreedy.bandit.session.SNAPSHOT_EVENTS", 10)
    monkeypatch.setattr("begreedy.bandit.session.SNAPSHOT_PER_ARM", 0)
    with Bandit("ThompsonBeta", 12, 100, store) as bandit:
        decisions = bandit.decide_many(7)
        play(bandit, [1.0, 0.0, 1.0, 0.0] * 5)
        bandit.reward(decisions[3].id, 1.0)
        assert bandit._session.store.snapshot()[0] >= 40
        with Bandit.open(store) as other:
            assert other._session.fold.snapshot() == bandit._session.fold.snapshot()
            assert other.check().ok
        for change in ("UPDATE snapshots SET content = 'damaged'", "DELETE FROM snapshots"):
            bandit._session.database.rows(change)
            with Bandit.open(store) as other:
                assert other._session.fold.snapshot() == bandit._session.fold.snapshot()


def test_a_process_of_0_1_still_rewards_a_decision_only_once(tmp_path):
    """What it writes has the revision 0, so the index by revision refuses a second reward as the former index did."""
    with Bandit("Greedy", NAMES, horizon=100, store=tmp_path / "bandits.db") as bandit:
        bandit.decide()
    columns = "bandit, seq, kind, decision, token, arms, time, chain"
    with closing(sqlite3.connect(tmp_path / "bandits.db")) as database:
        for seq, refused in ((2, nullcontext()), (3, pytest.raises(sqlite3.IntegrityError, match="decision"))):
            with refused:
                database.execute(f"INSERT INTO events ({columns}) VALUES (1, {seq}, 'rewarded', 1, 'x', '', 0.0, 0)")
