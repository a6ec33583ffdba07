"""Durable bandits whose actions are sets of arms: as the simulator, with late and missing rewards, opened again."""

from __future__ import annotations

import numpy as np
import pytest

import begreedy as bg
from begreedy.online import Bandit
from support.refusals import assert_refused

ROADS = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)]
MATCHING = bg.Combinatorial(bg.Matchings(2, 3), prior=bg.Uniform())
TOP = bg.Combinatorial(bg.TopM(6, 2), prior=bg.Uniform())
ROAD = bg.Combinatorial(bg.Paths(ROADS, 0, 3, directed=False), prior=bg.Uniform(), minimise=True)
NORMAL = bg.Combinatorial(bg.Sets([[0, 1], [1, 2], [0, 3]]), prior=bg.Uniform(), law=bg.Gaussian(), correlation=0.3)


def opened(tmp_path, policy, problem, **settings):
    return Bandit(policy, problem.arms, 60, tmp_path / "sets.db", problem=problem, **settings)


def numbers(decisions):
    return [decision.number for decision in decisions]


@pytest.mark.parametrize(
    ("policy", "problem", "rewards"),
    [
        (bg.Greedy(), MATCHING, (0.0, 1.0)),
        (bg.CombUCB(0.5), TOP, (0.0, 1.0)),
        (bg.CTSBeta(), ROAD, (0.0, 1.0)),
        (bg.Greedy(), ROAD, (0.0, 1.0)),
        (bg.ESCB(), NORMAL, None),
    ],
    ids=str,
)
def test_told_at_once_it_decides_as_the_simulator(tmp_path, policy, problem, rewards):
    """The sets of a run, bit for bit; also after it was opened again in the middle."""
    trace = bg.trace(policy, problem, horizon=60, seed=4, run=2, plain=True)
    stream = bg.policy_stream(problem, 4, 2)
    bandit = opened(tmp_path, policy, problem, stream=stream, rewards=rewards)
    for t, (arms, paid) in enumerate(zip(trace.arms, trace.actions, strict=True)):
        if t == 30:
            bandit.close()
            bandit = Bandit.open(tmp_path / "sets.db")
        size = int((arms >= 0).sum())
        decisions = bandit.decide_set()
        assert numbers(decisions) == arms[:size].tolist()
        for decision, amount in zip(decisions, paid[:size].tolist(), strict=True):
            assert bandit.reward(decision.id, amount)
    assert bandit.check().ok
    assert bandit.state().reward == pytest.approx(trace.actions.sum())


def test_rewards_come_late_or_never(tmp_path):
    """Each arm of an action is told by itself; one of another process decides the same; nothing contradicts the log."""
    rng, clock, waiting = np.random.default_rng(0), [1000.0], []
    bandit = opened(tmp_path, bg.Greedy(), TOP, window=200.0, clock=lambda: clock[0])
    other = Bandit.open(tmp_path / "sets.db", clock=lambda: clock[0])
    for t in range(50):
        clock[0] += 10.0
        decisions = (bandit if t % 2 else other).decide_set()
        assert len({decision.number for decision in decisions}) == 2
        waiting += [decision for decision in decisions if rng.random() < 0.8]
        while len(waiting) > 6:
            decision = waiting.pop(int(rng.integers(len(waiting) - 4)))
            told = float(rng.random() < 0.1 + 0.15 * decision.number)
            assert bandit.reward(decision.id, told)
            assert not bandit.reward(decision.id, told)
    state = bandit.state()
    assert (state.decisions, state.past) == (100, 0)
    assert state.expired > 0
    assert bandit.check().ok
    assert sum(arm.pulls + arm.pending for arm in bandit.arms()) == 100 - state.expired
    assert numbers(bandit.decide_set()) == numbers(fold_again(tmp_path, clock))


def fold_again(tmp_path, clock):
    """The last action by the whole log, as another process reads it."""
    again = Bandit.open(tmp_path / "sets.db", clock=lambda: clock[0])
    assert again.check().ok
    entries = [entry for entry in again.log(limit=1000) if entry.kind == "decided"][-2:]
    return [type("Number", (), {"number": int(entry.arms[0])}) for entry in entries]


def test_a_context_is_decided_once(tmp_path):
    bandit = opened(tmp_path, bg.Greedy(), MATCHING)
    first = bandit.decide_set("request 7")
    assert [d.id for d in bandit.decide_set("request 7")] == [d.id for d in first]
    assert bandit.decide_set("request 8")[0].id != first[0].id
    assert bandit.state().decisions == 4


def test_costs_in_a_range_are_counted_the_other_way_round(tmp_path):
    """A road that cost 10 of 10 is as bad as can be; sums stay in the user's units."""
    problem = bg.Combinatorial(bg.TopM(3, 1), prior=bg.Uniform(), minimise=True)
    bandit = Bandit(bg.Greedy(), ["a", "b", "c"], 50, tmp_path / "sets.db", problem=problem, rewards=(0.0, 10.0))
    costs = {"a": 9.0, "b": 2.0, "c": 5.0}
    played = []
    for _ in range(8):
        (decision,) = bandit.decide_set()
        played.append(decision.arm)
        bandit.reward(decision.id, costs[decision.arm])
    assert played[3:] == ["b"] * 5
    assert bandit.explain("b").mean == 2.0
    assert "sum" in bandit.explain("b").why
    bandit.export(tmp_path / "log.csv")
    assert len((tmp_path / "log.csv").read_text().splitlines()) == 9


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"problem": bg.Finite(prior=bg.Uniform(), arms=6)}, "problem must be one whose actions are sets"),
        ({"problem": MATCHING, "arms": 5}, "problem must be about the 5 arms"),
        ({"problem": TOP, "rewards": None}, "without bounds"),
        ({"problem": NORMAL, "arms": 4}, "on [0, 1]"),
        ({"problem": TOP, "costs": (0.0, 1.0)}, "costs must be left out"),
        ({"problem": TOP, "explore": 0.1}, "explore must be left out"),
        ({"problem": TOP, "control": "random"}, "control must be left out"),
        ({"problem": TOP, "history": [(1, 2)] * 6}, "history must be left out"),
        ({"problem": TOP, "policy": "auto"}, "named where actions are sets"),
        ({"problem": TOP, "policy": bg.Subsample(bg.Greedy(), 3)}, "one that plays all arms"),
        ({"problem": TOP, "policy": bg.UniformRandom()}, "chooses one arm at a time"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path, settings, words):
    given = {"policy": bg.Greedy(), "arms": 6, "horizon": 50, **settings}
    assert_refused(lambda: Bandit(given.pop("policy"), given.pop("arms"), store=tmp_path / "sets.db", **given), words)


def test_calls_of_single_arms_are_refused(tmp_path):
    bandit = opened(tmp_path, bg.Greedy(), TOP)
    for call in (bandit.decide, lambda: bandit.decide_many(2)):
        assert_refused(call, "decide_set() plays sets")
    for call in (lambda: bandit.add_arms(1), lambda: bandit.retire_arm(0), lambda: bandit.pause_arm(0)):
        assert_refused(call, "actions are sets of them")
    assert_refused(bandit.best, "draws compare single arms")
    single = Bandit(bg.Greedy(), 3, 10, tmp_path / "single.db")
    assert_refused(single.decide_set, "decide() plays single arms")
    again = Bandit(bg.Greedy(), 6, 60, tmp_path / "sets.db", problem=TOP)
    assert again.state().decisions == 0
    assert_refused(lambda: Bandit(bg.Greedy(), 6, 60, tmp_path / "sets.db"), "problem differs")
