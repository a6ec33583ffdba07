"""Ranges of rewards, lists, costs, histories and advice: what a bandit is made with."""

from __future__ import annotations

import numpy as np
import pytest

import begreedy as bg
from begreedy.bandit import second_advice
from begreedy.bandit.settings.auto import _question, best_record, chosen_arms
from begreedy.bandit.settings.settings import RequestedSettings
from begreedy.online import (
    Bandit,
    Contradiction,
    SettingsDiffer,
    bandits,
)
from support.online_play import NAMES, play


def test_rewards_on_any_range(store):
    """A policy sees rewards in [0, 1]; its user never does."""
    with Bandit("ThompsonBeta", 2, 100, store, rewards=(-10, 30)) as bandit:
        values = (-10.0, 30.0, 0.0, 10.0)
        decisions = [bandit.decide() for _ in values]
        for decision, value in zip(decisions, values, strict=True):
            bandit.reward(decision.id, value)
        assert bandit.state().reward == 30.0
        for arm in bandit.arms():
            told = [value for decision, value in zip(decisions, values, strict=True) if decision.arm == arm.arm]
            assert (arm.pulls, arm.mean) == (len(told), sum(told) / len(told) if told else None)
        with pytest.raises(ValueError, match=r"in \[-10, 30\]"):
            bandit.reward(bandit.decide().id, 31)
    with Bandit("Greedy", 2, 100, store, rewards=(0, 5), name="stars") as bandit:
        play(bandit, [5.0, 1.0])
        assert (bandit.explain(0).mean, bandit.explain(0).index) == (5.0, 1.0)
        assert bandit.explain(1).mean == pytest.approx(1.0)
    with Bandit("Greedy", 2, 100, store, rewards=None, name="any") as bandit:
        play(bandit, [-1e6, 1e6])
        assert bandit.explain(1).index == 1e6


def test_lists(store):
    """The place clicked is the reward; what is below it was not looked at."""
    with Bandit("Cascade(Greedy(), forced_start=False)", NAMES, 100, store) as bandit:
        shown = bandit.decide(3)
        assert sorted(shown.arms) == sorted(NAMES)
        assert bandit.reward(shown.id, 1) is True
        assert bandit.reward(shown.id, 1) is False
        known = [bandit.explain(arm) for arm in shown.arms]
        assert [(arm.pulls, arm.mean, arm.pending) for arm in known] == [(1, 0.0, 0), (1, 1.0, 0), (0, None, 0)]
        nothing = bandit.decide(2)
        assert bandit.reward(nothing.id, None) is True
        assert bandit.reward(nothing.id, -1) is False
        with pytest.raises(Contradiction):
            bandit.reward(nothing.id, 0)
        other = bandit.decide(2, context_id="page")
        with pytest.raises(ValueError, match="place from 0 to 1"):
            bandit.reward(other.id, 2)
        with pytest.raises(ValueError, match="n must be 2 as before"):
            bandit.decide(3, context_id="page")
        with pytest.raises(ValueError, match="at most the 3 arms"):
            bandit.decide(4)
        assert bandit.expire(other.time + 1, default=-1) == 1
        assert bandit.state().reward == 1.0
        assert bandit.check().ok


def test_lists_as_in_the_simulator(store):
    policy, problem = bg.CTSBeta(), bg.Cascading(bg.Uniform(), items=20, slots=3)
    trace = bg.trace(policy, problem, horizon=100, seed=1, run=4)
    with Bandit(policy, 20, 100, store, stream=bg.policy_stream(problem, 1, 4)) as bandit:
        for t in range(100):
            shown = bandit.decide(3)
            assert list(shown.numbers) == trace.arms[t].tolist()
            bandit.reward(shown.id, int(trace.rewards[t]))


def test_costs(store):
    problem = bg.Budgeted(30, prior=bg.Uniform(0.1, 1.0), arms=10)
    trace = bg.trace(bg.Greedy(), problem, seed=2, run=1)
    made = {"policy": bg.Greedy(), "arms": 10, "store": store, "stream": bg.policy_stream(problem, 2, 1)}
    with Bandit(costs=(0, 2), **made) as bandit:
        for t in range(len(trace)):
            decision = bandit.decide()
            assert decision.number == trace.arms[t]
            bandit.reward(decision.id, float(trace.rewards[t]), cost=2 * float(trace.costs[t]))
        assert bandit.state().cost == pytest.approx(2 * trace.costs.sum())
        assert bandit.arms()[0].mean_cost <= 2.0
        decision = bandit.decide()
        for cost, message in ((None, "given"), (3.0, r"in \[0, 2\]"), (float("nan"), "a finite number")):
            with pytest.raises(ValueError, match=f"cost must be {message}"):
                bandit.reward(decision.id, 1.0, cost=cost)
        with pytest.raises(ValueError, match="default must be None"):
            bandit.expire(1e12, 0.0)


@pytest.fixture
def history(tmp_path):
    path = tmp_path / "counts.csv"
    path.write_text("arm,successes,trials\nblue,9,10\nred,10,100\n")
    return path


def test_starts_from_past_data(store, history):
    """Past pulls count as if the policy had made them; an arm without any is tried first."""
    with Bandit("Greedy", NAMES, 100, store, history=history) as bandit:
        assert (bandit.explain("blue").pulls, bandit.explain("blue").mean) == (10, 0.9)
        assert bandit.state().past == 110
        assert play(bandit, [0.0, 0.0]) == ["green", "blue"]
        assert bandit.check().ok
    with Bandit.open(store) as bandit:
        assert bandit.explain("blue").mean == pytest.approx(9 / 11)
        assert bandit.check().ok
    with pytest.raises(SettingsDiffer, match="history differs"):
        Bandit("Greedy", NAMES, 100, store)
    agent = bg.Agent(bg.UCB(), arms=3, horizon=210)
    for arm, successes, trials in ((0, 10, 100), (2, 9, 10)):
        for i in range(trials):
            agent.learn(arm, float(i < successes))
    agent.learn(1, 0.0)
    with Bandit("UCB", NAMES, 100, store, history=history, name="ucb") as bandit:
        play(bandit, [0.0])
        assert bandit.decide().number == agent.choose()
    with pytest.raises(ValueError, match="'red' is not among the 1 arms"):
        Bandit("Greedy", ["blue"], 100, store, history=history, name="few")
    with pytest.raises(ValueError, match="cannot start from counts alone"):
        Bandit(bg.Stochastic(0.5, 3), NAMES, 100, store, history=history, name="custom")


@pytest.mark.long
def test_auto_asks_for_advice(tmp_path, history, monkeypatch):
    """Policy and K from advise, once: opened again it is not asked again."""
    from begreedy.advice import advise as module

    store = tmp_path / "auto.db"
    with Bandit("auto", 40, 200, store) as bandit:
        state = bandit.state()
        assert state.policy == "auto"
        assert "greedy" in state.advice.lower()
        plays = state.plays
    monkeypatch.setattr(module, "advice_on", None)
    with Bandit("auto", 40, 200, store) as bandit:
        assert bandit.state().plays == plays
        assert bandit.decide_many(5)
        assert bandit.check().ok
    monkeypatch.undo()
    with Bandit("auto", 10**6, 100, tmp_path / "large.db", max_playing=60) as bandit:
        assert 0 < bandit.state().playing <= 60
    with pytest.raises(ValueError, match="horizon must be"):
        Bandit("auto", 40, store=store, name="other")


@pytest.mark.long  # each compiles a dozen kernels or more
@pytest.mark.parametrize(
    ("told", "model", "asked"),
    [
        ({"slots": 3}, "items shown", {"n": 3}),
        ({"costs": (0, 2)}, "budget", {}),
        ({"features": [[i / 10.0, 1.0] for i in range(10)]}, "feature vectors", {}),
    ],
    ids=["lists", "costs", "features"],
)
def test_auto_for_lists_costs_and_features(tmp_path, told, model, asked):
    """A policy for them, which plays; what was assumed is said."""
    with Bandit("auto", 10, 100, tmp_path / "auto.db", **told) as bandit:
        decision = bandit.decide(**asked)
        assert len(decision.arms) == asked.get("n", 1)
        bandit.reward(decision.id, 0.0, 1.0 if "costs" in told else None)
        assert model in bandit.state().advice or model == "items shown"
        assert bandit.check().ok
    with Bandit("auto", 10, 100, tmp_path / "auto.db", **told) as bandit:
        assert bandit.state().rewards == 1


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"slots": 4, "costs": (0, 1)}, "costs must be left out where .auto. is given slots"),
        ({"costs": (0, 1), "history": [(1, 2)] * 10}, "history must be left out where .auto. is given costs"),
        ({"slots": 11}, "slots must be"),
        ({"slots": 4, "policy": "Greedy"}, "slots must be left out: only .auto. asks"),
        ({"slots": 4, "arms": 20_000}, "arms must be at most 10000 where .auto. is given slots"),
        ({"features": 2, "rewards": None}, "rewards must be given"),
    ],
    ids=str,
)
def test_what_auto_does_not_know_is_refused(tmp_path, settings, words):
    with pytest.raises(ValueError, match=words):
        Bandit(**{"policy": "auto", "arms": 10, "horizon": 100, "store": tmp_path / "auto.db", **settings})


@pytest.mark.long
def test_auto_says_what_it_assumed(tmp_path):
    """Without a history, that nothing is known of the arms, and what to do about it; not so with one."""
    with Bandit("auto", 40, 200, tmp_path / "auto.db") as bandit:
        assert "Assumed: " in bandit.state().advice
        assert "\nFor plain Greedy, the theorem keeps K = " in bandit.state().advice  # a note
        assert "larger effort" not in bandit.state().advice
        assert "nothing is known about the means; prior: Uniform(low=0.0, high=1.0)" in bandit.state().advice
        assert "past successes and trials as history" in bandit.state().advice
        assert bandit._session.settings.prior == (1.0, 1.0)
    with Bandit("auto", 3, 200, tmp_path / "known.db", history=[(3, 100), (5, 100), (12, 100)]) as bandit:
        assert "fitted to 3 arms" in bandit.state().advice
        assert "nothing is known" not in bandit.state().advice
        a, b = bandit._session.settings.prior
        assert f"Beta({a:.4g}, {b:.4g}), fitted to" in bandit.state().advice
    with Bandit.open(tmp_path / "known.db") as bandit:
        assert bandit._session.settings.prior == (a, b)


def of_many_arms(trials):
    """The history of 3000 arms with so many trials each."""
    draws = np.random.default_rng(1)
    return np.column_stack([draws.binomial(trials, draws.beta(2.0, 60.0, 3000)), np.full(3000, trials)])


@pytest.mark.long
def test_auto_keeps_the_arms_with_the_best_record(tmp_path):
    """Where it plays some of many arms, no other has a better record; so after a retirement and opened again."""
    history = of_many_arms(30)
    with Bandit("auto", 3000, 1000, tmp_path / "auto.db", history=history) as bandit:
        playing = set(bandit.settings.first)
        others = set(range(3000)) - playing
        assert history[list(playing), 0].min() >= history[list(others), 0].max()
        assert "arms with a record has a mean that fits its own counts" in bandit.state().advice
        assert "the best arm would earn" in bandit.state().advice
        assert len(playing) == bandit.state().playing < 3000
        assert "with a record that promise most" in bandit.state().advice
        arm = bandit.decide()
        assert arm.number in playing
        bandit.retire_arm(arm.arm)
        assert bandit.state().playing == len(playing)
        assert bandit.check().ok
    with Bandit.open(tmp_path / "auto.db") as bandit:
        assert set(bandit.settings.first) == playing
        assert bandit.check().ok


@pytest.mark.long
def test_auto_plays_the_arm_with_the_best_record(tmp_path):
    """Where the records are long, at once, whatever it plays."""
    history = of_many_arms(1000)
    with Bandit("auto", 3000, 1000, tmp_path / "auto.db", history=history) as bandit:
        assert bandit.decide().number == history[:, 0].argmax()


def test_a_record_must_promise_more_than_an_unknown_arm():
    """Arms that were tried and failed do not come before those that nobody has tried."""
    past = [(0, 0.0, 100), (1, 30.0, 100), (2, 0.0, 0), (3, 9.0, 10), (4, 5.0, 100)]
    assert best_record(past, bg.Beta(1.0, 9.0), 10) == (3, 1)
    assert best_record(past, bg.Beta(1.0, 9.0), 1) == (3,)


def requested_with(history, arms, horizon=1000, **more):
    fixed = {"name": "a", "seed": 3, "rewards": (0, 1), "costs": None, "stream": None}
    return RequestedSettings("auto", arms, horizon, history=history, **fixed, **more)


def test_arms_are_filled_up_by_promise():
    """First the best known, then some of the unknown, and those known to be bad only if there are no others."""
    past = [(0, 100), (30, 100), (0, 0), (9, 10), (5, 100)]  # of nine arms: 2 and 5 to 8 are unknown
    requested = requested_with(past, 9)
    prior = bg.Beta(1.0, 9.0)
    assert chosen_arms(requested, prior, 1) == ((3,), 1)
    arms, known = chosen_arms(requested, prior, 5)
    assert arms[:2] == (3, 1)
    assert set(arms[2:]) < {2, 5, 6, 7, 8}
    assert (len(set(arms)), known) == (5, 2)
    assert chosen_arms(requested, prior, 5) == (arms, known)
    everything, known = chosen_arms(requested, prior, 9)
    assert set(everything[2:7]) == {2, 5, 6, 7, 8}
    assert everything[7:] == (4, 0)
    assert known == 4
    many = requested_with(past, 10**9)
    assert len(set(chosen_arms(many, prior, 100)[0]) - {0, 4}) == 100


def test_auto_plans_with_the_arms_that_there_are():
    """With a history, more of them than rounds or than can be simulated: the most promising, under the prior of all."""
    few = [(3, 100), (5, 100), (12, 100)]
    situation = _question(requested_with(few, 5000, 100), few)
    assert (situation["question"], situation["arms"], situation["history"].counts[2]) == ("finite", 5000, (12.0, 100.0))
    draws = np.random.default_rng(1)
    many = np.column_stack([draws.binomial(100, draws.beta(2.0, 60.0, 12_000)), np.full(12_000, 100)])
    situation = _question(requested_with(many, 20_000, 100), many)
    kept = situation["history"]
    assert (situation["arms"], len(kept.counts), kept.arms) == (10_000, 10_000, 12_000)
    assert sorted(kept.counts) == sorted(map(tuple, many.astype(float).tolist()))[2000:]
    assert _question(requested_with(None, 5000, 100), None) == {"question": "infinite"}


@pytest.mark.long
def test_auto_says_that_a_window_is_not_accounted_for(tmp_path):
    with Bandit("auto", 5, 100, tmp_path / "auto.db", window=3600.0) as bandit:
        assert "Outcomes are taken to be told at once" in bandit.state().advice


@pytest.mark.parametrize("policy", ["ThompsonBeta", "UCB", "KLUCB", "MOSS", "EpsilonGreedy"])
def test_policies_that_ignore_costs_are_refused_where_pulls_cost(tmp_path, policy):
    with pytest.raises(ValueError, match=r"costs must be left out.*plays by rewards alone"):
        Bandit(policy, 3, 100, tmp_path / "bandit.db", costs=(0.0, 1.0))


def test_a_random_choice_needs_no_horizon_and_ignores_costs(tmp_path):
    with Bandit("UniformRandom", 3, store=tmp_path / "bandit.db", costs=(0.0, 1.0)) as bandit:
        decision = bandit.decide()
        assert bandit.reward(decision.id, 1.0, 0.5) is True


def test_a_mean_of_zero_is_a_mean(tmp_path, monkeypatch):
    """Where rewards are from -1 to 1, it is half of the successes, not none."""
    told = {}
    monkeypatch.setattr(second_advice, "advise", lambda *_, **known: told.update(known))
    with Bandit("UniformRandom", 2, 90, tmp_path / "zero.db", rewards=(-1.0, 1.0)) as bandit:
        for decision in bandit.decide_many(60):
            bandit.reward(decision.id, 0.0)
        bg.online.advise_again(bandit)
    counts = told["history"].counts
    assert [2 * successes for successes, _ in counts] == pytest.approx([n for _, n in counts], abs=1)
    assert sum(n for _, n in counts) == 60


def test_arms_that_were_not_drawn_take_part_in_a_second_advice(tmp_path, monkeypatch):
    """Nothing is known of them but the prior; paused arms are left out, and named arms keep their names."""
    told = {}
    monkeypatch.setattr(second_advice, "advise", lambda *_, **known: told.update(known))
    names = [f"arm {i}" for i in range(50)]
    with Bandit("Subsample(UniformRandom(), k=10)", names, 200, tmp_path / "some.db") as bandit:
        for i, decision in enumerate(bandit.decide_many(120)):
            bandit.reward(decision.id, float(i % 3 == 0))
        playing = [arm.arm for arm in bandit.arms()]
        bandit.pause_arm(playing[0])
        bg.online.advise_again(bandit)
    assert (told["horizon"], told["arms"]) == (80, 49)
    assert set(playing[1:]) <= set(told["history"].names)
    assert playing[0] not in told["history"].names
    assert len(told["history"].counts) == len(told["history"].names)


@pytest.mark.long
def test_advice_from_the_first_rounds(tmp_path):
    """The prior is learned from what the bandit saw; the advice is on these arms and the rounds that are left."""
    draws = np.random.default_rng(2)
    means = draws.beta(2.0, 18.0, 30)
    with Bandit("UniformRandom", 30, 700, tmp_path / "first.db") as bandit:
        with pytest.raises(ValueError, match="at least 2 arms with trials"):
            bg.online.advise_again(bandit)
        for decision in bandit.decide_many(600):
            bandit.reward(decision.id, float(draws.random() < means[decision.number]))
        advice = bg.online.advise_again(bandit, effort=0.2)
    assert advice.horizon == 100
    assert len(advice.problem.record) == 30
    assert "fitted to 30 arms with 600 trials" in str(advice.prior)
    with pytest.raises(ValueError, match="costs must be left out"):
        bg.online.advise_again(Bandit("BTS", 3, 100, tmp_path / "costs.db", costs=(0.0, 1.0)))


ONE_AT_A_TIME = [
    "Discounted(Greedy(), halflife=10)",
    "Window(Greedy(), rounds=10)",
    "UniformRandom",
    "LBSDA",
    "Stochastic",
]


@pytest.mark.parametrize("inside", ONE_AT_A_TIME)
def test_lists_of_a_policy_that_chooses_one_arm_are_refused(store, inside):
    """Before anything is recorded: the name stays free, and over HTTP the request is at fault, not the store."""
    from starlette.testclient import TestClient

    from begreedy.service.app import create_app
    from begreedy.service.options import ServiceOptions

    with Bandit("Greedy", 2, 10, store, name="other"):
        pass
    with pytest.raises(TypeError, match="chooses one arm at a time; a list needs an index, sample or values"):
        Bandit(f"Cascade({inside})", 5, 100, store, name="lists")
    assert bandits(store) == ["other"]
    body = {"name": "lists", "policy": f"Cascade({inside})", "arms": 5, "horizon": 100}
    with TestClient(create_app(ServiceOptions(store)), base_url="http://127.0.0.1") as http:
        assert http.post("/bandits", json=body).status_code in (400, 422)
        assert http.post("/bandits", json=body | {"policy": "Cascade(UCB)"}).status_code == 201
    assert bandits(store) == ["lists", "other"]


@pytest.mark.parametrize(
    ("policy", "arms"), [("Greedy", 10**7), ("UCB", 50_000), ("Cascade(UniformRandom)", 5), ("LinGreedy", 5)]
)
def test_what_is_refused_leaves_no_file(tmp_path, policy, arms):
    with pytest.raises((ValueError, TypeError)):
        Bandit(policy, arms, 1000, tmp_path / "b.db")
    assert list(tmp_path.iterdir()) == []
