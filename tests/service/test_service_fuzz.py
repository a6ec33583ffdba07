"""Whatever is sent to the service: an answer below 500, in JSON, and state that changes only by what was accepted."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from begreedy.service.app import create_app
from begreedy.service.options import ServiceOptions

SETTINGS = {"name": "b", "policy": "Greedy()", "arms": ["x", "y", "z"], "horizon": 100}
BY_HAND = settings(
    max_examples=250, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], derandomize=True
)


@pytest.fixture(scope="module")
def http(tmp_path_factory):
    store = str(tmp_path_factory.mktemp("fuzz") / "bandits.db")
    options = ServiceOptions(store, rate=0.0, max_bytes=200_000, max_bandits=5, max_arms=500, max_batch=50)
    with TestClient(create_app(options), base_url="http://127.0.0.1", raise_server_exceptions=True) as client:
        assert client.post("/bandits", json=SETTINGS).status_code == 201
        yield client


# ---------------------------------------------------------------- what is sent

numbers = st.one_of(
    st.integers(-3, 3),
    st.integers(),
    st.sampled_from([2**31, 2**53, 2**63, 2**64, -(2**63), 10**30, 10**400]),
    st.floats(allow_nan=True, allow_infinity=True),
    st.sampled_from([1e308, 5e-324, -0.0, 1e16]),
)
texts = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "x", "b", "1-0", "\x00", "\ud800", "'; DROP TABLE events; --", "../../etc/passwd", "%00", "𝕏" * 60]
    ),
    st.sampled_from([10**3, 10**5]).map(lambda size: "x" * size),
)
leaves = st.one_of(st.none(), st.booleans(), numbers, texts)
values = st.recursive(
    leaves,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=8), inner, max_size=4)),
    max_leaves=8,
)
policies = st.one_of(
    st.sampled_from(
        ["Greedy", "UCB(c=1e308)", "UCB(-1)", "MOSS()", "Finite(means=[1])", "f1", "Bernoulli()", "MeDZO()", "BTS()"]
    ),
    st.sampled_from(["Subsample(Greedy(), k=10**9)", "Subsample(Greedy(), k=1000000)", "LinUCB()", "os:system('x')"]),
    st.sampled_from(
        ["Subsample(" * 40 + "Greedy" + ")" * 40, "Cascade(UCB())", "ThompsonBeta(a=0)", "(((((", "auto()"]
    ),
    st.sampled_from(["EpsilonGreedy(2)", "ExploreThenCommit(10000000)", "Greedy(1)", "Doubling(Greedy())", "1", "'x'"]),
    texts,
)
FIELDS = {
    "decide": ["n", "context_id"],
    "decide-many": ["count", "context_ids"],
    "decide-set": ["context_id"],
    "reward": ["decision_id", "value", "cost"],
    "reward-many": ["rewards"],
    "expire": ["before", "default"],
    "arms": ["names"],
    "arms/retire": ["arm"],
    "arms/pause": ["arm"],
    "arms/resume": ["arm"],
}


def bodies(fields):
    return st.one_of(
        st.fixed_dictionaries({}, optional={field: st.one_of(values, leaves) for field in fields}),
        st.fixed_dictionaries(dict.fromkeys(fields, leaves)),
        values,
    )


posts = st.one_of(*(st.tuples(st.just(f"/bandits/b/{path}"), bodies(fields)) for path, fields in FIELDS.items()))
creations = st.fixed_dictionaries(
    {"name": st.one_of(st.sampled_from(["c", "d", "b"]), texts)},
    optional={
        "policy": policies,
        "arms": st.one_of(st.integers(-1, 600), st.lists(texts, max_size=5), values),
        "horizon": st.one_of(st.none(), numbers),
        "seed": numbers,
        "rewards": st.one_of(st.none(), st.tuples(numbers, numbers), values),
        "costs": st.one_of(st.none(), st.tuples(numbers, numbers), values),
        "history": st.one_of(st.none(), st.lists(st.tuples(numbers, numbers), max_size=4), values),
    },
).filter(lambda body: body.get("policy", "auto") != "auto")  # advice takes seconds


def dumped(body):
    """JSON as a careless client writes it: NaN, infinities and lone surrogates as they are."""
    return json.dumps(body).encode()


def send(http, path, content):
    answer = http.post(path, content=content, headers={"content-type": "application/json"})
    check(answer)
    return answer


def check(answer):
    """Accepted, or refused with a short body that says why."""
    assert answer.status_code < 500, answer.text
    if answer.status_code >= 400:
        assert answer.json()["error"]["message"]
        assert len(answer.content) < 4000
    json.loads(answer.text, parse_constant=lambda word: pytest.fail(f"{word} is no JSON"))


def state(http):
    answer = http.get("/bandits/b")
    assert answer.status_code == 200
    return answer.json()


# ---------------------------------------------------------------- what must hold


@BY_HAND
@given(posts)
def test_posts(http, post):
    """Every POST on a bandit: what is refused changes nothing."""
    before = state(http)
    answer = send(http, post[0], dumped(post[1]))
    after = state(http)
    if answer.status_code >= 400:
        assert after == before
    assert after["seq"] >= before["seq"]
    assert after["decisions"] == after["rewards"] + after["expired"] + after["pending"]


@pytest.mark.long
@settings(BY_HAND, max_examples=200)
@given(creations)
def test_creations(http, body):
    """Making bandits out of anything: made, or refused and not there."""
    before = http.get("/bandits").json()["bandits"]
    answer = send(http, "/bandits", dumped(body))
    after = http.get("/bandits").json()["bandits"]
    assert (len(after) == len(before) + 1) == (answer.status_code == 201)
    if answer.status_code == 201:
        name = body["name"]
        check(http.get(f"/bandits/{name}"))
        check(http.get(f"/bandits/{name}/arms"))
        send(http, f"/bandits/{name}/decide", b"{}")


@settings(BY_HAND, max_examples=150)
@given(st.sampled_from(list(FIELDS)), st.binary(max_size=60), texts.map(lambda t: t.encode("utf-8", "replace")[:100]))
def test_bytes(http, path, content, kind):
    """Bytes that are no JSON, with whatever content type."""
    before = state(http)
    answer = http.post(f"/bandits/b/{path}", content=content, headers={"content-type": kind.replace(b"\n", b"")})
    check(answer)
    assert answer.status_code >= 400 or content.strip() in (b"", b"{}", b"null")
    check(http.post(f"/bandits/b/{path}", content=content, headers={"content-type": "application/json"}))
    assert state(http)["seq"] >= before["seq"]


@settings(BY_HAND, max_examples=200)
@given(
    st.sampled_from(
        ["/bandits/{}", "/bandits/{}/arms", "/bandits/{}/log", "/bandits/b/arms/explain", "/bandits/b/log", "/{}"]
    ),
    texts,
    st.dictionaries(st.sampled_from(["after", "limit", "arm", "x"]), st.one_of(texts, numbers), max_size=3),
)
def test_gets(http, path, name, query):
    """Every GET, with whatever names and queries; nothing changes."""
    before = state(http)
    name = name.encode("utf-8", "replace").decode().replace("/", "%2F").replace("?", "%3F").replace("#", "%23")
    query = {key: str(value).encode("utf-8", "replace").decode() for key, value in query.items()}
    try:
        address = path.format(name[:3000])
        request = http.build_request("GET", address, params=query)
    except Exception:  # not something that can be sent at all
        return
    answer = http.send(request)
    if answer.headers.get("content-type", "").startswith("application/json"):
        check(answer)
    assert answer.status_code < 500
    assert state(http) == before
