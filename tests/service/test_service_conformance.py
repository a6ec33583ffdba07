"""The service keeps to HTTP and to its own description: methods, limits, and how it stops."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import httpx
import pytest
from starlette.testclient import TestClient

from begreedy.service.app import create_app
from begreedy.service.guard import Guard
from begreedy.service.metrics import Metrics
from begreedy.service.options import ServiceOptions


@pytest.fixture(scope="module")
def http(tmp_path_factory):
    options = ServiceOptions(str(tmp_path_factory.mktemp("conformance") / "bandits.db"), rate=0.0, max_batch=7)
    with TestClient(create_app(options), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("PUT", "/bandits", "GET, POST"),
        ("PATCH", "/bandits/b", "DELETE, GET"),
        ("GET", "/bandits/b/decide", "POST"),
        ("POST", "/health", "GET"),
        ("DELETE", "/bandits/b/arms", "GET, POST"),
    ],
)
def test_a_wrong_method_is_told_the_right_ones(http, method, path, allowed):
    """405 with Allow, as RFC 9110 asks for."""
    answer = http.request(method, path)
    assert (answer.status_code, answer.headers["allow"]) == (405, allowed)
    words = f"{method} is not allowed here; use {allowed.replace(', ', ' or ')}"
    assert answer.json()["error"]["message"] == words


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("", {"name": "b", "policy": "Greedy", "arms": 2, "horizn": 3}, "horizn is not a field"),
        ("/b/reward-many", {"rewards": [{"decision_id": "1", "value": 1, "cst": 1}]}, "did you mean cost"),
        ("/b/reward-many", {"reward": []}, "reward is not a field of this request; did you mean rewards?"),
        ("/b/decide", {"exclud": []}, "did you mean exclude, "),
        ("/b/decide-set", {"context": "x"}, "did you mean context_id?"),
        ("/b/archive", {"befor": 1.0}, "did you mean before?"),
    ],
)
def test_an_unknown_field_is_told_the_nearest(http, path, body, words):
    answer = http.post(f"/bandits{path}", json=body)
    assert answer.status_code == 400
    assert words in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"share": 1.5}, "share must be less than 1, got 1.5"),
        ({"explore": -0.5}, "explore must be at least 0, got -0.5"),
        ({"arms": "two"}, "arms must be a whole number or a list, got 'two'"),
        ({"arms": ["a", 1]}, "arms.1 must be a text, got 1"),
        ({"arms": []}, "arms must be a whole number or a list that is not empty, got []"),
        ({"outcomes": "x"}, "outcomes must be 'told' or 'zero until told', got 'x'"),
        ({"name": "a b"}, "name must be 1 to 100 letters, digits, dots, dashes and underscores, got 'a b'"),
        ({"history": [[1, 2], [1]]}, "history.1 must be a list of at least 2, got [1]"),
        ({"revise": "yes"}, "revise must be true or false, got 'yes'"),
    ],
)
def test_a_wrong_value_is_told_in_the_words_of_the_library(http, settings, words):
    """Field, what is allowed, and the value."""
    answer = http.post("/bandits", json={"name": "b", "policy": "Greedy", "arms": 2, **settings})
    error = answer.json()["error"]
    assert (answer.status_code, error["message"]) == (400, words)
    assert error["allowed"] == words.partition(" must be ")[2].rpartition(", got ")[0]


def test_a_very_long_static_name_does_not_exist(http):
    for name in ("x" * 5000, "x" * 300 + ".js", "..%2froutes.py", "%00.js"):
        assert http.get(f"/explore/static/{name}").status_code == 404
    assert http.get("/explore/static/index.html").status_code == 200


def test_the_description_has_the_limits(http):
    """What a field may be is said where it can be said: patterns, lengths, and the options of this server."""
    description = http.get("/openapi.json").json()
    parts = description["components"]["schemas"]
    assert parts["DecideMany"]["properties"]["count"]["maximum"] == 7
    assert parts["RewardMany"]["properties"]["rewards"]["maxItems"] == 7
    number, names = parts["Create"]["properties"]["arms"]["anyOf"]
    assert (number["maximum"], names["minItems"], names["uniqueItems"]) == (2**31, 1, True)
    assert "pattern" in names["items"]
    assert "pattern" in parts["Create"]["properties"]["policy"]
    (name,) = description["paths"]["/bandits/{name}"]["get"]["parameters"]
    assert name["schema"]["pattern"] == parts["Create"]["properties"]["name"]["pattern"]
    assert description["paths"]["/bandits/{name}/decide"]["post"]["requestBody"].get("required") is not True


@pytest.mark.parametrize(
    "body",
    [
        {"arms": ["a\nb"]},
        {"arms": ["a", "\u200b"]},
        {"arms": []},
        {"arms": 2**31 + 1},
        {"arms": ["a", "a"]},
        {"arms": 2, "name": "a b"},
    ],
)
def test_what_the_description_excludes_is_refused(http, body):
    assert http.post("/bandits", json={"policy": "Greedy", **body}).status_code == 400


def test_a_request_that_is_cancelled_is_answered(tmp_path):
    """The server stops before the application answers: 503, and no error of ours."""

    async def stuck(scope, receive, send):
        await asyncio.sleep(60)

    sent = []

    async def send(message):
        sent.append(message)

    async def play():
        guard = Guard(stuck, ServiceOptions(str(tmp_path / "b.db")), Metrics())
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/x",
            "query_string": b"",
            "headers": [(b"host", b"127.0.0.1")],
        }
        task = asyncio.create_task(guard(scope, None, send))
        await asyncio.sleep(0.05)
        task.cancel()
        await task

    asyncio.run(play())
    assert sent[0]["status"] == 503


SERVE = """
from begreedy.service import run
from begreedy.service.options import ServiceOptions
run.serve(ServiceOptions({store!r}, port=0, patience=25.0, shutdown=1.0))
"""


@pytest.mark.long
def test_a_stop_that_exceeds_its_time_leaves_no_traceback(tmp_path):
    """A request waits for a store that another process has locked; the server is told to stop, and does."""
    store = str(tmp_path / "bandits.db")
    process = subprocess.Popen([sys.executable, "-c", SERVE.format(store=store)], stderr=subprocess.PIPE, text=True)
    url = re.search(r"http://[^,]+", process.stderr.readline())[0]
    assert httpx.post(f"{url}/bandits", json={"policy": "Greedy", "arms": 2}).status_code == 201
    assert httpx.post(f"{url}/bandits/default/decide").status_code == 200
    answers = []

    def ask():
        answers.append(httpx.post(f"{url}/bandits/default/decide", timeout=30).status_code)

    with closing(sqlite3.connect(store, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        asking = threading.Thread(target=ask)
        asking.start()
        time.sleep(0.5)
        process.terminate()
        asking.join(20)
        other.execute("ROLLBACK")
    _, errors = process.communicate(timeout=40)
    assert answers == [503]
    assert "Traceback" not in errors
    assert process.returncode == 0


def test_whole_numbers_may_have_a_point(http):
    """JSON does not tell 2.0 from 2; true and 2.5 are no whole numbers."""
    body = {"name": "whole", "policy": "Greedy()", "arms": 3.0, "horizon": 1e3}
    assert http.post("/bandits", json=body).status_code == 201
    assert http.post("/bandits/whole/decide-many", json={"count": 2.0}).status_code == 200
    for count in (True, 2.5, "2"):
        assert http.post("/bandits/whole/decide-many", json={"count": count}).status_code == 400


def test_errors_name_fields_and_no_types(http):
    """Of a value that may be of several types, too."""
    assert http.post("/bandits", json={"name": "fields", "policy": "Greedy()", "arms": 2}).status_code == 201
    answer = http.post("/bandits/fields/arms", json={"names": ["a", 3]})
    assert answer.json()["error"]["field"] == "names.1"
    assert http.post("/bandits/fields/arms", json={"names": {}}).json()["error"]["field"] == "names"
