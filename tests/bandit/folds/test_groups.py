"""Propensities, the control group and the probability of being best: all follow from the exported log."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

import begreedy as bg
from begreedy.online import Bandit
from support.online_play import NAMES, Clock


def make(store, policy="Greedy", arms=NAMES, **settings):
    settings.setdefault("clock", Clock())
    return Bandit(policy, arms, 1000, store, **settings)


def rows_of(bandit, path, **options):
    bandit.export(path, **options)
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


# ---------------------------------------------------------------- propensities


class Naive:
    """Greedy or epsilon-greedy by its definition: the probability of every arm, from lists of rewards."""

    def __init__(self, names, epsilon, explore, control, share):
        self.known = {name: [] for name in names}
        self.epsilon, self.explore, self.control, self.share = epsilon, explore, control, share

    def chances(self, eligible):
        first = [arm for arm in self.known if arm in eligible and not self.known[arm]]
        if first:
            own = {arm: Fraction(arm == first[0]) for arm in eligible}
        else:
            means = {arm: Fraction(sum(self.known[arm])) / len(self.known[arm]) for arm in eligible}
            best = [arm for arm in eligible if means[arm] == max(means.values())]
            own = {
                arm: self.epsilon / len(eligible) + (1 - self.epsilon) * Fraction(arm in best) / len(best)
                for arm in eligible
            }
        own = {arm: self.explore / len(eligible) + (1 - self.explore) * own[arm] for arm in eligible}
        if self.control == "random":
            return {arm: self.share / len(eligible) + (1 - self.share) * own[arm] for arm in eligible}
        if self.control in eligible:
            return {arm: self.share * (arm == self.control) + (1 - self.share) * own[arm] for arm in eligible}
        return own


@pytest.mark.parametrize("control", [None, "red", "random"])
@pytest.mark.parametrize("explore", [0.0, 0.25])
@pytest.mark.parametrize("epsilon", [0.0, 0.5])
def test_propensities_of_indices_are_exact(tmp_path, epsilon, explore, control):
    """Ties, epsilon, the floor, the control group and eligible arms mixed in, as a naive computation has them."""
    policy = f"EpsilonGreedy({epsilon})" if epsilon else "Greedy"
    chance, share = random.Random(5), 0.25 if control else 0.0
    naive = Naive(NAMES, Fraction(epsilon), Fraction(explore), control, Fraction(share))
    with make(tmp_path / "b.db", policy, explore=explore, control=control, share=share or None) as bandit:
        for _ in range(120):
            eligible = chance.sample(NAMES, chance.choice([2, 3]))
            decision = bandit.decide(arms=eligible) if len(eligible) < 3 else bandit.decide()
            assert decision.propensity == pytest.approx(float(naive.chances(eligible)[decision.arm]), abs=1e-12)
            reward = chance.choice([0.0, 1.0])
            bandit.reward(decision.id, reward)
            naive.known[decision.arm].append(Fraction(reward))
        rows = rows_of(bandit, tmp_path / "log.csv")
        assert {row["propensity_is"] for row in rows} == {"exact"}
        assert {row["chosen_by"] for row in rows} >= {"policy"}
        assert bandit.check().ok


def test_inverse_propensities_are_right_on_average(tmp_path):
    """1 / propensity has the number of arms as its mean where all have a chance: a check by what was really played."""
    with make(tmp_path / "b.db", "UCB", explore=0.5, control="blue", share=0.3) as bandit:
        inverse = []
        for i in range(1500):
            decision = bandit.decide()
            bandit.reward(decision.id, float(i % 3 == 0))
            inverse.append(1.0 / decision.propensity)
        assert abs(np.mean(inverse) - 3.0) < 4 * np.std(inverse) / len(inverse) ** 0.5


@pytest.mark.every_time("sqlite-0.0-ThompsonBeta", "postgres-0.3-IRS(1)")
@pytest.mark.parametrize("policy", ["ThompsonBeta", "IRS(1)"])
@pytest.mark.parametrize("explore", [0.0, 0.3])
def test_sampled_propensities_are_estimated_when_they_are_exported(store, tmp_path, policy, explore):
    """By more draws from the same state; the log has none, and the column says so."""
    with make(store, policy, ["a", "b"], explore=explore) as bandit:
        made = bandit.decide_many(12)
        bandit.reward_many([(one.id, float(one.arm == "a")) for one in made])
        later = bandit.decide_many(30)
        assert all(one.propensity is None for one in later)
        rows = rows_of(bandit, tmp_path / "log.csv", redraws=400)
        assert {row["propensity_is"] for row in rows} == {"estimated"}
        assert rows == rows_of(bandit, tmp_path / "again.csv", redraws=400)
        left_out = rows_of(bandit, tmp_path / "none.csv", redraws=0)
        assert {(row["propensity"], row["propensity_is"]) for row in left_out} == {("", "")}
        assert bandit.check().ok
    if policy == "ThompsonBeta":
        a = sum(one.arm == "a" for one in made)
        draws = np.random.default_rng(0)
        wins = np.mean(draws.beta(1 + a, 1, 10**5) > draws.beta(1, 1 + 12 - a, 10**5))
        truth = {"a": explore / 2 + (1 - explore) * wins, "b": explore / 2 + (1 - explore) * (1 - wins)}
        first = rows[12]  # before any of the later ones is out
        assert abs(float(first["propensity"]) - truth[first["arm"]]) < 0.1


@pytest.mark.parametrize("settings", [{"explore": 0.1}, {"control": "random", "share": 0.1}])
def test_estimated_propensities_let_a_log_be_judged(tmp_path, settings):
    """What the floor or the control group chose is no draw of the policy, so rare arms count for what they are."""
    means, chance = np.linspace(0.0, 0.9, 12), random.Random(5)
    with make(tmp_path / "b.db", "ThompsonBeta", 12, **settings) as bandit:
        with bandit.transaction():
            for _ in range(800):
                decision = bandit.decide()
                bandit.reward(decision.id, float(chance.random() < means[int(decision.arm)]))
        rows = rows_of(bandit, tmp_path / "log.csv", redraws=10)
    inverse = 1.0 / np.array([float(row["propensity"]) for row in rows])
    assert abs(inverse.mean() - 12) < 3 * inverse.std() / len(rows) ** 0.5
    judged = bg.replay(tmp_path / "log.csv", bg.UniformRandom(), runs=2)
    assert not any("a chance" in note for note in judged.notes)
    for uniform in (judged.logged, judged.judgements[0].weighted):
        assert abs(uniform.mean - means.mean()) < 2.5 * uniform.stderr
    assert judged.logged.stderr < 0.1  # without the rare arms: 0.85


def test_users_have_certainty(store, tmp_path):
    """They keep an arm, or a list."""
    with make(store, "Cascade(Greedy())", name="lists") as bandit:
        assert [bandit.decide(2, user="u").propensity for _ in range(2)] == [1 / 2, 1.0]
        assert [row["propensity_is"] for row in rows_of(bandit, tmp_path / "lists.csv")] == ["exact", "exact"]
    with make(store, "UniformRandom", name="users") as bandit:
        first, second = bandit.decide_many(2, users=["u", "u"])
        assert (first.propensity, second.propensity) == (1 / 3, 1.0)
        rows = rows_of(bandit, tmp_path / "users.csv")
        assert [(row["user"], row["chosen_by"]) for row in rows] == [("u", "policy"), ("u", "user")]


def test_the_export_has_what_was_asked_for(store, tmp_path):
    with make(store) as bandit:
        bandit.decide(arms=["blue", "red"], segment="mobile")
        bandit.decide(exclude=["red"])
        bandit.decide()
        rows = rows_of(bandit, tmp_path / "log.csv")
        asked = [json.loads(row["eligible"]) if row["eligible"] else None for row in rows]
        assert asked == [{"arms": ["red", "blue"]}, {"exclude": ["red"]}, None]
        assert [row["segment"] for row in rows] == ["mobile", "", ""]
        entry = bandit.log()[0]
        assert (entry.segment, entry.chosen_by, entry.propensity) == ("mobile", "policy", 1.0)


# ---------------------------------------------------------------- the control group


def test_the_control_group_is_a_share_at_random(store):
    with make(store, control="green", share=0.25, explore=0.2) as bandit:
        made = bandit.decide_many(2000)
        control = [one for one in made if one.cohort == "control"]
        assert abs(len(control) - 500) < 4 * (2000 * 0.25 * 0.75) ** 0.5
        assert {(one.arm, one.chosen_by) for one in control} == {("green", "control")}
        assert {one.cohort for one in made} == {"control", "treated"}
        assert bandit.check().ok


def test_users_stay_in_their_group(store):
    """By a hash of the user: the same in every process, whatever the order of their coming, also for a random arm."""
    users = [f"user {i}" for i in range(400)]
    with make(store, "UniformRandom", 20, control="random", share=0.3) as bandit:
        first = {user: bandit.decide(user=user) for user in users}
        shuffled = random.Random(1).sample(users, 400)
        again = dict(zip(shuffled, bandit.decide_many(400, users=shuffled), strict=True))
        assert all(first[user].cohort == again[user].cohort and first[user].arm == again[user].arm for user in users)
        control = sum(one.cohort == "control" for one in first.values())
        assert abs(control - 120) < 4 * (400 * 0.3 * 0.7) ** 0.5
        arms = Counter(one.number for one in first.values() if one.cohort == "control")
        assert len(arms) > 15
        assert bandit.check().ok


def test_without_its_arm_there_is_no_control_group(store):
    """Decisions in which the control arm could not be played are in neither group."""
    with make(store, control="green", share=0.5) as bandit:
        assert {one.cohort for one in bandit.decide_many(30, exclude=["green"])} == {None}
        bandit.pause_arm("green")
        assert {one.cohort for one in bandit.decide_many(30)} == {None}
        bandit.resume_arm("green")
        assert {one.cohort for one in bandit.decide_many(30)} == {"control", "treated"}
        bandit.retire_arm("green")
        assert bandit.decide().cohort is None


def test_the_control_arm_of_a_catalogue_is_always_played(store):
    with make(store, "Subsample(Greedy(), k=3)", 1000, control="777", share=0.5) as bandit:
        assert bandit.state().playing == 3
        assert {one.arm for one in bandit.decide_many(40) if one.cohort == "control"} == {"777"}


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"control": "pink"}, "control must be one of the 3 arms, or 'random'"),
        ({"explore": -0.1}, "explore must be 0, or greater than 0 and less than 1, got -0.1"),
        ({"control": "red", "share": 0.0}, "share must be greater than 0 and less than 1"),
        ({"control": "red", "share": 1.0}, "share must be greater than 0 and less than 1"),
        ({"share": 0.1}, "share must be left out where there is no control group"),
        ({"control": 1.5}, "control"),
        ({"policy": "Cascade(Greedy())", "control": "red"}, "control must be 'random' for lists"),
    ],
)
def test_bad_control_groups(tmp_path, settings, words):
    with pytest.raises((ValueError, TypeError), match=words):
        make(tmp_path / "bad.db", **settings)
    with pytest.raises(ValueError, match=r"no bandit|no store"):
        Bandit.open(tmp_path / "bad.db")


def test_segments_are_limited(store, monkeypatch):
    from begreedy.bandit.events import decisions

    monkeypatch.setattr(decisions, "MOST_SEGMENTS", 2)
    with make(store, control="red") as bandit:
        for segment in ("a", "b", "a", None):
            bandit.decide(segment=segment)
        with pytest.raises(ValueError, match="segment must be one of the first 2"):
            bandit.decide(segment="c")
        assert bandit.state().decisions == 4


# ---------------------------------------------------------------- the probability of being best


def test_the_probability_of_being_best(store):
    """Two arms: as a numerical integral has it; the same answer in every process."""
    with make(store, arms=["a", "b"]) as bandit:
        for arm, rewards in {"a": [1, 1, 0, 1], "b": [0, 1, 0]}.items():
            for reward in rewards:
                bandit.reward(bandit.decide(arms=[arm]).id, float(reward))
        best = bandit.best(100_000)
        x = np.linspace(0.0, 1.0, 20_001)
        a, b = x**3 * (1 - x), x * (1 - x) ** 2  # Beta(4, 2) and Beta(2, 3)
        below = b.cumsum() / b.sum()
        truth = float((a * below).sum() / a.sum())
        assert list(best) == ["a", "b"]
        assert abs(best["a"] - truth) < 4 * (truth * (1 - truth) / 100_000) ** 0.5
        assert sum(best.values()) == pytest.approx(1.0)
    with Bandit.open(store) as again:
        assert again.best(100_000) == best


@pytest.mark.parametrize("settings", [{"rewards": None}, {"costs": (0.0, 2.0)}, {"rewards": (5.0, 9.0)}])
def test_the_best_of_other_rewards(store, settings):
    with make(store, **settings) as bandit:
        costs = "costs" in settings
        for i in range(40):
            decision = bandit.decide(arms=[NAMES[i % len(NAMES)]])
            bandit.reward(decision.id, *((1.0, 1.5) if costs else (6.0,)))
        assert set(bandit.best()) == set(NAMES)
        for arm in NAMES:
            for i in range(30):
                decision = bandit.decide(arms=[arm])
                good = arm == "green"
                reward = 0.5 if costs else 5.0 + (2.5 if good else 1.0) + (i % 3) / 3
                bandit.reward(decision.id, *((reward, 0.2 if good else 1.8) if costs else (reward,)))
        best = bandit.best()
        assert (next(iter(best)), best["green"] > 0.9) == ("green", True)


def test_more_draws_than_a_bandit_can_wait_for_are_refused(tmp_path):
    """Draws of many arms take time in which nothing is decided."""
    with Bandit("Greedy", 20_000, 10**6, tmp_path / "bandit.db") as bandit:
        with pytest.raises(ValueError, match="draws must be at most 2500 for 20000 arms, got 10000"):
            bandit.best()
        assert len(bandit.best(5)) == 20_000
