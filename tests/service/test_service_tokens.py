"""Whom the service lets in: one token for everything, or several with roles, which may change while it runs."""

from __future__ import annotations

import base64
import hashlib

import pytest
from starlette.testclient import TestClient

from begreedy.online import Client
from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions
from begreedy.service.tokens import Tokens
from support.app import error_of, in_app
from support.commands import begreedy_process
from support.service import Server

TOKEN = "a-token-of-some-length"
SECRETS = {name: f"{name}-and-sixteen-more" for name in ("web", "feed", "watch", "shop", "chief")}


def entry(name, roles, bandits="", secret=None):
    secret = f'secret = "{SECRETS[name]}"' if secret is None else secret
    return f'[[token]]\nname = "{name}"\n{secret}\nroles = {list(roles)}\n{bandits}\n'


FILE = (
    entry("web", ["decide"])
    + entry("feed", ["report"])
    + entry("watch", ["read"])
    + entry("shop", ["manage"], 'bandits = ["shop-*", "[x]"]')
    + entry("chief", ["manage"], secret=f'sha256 = "{hashlib.sha256(SECRETS["chief"].encode()).hexdigest()}"')
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tokens.toml"
    path.write_text(FILE)
    return path


@pytest.fixture
def asks(tmp_path, file):
    """Ask as somebody; returns the status."""
    app = create_app(ServiceOptions(str(tmp_path / "bandits.db"), tokens=str(file)))
    with TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False) as http:

        def ask(name, method, path, body=None):
            headers = {"authorization": f"Bearer {SECRETS.get(name, name)}"}
            return http.request(method, path, json=body, headers=headers)

        for bandit in ("shop-1", "news"):
            body = {"name": bandit, "policy": "Greedy()", "arms": 2, "horizon": 100}
            assert ask("chief", "POST", "/bandits", body).status_code == 201
        ask.http = http
        yield ask


def statuses(asks, method, path, body=None):
    return {name: asks(name, method, path, body).status_code for name in SECRETS}


def test_roles(asks):
    """Each may do what it is for; manage may do everything, where it may do anything."""
    decided = asks("web", "POST", "/bandits/news/decide", {}).json()["id"]
    reward = {"decision_id": decided, "value": 1}
    no, yes = 403, 200
    alike = {"web": no, "feed": no, "watch": no, "shop": no, "chief": no}
    assert statuses(asks, "POST", "/bandits/news/decide", {}) == {**alike, "web": yes, "chief": yes}
    assert statuses(asks, "POST", "/bandits/news/decide-many", {"count": 2}) == {**alike, "web": yes, "chief": yes}
    assert statuses(asks, "POST", "/bandits/news/reward", reward) == {**alike, "feed": yes, "chief": yes}
    for path in ("/bandits/news", "/bandits/news/log", "/bandits/news/decisions.csv", "/metrics"):
        assert statuses(asks, "GET", path) == {**alike, "watch": yes, "chief": yes}, path
    assert statuses(asks, "POST", "/bandits/news/arms", {"names": 1}) == {**alike, "chief": yes}
    assert statuses(asks, "POST", "/bandits/news/expire", {"before": 0}) == {**alike, "chief": yes}
    assert statuses(asks, "DELETE", "/bandits/absent") == {**alike, "chief": 404}
    for path in ("/explore/run", "/explore/map", "/explore/advice"):  # computing is no reading
        assert statuses(asks, "POST", path, {}) == {**alike, "shop": 422, "chief": 422}, path
    assert statuses(asks, "POST", "/bandits/news/advice", {}) == {**alike, "chief": 400}  # nothing is known yet
    assert statuses(asks, "GET", "/explore/") == {**alike, "watch": yes, "shop": yes, "chief": yes}
    assert asks("nobody", "GET", "/bandits").status_code == 401
    assert set(statuses(asks, "GET", "/health").values()) == {200}


def test_scope(asks):
    """A token for some bandits sees no other: not by name, not in lists, and makes none."""
    assert asks("shop", "GET", "/bandits").json() == {"bandits": ["shop-1"]}
    assert asks("watch", "GET", "/bandits").json() == {"bandits": ["news", "shop-1"]}
    assert asks("shop", "GET", "/bandits/shop-1").status_code == 200
    for path in ("/bandits/news", "/bandits/news/", "/bandits/news/log.csv", "/metrics", "/bandits/new%73"):
        assert asks("shop", "GET", path).status_code == 403, path
    body = {"policy": "Greedy()", "arms": 2, "horizon": 100}
    assert asks("shop", "POST", "/bandits", {**body, "name": "other"}).status_code == 403
    assert asks("shop", "POST", "/bandits", {**body, "name": "shop-2"}).status_code == 201
    error = asks("shop", "GET", "/bandits/news").json()["error"]
    assert error["message"] == "the token 'shop' is for the bandits shop-*, [x] only"
    assert asks("web", "GET", "/bandits").json()["error"]["allowed"] == "a token with the role read or manage"
    assert asks("web", "POST", "/bandits", body).json()["error"]["allowed"] == "a token with the role manage"


def test_a_client_is_told(tmp_path, file):
    """Over a real server: what a role refuses is a PermissionError of the client."""
    with Server(tmp_path / "b.db", "--tokens", str(file)) as server:
        chief, web = (Client(server.url, token=SECRETS[name], name="b") for name in ("chief", "web"))
        chief.create("Greedy()", 2, 100)
        web.decide()
        with pytest.raises(PermissionError, match="needs the role read"):
            web.state()


def test_rotation(tmp_path, file):
    """A changed file counts within a second; one that is wrong, or away, changes nothing."""
    now = [0.0]
    single = tmp_path / "token"
    single.write_text("first-of-sixteen-letters\n")
    options = ServiceOptions("b.db", token="of-the-environment", token_file=str(single), tokens=str(file))
    tokens = Tokens(options, clock=lambda: now[0])

    def knows(secret):
        found = tokens.find(secret.encode())
        return None if found is None else found.name

    def replace(path, text):
        path.with_suffix(".new").write_text(text)
        path.with_suffix(".new").replace(path)

    assert [knows(s) for s in ("of-the-environment", "first-of-sixteen-letters", SECRETS["web"], "no")] == [
        "token",
        "token",
        "web",
        None,
    ]
    replace(single, "second-of-sixteen-letters")
    replace(file, entry("web", ["decide"], secret='secret = "another-secret-of-web"'))
    assert knows(SECRETS["web"]) == "web"
    now[0] = 1.5
    assert (knows(SECRETS["web"]), knows("another-secret-of-web")) == (None, "web")
    assert (knows("first-of-sixteen-letters"), knows("second-of-sixteen-letters")) == (None, "token")
    for wrong in ("[[token]]\nname = 'x'", "", "not TOML", entry("web", ["decide"], secret='secret = "short"')):
        replace(file, wrong)
        now[0] += 1.5
        assert knows("another-secret-of-web") == "web"
    file.unlink()
    now[0] += 1.5
    assert knows("another-secret-of-web") == "web"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "tables [[token]]"),
        ("x = 1", "tables [[token]]"),
        (entry("web", []), "roles must be some of decide, report, read, manage"),
        (entry("web", ["rule"]), "roles must be some of"),
        (entry("web", ["read"], "bandits = []"), "bandits must have at least one"),
        (entry("web", ["read"], "bandit = ['a']"), "did you mean bandits"),
        (entry("web", ["read"]) * 2, "different for every token"),
        (entry("web", ["read"]) + entry("feed", ["read"], secret=f'secret = "{SECRETS["web"]}"'), "one of them twice"),
        (entry("web", ["read"], secret='secret = "short-secret"'), "at least 16 characters"),
        (entry("web", ["read"], secret="secret = 12345678901234567"), "secret must be a text"),
        (entry("web", ["read"], secret='sha256 = "abc"'), "64 hexadecimal digits"),
        (entry("web", ["read"], secret=""), "or sha256 instead"),
        ("[[token]]\nname = 3", "name must be"),
        ("x = " + "[" * 100_000, "tokens must be TOML: RecursionError"),
        ("x = " + "9" * 5000, "tokens must be TOML: ValueError"),
    ],
)
def test_what_a_file_of_tokens_may_not_say(tmp_path, text, words):
    """It is refused before the server starts, and no secret is told."""
    path = tmp_path / "tokens.toml"
    path.write_text(text)
    with pytest.raises(ValueError) as refused:
        create_app(ServiceOptions(str(tmp_path / "b.db"), tokens=str(path)))
    assert words in str(refused.value)
    assert not any(secret in str(refused.value) for secret in (*SECRETS.values(), "short-secret"))
    assert not (tmp_path / "b.db").exists()


# ---------------------------------------------------------------- a single token, for everything


def test_beyond_this_machine_a_token_is_needed(tmp_path, monkeypatch):
    """Without a token it listens on this machine only, and says so."""
    store = str(tmp_path / "bandits.db")
    for host in ("0.0.0.0", "192.168.1.5", "::", "example.org"):
        with pytest.raises(ValueError, match="unless there is a token"):
            ServiceOptions(store, host=host)
    assert ServiceOptions(store, host="0.0.0.0", token=TOKEN).token == TOKEN
    with pytest.raises(ValueError, match="at least 16 characters"):
        ServiceOptions(store, token="short")
    monkeypatch.delenv("BEGREEDY_TOKEN", raising=False)
    done = begreedy_process("serve", "--store", store, "--host", "0.0.0.0")
    assert done.returncode == 2
    assert "BEGREEDY_TOKEN" in done.stderr


def test_a_token_is_asked_for(tmp_path):
    """401 without the token or with another; Bearer and a browser's Basic are understood; health is open."""
    with in_app(str(tmp_path / "bandits.db"), token=TOKEN) as http:
        assert http.get("/health").status_code == 200
        for path in ("/bandits", "/metrics", "/docs", "/openapi.json", "/overview", "/bandits/b/log", "/explore/"):
            for header in (
                {},
                {"authorization": "Bearer wrong"},
                {"authorization": TOKEN},
                {"authorization": "Basic é"},
            ):
                answer = http.get(path, headers={k: v.encode() for k, v in header.items()})
                words = (
                    "this token is not known" if header.get("authorization") == "Bearer wrong" else "a token is needed"
                )
                assert words in error_of(answer, 401)["message"]
                assert "Bearer" in answer.headers["www-authenticate"]
        assert http.get("/bandits", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
        basic = base64.b64encode(f"anybody:{TOKEN}".encode()).decode()
        assert http.get("/docs", headers={"authorization": f"Basic {basic}"}).status_code == 200
