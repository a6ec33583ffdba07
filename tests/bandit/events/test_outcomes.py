"""How rewards come: zero until told, in windows, revised; by the object, on both stores."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from begreedy.online import Bandit, Contradiction, SettingsDiffer, StoreError, TooLate
from support.online_play import NAMES, Clock

ZERO = "zero until told"


def make(store, policy="Greedy", arms=NAMES, **settings):
    settings.setdefault("clock", Clock())
    return Bandit(policy, arms, 1000, store, **settings)


# ---------------------------------------------------------------- zero until told


def test_a_decision_counts_as_zero_until_its_reward_replaces_that(store):
    """From the decision on, in the policy's eyes and in all sums; a click comes in the window, exactly once."""
    with make(store, outcomes=ZERO, window=60.0) as bandit:
        first = bandit.decide()
        red = bandit.explain("red")
        assert (red.pulls, red.pending, red.mean) == (1, 1, 0.0)
        assert [bandit.decide().arm for _ in range(2)] == ["green", "blue"]
        assert bandit.reward(first.id, 1.0) is True
        assert bandit.reward(first.id, 1.0) is False
        with pytest.raises(Contradiction):
            bandit.reward(first.id, 0.5)
        red = bandit.explain("red")
        assert (red.pulls, red.pending, red.mean, red.index) == (1, 0, 1.0, 1.0)
        assert bandit.explain("green").index == 0.0
        assert [bandit.decide().arm for _ in range(2)] == ["red", "red"]
        assert bandit.explain("red").index == 0.5  # one pull paid, one is out; the last one counts from the next on
        assert bandit.state().reward == 1.0
        assert bandit.check().ok


def test_another_default_than_zero(store):
    with make(store, rewards=(-2.0, 2.0), outcomes=ZERO, window=60.0, default=-1.0) as bandit:
        decision = bandit.decide()
        assert bandit.explain("red").mean == -1.0
        bandit.decide()
        assert bandit.explain("red").index == 0.25  # of the way from -2 to 2
        bandit.reward(decision.id, 2.0)
        assert (bandit.explain("red").mean, bandit.state().reward) == (2.0, 1.0)


def test_lists_are_not_clicked_until_told(store):
    with make(store, "Cascade(Greedy())", outcomes=ZERO, window=60.0) as bandit:
        shown = bandit.decide(3)
        assert [bandit.explain(arm).mean for arm in shown.arms] == [0.0, 0.0, 0.0]
        bandit.reward(shown.id, 1)
        assert [bandit.explain(arm).mean for arm in shown.arms] == [0.0, 1.0, None]
        assert bandit.state().reward == 1.0
        assert bandit.check().ok


# ---------------------------------------------------------------- windows


@pytest.mark.parametrize(("outcomes", "default"), [("told", None), ("told", 0.0), (ZERO, None), (ZERO, 0.25)])
def test_windows_end_by_themselves(store, outcomes, default):
    """At the next call, whatever it is; a reward after that is too late unless it says the same."""
    clock = Clock()
    with make(store, outcomes=outcomes, window=60.0, default=default, clock=clock) as bandit:
        early = bandit.decide()
        clock.now += 30
        late = bandit.decide()
        clock.now += 31
        state = bandit.state()
        assert (state.pending, state.expired) == (1, 1)
        ends_as = 0.0 if (outcomes, default) == (ZERO, None) else default
        assert bandit.explain("red").mean == ends_as
        with pytest.raises(TooLate, match="its window is over"):
            bandit.reward(early.id, 1.0)
        if ends_as is not None:
            assert bandit.reward(early.id, ends_as) is False
        assert bandit.reward(late.id, 1.0) is True
        clock.now += 100
        assert bandit.reward(late.id, 1.0) is False  # a repeated call is harmless at any time
        assert [entry.kind for entry in bandit.log()] == ["decided", "decided", "expired", "rewarded"]
        assert bandit.check().ok


def test_many_windows_end_in_several_calls(store, monkeypatch):
    from begreedy.bandit import session

    monkeypatch.setattr(session, "_MOST_EXPIRED", 3)
    clock = Clock()
    with make(store, window=10.0, clock=clock) as bandit:
        decisions = bandit.decide_many(8)
        clock.now += 11
        assert [bandit.state().expired for _ in range(4)] == [3, 6, 8, 8]
        with pytest.raises(TooLate):
            bandit.reward(decisions[-1].id, 1.0)


def test_a_refused_call_keeps_what_expired_before_it(store):
    clock = Clock()
    with make(store, window=10.0, clock=clock) as bandit, make(store, window=10.0, clock=clock) as other:
        early = bandit.decide()
        clock.now += 11
        with pytest.raises(TooLate):
            bandit.reward(early.id, 1.0)
        assert (other.state().expired, other.state().seq) == (1, 2)


def test_within_a_transaction_windows_end_before_it(store):
    clock = Clock()
    with make(store, outcomes=ZERO, window=10.0, clock=clock) as bandit:
        bandit.decide()
        clock.now += 11
        with bandit.transaction():
            decision = bandit.decide()
            bandit.reward(decision.id, 1.0)
        assert [entry.kind for entry in bandit.log()] == ["decided", "expired", "decided", "rewarded"]


# ---------------------------------------------------------------- revisions


@pytest.mark.parametrize(("outcomes", "window"), [("told", None), (ZERO, 60.0)])
@pytest.mark.parametrize("policy", ["Greedy", "UCBV", "MOSS"])
def test_a_revised_reward_is_as_if_told_first(store, policy, outcomes, window):
    """After any number of revisions the policy knows the last values, and nothing of those before them."""
    chance, values = random.Random(7), [0.25, 0.5, 0.75, 1.0, 0.0]
    with make(store, policy, revise=True, outcomes=outcomes, window=window) as bandit:
        known = {name: [] for name in NAMES}
        for _ in range(12):
            decisions = bandit.decide_many(4)
            for _ in range(3):
                last = [chance.choice(values) for _ in decisions]
                bandit.reward_many([(decision.id, value) for decision, value in zip(decisions, last, strict=True)])
            for decision, value in zip(decisions, last, strict=True):
                known[decision.arm].append(value)
        bandit.decide()
        learner = bandit._session.fold.learner
        assert learner.real == [len(known[name]) for name in NAMES]
        assert learner.earned == pytest.approx([sum(known[name]) for name in NAMES])
        if policy == "UCBV":
            assert learner.squares == pytest.approx([sum(x * x for x in known[name]) for name in NAMES])
        assert list(learner._state.stats.pulls) == learner.real
        assert list(learner._state.stats.total) == pytest.approx(learner.earned)
        assert bandit.state().reward == pytest.approx(sum(map(sum, known.values())))
        assert bandit.check().ok


def test_revisions_of_rewards_that_are_counted_at_random_leave_nothing(store):
    """ThompsonBeta counts 0.5 as 0 or 1 by a draw; when it is revised, that draw is taken back."""
    with make(store, "ThompsonBeta", revise=True) as bandit:
        decisions = bandit.decide_many(30)
        for value in (0.5, 0.1, 0.9, 1.0):
            bandit.reward_many([(decision.id, value) for decision in decisions])
        learner = bandit._session.fold.learner
        assert learner.earned == learner.real
        assert sum(learner.real) == 30
        assert bandit.check().ok


def test_each_revision_is_an_event_and_the_export_has_the_last(store, tmp_path):
    with make(store, revise=True, costs=(0.0, 2.0)) as bandit:
        decision = bandit.decide()
        assert bandit.reward(decision.id, 0.5, 1.0) is True
        assert bandit.reward(decision.id, 1.0, 1.0) is True
        assert bandit.reward(decision.id, 1.0, 1.0) is False
        assert bandit.reward(decision.id, 0.25, 2.0) is True
        told = [(entry.kind, entry.value, entry.cost) for entry in bandit.log()[1:]]
        assert told == [("rewarded", 0.5, 1.0), ("revised", 1.0, 1.0), ("revised", 0.25, 2.0)]
        state = bandit.state()
        assert (state.rewards, state.reward, state.cost) == (1, 0.25, 2.0)
        assert bandit.export(tmp_path / "log.csv") == 1
        assert '"revised"' in (tmp_path / "log.csv").read_text()
        assert ",0.25,2," in (tmp_path / "log.csv").read_text()


def test_a_click_after_its_decision_expired(store):
    """With revisions allowed it counts after all, also for a pull that counted as never made."""
    with make(store, revise=True) as bandit:
        one, other = bandit.decide_many(2)
        assert bandit.expire(2000.0) == 2
        assert bandit.explain("red").pulls == 0
        assert bandit.reward(one.id, 1.0) is True
        assert (bandit.explain("red").pulls, bandit.explain("red").mean) == (1, 1.0)
        with bandit.transaction():
            assert bandit.reward(other.id, 0.5) is True
            assert bandit.reward(other.id, 0.75) is True
        assert bandit.reward_each([(other.id, 0.25), (other.id, 1.0), ("9-x", 1.0)])[:2] == [True, True]
        assert bandit.explain("green").mean == 1.0
        assert bandit.check().ok


def test_revisions_end_with_the_window(store):
    clock = Clock()
    with make(store, revise=True, outcomes=ZERO, window=60.0, clock=clock) as bandit:
        decision = bandit.decide()
        clock.now += 30
        assert bandit.reward(decision.id, 1.0)
        assert bandit.reward(decision.id, 0.5)
        clock.now += 31
        before = bandit.state()
        with pytest.raises(TooLate):
            bandit.reward(decision.id, 1.0)
        assert bandit.reward(decision.id, 0.5) is False
        assert bandit.state() == before


def test_lists_are_revised(store):
    with make(store, "Cascade(Greedy())", revise=True) as bandit:
        shown = bandit.decide(3)
        for place in (2, 0, None, 1):
            bandit.reward(shown.id, place)
        assert [bandit.explain(arm).mean for arm in shown.arms] == [0.0, 1.0, None]
        assert (bandit.state().reward, bandit.check().ok) == (1.0, True)


def test_a_revision_asks_no_more_of_the_database_than_a_reward(store, monkeypatch):
    """One by one and many together: as many questions and writes, so that it costs no more."""
    with make(store, revise=True) as bandit:
        database, calls = bandit._session.database, []
        for name in ("rows", "each", "write"):
            asked = getattr(database, name)
            monkeypatch.setattr(database, name, lambda *words, asked=asked: (calls.append(words), asked(*words))[1])
        one, *others = [decision.id for decision in bandit.decide_many(9)]
        counts = []
        for value in (0.25, 1.0):
            calls.clear()
            bandit.reward(one, value)
            alone = len(calls)
            bandit.reward_many([(decision, value) for decision in others])
            counts.append((alone, len(calls) - alone))
        assert counts[1] <= counts[0]
        assert bandit.check().ok


def test_check_finds_a_revision_of_nothing(store):
    from begreedy.bandit.store.database import connect

    with make(store, revise=True) as bandit:
        decision = bandit.decide()
        bandit.reward(decision.id, 0.0)
        bandit.reward(decision.id, 1.0)
        database = connect(store)
        database.rows("UPDATE events SET was = 0.5 WHERE kind = 'revised'")
        database.close()
        assert any("was not rewarded so before" in problem for problem in bandit.check().problems)
    with pytest.raises(StoreError, match=r"event 3 \(revised\) was altered"):
        Bandit.open(store)


# ---------------------------------------------------------------- everything together


@pytest.mark.parametrize("revise", [False, True])
def test_sums_are_those_of_the_log(store, revise):
    """Random decisions, rewards, revisions and ends of windows: every number follows from lists of what was told."""
    chance, clock = random.Random(int(revise)), Clock()
    settings = {"outcomes": ZERO, "window": 20.0, "revise": revise, "clock": clock}
    counts = {}
    with make(store, "UCB", **settings) as one, make(store, "UCB", **settings) as other:
        for _ in range(150):
            bandit, what = chance.choice([one, other]), chance.random()
            if what < 0.5:
                decision = bandit.decide()
                counts[decision.id] = [decision.arm, 0.0, clock.now, False]
            elif what < 0.9 and counts:
                key = chance.choice(list(counts))
                value = chance.choice([0.0, 0.25, 1.0])
                arm, present, moment, told = counts[key]
                over = clock.now - moment > 20.0
                if over and value != present:
                    with pytest.raises(TooLate):
                        bandit.reward(key, value)
                elif told and not revise and value != present:
                    with pytest.raises(Contradiction):
                        bandit.reward(key, value)
                else:
                    assert bandit.reward(key, value) is (not over and (not told or value != present))
                    counts[key] = [arm, value, moment, True]
            else:
                clock.now += chance.choice([1.0, 5.0, 15.0])
        sums = defaultdict(lambda: [0, 0.0])
        for arm, value, _, _ in counts.values():
            sums[arm][0] += 1
            sums[arm][1] += value
        for bandit in (one, other):
            for arm in bandit.arms():
                assert (arm.pulls, arm.mean) == (sums[arm.arm][0], pytest.approx(sums[arm.arm][1] / sums[arm.arm][0]))
            assert bandit.state().reward == pytest.approx(sum(total for _, total in sums.values()))
            out = [1 for _, _, moment, told in counts.values() if not told and clock.now - moment <= 20.0]
            assert bandit.state().pending == len(out)
            assert bandit.check().ok


# ---------------------------------------------------------------- settings


def test_settings_of_outcomes_are_kept_and_compared(store):
    make(store, outcomes=ZERO, window=60.0, revise=True).close()
    with Bandit.open(store) as bandit:
        assert (bandit.settings.outcomes, bandit.settings.window, bandit.settings.revise) == (ZERO, 60.0, True)
    for field, settings in {
        "outcomes": {"outcomes": "told", "window": 60.0, "revise": True},
        "window": {"outcomes": ZERO, "window": 61.0, "revise": True},
        "revise": {"outcomes": ZERO, "window": 60.0},
        "default": {"outcomes": ZERO, "window": 60.0, "default": 1.0, "revise": True},
    }.items():
        with pytest.raises(SettingsDiffer, match=f"{field} differs"):
            make(store, **settings)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"outcomes": "zero"}, "outcomes must be 'told' or 'zero until told'"),
        ({"outcomes": ZERO}, "window must be given"),
        ({"window": 0.0}, "window must be greater than 0"),
        ({"window": float("nan")}, "window"),
        ({"window": "1h"}, "window"),
        ({"default": 0.0}, "default must be left out"),
        ({"window": 1.0, "default": 2.0}, r"default must be in \[0, 1\]"),
        ({"outcomes": ZERO, "window": 1.0, "rewards": (1.0, 5.0)}, r"default must be in \[1, 5\]"),
        ({"outcomes": ZERO, "window": 1.0, "costs": (0.0, 1.0)}, "default must be None where pulls have costs"),
        ({"revise": 1}, "revise must be True or False"),
        ({"policy": "Stochastic(0.7, 5)", "revise": True}, "has a memory of its own"),
        ({"policy": "Stochastic(0.7, 5)", "outcomes": ZERO, "window": 1.0}, "has a memory of its own"),
    ],
)
def test_bad_settings_of_outcomes(tmp_path, settings, words):
    """Refused with the name of the field; no bandit is made."""
    with pytest.raises((ValueError, TypeError), match=words):
        make(tmp_path / "bad.db", **settings)
    with pytest.raises(ValueError, match=r"no bandit|no store"):
        Bandit.open(tmp_path / "bad.db")
