"""Linear policies judged on logs with features: as the simulator plays, unbiased, with intervals that cover."""

from __future__ import annotations

import json
from dataclasses import replace
from math import sqrt

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import begreedy as bg
from begreedy.logs.decision_log import DecisionLog, log_of
from begreedy.logs.linear import LinearReplay
from begreedy.logs.log_features import context_features, own_features
from begreedy.logs.passes import LogEvents
from begreedy.logs.reading import read_log
from begreedy.logs.replay import replay
from begreedy.logs.reward_model import linear_value
from begreedy.logs.walk import WalkReplay
from support.commands import begreedy

RANGE = (0.0, 1.0)
PAYS = np.array([[0.2, 0.6], [0.5, 0.0], [0.7, -0.5]])  # by arm: of 1, and of a context in [0, 1]


def events_of(log: DecisionLog) -> LogEvents:
    keep = np.ones(len(log)) if log.uniform else log.least / log.propensity
    return LogEvents(log.arm, log.reward, log.reward, log.propensity, keep)


def visits(rng, count, chances=None):
    """A log in which an arm's mean depends on the visitor; arms are played with these chances, swapped for x > 1/2."""
    x = rng.random(count)
    chances = np.full(3, 1.0 / 3.0) if chances is None else np.array(chances)
    law = np.where((x > 0.5)[:, None], chances[::-1], chances)
    arm = (rng.random(count)[:, None] > law.cumsum(axis=1)).sum(axis=1)
    means = np.column_stack([np.ones(count), x]) @ PAYS.T
    reward = (rng.random(count) < means[np.arange(count), arm]).astype(float)
    log = log_of(arm.tolist(), reward.tolist(), law[np.arange(count), arm].tolist())
    order = [int(name) for name in log.names]  # arms are numbered as they occur
    features = context_features(x[:, None], 3, [range(3)] * count)
    return replace(log, features=features), means[:, order]


# ---------------------------------------------------------------- the walk


@pytest.mark.every_time("LinThompson(noise=0.4)")
@pytest.mark.parametrize("policy", [bg.LinGreedy(), bg.LinThompson(noise=0.4), bg.LinUCB(noise=0.4)], ids=str)
def test_taught_by_its_own_run_it_wants_the_arms_of_that_run(policy):
    """With the stream of a run of the simulator, and its rewards, bit for bit."""
    actions = np.random.default_rng(1).normal(size=(7, 3))
    problem = bg.Linear(3, 0.4, actions=actions.tolist())
    trace = bg.trace(policy, problem, 60, seed=5, run=2)
    log = log_of(list(range(7)) + trace.arms.tolist(), [0.0] * 7 + trace.rewards.tolist())
    log = replace(log, arm=log.arm[7:], reward=log.reward[7:], propensity=log.propensity[7:])
    log = replace(log, features=own_features(list(actions), [tuple(range(7))] * 60))
    game = LinearReplay(policy, log, events_of(log), 60, 0, RANGE)
    chosen = game.walk(np.arange(60), np.ones(60, bool), bg.policy_stream(problem, 5, 2), 60, taught=True)
    assert chosen.tolist() == trace.arms.tolist()


def naive(log, x, names):
    """LinGreedy on (1, x) by arm, and the four estimates, by solving all regressions anew at every event."""
    count, arms = len(log), len(names)
    rows = np.zeros((count, arms, 2 * arms))
    for arm in range(arms):
        rows[:, arm, 2 * arm], rows[:, arm, 2 * arm + 1] = 1.0, x
    logged = rows[np.arange(count), log.arm]
    weights, robust, wanted, chosen = [], [], [], []
    for t in range(count):
        moment, paid = np.eye(2 * arms) + logged[:t].T @ logged[:t], log.reward[:t]
        arm = int(np.argmax(rows[t] @ np.linalg.solve(moment, logged[:t].T @ paid)))
        usual = paid.mean() if t else 0.0
        value = usual + rows[t, arm] @ np.linalg.solve(moment, logged[:t].T @ (paid - usual))
        value = min(1.0, max(0.0, value))
        weights.append((arm == log.arm[t]) / log.propensity[t])
        robust.append(value + weights[-1] * (log.reward[t] - value))
        wanted.append(rows[t, arm])
        chosen.append(arm)
    best = np.linalg.lstsq(logged, log.reward, rcond=None)[0]
    paid = np.array(weights) * log.reward
    values = {"weighted": paid.mean(), "normalised": paid.sum() / np.sum(weights), "robust": np.mean(robust)}
    return {**values, "direct": np.mean(wanted, axis=0) @ best}, chosen


@pytest.mark.parametrize("chances", [None, (0.6, 0.3, 0.1)], ids=["uniform", "given"])
def test_estimates_are_those_of_a_plain_walk(chances):
    """But for ties, of which there are some in the first events: these pay, so that there are few."""
    log, _ = visits(np.random.default_rng(4), 150, chances)
    log = replace(log, reward=np.where(np.arange(150) < 10, 0.1 + 0.05 * np.arange(150), log.reward))
    x = log.features.rows[log.features.offset[:-1], 1]
    expected, arms = naive(log, x, log.names)
    for seed in range(200):  # the first choice is a tie of all arms, the next ones may be ties of two
        game = LinearReplay(bg.LinGreedy(), log, events_of(log), 1, seed, RANGE)
        if game.lesson_choices().tolist() == arms:
            break
    judged = replay(log, bg.LinGreedy(), runs=2, seed=seed).judgements[0]
    for kind, value in expected.items():
        assert getattr(judged, kind).mean == pytest.approx(value, rel=1e-9)


# ---------------------------------------------------------------- the law


def truth_of(policy, log, means, seed):
    """The true mean of what the policy wanted at every decision."""
    if isinstance(policy, bg.UniformRandom):
        return means.mean()
    chosen = LinearReplay(policy, log, events_of(log), 1, seed, RANGE).lesson_choices()
    return means[np.arange(len(log)), chosen].mean()


@pytest.mark.every_time("uniform-LinGreedy()", "given-UniformRandom()")
@pytest.mark.parametrize("policy", [bg.LinGreedy(), bg.UniformRandom()], ids=str)
@pytest.mark.parametrize("chances", [None, (0.5, 0.3, 0.2)], ids=["uniform", "given"])
def test_estimates_are_unbiased_and_intervals_cover(policy, chances):
    """Where arms were played by what the visitor is like.

    The direct estimate looks too good for a policy that prefers what paid in this very log: by less than its error.
    """
    rng, count, logs = np.random.default_rng(7), 200, 80
    kinds = ("weighted", "normalised", "robust", "direct")
    errors, covered, stderr = ({kind: [] for kind in kinds} for _ in range(3))
    for seed in range(logs):
        log, means = visits(rng, count, chances)
        truth = truth_of(policy, log, means, seed)
        judged = replay(log, policy, runs=2, seed=seed, horizon=1).judgements[0]
        for kind in kinds:
            estimate = getattr(judged, kind)
            errors[kind].append(estimate.mean - truth)
            covered[kind].append(estimate.low <= truth <= estimate.high)
            stderr[kind].append(estimate.stderr)
    assert np.std(errors["robust"]) < np.std(errors["weighted"])
    for kind in kinds:
        optimism = np.mean(stderr[kind]) if kind == "direct" and policy == bg.LinGreedy() else 0.0
        assert abs(np.mean(errors[kind])) < 4 * np.std(errors[kind]) / sqrt(logs) + optimism
        assert np.mean(covered[kind]) >= 0.95 - 3 * sqrt(0.95 * 0.05 / logs) or optimism
        assert 0.7 < np.mean(stderr[kind]) / np.std(errors[kind]) < 1.5


@pytest.mark.parametrize("policy", [bg.LinGreedy(), bg.UCB(0.3)], ids=str)
@pytest.mark.parametrize("chances", [None, (0.5, 0.3, 0.2)], ids=["uniform", "thinned"])
def test_one_pass_over_a_fresh_log_is_like_playing_for_real(policy, chances):
    """The mean reward of accepted visits is that of the same policy with visitors of the same kind."""
    rng, rounds = np.random.default_rng(5), 30
    values, lived = [], []
    for seed in range(120):
        log, _ = visits(rng, 330, chances)
        game = LinearReplay if policy == bg.LinGreedy() else WalkReplay
        passes = game(policy, log, events_of(log), rounds, seed, RANGE).passes(0, 1, resampled=False)
        assert passes.rounds[0] == rounds
        values.append(passes.reward[0] / rounds)
        x = rng.random(rounds)
        means = np.column_stack([np.ones(rounds), x]) @ PAYS.T
        lived.append(live(policy, x, means, rng, seed))
    mean, error = np.mean(lived), np.std(lived) / sqrt(len(lived))
    assert abs(np.mean(values) - mean) < 4 * sqrt(np.var(values) / len(values) + error**2)


def live(policy, x, means, rng, seed):
    """The mean reward of a policy that plays for itself."""
    if not isinstance(policy, bg.LinGreedy):
        agent, total = bg.Agent(policy, arms=3, horizon=len(x), seed=seed), 0.0
        for mean in means:
            arm = agent.choose()
            reward = float(rng.random() < mean[arm])
            agent.learn(arm, reward)
            total += reward
        return total / len(x)
    moment, response, total = np.eye(6), np.zeros(6), 0.0
    for visitor, mean in zip(x, means, strict=True):
        rows = np.kron(np.eye(3), [1.0, visitor])
        scores = rows @ np.linalg.solve(moment, response)
        arm = int(rng.choice(np.flatnonzero(scores >= scores.max() - 1e-12)))
        reward = float(rng.random() < mean[arm])
        moment += np.outer(rows[arm], rows[arm])
        response += reward * rows[arm]
        total += reward
    return total / len(x)


def test_the_direct_estimate_knows_what_it_does_not_know():
    """A vector beyond those of the log has no value; a row of its own has the largest variance that it may have."""
    rows = np.array([[1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    paid = np.array([0.0, 1.0, 0.4])
    assert np.isnan(linear_value(rows, paid, np.array([0.0, 0.0, 1.0]), RANGE).mean)
    alone = linear_value(rows, paid, np.array([0.0, 1.0, 0.0]), RANGE)
    assert alone == pytest.approx((0.4, 0.5, 1.0))
    pair = linear_value(rows, paid, np.array([1.0, 0.0, 0.0]), RANGE)
    assert pair == pytest.approx((0.5, sqrt(2 * (0.5 / 0.5) ** 2 / 4), 2.0))


# ---------------------------------------------------------------- tables


def drinks(path, **settings):
    """A bandit with features of arms, and at every second decision of a visitor; exported in both formats."""
    own = {"tea": [1.0, 0.0, 0.2], "coffee": [0.0, 1.0, 0.3], "mate": [1.0, 0.0, 0.9]}
    rng = np.random.default_rng(3)
    with bg.online.Bandit("LinGreedy", list(own), 1000, path / "b.db", features=own, explore=0.5, **settings) as bandit:
        for i in range(120):
            vectors = {"tea": [1.0, 0.0, i / 120], "mate": [0.0, 0.0, i / 120]} if i % 2 else None
            decision = bandit.decide(features=vectors)
            bandit.reward(decision.id, float(rng.random() < (0.8 if decision.arm == "tea" else 0.3)))
        for name in ("log.csv", "log.parquet"):
            bandit.export(path / name)
    return own


def test_own_exports_with_features_are_judged(tmp_path):
    """The vectors of every decision are those that the bandit had, in both formats; and so are the estimates."""
    own = drinks(tmp_path)
    logs = [read_log(tmp_path / name) for name in ("log.csv", "log.parquet")]
    for log in logs:
        features = log.features
        for event in range(len(log)):
            rows = features.rows[features.offset[event] : features.offset[event + 1]]
            tea = [1.0, 0.0, event / 120] if event % 2 else own["tea"]
            mate = [0.0, 0.0, event / 120] if event % 2 else own["mate"]
            expected = {"tea": tea, "coffee": own["coffee"], "mate": mate}
            assert [expected[name] for name in log.names] == rows.tolist()
    rows = [replay(log, [bg.LinUCB(), bg.Greedy()], runs=4, seed=2).rows() for log in logs]
    assert rows[0] == rows[1]
    assert all(row["mean"] is not None for row in rows[0])


def test_a_log_of_an_older_version_is_refused_for_linear_policies_only(tmp_path):
    """Without the vectors of all arms, a linear policy cannot choose; others need none."""
    drinks(tmp_path)
    old = pq.read_table(tmp_path / "log.parquet").drop_columns(["offered"])
    with pytest.raises(TypeError, match="an older version exported only those of one arm"):
        replay(old, bg.LinGreedy())
    assert replay(old, bg.Greedy(), runs=2).judgements[0].weighted.mean > 0.0


def plain(path, count=200):
    rng = np.random.default_rng(8)
    arm, age = rng.integers(0, 3, count), rng.random(count)
    table = {"arm": [f"a{i}" for i in arm], "reward": (rng.random(count) < 0.2 + 0.6 * (arm == 2) * age).astype(float)}
    table |= {"price": 0.5 * arm, "size": 1.0 + arm**2, "age": age}
    pq.write_table(pa.table(table), path / "log.parquet")
    lines = [",".join(table), *(",".join(map(str, row)) for row in zip(*table.values(), strict=True))]
    (path / "log.csv").write_text("\n".join(lines))


def test_columns_of_a_plain_table_are_features_or_a_context(tmp_path):
    plain(tmp_path)
    for name in ("log.csv", "log.parquet"):
        log = read_log(tmp_path / name, features=["price", "size"])
        assert {(log.names[a], *row) for a, row in zip(log.features.member, log.features.rows.tolist())} == {
            ("a0", 0.0, 1.0),
            ("a1", 0.5, 2.0),
            ("a2", 1.0, 5.0),
        }
        log = read_log(tmp_path / name, context=["age"])
        assert (log.features.dimension, log.features.varies) == (6, True)
        assert log.features.rows[4].tolist() == [0.0, 0.0, 1.0, log.features.rows[3, 1], 0.0, 0.0]
    done = begreedy(
        *("replay", "log.csv", "--policy", "LinGreedy", "--context", "age", "--runs", "4", "--json", "rows.json"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    rows = json.loads((tmp_path / "rows.json").read_text())
    judged = replay(tmp_path / "log.csv", bg.LinGreedy(), context=["age"], runs=4)
    assert [row["mean"] for row in rows] == [row["mean"] for row in judged.rows()]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"features": ["weight"]}, "features must be among the columns arm, reward, price, size, age, got 'weight'"),
        ({"features": ["age"]}, "line 3: features must be those of 'a0' in the rows before"),
        ({"context": ["arm"]}, "line 2: arm must be a finite number, got 'a0'"),
        ({"features": ["size"], "context": ["age"]}, "context must be left out where features are given"),
    ],
)
def test_bad_columns_are_named(tmp_path, options, words):
    (tmp_path / "log.csv").write_text("arm,reward,price,size,age\na0,1,0,1,0.5\na0,1,0,1,0.7\na1,0,1,2,0.3\n")
    with pytest.raises(ValueError, match=r"must be") as error:
        replay(tmp_path / "log.csv", bg.LinGreedy(), **options)
    assert words in str(error.value)


def test_columns_need_a_table_and_ball_policies_a_ball():
    with pytest.raises(ValueError, match="only a table has columns"):
        replay((["a", "b"], [1, 0]), bg.LinGreedy(), features=["x"])
    log, _ = visits(np.random.default_rng(0), 20)
    with pytest.raises(TypeError, match=r"Subsample.* cannot be judged on this log: features vary"):
        replay(log, bg.Subsample(bg.Greedy(), k=2))
