"""Random calls to a durable bandit, or to clients of one, and all of its numbers against those of its log."""

from __future__ import annotations

import csv
import json
import math
from contextlib import suppress

import numpy as np
import pytest

from oracles.naive_log import Recount, best, best_by_features, interval
from support.online_play import whole_log

ARMS = ["a", "b", "c", "d"]
VECTORS = {"a": [1.0, 0.25], "b": [0.5, -0.75], "c": [-0.25, 1.0], "d": [0.625, 0.5], "e": [-0.5, -0.5]}
ZERO = "zero until told"
LIST = "Cascade(Greedy(), forced_start=False)"
SCENARIOS = {
    "told": ("Greedy", {}),
    "revised": ("UCB", {"revise": True}),
    "window": ("MOSS", {"window": 20.0, "default": 0.25, "control": "b"}),
    "revised in a window": ("ThompsonBeta", {"revise": True, "window": 30.0, "rewards": (-1.0, 3.0)}),
    "zero until told": ("EpsilonGreedy(0.3)", {"outcomes": ZERO, "window": 30.0}),
    "zero until told, revised": ("Greedy", {"outcomes": ZERO, "window": 30.0, "revise": True, "control": "a"}),
    "costs": ("Greedy", {"costs": (0.0, 2.0), "revise": True}),
    "a window of rounds": ("Window(Greedy(), rounds=12)", {"revise": True, "first_pulls": 2}),
    "discounted": ("Discounted(UCB(), halflife=10)", {"outcomes": ZERO, "window": 30.0, "revise": True}),
    "features": ("LinGreedy", {"features": VECTORS, "revise": True}),
    "features, zero until told": ("LinUCB", {"features": VECTORS, "outcomes": ZERO, "window": 30.0, "revise": True}),
    "lists": (LIST, {"revise": True}),
    "lists, zero until told": (LIST, {"outcomes": ZERO, "window": 30.0}),
    "each place": (LIST, {"clicks": "each", "revise": True}),
}
GROUPS = {"control": "random", "share": 0.3, "explore": 0.2}


def settings_of(scenario):
    """Policy and settings of a scenario, with a control group and a floor."""
    policy, settings = SCENARIOS[scenario]
    features = settings.get("features")
    if features is not None:
        settings = {**settings, "features": {arm: features[arm] for arm in ARMS}}
    return policy, {**GROUPS, **settings}


class Walk:
    """Random calls: decisions of every kind, rewards that are new, repeated, contradict or are late, arms that move."""

    def __init__(self, scenario, chance):
        self.policy, self.settings = settings_of(scenario)
        self.chance, self.out = chance, []
        self.offers = "features" in self.settings  # decisions may have features of their own
        self.parts = (0.0, 0.25, 1.0)  # of the range of rewards
        self.lists = None
        if self.policy.startswith("Cascade"):
            self.lists = self.settings.get("clicks", "first")
        self.names, self.paused, self.retired = list(ARMS), set(), set()

    def step(self, bandit, tick):
        """One call; ``tick`` lets time pass."""
        what = self.chance.random()
        if what < 0.4:
            self.out += self._decide(bandit)
        elif what < 0.82 and self.out:
            self._reward(bandit)
        elif what < 0.92:
            tick()
        elif what < 0.95 and "window" not in self.settings:
            least = self.settings.get("rewards", (0.0, 1.0))[0]
            bandit.expire(tick(), None if "costs" in self.settings or self.lists else self.chance.choice([None, least]))
        elif self.lists is None:
            self._move(bandit)

    def _decide(self, bandit):
        playing = [arm for arm in self.names if arm not in self.paused | self.retired]
        asked = {"segment": self.chance.choice([None, "mobile", "desktop"])}
        if self.lists:
            return [bandit.decide(self.chance.choice([1, 2, 3]), **asked)]
        if self.chance.random() < 0.3:
            asked["arms"] = [self.chance.choice(playing), *self.chance.sample(self.names, 1)]
        if self.offers and self.chance.random() < 0.3:
            asked["features"] = {self.chance.choice(playing): [self.chance.random(), 1.0]}
        if self.chance.random() < 0.3:
            features = asked.pop("features", None)
            asked["features"] = None if features is None else [features] * 3
            return bandit.decide_many(3, users=[None, "u", "u"], **asked)
        return [bandit.decide(user=self.chance.choice([None, "u", "v"]), **asked)]

    def _reward(self, bandit):
        decision = self.chance.choice(self.out)
        low, high = self.settings.get("rewards", (0.0, 1.0))
        value = low + (high - low) * self.chance.choice(self.parts)
        if self.lists == "each":
            value = [self.chance.choice([0.0, 0.5, 1.0]) for _ in decision.arms]
        elif self.lists:
            value = self.chance.choice([None, *range(len(decision.arms))])
        cost = {"cost": self.chance.choice([0.5, 2.0])} if "costs" in self.settings else {}
        with suppress(ValueError):  # it contradicts, or is too late
            bandit.reward(decision.id, value, **cost)

    def _move(self, bandit):
        arm, playing = self.chance.choice(self.names), set(self.names) - self.paused - self.retired
        if arm in self.paused:
            bandit.resume_arm(arm)
            self.paused.remove(arm)
        elif len(playing) > 3 and arm in playing:
            if self.chance.random() < 0.8 or arm == self.settings["control"]:
                bandit.pause_arm(arm)
                self.paused.add(arm)
            else:
                bandit.retire_arm(arm)
                self.retired.add(arm)
        elif "e" not in self.names:
            bandit.add_arms(["e"], **({"features": [VECTORS["e"]]} if "features" in self.settings else {}))
            self.names.append("e")


def rows_of(bandit, path):
    """The exported decisions."""
    bandit.export(path)
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def check_numbers(bandit, walk, path, now):
    """State, arms, groups, the best arm and the export: each as the log has it at a time."""
    settings, lists = walk.settings, walk.lists
    low, high = settings.get("rewards", (0.0, 1.0))
    default = None
    if settings.get("outcomes") == ZERO:
        default = -1.0 if lists else settings.get("default", 0.0)
    naive = Recount(whole_log(bandit), default, lists)
    _check_state(bandit.state(), naive, walk)
    for arm in walk.names:
        rewards, costs, out = naive.arm(arm)
        found = bandit.explain(arm)
        assert (found.pulls, found.pending) == (len(rewards), out)
        assert found.mean == (pytest.approx(math.fsum(rewards) / len(rewards)) if rewards else None)
        if "costs" in settings and rewards:
            assert found.mean_cost == pytest.approx(math.fsum(costs) / len(costs))
    for part in bandit.uplift(0.9):
        _check_uplift(part, naive, low, high, settings.get("window"), now)
    rows = {row["decision"]: row for row in rows_of(bandit, path)}
    assert rows.keys() == naive.decided.keys()
    for decision, row in rows.items():
        value = naive.value[decision] if decision in naive.closed else None
        assert row["reward"] == "" if value is None else float(row["reward"]) == value
        assert (row["outcome"] == "pending") is (decision not in naive.closed)
        assert row["cohort"] == (naive.decided[decision].cohort or "")
        assert row["segment"] == (naive.decided[decision].segment or "")
    if lists is None and "costs" not in settings:
        _check_best(bandit, walk, naive, rows)
    return naive, rows


def _check_state(state, naive, walk):
    paid = [naive.paid(decision) for decision in naive.decided]
    costs = [naive.cost.get(decision) or 0.0 for decision in naive.decided if naive.value[decision] is not None]
    assert state.decisions == len(naive.decided)
    assert state.rewards == naive.kinds.get("rewarded", 0)
    assert state.expired == naive.kinds.get("expired", 0)
    assert state.pending == len(naive.decided) - len(naive.closed)
    assert state.reward == pytest.approx(math.fsum(value for value in paid if value is not None))
    assert state.cost == pytest.approx(math.fsum(costs))
    assert (state.paused, state.catalogue) == (len(walk.paused), len(walk.names) - len(walk.retired))


def _check_uplift(part, naive, low, high, window, now):
    control, treated = (naive.group(cohort, part.segment, window, now) for cohort in ("control", "treated"))
    assert (part.control_pending, part.treated_pending) == (control[1], treated[1])
    assert (part.control_decisions, part.treated_decisions) == tuple(len(g) + n for g, n in (control, treated))
    (m0, l0, h0), (m1, l1, h1) = (interval(*group, 0.95, low, high) for group in (control, treated))
    close = {"rel": 1e-7, "abs": 1e-7}
    assert part.control_mean == (m0 if m0 is None else pytest.approx(m0))
    assert part.treated_mean == (m1 if m1 is None else pytest.approx(m1))
    assert (part.difference_low, part.difference_high) == pytest.approx((l1 - h0, h1 - l0), **close)
    if m0 is not None and m1 is not None:
        assert part.difference == pytest.approx(m1 - m0)
        assert part.ratio == (pytest.approx(m1 / m0) if low >= 0 and m0 > 0 else None)
    if low >= 0:
        assert part.ratio_low == pytest.approx(l1 / h0, **close)
        assert part.ratio_high == (pytest.approx(h1 / l0, **close) if l0 > 0 else None)


WEIGHTS = {"Window(Greedy(), rounds=12)": lambda age: float(age < 12)}
WEIGHTS["Discounted(UCB(), halflife=10)"] = lambda age: 2.0 ** (-age / 10.0)


def _check_best(bandit, walk, naive, rows, draws=20_000):
    """The probability of being best of every arm that is played, by the posterior of what the policy knows."""
    found, low, high = bandit.best(draws), *walk.settings.get("rewards", (0.0, 1.0))
    playing = [arm for arm in walk.names if arm not in walk.paused | walk.retired]
    if "features" in walk.settings:
        told = [decision for decision in rows if naive.value[decision] is not None]
        vectors, rewards = [json.loads(rows[d]["features"]) for d in told], [naive.value[d] for d in told]
        truth = best_by_features(vectors, rewards, [VECTORS[arm] for arm in playing], draws)
    else:
        sums = [naive.weighted(arm, WEIGHTS.get(walk.policy, lambda age: 1.0)) for arm in playing]
        truth = best([(total - n * low) / (high - low) for total, n in sums], [n for _, n in sums])
    assert set(found) == set(playing)
    assert list(found.values()) == sorted(found.values(), reverse=True)
    for arm, chance in zip(playing, truth, strict=True):
        assert abs(found[arm] - chance) < 4.5 * np.sqrt(2.0 * chance * (1.0 - chance) / draws) + 1e-3
