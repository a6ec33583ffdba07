"""Eligible arms, the floor, users, the control group and its uplift, over HTTP and by the client."""

from __future__ import annotations

import csv

import httpx
import pytest

from begreedy.online import Bandit, SettingsDiffer, UnknownArm
from begreedy.values.errors import BadValue


@pytest.mark.every_time("sqlite")
def test_the_client_does_what_the_bandit_does(served, tmp_path):
    """The same settings and requests: the same arms, groups, propensities, uplift and export."""
    settings = {"explore": 0.2, "control": "b", "share": 0.3, "seed": 4}
    names = ["a", "b", "c", "d"]
    local = Bandit("Greedy", names, 500, tmp_path / "local.db", name="same", **settings)
    with served.client("same") as client, local as bandit:
        client.create("Greedy", names, 500, **settings)
        for i in range(60):
            asked = {"user": f"user {i % 7}" if i % 3 else None, "segment": "xy"[i % 2]}
            asked |= [{}, {"arms": ["b", "c", "d"]}, {"exclude": ["a"]}][i % 3]
            one, other = client.decide(**asked), bandit.decide(**asked)
            for field in ("arms", "numbers", "user", "segment", "cohort", "chosen_by", "propensity"):
                assert getattr(one, field) == getattr(other, field)
            client.reward(one.id, float(i % 5 == 0))
            bandit.reward(other.id, float(i % 5 == 0))
        ones = client.decide_many(4, users=["u", None, "u", "v"], segment="x", exclude=["a"])
        others = bandit.decide_many(4, users=["u", None, "u", "v"], segment="x", exclude=["a"])
        assert [one.arm for one in ones] == [other.arm for other in others]
        assert client.uplift() == bandit.uplift()
        assert client.best(2000) == bandit.best(2000)
        entries = [
            [(e.kind, e.arms, e.user, e.segment, e.cohort, e.chosen_by, e.propensity) for e in log.log()]
            for log in (client, bandit)
        ]
        assert entries[0] == entries[1]
        client.export(tmp_path / "remote.csv")
        bandit.export(tmp_path / "local.csv")
        columns = ("arm", "user", "segment", "cohort", "chosen_by", "propensity", "propensity_is", "eligible")
        rows = [
            [[row[column] for column in columns] for row in csv.DictReader((tmp_path / name).open(encoding="utf-8"))]
            for name in ("remote.csv", "local.csv")
        ]
        assert rows[0] == rows[1]
        with pytest.raises(SettingsDiffer, match="explore"):
            client.create("Greedy", names, 500, **{**settings, "explore": 0.1})


@pytest.mark.parametrize(
    ("asked", "error", "field"),
    [
        ({"arms": ["a", "z"]}, UnknownArm, "arms"),
        ({"exclude": ["z"]}, UnknownArm, "exclude"),
        ({"arms": []}, ValueError, "arms"),
        ({"exclude": ["a", "b"]}, ValueError, "exclude"),
        ({"arms": ["a"], "exclude": ["b"]}, ValueError, "exclude"),
        ({"arms": "a"}, TypeError, "arms"),
        ({"user": ""}, ValueError, "user"),
        ({"segment": "x" * 300}, ValueError, "segment"),
    ],
)
def test_bad_requests_name_their_field_and_record_nothing(served, asked, error, field):
    with served.client("bad") as client:
        client.create("Greedy", ["a", "b"])
        with pytest.raises(error) as refused:
            client.decide(**asked)
        assert refused.value.field == field
        assert client.state().seq == 0


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"explore": 1.0}, "explore"),
        ({"explore": -0.1}, "explore"),
        ({"control": "z"}, "control"),
        ({"control": "a", "share": 0.0}, "share"),
        ({"share": 0.5}, "share"),
    ],
)
def test_bad_shares_name_their_field(served, settings, field):
    with served.client("worse") as client:
        with pytest.raises((ValueError, TypeError)) as refused:
            client.create("Greedy", ["a", "b"], **settings)
        assert field in refused.value.field
        assert "worse" not in client.names()


def test_uplift_of_a_bandit_without_a_group_is_refused(served):
    with served.client("plain") as client:
        client.create("Greedy", 2)
        assert httpx.get(f"{served.url}/bandits/plain/uplift").status_code == 400
        assert httpx.get(f"{served.url}/bandits/plain/uplift", params={"level": 2}).status_code == 400
        assert httpx.get(f"{served.url}/bandits/plain/arms/best").json()["arms"][0]["arm"] in "01"
        with pytest.raises(ValueError, match="control must be given"):
            client.uplift()


def test_numbers_are_arms_and_a_body_may_be_short(served):
    with served.client("numbers") as client:
        client.create("Greedy", 5, control=3, share=0.5)
        assert client.decide(arms=[2]).number == 2
        answer = httpx.post(f"{served.url}/bandits/numbers/decide", json={"exclude": ["0", "1"]})
        assert answer.json()["numbers"][0] in (2, 3, 4)
        with pytest.raises(UnknownArm):
            client.decide(arms=[7])


def test_propensities_are_redrawn_as_often_as_asked(served, tmp_path):
    """Estimated by so many draws more, or left out; a number that JSON does not have is refused by its field."""
    with served.client("redrawn") as client:
        client.create("ThompsonBeta", ["a", "b"], 100)
        client.decide_many(5)
        for redraws, known in ((0, {""}), (9, {"estimated"})):
            client.export(tmp_path / "log.csv", redraws=redraws)
            rows = list(csv.DictReader((tmp_path / "log.csv").open()))
            assert {row["propensity_is"] for row in rows} == known
        assert all((float(row["propensity"]) * 10) % 1 < 1e-9 for row in rows)  # (1 + hits) / (1 + 9)
        with pytest.raises(BadValue, match="value must be a finite number, got nan") as refused:
            client.reward(client.decide().id, float("nan"))
        assert refused.value.field == "value"
        with pytest.raises(BadValue, match=r"features\['a'\]\[1\] must be a finite number, got inf"):
            client.decide(features={"a": [1.0, float("inf")]})


def test_an_export_that_would_draw_for_hours_is_refused(served, tmp_path):
    """With how many redraws would fit; others wait for an export."""
    with served.client("slow") as client:
        client.create("ThompsonBeta", 1000, 500)
        client.decide_many(20)
        with pytest.raises(BadValue, match=r"redraws must be at most 5000 for 20 decisions .*, got 5001"):
            client.export(tmp_path / "log.csv", redraws=5001)
