"""Summaries by the hour: against a count of the log's lines, across processes, restarts and old versions; checked."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from begreedy.bandit.folds.hours import Hour, unpacked
from begreedy.online import Bandit, TooLate
from oracles.naive_hours import summarise
from support.online_play import Clock

START = 1_700_000_000.0


def kept(bandit):
    """The hours of a bandit: those of the store, those that wait to be written, and the open one."""
    session = bandit._session

    def work():
        fold, store = session.fold, session.store
        arms = store.hour_arms()
        rows = [(hour, arms[hour.hour]) for hour in store.hours()]
        known = {hour.hour for hour, _ in rows}
        rows += [row for row in fold.hours.closed if row[0].hour not in known]
        if fold.hours.hour >= 0:
            rows.append((fold.hours.open(fold.seq, fold.pending, fold.maturity), fold.hours.arms()))
        return rows

    return session.look(work)


def plain(bandit, rows):
    names = bandit._session.names
    found = {}
    for hour, packed in rows:
        arms = unpacked(packed)
        by_arm = {names.of(int(number)): [int(d), int(c), float(t)] for number, d, c, t in zip(*arms, strict=True)}
        found[hour.hour] = hour._asdict() | {"arms": by_arm}
    return found


def compare(bandit, **how):
    expected = summarise(bandit.log(0, 100_000), **how)
    found = plain(bandit, kept(bandit))
    assert found.keys() == expected.keys()
    for hour, naive in expected.items():
        one = found[hour]
        for field in Hour._fields[1:]:
            assert one[field] == pytest.approx(naive[field], abs=1e-9), (hour, field)
        told = {arm: sums for arm, sums in naive["arms"].items() if any(sums)}
        assert one["arms"].keys() >= told.keys()
        for arm, sums in one["arms"].items():
            assert sums == pytest.approx(naive["arms"][arm], abs=1e-9), (hour, arm)


def live(bandit, clock, rng, rounds, *, costs=False, n=1, revise=False):
    """Decide, reward late, expire, add, pause and retire, over many hours."""
    open_, done = [], []
    for _ in range(rounds):
        clock.now += rng.expovariate(1 / 200.0)
        extra = {"user": f"u{rng.randrange(20)}"} if rng.random() < 0.3 and n == 1 else {}
        open_.append(bandit.decide(n, **extra).id)
        while open_ and rng.random() < 0.55:
            one = open_.pop(rng.randrange(len(open_)))
            value = float(rng.randrange(-1, n)) if n > 1 else float(rng.random() < 0.4)
            with suppress(TooLate):
                bandit.reward(one, value, rng.random() if costs else None)
                done.append(one)
        if revise and done and rng.random() < 0.2:
            with suppress(TooLate):
                bandit.reward(rng.choice(done), float(rng.random() < 0.5))
        if bandit.settings.window is None and rng.random() < 0.03:
            bandit.expire(clock.now - 2000.0, 0.0 if rng.random() < 0.5 and not costs else None)
            open_ = []
    assert len(kept(bandit)) > 10


WAYS = {
    "told": ({}, {}, {}),
    "control": ({"control": "0", "share": 0.3}, {"groups": True}, {}),
    "zero": ({"outcomes": "zero until told", "window": 5000.0}, {"starts_as": 0.0, "window": 5000.0}, {}),
    "revised": (
        {"revise": True, "rewards": (0, 1), "control": "random", "share": 0.2},
        {"groups": True},
        {"revise": True},
    ),
    "window": (
        {"revise": True, "window": 9000.0, "control": "0", "share": 0.4},
        {"groups": True, "window": 9000.0},
        {"revise": True},
    ),
    "costs": ({"costs": (0, 1), "policy": "BudgetUCB()"}, {}, {"costs": True}),
    "lists": ({"policy": "Cascade(Greedy())"}, {"lists": True}, {"n": 3}),
}


@pytest.mark.parametrize("way", WAYS)
def test_hours_are_those_of_the_log(way, tmp_path):
    settings, how, lived = WAYS[way]
    settings = {"policy": "Greedy", "arms": 6, "horizon": 5000, **settings}
    clock, rng = Clock(START), random.Random(way)
    with Bandit(**settings, store=tmp_path / "b.db", clock=clock) as bandit:
        live(bandit, clock, rng, 250, **lived)
        compare(bandit, **how)
        assert bandit.check().ok


def test_hours_outlive_the_process_and_are_written_once(store):
    """Two processes take turns, both are closed and opened in the middle of hours; every hour is there once."""
    clock, rng = Clock(START), random.Random(1)
    settings = {"policy": "Greedy", "arms": 4, "horizon": 1000, "store": store, "clock": clock}
    first, second = Bandit(**settings), Bandit(**settings)
    for turn in range(60):
        clock.now += 1000.0
        one = rng.choice([first, second])
        decision = one.decide()
        if turn % 3:
            one.reward(decision.id, 1.0)
        if turn % 20 == 19:
            second.close()
            second = Bandit.open(store, clock=clock)
    for one in (first, second):
        compare(one)
        assert one.check().ok
        one.close()


def test_a_snapshot_carries_the_open_hour(tmp_path, monkeypatch):
    """Opened from a snapshot in the middle of an hour, a bandit knows what the hour had before it."""
    monkeypatch.setattr("begreedy.bandit.session.SNAPSHOT_EVENTS", 10)
    clock = Clock(START)
    with Bandit("Greedy", 2, store=tmp_path / "b.db", clock=clock) as bandit:
        for _ in range(15):
            bandit.reward(bandit.decide().id, 1.0)
    monkeypatch.setattr("begreedy.bandit.session.Session.rebuilt", None)  # it must not fold from the start
    with Bandit.open(tmp_path / "b.db", clock=clock) as bandit:
        compare(bandit)
        fold = bandit._session.fold
        assert fold.hours.open(30, 0, fold.maturity).rewards == 15


def test_hours_that_an_older_version_left_out_are_made_up_for(store):
    """A process of a version without summaries moves the log into later hours: the next write here brings them."""
    clock = Clock(START)
    with Bandit("Greedy", 2, store=store, clock=clock) as bandit:
        bandit.reward(bandit.decide().id, 1.0)
        with Bandit.open(store, clock=clock) as older:
            older._session.store.insert_hours = lambda hours: []
            for _ in range(5):
                clock.now += 3600.0
                older.reward(older.decide().id, 0.0)
        assert bandit._session.store.hours() == []
        compare(bandit)
        assert bandit.check().ok  # they wait to be written
        bandit.decide()
        assert len(bandit._session.store.hours()) == 5
        compare(bandit)
        assert bandit.check().ok


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        ("UPDATE hours SET rewards = 9, checksum = NULL WHERE hour = {first}", "hour {first} is not as in the log"),
        ("UPDATE hour_arms SET content = x'00', checksum = NULL WHERE hour = {first}", "{first} is not as in the log"),
        ("DELETE FROM hours WHERE hour = {first}", "hour {first} is over, but is not there"),
        ("DELETE FROM hour_arms WHERE hour = {first}", "hours: those in hours are not those in hour_arms"),
        (
            "UPDATE hours SET hour = 7, checksum = NULL WHERE hour = {first}",
            "7 is there, but the log has no event in it",
        ),
        ("UPDATE hours SET rewards = 9", "a row of hours is not as it was written"),
        ("UPDATE hour_arms SET content = x'00'", "a row of hour_arms is not as it was written"),
    ],
)
def test_check_names_hours_that_differ(tmp_path, damage, words):
    clock = Clock(START)
    first = int(START // 3600)
    with Bandit("Greedy", 2, store=tmp_path / "b.db", clock=clock) as bandit:
        for _ in range(3):
            bandit.reward(bandit.decide().id, 1.0)
            clock.now += 3600.0
        assert bandit.check().ok
        bandit._session.database.rows(damage.format(first=first))
        assert any(words.format(first=first) in problem for problem in bandit.check().problems)


@pytest.mark.parametrize("archived", [False, True])
def test_repair_rebuilds_hours_and_nothing_else(tmp_path, archived, capsys):
    """From the log, or what is not archived of it; where anything else differs, nothing is written."""
    from begreedy.service.run import check

    clock, path = Clock(START), tmp_path / "b.db"
    with Bandit("Greedy", 3, store=path, clock=clock, control="0", share=0.5) as bandit:
        live(bandit, clock, random.Random(2), 250)
        if archived:
            bandit.archive(START + 6 * 3600.0, tmp_path / "archive")
        hours = bandit._session.store.hours()
        damage = "UPDATE hours SET treated_total = 9, checksum = NULL WHERE hour = ?"
        bandit._session.database.rows(damage, (hours[-2].hour,))
        bandit._session.database.rows("DELETE FROM hours WHERE hour = ?", (hours[-1].hour,))
    assert check(str(path)) == 1
    assert check(str(path), repair=True) == 0
    assert "hours were rebuilt from the log" in capsys.readouterr().out
    assert check(str(path)) == 0
    with Bandit.open(path, clock=clock) as bandit:
        assert bandit._session.store.hours() == hours
        bandit._session.database.rows(damage, (hours[-2].hour,))
        bandit._session.database.rows("DELETE FROM pending")
    assert check(str(path), repair=True) == 1
    with Bandit.open(path, clock=clock) as bandit:
        assert bandit._session.store.hours() != hours


def test_the_longest_silence_and_the_last_reward(tmp_path):
    clock = Clock(START)
    with Bandit("Greedy", 2, store=tmp_path / "b.db", clock=clock) as bandit:
        for wait in (10.0, 500.0, 20.0):
            decision = bandit.decide()
            clock.now += wait
            bandit.reward(decision.id, 1.0)
        bandit.decide_many(4)
        hours = bandit._session.fold.hours
        assert (hours.last_reward, hours.gap, hours.since) == (START + 530.0, 500.0, 4)


@pytest.mark.every_time("sqlite")
def test_deleting_a_bandit_deletes_its_hours(store):
    from begreedy.bandit.store.database import connect
    from begreedy.online import delete

    clock = Clock(START)
    with Bandit("Greedy", 2, store=store, clock=clock) as bandit:
        bandit.decide()
        clock.now += 4000.0
        bandit.decide()
    delete(store)
    database = connect(store)
    assert database.rows("SELECT COUNT(*) FROM hours") == database.rows("SELECT COUNT(*) FROM hour_arms") == [(0,)]
    database.close()
