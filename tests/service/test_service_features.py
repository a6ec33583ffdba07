"""Features, lists whose places are told one by one, and actions that are sets of arms, over HTTP and by the client."""

from __future__ import annotations

import csv
import time
from dataclasses import dataclass

import httpx
import numpy as np
import pytest

import begreedy as bg
from begreedy.online import Bandit, Contradiction, SettingsDiffer, TooLate, UnknownArm

NAMES = ["a", "b", "c"]
X = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])


@pytest.mark.every_time("sqlite")
def test_the_client_does_what_the_bandit_does(served, tmp_path):
    """Features of arms, of decisions and of new arms: the same arms, explanations and export."""
    settings = {"features": dict(zip(NAMES, X, strict=True)), "revise": True, "explore": 0.1}
    local = Bandit("LinThompson()", NAMES, 500, tmp_path / "local.db", name="same", **settings)
    with served.client("same") as client, local as bandit:
        client.create("LinThompson()", NAMES, 500, **settings)
        for i in range(30):
            given = {"a": np.array([i / 30.0, 1.0])} if i % 2 else None
            one, other = client.decide(features=given), bandit.decide(features=given)
            assert one.arm == other.arm
            for value in (float(i % 5 == 0), 0.5)[: 1 + (i % 4 == 0)]:
                client.reward(one.id, value)
                bandit.reward(other.id, value)
        assert client.add_arms(["d"], features=[[0.1, 0.2]]) == bandit.add_arms(["d"], features=[[0.1, 0.2]])
        ones = client.decide_many(3, features=[None, {"d": [9.0, 9.0]}, None])
        others = bandit.decide_many(3, features=[None, {"d": [9.0, 9.0]}, None])
        assert [one.arm for one in ones] == [other.arm for other in others]
        assert client.explain("d") == bandit.explain("d")
        client.export(tmp_path / "remote.csv")
        bandit.export(tmp_path / "local.csv")
        rows = [
            [(row["arm"], row["features"], row["reward"]) for row in csv.DictReader((tmp_path / name).open())]
            for name in ("remote.csv", "local.csv")
        ]
        assert rows[0] == rows[1]
        with pytest.raises(SettingsDiffer, match="features differs"):
            client.create("LinThompson()", NAMES, 500, **{**settings, "features": X + 1.0})
        with pytest.raises(UnknownArm, match="features must be one of the 4 arms, got 'e'"):
            client.decide(features={"e": [1.0, 2.0]})
        with pytest.raises(ValueError, match="must have 2 numbers, as many as all others, got 1"):
            client.decide(features={"a": [1.0]})
        with pytest.raises(ValueError, match="features must be given for arms that are added"):
            client.add_arms(["e"])


def test_bad_features_over_http(served):
    """Each is a 400 that names the field, and nothing is recorded."""
    with httpx.Client(base_url=served.url) as http:
        made = {"name": "bad", "policy": "LinUCB()", "arms": NAMES, "horizon": 100, "features": 2}
        assert http.post("/bandits", json={**made, "features": [[1.0]] * 3 + [[2.0]]}).status_code == 400
        assert http.post("/bandits", json={**made, "features": None}).json()["error"]["field"] == "features"
        assert http.post("/bandits", json=made).status_code == 201
        whole = {name: [0.0, 1.0] for name in NAMES}
        for features in (
            {"a": [1.0, 2.0]},
            {**whole, "a": [1.0]},
            {**whole, "a": ["x", 1.0]},
            {"a": []},
            [1.0, 2.0],
            7,
        ):
            answer = http.post("/bandits/bad/decide", json={"features": features})
            assert answer.status_code == 400
            assert answer.json()["error"]["field"].startswith("features")
        assert http.get("/bandits/bad").json()["decisions"] == 0
        assert http.post("/bandits/bad/decide", json={"features": whole}).status_code == 200


def test_places_of_lists_over_http(served):
    """Each place is told; the log has them."""
    with served.client("grid") as client:
        client.create("Cascade(Greedy(), forced_start=False)", NAMES, 100, clicks="each")
        shown = client.decide(n=3)
        assert client.reward(shown.id, [1.0, 0.0, 1.0])
        assert [client.explain(arm).mean for arm in shown.arms] == [1.0, 0.0, 1.0]
        assert client.log()[1].places == (1.0, 0.0, 1.0)
        with pytest.raises(ValueError, match="as many entries as the 2 places"):
            client.reward(client.decide(n=2).id, [1.0])
        with pytest.raises(SettingsDiffer, match="clicks differs"):
            client.create("Cascade(Greedy(), forced_start=False)", NAMES, 100)


# ---------------------------------------------------------------- sets of arms

ROADS = [("home", "north"), ("home", "south"), ("north", "work"), ("south", "work"), ("north", "south")]
ROAD_NAMES = ["hn", "hs", "nw", "sw", "ns"]
COMMUTE = bg.Combinatorial(
    bg.Paths(ROADS, "home", "work", directed=False), prior=bg.Uniform(), minimise=True, law=bg.Bernoulli()
)
TOP = "Combinatorial(TopM(6, size=2), prior=Uniform())"


def test_sets_by_the_client_as_by_the_bandit(served, tmp_path):
    """Costs of roads, told late, in any order, or never: the same sets, means and export."""
    settings = {"rewards": (0.0, 60.0), "problem": COMMUTE}
    local = Bandit("CTSBeta()", ROAD_NAMES, 200, tmp_path / "local.db", name="roads", **settings)
    with served.client("roads") as client, local as bandit:
        client.create("CTSBeta()", ROAD_NAMES, 200, **settings)
        waiting = []
        for i in range(15):
            ones, others = client.decide_set(), bandit.decide_set()
            assert [one.arm for one in ones] == [other.arm for other in others]
            waiting += list(zip(ones, others, strict=True))
            while len(waiting) > 4:
                one, other = waiting.pop(i * 7 % len(waiting))
                if i % 5 == 4:
                    continue  # nobody ever tells
                cost = 10.0 + 8.0 * ROAD_NAMES.index(one.arm)
                assert client.reward(one.id, cost) == bandit.reward(other.id, cost) is True
                assert client.reward(one.id, cost) is False
        assert client.explain("hn") == bandit.explain("hn")
        assert client.state().pending == bandit.state().pending > 4
        client.export(tmp_path / "remote.csv")
        bandit.export(tmp_path / "local.csv")
        rows = [
            [(row["arm"], row["reward"]) for row in csv.DictReader((tmp_path / name).open())]
            for name in ("remote.csv", "local.csv")
        ]
        assert rows[0] == rows[1]
        assert len(rows[0]) == client.state().decisions
        again = client.create("CTSBeta()", ROAD_NAMES, 200, **settings)
        assert again.decisions == len(rows[0])
        with pytest.raises(SettingsDiffer, match="problem differs"):
            client.create("CTSBeta()", ROAD_NAMES, 200, rewards=(0.0, 60.0))


def test_a_set_is_asked_for_once(served):
    """With its context; each of its arms is told once, and within the window."""
    with served.client("window") as client:
        client.create("Greedy()", 6, 100, problem=TOP, window=0.5)
        shown = client.decide_set("visit 1")
        assert [d.id for d in client.decide_set("visit 1")] == [d.id for d in shown]
        assert client.state().decisions == 2
        assert client.reward_many([(shown[0].id, 1.0)]) == 1
        with pytest.raises(Contradiction):
            client.reward(shown[0].id, 0.0)
        time.sleep(0.6)
        with pytest.raises(TooLate):
            client.reward(shown[1].id, 1.0)
        assert (client.state().expired, client.state().pending) == (1, 0)


@dataclass(frozen=True)
class Neighbours:
    """Two arms next to each other."""

    arms: int = 6
    size: int = 2

    def solve(self, weights, chosen):
        chosen[0], chosen[1] = 0, 1
        return 2


def test_bad_sets_over_http(served):
    """Each is a 400 that names the field, and nothing is made or recorded."""
    with httpx.Client(base_url=served.url) as http:
        made = {"name": "sets", "policy": "Greedy()", "arms": 6, "horizon": 100, "problem": TOP}
        for bad, field in [
            ({"problem": "Combinatorial(TopM(7, size=2), prior=Uniform())"}, "problem"),
            ({"problem": "Combinatorial(TopM(6, size=7), prior=Uniform())"}, "TopM.size"),
            ({"problem": "Finite(prior=Uniform(), arms=6)"}, "problem"),
            ({"problem": "Combinatorial(Paths('roads.csv', 0, 1), prior=Uniform())"}, "Paths.edges"),
            ({"problem": "os.system('x')"}, "problem"),
            ({"problem": "Combinatorial("}, "problem"),
            ({"problem": 7}, "problem"),
            ({"policy": "UniformRandom()"}, "policy"),
            ({"policy": "auto"}, "policy"),
            ({"explore": 0.1}, "explore"),
            ({"arms": 40_000, "problem": "Combinatorial(Matchings(200, 200), prior=Uniform())"}, "arms"),
            ({"policy": "AESCB()", "horizon": 10**6}, "policy"),
        ]:
            answer = http.post("/bandits", json={**made, **bad})
            assert answer.status_code == 400, (bad, answer.text)
            assert answer.json()["error"]["field"] == field, answer.text
        assert http.post("/bandits", json=made).status_code == 201
        assert http.post("/bandits/sets/decide").status_code == 400
        assert http.post("/bandits/sets/decide-set", json={"context_id": 7}).status_code == 400
        assert http.post("/bandits/sets/decide-set", json={"n": 2}).status_code == 400
        assert http.post("/bandits/nobody/decide-set").status_code == 404
        assert http.get("/bandits/sets").json()["decisions"] == 0
        assert len(http.post("/bandits/sets/decide-set").json()["decisions"]) == 2
    with served.client("own") as client, pytest.raises(ValueError, match="problem of begreedy"):
        client.create("Greedy()", 6, 100, problem=bg.Combinatorial(Neighbours(), prior=bg.Uniform()))
