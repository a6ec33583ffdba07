"""Cascading bandits against their naive versions: list by list, in distribution, and by enumerated expectations."""

import itertools
import math
from dataclasses import dataclass
from math import nan

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from oracles import naive
from oracles import naive_cascading as oracle
from oracles.naive_cascading import CTS_BETA, GREEDY, KL_UCB, LEAST_SEEN, TS_CASCADE, UCB
from support.refusals import assert_refused

UCB1 = math.sqrt(0.75)  # the usual constant: m + sqrt(1.5 log t / n)


@dataclass(frozen=True)
class LeastSeen:
    """A user's own policy: the items that were looked at least often."""

    def index(self, pulls):
        return -1.0 * pulls


@dataclass(frozen=True)
class Decaying:
    """A user's own policy whose index falls with time."""

    c: float = 1.0

    def index(self, total, pulls, t):
        return total / pulls + self.c / math.sqrt(t * pulls)


# The policy, and what the oracle calls it: kind, constant, failures counted beforehand, forced start.
POLICIES = {
    "greedy": (bg.Greedy(), GREEDY, 0.0, 0, True),
    "greedy-published": (bg.Cascade(bg.Greedy(), pseudo_failures=1), GREEDY, 0.0, 1, True),
    "greedy-free": (bg.Cascade(bg.Greedy(), forced_start=False), GREEDY, 0.0, 0, False),
    "greedy-2-free": (bg.Cascade(bg.Greedy(), 2, False), GREEDY, 0.0, 2, False),
    "ucb": (bg.UCB(0.4), UCB, 0.4, 0, True),
    "ucb1": (bg.CascadeUCB1(), UCB, UCB1, 0, True),
    "ucb1-published": (bg.CascadeUCB1(pseudo_failures=1), UCB, UCB1, 1, True),
    "ucb1-free": (bg.CascadeUCB1(forced_start=False), UCB, UCB1, 0, False),
    "kl-ucb": (bg.CascadeKLUCB(), KL_UCB, 3.0, 0, True),
    "kl-ucb-published": (bg.CascadeKLUCB(pseudo_failures=1), KL_UCB, 3.0, 1, True),
    "kl-ucb-free": (bg.CascadeKLUCB(forced_start=False), KL_UCB, 3.0, 0, False),
    "kl-ucb-bare": (bg.KLUCB(1.0), KL_UCB, 1.0, 0, True),
    "least-seen": (LeastSeen(), LEAST_SEEN, 0.0, 0, True),
    "least-seen-free": (bg.Cascade(LeastSeen(), forced_start=False), LEAST_SEEN, 0.0, 0, False),
    "ts-cascade": (bg.TSCascade(), TS_CASCADE, 0.0, 0, False),
    "ts-cascade-published": (bg.TSCascade(pseudo_failures=1), TS_CASCADE, 0.0, 1, False),
    "cts-beta": (bg.CTSBeta(), CTS_BETA, 0.0, 0, False),
    "thompson": (bg.ThompsonBeta(), CTS_BETA, 0.0, 0, False),
}
INDICES = [name for name, case in POLICIES.items() if case[1] not in (TS_CASCADE, CTS_BETA)]


# ---------------------------------------------------------------- list by list


def clicks(trace):
    """The position of each round's click, or None."""
    return [None if place < 0 else int(place) for place in trace.rewards]


@pytest.mark.every_time("greedy", "ucb1-published")
@pytest.mark.parametrize("name", [n for n in INDICES if "least" not in n and n not in ("kl-ucb", "kl-ucb-bare")])
def test_every_list_shows_the_largest_indices_of_a_naive_scan(name):
    """Each list of a compiled run shows, in decreasing order, the largest indices of what was seen before."""
    policy, kind, c, pseudo, forced = POLICIES[name]
    tolerance = 1e-8 if kind == KL_UCB else 1e-12
    rng = np.random.default_rng(5)
    for items, slots, horizon in [(1, 1, 5), (5, 1, 300), (6, 3, 400), (40, 6, 500), (7, 7, 200), (200, 4, 300)]:
        problem = bg.Cascading(weights=rng.beta(1, 2, items), slots=slots)
        for run in range(2):
            trace = bg.trace(policy, problem, horizon, seed=3, run=run)
            assert trace.arms.shape == (horizon, slots)
            known = oracle.Statistics(items, pseudo)
            for shown, position in zip(trace.arms, clicks(trace), strict=True):
                if forced and known.t <= items:
                    assert shown[0] == known.t - 1
                    assert len(set(shown.tolist())) == slots
                else:
                    assert oracle.is_top_list(shown, known.values(kind, c), tolerance), f"round {known.t}"
                known.add(shown, position)


@pytest.mark.long
def test_an_own_index_of_time_is_computed_every_round():
    """A user's index that falls with time is never stale."""
    problem = bg.Cascading(weights=np.linspace(0.1, 0.6, 9), slots=3)
    for run in range(3):
        trace = bg.trace(Decaying(2.0), problem, 300, seed=4, run=run)
        known = oracle.Statistics(9)
        for shown, position in zip(trace.arms, clicks(trace), strict=True):
            if known.t > 9:
                values = known.clicks / known.looks + 2.0 / np.sqrt(known.t * known.looks)
                assert oracle.is_top_list(shown, values, 1e-12)
            known.add(shown, position)


@pytest.mark.every_time("greedy")
@pytest.mark.parametrize("name", [name for name in POLICIES if "least" not in name])
def test_regret_clicks_and_rewards_explain_each_other(name):
    """Each round's regret is that of its list, also where weights tie; the trace is the run that was simulated."""
    policy, weights = POLICIES[name][0], np.array([0.3, 0.9, 0.6, 0.6, 0.2])
    problem = bg.Cascading(weights=weights, slots=2)
    result = bg.simulate(policy, problem, 200, runs=5, seed=2)
    for run in range(5):
        trace = bg.trace(policy, problem, 200, seed=2, run=run)
        lost = [oracle.best_value(weights, 2) - oracle.value(weights, shown) for shown in trace.arms]
        assert np.allclose(trace.regret, np.cumsum(lost), atol=1e-9)
        assert np.array_equal(trace.regret[result.times - 1], result.regret[run])
        assert set(trace.rewards.tolist()) <= {-1.0, 0.0, 1.0}
        assert np.sum(trace.rewards >= 0.0) == result.reward[run]


@pytest.mark.long
def test_users_click_as_often_as_the_items_attract():
    """Given that it is looked at, an item is clicked with its probability."""
    weights = np.array([0.05, 0.3, 0.5, 0.95, 0.0, 1.0])
    seen, clicked = np.zeros(6), np.zeros(6)
    for run in range(4):
        trace = bg.trace(Decaying(1e4), bg.Cascading(weights=weights, slots=4), 4000, seed=1, run=run)
        for shown, position in zip(trace.arms, clicks(trace), strict=True):
            seen[shown if position is None else shown[: position + 1]] += 1
            if position is not None:
                clicked[shown[position]] += 1
    assert seen.min() > 1000
    error = np.sqrt(weights * (1 - weights) / seen)
    assert np.all(np.abs(clicked / seen - weights) <= 4 * error)


# ---------------------------------------------------------------- tiny cases


def test_nothing_is_learned_of_items_after_the_click():
    """If every item attracts, only the first is looked at: a free start meets one new item per round."""
    trace = bg.trace(bg.Cascade(bg.Greedy(), forced_start=False), bg.Cascading(weights=[1.0] * 8, slots=3), 8, seed=1)
    assert sorted(trace.arms[:, 0].tolist()) == list(range(8))


def test_all_items_are_seen_where_nothing_is_clicked():
    """If no item attracts, a free start meets as many new items per round as are shown."""
    trace = bg.trace(bg.Cascade(bg.Greedy(), forced_start=False), bg.Cascading(weights=[0.0] * 12, slots=3), 4, seed=1)
    assert sorted(trace.arms.ravel().tolist()) == list(range(12))


@pytest.mark.long
def test_showing_all_items_costs_nothing():
    """The order of a list does not change its value, so a list of all items has no regret."""
    problem = bg.Cascading(weights=GIVEN[:5], slots=5)
    for policy in (bg.Greedy(), bg.CTSBeta(), bg.TSCascade()):
        assert np.abs(bg.simulate(policy, problem, 100, runs=20, seed=1).regret).max() < 1e-12


@pytest.mark.every_time("greedy", "ucb1-published")
@pytest.mark.parametrize("name", [n for n in INDICES if n != "kl-ucb-bare"])
def test_expectations_of_tiny_cases(name):
    """Regret of three items in two places, after each of six rounds, has the mean of all possible courses."""
    policy, kind, c, pseudo, forced = POLICIES[name]
    weights = [0.2, 0.5, 0.7]
    result = bg.simulate(policy, bg.Cascading(weights=weights, slots=2), 6, runs=40_000, seed=1, checkpoints=6)
    for t in (1, 3, 4, 6):
        exact = oracle.expected_regret(kind, c, weights, 2, t, pseudo=pseudo, forced=forced)
        assert abs(result.mean[t - 1] - exact) < 4 * result.stderr[t - 1] + 1e-12


@pytest.mark.long
@pytest.mark.parametrize("name", ["ts-cascade", "cts-beta"])
def test_first_round_without_a_start_is_a_random_list(name):
    """Before anything is known each ordered list is as likely as any other."""
    problem = bg.Cascading(weights=[0.4] * 4, slots=2)
    shown = [tuple(bg.trace(POLICIES[name][0], problem, 1, seed=s).arms[0].tolist()) for s in range(480)]
    assert stats.chisquare([shown.count(p) for p in itertools.permutations(range(4), 2)]).pvalue > 1e-4


@pytest.mark.parametrize(
    "policy", [bg.Greedy(), bg.UCB(), bg.CascadeKLUCB(pseudo_failures=1), bg.Cascade(bg.Greedy(), 1, False)], ids=repr
)
def test_ties_are_broken_afresh_every_round_and_in_order(policy):
    """Items that are all alike are shown in every ordered list equally often, independently of the last list."""
    trace = bg.trace(policy, bg.Cascading(weights=[0.0] * 4, slots=4), 12_000, seed=6)
    lists = list(itertools.permutations(range(4)))
    numbers = [lists.index(tuple(row)) for row in trace.arms[4:].tolist()]
    assert stats.chisquare(np.bincount(numbers, minlength=24)).pvalue > 1e-4
    table = np.zeros((24, 24))
    np.add.at(table, (numbers[:-1], numbers[1:]), 1)
    assert stats.chi2_contingency(table).pvalue > 1e-4


def test_ties_at_the_border_of_the_list_are_fair():
    """One item is always clicked; which of the equal others fill the list is uniform, and so is their order."""
    trace = bg.trace(bg.Greedy(), bg.Cascading(weights=[0.0, 0.0, 1.0, 0.0, 0.0], slots=3), 12_000, seed=6)
    assert (trace.arms[5:, 0] == 2).all()
    pairs = list(itertools.permutations([0, 1, 3, 4], 2))
    numbers = [pairs.index(tuple(row)) for row in trace.arms[5:, 1:].tolist()]
    assert stats.chisquare(np.bincount(numbers, minlength=12)).pvalue > 1e-4


@pytest.mark.long
def test_the_forced_start_fills_the_list_at_random():
    """Round t of the start shows item t, then a uniformly random ordered choice of the others."""
    problem = bg.Cascading(weights=GIVEN[:4], slots=3)
    rests = [[] for _ in range(4)]
    for run in range(480):
        shown = bg.trace(bg.Greedy(), problem, 4, seed=8, run=run).arms
        assert shown[:, 0].tolist() == [0, 1, 2, 3]
        for t in range(4):
            rests[t].append(tuple(shown[t, 1:].tolist()))
    for t in range(4):
        others = [i for i in range(4) if i != t]
        assert stats.chisquare([rests[t].count(p) for p in itertools.permutations(others, 2)]).pvalue > 1e-4


# ---------------------------------------------------------------- in distribution

# policy, items, slots, horizon, runs of the oracle; the weights are given, or drawn from Beta(1, 3) in every run
GIVEN = np.random.default_rng(2).beta(1, 2, 64)
CELLS = [(name, 8, 3, 120, 600 if POLICIES[name][1] != KL_UCB else 300) for name in POLICIES] + [
    ("greedy", 64, 4, 300, 500),
    ("greedy-published", 16, 2, 400, 500),
    ("greedy-free", 64, 8, 200, 500),
    ("kl-ucb-published", 16, 6, 120, 300),
    ("kl-ucb-free", 24, 2, 100, 300),
    ("ucb1-published", 32, 8, 300, 500),
    ("ts-cascade-published", 32, 4, 300, 500),
    ("cts-beta", 40, 4, 200, 500),
    ("thompson", 3, 1, 300, 1000),
    ("greedy", 12, 6, 5, 1000),
]


@pytest.mark.long
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: "-".join(str(x) for x in cell[:4]))
def test_regret_has_the_law_of_the_naive_simulator(cell):
    """Mean and quantiles of the regret, midway and at the end, agree with the oracle's within 4 standard errors."""
    name, items, slots, horizon, runs = cell
    policy, kind, c, pseudo, forced = POLICIES[name]
    times = [max(1, horizon // 4), horizon]
    problem = bg.Cascading(weights=GIVEN[:items], slots=slots)
    ours = bg.simulate(policy, problem, horizon, runs=3 * runs, seed=1, checkpoints=times)
    theirs = oracle.regrets(kind, c, slots, times, runs, 1, weights=GIVEN[:items], pseudo=pseudo, forced=forced)
    for i in range(2):
        assert naive.disagreement(ours.regret[:, i], theirs[:, i]) < 4.0


@pytest.mark.long
def test_fresh_weights_are_drawn_in_every_run_and_shared_by_all_policies():
    """With a prior the law is that of the naive simulator, and two policies meet the same weights."""
    problem = bg.Cascading(prior=bg.Beta(1, 3), items=30, slots=4)
    references = []
    for name in ("greedy-published", "thompson"):
        policy, kind, c, pseudo, forced = POLICIES[name]
        ours = bg.simulate(policy, problem, 200, runs=2000, seed=1, checkpoints=[50])
        theirs = oracle.regrets(
            kind,
            c,
            4,
            [50, 200],
            600,
            1,
            prior=lambda rng, n: rng.beta(1, 3, n),
            items=30,
            pseudo=pseudo,
            forced=forced,
        )
        for i in range(2):
            assert naive.disagreement(ours.regret[:, i], theirs[:, i]) < 4.0
        references.append(ours.reference)
    assert np.array_equal(*references)
    assert len(np.unique(references[0])) == 2000


# ---------------------------------------------------------------- guarantees


@pytest.mark.every_time("greedy", "ucb1-published")
@pytest.mark.parametrize("name", POLICIES)
def test_threads_and_blocks_change_nothing(name):
    """Any number of threads and any size of blocks give the same bits; another seed gives others."""
    settings = (POLICIES[name][0], bg.Cascading(weights=GIVEN[:12], slots=3), 150)
    result = bg.simulate(*settings, runs=23, seed=7, threads=1, block=23)
    for threads, block in ((1, 1), (2, 3), (5, 7)):
        other = bg.simulate(*settings, runs=23, seed=7, threads=threads, block=block)
        assert np.array_equal(result.regret, other.regret)
        assert np.array_equal(result.reward, other.reward)
    assert not np.array_equal(result.regret, bg.simulate(*settings, runs=23, seed=8).regret)
    assert np.array_equal(result.regret, bg.simulate(*settings, runs=40, seed=7).regret[:23])


WEIGHTS = {"weights": [0.5, 0.5], "slots": 1}
BAD_INPUT = {
    "slots": (lambda: bg.Cascading(bg.Uniform(), items=3, slots=4), "Cascading.slots", "3", "4"),
    "slots of weights": (lambda: bg.Cascading(weights=[0.5, 0.5], slots=3), "Cascading.slots", "2", "3"),
    "no slot": (lambda: bg.Cascading(bg.Uniform(), items=3, slots=0), "Cascading.slots", "0"),
    "half a slot": (lambda: bg.Cascading(bg.Uniform(), items=3, slots=1.5), "Cascading.slots", "1.5"),
    "no items": (lambda: bg.Cascading(bg.Uniform(), items=0), "Cascading.items", "0"),
    "negative items": (lambda: bg.Cascading(bg.Uniform(), items=-2), "Cascading.items", "-2"),
    "nothing": (lambda: bg.Cascading(), "Cascading", "weights", "prior"),
    "both": (lambda: bg.Cascading(bg.Uniform(), items=2, weights=[0.1, 0.2]), "Cascading", "not both"),
    "other items": (lambda: bg.Cascading(items=3, weights=[0.1, 0.2]), "Cascading.items", "2", "3"),
    "weight": (lambda: bg.Cascading(weights=[0.5, 1.5]), "Cascading.weights[1]", "1.5"),
    "negative weight": (lambda: bg.Cascading(weights=[-0.5]), "Cascading.weights[0]", "-0.5"),
    "nan weight": (lambda: bg.Cascading(weights=[0.5, nan]), "Cascading.weights[1]", "nan"),
    "text weights": (lambda: bg.Cascading(weights="ab"), "Cascading.weights", "ab"),
    "wide prior": (lambda: bg.Cascading(bg.Uniform(0, 2), items=2), "Cascading.prior", "[0, 2]"),
    "not a prior": (lambda: bg.Cascading(0.5, items=2), "Cascading.prior", "0.5"),
    "pseudo": (lambda: bg.Cascade(bg.Greedy(), pseudo_failures=-1), "Cascade.pseudo_failures", "-1"),
    "half pseudo": (lambda: bg.CascadeUCB1(pseudo_failures=0.5), "pseudo_failures", "0.5"),
    "not a policy": (lambda: simulated(bg.Cascade(3)), "3"),
    "unfit policy": (lambda: simulated(bg.TwoTarget()), "TwoTarget", "Cascading"),
    "pool policy": (lambda: simulated(bg.Discretize(bg.Greedy(), 3)), "Discretize", "Cascading"),
    "other game": (lambda: bg.simulate(bg.TSCascade(), bg.Finite(means=[0.5]), 5), "GaussianSharedSample", "Finite"),
    "cascade elsewhere": (lambda: bg.simulate(bg.Cascade(bg.Greedy()), bg.Finite(means=[0.5]), 5), "Cascad", "Finite"),
    "horizon": (lambda: bg.simulate(bg.Greedy(), bg.Cascading(**WEIGHTS), 0), "horizon", "0"),
}


def simulated(policy):
    return bg.simulate(policy, bg.Cascading(**WEIGHTS), 5, runs=2)


@pytest.mark.parametrize("name", BAD_INPUT)
def test_bad_input_is_named(name):
    """Bad input raises an error that names the field and the value."""
    assert_refused(*BAD_INPUT[name])
