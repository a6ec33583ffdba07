"""Forgetting online: as the simulator, with late and revised rewards, with arms that come and go; all from the log."""

from __future__ import annotations

import random

import pytest

import begreedy as bg
from begreedy.online import Bandit
from begreedy.values.errors import BadValue

POLICIES = {
    "discounted": bg.Discounted(bg.UCB(), 6.0),
    "window": bg.Window(bg.UCB(), 12),
    "discounted-epsilon": bg.Discounted(bg.EpsilonGreedy(0.3), 6.0),
    "window-Thompson": bg.Window(bg.ThompsonBeta(), 9),
}


@pytest.mark.parametrize("policy", POLICIES.values(), ids=list(POLICIES))
def test_decides_as_the_simulator_does(store, policy):
    """With the stream and the rewards of a run, also when it is closed and opened again in the middle."""
    problem = bg.Finite(prior=bg.Uniform(), arms=5)
    played = bg.trace(policy, problem, 80, seed=3, run=7)
    made = {"policy": policy, "arms": 5, "horizon": 80, "store": store, "stream": bg.policy_stream(problem, 3, 7)}
    bandit = Bandit(**made)
    for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True)):
        if t == 40:
            bandit.close()
            bandit = Bandit(**made)
        decision = bandit.decide()
        assert decision.number == arm, t
        bandit.reward(decision.id, reward)
    assert bandit.check().ok
    bandit.close()


def naive(log, weight, numbers):
    """By arm, from the log alone: weighted pulls and totals of what was told last, and weighted pulls that are out."""
    decided = [entry for entry in log if entry.kind == "decided"]
    ages = {entry.decision_id: len(decided) - 1 - i for i, entry in enumerate(decided)}
    told = {entry.decision_id: entry for entry in log if entry.kind in ("rewarded", "expired", "revised")}
    pulls, total, out = ([0.0] * numbers for _ in range(3))
    for entry in decided:
        arm, share = int(entry.arms[0]), weight(ages[entry.decision_id])
        if entry.decision_id not in told:
            out[arm] += share
        elif told[entry.decision_id].value is not None:
            pulls[arm] += share
            total[arm] += share * told[entry.decision_id].value
    return pulls, total, out


@pytest.mark.every_time("sqlite-discounted", "sqlite-window", "postgres-window")
@pytest.mark.parametrize(
    ("policy", "weight"),
    [
        (bg.Discounted(bg.Greedy(), 10.0), lambda age: 2.0 ** (-age / 10.0) if age < 100 else 0.0),
        (bg.Window(bg.ThompsonBeta(), 15), lambda age: float(age < 15)),
    ],
    ids=["discounted", "window"],
)
def test_every_sum_is_that_of_the_log(store, policy, weight):
    """Late, expired and revised rewards in any order, arms added, paused, resumed and retired, opened again."""
    rng = random.Random(5)
    bandit = Bandit(policy, 3, store=store, revise=True, rewards=(0, 1))
    out, told, gone, paused, size = [], [], set(), set(), 3
    for step in range(300):
        what = rng.random()
        if what < 0.45:
            out.append(bandit.decide().id)
        elif what < 0.75 and out:
            told.append(out.pop(rng.randrange(len(out))))
            bandit.reward(told[-1], rng.choice([0.0, 1.0]))
        elif what < 0.85 and told:
            bandit.reward(rng.choice(told), rng.choice([0.0, 1.0]))
        elif step == 100:
            bandit.add_arms(2)
            size = 5
        elif what < 0.88:
            paused |= {1} if bandit.pause_arm(1) else set()
        elif what < 0.91 and paused:
            bandit.resume_arm(1)
            paused.clear()
        elif step > 200 and not gone:
            bandit.retire_arm(2)
            gone = {2}
        elif what < 0.95:
            bandit.close()
            bandit = Bandit.open(store)
        pulls, total, waiting = naive(list(bandit.log()), weight, size)
        fold = bandit._session.fold
        for number, slot in fold.slot.items():
            known = fold.learner._recall.of(slot)
            if pulls[number] + waiting[number] < 0.001:  # as new; its last traces count no more
                assert known[:4] == (0.0, 0.0, 0.0, 0.0)
                continue
            assert known[0] == pytest.approx(pulls[number], abs=2e-3 if policy.factor < 1.0 else 0.0)
            assert known[1] == pytest.approx(total[number], abs=2e-3 if policy.factor < 1.0 else 0.0)
            assert known[3] == pytest.approx(waiting[number], abs=2e-3 if policy.factor < 1.0 else 0.0)
    report = bandit.check()
    assert report.ok, report
    bandit.close()


def test_rewards_count_by_the_age_of_their_decision(store):
    """What is told late, or revised, is as if told at once."""
    results = []
    for name, late in (("prompt", False), ("late", True)):
        with Bandit(bg.Discounted(bg.ThompsonBeta(), 4.0), 2, store=store, name=name, revise=True) as bandit:
            ids = []
            for i in range(6):
                ids.append(bandit.decide(arms=[i % 2]).id)
                if not late:
                    bandit.reward(ids[-1], float(i % 3 == 0))
            if late:
                for i in (3, 0, 5, 1, 4, 2):
                    bandit.reward(ids[i], 1.0)
                    bandit.reward(ids[i], float(i % 3 == 0))
            recall = bandit._session.fold.learner._recall
            results.append([recall.of(arm)[:4] for arm in range(2)])
    for one, other in zip(*results, strict=True):
        assert other == pytest.approx(one, abs=1e-12)


def test_what_cannot_be_is_refused(tmp_path):
    """Nothing is recorded: a history has no rounds, decisions are remembered one by one, first pulls must fit."""
    store = tmp_path / "store.db"
    with pytest.raises(BadValue, match="history must be left out"):
        Bandit(bg.Window(bg.Greedy(), 10), 2, store=store, history=[(1, 2), (3, 4)])
    with pytest.raises(BadValue, match="forgets a pull within 1000000 decisions"):
        Bandit(bg.Window(bg.Greedy(), 10**7), 2, store=store)
    with Bandit(bg.Window(bg.Greedy(), 5), 4, store=store) as bandit:
        with pytest.raises(BadValue, match=r"Window\.rounds must be at least 6"):
            bandit.add_arms(1)
        assert bandit.state().catalogue == 4
        assert bandit.decide().number == 0
        assert bandit.check().ok
    with Bandit(bg.Discounted(bg.Greedy(), 50.0), 2, store=store, name="past", history=[(9, 10), (1, 10)]) as bandit:
        assert bandit.decide().number == 0
        assert bandit.explain(1).index == pytest.approx(0.1)
