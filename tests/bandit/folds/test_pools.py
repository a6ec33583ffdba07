"""Policies for pools on a catalogue: as the simulator, with late rewards, with arms added and retired, for ever."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

import begreedy as bg
from begreedy.online import Bandit
from begreedy.values.errors import BadType, BadValue

RESERVOIR = bg.Infinite(bg.Uniform())
POOLS = {
    "GrowingGreedy": bg.GrowingGreedy(),
    "anytime": bg.GrowingGreedy(anytime=True),
    "EmpiricalCBT": bg.EmpiricalCBT(),
    "IMOSS": bg.IMOSS(),
    "AnytimeGreedy": bg.AnytimeGreedy(),
}


@pytest.mark.parametrize("policy", POOLS.values(), ids=list(POOLS))
def test_decides_as_the_simulator_does(store, policy):
    """Arms are discovered when the simulator discovers them, also after it was closed in the middle.

    Where arms enter a heap, the order of equal ones is another: so without ties.
    """
    horizon, tied = 120, policy != bg.AnytimeGreedy()
    problem = RESERVOIR if tied else bg.Infinite(bg.Uniform(), law=bg.Gaussian(0.3))
    played = bg.trace(policy, problem, horizon, seed=3, run=2, plain=True)
    made = {"policy": policy, "arms": 500, "horizon": horizon, "store": store, "rewards": (0, 1) if tied else None}
    made["stream"] = bg.policy_stream(problem, 3, 2)
    bandit, order = Bandit(**made), {}
    for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True)):
        if t == 60:
            bandit.close()
            bandit = Bandit(**made)
        decision = bandit.decide()
        assert order.setdefault(decision.number, len(order)) == arm, t
        bandit.reward(decision.id, reward)
    assert bandit.check().ok
    assert len(order) < horizon
    bandit.close()


@pytest.mark.every_time(
    "sqlite-GrowingGreedy",
    "sqlite-anytime",
    "sqlite-EmpiricalCBT",
    "sqlite-IMOSS",
    "sqlite-AnytimeGreedy",
    "postgres-GrowingGreedy",
)
@pytest.mark.parametrize("policy", POOLS.values(), ids=list(POOLS))
def test_late_rewards_and_a_catalogue_that_changes(store, policy):
    """Rewards in any order, some never; arms added and retired; far past the horizon; the log tells it all again."""
    rng = random.Random(7)
    bandit = Bandit(policy, 12, 40, store, rewards=(0, 1), seed=1)
    out, gone, added = [], set(), 12
    for step in range(260):
        what = rng.random()
        if what < 0.5 or not out:
            decision = bandit.decide()
            assert decision.number not in gone
            out.append(decision)
        elif what < 0.9:
            decision = out.pop(rng.randrange(len(out)))
            bandit.reward(decision.id, float(rng.random() < (decision.number % 10) / 10))
        elif what < 0.93 and len(gone) < 8:
            number = rng.choice([n for n in range(added) if n not in gone])
            assert bandit.retire_arm(number)
            gone.add(number)
        elif what < 0.96:
            bandit.add_arms(3)
            added += 3
        elif what < 0.98:
            bandit.close()
            bandit = Bandit.open(store)
        elif step % 2:
            bandit.expire(out.pop().time + 1e9)
            out.clear()
    state = bandit.state()
    assert state.decisions > 40  # the horizon
    report = bandit.check()
    assert report.ok, report
    bandit.close()


def test_how_many_arms_are_on_trial():
    """While nothing is told, one; then at most as many as are known."""
    from begreedy.engine.learners.pool import PoolLearner

    learner = PoolLearner(bg.IMOSS(first=50), 1000, [1, 2, 3, 4])
    learner.offers, learner.size = True, 1000

    def batch(pulls):
        slots = []
        for _ in range(pulls):
            slots.append(learner.choose())
            learner.pull(slots[-1:])
            learner.offers = True
        return slots

    assert batch(5) == [0] * 5
    for _ in range(5):
        assert learner.learn(0, 1.0) == 0
    assert batch(3) == [1, 0, 0]
    assert learner.learn(1, 1.0) == 1
    assert batch(4)[:2] == [2, 3]


@dataclass(frozen=True)
class Counting:
    """Plays the arm that it has counted least; counts are its own, in its memory."""

    carried: bool = True

    def memory(self, arms, horizon):
        return arms + 1  # the last one: the horizon that it was told

    def start(self, memory, arms, horizon):
        memory[arms] = horizon

    def select(self, memory, arms):
        return min(range(arms), key=lambda arm: memory[arm])

    def learn(self, memory, arm):
        memory[arm] += 1.0


@dataclass(frozen=True)
class Carrying(Counting):
    """The same, able to carry its counts over."""

    def carry(self, memory, old, origin, arms):
        for arm in range(arms):
            memory[arm] = old[origin[arm]] if origin[arm] >= 0 else 5.0


def test_own_policies_with_a_memory_carry_it_over(store):
    """Arms come and go and the horizon passes, with the counts that the policy remembers; without carry, not."""
    with Bandit(Carrying(), ["a", "b", "c"], 4, store) as bandit:
        for expected in "abc":
            decision = bandit.decide()
            assert decision.arm == expected
            bandit.reward(decision.id, 1.0)
        bandit.retire_arm("b")
        bandit.add_arms(["d"])
        learner = bandit._session.fold.learner
        assert learner.state.memory[:3] == [1.0, 1.0, 5.0]
        for _ in range(8):
            bandit.reward(bandit.decide().id, 1.0)
        assert learner.state.memory == [5.0, 5.0, 5.0, 16.0]
        bandit.pause_arm("a")
        assert bandit.decide().arm == "c"
        bandit.resume_arm("a")
        assert bandit.check().ok
    with Bandit(Counting(), 3, 4, store, name="fixed") as bandit:
        with pytest.raises(BadType, match="arms cannot come or go"):
            bandit.add_arms(1)
        for _ in range(4):
            bandit.reward(bandit.decide().id, 1.0)
        with pytest.raises(BadValue, match="the horizon is over"):
            bandit.decide()


def test_what_cannot_be_is_refused(tmp_path):
    """With the field, before anything is recorded."""
    store = tmp_path / "store.db"
    for field, options in (
        ("explore", {"explore": 0.1}),
        ("control", {"control": "random", "share": 0.1}),
        ("revise", {"revise": True}),
        ("first_pulls", {"first_pulls": 2}),
        ("history", {"history": [(1, 2)] * 5}),
    ):
        with pytest.raises(BadValue, match=f"{field} must be left out"):
            Bandit(bg.IMOSS(), 5, store=store, rewards=(0, 1), **options)
    with pytest.raises(BadValue, match="horizon must be given"):
        Bandit(bg.GrowingGreedy(), 5, store=store)
    Bandit(bg.GrowingGreedy(anytime=True), 5, store=store, name="endless").close()
    with pytest.raises(BadValue, match="rewards must be given"):
        Bandit(bg.EmpiricalCBT(), 5, 100, store, rewards=None)
    with pytest.raises(TypeError, match="cannot be played online"):
        Bandit(bg.MeDZO(), 5, 100, store)
    with Bandit(bg.IMOSS(), 5, store=store) as bandit:
        first = bandit.decide()
        with pytest.raises(BadValue, match="arms must be left out"):
            bandit.decide(arms=[0])
        with pytest.raises(BadType, match="arms cannot come or go"):
            bandit.pause_arm(first.number)
        assert bandit.explain(first.number).pending == 1
        assert bandit.check().ok
