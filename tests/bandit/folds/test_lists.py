"""Propensities of lists and sets: exact by a plain enumeration, or estimated by more draws."""

from __future__ import annotations

import csv
import json
import random
from fractions import Fraction
from itertools import permutations
from math import sqrt

import pytest

import begreedy as bg
from begreedy.online import Bandit
from support.online_play import Clock

NAMES = ("a", "b", "c", "d")


def rows_of(bandit, path, **options):
    bandit.export(path, **options)
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


class Naive:
    """The law of all lists, from lists of rewards: by means, items never seen first, ties at random."""

    def __init__(self, policy, explore, share):
        self.known = {name: [] for name in NAMES}
        self.epsilon = Fraction(1, 4) if "Epsilon" in policy else Fraction(0)
        self.forced = "forced_start=False" not in policy
        self.random = 1 - (1 - Fraction(share)) * (1 - Fraction(explore))
        self.t = 0

    def law(self, items, slots, limited):
        every = list(permutations(items, slots))
        uniform = {names: Fraction(1, len(every)) for names in every}
        if self.forced and self.t < len(NAMES) and not limited:
            topped = [names for names in every if names[0] == NAMES[self.t]]
            own = {names: Fraction(names in topped, len(topped)) for names in every}
        else:
            own = {names: self.ranked(names, items) for names in every}
            epsilon = Fraction(0) if limited else self.epsilon
            own = {names: epsilon * uniform[names] + (1 - epsilon) * own[names] for names in every}
        return {names: self.random * uniform[names] + (1 - self.random) * own[names] for names in every}

    def ranked(self, names, items):
        worth = {
            item: Fraction(sum(self.known[item])) / len(self.known[item]) if self.known[item] else 9 for item in items
        }
        chance, left = Fraction(1), list(items)
        for name in names:
            best = [item for item in left if worth[item] == max(worth[other] for other in left)]
            chance *= Fraction(name in best, len(best))
            left.remove(name)
        return chance


@pytest.mark.parametrize(("explore", "control", "share"), [(0.0, None, 0.0), (0.25, "random", 0.5)])
@pytest.mark.parametrize(
    "policy",
    [
        "Cascade(Greedy(), forced_start=False)",  # ranked by an order that is kept
        "Cascade(Greedy())",
        "Cascade(EpsilonGreedy(0.25), forced_start=False)",
        "Cascade(UCB(0), forced_start=False)",  # ranked by a walk
    ],
)
def test_propensities_of_lists_are_exact(tmp_path, policy, explore, control, share):
    """Of the whole list in the log; of its beginnings and places when it is exported."""
    chance, naive = random.Random(7), Naive(policy, explore, share)
    settings = {"explore": explore, "control": control, "share": share or None, "clock": Clock()}
    laws = []
    with Bandit(policy, list(NAMES), 1000, tmp_path / "b.db", **settings) as bandit, bandit.transaction():
        for _ in range(60):
            slots, limited = chance.choice([1, 2, 3]), chance.random() < 0.3
            items = chance.sample(NAMES, 3) if limited else NAMES
            shown = bandit.decide(n=slots, arms=items if limited else None)
            law = naive.law(items, slots, limited)
            laws.append((law, shown.arms))
            assert shown.propensity == pytest.approx(float(law[shown.arms]), rel=1e-12)
            click = chance.choice([None, *range(slots)])
            bandit.reward(shown.id, click)
            for place, name in enumerate(shown.arms):
                if click is None or place <= click:
                    naive.known[name].append(int(place == click))
            naive.t += 1
    with Bandit.open(tmp_path / "b.db") as bandit:
        assert bandit.check().ok
        rows = rows_of(bandit, tmp_path / "log.csv", redraws=0)
    for row, (law, names) in zip(rows, laws, strict=True):
        assert row["propensity_is"] == "exact"
        assert tuple(json.loads(row["arm"])) == names
        assert [NAMES[number] for number in json.loads(row["number"])] == list(names)
        known = json.loads(row["propensities"])
        begins = [sum(p for some, p in law.items() if some[: k + 1] == names[: k + 1]) for k in range(len(names))]
        stands = [sum(p for some, p in law.items() if some[k] == names[k]) for k in range(len(names))]
        assert known["beginnings"] == pytest.approx([float(p) for p in begins], rel=1e-12)
        assert known["places"] == pytest.approx([float(p) for p in stands], rel=1e-12)
        assert float(row["propensity"]) == pytest.approx(known["beginnings"][-1], rel=1e-12)


def test_samples_of_lists_are_drawn_again(tmp_path):
    """At the start all orders are equally likely; without redraws nothing is known. What is drawn changes nothing."""
    with Bandit("CTSBeta()", list(NAMES), 1000, tmp_path / "b.db", explore=0.5) as bandit:
        assert bandit.decide(n=2).propensity is None
        first, *_ = rows = rows_of(bandit, tmp_path / "log.csv", redraws=1000)
        known = json.loads(first["propensities"])
        for chances, truths in ((known["beginnings"], (1 / 4, 1 / 12)), (known["places"], (1 / 4, 1 / 4))):
            for chance, truth in zip(chances, truths, strict=True):
                assert abs(chance - truth) < 0.5 * 4 * sqrt(truth / 1000) + 0.001
        assert (len(rows), first["propensity_is"]) == (1, "estimated")
        (none,) = rows_of(bandit, tmp_path / "log.csv", redraws=0)
        assert (none["propensity"], none["propensity_is"], none["propensities"]) == ("", "", "")
        assert bandit.check().ok


@pytest.mark.parametrize("policy", ["Greedy", "CTSBeta"])
@pytest.mark.parametrize("actions", [bg.TopM(4, size=2), bg.Sets([[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]])])
def test_sets_are_certain_or_drawn_again(tmp_path, policy, actions):
    """The first of six equal actions has 1 / 6, each of its arms 1 / 2; one that is the best by far is certain."""
    problem = bg.Combinatorial(actions, prior=bg.Uniform())
    with Bandit(policy, list(NAMES), 1000, tmp_path / "b.db", problem=problem) as bandit:
        for pays in ((1.0, 0.9), (0.0, 0.1)):
            bandit.reward_many([(decision.id, paid) for decision, paid in zip(bandit.decide_set(), pays, strict=True)])
        third = bandit.decide_set()
        rows = rows_of(bandit, tmp_path / "log.csv", redraws=400)
        assert bandit.check().ok
    assert [row["action"] == row["decision"] for row in rows] == [True, False] * 3
    assert len({row["action"] for row in rows}) == 3
    assert [json.loads(row["number"]) for row in rows][4:] == [decision.number for decision in third]
    for row in rows[:2]:
        assert row["propensity_is"] == "estimated"
        assert abs(float(row["propensity"]) - 1 / 2) < 4 * sqrt(1 / 4 / 400)
        assert abs(json.loads(row["propensities"])["action"] - 1 / 6) < 4 * sqrt(5 / 36 / 400)
    if policy == "Greedy":  # the two arms that paid
        assert {float(row["propensity"]) for row in rows[4:]} == {1.0}
        assert {json.loads(row["propensities"])["action"] for row in rows[4:]} == {1.0}
        if isinstance(actions, bg.TopM):
            assert [decision.propensity for decision in third] == [1.0, 1.0]
            assert {row["propensity_is"] for row in rows[4:]} == {"exact"}


def test_lists_of_the_floor_are_no_draws_of_the_policy(tmp_path):
    """Estimated from few draws, weights of beginnings still count every beginning once, also the rarest."""
    chance = random.Random(4)
    with Bandit("CTSBeta()", list(NAMES), 10**6, tmp_path / "b.db", explore=0.2) as bandit:
        with bandit.transaction():
            for _ in range(600):
                shown = bandit.decide(n=2)
                clicks = [place for place, arm in enumerate(shown.arms) if chance.random() < 0.2 * NAMES.index(arm)]
                bandit.reward(shown.id, clicks[0] if clicks else None)
        rows = rows_of(bandit, tmp_path / "lists.csv", redraws=5)
    for length, number in ((1, 4), (2, 12)):
        weights = [1 / json.loads(row["propensities"])["beginnings"][length - 1] for row in rows]
        mean = sum(weights) / len(weights)
        error = sqrt(sum((w - mean) ** 2 for w in weights) / (len(weights) - 1) / len(weights))
        assert abs(mean - number) < 3 * error
        assert error < number / 12
