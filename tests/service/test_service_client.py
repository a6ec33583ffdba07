"""The client of the service, and the commands, run as people run them."""

from __future__ import annotations

import csv
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import begreedy as bg
from begreedy.bandit import client as client_module
from begreedy.online import Client, Contradiction, NoSuchBandit, SettingsDiffer, StoreError, UnknownArm, UnknownDecision
from begreedy.service import run
from support.commands import begreedy, begreedy_process
from support.service import Server

TOKEN = "a-token-of-some-length"


@pytest.fixture
def store(tmp_path):
    return str(tmp_path / "bandits.db")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("served") / "bandits.db") as server:
        yield server


def test_the_client_does_what_the_bandit_does(served, tmp_path):
    """The same calls on both give the same arms, states, explanations and logs."""
    bandit = bg.online.Bandit("UCB(c=0.3)", ["a", "b", "c"], 50, tmp_path / "direct.db", name="twin", seed=3)
    with served.client("twin") as client:
        client.create("UCB(c=0.3)", ["a", "b", "c"], 50, seed=3)
        for i in range(12):
            ours, theirs = client.decide(), bandit.decide()
            assert ours.arms == theirs.arms
            assert client.reward(ours.id, i % 2) is bandit.reward(theirs.id, i % 2) is True
        ours, theirs = client.decide_many(3), bandit.decide_many(3)
        assert client.reward_many((d.id, 1.0) for d in ours) == bandit.reward_many((d.id, 1.0) for d in theirs) == 3
        assert client.add_arms(["d"]) == bandit.add_arms(["d"])
        assert client.retire_arm("a") == bandit.retire_arm("a")
        client.decide(), bandit.decide()
        assert client.expire(time.time() + 5) == bandit.expire(time.time() + 5) == 1
        assert client.state() == bandit.state()
        assert client.arms() == bandit.arms()
        assert client.explain("b") == bandit.explain("b")
        assert [(e.seq, e.kind, e.arms, e.value) for e in client.log()] == [
            (e.seq, e.kind, e.arms, e.value) for e in bandit.log()
        ]
        client.export(tmp_path / "ours.csv")
        bandit.export(tmp_path / "theirs.csv")
        ours, theirs = (list(csv.DictReader((tmp_path / f"{who}.csv").open())) for who in ("ours", "theirs"))
        client.export(tmp_path / "ours.parquet")
        parquet = pq.read_table(tmp_path / "ours.parquet").to_pylist()
        for column in ("arm", "reward", "outcome"):
            assert [row[column] for row in ours] == [row[column] for row in theirs]
        assert [row["arm"] for row in parquet] == [row["arm"] for row in ours]
        with pytest.raises(ValueError, match="must end in"):
            client.export(tmp_path / "ours.xlsx")
    bandit.close()


def test_the_client_takes_what_the_bandit_takes(served, tmp_path, monkeypatch):
    """Policies as values, features as tables, arms by number, contexts of some decisions, and all arms in pages."""
    table = tmp_path / "features.csv"
    table.write_text("arm,x\nb,0.5\na,1.0\n")
    monkeypatch.setattr(client_module, "_PAGE", 2)
    with served.client("linear") as client:
        client.create(bg.LinGreedy(), ["a", "b"], 50, features=table)
        table.write_text("x\n0.25\n")
        assert client.add_arms(["c"], features=str(table)) == ["c"]
    with served.client("numbered") as client:
        client.create(bg.UCB(0.5), arms=5, horizon=50)
        repeated = [client.decide_many(3, ["one", None, None]) for _ in range(2)]
        assert [first == second for first, second in zip(*repeated, strict=True)] == [True, False, False]
        assert (client.pause_arm(0), client.resume_arm(0), client.retire_arm(4)) == (True, True, True)
        assert client.explain(4).status == "retired"
        assert sorted(arm.number for arm in client.arms()) == [0, 1, 2, 3]
        assert [client.arms(limit=limit, skip=1) == client.arms()[1 : 1 + limit] for limit in (1, 2, 3)] == [True] * 3
        assert client.arms(skip=4) == []
        with pytest.raises(ValueError, match="limit"):
            client.arms(limit=0)


def test_the_client_raises_what_the_bandit_raises(served):
    """Errors come back as the classes that they left as."""
    with served.client("errors") as client:
        with pytest.raises(NoSuchBandit):
            client.decide()
        client.create("Greedy", arms=2, horizon=10)
        with pytest.raises(SettingsDiffer):
            client.create("Greedy", arms=3, horizon=10)
        decision = client.decide()
        client.reward(decision.id, 1.0)
        with pytest.raises(Contradiction):
            client.reward(decision.id, 0.0)
        with pytest.raises(UnknownDecision):
            client.reward("77-abc", 0.0)
        with pytest.raises(NoSuchBandit):
            served.client("no-decision").state()
        with pytest.raises(UnknownArm):
            client.explain("nobody")
        with pytest.raises(ValueError, match=r"value must be in \[0, 1\]"):
            client.reward(client.decide().id, 7.0)
        with pytest.raises(ValueError, match="Name"):
            client.create("no such (", arms=2)
    with Client("http://127.0.0.1:9", patience=0.1) as client, pytest.raises(StoreError, match="no answer from"):
        client.state()


def test_the_client_repeats_and_nothing_counts_twice(store):
    """A server that dies and comes back: the client waits, and every call counts once."""
    with Server(store) as server, server.client() as client:
        client.create("Greedy", arms=3, horizon=1000)
        decisions = [client.decide()]
        server.kill()
        threading.Timer(0.3, server.start).start()
        decisions += [client.decide() for _ in range(5)]
        assert sum(client.reward(d.id, 1.0) for d in decisions) == 6
        assert (client.state().decisions, client.state().rewards) == (6, 6)


def test_check_finds_what_does_not_agree(store, capsys):
    """--check passes on what was kept, and names what was altered, with an exit code."""
    bandit = bg.online.Bandit("Greedy", 3, 100, store, name="one")
    for decision in bandit.decide_many(5):
        bandit.reward(decision.id, 1.0)
    bandit.close()
    done = begreedy("serve", "--store", store, "--check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "one: 10 events, 5 decisions, 5 rewards, 0 pending: all agree" in done.stdout
    with sqlite3.connect(store) as database:
        database.execute("UPDATE events SET value = 0 WHERE seq = 7")
    assert run.check(store) == 1
    assert "event 7 (rewarded) was altered" in capsys.readouterr().out
    missing = begreedy("serve", "--store", store + "x", "--check")
    assert missing.returncode == 2
    assert "there is no store" in missing.stderr


def test_without_the_extra_there_is_a_message(store):
    """Missing libraries are named with the way to install them."""
    code = "import sys; sys.modules['uvicorn'] = None\nfrom begreedy.cli.main import main\n"
    code += f"sys.argv = ['begreedy', 'serve', '--store', {store!r}]\nmain()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert (
        done.stderr.strip()
        == "begreedy: install uvicorn for begreedy serve: pip install '.[serve]' in begreedy's folder"
    )


def test_a_port_that_is_taken(served, store):
    """A message, not a traceback."""
    done = begreedy_process("serve", "--store", store, "--port", str(served.port))
    assert done.returncode == 1
    assert f"cannot listen on 127.0.0.1, port {served.port}" in done.stderr


@pytest.mark.long
def test_the_load_example_runs():
    """docs/examples/load.py measures a server of its own and prints a row per number of clients."""
    script = Path(__file__).parents[2] / "docs" / "examples" / "load.py"
    options = ["--seconds", "0.2", "--clients", "1", "3", "--batch", "5", "--arms", "20"]
    done = subprocess.run([sys.executable, script, *options], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 5


def test_a_token_from_a_file_or_the_environment(store, tmp_path):
    """--token-file and BEGREEDY_TOKEN; the client sends it."""
    file = tmp_path / "token"
    file.write_text(TOKEN + "\n")
    with Server(store, "--token-file", str(file), "--host", "0.0.0.0") as server:
        with server.client(token=TOKEN) as client:
            assert client.names() == []
        with server.client() as client, pytest.raises(PermissionError):
            client.names()
