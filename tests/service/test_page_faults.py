"""The operator's page when something is wrong: a clock that ran ahead, a bandit whose records are damaged."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from begreedy import LinGreedy, Subsample, ThompsonBeta
from begreedy.bandit.folds.hours import SECONDS, Hour
from begreedy.online import Bandit
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from begreedy.service.page.pictures import WEEK, up_to
from begreedy.service.page.watch import Watch
from support.online_play import Clock

YEAR = 365 * 86_400.0


@pytest.fixture
def store(tmp_path):
    return str(tmp_path / "bandits.db")


def asked(store):
    return TestClient(create_app(ServiceOptions(store)), base_url="http://127.0.0.1")


@pytest.mark.parametrize("ahead", [90.0 * 60, YEAR, 3000 * YEAR])
def test_a_clock_that_ran_ahead(store, ahead):
    """What it recorded is shown as of now, in as many points as ever."""
    now = time.time()
    clock = Clock(now - 2 * SECONDS)
    with Bandit("Greedy", 3, store=store, name="b", clock=clock) as bandit:
        for moment in (now - 2 * SECONDS, now + ahead, now + 1.5 * ahead):
            clock.now = moment
            bandit.reward(bandit.decide().id, 1.0)
    with asked(store) as http:
        assert http.post("/bandits/b/decide").status_code == 200
        row = http.get("/overview").json()["bandits"][0]
        found = http.get("/bandits/b/overview").json()
    for hours, decisions in ((row["hours"], 4), (found["hours"], 4)):
        assert (sum(hours["decisions"]), sum(hours["rewards"])) == (decisions, 3)
        assert len(hours["times"]) <= 4
    for part in ("hours", "rates", "shares"):
        assert max(found[part]["times"]) <= found["now"], part
    assert found["rates"]["groups"][0]["mean"][-1] == 1.0
    assert (row["pending"], row["rate"]) == (1, 1.0)


def test_hours_of_the_future_are_added_up():
    hours = [Hour(5, 2, 2, 1, 0, 1, 0.5), Hour(9, 4, 1, 1, 0, 1, 1.0), Hour(10, 6, 1, 0, 1, 7, 0.25)]
    assert up_to(9.5 * SECONDS, hours) == [hours[0], Hour(9, 6, 2, 1, 1, 7, 1.25)]
    assert up_to(10.5 * SECONDS, hours) == up_to(1e6 * SECONDS, hours) == hours
    assert up_to(WEEK * SECONDS, []) == []


def test_the_hour_that_is_open_ends_now(store):
    """No point of a picture lies in the future."""
    with Bandit("Greedy", 3, store=store, name="b") as bandit:
        bandit.reward(bandit.decide().id, 1.0)
    with asked(store) as http:
        found = http.get("/bandits/b/overview").json()
    assert found["rates"]["times"] == [found["now"]]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE bandits SET settings = '{}' WHERE name = 'b'",
        "UPDATE bandits SET settings = '[' WHERE name = 'b'",
        "UPDATE bandits SET settings = 'null', checksum = NULL WHERE name = 'b'",
        "UPDATE bandits SET name = 5 WHERE name = 'b'",
        "UPDATE heads SET clock = 'x' WHERE bandit = (SELECT id FROM bandits WHERE name = 'b')",
        "UPDATE heads SET seq = x'00' WHERE bandit = (SELECT id FROM bandits WHERE name = 'b')",
    ],
)
def test_a_damaged_bandit_does_not_hide_the_others(store, damage):
    for name in ("a", "b", "c"):
        with Bandit("Greedy", 3, store=store, name=name) as bandit:
            bandit.decide()
    with closing(sqlite3.connect(store, isolation_level=None)) as database:
        database.execute(damage)
    with asked(store) as http:
        rows = {row["name"]: row for row in http.get("/overview").json()["bandits"]}
        assert [rows[name]["state"] for name in ("a", "c")] == ["active", "active"]
        assert len(rows) == 3
        (other,) = (row for name, row in rows.items() if name not in ("a", "c"))
        assert other["state"] == "damaged"
        assert other["alarms"][0]["words"].endswith("begreedy serve --check says more.")
        assert http.get("/bandits/a/overview").status_code == 200


def test_policies_are_told_briefly(store):
    """Without what is as by default, wherever a bandit is described."""
    policies = {"ThompsonBeta()": ThompsonBeta(), "Subsample(policy=ThompsonBeta(), k=2)": Subsample(ThompsonBeta(), 2)}
    with asked(store) as http:
        for number, (text, policy) in enumerate(policies.items()):
            Bandit(policy, 5, store=store, name=f"b{number}").close()
            assert http.get(f"/bandits/b{number}").json()["policy"] == text
            assert http.get("/overview").status_code == 200
        Bandit(LinGreedy(), 3, store=store, name="linear", features=2).close()
        assert http.get("/bandits/linear").json()["plays"] == "LinGreedy()"


def test_many_who_ask_for_a_fresh_view_share_it(monkeypatch):
    """All who asked before a look began are answered by it; whoever asks later has another."""
    looks = []

    async def look(_):
        looks.append(len(looks))
        await asyncio.sleep(0)
        return looks[-1]

    async def ask():
        watch = Watch(None, "b")
        together = await asyncio.gather(*(watch.view(fresh=True) for _ in range(50)))
        return together, await watch.view(), await watch.view(fresh=True)

    monkeypatch.setattr(Watch, "_look", look)
    together, known, later = asyncio.run(ask())
    assert together[0] == 0
    assert set(together[1:]) == {1}  # they asked while the first looked
    assert (known, later) == (1, 2)
