"""Lists of which every place is told: more than one click, on both stores."""

from __future__ import annotations

import json
import random
from collections import defaultdict

import pyarrow.parquet as pq
import pytest

from begreedy.bandit import session as bandit_session
from begreedy.online import Bandit, Contradiction, TooLate
from support.online_play import Clock

ITEMS = ["a", "b", "c", "d", "e"]
POLICY = "Cascade(Greedy(), forced_start=False)"


def make(store, policy=POLICY, **settings):
    settings.setdefault("clock", Clock())
    return Bandit(policy, ITEMS, 1000, store, clicks="each", **settings)


def test_every_place_counts_by_itself(store):
    """What is below a click was looked at, too; told again it is harmless, otherwise a contradiction."""
    with make(store) as bandit:
        shown = bandit.decide(n=3)
        assert bandit.reward(shown.id, [1.0, 0.0, 0.5]) is True
        assert [(bandit.explain(arm).pulls, bandit.explain(arm).mean) for arm in shown.arms] == [
            (1, 1.0),
            (1, 0.0),
            (1, 0.5),
        ]
        assert bandit.reward(shown.id, [1, 0, 0.5]) is False
        with pytest.raises(Contradiction, match=r"has the places \[1.0, 0.0, 0.5\], got \[0.5, 0.0, 1.0\]"):
            bandit.reward(shown.id, [0.5, 0.0, 1.0])  # the same sum
        nothing = bandit.decide(n=2)
        assert bandit.reward_many([(nothing.id, None), (nothing.id, None)]) == 1
        assert bandit.reward(nothing.id, [0, 0]) is False
        assert (bandit.state().reward, bandit.log()[1].places) == (1.5, (1.0, 0.0, 0.5))
        assert bandit.check().ok


@pytest.mark.every_time(
    "sqlite-told-Cascade(Greedy(), forced_start=False)",
    "sqlite-told-CascadeKLUCB(forced_start=False)",
    "sqlite-told-CTSBeta()",
    "sqlite-zero until told-Cascade(Greedy(), forced_start=False)",
    "sqlite-zero until told-CascadeKLUCB(forced_start=False)",
    "sqlite-zero until told-CTSBeta()",
    "postgres-told-CTSBeta()",
)
@pytest.mark.parametrize("policy", [POLICY, "CascadeKLUCB(forced_start=False)", "CTSBeta()"])
@pytest.mark.parametrize("outcomes", ["told", "zero until told"])
def test_all_numbers_are_those_of_the_exported_log(store, policy, outcomes, tmp_path, monkeypatch):
    """Means, sums and uplift, after late rewards, revisions and windows; in every process."""
    monkeypatch.setattr(bandit_session, "SNAPSHOT_EVENTS", 50)
    chance, clock = random.Random(5), Clock()
    settings = {"outcomes": outcomes, "window": 20.0, "default": 0.0, "revise": True, "control": "random", "share": 0.3}
    with make(store, policy, clock=clock, **settings) as one, make(store, policy, clock=clock, **settings) as other:
        ids = []
        for _ in range(80):
            clock.now += 1.0
            bandit = chance.choice([one, other])
            decision = bandit.decide(n=chance.randint(1, 4))
            ids.append((decision.id, len(decision.arms), clock.now))
            decision_id, length, made = chance.choice(ids[-15:])
            if clock.now - made < 19.0:
                bandit.reward(decision_id, [chance.choice([0.0, 0.25, 1.0]) for _ in range(length)])
        assert one.state() == other.state()
        assert one.check().ok
        one.export(tmp_path / "log.parquet")
        rows = pq.read_table(tmp_path / "log.parquet").to_pylist()
        paid, groups = defaultdict(list), defaultdict(list)
        for row in rows:
            arms = json.loads(row["arm"]) if row["arm"].startswith("[") else [row["arm"]]
            counts = row["reward"] is not None or outcomes == "zero until told"
            places = json.loads(row["places"]) if row["places"] else [0.0] * len(arms)
            groups[row["cohort"]].append(sum(places) / len(places))
            if counts:
                for arm, value in zip(arms, places, strict=True):
                    paid[arm].append(value)
            assert row["reward"] in (None, sum(places))
        for arm in ITEMS:
            known = one.explain(arm)
            assert (known.pulls, known.mean) == (len(paid[arm]), pytest.approx(sum(paid[arm]) / len(paid[arm])))
        assert one.state().reward == pytest.approx(sum(map(sum, paid.values())))
        clock.now += 30.0  # all windows are over: what is pending counts as 0 now
        uplift = one.uplift()[0]
        for cohort in ("control", "treated"):
            mean = sum(groups[cohort]) / len(groups[cohort])
            assert getattr(uplift, f"{cohort}_mean") == pytest.approx(mean)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([1.0], "value must have as many entries as the 3 places of the list, got 1"),
        ([1.0, 0.0, 2.0], r"value\[2\] must be in \[0, 1\], got 2.0"),
        ([1.0, 0.0, float("nan")], r"value\[2\] must be a finite number"),
        (1.0, "value must be a list of what each place paid, or None for nothing"),
        ("abc", "value must be a list of what each place paid"),
    ],
)
def test_bad_places_are_refused_and_nothing_is_recorded(tmp_path, value, words):
    with make(tmp_path / "b.db") as bandit:
        shown = bandit.decide(n=3)
        before = bandit.state()
        with pytest.raises((ValueError, TypeError), match=words):
            bandit.reward(shown.id, value)
        assert bandit.state() == before


def test_after_the_window(tmp_path):
    clock = Clock()
    with make(tmp_path / "b.db", outcomes="zero until told", window=10.0, clock=clock) as bandit:
        shown = bandit.decide(n=2)
        assert bandit.explain(shown.arms[0]).mean == 0.0
        clock.now += 11.0
        with pytest.raises(TooLate):
            bandit.reward(shown.id, [1.0, 0.0])
        assert bandit.reward(shown.id, None) is False
        assert bandit.check().ok


def test_bad_settings(tmp_path):
    for settings, words in (
        ({"policy": "Greedy"}, r"clicks must be left out; Greedy\(\) shows no lists"),
        ({"window": 5.0, "default": 1.0}, "default must be 0 or None where every place is reported"),
    ):
        with pytest.raises(ValueError, match=words):
            make(tmp_path / "b.db", **settings)
    with pytest.raises(ValueError, match="clicks must be 'first' or 'each', got 'all'"):
        Bandit(POLICY, ITEMS, 100, tmp_path / "b.db", clicks="all")
