"""Own exports judged: policies choose among the arms that were eligible; what cannot be judged is refused in words."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import begreedy as bg
from begreedy.logs.decision_log import log_of
from begreedy.logs.reading import read_log
from begreedy.logs.replay import replay
from begreedy.values.spec import parse

MEANS = dict(zip("abcdef", (0.1, 0.2, 0.3, 0.4, 0.5, 0.9), strict=True))


def among_three(path, policy="UniformRandom", decisions=1500, **settings):
    """A bandit whose decisions are among three of six arms; its exported log, and the sets."""
    chance, sets = random.Random(3), []
    with bg.online.Bandit(policy, list(MEANS), 10_000, path / "b.db", **settings) as bandit, bandit.transaction():
        for _ in range(decisions):
            asked = chance.sample(list(MEANS), 3)
            sets.append(asked)
            made = bandit.decide(arms=asked) if len(sets) % 2 else bandit.decide(exclude=set(MEANS) - set(asked))
            bandit.reward(made.id, float(chance.random() < MEANS[made.arm]))
    with bg.online.Bandit.open(path / "b.db") as bandit:
        bandit.export(path / "log.parquet")
    return path / "log.parquet", sets


@pytest.mark.every_time("EpsilonGreedy(0.1)-settings1")
@pytest.mark.parametrize(("policy", "settings"), [("UniformRandom", {}), ("EpsilonGreedy(0.1)", {"explore": 0.5})])
def test_policies_choose_among_the_eligible(tmp_path, policy, settings):
    """Uniform choice, and a policy that has learned, earn what they can among the arms that were eligible."""
    path, sets = among_three(tmp_path, policy, **settings)
    log = read_log(path)
    assert [sorted(log.names[arm] for arm in log.among(i)) for i in range(len(log))] == [sorted(one) for one in sets]
    assert log.covers
    judged = replay(log, [bg.Greedy(), bg.UniformRandom()], runs=10)
    uniform = np.mean([np.mean([MEANS[arm] for arm in one]) for one in sets])  # 0.4
    best = np.mean([max(MEANS[arm] for arm in one) for one in sets])
    greedy, random_choice = judged.judgements
    for estimate in (
        judged.logged,
        *(getattr(random_choice, kind) for kind in ("replayed", "weighted", "normalised", "robust", "direct")),
    ):
        assert abs(estimate.mean - uniform) < 4 * estimate.stderr
        assert estimate.stderr < 0.06
    for kind in ("weighted", "normalised", "robust"):
        estimate = getattr(greedy, kind)
        assert best - 4 * estimate.stderr - 0.06 < estimate.mean < best + 4 * estimate.stderr
    assert uniform < greedy.replayed.mean < best + 4 * greedy.replayed.stderr
    assert greedy.direct.mean < 0.95 * MEANS["f"]  # the best arm was eligible at half of the decisions only
    assert (judged.horizon > 200, greedy.rounds.min() > 0) == (True, True)


def test_a_walk_among_all_arms_is_that_of_the_kernel():
    """Where every arm is eligible, estimates are those of the kernel, but for ties."""
    chance = np.random.default_rng(2)
    arms = chance.integers(0, 4, 300)
    log = log_of(arms.tolist(), chance.random(300).tolist())  # no ties
    every = replace(log, eligible=((0, 1, 2, 3),), choice=np.zeros(300, np.int64))
    one, other = (replay(some, bg.UCB(), runs=2).judgements[0] for some in (log, every))
    for kind in ("weighted", "normalised", "robust", "direct"):
        assert getattr(one, kind)[:4] == pytest.approx(getattr(other, kind)[:4], rel=1e-9)


@pytest.mark.parametrize(
    ("policy", "words"),
    [
        ("Subsample(Greedy(), k=2)", "at some decisions none of its arms may be eligible"),
        ("LBSDA()", "decisions were among some of the arms"),
        ("LinGreedy()", "cannot be judged on this log: it has no features"),
        ("Cascade(Greedy())", "it shows lists, and decisions were for single arms"),
    ],
)
def test_what_cannot_be_judged_among_the_eligible_is_refused(tmp_path, policy, words):
    path, _ = among_three(tmp_path, decisions=20)
    with pytest.raises(TypeError, match=words):
        replay(path, parse(policy))


def test_exports_that_cannot_be_judged_are_refused(tmp_path):
    """Propensities that were not drawn: in words, not as a cell that is empty."""
    with bg.online.Bandit("ThompsonBeta", 4, store=tmp_path / "t.db") as bandit:
        bandit.reward_many([(one.id, 1.0) for one in bandit.decide_many(5)])
        bandit.export(tmp_path / "none.csv", redraws=0)
    with pytest.raises(ValueError, match=r"the decision has no propensity.*redraws"):
        replay(tmp_path / "none.csv")
