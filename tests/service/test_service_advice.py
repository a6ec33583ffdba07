"""Second advice over HTTP: that of the library, within the server's limits, for those who may ask."""

from __future__ import annotations

import asyncio
import time

import pytest
from starlette.testclient import TestClient

import begreedy as bg
from begreedy.explore.limits import Limits
from begreedy.service import advising
from begreedy.service.app import create_app
from begreedy.service.faults import Fault
from begreedy.service.options import ServiceOptions
from support.service import Server

MANY = {"name": "b", "policy": "UniformRandom()", "arms": [f"arm {i}" for i in range(30)], "horizon": 700}
AT = "/bandits/b/advice"


def played(ask, rounds=600):
    """A bandit that has played so many rounds, with means that differ."""
    ask("/bandits", MANY)
    decided = ask("/bandits/b/decide-many", {"count": rounds})["decisions"]
    rewards = [
        {"decision_id": decision["id"], "value": float(decision["numbers"][0] % 7 > i % 20)}
        for i, decision in enumerate(decided)
    ]
    ask("/bandits/b/reward-many", {"rewards": rewards})


@pytest.fixture
def http(tmp_path, request):
    """A server in this process, with the limits that a test asks for."""
    options = ServiceOptions(str(tmp_path / "bandits.db"), rate=0.0, **getattr(request, "param", {}))
    with TestClient(create_app(options), base_url="http://127.0.0.1") as client:
        yield client


def post(http, path, body=None):
    answer = http.post(path, json=body)
    assert answer.status_code < 300, answer.text
    return answer.json()


@pytest.mark.long
def test_advice_over_http_is_that_of_the_library(tmp_path):
    """With the same counts, seed and effort; the bandit goes on meanwhile, and is not changed."""
    store = tmp_path / "bandits.db"
    with Server(store) as server, server.client("b") as client:
        played(lambda path, body: client._ask("POST", path, body))
        before = client.state()
        ours = client.advise_again(effort=0.3)
        assert client.state() == before
        with bg.online.Bandit.open(store, "b") as bandit:
            theirs = bg.online.advise_again(bandit, effort=0.3)
        assert ours == bg.online.SecondAdvice.of(theirs)
        assert ours.rounds == 100
        assert dict(ours.summary)["play"]
        assert ours.options[0]["spec"] == ours.policy
        with pytest.raises(ValueError, match="effort must be at most 120"):
            client.advise_again(effort=1e6)


def test_what_cannot_be_advised_is_refused(http):
    """A bandit that is not there; nothing known yet; no rounds left; efforts that are none."""
    assert http.post(AT).status_code == 404
    assert http.post("/bandits/no%20name/advice").status_code == 404
    post(http, "/bandits", MANY)
    refused = http.post(AT)
    assert refused.status_code == 400
    assert "at least 2 arms with trials" in refused.json()["error"]["message"]
    for effort in (0, -1, "4", 121):
        answer = http.post(AT, json={"effort": effort})
        assert (answer.status_code, answer.json()["error"]["field"]) == (400, "effort")
    assert http.post(AT, json={"effrt": 1}).status_code == 400
    post(http, "/bandits", {"name": "endless", "policy": "Greedy()", "arms": 2})
    assert "horizon must be given" in http.post("/bandits/endless/advice").json()["error"]["message"]
    assert http.get(AT).status_code == 405


@pytest.mark.parametrize("http", [{"max_memory": 0.001}], indirect=True)
def test_more_memory_than_a_request_may_take_is_refused(http):
    """Before anything is simulated, in words that name the option."""
    played(lambda path, body: post(http, path, body))
    answer = http.post(AT)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == "arms"
    assert "(--max-memory)" in answer.json()["error"]["message"]


@pytest.mark.parametrize("http", [{"max_seconds": 2.5}], indirect=True)
def test_the_description_has_the_largest_effort(http):
    effort = http.get("/openapi.json").json()["components"]["schemas"]["Advise"]["properties"]["effort"]
    assert effort["anyOf"][0]["maximum"] == 2.5
    assert http.post(AT, json={"effort": 2.6}).json()["error"]["allowed"] == "at most 2.5, the seconds of a request"


def test_too_many_who_wait_are_told_so(http, monkeypatch):
    monkeypatch.setattr(advising, "_MOST_WAITING", 0)
    post(http, "/bandits", MANY)
    answer = http.post(AT)
    assert answer.status_code == 503
    assert answer.headers["retry-after"] == "5"


def test_who_asks_at_the_same_moment_counts(monkeypatch):
    """Of three, two are told that too many wait, though none has begun to wait when the last asks."""
    monkeypatch.setattr(advising, "_MOST_WAITING", 1)
    monkeypatch.setattr(advising.Advising, "_advise", lambda self, name, effort, progress: "advice")
    office = advising.Advising(None, Limits())

    async def still_there():
        return False

    async def three():
        return await asyncio.gather(*(office.ask("b", 1.0, still_there) for _ in range(3)), return_exceptions=True)

    first, *others = asyncio.run(three())
    assert first == "advice"
    assert all(isinstance(other, Fault) and other.status == 503 for other in others)
    assert asyncio.run(office.ask("b", 1.0, still_there)) == "advice"
    office.close()


@pytest.mark.parametrize("why", ["nobody waits", "the server stops"])
def test_advice_is_given_up(tmp_path, monkeypatch, why):
    """Within a second, and its thread is free again."""
    begun, ended = [], []

    def endless(*_, progress, **__):
        begun.append(True)
        try:
            while True:
                time.sleep(0.01)
                progress(0, 1)
        finally:
            ended.append(True)

    monkeypatch.setattr(advising, "advise", endless)
    monkeypatch.setattr(advising, "remaining", lambda bandit: {})
    monkeypatch.setattr(advising.Advising, "_check_memory", lambda self, known: None)
    options = ServiceOptions(str(tmp_path / "bandits.db"))
    app = create_app(options)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        post(client, "/bandits", MANY)
        office = advising.Advising(app.state.registry, Limits())

        async def gone():
            office.leaving = why == "the server stops"
            return bool(begun) and why == "nobody waits"

        with pytest.raises(Fault, match="stopping"):
            asyncio.run(asyncio.wait_for(office.ask("b", 1.0, gone), 60))
        office.close()
    until = time.monotonic() + 60
    while len(ended) < len(begun) and time.monotonic() < until:
        time.sleep(0.01)
    assert len(ended) == len(begun)
