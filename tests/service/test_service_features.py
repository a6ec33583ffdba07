"""Policies that look at features, and lists whose places are told one by one, over HTTP and by the client."""

from __future__ import annotations

import csv

import httpx
import numpy as np
import pytest

from begreedy.online import Bandit, SettingsDiffer, UnknownArm

NAMES = ["a", "b", "c"]
X = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])


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
