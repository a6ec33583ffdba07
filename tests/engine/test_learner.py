"""Deciding online: the same arms as the simulator, late rewards, arms that come and go."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import begreedy as bg
from begreedy.bandit.delay import delayed_regret, in_batches, table
from begreedy.engine.belief import BELIEFS
from begreedy.engine.learners.choice import learner_of
from begreedy.random import seed_stream
from begreedy.values.canonical import concise
from support.tiers import every_time

STREAM = [1, 2, 3, 4]


@dataclass(frozen=True)
class Decaying:
    """An index that falls with t: every arm is looked at every round."""

    def index(self, total, pulls, t):
        return total / pulls + 1.0 / (pulls * t)


def learner(policy, arms, horizon=1000, **options):
    return learner_of(policy)(policy, [(0.0, 0)] * arms, horizon, options.pop("stream", STREAM), **options)


# ---------------------------------------------------------------- as the simulator

BERNOULLI = bg.Finite(prior=bg.Uniform(), arms=60)
GAUSSIAN = bg.Finite(prior=bg.Uniform(), arms=30, law=bg.Gaussian())
BETA = bg.Finite(prior=bg.Uniform(), arms=30, law=bg.BetaReward(2.0))

PLAYED = [
    (bg.Greedy(), BERNOULLI),  # frozen
    (bg.Greedy(), GAUSSIAN),
    (bg.MOSS(), BERNOULLI),  # frozen, with a table
    (bg.EpsilonGreedy(), BERNOULLI),  # explores
    (bg.UCB(), BERNOULLI),  # growing
    (bg.UCBV(), BERNOULLI),  # growing, with squares
    (bg.KLUCB(), BERNOULLI),
    (Decaying(), BERNOULLI),  # scan
    (bg.ThompsonBeta(), BERNOULLI),  # posterior
    (bg.ThompsonBeta(), BETA),  # posterior, rewards counted at random
    (bg.ThompsonGaussian(), GAUSSIAN),
    (bg.ThompsonBeta(0.5, 0.5), BERNOULLI),  # draws all
    (bg.AdaptiveGreedy(), BERNOULLI),  # custom
    (bg.Stochastic(0.7, 5), BERNOULLI),  # custom, learns by itself
]


@pytest.mark.parametrize(("policy", "problem"), PLAYED, ids=lambda value: bg.canonical(value)[:40])
def test_decides_as_the_simulator_does(policy, problem):
    """With the stream and the rewards of a run, the same arms in every round; also after coming back in between."""
    horizon = 600
    trace = bg.trace(policy, problem, horizon=horizon, seed=5, run=2)
    player = learner(policy, problem.arms, horizon, stream=bg.policy_stream(problem, 5, 2))
    for t in range(horizon):
        if t == 350:
            kept = player.snapshot()
            player = learner(policy, problem.arms, horizon)
            player.restore(kept)
        arm = player.choose()
        assert arm == trace.arms[t], f"round {t + 1}"
        player.pull([arm])
        player.learn(arm, float(trace.rewards[t]))


@every_time("Greedy", "TS-Cascade")
@pytest.mark.parametrize(
    "policy",
    [bg.Cascade(bg.Greedy()), bg.CascadeKLUCB(1), bg.TSCascade(), bg.CTSBeta()],
    ids=lambda policy: policy.name,
)
def test_shows_the_lists_of_the_simulator(policy):
    problem = bg.Cascading(bg.Uniform(), items=20, slots=3)
    trace = bg.trace(policy, problem, horizon=300, seed=1, run=4)
    player = learner(policy, 20, 300, stream=bg.policy_stream(problem, 1, 4), ranks=True)
    for t in range(300):
        shown = player.rank(3)
        assert shown == list(trace.arms[t]), f"round {t + 1}"
        player.pull(shown)
        click = int(trace.rewards[t])
        for place, item in enumerate(shown):
            if click < 0 or place <= click:
                player.learn(item, float(place == click))
            else:
                player.forget(item)


@pytest.mark.every_time("RatioGreedy()")
@pytest.mark.parametrize("policy", [bg.RatioGreedy(), bg.BudgetUCB(), bg.BTS(), bg.BGreedy()], ids=concise)
def test_spends_as_the_simulator_does(policy):
    problem = bg.Budgeted(100, prior=bg.Uniform(0.1, 1.0), arms=15)
    trace = bg.trace(policy, problem, seed=2, run=1)
    player = learner(policy, 15, 10**6, stream=bg.policy_stream(problem, 2, 1))
    for t in range(len(trace)):
        arm = player.choose()
        assert arm == trace.arms[t], f"round {t + 1}"
        player.pull([arm])
        player.learn(arm, float(trace.rewards[t]), float(trace.costs[t]))


# ---------------------------------------------------------------- late rewards, arms that come and go


def largest(player):
    """The arms that a scan may choose, from the known and believed rewards of each."""
    policy, t, state = player.policy, player.rounds + 1, player._state
    if min(state.stats.pulls) == 0:
        return {state.stats.pulls.index(0)}
    told = zip(state.stats.total, state.stats.pulls, strict=True)
    found = [
        policy.index(total, n, t) if getattr(policy, "growing", False) else policy.index(total, n) for total, n in told
    ]
    return {arm for arm, value in enumerate(found) if value == max(found)}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([bg.Greedy(), bg.UCB(0.5)]), st.integers(1, 12))
def test_fast_players_agree_with_a_scan_of_what_is_known(seed, policy, arms):
    """Whatever comes late, is forgotten, added or retired: the arm chosen has a largest index."""
    chance = random.Random(seed)
    player = learner(policy, arms)
    names = list(range(arms))  # by slot: a name that lasts
    out, known, new = [], Counter(), arms
    for _ in range(80):
        what = chance.random()
        if what < 0.5:
            player.believe()
            arm = player.choose()
            assert arm in largest(player)
            player.pull([arm])
            out.append(names[arm])
        elif what < 0.85 and out:
            name = out.pop(chance.randrange(len(out)))
            if name in names and chance.random() < 0.2:
                player.forget(names.index(name))
            elif name in names:
                reward = float(chance.random() < 0.5)
                player.learn(names.index(name), reward)
                known[name] += reward
        elif what < 0.92:
            player.add([(0.0, 0)])
            names.append(new)
            new += 1
        elif len(names) > 1:
            gone = chance.randrange(len(names))
            player.retire(gone)
            del names[gone]
    for name in out:
        if name in names:
            player.forget(names.index(name))
    assert not any(player.pending)
    assert not player.waiting
    assert player.earned == [known[name] for name in names]
    assert player._state.stats.total == player.earned
    assert player._state.stats.pulls == player.real
    assert player.choose() in largest(player)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([bg.Cascade(bg.Greedy()), bg.CascadeUCB1(1)]))
def test_lists_agree_with_a_scan_of_what_is_known(seed, policy):
    """However late clicks come, a list has the largest indices in decreasing order."""
    chance = random.Random(seed)
    player = learner(policy, 9, ranks=True)
    out = []
    for _ in range(60):
        player.believe()
        indices = [player.index(item) for item in range(9)]
        shown = player.rank(4)
        if player.rounds >= 9:  # after the forced start
            found = [indices[item] if indices[item] is not None else np.inf for item in shown]
            rest = [index if index is not None else np.inf for item, index in enumerate(indices) if item not in shown]
            assert found == sorted(found, reverse=True)
            assert min(found) >= max(rest)
        player.pull(shown)
        out.append(shown)
        while out and chance.random() < 0.4:
            late = out.pop(chance.randrange(len(out)))
            click = chance.randrange(-1, 4)
            for place, item in enumerate(late):
                if click < 0 or place <= click:
                    player.learn(item, float(place == click))
                else:
                    player.forget(item)


@pytest.mark.parametrize("policy", [bg.Greedy(), bg.UCB(), bg.MOSS(), bg.ThompsonBeta()], ids=bg.canonical)
def test_the_order_of_late_rewards_does_not_matter(policy):
    """Once all rewards are in, what is known is what they say, to the last bit."""
    rewards = [float(random.Random(i).random() < 0.4) for i in range(200)]
    known = []
    for order in ("first", "last", "mixed"):
        player = learner(policy, 10)
        out = []
        for reward in rewards:
            arm = player.choose()
            player.pull([arm])
            out.append((arm, reward))
        out = {"first": out, "last": out[::-1], "mixed": random.Random(3).sample(out, len(out))}[order]
        for arm, reward in out:
            player.learn(arm, reward)
        known.append((player._state.stats.total, player._state.stats.pulls))
    assert known[0] == known[1] == known[2]


@pytest.mark.parametrize("policy", [bg.Greedy(), bg.UCB(), bg.MOSS(), bg.ThompsonBeta()], ids=bg.canonical)
def test_many_choices_before_any_reward_do_not_fall_on_one_arm(policy):
    """Nothing is known: after 200 choices every one of 20 arms was tried, none much more than others."""
    player = learner(policy, 20)
    for _ in range(200):
        player.pull([player.choose()])
    player.believe()
    assert min(player.pending) >= 2
    assert max(player.pending) <= 40
    ignoring = learner(bg.Greedy(), 20, belief="ignored")
    assert [ignoring.choose() for _ in range(5) if ignoring.pull([0]) is None] == [0] * 5


def test_a_pending_pull_counts_with_the_mean_of_its_arm_shrunk_towards_that_of_all():
    player = learner(bg.Greedy(), 2)
    for reward in (1.0, 0.0, 1.0, 1.0):
        arm = player.choose()
        player.pull([arm])
        player.learn(arm, reward)
    assert (player.earned, player.real) == ([3.0, 0.0], [3, 1])
    player.pull([0])
    player.pull([0])
    player.believe()
    assert player._state.stats.pulls == [5, 1]
    assert player._state.stats.total == [3.0 + 2 * (3.0 + 0.75) / 4, 0.0]
    player.learn(0, 0.0)
    assert player._state.stats.total == [3.0 + (3.0 + 0.6) / 5, 0.0]
    player.forget(0)
    assert (player._state.stats.total, player._state.stats.pulls) == ([3.0, 0.0], [4, 1])


def test_ties_after_corrections_are_uniform():
    """Arms that end with equal statistics are equally likely, however they got there."""
    counts = Counter()
    for i in range(3000):
        stream = [0] * 4
        seed_stream(stream, i)
        player = learner(bg.Greedy(), 4, stream=stream)
        for _ in range(4):
            player.pull([player.choose()])
        for arm, reward in ((2, 1.0), (0, 1.0), (1, 0.0), (3, 1.0)):
            player.learn(arm, reward)
        counts[player.choose()] += 1
    assert counts.keys() == {0, 2, 3}
    assert all(abs(count - 1000) < 5 * np.sqrt(3000 * 2 / 9) for count in counts.values())


def test_thompson_sampling_after_corrections_has_the_law_of_its_samples():
    """Late rewards of arms that looked bad: how often each arm is chosen is how often its sample is the largest."""
    player = learner(bg.ThompsonBeta(), 20)
    chance = np.random.Generator(np.random.PCG64(5))
    for arm in range(20):
        player.pull([arm] * 60)
        for i in range(60 if arm < 15 else 20):
            player.learn(arm, float(i % 10 < (5 if arm < 15 else 2)))
    for _ in range(45):  # long enough to know where winning samples lie, with the next look round some rounds away
        arm = player.choose()
        player.pull([arm])
        player.forget(arm)
    for arm in range(15, 20):
        for i in range(40):
            player.learn(arm, float(i % 10 < 7))
    played = Counter(player.choose() for _ in range(6000))
    total, pulls = np.array(player.earned), np.array(player.real)
    samples = chance.beta(1 + total, 1 + pulls - total, size=(100_000, 20)).argmax(axis=1)
    expected = np.bincount(samples, minlength=20) / 100_000
    error = np.sqrt(expected * (1 - expected) / 6000 + 1e-6)
    assert expected[15:].sum() > 0.4
    assert np.all(np.abs(np.array([played[arm] for arm in range(20)]) / 6000 - expected) < 5 * error)


def test_a_forgotten_first_pull_is_made_again():
    player = learner(bg.UCB(), 3)
    for arm in (0, 1, 2):
        assert player.choose() == arm
        player.pull([arm])
    player.pull([player.choose()])
    player.forget(1)
    assert player.choose() == 1


def test_a_policy_with_a_memory_of_its_own_learns_when_rewards_come():
    player = learner(bg.Stochastic(0.7, 5), 5)
    arm = player.choose()
    player.pull([arm])
    assert not player.counts_pending
    assert not player.changeable
    player.choose()
    assert player._state.stats.pulls == [0] * 5
    player.learn(arm, 1.0)
    assert player.earned[arm] == 1.0


def test_after_the_horizon():
    """A memory may be made for so many rounds; without one a policy goes on."""
    for policy, goes_on in ((bg.AdaptiveGreedy(), False), (bg.UniformRandom(), True), (bg.MOSS(), True)):
        player = learner(policy, 3, horizon=2)
        for _ in range(2):
            player.pull([player.choose()])
        if goes_on:
            assert 0 <= player.choose() < 3
        else:
            with pytest.raises(ValueError, match="the horizon is over: AdaptiveGreedy"):
                player.choose()


# ---------------------------------------------------------------- what delay costs


def test_without_delay_all_beliefs_are_alike_and_delay_costs():
    play = {"arms": 30, "horizon": 400, "runs": 6, "seed": 1}
    now = [delayed_regret(bg.Greedy(), delay=0, belief=belief, **play).tolist() for belief in BELIEFS]
    assert all(regret == now[0] for regret in now)
    late = {belief: delayed_regret(bg.Greedy(), delay=100, belief=belief, **play).mean() for belief in BELIEFS}
    assert np.mean(now[0]) < late["shrunk"] < late["ignored"]
    batched = delayed_regret(bg.Greedy(), delay=in_batches(100), **play)
    assert np.mean(now[0]) < batched.mean() < late["ignored"]


def test_the_table_has_a_row_per_policy():
    lines = table([bg.Greedy(), bg.UCB()], [0, 5], arms=5, horizon=50, runs=3).splitlines()
    assert lines[0] == "| delay | 0 | 5 |"
    assert lines[3].startswith("| UCB() | ")


@pytest.mark.parametrize(
    ("policy", "last"),
    [
        (bg.Greedy(), {"key": 7, "heap": 5, "place": 5, "tied": 5, "bonus": 1, "counts": 4, "levels": 3}),
        (bg.UCB(), {"stack": 6, "until": 1, "length": 1, "evaluated": 1, "looked": 1, "shrinking": 1, "price": 1}),
        (bg.ThompsonBeta(), {"tail": 10, "tree": 16, "drawn": 5, "place": 5, "stamp": 5, "counts": 6, "winners": 4}),
    ],
    ids=["frozen", "growing", "posterior"],
)
def test_the_layout_of_snapshots_stays(policy, last):
    """How many numbers of each part are kept: stores have snapshots of earlier versions, which are restored by name."""
    state = {name: len(numbers) for name, numbers in learner(policy, 5).snapshot()["state"].items()}
    assert list(state)[:6] == ["total", "pulls", "squares", "cost", "born", "swept"]
    assert dict(list(state.items())[-len(last) :]) == last


@pytest.mark.parametrize("seed", range(3))
def test_a_snapshot_puts_nothing_off(seed):
    """While several arms lead, those that fall behind wait outside the heap; a snapshot has none such."""
    rng, waited = np.random.default_rng(seed), 0
    ours = learner(bg.Greedy(), 25)
    for _ in range(100):
        chosen = ours.choose()
        ours.learn(chosen, float(rng.random() < 0.6))
        state = ours.snapshot()["state"]
        leading = [arm for arm, place in enumerate(state["place"]) if place < 0]
        size = sum(place > 0 for place in state["place"])
        waited += size > 3 and len(leading) > 1
        assert all(state["key"][(place - 1) // 2] >= state["key"][place] for place in range(1, size))
        assert state["key"][size] == -np.inf
    assert waited > 10
