"""Budgeted bandits against their naive versions: pull by pull, in distribution, and by enumerated expectations."""

import math
from dataclasses import dataclass
from math import inf, nan

import numpy as np
import pytest

import begreedy as bg
import begreedy.types as contract
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from oracles import naive
from oracles import naive_budgeted as oracle
from oracles.naive_budgeted import (
    B_GREEDY,
    BERNOULLI,
    BETA,
    BTS,
    BUDGET_UCB,
    C_UCB,
    GREEDY,
    I_UCB,
    KUBE,
    M_UCB,
    UCB_BV1,
)
from support.refusals import assert_refused


@dataclass(frozen=True)
class Worth:
    """A user's own index of everything, which falls with time; amounts count by their squares."""

    def observe(self, amount, rng):
        return amount * amount

    def index(self, total, pulls, cost, t):
        return (total - 0.5 * cost) / pulls + 1.0 / t


@dataclass(frozen=True)
class Miser:
    """Plays what has cost least."""

    def index(self, cost, pulls):
        return -cost


# The policy, and what the oracle calls it.
POLICIES = {
    "greedy": (bg.Greedy(), GREEDY, 0.0),
    "budget-ucb": (bg.BudgetUCB(), BUDGET_UCB, 1e-5),
    "budget-ucb-floor": (bg.BudgetUCB(floor=0.2), BUDGET_UCB, 0.2),
    "bts": (bg.BTS(), BTS, 0.0),
    "i-ucb": (bg.IUCB(), I_UCB, 0.25),
    "c-ucb": (bg.CUCB(), C_UCB, 0.125),
    "m-ucb": (bg.MUCB(), M_UCB, 0.0625),
    "m-ucb-wide": (bg.MUCB(alpha=0.5), M_UCB, 0.5),
    "b-greedy": (bg.BGreedy(), B_GREEDY, 1.0),
    "ucb-bv1": (bg.UCBBV1(floor=0.2), UCB_BV1, 0.2),
    "kube": (bg.KUBE(), KUBE, 0.0),
}
INDICES = [name for name in POLICIES if name not in ("bts", "b-greedy")]
FREE = 1e-12  # the chance of a cost that no test will ever see

# ---------------------------------------------------------------- pull by pull


CHANCES, SHAPES = bg.Uniform(0.1, 0.9), bg.Uniform(1, 5)


def bernoulli(budget, arms):
    return bg.Budgeted(budget, prior=CHANCES, arms=arms)


def beta(budget, arms):
    return bg.Budgeted(budget, prior=SHAPES, arms=arms, law="beta")


@pytest.mark.parametrize("name", INDICES)
def test_indices_are_those_of_the_definitions(name):
    """The index of an arm, as plain Python, is the naive one, whatever the rewards, costs, pulls and time."""
    policy, kind, p = POLICIES[name]
    policy = bg.RatioGreedy() if name == "greedy" else policy
    names = contract.form_of(policy).arguments
    rng = np.random.default_rng(1)
    for _ in range(500):
        n = int(rng.integers(1, 200))
        t = n + int(rng.integers(0, 10_000))
        total, cost = (n * float(rng.choice([0.0, rng.random(), 1.0])) for _ in range(2))
        values = {"total": total, "cost": cost, "pulls": n, "t": t}
        ours = policy.index(*(values[argument] for argument in names))
        assert ours == pytest.approx(oracle.index(kind, p, total, cost, n, t), rel=1e-12)


SIZES = ((150, 6), (20, 1), (80, 40))
REPLAYED = [(name, bernoulli(*size)) for name in ("greedy", "m-ucb") for size in SIZES]
REPLAYED += [("worth", beta(*size)) for size in SIZES]


@pytest.mark.parametrize(("name", "problem"), [*REPLAYED, ("greedy", beta(100, 12)), ("budget-ucb", beta(100, 12))])
def test_every_pull_is_a_maximum_of_the_naive_scan(name, problem):
    """Each arm once, then an arm of the largest index of rewards, costs, pulls and time, until it cost too much."""
    policy, kind, p = {**POLICIES, "worth": (Worth(), None, 0.0)}[name]
    arms = problem.arms
    for run in range(2):
        trace = bg.trace(policy, problem, 400, seed=3, run=run)
        total, spent, pulls = np.zeros(arms), np.zeros(arms), np.zeros(arms, np.int64)
        for t, (arm, reward, cost) in enumerate(zip(trace.arms, trace.rewards, trace.costs, strict=True), 1):
            if t <= arms:
                assert arm == t - 1
            else:
                if name == "worth":
                    values = (total - 0.5 * spent) / pulls + 1.0 / t
                else:
                    values = np.array([oracle.index(kind, p, *k, t) for k in zip(total, spent, pulls)])
                best = values.max()
                assert values[arm] >= best - 1e-12 * min(1e12, abs(best)), f"run {run}, round {t}"
            power = 2 if name == "worth" else 1
            total[arm] += reward**power
            spent[arm] += cost**power
            pulls[arm] += 1
        bill = np.cumsum(trace.costs)
        assert (bill[:-1] <= problem.budget).all()
        assert t == 400 or bill[-1] > problem.budget


def test_an_arm_that_was_free_and_paid_comes_first_and_one_that_did_not_comes_last():
    """Greedy's rule for a cost of 0: infinite if there was any reward, and else 0."""
    problem = bg.Budgeted(50, rewards=[1.0, 1.0, 0.0], costs=[1.0, FREE, 0.0])
    assert bg.trace(bg.Greedy(), problem, 40, seed=1).arms[:40].tolist() == [0, 1, 2] + [1] * 37
    problem = bg.Budgeted(50, rewards=[1.0, 0.0], costs=[1.0, 0.0])
    assert bg.trace(bg.Greedy(), problem, 40, seed=1).arms[:40].tolist() == [0, 1] + [0] * 38


def test_a_trace_tells_what_was_spent_and_earned():
    """Its regret is what the money spent would have earned at the best ratio, minus the pulls within the budget."""
    trace = bg.trace(bg.Greedy(), bg.Budgeted(7, rewards=[0.5, 0.4], costs=[0.5, 0.2]), 500, seed=1)
    spent, earned = np.cumsum(trace.costs), np.array([0.5, 0.4])[trace.arms]
    assert (spent[-2], spent[-1]) == (7.0, 8.0)
    earned[-1] = 0.0
    assert np.allclose(trace.regret, 2.0 * spent - np.cumsum(earned))


def test_ties_are_fair():
    """Arms that are all alike, infinite ones too, are pulled equally often and independently of the last pull."""
    for rewards, costs in (([1.0] * 4, [1.0] * 4), ([1.0] * 4, [FREE] * 4), ([0.0] * 4, [0.0] * 4)):
        problem = bg.Budgeted(9000, rewards=rewards, costs=costs)
        arms = bg.trace(bg.Greedy(), problem, 8000, seed=2).arms[4:8000]
        assert np.all(np.abs(np.bincount(arms, minlength=4) - 1999) < 4 * math.sqrt(8000 * 3 / 16))
        assert abs(np.mean(arms[1:] == arms[:-1]) - 0.25) < 4 * math.sqrt(3 / 16 / 8000)


# ---------------------------------------------------------------- budgets and their end


def test_sure_costs_are_counted_exactly():
    """With costs of 1, a budget B pays for floor(B) pulls; Greedy wastes one on the arm that never pays."""
    problem = bg.Budgeted(5, rewards=[1.0, 0.0], costs=[1.0, 1.0])
    result = bg.simulate(bg.Greedy(), problem, runs=3, seed=1, checkpoints=[0.5, 1, 1.5, 2, 3, 4.5])
    assert result.times.tolist() == [0.5, 1, 1.5, 2, 3, 4.5, 5]
    assert np.allclose(result.regret, [[0.5, 0.0, 0.5, 1.0, 1.0, 1.5, 1.0]] * 3)
    assert result.rounds.tolist() == [[1, 2, 2, 3, 4, 5, 6]] * 3
    assert (result.capped == 0.0).all()
    assert (result.reward == 4.0).all()
    assert (result.reference == 1.0).all()


def test_a_single_arm_is_pulled_until_it_cost_once_too_often():
    """Pulls within a budget B are those before the (B + 1)-th cost: a negative binomial number."""
    m, c, budgets = 0.6, 0.3, [1, 4, 20]
    result = bg.simulate(bg.Greedy(), bg.Budgeted(20, rewards=[m], costs=[c]), runs=20_000, seed=1, checkpoints=budgets)
    for i, budget in enumerate(budgets):
        pulls = result.rounds[:, i]
        error = math.sqrt((budget + 1) * (1 - c)) / c / math.sqrt(20_000)
        assert abs(pulls.mean() - (budget + 1) / c) < 4 * error
        assert np.allclose(result.regret[:, i], budget * m / c - m * (pulls - 1))
        assert abs(result.mean[i] - m * (1 - 1 / c)) < 4 * m * error


@pytest.mark.long
def test_uniform_costs_pay_for_as_many_pulls_as_their_sums_allow():
    """A budget of 1 pays for e - 1 pulls of uniform cost in the mean."""
    problem = bg.Budgeted(1, prior=bg.Uniform(1, 1 + 1e-9), arms=1, law="beta")
    result = bg.simulate(bg.Greedy(), problem, runs=20_000, seed=2, checkpoints=1)
    assert abs(np.mean(result.rounds - 1) - (math.e - 1)) < 4 * np.std(result.rounds) / math.sqrt(20_000)
    assert np.allclose(result.regret, 1 - 0.5 * (result.rounds - 1))


def test_runs_that_never_end_are_capped_and_counted():
    """Free arms last until the cap; a run is capped at those budgets that it did not go over."""
    free = bg.simulate(
        bg.Greedy(), bg.Budgeted(3, rewards=[0.0], costs=[0.0]), horizon=50, runs=4, seed=1, checkpoints=[1]
    )
    assert free.capped.tolist() == [1.0, 1.0]
    assert (free.regret == 0.0).all()
    assert (free.rounds == 0).all()
    sure = bg.simulate(bg.Greedy(), bg.Budgeted(9, rewards=[0.5], costs=[1]), horizon=4, runs=2, checkpoints=[2, 3, 4])
    assert sure.capped.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert np.allclose(sure.regret, [[0.0, 0.0, 0.0, 2.5]] * 2)
    paying = bg.simulate(bg.Greedy(), bg.Budgeted(2, rewards=[1.0], costs=[FREE]), horizon=7, runs=2, checkpoints=1)
    assert (paying.capped == 1.0).all()
    assert (paying.reward == 7.0).all()


@pytest.mark.every_time("greedy", "m-ucb", "m-ucb-wide")
@pytest.mark.parametrize("name", ["greedy", "m-ucb", "m-ucb-wide", "b-greedy"])
def test_expectations_of_tiny_cases(name):
    """What two arms earn within small budgets, and how often the cap ends it, has the mean of all possible courses."""
    policy, kind, p = POLICIES[name]
    rewards, costs = [0.3, 0.8], [0.4, 0.9]
    problem = bg.Budgeted(3, rewards=rewards, costs=costs)
    result = bg.simulate(policy, problem, horizon=8, runs=40_000, seed=1, checkpoints=[1, 2, 3])
    for i, budget in enumerate((1, 2, 3)):
        earned, capped = oracle.expected_earnings(kind, p, rewards, costs, budget, 8)
        exact = budget * 8 / 9 - earned
        assert abs(result.mean[i] - exact) < 4 * result.stderr[i]
        assert abs(result.capped[i] - capped) < 4 * math.sqrt(capped * (1 - capped) / 40_000)


# ---------------------------------------------------------------- in distribution


def shapes(rng, size):
    return 1.0 + 4.0 * rng.random(size)


def chances(rng, size):
    return 0.1 + 0.8 * rng.random(size)


CELLS = {f"{name}-beta": (name, beta(40, 12), shapes) for name in POLICIES}
CELLS |= {f"{name}-bernoulli": (name, bernoulli(40, 12), chances) for name in ("greedy", "bts", "budget-ucb", "m-ucb")}


@pytest.mark.every_time("greedy-beta", "bts-bernoulli")
@pytest.mark.parametrize("name", CELLS)
def test_regret_has_the_law_of_the_naive_simulator(name):
    """Mean and quantiles of the regret within two budgets agree with the oracle's within 4 standard errors."""
    which, problem, prior = CELLS[name]
    policy, kind, p = POLICIES[which]
    ours = bg.simulate(policy, problem, runs=2500, seed=1, checkpoints=[10])
    law = BETA if problem.law == "beta" else BERNOULLI
    theirs, ratios, _ = oracle.regrets(kind, p, law, [10, 40], 1000, 1, prior=prior, arms=12)
    for i in range(2):
        assert naive.disagreement(ours.regret[:, i], theirs[:, i]) < 4.0
        relative = theirs[:, i] / (ratios * [10, 40][i])
        assert naive.disagreement(ours.relative[:, i], relative) < 4.0
    assert naive.disagreement(ours.reference, ratios) < 4.0


def test_heavy_tails_have_the_quantiles_of_the_naive_simulator():
    """With cheap arms some runs are endless: relative regret and the share of capped runs agree."""
    problem = bg.Budgeted(30, prior=bg.Uniform(), arms=30)
    ours = bg.simulate(bg.Greedy(), problem, horizon=400, runs=3000, seed=1, checkpoints=1)
    theirs, ratios, capped = oracle.regrets(
        GREEDY, 0.0, BERNOULLI, [30], 1500, 1, prior=lambda rng, size: rng.random(size), arms=30, cap=400
    )
    assert naive.disagreement(ours.relative[:, 0], theirs[:, 0] / (30 * ratios)) < 4.0
    share = capped.mean()
    assert 0.1 < share < 0.9
    assert abs(ours.capped[0] - share) < 4 * math.sqrt(share * (1 - share) * (1 / 3000 + 1 / 1500))


@pytest.mark.long
def test_a_budget_on_the_way_is_a_budget_of_its_own():
    """Regret at a checkpoint has the law of a problem with that budget."""
    for policy in (bg.Greedy(), bg.BTS()):
        passing = bg.simulate(policy, beta(60, 6), runs=4000, seed=1, checkpoints=[15])
        ending = bg.simulate(policy, beta(15, 6), runs=4000, seed=2, checkpoints=1)
        assert naive.disagreement(passing.regret[:, 0], ending.regret[:, 0]) < 4.0


# ---------------------------------------------------------------- guarantees


@pytest.mark.every_time("greedy", "m-ucb")
@pytest.mark.parametrize("name", POLICIES)
def test_threads_blocks_and_checkpoints_change_nothing(name):
    """Any number of threads, blocks and checkpoints give the same bits; another seed gives others."""
    settings = (POLICIES[name][0], beta(30, 8))
    result = bg.simulate(*settings, runs=23, seed=7, threads=1, block=23, checkpoints=[10, 20])
    for threads, block in ((1, 1), (2, 3), (5, 7)):
        other = bg.simulate(*settings, runs=23, seed=7, threads=threads, block=block, checkpoints=[3, 10, 20])
        assert np.array_equal(result.regret, other.regret[:, 1:])
        assert np.array_equal(result.rounds, other.rounds[:, 1:])
        assert np.array_equal(result.reward, other.reward)
    assert np.array_equal(result.regret, bg.simulate(*settings, runs=30, seed=7, checkpoints=[10, 20]).regret[:23])
    assert not np.array_equal(result.regret, bg.simulate(*settings, runs=23, seed=8, checkpoints=[10, 20]).regret)


def one(**options):
    return bg.Budgeted(**{"budget": 10, "rewards": [0.5], "costs": [0.5], **options})


BAD_INPUT = {
    "budget": (lambda: one(budget=0), "Budgeted.budget", "greater than 0", "0"),
    "negative budget": (lambda: one(budget=-3), "Budgeted.budget", "-3"),
    "nan budget": (lambda: one(budget=nan), "Budgeted.budget", "nan"),
    "infinite budget": (lambda: one(budget=inf), "Budgeted.budget", "inf"),
    "text budget": (lambda: one(budget="much"), "Budgeted.budget", "much"),
    "negative cost": (lambda: one(rewards=[0.5, 0.5], costs=[0.5, -0.1]), "Budgeted.costs[1]", "-0.1"),
    "large cost": (lambda: one(costs=[1.1]), "Budgeted.costs[0]", "1.1"),
    "nan cost": (lambda: one(costs=[nan]), "Budgeted.costs[0]", "nan"),
    "negative reward": (lambda: one(rewards=[-0.5]), "Budgeted.rewards[0]", "-0.5"),
    "text reward": (lambda: one(rewards=["x"]), "Budgeted.rewards[0]", "x"),
    "number for rewards": (lambda: one(rewards=0.5), "Budgeted.rewards", "0.5"),
    "nothing for costs": (lambda: one(costs=None), "Budgeted.costs"),
    "free reward": (lambda: one(costs=[0.0]), "Budgeted.costs[0]", "greater than 0", "0.0"),
    "lengths": (lambda: one(costs=[0.5, 0.4]), "Budgeted.costs", "1 rewards", "2 costs"),
    "no costs": (lambda: bg.Budgeted(10, rewards=[0.5]), "Budgeted.costs", "0 costs"),
    "arms": (lambda: one(arms=3), "Budgeted.rewards", "arms=3"),
    "nothing": (lambda: bg.Budgeted(10), "Budgeted", "rewards", "prior"),
    "no arms": (lambda: bg.Budgeted(10, bg.Uniform()), "Budgeted.arms", "None"),
    "both": (lambda: one(prior=bg.Uniform()), "Budgeted", "not both"),
    "law": (lambda: one(law="normal"), "Budgeted.law", "bernoulli, beta", "normal"),
    "pair": (lambda: one(law="beta"), "Budgeted.rewards[0]", "pair", "0.5"),
    "no pair": (lambda: one(rewards=[(1, 2)]), "Budgeted.rewards[0]", "(1, 2)"),
    "shape": (lambda: one(law="beta", rewards=[(1, 0)], costs=[(1, 1)]), "Budgeted.rewards[0]", "(1, 0)"),
    "nan shape": (lambda: one(law="beta", rewards=[(1, nan)], costs=[(1, 1)]), "Budgeted.rewards[0]", "nan"),
    "prior": (lambda: bg.Budgeted(10, 0.5, arms=3), "Budgeted.prior", "0.5"),
    "prior class": (lambda: bg.Budgeted(10, bg.Uniform, arms=3), "Uniform", "instance"),
    "wide prior": (lambda: bg.Budgeted(10, bg.Uniform(0, 2), arms=3), "Budgeted.prior", "[0, 1]"),
    "low prior": (lambda: bg.Budgeted(10, bg.Uniform(-1, 5), arms=3, law="beta"), "Budgeted.prior", "greater than 0"),
    "floor": (lambda: bg.BudgetUCB(floor=0), "BudgetUCB.floor", "0.0"),
    "no floor": (lambda: bg.simulate(bg.UCBBV1(), bg.Budgeted(9, bg.Uniform(), 3)), "UCBBV1.floor", "given"),
    "alpha": (lambda: bg.MUCB(-1), "MUCB.alpha", "-1"),
    "nan alpha": (lambda: bg.IUCB(nan), "IUCB.alpha", "nan"),
    "explore": (lambda: bg.BGreedy(-0.5), "BGreedy.alpha", "-0.5"),
    "checkpoint": (lambda: bg.simulate(bg.BTS(), one(), checkpoints=[11]), "checkpoints", "10", "11"),
    "low checkpoint": (lambda: bg.simulate(bg.BTS(), one(), checkpoints=[0]), "checkpoints", "0"),
    "cap": (lambda: bg.simulate(bg.BTS(), one(), horizon=0), "horizon", "0"),
    "no horizon": (lambda: bg.simulate(bg.Greedy(), bg.Finite(means=[0.5])), "horizon", "None"),
    "no money": (lambda: bg.simulate(bg.KUBE(), bg.Finite(means=[0.5]), 5), "KUBE", "Finite", "pulls that cost"),
    "no money in a pool": (
        lambda: bg.simulate(bg.Subsample(bg.BTS(), k=2), bg.ManyArmed(9, 1), 5),
        "Subsample(policy=BTS(), k=2) needs pulls that cost",
    ),
    "cascade": (lambda: bg.simulate(bg.TSCascade(), one()), "Cascade", "Budgeted"),
    "pool policy": (lambda: bg.simulate(bg.MeDZO(), one()), "MeDZO", "Budgeted"),
}


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_named(name):
    """Bad input raises an error that names the field and the value."""
    assert_refused(*BAD_INPUT[name])


@pytest.mark.parametrize(
    "policy", [bg.ThompsonBeta(), bg.UCB(), bg.KLUCB(), bg.MOSS(), bg.EpsilonGreedy(), bg.AdaptiveGreedy()], ids=repr
)
def test_policies_that_play_by_rewards_alone_are_refused(policy):
    """They would ignore costs without a word; one that looks at nothing may play."""
    problem = bg.Budgeted(30, prior=bg.Uniform(0.1, 1.0), arms=5)
    with pytest.raises(TypeError, match=r"it plays by rewards alone, got .*; use Greedy"):
        bg.simulate(policy, problem, runs=2)


def test_a_random_choice_may_ignore_costs():
    assert len(bg.trace(bg.UniformRandom(), bg.Budgeted(5, prior=bg.Uniform(0.1, 1.0), arms=5), seed=1)) > 0


# ---------------------------------------------------------------- arms that cost nothing


@pytest.mark.long
@pytest.mark.parametrize("plain", [False, True])
def test_locked_on_an_arm_that_costs_and_pays_nothing(plain):
    """It counts as an arm of ratio 0: the gap is the best ratio, and its pulls are none of the best arm."""
    problem = bg.Budgeted(10, rewards=[0.0, 0.5], costs=[0.0, 1.0])
    how = {"seed": 0, "checkpoints": 5, "options": PlayOptions(plain=plain)}
    record = prepare(Miser(), problem, 50, **how).play(0, 3)
    assert record.locked.tolist() == [0.5] * 3
    assert record.pulls.tolist() == [1] * 3
    alone = prepare(Miser(), bg.Budgeted(10, rewards=[0.0], costs=[0.0]), 50, **how)
    assert alone.play(0, 1).locked.tolist() == [0.0]


def test_pulls_of_the_best_arm_are_counted_whatever_its_ratio_is_rounded_to():
    """All pulls of a single arm are those of a best one, also where ratio times cost exceeds the reward by a bit."""
    problem = bg.Budgeted(5, prior=bg.Uniform(0.1, 0.9), arms=1)
    result = bg.simulate(bg.Greedy(), problem, horizon=8, runs=400, seed=0)
    assert (result.pulls >= 5).all()
    assert (result.locked_gap == 0.0).all()
