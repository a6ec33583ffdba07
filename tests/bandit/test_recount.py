"""Every derived number equals a naive recomputation from the exported log, whatever happened; on both stores."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

import begreedy as bg
from begreedy.bandit import session as bandit_session
from begreedy.online import Bandit
from oracles.naive_log import Recount, greedy, mixed, regression
from support.online_play import Clock, whole_log
from support.online_random import ARMS, GROUPS, SCENARIOS, VECTORS, Walk, check_numbers, rows_of

SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))]


@pytest.mark.every_time(
    "sqlite-told-0",
    "sqlite-revised-0",
    "sqlite-window-0",
    "sqlite-revised in a window-0",
    "sqlite-zero until told-0",
    "sqlite-zero until told, revised-0",
    "sqlite-costs-0",
    "sqlite-a window of rounds-0",
    "sqlite-discounted-0",
    "sqlite-features-0",
    "sqlite-lists-0",
    "sqlite-lists, zero until told-0",
    "sqlite-each place-0",
    "postgres-revised in a window-0",
    "postgres-features-0",
    "postgres-each place-0",
)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_numbers_are_those_of_the_log(store, tmp_path, monkeypatch, scenario, seed):
    """Counts, sums, means, uplift with its intervals, the probability of being best: by two handles, one reopened."""
    monkeypatch.setattr(bandit_session, "SNAPSHOT_EVENTS", 30)
    chance, clock = random.Random(f"{scenario} {seed}"), Clock()
    walk = Walk(scenario, chance)

    def tick():
        clock.now += chance.choice([1.0, 5.0, 12.0])
        return clock.now - 10.0

    handles = [Bandit(walk.policy, ARMS, 1000, store, clock=clock, **walk.settings) for _ in range(2)]
    for step in range(90):
        walk.step(chance.choice(handles), tick)
        if step % 30 == 29:
            handles[1].close()
            handles[1] = Bandit.open(store, clock=clock)
    kinds = {entry.kind for entry in whole_log(handles[0])}
    assert kinds >= {"decided", "rewarded"} | ({"revised"} if walk.settings.get("revise") else set())
    for bandit in handles:
        check_numbers(bandit, walk, tmp_path / "log.csv", clock.now)
        report = bandit.check()
        assert report.ok, report
        bandit.close()


# ---------------------------------------------------------------- propensities


class Known:
    """What counts of each arm as the log goes on, and which arms are played, in the order of first pulls."""

    def __init__(self, default):
        self.default, self.playing = default, list(ARMS)
        self.arm, self.value = {}, {}

    def apply(self, entry):
        if entry.kind == "decided":
            self.arm[entry.decision_id], self.value[entry.decision_id] = entry.arms[0], self.default
        elif entry.kind in ("rewarded", "expired", "revised"):
            self.value[entry.decision_id] = entry.value
        elif entry.kind in ("paused", "retired"):
            if entry.arms[0] in self.playing:
                self.playing.remove(entry.arms[0])
        elif entry.kind == "resumed":
            self.playing.append(entry.arms[0])
        elif entry.kind == "added":
            self.playing.append("e")

    def rewards(self, last=None):
        """Of every arm what its pulls paid; of the last so many decisions only."""
        decisions = list(self.arm)[-last:] if last else self.arm
        known = {arm: [] for arm in VECTORS}
        for decision in decisions:
            if self.value[decision] is not None:
                known[self.arm[decision]].append(self.value[decision])
        return known


def walked(store, tmp_path, policy, seed, parts=(0.0, 0.25, 1.0), **settings):
    """Random calls where outcomes are zero until told; the log, the export and what was asked."""
    scenario = "zero until told, revised"
    chance, clock = random.Random(f"{policy} {seed}"), Clock()
    walk = Walk(scenario, chance)
    walk.settings, walk.parts = {**walk.settings, **settings}, parts

    def tick():
        clock.now += chance.choice([1.0, 12.0])
        return clock.now

    with Bandit(policy, ARMS, 1000, store, clock=clock, **walk.settings) as bandit:
        for _ in range(110):
            walk.step(bandit, tick)
        return whole_log(bandit), {row["decision"]: row for row in rows_of(bandit, tmp_path / "log.csv")}, walk


def chances(entries, rows, walk, own):
    """Pairs of exported and naive propensities; ``own(known, eligible)`` has those of the policy by itself."""
    known, pairs = Known(0.0), []
    settings = walk.settings
    for entry in entries:
        row = rows.get(entry.decision_id)
        if entry.kind == "decided" and row["chosen_by"] == "user":
            assert float(row["propensity"]) == 1.0
        elif entry.kind == "decided":
            asked = json.loads(row["eligible"])["arms"] if row["eligible"] else VECTORS
            eligible = [arm for arm in known.playing if arm in asked]
            alone = own(known, eligible)[entry.arms[0]]
            truth = mixed(alone, entry.arms[0], eligible, settings["explore"], settings["control"], settings["share"])
            pairs.append((float(row["propensity"]), truth, row["propensity_is"]))
        known.apply(entry)
    assert len(pairs) > 20
    return pairs


def by_regression(known, eligible):
    """LinGreedy: the largest promise of a ridge regression on all that counts."""
    counted = [d for d in known.arm if known.value[d] is not None]
    vectors = [VECTORS[known.arm[d]] for d in counted]
    scores = dict.fromkeys(eligible, 0.0)
    if counted:
        estimate = regression(vectors, [known.value[d] for d in counted])[1]
        scores = {arm: float(np.dot(VECTORS[arm], estimate)) for arm in eligible}
    ties = [arm for arm in eligible if scores[arm] > max(scores.values()) - 1e-12]
    return {arm: (arm in ties) / len(ties) for arm in eligible}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("policy", "own", "settings"),
    [
        ("Greedy", lambda known, eligible: greedy(known.rewards(), eligible), {}),
        ("Window(Greedy(), rounds=9)", lambda known, eligible: greedy(known.rewards(9), eligible), {}),
        ("UniformRandom", lambda known, eligible: dict.fromkeys(eligible, 1.0 / len(eligible)), {}),
        ("LinGreedy", by_regression, {"features": {arm: VECTORS[arm] for arm in ARMS}}),
    ],
    ids=["greedy", "a window of rounds", "uniform", "features"],
)
def test_exact_propensities_are_those_of_the_log(store, tmp_path, policy, own, settings, seed):
    """While outcomes are revised and end, arms pause and come, users keep theirs, groups and the floor decide."""
    entries, rows, walk = walked(store, tmp_path, policy, seed, **settings)
    for found, truth, known in chances(entries, rows, walk, own):
        assert known == "exact"
        assert found == pytest.approx(truth, abs=1e-9)


def drawn(sample):
    """The probability of each arm to have the largest draw, by many draws of a naive posterior."""

    def own(known, eligible):
        draws = sample(known, eligible)
        wins = np.bincount(draws.argmax(axis=1), minlength=len(eligible)) / len(draws)
        return dict(zip(eligible, wins, strict=True))

    return own


def beta(known, eligible, rng=np.random.default_rng(1)):  # one stream for all draws
    rewards = [known.rewards()[arm] for arm in eligible]
    a = [1.0 + sum(paid) for paid in rewards]
    return rng.beta(a, [2.0 + len(paid) - one for paid, one in zip(rewards, a, strict=True)], (20_000, len(a)))


def normal(known, eligible, rng=np.random.default_rng(1)):
    counted = [d for d in known.arm if known.value[d] is not None]
    moment, estimate = np.eye(2), np.zeros(2)
    if counted:
        moment, estimate = regression([VECTORS[known.arm[d]] for d in counted], [known.value[d] for d in counted])
    draws = rng.multivariate_normal(estimate, 0.25 * np.linalg.inv(moment), 20_000)
    return draws @ np.array([VECTORS[arm] for arm in eligible]).T


@pytest.mark.every_time("sqlite-arms", "postgres-arms", "postgres-features")
@pytest.mark.parametrize(
    ("policy", "sample", "settings"),
    [("ThompsonBeta", beta, {}), ("LinThompson", normal, {"features": {arm: VECTORS[arm] for arm in ARMS}})],
    ids=["arms", "features"],
)
def test_estimated_propensities_are_those_of_the_log(store, tmp_path, policy, sample, settings):
    """By draws of naive posteriors: no estimate is off by more than its error, nor all of them together."""
    entries, rows, walk = walked(store, tmp_path, policy, 0, parts=(0.0, 1.0), **settings)
    pairs = [
        (found, truth) for found, truth, known in chances(entries, rows, walk, drawn(sample)) if known == "estimated"
    ]
    assert len(pairs) > 20
    kept = (1.0 - GROUPS["share"]) * (
        1.0 - GROUPS["explore"]
    )  # of the policy's own probability in that of the decision
    found, truth = np.array(pairs).T
    error = kept * 0.5 / np.sqrt(100.0)
    assert np.abs(found - truth).max() < 4.5 * error
    assert abs(np.mean(found - truth)) < 4.0 * error / np.sqrt(len(found)) + 1.0 / 101.0


# ---------------------------------------------------------------- sets


def test_numbers_of_sets_are_those_of_the_log(tmp_path):
    """Each arm of a set is a decision of its own: counts, means and pulls that are out."""
    chance, clock, out = random.Random(4), Clock(), []
    problem = bg.Combinatorial(bg.TopM(4, 2), prior=bg.Uniform())
    settings = {"problem": problem, "revise": True, "window": 30.0, "default": 0.25, "clock": clock}
    with Bandit("Greedy", ARMS, 100, tmp_path / "sets.db", **settings) as bandit:
        for _ in range(60):
            if chance.random() < 0.4:
                out += bandit.decide_set()
            elif out:
                decision = chance.choice(out)
                if clock.now - decision.time < 30.0:
                    bandit.reward(decision.id, chance.choice([0.0, 0.5, 1.0]))
            clock.now += chance.choice([0.0, 4.0])
        entries = whole_log(bandit)
        naive, state = Recount(entries), bandit.state()
        assert (state.decisions, state.pending) == (len(naive.decided), len(naive.decided) - len(naive.closed))
        assert min(naive.kinds[kind] for kind in ("rewarded", "expired", "revised")) > 0
        assert state.reward == pytest.approx(sum(value for value in naive.value.values() if value is not None))
        for arm in ARMS:
            rewards, _, pending = naive.arm(arm)
            found = bandit.explain(arm)
            assert (found.pulls, found.pending) == (len(rewards), pending)
            assert found.mean == pytest.approx(sum(rewards) / len(rewards))
        assert bandit.check().ok
