"""Which arms a decision may have: eligible ones, the floor, and those that a user has; on both stores."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from begreedy.online import Bandit, SettingsDiffer, UnknownArm
from support.online_play import NAMES, Clock

POLICIES = ["Greedy", "UCB", "MOSS", "EpsilonGreedy(0.3)", "ThompsonBeta", "KLUCB", "UniformRandom", "UCBV"]


def make(store, policy="Greedy", arms=NAMES, **settings):
    settings.setdefault("clock", Clock())
    return Bandit(policy, arms, 1000, store, **settings)


# ---------------------------------------------------------------- eligible arms


@pytest.mark.parametrize("policy", POLICIES)
def test_only_eligible_arms_are_played(store, policy):
    """Whatever was learned of the others; another process folds the log to the same state."""
    chance = random.Random(1)
    with make(store, policy) as bandit, make(store, policy) as other:
        for i in range(60):
            handle, wanted = chance.choice([bandit, other]), chance.sample(NAMES, chance.randint(1, 3))
            if i % 2:
                decision = handle.decide(arms=wanted)
                assert decision.arm in wanted
            elif len(wanted) < 3:
                decision = handle.decide(exclude=wanted)
                assert decision.arm not in wanted
            else:
                decision = handle.decide()
            handle.reward(decision.id, float(decision.arm == "blue"))
        assert bandit.check().ok
        assert bandit.state() == other.state()


@pytest.mark.parametrize("policy", ["Greedy", "UCB", "MOSS", "UCBV", "KLUCB"])
def test_among_some_arms_the_policy_plays_as_if_there_were_no_others(tmp_path, policy):
    """What it would play in a bandit that has these arms only, and was told the same of them."""
    few = ["red", "blue"]
    values = {"red": [0.0, 1.0, 0.25], "blue": [1.0, 0.0, 0.5, 1.0]}
    with make(tmp_path / "many.db", policy) as many, make(tmp_path / "few.db", policy, few) as small:
        for bandit in (many, small):
            for arm, rewards in values.items():
                for reward in rewards:
                    bandit.reward(bandit.decide(arms=[arm]).id, reward)
        for _ in range(20):
            one, other = many.decide(arms=few), small.decide()
            assert one.arm == other.arm
            many.reward(one.id, 0.5)
            small.reward(other.id, 0.5)


def test_first_pulls_and_new_arms_come_first_among_the_eligible(store):
    with make(store, first_pulls=2) as bandit:
        assert [bandit.decide(exclude=["red"]).arm for _ in range(2)] == ["green", "blue"]
        bandit.add_arms(["pink"])
        assert bandit.decide(arms=["red", "green"]).arm == "red"
        assert [bandit.decide(arms=["red", "pink"]).arm for _ in range(2)] == ["pink", "pink"]


def test_paused_and_retired_arms_are_not_eligible(store):
    with make(store) as bandit:
        bandit.pause_arm("red")
        bandit.retire_arm("green")
        assert bandit.decide(arms=["red", "green", "blue"]).arm == "blue"
        before = bandit.state()
        with pytest.raises(ValueError, match="arms must include an arm in play"):
            bandit.decide(arms=["red", "green"])
        with pytest.raises(ValueError, match="exclude must leave an arm in play"):
            bandit.decide(exclude=["blue"])
        assert bandit.state() == before


def test_lists_of_eligible_arms(store):
    with make(store, "Cascade(Greedy())", ["a", "b", "c", "d"]) as bandit:
        for _ in range(6):
            shown = bandit.decide(2, arms=["a", "c", "d"])
            assert "b" not in shown.arms
            bandit.reward(shown.id, 0)
        with pytest.raises(ValueError, match="at most the 2 arms that are eligible"):
            bandit.decide(3, arms=["a", "b"])
        assert bandit.check().ok


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        ({"arms": ["red", "pink"]}, UnknownArm, "arms must be one of the 3 arms, got 'pink'"),
        ({"exclude": ["pink"]}, UnknownArm, "exclude must be one of the 3 arms"),
        ({"arms": []}, ValueError, "arms must include an arm in play"),
        ({"arms": ["red"], "exclude": ["blue"]}, ValueError, "exclude must be left out where arms are given"),
        ({"arms": "red"}, TypeError, "arms must be a list of arms"),
        ({"exclude": NAMES}, ValueError, "exclude must leave an arm in play"),
        ({"arms": [0]}, TypeError, "arms must be a name"),
        ({"user": ""}, ValueError, "user must have 1 to 200 characters"),
        ({"segment": 7}, TypeError, "segment must be a text"),
    ],
)
def test_bad_requests_record_nothing(store, asked, error, words):
    with make(store) as bandit:
        with pytest.raises(error, match=words):
            bandit.decide(**asked)
        assert bandit.state().seq == 0
        bandit.decide(exclude=[])


def test_a_policy_with_a_memory_of_all_arms_cannot_leave_some_out(store):
    with make(store, "Stochastic(0.7, 5)") as bandit:
        with pytest.raises(ValueError, match="keeps a memory of its own"):
            bandit.decide(arms=["red"])
        assert bandit.state().seq == 0


# ---------------------------------------------------------------- the floor


@pytest.mark.every_time("sqlite-Greedy", "sqlite-UCB", "sqlite-ThompsonBeta", "postgres-UCB")
@pytest.mark.parametrize("policy", ["Greedy", "UCB", "ThompsonBeta"])
def test_the_floor_is_a_uniform_share(store, policy):
    """Of 2000 decisions about a fifth, and these uniform over the eligible arms."""
    with make(store, policy, explore=0.2) as bandit:
        decisions = bandit.decide_many(2000, arms=["red", "green"])
        by = Counter(decision.chosen_by for decision in decisions)
        assert abs(by["floor"] - 400) < 4 * (2000 * 0.2 * 0.8) ** 0.5
        arms = Counter(decision.arm for decision in decisions if decision.chosen_by == "floor")
        assert abs(arms["red"] - by["floor"] / 2) < 4 * (by["floor"] / 4) ** 0.5
        assert set(arms) == {"red", "green"}
        assert bandit.check().ok


def test_the_floor_of_lists(store):
    with make(store, "Cascade(Greedy())", ["a", "b", "c", "d"], explore=0.5) as bandit:
        shown = [bandit.decide(3, exclude=["b"]) for _ in range(60)]
        assert all(sorted(one.arms) == ["a", "c", "d"] for one in shown)
        assert len({one.arms for one in shown if one.chosen_by == "floor"}) == 6


@pytest.mark.parametrize("explore", [-0.1, 1.0, float("nan"), "much"])
def test_a_share_outside_its_range(tmp_path, explore):
    with pytest.raises((ValueError, TypeError), match="explore"):
        make(tmp_path / "bad.db", explore=explore)


def test_shares_are_settings(store):
    make(store, explore=0.1, control="red", share=0.3).close()
    with pytest.raises(SettingsDiffer, match="explore differs"):
        make(store, explore=0.2, control="red", share=0.3)
    with pytest.raises(SettingsDiffer, match="control differs"):
        make(store, explore=0.1, control="random", share=0.3)
    with pytest.raises(SettingsDiffer, match="share differs"):
        make(store, explore=0.1, control="red")


# ---------------------------------------------------------------- users


@pytest.mark.parametrize("policy", ["Greedy", "UniformRandom", "Cascade(Greedy())"])
def test_a_user_keeps_an_arm_until_it_is_not_played(store, policy):
    """Retired, paused or not eligible: then the user gets another one, and keeps that."""
    n = 2 if policy.startswith("Cascade") else 1
    with make(store, policy, ["a", "b", "c", "d", "e"]) as one, make(store, policy, ["a", "b", "c", "d", "e"]) as other:
        first = one.decide(n, user="u")
        for i in range(5):
            again = (one, other)[i % 2].decide(n, user="u")
            assert (again.arms, again.chosen_by, again.id != first.id) == (first.arms, "user", True)
            one.reward(again.id, 0.0)
        second = other.decide(n, user="u", exclude=[first.arm])
        assert first.arm not in second.arms
        assert one.decide(n, user="u").arms == second.arms
        one.pause_arm(second.arm)
        third = other.decide(n, user="u")
        assert second.arm not in third.arms
        other.retire_arm(third.arm)
        assert third.arm not in one.decide(n, user="u").arms
        assert one.check().ok


def test_users_within_one_call(store):
    with make(store, "UniformRandom", 50) as bandit:
        made = bandit.decide_many(40, users=[f"user {i % 10}" for i in range(40)])
        for i, decision in enumerate(made):
            assert decision.arm == made[i % 10].arm
            assert decision.chosen_by == ("policy" if i < 10 else "user")
        assert bandit.decide_many(2, users=["user 3", None])[0].arm == made[3].arm
        with pytest.raises(ValueError, match="users must be as many as the 2 decisions"):
            bandit.decide_many(2, users=["a"])


def test_a_context_counts_before_a_user(store):
    with make(store, "UniformRandom", 50) as bandit:
        one = bandit.decide(context_id="request", user="a")
        assert bandit.decide(context_id="request", user="b") == one
        assert bandit.state().decisions == 1


# ---------------------------------------------------------------- everything at once


@pytest.mark.parametrize("policy", ["Greedy", "ThompsonBeta"])
def test_random_requests_agree_with_lists(store, policy):
    """Two handles, random eligible arms, users, pauses: every rule holds, and the log gives the state."""
    chance, names = random.Random(3), [f"arm {i}" for i in range(8)]
    last, paused = {}, set()
    with make(store, policy, names, explore=0.1) as one, make(store, policy, names, explore=0.1) as other:
        for _ in range(150):
            bandit = chance.choice([one, other])
            if chance.random() < 0.1:
                arm = chance.choice(names)
                if arm in paused:
                    bandit.resume_arm(arm)
                    paused.remove(arm)
                elif len(paused) < 4:
                    bandit.pause_arm(arm)
                    paused.add(arm)
                continue
            wanted = chance.sample(names, chance.randint(5, 8)) if chance.random() < 0.5 else None
            user = chance.choice(["u", "v", None])
            decision = bandit.decide(arms=wanted, user=user)
            allowed = set(wanted or names) - paused
            assert decision.arm in allowed
            if user is not None:
                kept = last.get(user) in allowed
                assert (decision.chosen_by == "user") == kept
                assert not kept or decision.arm == last[user]
                last[user] = decision.arm
            if chance.random() < 0.7:
                bandit.reward(decision.id, chance.random())
        assert one.check().ok
        assert one.state() == other.state()


# ---------------------------------------------------------------- no decision takes seconds


@pytest.mark.parametrize("policy", ["ThompsonBeta", "UCB", "KLUCB", "IRS(1)", "Cascade(ThompsonBeta())"])
def test_too_many_arms_to_look_at_are_refused(tmp_path, policy):
    """With what to do instead; of a larger catalogue some can be played, and arms that join are counted, too."""
    with pytest.raises(ValueError, match=r"arms must be at most 20000, got 1000000.*Subsample"):
        make(tmp_path / "b.db", policy, 10**6)
    with pytest.raises(ValueError, match=r"no bandit|no store"):
        Bandit.open(tmp_path / "b.db")
    with make(tmp_path / "b.db", policy, 100) as bandit:
        with pytest.raises(ValueError, match="at most 20000, got 20001"):
            bandit.add_arms(19_901)
        assert bandit.state().seq == 0


def test_greedy_and_subsamples_take_a_million_arms(tmp_path, monkeypatch):
    from begreedy.bandit.events import decisions

    with make(tmp_path / "b.db", "Subsample(ThompsonBeta(), k=20)", 10**6) as bandit:
        assert bandit.decide(exclude=[5]).number < 10**6
    monkeypatch.setattr(decisions, "MOST_ELIGIBLE", 10)
    with make(tmp_path / "greedy.db", "Greedy", 30_000) as bandit:
        assert bandit.decide(arms=[7]).number == 7
        with pytest.raises(ValueError, match="exclude must leave at most 10 that are played"):
            bandit.decide(exclude=[7])
        assert bandit.state().decisions == 1
