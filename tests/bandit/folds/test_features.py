"""Policies that look at features: the simulator's regression on a durable bandit, on both stores."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import numpy as np
import pyarrow.parquet as pq
import pytest

import begreedy as bg
from begreedy.bandit import session as bandit_session
from begreedy.engine.learners.linear import Entrant, LinearLearner
from begreedy.engine.regression import Regression
from begreedy.online import Bandit, SettingsDiffer, UnknownArm
from support.online_play import NAMES, Clock

X = np.array([[1.0, 0.0], [0.0, 1.0], [0.6, 0.8]])
POLICIES = ["LinGreedy()", "LinThompson()", "LinUCB()"]


def make(store, policy="LinGreedy()", arms=NAMES, features=X, **settings):
    settings.setdefault("clock", Clock())
    return Bandit(policy, arms, 1000, store, features=features, **settings)


def naive(vectors, rewards, ridge=1.0):
    """The ridge estimate, solved anew."""
    vectors = np.reshape(vectors, (len(rewards), -1))
    moment = ridge * np.eye(vectors.shape[1]) + vectors.T @ vectors
    return moment, np.linalg.solve(moment, vectors.T @ np.array(rewards))


# ---------------------------------------------------------------- as the simulator does


@pytest.mark.every_time("LinGreedy()", "LinThompson()", "LinUCB()")
@pytest.mark.parametrize(
    "policy", [bg.LinGreedy(), bg.LinThompson(), bg.LinUCB(), bg.LinUCB(determinant=True)], ids=str
)
def test_it_decides_bit_for_bit_as_the_simulator(tmp_path, policy):
    """With the stream of a run and the rewards of that run it plays the arms of that run."""
    rng = np.random.default_rng(1)
    actions = rng.normal(size=(7, 3))
    problem, horizon = bg.Linear(3, 0.4, actions=actions.tolist()), 60
    trace = bg.trace(policy, problem, horizon, seed=5, run=2)
    noisy = policy if isinstance(policy, bg.LinGreedy) else replace(policy, noise=0.4)
    stream = bg.policy_stream(problem, 5, 2)
    with Bandit(noisy, 7, horizon, tmp_path / "b.db", features=actions, rewards=None, stream=stream) as bandit:
        played = []
        for reward in trace.rewards:
            decision = bandit.decide()
            played.append(decision.number)
            bandit.reward(decision.id, float(reward))
        assert played == list(trace.arms)
        assert bandit.check().ok


def test_compiled_and_plain_are_the_same():
    """The functions that are compiled, called as they are, leave the same bits."""
    from begreedy.engine.regression import kernel_of

    rng = np.random.default_rng(2)
    one, other = Regression(bg.LinThompson(noise=0.3), 4), Regression(bg.LinThompson(noise=0.3), 4)
    kernel = kernel_of(other.policy, ("inverse", "factor"))

    def plain(*arguments):
        words = [int(word) for word in arguments[-1]]
        status = kernel(*arguments[:-1], words)
        arguments[-1][:] = words
        return status

    other._kernel, other._mirror = plain, other.policy
    streams = [1, 2, 3, 4], [1, 2, 3, 4]
    for t in range(1, 30):
        rows, reward = rng.normal(size=(5, 4)), float(rng.random())
        chosen = [fit.choose(rows, t, 100, stream)[0] for fit, stream in zip((one, other), streams, strict=True)]
        assert chosen[0] == chosen[1]
        for fit in (one, other):
            fit.learn(rows[chosen[0]], reward)
            if t % 5 == 0:
                fit.leave(rows[chosen[0]])
                fit.retell(rows[chosen[0]], -reward)
    assert one.snapshot() == other.snapshot()
    assert streams[0] == streams[1]


# ---------------------------------------------------------------- the regression, against one from the exported log


def check_regression(bandit, folder, *, ridge=1.0):
    """Estimate, inverse and factor are those of the exported decisions whose outcome counts."""
    bandit.export(folder / "log.parquet", redraws=0)
    rows = [row for row in pq.read_table(folder / "log.parquet").to_pylist() if row["reward"] is not None]
    moment, estimate = naive([json.loads(row["features"]) for row in rows], [row["reward"] for row in rows], ridge)
    learner = bandit._session.fold.learner
    learner.regression._solve()
    fit = learner.regression._fit
    np.testing.assert_allclose(fit.estimate, estimate, atol=1e-9)
    np.testing.assert_allclose(fit.response, learner.regression.observed, atol=1e-12)
    complete = fit.inverse - fit.pending[0] * np.outer(fit.gain, fit.gain)
    np.testing.assert_allclose(complete @ moment, np.eye(len(moment)), atol=1e-9)
    if fit.factor.size:
        np.testing.assert_allclose(fit.factor.T @ fit.factor, moment, atol=1e-9)


@pytest.mark.every_time("sqlite-LinGreedy()", "sqlite-LinThompson()", "sqlite-LinUCB()", "postgres-LinUCB()")
@pytest.mark.parametrize("policy", POLICIES)
def test_whatever_happens_the_regression_is_that_of_the_log(store, policy, tmp_path, monkeypatch):
    """Late rewards, revisions, given up on and told after all, features of decisions, arms that come and go."""
    monkeypatch.setattr(bandit_session, "SNAPSHOT_EVENTS", 40)
    chance, clock = random.Random(3), Clock()
    settings = {"revise": True, "explore": 0.1, "clock": clock}
    with make(store, policy, **settings) as one, make(store, policy, **settings) as other:
        out, done = [], []
        for step in range(120):
            bandit = chance.choice([one, other])
            clock.now += 1.0
            given = {arm: [chance.random(), 1.0] for arm in NAMES} if step % 3 == 0 else None
            out.append(bandit.decide(features=given).id)
            if chance.random() < 0.7:
                done.append(out.pop(chance.randrange(len(out))))
                bandit.reward(done[-1], float(chance.random() < 0.5))
            if step % 7 == 0 and done:
                bandit.reward(chance.choice(done), chance.choice([0.25, 0.75]))
            if step in (40, 90):
                done += out
                bandit.expire(clock.now + 1.0, None if step == 40 else 0.5)
                out = []
            if step == 50:
                bandit.add_arms(["pink"], features=[[0.5, -0.5]])
            if step == 60:
                bandit.retire_arm("red")
                bandit.pause_arm("green")
            if step == 80:
                bandit.resume_arm("green")
            if step > 50:
                NAMES_NOW = [arm.arm for arm in bandit.arms()]
                assert ("red" in NAMES_NOW) == (step < 60)
        assert one.state() == other.state()
        for decision in out:
            one.reward(decision, 1.0)
        assert one.check().ok
        assert other.check().ok
        check_regression(one, tmp_path)
        with Bandit.open(store, clock=clock) as third:  # from a snapshot
            assert third.decide().arm == one.decide(context_id="x").arm or policy == "LinThompson()"


def test_zero_until_told_counts_from_the_start(store, tmp_path):
    clock = Clock()
    with make(store, "LinUCB()", outcomes="zero until told", window=10.0, clock=clock) as bandit:
        decisions = [bandit.decide() for _ in range(6)]
        assert len({decision.arm for decision in decisions}) == 3  # each pull that is out makes its arm less uncertain
        bandit.reward(decisions[2].id, 1.0)
        clock.now += 11.0
        assert bandit.state().expired == 5
        assert bandit.check().ok
        bandit.decide()
        assert bandit.expire(clock.now + 1.0) == 1
        check_regression(bandit, tmp_path)


def test_clicks_that_come_first_do_not_mislead():
    """Where all that is told so far was good, a pull still out is not believed to be as good."""
    arms = [Entrant(0.0, 0, x) for x in X]
    misled, learner = (
        LinearLearner(bg.LinGreedy(), 2, arms, 1000, [1, 2, 3, 4], belief=belief) for belief in ("shrunk", "expected")
    )
    chance = random.Random(4)
    for seq in range(1, 400):
        for one in (misled, learner):
            one.now = seq
            one.choose()
            one.pull([0])
            if chance.random() < 0.05:
                one.learn(0, 1.0, seq)
    assert misled.regression.promised(X[0]) > 0.12
    assert 0.03 < learner.regression.promised(X[0]) < 0.08


# ---------------------------------------------------------------- features


@pytest.mark.parametrize("form", ["list", "mapping", "csv", "frame"])
def test_features_come_in_any_form(tmp_path, form):
    """In order, by name, from a file or from a frame, in whatever order; opened again they agree."""
    import pyarrow as pa

    path = tmp_path / "features.csv"
    path.write_text("price,arm,size\n0.6,blue,0.8\n1,red,0\n0,green,1\n")
    table = pa.table({"arm": ["green", "blue", "red"], "a": [0.0, 0.6, 1.0], "b": [1.0, 0.8, 0.0]})
    given = {"list": X.tolist(), "mapping": dict(zip(NAMES, X, strict=True)), "csv": path, "frame": table}[form]
    with make(tmp_path / "b.db", features=given) as bandit:
        vectors = bandit._session.fold.learner.vectors
        assert [list(vector) for vector in vectors] == X.tolist()
    with make(tmp_path / "b.db") as bandit:
        assert bandit.state().decisions == 0
    with pytest.raises(SettingsDiffer, match="features differs"):
        make(tmp_path / "b.db", features=X + 1.0)
    with pytest.raises(SettingsDiffer, match="dimension differs"):
        make(tmp_path / "b.db", features=3)


def test_features_of_a_decision_take_the_place_of_the_arms_own(store):
    """The best by what it is told now, and learned as such."""
    with make(store, rewards=None) as bandit:
        for arm, reward in (("red", 1.0), ("green", -1.0)):
            bandit.reward(bandit.decide(arms=[arm]).id, reward)
        assert bandit.decide().arm == "red"
        assert bandit.decide(features={"green": [9.0, 0.0]}).arm == "green"
        assert bandit.decide(features={"green": [9.0, 0.0]}, exclude=["green"]).arm == "red"
        many = bandit.decide_many(2, features=[{"blue": [5.0, 0.0]}, None])
        assert [decision.arm for decision in many] == ["blue", "red"]
        assert bandit.check().ok


def test_revised_within_one_transaction_it_is_still_that_of_its_features(store, tmp_path):
    """The features of a decision are found again while it, its reward and the revision are all yet to be recorded."""
    given = {"red": [0.25, -1.0], "green": [3.0, 0.5], "blue": [0.5, 0.5]}
    with make(store, "LinGreedy()", revise=True) as bandit:
        earlier = bandit.decide(features=given).id
        with bandit.transaction():
            now = bandit.decide(features=given).id
            for decision in (earlier, now):
                for value in (1.0, 0.25, 0.75):
                    bandit.reward(decision, value)
        assert bandit.reward_each([(earlier, 0.0), (earlier, 0.5)]) == [True, True]
        bandit.decide()
        assert bandit.expire(1e9, None) == 1
        assert bandit.check().ok
        check_regression(bandit, tmp_path)


def test_arms_without_features_of_their_own(store):
    with make(store, "LinUCB()", features=2) as bandit:
        decision = bandit.decide(features=dict(zip(NAMES, X, strict=True)), context_id="c")
        assert bandit.decide(context_id="c", features=dict(zip(NAMES, X, strict=True))) == decision
        bandit.reward(decision.id, 1.0)
        assert bandit.decide(arms=["red"], features={"red": X[0], "green": X[1]}).arm == "red"
        assert bandit.explain("red").why.startswith("its index depends on the features of each decision")
        bandit.add_arms(["pink"])
        with pytest.raises(ValueError, match=r"features must have a vector for every arm that may be played.*'pink'"):
            bandit.decide(features=dict(zip(NAMES, X, strict=True)))
        assert bandit.check().ok


REFUSED = [
    ({"features": {"red": [1.0]}}, r"features\['red'\] must have 2 numbers, as many as all others, got 1"),
    ({"features": {"red": [1.0, float("nan")]}}, r"features\['red'\]\[1\] must be a finite number, got nan"),
    ({"features": {"red": [1.0, float("inf")]}}, r"features\['red'\]\[1\] must be a finite number, got inf"),
    ({"features": {"red": [1.0, "2"]}}, r"features\['red'\]\[1\] must be a finite number, got '2'"),
    ({"features": {"red": [1.0, 2e3]}}, r"features\['red'\]\[1\] must be between -1000 and 1000, got 2000.0; scale"),
    ({"features": {"pink": [1.0, 2.0]}}, r"features must be one of the 3 arms, got 'pink'"),
    ({"features": [[1.0, 2.0]]}, r"features must be a vector for each of some arms, by arm"),
    ({"features": {"red": 3.0}}, r"features\['red'\] must be a list of numbers, got 3.0"),
]


@pytest.mark.parametrize(("asked", "words"), REFUSED, ids=[words[:40] for _, words in REFUSED])
def test_bad_features_of_a_decision_are_refused_and_nothing_is_recorded(tmp_path, asked, words):
    with make(tmp_path / "b.db") as bandit:
        bandit.reward(bandit.decide().id, 1.0)
        before = bandit.state(), bandit.log()
        with pytest.raises((ValueError, TypeError), match=words):
            bandit.decide(**asked)
        assert (bandit.state(), bandit.log()) == before
        assert bandit.check().ok


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"features": None}, "features must be given for LinGreedy"),
        ({"features": X[:2]}, "features must have a vector for each of the 3 arms, got 2"),
        ({"features": [[1.0, 2.0], [1.0], [1.0, 2.0]]}, r"features\[1\] must have 2 numbers"),
        ({"features": {"red": [1.0], "green": [1.0], "pink": [1.0]}}, "features must be those of the 3 arms"),
        ({"features": 0}, "features must be at least 1"),
        ({"features": "no.csv"}, "no.csv"),
        ({"policy": "UCB"}, r"features must be left out; UCB\(\) looks at none"),
        ({"policy": "BallExplore()"}, "needs the whole unit ball"),
        ({"policy": "LinThompson()", "rewards": None}, "noise must be given for LinThompson"),
        ({"costs": (0, 1)}, "costs must be left out"),
    ],
    ids=str,
)
def test_bad_settings_are_refused(tmp_path, settings, words):
    with pytest.raises((ValueError, TypeError, OSError), match=words):
        make(tmp_path / "b.db", **settings)
    with pytest.raises(ValueError, match="there is no"):
        Bandit.open(tmp_path / "b.db")


def test_only_linucb_asks_for_a_horizon(tmp_path):
    for number, policy in enumerate(["LinGreedy()", "LinThompson()", "LinUCB(delta=0.1)"]):
        Bandit(policy, NAMES, store=tmp_path / f"{number}.db", features=X).close()
    with pytest.raises(ValueError, match="horizon must be given for LinUCB, or else its delta"):
        Bandit("LinUCB()", NAMES, store=tmp_path / "b.db", features=X)


def test_too_many_features_are_refused(tmp_path):
    """Decisions never take seconds without a word."""
    with pytest.raises(ValueError, match="arms must be at most 1000, got 1001"):
        Bandit("LinGreedy()", 1001, store=tmp_path / "b.db", features=1000)


def test_added_arms_bring_their_features(store):
    with make(store) as bandit:
        for features, words in (
            (None, "features must be given for arms that are added"),
            ([[1.0]], "features must have 2 numbers"),
            ([[1.0, 2.0]] * 2, "features must have a vector for each of the 1 arms"),
        ):
            with pytest.raises(ValueError, match=words):
                bandit.add_arms(["pink"], features=features)
        assert bandit.state().catalogue == 3
        bandit.add_arms(["pink"], features={"pink": [2.0, 2.0]})
        for _ in range(4):
            bandit.reward(bandit.decide(arms=["red"]).id, 1.0)
        assert bandit.decide().arm == "pink"  # never played, but its features promise most
        assert bandit.check().ok


def test_a_history_teaches_the_regression(tmp_path):
    """As many pulls with these sums as if they had been told one by one."""
    counts = [(3, 4), (1, 4), (0, 0)]
    with make(tmp_path / "b.db", history=counts) as bandit:
        told = [X[0]] * 4 + [X[1]] * 4
        _, estimate = naive(told, [1, 1, 1, 0, 1, 0, 0, 0])
        regression = bandit._session.fold.learner.regression
        np.testing.assert_allclose([regression.promised(x) for x in X], X @ estimate, atol=1e-12)
        assert (bandit.state().past, bandit.explain("red").mean) == (8, 0.75)


# ---------------------------------------------------------------- propensities, why, damage


@pytest.mark.parametrize("policy", POLICIES)
def test_propensities(tmp_path, policy):
    """Exact where scores are not drawn, with ties and the floor in it; else by drawing again."""
    with make(tmp_path / "b.db", policy, explore=0.3) as bandit:
        first = bandit.decide()
        if policy == "LinGreedy()":
            assert first.propensity == pytest.approx(1.0 / 3.0)
        bandit.reward(first.id, 1.0)
        for _ in range(30):
            bandit.reward(bandit.decide().id, 1.0)
        bandit.export(tmp_path / "log.parquet")
        rows = pq.read_table(tmp_path / "log.parquet").to_pylist()
        kinds = {row["propensity_is"] for row in rows}
        assert kinds == ({"estimated"} if policy == "LinThompson()" else {"exact"})
        expected = {0.1, 0.8, 1.0 / 3.0}
        if policy == "LinGreedy()":
            assert all(min(abs(row["propensity"] - p) for p in expected) < 1e-9 for row in rows)
        assert all(row["propensity"] > 0.099 for row in rows)


def test_propensities_of_arms_that_are_alike(tmp_path):
    """The leaders share what the floor leaves, and the floor's other arm has its share of the floor only."""
    with make(tmp_path / "b.db", features=[[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], explore=0.3) as bandit:
        bandit.reward(bandit.decide(arms=["red"]).id, 1.0)
        decisions = [bandit.decide() for _ in range(60)]
        found = {decision.arm: decision.propensity for decision in decisions}
        assert found == {"red": pytest.approx(0.45), "green": pytest.approx(0.45), "blue": pytest.approx(0.1)}


def test_why(tmp_path):
    with make(tmp_path / "b.db", rewards=None) as bandit:
        bandit.reward(bandit.decide(arms=["red"]).id, 1.0)
        assert (bandit.explain("red").index, bandit.explain("red").rank) == (0.5, 1)
        assert bandit.explain("blue").why == "its index 0.3 is number 2; the largest is 0.5"
    with make(tmp_path / "c.db", "LinThompson()") as bandit:
        assert "when the coefficients that the policy draws make its features the best" in bandit.explain("red").why


def test_damaged_features_are_found(tmp_path):
    import sqlite3

    with make(tmp_path / "b.db") as bandit:
        bandit.add_arms(["pink"], features=[[1.0, 1.0]])
    for number, words in ((1, "not those that the bandit was made with"), (3, "those of arm 3 are not as in the log")):
        with sqlite3.connect(tmp_path / "b.db") as connection:
            blob = np.array([7.0, 7.0]).tobytes()
            connection.execute("UPDATE features SET vector = ?, checksum = NULL WHERE number = ?", (blob, number))
        with Bandit.open(tmp_path / "b.db") as bandit:
            assert any(words in problem for problem in bandit.check().problems)


def test_unknown_arms_of_features_have_an_error_of_their_own(tmp_path):
    with make(tmp_path / "b.db") as bandit, pytest.raises(UnknownArm):
        bandit.decide(features={"pink": [1.0, 2.0]})
