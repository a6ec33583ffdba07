"""The HTTP service: what it answers and what it refuses."""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
import threading
import time

import pytest
from starlette.testclient import TestClient

from begreedy.service.app import create_app
from begreedy.service.bodies import LARGEST_CATALOGUE
from begreedy.service.guard import Rates
from begreedy.service.options import ServiceOptions
from support.app import error_of, in_app


@pytest.fixture
def store(tmp_path):
    return str(tmp_path / "bandits.db")


@pytest.fixture
def http(store):
    """The application in this process, over a store of its own."""
    with TestClient(
        create_app(ServiceOptions(store)), base_url="http://127.0.0.1", raise_server_exceptions=False
    ) as client:
        made = client.post("/bandits", json={"name": "b", "policy": "Greedy()", "arms": ["x", "y"], "horizon": 100})
        assert made.status_code == 201, made.text
        yield client


# ---------------------------------------------------------------- what it does


def test_decide_and_reward(http):
    """A decision has an id, an arm and a time; its reward counts once, a repeat is harmless, another value is not."""
    first = http.post("/bandits/b/decide", json={}).json()
    assert (first["arm"], first["arms"], first["numbers"]) == ("x", ["x"], [0])
    reward = {"decision_id": first["id"], "value": 1}
    assert http.post("/bandits/b/reward", json=reward).json() == {"new": True}
    assert http.post("/bandits/b/reward", json=reward).json() == {"new": False}
    assert (
        "has the value 1.0, got 0.0"
        in error_of(http.post("/bandits/b/reward", json={**reward, "value": 0.0}), 409)["message"]
    )
    state = http.get("/bandits/b").json()
    assert (state["decisions"], state["rewards"], state["reward"]) == (1, 1, 1.0)


def test_a_context_id_gives_the_same_decision_again(http):
    """A request that is repeated with its context_id gets the same answer and records nothing."""
    one, two = (http.post("/bandits/b/decide", json={"context_id": "request 7"}).json() for _ in range(2))
    assert one == two
    assert http.get("/bandits/b").json()["decisions"] == 1


def test_batches(http):
    """Many decisions at once; of many rewards, a bad one does not spoil the others."""
    made = http.post("/bandits/b/decide-many", json={"count": 4, "context_ids": ["a", "b", "c", "d"]}).json()[
        "decisions"
    ]
    assert [one["arm"] for one in made[:2]] == ["x", "y"]
    rewards = [{"decision_id": one["id"], "value": 1.0} for one in made[:2]]
    rewards += [{"decision_id": "99-0", "value": 1.0}, {"decision_id": made[2]["id"], "value": 7.0}]
    rewards += [{"decision_id": made[0]["id"], "value": 1.0}, {"decision_id": made[3]["id"], "value": 0.5}]
    results = http.post("/bandits/b/reward-many", json={"rewards": rewards}).json()["results"]
    assert [r.get("new", r.get("status")) for r in results] == [True, True, 404, 400, False, True]
    assert http.get("/bandits/b").json()["rewards"] == 3


def test_lists(http):
    """Alone and in batches; no click is null.  A policy made of parts that have no public name can be opened again."""
    body = {"name": "page", "policy": "TSCascade()", "arms": 5, "horizon": 100}
    assert http.post("/bandits", json=body).status_code == 201
    one = http.post("/bandits/page/decide", json={"n": 3}).json()
    assert len(one["arms"]) == 3
    assert http.post("/bandits/page/reward", json={"decision_id": one["id"], "value": None}).json() == {"new": True}
    made = http.post("/bandits/page/decide-many", json={"count": 2, "n": 2}).json()["decisions"]
    assert [len(shown["arms"]) for shown in made] == [2, 2]
    rewards = [{"decision_id": shown["id"], "value": click} for shown, click in zip(made, (1, None), strict=True)]
    assert http.post("/bandits/page/reward-many", json={"rewards": rewards}).json()["results"] == [{"new": True}] * 2
    assert http.get("/bandits/page").json()["reward"] == 1.0
    error_of(http.post("/bandits/b/reward", json={"decision_id": "1-0", "value": None}), 400)


def test_huge_rewards(http):
    """Without a range, too: sums stay numbers."""
    assert http.post("/bandits", json={"name": "any", "policy": "UCB", "arms": 1, "rewards": None}).status_code == 201
    for value, status in ((1e308, 400), (-1e101, 400), (1e100, 200), (1e100, 200)):
        decision = http.post("/bandits/any/decide", json={}).json()["id"]
        answer = http.post("/bandits/any/reward", json={"decision_id": decision, "value": value})
        assert answer.status_code == status
    assert http.get("/bandits/any").json()["reward"] == 2e100
    assert http.get("/bandits/any/arms").status_code == 200


def test_arms_come_and_go(http):
    """Arms are listed, explained, added and retired."""
    assert http.post("/bandits/b/arms", json={"names": ["z"]}).json() == {"added": ["z"]}
    assert http.post("/bandits/b/arms/retire", json={"arm": "x"}).json() == {"new": True}
    assert http.post("/bandits/b/arms/retire", json={"arm": "x"}).json() == {"new": False}
    found = http.get("/bandits/b/arms", params={"limit": 1}).json()
    assert found["playing"] == 2
    assert len(found["arms"]) == 1
    assert http.get("/bandits/b/arms", params={"limit": 9, "skip": 1}).json()["arms"] != found["arms"]
    assert http.get("/bandits/b/arms/explain", params={"arm": "x"}).json()["status"] == "retired"
    error_of(http.get("/bandits/b/arms/explain", params={"arm": "nobody"}), 404)
    assert {http.post("/bandits/b/decide", json={}).json()["arm"] for _ in range(4)} == {"y", "z"}


def test_rewards_that_never_come_expire(http):
    """Old decisions are given up, with a default reward or as never made."""
    http.post("/bandits/b/decide-many", json={"count": 3})
    assert http.post("/bandits/b/expire", json={"before": time.time() + 1, "default": 0.0}).json() == {"expired": 3}
    assert http.get("/bandits/b").json()["pending"] == 0


def test_the_log_in_pages_and_as_csv(http):
    """Pages follow each other without gaps; the CSV file has the same events."""
    made = http.post("/bandits/b/decide-many", json={"count": 25}).json()["decisions"]
    http.post("/bandits/b/reward", json={"decision_id": made[0]["id"], "value": 0.25})
    entries, after = [], 0
    while after is not None:
        page = http.get("/bandits/b/log", params={"after": after, "limit": 10}).json()
        entries, after = entries + page["entries"], page["next"]
    assert [entry["seq"] for entry in entries] == list(range(1, 27))
    rows = list(csv.DictReader(io.StringIO(http.get("/bandits/b/log.csv").text)))
    assert [(r["kind"], r["decision_id"], r["arm"]) for r in rows] == [
        (e["kind"], e["decision_id"], e["arms"][0]) for e in entries
    ]
    assert rows[-1]["value"] == "0.25"
    decided = list(csv.DictReader(io.StringIO(http.get("/bandits/b/decisions.csv").text)))
    assert (len(decided), decided[0]["reward"], decided[1]["outcome"]) == (25, "0.25", "pending")
    error_of(http.get("/bandits/nobody/decisions.csv"), 404)


def test_bandits_are_made_once(http):
    """The same settings again find the bandit; others are a conflict; names are listed."""
    settings = {"name": "b", "policy": "Greedy()", "arms": ["x", "y"], "horizon": 100}
    assert http.post("/bandits", json=settings).status_code == 200
    assert "horizon differs" in error_of(http.post("/bandits", json={**settings, "horizon": 5}), 409)["message"]
    history = {"name": "h", "policy": "Greedy", "arms": 2, "horizon": 9, "history": [[1, 10], [9, 10]]}
    assert http.post("/bandits", json=history).json()["past"] == 20
    assert http.post("/bandits/h/decide", json={}).json()["arm"] == "1"
    assert http.get("/bandits").json() == {"bandits": ["b", "h"]}
    error = error_of(http.post("/bandits", json={**history, "name": "i", "history": [[9, 1]]}), 400)
    assert error["message"].startswith("history[0]: successes must be at most")


def test_a_large_catalogue_of_which_some_arms_are_played(http):
    """A hundred million arms are no more work than the few that are played."""
    body = {"name": "large", "policy": "Subsample(Greedy(), k=20)", "arms": 10**8, "horizon": 1000}
    assert http.post("/bandits", json=body).json()["playing"] == 20
    assert http.post("/bandits/large/decide", json={}).json()["numbers"][0] < 10**8
    assert http.post("/bandits/large/arms", json={"names": 2}).json()["added"] == ["100000000", "100000001"]


def test_policies_of_other_modules_are_not_imported(http):
    """A text from the network names what begreedy has, and nothing else."""
    for policy in ("os:system", "os.system()", "subprocess:Popen(1)", "Greedy().x", "(1).real", "test_service:Evil()"):
        error = error_of(http.post("/bandits", json={"name": "evil", "arms": 2, "policy": policy, "horizon": 9}), 400)
        assert error["field"] == "policy"
    error = error_of(http.post("/bandits", json={"arms": 2, "policy": "UCB(d=[x[os:system]])", "horizon": 9}), 400)
    assert "cannot read" in error["message"]
    unknown = http.post("/bandits", json={"arms": 2, "policy": "Nope()", "horizon": 9})
    assert "no policy 'Nope'" in error_of(unknown, 400)["message"]


def test_metrics(http):
    """Counts of requests by route, never by what a client wrote; decisions, rewards and transactions."""
    http.post("/bandits/b/decide-many", json={"count": 3})
    http.get("/some/made-up/address")
    text = http.get("/metrics").text
    assert 'begreedy_requests_total{method="POST",route="/bandits/{name}/decide-many",status="200"} 1.0' in text
    assert 'route="other",status="404"} 1.0' in text
    assert "made-up" not in text
    assert 'begreedy_decisions_total{bandit="b"} 3.0' in text


def test_the_description_needs_nothing_from_elsewhere(http):
    """OpenAPI and its page: every route is there, and no address outside."""
    schema = http.get("/openapi.json").json()
    assert {"/bandits", "/bandits/{name}/decide", "/bandits/{name}/log.csv", "/health"} <= set(schema["paths"])
    assert "422" not in json.dumps(schema)
    page = http.get("/docs").text
    for path in schema["paths"]:
        assert f"<code>{path}</code>" in page
    assert not re.search(r"(src|href)=.?(https?:)?//", page)
    assert "<script" not in page


def test_calls_that_wait_together_share_a_transaction(http):
    """While the store is locked, calls pile up; then they are recorded by few commits."""
    registry = http.app.state.registry
    http.post("/bandits/b/decide", json={})
    other = sqlite3.connect(registry.options.store, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(http.post("/bandits/b/decide", json={}))) for _ in range(20)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.5)
    other.execute("ROLLBACK")
    for thread in threads:
        thread.join()
    assert len({answer.json()["id"] for answer in answers}) == 20
    found = re.search(r"begreedy_commit_calls_count (\d+)", http.get("/metrics").text)
    assert int(found[1]) <= 6


# ---------------------------------------------------------------- what it refuses


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("/bandits/b/decide", {"n": 0}, "n"),
        ("/bandits/b/decide", {"n": "1"}, "n"),
        ("/bandits/b/decide", {"n": True}, "n"),
        ("/bandits/b/decide", {"many": 1}, "many"),
        ("/bandits/b/decide", {"context_id": ""}, "context_id"),
        ("/bandits/b/decide", {"context_id": "x" * 1000}, "context_id"),
        ("/bandits/b/decide", [], "body"),
        ("/bandits/b/decide-many", {}, "count"),
        ("/bandits/b/decide-many", {"count": 10**9}, "count"),
        ("/bandits/b/reward", {"decision_id": 3, "value": 1.0}, "decision_id"),
        ("/bandits/b/reward", {"decision_id": "1-0", "value": "1"}, "value"),
        ("/bandits/b/reward", {"decision_id": "1-0"}, "value"),
        ("/bandits/b/reward-many", {"rewards": []}, "rewards"),
        ("/bandits/b/reward-many", {"rewards": [{"decision_id": "1-0", "value": "1"}]}, "rewards.0.value"),
        ("/bandits", {"name": "a/b", "arms": 2}, "name"),
        ("/bandits", {"name": "c", "arms": 0}, "arms"),
        ("/bandits", {"name": "c", "arms": 10**8, "policy": "UCB"}, "arms"),
        ("/bandits", {"name": "c", "arms": 2, "rewards": [1]}, "rewards"),
    ],
)
def test_bad_fields_are_named(http, path, body, field):
    """400 with the field, what it was and what it may be; nothing is recorded."""
    error = error_of(http.post(path, json=body), 400)
    assert error["field"] == field
    assert "allowed" in error
    assert http.get("/bandits/b").json()["seq"] == 0


@pytest.mark.parametrize(
    "text",
    [
        b"{",
        b"nonsense",
        b'{"n": NaN}',
        b'{"n": Infinity}',
        b'{"n": 1e999}',
        b'{"n": ' + b"9" * 5000 + b"}",
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b'{"context_id": "\\ud800"}',
        b'{"context_id": "\\u0000"}',
        b'{"context_id": "' + b"x" * 900_000 + b'"}',
        b"\xff\xfe\x00",
        b'{"n": 1, "n": {}}',
    ],
    ids=lambda text: repr(text[:12]),
)
def test_broken_bodies(http, text):
    """Whatever the bytes: 400, a short body, and nothing recorded."""
    answer = http.post("/bandits/b/decide", content=text, headers={"content-type": "application/json"})
    error_of(answer, 400)
    assert http.get("/bandits/b").json()["seq"] == 0


def test_other_refusals(http):
    """Unknown addresses and bandits, wrong methods and types, hosts that are not this machine."""
    error_of(http.get("/nope"), 404)
    error_of(http.get("/bandits/nobody"), 404)
    error_of(http.get("/bandits/%00"), 404)
    error_of(http.get("/bandits/" + "x" * 5000), 404)
    error_of(http.put("/bandits/b"), 405)
    error_of(http.post("/bandits/b/decide", content=b"{}", headers={"content-type": "text/plain"}), 415)
    error_of(http.get("/bandits", headers={"host": "example.org"}), 400)
    error_of(http.get("/bandits/b/log", params={"after": "-1"}), 400)
    error_of(http.get("/bandits/b/log", params={"limit": "1e99"}), 400)
    error_of(http.get("/bandits/b", params={"x": "x" * 50_000}), 431)
    error_of(http.get("/bandits/b", headers={"x": "x" * 50_000}), 431)


def test_too_large(store):
    """413 by what is announced, and by what comes."""
    with in_app(store, max_bytes=2000) as http:
        http.post("/bandits", json={"name": "b", "policy": "Greedy()", "arms": 2, "horizon": 9})
        error_of(http.post("/bandits/b/decide", json={"context_id": "x" * 5000}), 413)

        def pieces():
            for _ in range(10):
                yield b'"' + b"x" * 500

        error_of(http.post("/bandits/b/decide", content=pieces(), headers={"content-type": "application/json"}), 413)
        assert http.post("/bandits/b/decide", json={}).status_code == 200


def test_too_many(store):
    """429 with Retry-After, beyond the rate; limits on bandits and arms."""
    with in_app(store, rate=5.0, max_bandits=1, max_arms=3) as http:
        body = {"name": "b", "policy": "Greedy()", "arms": 2, "horizon": 9}
        error_of(http.post("/bandits", json={**body, "arms": 4}), 400)
        error_of(http.post("/bandits", json={**body, "policy": "Subsample(Greedy(), k=4)", "arms": 10**6}), 400)
        assert http.post("/bandits", json=body).status_code == 201
        error_of(http.post("/bandits", json={**body, "name": "c"}), 409)
        error = error_of(http.post("/bandits/b/arms", json={"names": 2}), 400)
        assert (error["field"], error["value"], error["allowed"]) == ("names", "2", "at most 3 arms in all")
        answers = [http.get("/health") for _ in range(30)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        error_of(refused[0], 429)
        assert int(refused[0].headers["retry-after"]) >= 1


def test_too_many_arms_for_a_catalogue(store):
    """Where some arms of a catalogue are played, the limit is that of the catalogue, and the answer says so."""
    with in_app(store, max_arms=3) as http:
        body = {"name": "b", "policy": "Subsample(Greedy(), k=2)", "arms": LARGEST_CATALOGUE - 10}
        assert http.post("/bandits", json=body).status_code == 201
        assert http.post("/bandits/b/arms", json={"names": 10}).status_code == 200
        error = error_of(http.post("/bandits/b/arms", json={"names": 1}), 400)
        assert error["allowed"] == f"at most {LARGEST_CATALOGUE} arms in all"


def test_rates_fill_up_and_forget():
    """A client may use twice its rate at once, then its rate; clients longest not heard of are forgotten."""
    rates = Rates(10.0)
    assert [rates.wait("a", 0.0) for _ in range(20)] == [0.0] * 20
    assert rates.wait("a", 0.0) == pytest.approx(0.1)
    assert rates.wait("b", 0.0) == 0.0
    assert rates.wait("a", 0.1) == 0.0
    for i in range(10_001):
        rates.wait(str(i), 1.0)
    assert rates.wait("a", 1.0) == 0.0


def test_few_bandits_are_open_at_a_time(store):
    """Beyond max_open the least recently asked is closed, and opened again when it is asked."""
    with in_app(store, max_open=2) as http:
        for name in "abcd":
            assert http.post("/bandits", json={"name": name, "policy": "Greedy", "arms": 2}).status_code == 201
        for _ in range(2):
            for name in "abcd":
                assert http.post(f"/bandits/{name}/decide", json={}).status_code == 200
        for i in range(20):
            error_of(http.get(f"/bandits/unknown-{i}"), 404)
        assert set(http.app.state.registry._writers) == {"c", "d"}
        assert [http.get(f"/bandits/{name}").json()["decisions"] for name in "abcd"] == [2] * 4
