"""What the operator's page asks for: against a recount of the log; scope of tokens; files; cheapness."""

from __future__ import annotations

import time

import httpx
import pytest

from begreedy.online import Bandit
from oracles.naive_hours import summarise
from support.operated import FRUITS, make
from support.service import Server

SECRET = "a secret of 28 characters ..".replace(" ", "-")


@pytest.fixture(scope="module")
def operated(tmp_path_factory):
    store = tmp_path_factory.mktemp("operated") / "bandits.db"
    make(store)
    with Server(store) as server, httpx.Client(base_url=server.url, timeout=30) as http:
        yield server, http


def answer(http, path, **parameters):
    found = http.get(path, params=parameters)
    assert found.status_code == 200, found.text
    return found.json()


def settled(http, name):
    """The view once draws and tests are there."""
    until = time.monotonic() + 30
    while (found := answer(http, f"/bandits/{name}/overview"))["agreement"] is None:
        assert time.monotonic() < until
        time.sleep(0.1)
    return found


def looked_at_once(server, http):
    """All bandits and their logs, between which no window ended."""
    for _ in range(20):
        logs = {name: log_of(server, name) for name in ("falling", "fresh", "shop", "silent")}
        found = answer(http, "/overview")
        if all(len(log_of(server, name)) == len(log) for name, log in logs.items()):
            break
    return found, logs


def log_of(server, name):
    with Bandit.open(server.store, name) as bandit:
        return bandit.log(0, 100_000)


@pytest.mark.long
def test_all_bandits_by_the_hour(operated):
    server, http = operated
    answer(http, "/bandits/shop/overview")  # one that is in memory; the others are not
    found, logs = looked_at_once(server, http)
    assert [row["name"] for row in found["bandits"]] == ["falling", "fresh", "shop", "silent"]
    assert found["manages"] is True
    for row in found["bandits"]:
        log = logs[row["name"]]
        naive = {hour: sums for hour, sums in summarise(log).items() if hour > found["now"] // 3600 - 24}
        got = dict(zip(row["hours"]["times"], row["hours"]["decisions"], strict=True))
        made = {hour: sums["decisions"] for hour, sums in naive.items() if sums["decisions"]}
        assert {int(t // 3600): n for t, n in got.items() if n} == made
        told = dict(zip(row["hours"]["times"], row["hours"]["rewards"], strict=True))
        assert {int(t // 3600): n for t, n in told.items() if n} == {
            h: s["rewards"] for h, s in naive.items() if s["rewards"]
        }
        made, closed = ({e.decision_id for e in log if (e.kind == "decided") is first} for first in (True, False))
        assert row["pending"] == len(made - closed)
        assert row["events"] == len(log)
    states = {row["name"]: row["state"] for row in found["bandits"]}
    assert states["fresh"] == "new"
    assert states["shop"] == "active"


def test_one_bandit_is_its_log(operated):
    server, http = operated
    found = answer(http, "/bandits/shop/overview")
    log = log_of(server, "shop")
    naive = summarise(log)
    closed = {e.decision_id: e for e in log if e.kind == "rewarded"}
    control = [e.value for e in closed.values() if e.cohort == "control"]
    treated = [e.value for e in closed.values() if e.cohort == "treated"]
    groups = {group["group"]: group for group in found["rates"]["groups"]}
    for group, values in (("control", control), ("treated", treated)):
        assert groups[group]["mean"][-1] == pytest.approx(sum(values) / len(values))
        assert groups[group]["low"][-1] < groups[group]["mean"][-1] < groups[group]["high"][-1]
    with Bandit.open(server.store, "shop") as bandit:
        whole = bandit.uplift()[0]
    assert groups["treated"]["low"][-1] - groups["control"]["high"][-1] == pytest.approx(whole.difference_low)
    assert f"{whole.difference:+.3g}" in found["uplift"]["words"]
    assert found["uplift"]["words"].startswith("The policy pays more")
    hours = {int(t // 3600): n for t, n in zip(found["hours"]["times"], found["hours"]["decisions"], strict=True) if n}
    assert hours == {hour: sums["decisions"] for hour, sums in naive.items() if sums["decisions"]}
    assert sum(found["pending"]["counts"]) == found["state"]["pending"] == naive[max(naive)]["pending"]
    decided = [e for e in log if e.kind == "decided"]
    day = [e for e in decided if e.time // 3600 > found["now"] // 3600 - 24]
    rows = answer(http, "/bandits/shop/overview/arms", limit=100)["arms"]
    assert {row["arm"]: row["share"] for row in rows} == {
        arm: pytest.approx(sum(e.arms[0] == arm for e in day) / len(day)) for arm in FRUITS
    }
    parts = [row for row in found["shares"]["shares"] if row is not None]
    assert all(sum(row) == pytest.approx(1.0) for row in parts)
    first = found["shares"]["arms"][0]
    top = [sum(e.arms[0] == arm for e in decided) for arm in FRUITS]
    assert FRUITS[top.index(max(top))] == first


def test_arms_are_sorted_searched_and_paged(operated):
    server, http = operated
    settled(http, "shop")
    path = "/bandits/shop/overview/arms"
    with Bandit.open(server.store, "shop") as bandit:
        known = {arm.arm: arm for arm in bandit.arms()}
        chances = bandit.best(4000)
    every = answer(http, path, limit=100)
    assert every["found"] == every["all"] == 12
    for row in every["arms"]:
        one = known[row["arm"]]
        assert (row["pulls"], row["mean"], row["status"], row["why"]) == (one.pulls, one.mean, "played", one.why)
        assert row["low"] <= row["mean"] <= row["high"]
        assert row["best"] == pytest.approx(chances[row["arm"]], abs=0.05)
    for sort in ("pulls", "mean", "share", "best"):
        for down in (True, False):
            values = [row[sort] for row in answer(http, path, sort=sort, down=down, limit=100)["arms"]]
            assert values == sorted(values, reverse=down)
    assert [row["arm"] for row in answer(http, path, sort="name", down=False, limit=5, skip=5)["arms"]] == FRUITS[5:10]
    found = answer(http, path, search="AN")
    assert (found["found"], [row["arm"] for row in found["arms"]]) == (1, ["banana"])
    assert answer(http, path, status="retired")["found"] == 0


def test_a_fresh_view_knows_of_what_was_answered_before(operated):
    """However often it is asked for: the page shows a change as soon as it is recorded."""
    _, http = operated
    http.post("/bandits", json={"name": "changing", "policy": "Greedy", "arms": ["a", "b"]}).raise_for_status()
    try:
        assert answer(http, "/bandits/changing/overview/arms")["all"] == 2
        for count, name in enumerate("cdefg", start=3):
            http.post("/bandits/changing/arms", json={"names": [name]}).raise_for_status()
            assert answer(http, "/bandits/changing/overview", fresh=True)["state"]["playing"] == count
            assert answer(http, "/bandits/changing/overview/arms")["all"] == count
    finally:
        http.delete("/bandits/changing").raise_for_status()


def test_alarms_say_what_is_wrong(operated):
    _, http = operated
    assert [a["kind"] for a in answer(http, "/bandits/falling/overview")["alarms"]] == ["rate fell"]
    found = answer(http, "/bandits/silent/overview")["alarms"]
    assert "nothing rewarded" in [a["kind"] for a in found]
    assert answer(http, "/bandits/shop/overview")["alarms"] == []
    rows = {row["name"]: row["alarms"] for row in answer(http, "/overview")["bandits"]}
    time.sleep(1.1)
    rows = {row["name"]: row["alarms"] for row in answer(http, "/overview")["bandits"]}
    assert [a["kind"] for a in rows["falling"]] == ["rate fell"]


def test_the_page_and_its_files(operated):
    _, http = operated
    page = http.get("/")
    assert page.status_code == 200
    assert "default-src 'self'" in page.headers["content-security-policy"]
    for name, kind in (("style.css", "text/css"), ("page.css", "text/css"), ("main.js", "text/javascript")):
        assert http.get(f"/page/{name}").headers["content-type"].startswith(kind)
    for name in ("../routes.py", "%2e%2e/routes.py", "nothing.js", "__init__.py"):
        assert http.get(f"/page/{name}").status_code == 404


def test_who_asks_for_what_does_not_exist(operated):
    _, http = operated
    assert http.get("/bandits/nobody/overview").status_code == 404
    assert http.get("/bandits/nobody/overview/arms").status_code == 404
    for wrong in ({"sort": "x"}, {"limit": 0}, {"skip": -1}, {"status": "?"}, {"search": "x" * 300}):
        assert http.get("/bandits/shop/overview/arms", params=wrong).status_code == 400


@pytest.mark.long
def test_a_bandit_that_was_deleted_and_made_again_is_another(operated):
    _, http = operated
    for arms in (3, 2):
        http.post("/bandits", json={"name": "again", "policy": "Greedy", "arms": arms})
        for _ in range(arms):
            assert http.post("/bandits/again/decide", json={}).status_code == 200
        time.sleep(1.1)
        assert answer(http, "/bandits/again/overview")["state"]["decisions"] == arms
        assert answer(http, "/bandits/again/overview/arms")["all"] == arms
        http.delete("/bandits/again")
    time.sleep(1.1)
    assert http.get("/bandits/again/overview").status_code == 404


def test_tokens_see_their_own_bandits_and_files_need_none(tmp_path):
    store = tmp_path / "b.db"
    for name in ("mine", "yours"):
        Bandit("Greedy", 2, store=store, name=name).close()
    tokens = tmp_path / "tokens.toml"
    tokens.write_text(f'[[token]]\nname = "me"\nsecret = "{SECRET}"\nroles = ["read"]\nbandits = ["mine"]\n')
    with Server(store, "--tokens", str(tokens)) as server, httpx.Client(base_url=server.url) as http:
        assert http.get("/").status_code == http.get("/page/main.js").status_code == 200
        assert http.get("/overview").status_code == http.get("/bandits/mine/overview").status_code == 401
        http.headers["Authorization"] = f"Bearer {SECRET}"
        found = answer(http, "/overview")
        assert ([row["name"] for row in found["bandits"]], found["manages"]) == (["mine"], False)
        assert http.get("/bandits/mine/overview").status_code == 200
        assert http.get("/bandits/yours/overview").status_code == 403
        assert http.get("/bandits/yours/overview/arms").status_code == 403
