"""The durable bandit: arms that come and go, ranges, lists, costs, past data; on both kinds of store."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import begreedy as bg
from begreedy.bandit.catalogue import Draws
from begreedy.bandit.resolving import best_record
from begreedy.online import (
    Bandit,
    Contradiction,
    NoSuchBandit,
    SettingsDiffer,
    UnknownArm,
    bandits,
    delete,
)
from support.online_play import NAMES, play


@pytest.fixture
def bandit(store):
    with Bandit("Greedy", NAMES, horizon=100, store=store) as made:
        yield made


# ---------------------------------------------------------------- arms


def test_arms_come_and_go(bandit):
    play(bandit, [1.0, 0.0, 0.0])
    pending = bandit.decide()
    assert pending.arm == "red"
    assert bandit.add_arms(["pink"]) == ["pink"]
    assert bandit.decide().arm == "pink"  # every arm is pulled first
    assert bandit.retire_arm("red") is True
    assert bandit.retire_arm("red") is False
    assert bandit.explain("red").status == "retired"
    assert bandit.reward(pending.id, 0.5)  # late, and recorded
    assert (bandit.explain("red").pulls, bandit.explain("red").mean) == (2, 0.75)
    assert "red" not in {bandit.decide().arm for _ in range(20)}
    with pytest.raises(ValueError, match="'pink' is one already"):
        bandit.add_arms(["white", "pink"])
    with pytest.raises(UnknownArm, match="one of the 4 arms"):
        bandit.retire_arm("white")
    assert bandit.state().catalogue == 3
    for arm in ("green", "blue", "pink"):
        bandit.retire_arm(arm)
    with pytest.raises(ValueError, match="every arm is retired"):
        bandit.decide()
    bandit.add_arms(["white"])
    assert bandit.decide().arm == "white"
    assert bandit.check().ok


def test_arms_without_names(store):
    with Bandit("UCB", 3, store=store) as bandit:
        assert bandit.decide().arm == "0"
        assert bandit.add_arms(2) == ["3", "4"]
        assert bandit.explain(4).arm == bandit.explain("4").arm == "4"
        for arm in (5, -1, "5", "x", "²"):
            with pytest.raises(UnknownArm, match="one of 0 to 4"):
                bandit.explain(arm)
        with pytest.raises(TypeError, match="arm must be a whole number"):
            bandit.explain(None)


def test_numbered_arms_are_added_by_how_many(store):
    with Bandit("Greedy", 2, 100, store) as bandit:
        with pytest.raises(TypeError, match=r"arms must be how many: .* got .'x'."):
            bandit.add_arms(["x"])
        assert bandit.add_arms(2) == ["2", "3"]


def test_a_memory_of_its_own_keeps_arms_from_coming_and_going(store):
    with Bandit(bg.Stochastic(0.7, 5), 5, 100, store) as bandit:
        decision = bandit.decide()
        assert "not counted" in bandit.explain(decision.arm).why or bandit.explain(decision.arm).pending == 0
        with pytest.raises(TypeError, match="keeps a memory of its own"):
            bandit.add_arms(1)
        with pytest.raises(TypeError, match="keeps a memory of its own"):
            bandit.retire_arm(0)
        assert bandit.check().ok


def test_explains(bandit):
    assert "first pulls are due" in bandit.explain("blue").why
    play(bandit, [1.0, 0.0, 1.0])
    red = bandit.explain("red")
    assert (red.pulls, red.mean, red.index, red.rank) == (1, 1.0, 1.0, 1)
    assert red.why == "its index is the largest, shared with 1 other arms"
    assert bandit.explain("green").why == "its index 0 is number 3; the largest is 1"
    assert [arm.arm for arm in bandit.arms()] == ["red", "blue", "green"]
    decision = bandit.decide()
    assert "count with a believed one" in bandit.explain(decision.arm).why
    with pytest.raises(UnknownArm):
        bandit.explain("white")


def test_explains_a_first_pull_that_is_out(bandit):
    bandit.decide()
    red = bandit.explain("red")
    assert (red.pulls, red.pending, red.index) == (0, 1, None)
    assert red.why.startswith("its first pull has just been made: from the next decision on it has an index; 1 pull")
    bandit.decide()
    assert bandit.explain("red").index is not None


def test_arms_in_pages(store):
    """Pages are pieces of the whole, ranks count ties once, and many arms take no square of time."""
    with Bandit("UCB", 3000, 10**6, store) as bandit:
        bandit.reward_many((d.id, d.number % 7 / 7) for d in bandit.decide_many(2900))
        every = bandit.arms()
        assert len(every) == 3000
        assert every[-1].mean is None
        assert bandit.arms(10) + bandit.arms(5, skip=10) == every[:15]
        assert bandit.arms(5, skip=2998) == every[2998:]
        assert bandit.explain(every[0].arm) == every[0]
        assert every[0].rank == 1
        assert every[0].why == f"its index is the largest, shared with {sum(a.rank == 1 for a in every) - 1} other arms"
        indices = [arm.index for arm in every if arm.index is not None]
        assert every[2000].rank == 1 + sum(index > every[2000].index for index in indices)
        for bad in ({"limit": 0}, {"skip": -1}, {"limit": 1.5}):
            with pytest.raises(ValueError, match="must be"):
                bandit.arms(**bad)


def test_only_a_few_arms_of_a_catalogue_are_touched(store):
    """K of a thousand million, and those of a named one; retired arms are replaced, new ones wait to be drawn."""
    with Bandit("Subsample(Greedy(), k=5)", 10**9, 1000, store) as bandit:
        arms = {bandit.decide().number for _ in range(50)}
        assert len(arms) == 5
        assert max(arms) > 10**6
        assert bandit.state().playing == 5
        for arm in arms:
            bandit.retire_arm(arm)
        others = {bandit.decide().number for _ in range(50)}
        assert len(others) == 5
        assert not arms & others
        assert bandit.explain(0).status == "not drawn"
        assert bandit.check().ok
    names = [f"item {i}" for i in range(2000)]
    with Bandit(bg.Subsample(bg.ThompsonBeta(), 3), names, 1000, store, name="named", seed=4) as bandit:
        decision = bandit.decide()
        assert decision.arm == f"item {decision.number}"
        bandit.add_arms(["new"])
        assert bandit.explain("new").status == "not drawn"
        assert bandit.state().playing == 3
    with Bandit.open(store, "named") as bandit:
        assert bandit.state().catalogue == 2001
        assert len({bandit.decide().arm for _ in range(50)}) == 3
        assert bandit.check().ok


def test_draws_are_uniform_without_replacement():
    counts = Counter()
    for key in range(3000):
        draws = Draws("test", key)
        drawn = [draws.next(4), draws.next(4)]
        kept = Draws("other")
        kept.restore(draws.snapshot())
        rest = [kept.next(5) for _ in range(4)]
        assert sorted(drawn + rest[:3]) == [0, 1, 2, 3, 4]
        assert rest[3] is None
        counts[tuple(drawn)] += 1
    assert len(counts) == 12
    assert all(abs(count - 250) < 5 * 250**0.5 for count in counts.values())


def test_the_theorems_number_of_arms(store):
    with Bandit("Subsample(Greedy())", 10**6, 10_000, store) as bandit:
        assert bandit.state().playing == 578
    with pytest.raises(ValueError, match="horizon must be given"):
        Bandit("Subsample(Greedy())", 10**6, store=store, name="endless")


# ---------------------------------------------------------------- ranges, lists, costs, history


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


def test_auto_asks_for_advice(tmp_path, history, monkeypatch):
    """Policy and K from advise, once: opened again it is not asked again."""
    from begreedy.advice import advise as module

    store = tmp_path / "auto.db"
    with Bandit("auto", 40, 200, store) as bandit:
        state = bandit.state()
        assert state.policy == "auto"
        assert "greedy" in state.advice.lower()
        plays = state.plays
    monkeypatch.setattr(module, "advise", None)
    with Bandit("auto", 40, 200, store) as bandit:
        assert bandit.state().plays == plays
        assert bandit.decide_many(5)
        assert bandit.check().ok
    monkeypatch.undo()
    with Bandit("auto", 10**6, 100, tmp_path / "large.db", max_playing=60) as bandit:
        assert 0 < bandit.state().playing <= 60
    for settings, field in (({"horizon": None}, "horizon"), ({"horizon": 10, "costs": (0, 1)}, "costs")):
        with pytest.raises(ValueError, match=f"{field} must be"):
            Bandit("auto", 40, store=store, name="other", **settings)


def test_auto_says_what_it_assumed(tmp_path):
    """Without a history, that nothing is known of the arms, and what to do about it; not so with one."""
    with Bandit("auto", 40, 200, tmp_path / "auto.db") as bandit:
        assert "Assumed: " in bandit.state().advice
        assert "nothing is known of the means; prior: Uniform(low=0.0, high=1.0)" in bandit.state().advice
        assert "past successes and trials as history" in bandit.state().advice
    with Bandit("auto", 3, 200, tmp_path / "known.db", history=[(3, 100), (5, 100), (12, 100)]) as bandit:
        assert "fitted to 3 arms" in bandit.state().advice
        assert "nothing is known" not in bandit.state().advice


def test_auto_keeps_the_arms_with_the_best_record(tmp_path):
    """Where it plays some of many arms, the best known ones are among them; so after a retirement and opened again."""
    draws = np.random.default_rng(1)
    means = draws.beta(2.0, 60.0, 3000)
    history = np.column_stack([draws.binomial(1000, means), np.full(3000, 1000)])
    best = set(np.argsort(history[:, 0])[-50:].tolist())
    with Bandit("auto", 3000, 1000, tmp_path / "auto.db", history=history) as bandit:
        playing = set(bandit.settings.first)
        assert best <= playing
        assert len(playing) == bandit.state().playing < 3000
        assert "with the best record" in bandit.state().advice
        arm = bandit.decide()
        assert arm.number in best
        bandit.retire_arm(arm.arm)
        assert bandit.state().playing == len(playing)
        assert bandit.check().ok
    with Bandit.open(tmp_path / "auto.db") as bandit:
        assert set(bandit.settings.first) == playing
        assert bandit.check().ok


def test_a_record_must_promise_more_than_an_unknown_arm():
    """Arms that were tried and failed do not come before those that nobody has tried."""
    past = [(0, 0.0, 100), (1, 30.0, 100), (2, 0.0, 0), (3, 9.0, 10), (4, 5.0, 100)]
    assert best_record(past, bg.Beta(1.0, 9.0), 10) == (3, 1)
    assert best_record(past, bg.Beta(1.0, 9.0), 1) == (3,)


@pytest.mark.parametrize("policy", ["ThompsonBeta", "UCB", "KLUCB", "MOSS", "EpsilonGreedy"])
def test_policies_that_ignore_costs_are_refused_where_pulls_cost(tmp_path, policy):
    with pytest.raises(ValueError, match=r"costs must be left out.*plays by rewards alone"):
        Bandit(policy, 3, 100, tmp_path / "bandit.db", costs=(0.0, 1.0))


def test_a_random_choice_needs_no_horizon_and_ignores_costs(tmp_path):
    with Bandit("UniformRandom", 3, store=tmp_path / "bandit.db", costs=(0.0, 1.0)) as bandit:
        decision = bandit.decide()
        assert bandit.reward(decision.id, 1.0, 0.5) is True


# ---------------------------------------------------------------- paused, new and deleted


def test_a_paused_arm_waits_with_all_that_is_known_of_it(store):
    """It is not played; its late rewards count; it comes back as it was."""
    with Bandit("Greedy", NAMES, 100, store) as bandit, Bandit.open(store) as other:
        play(bandit, [0.0, 1.0, 0.0])
        late = bandit.decide()
        assert late.arm == "green"
        assert (bandit.pause_arm("green"), bandit.pause_arm("green")) == (True, False)
        assert "green" not in {bandit.decide().arm for _ in range(10)}
        assert bandit.reward(late.id, 1.0) is True
        green = other.explain("green")
        assert (green.status, green.pulls, green.mean, green.pending) == ("paused", 2, 1.0, 0)
        state = other.state()
        assert (state.playing, state.paused, state.catalogue) == (2, 1, 3)
        bandit.add_arms(["pink"])
        assert bandit.decide().arm == "pink"
        assert (other.resume_arm("green"), bandit.resume_arm("green")) == (True, False)
        assert bandit.decide().arm == "green"
        assert bandit._session.fold.learner.earned[bandit._session.fold.slot[1]] == 2.0
        kinds = [entry.kind for entry in bandit.log() if entry.arms == ("green",)]
        assert kinds[-4:-1] == ["paused", "rewarded", "resumed"]
        assert bandit.check().ok


def test_all_arms_paused_one_retired_while_paused(store):
    with Bandit("UCB", ["a", "b"], store=store) as bandit:
        play(bandit, [1.0, 0.0, 1.0])
        out = bandit.decide()
        bandit.pause_arm("a"), bandit.pause_arm("b")
        with pytest.raises(ValueError, match="no arm is left to play: every arm is retired or paused"):
            bandit.decide()
        assert bandit.retire_arm("a") is True
        bandit.reward(out.id, 1.0)
        for refused in (lambda: bandit.resume_arm("a"), lambda: bandit.pause_arm("a")):
            with pytest.raises(ValueError, match="arm must be one that is"):
                refused()
        assert bandit.resume_arm("b") is True
        assert bandit.decide().arm == "b"
        assert bandit.check().ok


def test_pausing_in_a_subsample_draws_nobody_in_its_place(store):
    with Bandit("Subsample(Greedy(), k=3)", 50, store=store) as bandit:
        played = bandit.decide().arm
        bandit.pause_arm(played)
        assert bandit.state().playing == 2
        bandit.retire_arm(bandit.decide().arm)
        assert bandit.state().playing == 2
        bandit.resume_arm(played)
        assert bandit.state().playing == 3
        waiting = next(str(n) for n in range(50) if bandit.explain(str(n)).status == "not drawn")
        with pytest.raises(ValueError, match="in the catalogue, but not played"):
            bandit.pause_arm(waiting)
        assert bandit.check().ok


def test_new_arms_get_their_first_pulls(store):
    """However bad the first rewards are; the arms that the bandit was made with get those of the policy."""
    with Bandit("Greedy", NAMES, 100, store, first_pulls=5) as bandit:
        assert play(bandit, [1.0, 0.0, 0.0, 1.0])[-1] == "red"
        bandit.add_arms(["new", "newer"])
        assert "more pull(s) come first" in bandit.explain("new").why
        assert play(bandit, [0.0] * 10) == ["new"] * 5 + ["newer"] * 5
        assert bandit.decide().arm == "red"
        assert bandit.check().ok
    with pytest.raises(ValueError, match="first_pulls differs"):
        Bandit("Greedy", NAMES, 100, store, first_pulls=4)


def test_a_deleted_bandit_is_gone_and_its_name_free(store):
    """Others that have it open are refused; a new one of the same name starts empty."""
    with Bandit("Greedy", NAMES, store=store) as bandit, Bandit("UCB", 4, store=store, name="other") as other:
        play(bandit, [1.0, 0.0])
        other.decide()
        delete(store)
        assert bandits(store) == ["other"]
        with pytest.raises(NoSuchBandit, match="no longer in the store"):
            bandit.decide()
        with pytest.raises(NoSuchBandit):
            delete(store)
        with Bandit("UCB", 2, store=store) as new:
            assert new.state().decisions == 0
            new.decide()
        with pytest.raises(NoSuchBandit, match="no longer in the store"):
            bandit.decide()
        assert other.check().ok
