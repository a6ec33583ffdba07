"""Leaps where pulls cost have the law of rounds, and of an independent simulation."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.options import PlayOptions
from begreedy.run.jobs import Job
from oracles import naive_budgeted as oracle
from support.same_law import assert_same_law, assert_same_results

BUDGETS = [20.0, 100.0, 333.3, 500.0]
# Leaders that fall late; cheap arms; dear ones; an arm that always pays, and one that only costs.
PROBLEMS = {
    "close": bg.Budgeted(500, rewards=[0.5, 0.55, 0.4], costs=[0.5, 0.5, 0.4]),
    "cheap": bg.Budgeted(500, rewards=[0.5, 0.55, 0.4], costs=[0.05, 0.06, 0.04]),
    "dear": bg.Budgeted(500, rewards=[0.05, 0.06, 0.04], costs=[0.9, 1.0, 0.8]),
    "certain": bg.Budgeted(500, rewards=[0.5, 1.0, 0.4, 0.0], costs=[0.05, 0.1, 0.04, 1.0]),
    "single": bg.Budgeted(500, rewards=[0.5], costs=[0.05]),
}
POLICIES = {"greedy": bg.Greedy(), "optimistic": bg.OptimisticGreedy()}
SHORT = [f"{runs}-{name}" for runs in ("1000-greedy", "1000-optimistic") for name in ("close", "cheap")]


def rounds_and_leaps(policy, problem, runs, horizon=None, checkpoints=BUDGETS):
    return (
        bg.simulate(policy, problem, horizon, runs, seed, checkpoints=checkpoints, leaps=leaps)
        for seed, leaps in ((1, False), (2, True))
    )


@pytest.mark.every_time("1000-greedy-close", "1000-greedy-cheap")
@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("runs", [1000, 20_000])
def test_leaps_have_the_law_of_rounds(runs, policy, name):
    """Regret and rounds at every budget, and all that is kept of a run, with the end by budget and by rounds."""
    for horizon in (None, 3000):
        rounds, leaps = rounds_and_leaps(POLICIES[policy], PROBLEMS[name], runs, horizon)
        assert_same_results(rounds, leaps)
        for one, other in zip(rounds.rounds.T, leaps.rounds.T, strict=True):
            assert_same_law(one, other)


@pytest.mark.every_time("1000-cheap")
@pytest.mark.parametrize("name", ["close", "cheap", "dear"])
@pytest.mark.parametrize("runs", [1000, 20_000])
def test_leaps_have_the_law_of_an_independent_simulation(runs, name):
    """The oracle looks at every arm every round."""
    problem = PROBLEMS[name]
    rewards, costs, budgets = (np.array(numbers) for numbers in (problem.rewards, problem.costs, BUDGETS))
    theirs = oracle.greedy_regrets(rewards, costs, budgets, runs, np.random.default_rng(3))
    leaps = bg.simulate(bg.Greedy(), problem, runs=runs, seed=4, checkpoints=BUDGETS)
    for ours, naive in zip(leaps.regret.T, theirs.T, strict=True):
        assert_same_law(ours, naive)


@pytest.mark.long
def test_drawn_arms_and_close_budgets():
    """Arms of a prior, among them nearly free ones, with a checkpoint at every half unit of the budget."""
    problem = bg.Budgeted(60, prior=bg.Uniform(), arms=4)
    rounds, leaps = rounds_and_leaps(bg.Greedy(), problem, 4000, 5000, 120)
    for at in (0, 1, 2, 39, 80, 119):
        assert_same_law(rounds.regret[:, at], leaps.regret[:, at])
        assert_same_law(rounds.rounds[:, at], leaps.rounds[:, at])
    assert np.all(np.diff(leaps.rounds[leaps.rounds[:, -1] > 0], axis=1) >= 0)


@pytest.mark.parametrize("policy", POLICIES)
def test_certain_amounts_are_counted_exactly(policy):
    """Rewards and costs that are always 0 or always 1, and a budget that pays for no pull."""
    policy = POLICIES[policy]
    sure = bg.simulate(policy, bg.Budgeted(1000.5, rewards=[1.0], costs=[1.0]), runs=3, checkpoints=[0.5, 7.0, 99.9])
    assert sure.rounds.tolist() == [[1, 8, 100, 1001]] * 3
    assert np.allclose(sure.regret, [[0.5, 0.0, 0.9, 0.5]] * 3)
    assert (sure.reward == 1000.0).all()
    assert (sure.pulls == 1000).all()
    poor = bg.simulate(policy, bg.Budgeted(0.5, rewards=[1.0, 0.5], costs=[1.0, 1.0]), runs=3, checkpoints=1)
    assert poor.rounds.tolist() == [[1]] * 3
    assert (poor.reward == 0.0).all()
    unpaid = bg.simulate(policy, bg.Budgeted(300, rewards=[0.0], costs=[1.0]), runs=3, checkpoints=1)
    assert unpaid.rounds.tolist() == [[301]] * 3
    free = bg.simulate(policy, bg.Budgeted(3, rewards=[0.0], costs=[0.0]), horizon=10**9, runs=2, checkpoints=1)
    assert (free.rounds == 0).all()
    assert (free.capped == 1.0).all()


def test_leaps_are_stored_apart_where_there_are_any():
    """Per-cost Greedy on amounts of 0 and 1 leaps; other laws and policies have nothing to leap over."""

    def digests(policy, problem):
        ways = [PlayOptions(leaps=leaps) for leaps in (False, True)]
        return {Job(policy, problem, None, 1, 0, options=options).digest for options in ways}

    chances, shapes = (bg.Budgeted(500, prior=bg.Uniform(1, 2), arms=3, law="beta"), PROBLEMS["close"])[::-1]
    assert [len(digests(policy, chances)) for policy in POLICIES.values()] == [2, 2]
    assert [len(digests(policy, shapes)) for policy in POLICIES.values()] == [1, 1]
    assert [len(digests(policy, chances)) for policy in (bg.BTS(), bg.BGreedy(), bg.BudgetUCB())] == [1, 1, 1]


def test_leaps_depend_on_neither_blocks_nor_threads_nor_the_compiler():
    """Same bits however runs are played; rounds are those of a trace."""
    problem = PROBLEMS["cheap"]
    once, again, plain = (
        bg.simulate(bg.Greedy(), problem, runs=3, checkpoints=BUDGETS, **options)
        for options in ({}, {"threads": 1, "block": 2}, {"plain": True})
    )
    for result in (again, plain):
        assert np.array_equal(once.regret, result.regret)
        assert np.array_equal(once.rounds, result.rounds)
        assert np.array_equal(once.reward, result.reward)
    singly = bg.simulate(bg.Greedy(), problem, runs=1, checkpoints=BUDGETS, leaps=False)
    assert not np.array_equal(singly.reward, once.reward[:1])
    assert bg.trace(bg.Greedy(), problem, int(singly.rounds[0, -1])).rewards[:-1].sum() == singly.reward[0]


@dataclass(frozen=True)
class Liar:
    """Says that its index is monotone, but costs lift it, rewards lower it, and free pulls lower it."""

    by: int

    monotone = True

    def index(self, total, pulls, cost):
        if self.by == 0:
            return cost
        return -total if self.by == 1 else 1.0 / pulls


@pytest.mark.parametrize(
    ("by", "words"),
    [
        (0, "index grows with a pull that costs 1"),
        (1, "index falls as total grows"),
        (2, "index falls with a pull that is free"),
    ],
)
def test_a_false_promise_is_found(by, words):
    """check_policy says which."""
    with pytest.raises(bg.testing.ConformanceError, match=f"{words}(.|\\n)*remove monotone = True"):
        bg.testing.check_policy(Liar(by))
