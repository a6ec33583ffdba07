"""The log of the server and its metrics: what they tell, and what they never do."""

from __future__ import annotations

import io
import json
import logging
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from starlette.testclient import TestClient

from begreedy.online import StoreError
from begreedy.service import logs
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from support.service import Server

TOKEN, PASSWORD = "a-token-of-some-length", "pass-word-of-db"
DASHBOARD = Path(__file__).parents[2] / "docs" / "deploy" / "grafana.json"


def logging_to(store, out, **options):
    options = ServiceOptions(str(store), **options)
    logs.set_up(options, out)
    return TestClient(create_app(options), base_url="http://127.0.0.1", raise_server_exceptions=False)


@pytest.fixture
def out():
    """What is logged; afterwards loggers are as they were."""
    loggers = [logging.getLogger(name) for name in ("begreedy", "begreedy.access", "uvicorn")]
    before = [(logger, logger.handlers, logger.propagate, logger.level) for logger in loggers]
    yield io.StringIO()
    for logger, handlers, propagate, level in before:
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def test_requests_are_lines_of_json(tmp_path, out):
    """One line each, with the id that the client gave or a new one, which the answer has, too."""
    with logging_to(tmp_path / "b.db", out, log_format="json", access_log=True, token=TOKEN) as http:
        told = {"authorization": f"Bearer {TOKEN}", "x-request-id": "of-the-client.1"}
        assert http.get("/bandits?secret=in-the-query", headers=told).headers["x-request-id"] == "of-the-client.1"
        made = http.post("/bandits", headers=told, json={"name": "b", "policy": "Greedy()", "arms": 2, "horizon": 9})
        assert made.status_code == 201
        answer = http.post(
            "/bandits/b/decide", json={"user": "alice"}, headers={**told, "x-request-id": "no plain word"}
        )
        assert http.get("/page/arms.js").status_code == 200
        denied = http.get("/bandits/b%0A", headers={"authorization": "Bearer of-somebody-else"})
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(line["status"], line["method"], line.get("route")) for line in lines] == [
        (200, "GET", "/bandits"),
        (201, "POST", "/bandits"),
        (200, "POST", "/bandits/{name}/decide"),
        (200, "GET", "/page/{file}"),
        (401, "GET", None),
    ]
    assert [line["request_id"] for line in (lines[2], lines[4])] == [
        a.headers["x-request-id"] for a in (answer, denied)
    ]
    assert lines[2]["request_id"] not in ("no plain word", lines[4]["request_id"])
    assert (lines[2]["bandit"], lines[2]["token"], lines[2]["client"]) == ("b", "token", "testclient")
    assert "bandit" not in lines[3]
    assert 0.0 < lines[2]["seconds"] < 60.0
    assert lines[0]["time"].endswith("Z")
    for secret in (TOKEN, "of-somebody-else", "in-the-query", "alice"):
        assert secret not in out.getvalue()


def test_lines_of_text_and_no_access_log(tmp_path, out):
    """A line of text is one line, whatever an address contains; requests are logged only if that is asked for."""
    with logging_to(tmp_path / "b.db", out, access_log=True) as http:
        http.get("/bandits/b%0Ainjected line")
    assert len(out.getvalue().splitlines()) == 1
    assert "status=404" in out.getvalue()
    quiet = io.StringIO()
    with logging_to(tmp_path / "b.db", quiet) as http:
        http.get("/bandits")
    assert quiet.getvalue() == ""


def test_what_fails_is_logged_with_its_id_and_without_secrets(tmp_path, out, monkeypatch):
    """A failure of our own is a 500 with its id; one of the store says where; neither tells a password."""
    with logging_to(tmp_path / "b.db", out, log_format="json") as http:

        async def broken(self):
            raise ArithmeticError(f"postgresql://me:{PASSWORD}@host/db password={PASSWORD} Bearer {TOKEN}")

        monkeypatch.setattr(type(http.app.state.registry), "names", broken)
        failed = http.get("/bandits")
    assert failed.status_code == 500
    line = json.loads(out.getvalue())
    assert line["request_id"] in failed.json()["error"]["message"]
    assert "ArithmeticError" in line["error"]
    assert "***" in line["error"]
    assert PASSWORD not in out.getvalue()
    assert TOKEN not in out.getvalue()


def test_passwords_of_the_store_are_hidden(out):
    options = ServiceOptions(f"postgresql://me:{PASSWORD}@host/db", token=TOKEN)
    handler = logs.set_up(options, out)
    error = StoreError(f"no connection with {PASSWORD} or {TOKEN}")
    logging.getLogger("begreedy.service").error("the store failed: %s", error)
    assert handler.stream.getvalue().endswith("the store failed: no connection with *** or ***\n")


def samples(text):
    """By name: the names of labels."""
    return {
        sample.name: set(sample.labels) for family in text_string_to_metric_families(text) for sample in family.samples
    }


def value(text, name, **labels):
    return next(
        sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name == name and sample.labels == labels
    )


def test_metrics_of_bandits_and_the_dashboard(store):
    """Counts, sums and what is pending, per bandit; what the dashboard asks for is there, with its labels."""
    with TestClient(create_app(ServiceOptions(store)), base_url="http://127.0.0.1") as http:
        http.post("/bandits", json={"name": "shop", "policy": "Greedy()", "arms": 3, "horizon": 100})
        first, *_ = [http.post("/bandits/shop/decide", json={}).json()["id"] for _ in range(3)]
        for _ in range(2):  # the second is a repeat
            http.post("/bandits/shop/reward", json={"decision_id": first, "value": 0.75})
        text = http.get("/metrics").text
        assert value(text, "begreedy_decisions_total", bandit="shop") == 3.0
        assert value(text, "begreedy_rewards_total", bandit="shop") == 1.0
        assert value(text, "begreedy_reward_sum", bandit="shop") == 0.75
        assert value(text, "begreedy_pending", bandit="shop") == 2.0
        assert 0.0 <= value(text, "begreedy_oldest_pending_seconds", bandit="shop") < 60.0
        assert value(text, "begreedy_call_seconds_count", bandit="shop", call="decide") == 3.0
        assert value(text, "begreedy_call_seconds_count", bandit="shop", call="reward") == 2.0
        http.get("/bandits/absent")
        known = samples(http.get("/metrics").text)
        assert "absent" not in http.get("/metrics").text
        dashboard = json.loads(DASHBOARD.read_text())
        asked = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
        asked += [variable["query"] for variable in dashboard["templating"]["list"] if variable["type"] == "query"]
        assert len(asked) > 10
        for expression in asked:
            names = set(re.findall(r"\b(?:begreedy|process)_\w+", expression))
            assert names, expression
            assert names <= known.keys(), expression
            labels = {word for words in re.findall(r"by \(([^)]*)\)", expression) for word in words.split(", ")}
            labels |= set(re.findall(r"[{,]\s*(\w+)\s*=", expression)) - {"instance"}
            for name in names:
                assert labels - {"instance"} <= known[name] | {"instance"}, expression
        http.delete("/bandits/shop")
        assert 'bandit="shop"' not in http.get("/metrics").text


@pytest.mark.long
def test_a_real_server_writes_its_log_to_standard_error(tmp_path):
    with Server(
        tmp_path / "b.db", "--access-log", "--log-format", "json", environment={"BEGREEDY_TOKEN": TOKEN}
    ) as server:
        with server.client("b", token=TOKEN) as client:
            client.create("Greedy()", 2, 10)
            client.decide()
        assert server.stop() == 0
    first, *lines = [json.loads(line) for line in (server.first, *server.errors)]
    assert server.url in first["message"]
    assert [line["status"] for line in lines] == [201, 200]
    assert TOKEN not in "".join(server.errors)
