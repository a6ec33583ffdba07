"""Erasing users and contexts: nothing is left of them, the state stays, and the log is right."""

from __future__ import annotations

import json
import random

import pytest

from begreedy import Combinatorial, TopM, Uniform
from begreedy.bandit.store.checksum import checksum
from begreedy.bandit.store.database import connect
from begreedy.online import Bandit, Client, StoreError, erase
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from begreedy.values.errors import BadValue
from support.online_play import NAMES

KEY = "a key of the operator's"


def filled(store, name="default", policy="UCB", **settings):
    """A bandit with decisions of three users, in groups, some rewarded and one revised; and its client ids."""
    bandit = Bandit(policy, NAMES, 1000, store, name=name, revise=True, control="random", share=0.5, **settings)
    rng = random.Random(1)
    for i in range(40):
        user = ["alice", "bob", None, "carol"][i % 4]
        decision = bandit.decide(user=user, context_id=f"visit {i}", segment=["new", "old"][i % 2])
        if i % 5:
            bandit.reward(decision.id, rng.random())
        if i == 11:
            bandit.reward(decision.id, 0.5)
    return bandit


def everything(bandit):
    """All that the store has of a bandit, as text."""
    database = bandit._session.database
    rows = [database.rows(f"SELECT * FROM {table}") for table in ("events", "pending", "heads", "bandits")]
    return repr([[part for row in table for part in row] for table in rows])


@pytest.mark.parametrize("key", [None, KEY])
def test_erase_a_user(store, key):
    """Nothing has their name; all else is as before; groups are those that were drawn; a second time finds nothing."""
    with filled(store) as bandit:
        before, entries, arms = bandit.state(), bandit.log(), bandit.arms()
        uplift = bandit.uplift()
        assert bandit.erase(["alice", "nobody"], key=key) == 10
        assert "alice" not in everything(bandit)
        assert bandit.check().ok
        assert (bandit.state(), bandit.arms(), bandit.uplift()) == (before, arms, uplift)
        after = bandit.log()
        users = {e.user for e, old in zip(after, entries, strict=True) if old.user == "alice"}
        assert len(users) == 1
        assert users == {"erased"} if key is None else users.pop().startswith("erased ")
        assert [e for e in after if e.user in ("bob", "carol")] == [e for e in entries if e.user in ("bob", "carol")]
        assert bandit.erase(["alice"], key=key) == 0
        assert bandit.decide(user="alice").chosen_by != "user"  # she is somebody new
        assert bandit.decide(user="bob").chosen_by == "user"
    with Bandit.open(store) as bandit:
        assert bandit.check().ok


def test_erase_contexts(store):
    with filled(store) as bandit:
        assert bandit.erase(context_ids=["visit 3", "visit 39", "visit 99"]) == 2
        assert bandit.erase(context_ids=["visit 4"], key=KEY) == 1
        text = everything(bandit)
        assert not [n for n in (3, 4, 39) if f"visit {n}'" in text]
        assert "visit 5'" in text
        assert bandit.check().ok
        decided = len(bandit.log(limit=1000))
        assert bandit.decide(context_id="visit 5").context_id == "visit 5"
        assert len(bandit.log(limit=1000)) == decided  # the decision that was made
        bandit.decide(context_id="visit 3")
        assert len(bandit.log(limit=1000)) == decided + 1  # it is not known any more


def test_no_checksum_is_left_that_could_confirm_a_guess(store):
    """With the name put back, no checksum of the log fits, from the first that knew it on."""
    with filled(store) as bandit:
        old = {chain for _, chain, _ in bandit._session.store.checked_events(0)}
        bandit.erase(["alice"])
        rows = bandit._session.store.checked_events(0)
        assert not old & {chain for _, chain, _ in rows}
        chain = 0
        for event, stored, version in rows:
            if event.user_id == "erased\n":
                assert checksum(chain, event._replace(user_id="alice"), version) != stored
            chain = stored


def test_others_go_on_meanwhile(store):
    """Another process that has the bandit open records after the new end of the log."""
    with filled(store) as bandit, Bandit.open(store) as other:
        waiting = other.decide(user="alice")
        bandit.erase(["alice"])
        assert other.reward(waiting.id, 1.0)
        assert other.check().ok
        assert other.state() == bandit.state()


def test_an_altered_log_is_not_sealed(store):
    """Erasing must not make right what was not: it is refused, and changes nothing."""
    with filled(store) as bandit:
        bandit._session.database.rows("UPDATE events SET value = 0.99 WHERE seq = 30 AND value IS NOT NULL")
        bandit._session.database.rows("UPDATE events SET token = 'ffffffffffffffff' WHERE seq = 31")
        before = everything(bandit)
        with pytest.raises(StoreError, match="nothing is erased"):
            bandit.erase(["alice"])
        assert everything(bandit) == before


def test_what_is_refused(store):
    with filled(store) as bandit:
        for arguments, words in (
            ({}, "users must be given, or context_ids"),
            ({"users": "alice"}, "users must be a list of texts"),
            ({"users": ["a\nb"]}, "user must have 1 to 200"),
            ({"users": ["alice"], "key": "short"}, "key must be a text of at least 16"),
        ):
            with pytest.raises((ValueError, TypeError), match=words):
                bandit.erase(**arguments)
        with pytest.raises(StoreError, match="within a transaction"), bandit.transaction():
            bandit.erase(["alice"])


@pytest.mark.parametrize("key", [None, KEY])
def test_contexts_of_sets(store, key):
    """Every arm of an action has its context; another that only begins alike stays."""
    problem = Combinatorial(TopM(6, size=3), prior=Uniform())
    with Bandit("CombUCB", 6, store=store, problem=problem) as bandit:
        for context in ("alice", "alice#0", "bob"):
            bandit.decide_set(context)
        assert bandit.erase(context_ids=["alice"], key=key) == 3
        left = [entry.context_id for entry in bandit.log()]
        assert left[3:] == ["alice#0#0", "alice#0#1", "alice#0#2", "bob#0", "bob#1", "bob#2"]
        assert not any("alice" in context for context in left[:3] if context)
        assert bandit.check().ok, bandit.check()
        assert bandit.erase(context_ids=["bob#1"]) == 1  # as the log says it


def test_a_key_that_is_no_text_of_unicode(store):
    with filled(store) as bandit, pytest.raises(BadValue, match="key must be a text without lone surrogates"):
        bandit.erase(["alice"], key="\ud800" * 20)


def test_everywhere_whatever_they_are_called(store):
    """Bandits may have names in Python that HTTP does not take: they are erased from, too."""
    from starlette.testclient import TestClient

    for name in ("one", "that of a shop"):
        filled(store, name).close()
    with TestClient(create_app(ServiceOptions(store)), base_url="http://127.0.0.1") as http:
        assert http.post("/erase", json={"users": ["alice"]}).json() == {"erased": {"one": 10, "that of a shop": 10}}


def test_everywhere_goes_on_past_a_bandit_that_cannot_be_opened(store):
    """All others are erased from, and the error says from which nothing was."""
    from starlette.testclient import TestClient

    for name in ("a", "b", "c"):
        filled(store, name).close()
    database = connect(store)
    policy = "absent_module:Policy()"
    for name, settings in (("a", "{"), ("b", None)):
        text = database.rows("SELECT settings FROM bandits WHERE name = ?", (name,))[0][0]
        damaged = settings or json.dumps(json.loads(text) | {"policy": policy, "plays": policy})
        database.rows("UPDATE bandits SET settings = ?, checksum = NULL WHERE name = ?", (damaged, name))
    database.close()
    with pytest.raises(StoreError, match=r"from 2 of 3 bandits; 'a': .*'b': .*the others: 10 in 'c'"):
        erase(store, ["alice"])
    with Bandit.open(store, "c") as bandit:
        assert {entry.user for entry in bandit.log(0, 1000)} & {"alice"} == set()
    with TestClient(create_app(ServiceOptions(store)), base_url="http://127.0.0.1") as http:
        answer = http.post("/erase", json={"users": ["bob"]})
        assert answer.status_code == 503
        assert "nothing was erased from 2 of 3 bandits" in answer.text
        assert http.post("/erase", json={"users": [""]}).status_code == 400


def test_everywhere_and_over_http(store):
    """All bandits of a store, from Python and over HTTP; and one by the client."""
    from starlette.testclient import TestClient

    for name in ("one", "two"):
        filled(store, name).close()
    assert erase(store, ["alice"]) == {"one": 10, "two": 10}
    with TestClient(create_app(ServiceOptions(store)), base_url="http://127.0.0.1") as http:
        http.post("/bandits/one/decide", json={"user": "bob"})
        assert http.post("/erase", json={"users": ["bob"], "key": KEY}).json() == {"erased": {"one": 11, "two": 10}}
        client = Client("http://127.0.0.1", name="two")
        client._http = http
        assert client.erase(["carol"], ["visit 1"]) == 11
        assert http.post("/bandits/one/decide", json={"user": "bob"}).json()["user"] == "bob"
        assert http.post("/erase", json={}).status_code == 400
        assert http.post("/bandits/absent/erase", json={"users": ["bob"]}).status_code == 404
    for name in ("one", "two"):
        with Bandit.open(store, name) as bandit:
            assert bandit.check().ok
