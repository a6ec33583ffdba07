"""Combinatorial semi-bandits: every policy and set of actions against a naive simulator that lists all actions."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import sqrt

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from oracles import brute_force
from oracles import naive_combinatorial as oracle
from problems.test_actions import KINDS, Broken, Pairs
from support.refusals import assert_refused


def problem_on(kind, **fields):
    """Bernoulli arms of a uniform prior on one of the sets of actions; costs where these must be."""
    actions, every = KINDS[kind]
    costs = bool(getattr(actions, "costs_only", False))
    return bg.Combinatorial(actions, prior=bg.Uniform(), minimise=costs, **fields), sorted(every)


# ---------------------------------------------------------------- round by round, in plain Python

INDICES = [
    (bg.Greedy(), oracle.GREEDY, 0.0),
    (bg.CombUCB(), oracle.UCB, 1.5),
    (bg.CombKLUCB(1.0), oracle.KL_UCB, 1.0),
    (bg.LLR(), oracle.LLR, 0.0),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("policy", "index", "c"), INDICES, ids=lambda value: str(value))
def test_every_decision_is_a_best_action_of_the_index(kind, policy, index, c):
    """From the first pulls on; rewards have many ties, so that actions stay, change and tie."""
    problem, actions = problem_on(kind)
    costs = problem.minimise
    rng = np.random.default_rng(3)
    for seed in range(3):
        mean = rng.random(problem.arms)
        agent = bg.SetAgent(policy, problem, horizon=60, seed=seed)
        total, pulls = np.zeros(problem.arms), np.zeros(problem.arms)
        for t in range(1, 61):
            known = oracle.weights_of(index, c, total, pulls, t, problem.actions.size, rng)
            weights = np.where(pulls == 0, 0.0, known - costs)
            if not costs:
                first = oracle.covering(actions, weights, pulls)
                weights = weights if first is None else first
            else:
                weights = np.minimum(0.0, weights)
            chosen = agent.choose()
            assert tuple(sorted(chosen)) in actions
            largest, _ = brute_force.best(actions, weights)
            assert brute_force.worth(chosen, weights) == pytest.approx(largest, abs=1e-8), (kind, t)
            paid = {arm: float(rng.random() < mean[arm]) for arm in chosen}
            agent.learn(paid)
            for arm, amount in paid.items():
                total[arm] += 1.0 - amount if costs else amount
                pulls[arm] += 1
    assert agent.pulls == pulls.tolist()


def test_ties_are_broken_afresh_every_round():
    """Arms that never differ: a Greedy that stays on one of the best actions would be unfair."""
    problem = bg.Combinatorial(bg.Partition([[0, 1, 2], [3, 4]]), means=[0.5] * 5, law=bg.Gaussian(0.0))
    agent = bg.SetAgent(bg.Greedy(), problem, horizon=3000)
    counts = Counter()
    for _ in range(3000):
        chosen = agent.choose()
        counts[chosen] += 1
        agent.learn(dict.fromkeys(chosen, 0.5))
    assert len(counts) == 6
    assert max(abs(n - 500) for n in counts.values()) < 5 * sqrt(500)


# ---------------------------------------------------------------- compiled as in plain Python


@pytest.mark.long
@pytest.mark.parametrize(
    ("policy", "kind"),
    [(bg.Greedy(), "square matchings"), (bg.EpsilonGreedy(0.2), "trees of K4"), (bg.BGCTS(), "road")],
    ids=["greedy on matchings", "chance on trees", "samples on paths"],
)
def test_an_agent_decides_as_the_simulator(policy, kind):
    """With the stream of a run and its rewards, the same actions in the same order."""
    problem, _ = problem_on(kind)
    trace = bg.trace(policy, problem, horizon=80, seed=4, run=2)
    agent = bg.SetAgent(policy, problem, horizon=80, stream=bg.policy_stream(problem, 4, 2))
    for arms, paid in zip(trace.arms, trace.actions):
        size = int((arms >= 0).sum())
        assert list(agent.choose()) == arms[:size].tolist()
        agent.learn(dict(zip(arms[:size].tolist(), paid[:size].tolist())))
    assert trace.rewards.tolist() == pytest.approx(trace.actions.sum(axis=1).tolist())
    assert bg.simulate(policy, problem, horizon=80, runs=3, seed=4).final[2] == trace.regret[-1]


def test_an_agent_checks_its_stream_and_leaves_it_as_it_is():
    problem, _ = problem_on("sets")
    stream = bg.policy_stream(problem, 4, 2)
    agent = bg.SetAgent(bg.CTSBeta(), problem, horizon=80, stream=stream)
    agent.choose()
    assert stream == bg.policy_stream(problem, 4, 2) != agent.stream
    with pytest.raises(TypeError, match="stream must be four words"):
        bg.SetAgent(bg.CTSBeta(), problem, horizon=80, stream=stream[:3])


# ---------------------------------------------------------------- in distribution

LAWS = [
    (bg.Greedy(), "top", oracle.GREEDY, 0.0),
    (bg.CombUCB(0.5), "paths of any length", oracle.UCB, 0.5),
    (bg.CTSBeta(), "square matchings", oracle.BETA, 0.0),
    (bg.CTSGaussian(), "trees of K4", oracle.GAUSSIAN, 0.25),
    (bg.ESCB(), "sets", oracle.ESCB, 0.0),
    (bg.CTSGaussian(0.5, clipped=True), "sets", oracle.CLIPPED, 0.5),
    (bg.BGCTS(), "partition", oracle.BOOSTED, 0.0),
    (bg.IMPTS(), "top", oracle.LAST_SLOT, 0.0),
    (bg.EpsilonGreedy(0.3), "top", oracle.EPSILON, 0.3),
    (bg.Greedy(), "road", oracle.GREEDY, 0.0),
]


@pytest.mark.every_time("CombUCB(c=0.5)-paths of any length-1-0.5")
@pytest.mark.parametrize(("policy", "kind", "index", "c"), LAWS, ids=lambda value: str(value))
def test_the_regret_has_the_law_of_the_definition(policy, kind, index, c):
    """Mean and spread agree with those of the naive simulator within four standard errors."""
    problem, actions = problem_on(kind)
    keys = kind in ("square matchings", "trees of K4", "road")
    how = {"keys": keys, "minimise": problem.minimise, "covers": not problem.minimise}
    runs = 1200
    naive = oracle.regrets(index, c, actions, 40, runs, 7, arms=problem.arms, **how)
    ours = bg.simulate(policy, problem, horizon=40, runs=4 * runs, seed=7).final
    error = np.hypot(ours.std() / sqrt(len(ours)), naive.std() / sqrt(runs))
    assert abs(ours.mean() - naive.mean()) < 4 * error
    assert 0.85 < ours.std() / naive.std() < 1.18


@pytest.mark.long
def test_asking_the_oracle_only_when_needed_changes_nothing():
    """Greedy on a matching of normal arms, without ties: the same actions as with an oracle asked every round."""
    problem = bg.Combinatorial(bg.Matchings(4, 4), prior=bg.Uniform(), law=bg.Gaussian())
    ways = [PlayOptions(naive=naive) for naive in (False, True)]
    fast, naive = (prepare(bg.Greedy(), problem, 400, 1, options=options).play(0, 20) for options in ways)
    assert np.array_equal(fast.pulls, naive.pulls)
    assert np.allclose(fast.regret, naive.regret)


# ---------------------------------------------------------------- closed forms


def same_mean(one, other):
    return abs(one.mean[-1] - other.mean[-1]) < 4 * np.hypot(one.stderr[-1], other.stderr[-1])


@pytest.mark.long
def test_where_there_is_nothing_to_choose_nothing_is_lost():
    for actions in (bg.TopM(4, 4), bg.Sets([[1, 0]])):
        result = bg.simulate(bg.Greedy(), bg.Combinatorial(actions, prior=bg.Uniform()), horizon=20, runs=5)
        assert result.final.tolist() == [0.0] * 5
        assert result.pulls.tolist() == [20] * 5


@pytest.mark.long
def test_disjoint_sets_are_a_finite_bandit_of_sums():
    """The sum of two normal rewards is a normal reward: the same law of regret for Greedy."""
    sets = bg.Combinatorial(bg.Sets([[0, 1], [2, 3], [4, 5]]), means=[0.5, 0.4, 0.3, 0.7, 0.1, 0.1], law=bg.Gaussian())
    arms = bg.Finite(means=[0.9, 1.0, 0.2], law=bg.Gaussian(sqrt(2.0)))
    results = [bg.simulate(bg.Greedy(), problem, horizon=200, runs=4000, seed=0) for problem in (sets, arms)]
    assert same_mean(*results)
    assert abs(results[0].locked - results[1].locked) < 0.04


@pytest.mark.long
def test_single_arms_are_the_finite_model():
    single = bg.Combinatorial(bg.TopM(8, 1), prior=bg.Uniform())
    finite = bg.Finite(prior=bg.Uniform(), arms=8)
    for policy in (bg.Greedy(), bg.ThompsonBeta()):
        assert same_mean(
            *(bg.simulate(policy, problem, horizon=100, runs=3000, seed=1) for problem in (single, finite))
        )


@pytest.mark.long
def test_costs_are_rewards_the_other_way_round():
    """Where all actions have one size, costs of mean c are rewards of mean 1 - c."""
    means = [0.9, 0.7, 0.4, 0.35, 0.1]
    rewards = bg.Combinatorial(bg.TopM(5, 2), means=means)
    costs = bg.Combinatorial(bg.TopM(5, 2), means=[1.0 - mean for mean in means], minimise=True)
    for policy in (bg.Greedy(), bg.CombKLUCB()):
        one, other = (bg.simulate(policy, problem, horizon=100, runs=3000, seed=2) for problem in (rewards, costs))
        assert same_mean(one, other)
        assert other.reference[0] == pytest.approx(-0.4)


# ---------------------------------------------------------------- correlated rewards


@pytest.mark.long
def test_rewards_have_the_covariance_asked_for():
    """All arms are seen every round: their sample covariance is the given one; so is that of one correlation."""
    wanted = np.array([[2.0, 0.5, -0.3], [0.5, 1.0, 0.0], [-0.3, 0.0, 0.5]])
    given = bg.Combinatorial(bg.TopM(3, 3), means=[0.0, 1.0, 2.0], law=bg.Gaussian(), covariance=wanted.tolist())
    common = bg.Combinatorial(bg.TopM(3, 3), means=[0.0, 1.0, 2.0], law=bg.Gaussian(2.0), correlation=-0.5)
    for problem, matrix in ((given, wanted), (common, 4.0 * (1.5 * np.eye(3) - 0.5))):
        trace = bg.trace(bg.Greedy(), problem, horizon=20_000)
        by_arm = np.take_along_axis(trace.actions, np.argsort(trace.arms, axis=1), axis=1)
        assert np.abs(np.cov(by_arm.T) - matrix).max() < 0.12
        assert np.abs(by_arm.mean(axis=0) - [0.0, 1.0, 2.0]).max() < 0.06
    assert np.abs(by_arm.sum(axis=1) - 3.0).max() < 1e-3  # of three arms of correlation -1/2 the noise cancels


def test_the_widths_of_correlated_sampling():
    """CTS-Gaussian is as wide as the theorem asks."""

    def width(**fields):
        problem = bg.Combinatorial(bg.TopM(20, 4), prior=bg.Uniform(), **fields)
        return bg.CTSGaussian().fit(problem, 100).sigma ** 2

    matrix = (0.9 * np.eye(20) + 0.1).tolist()
    assert width() == pytest.approx(0.25)
    assert width(law=bg.Gaussian(2.0)) == pytest.approx(4.0)
    assert width(law=bg.Gaussian(2.0), correlation=0.1) == pytest.approx(4.0 * 1.3)
    assert width(law=bg.Gaussian(), covariance=matrix) == pytest.approx(1.3)
    assert bg.LLR().fit(bg.Combinatorial(bg.TopM(9, 4), prior=bg.Uniform()), 9) == bg.UCB(sqrt(2.5))


# ---------------------------------------------------------------- everywhere


@dataclass(frozen=True)
class Fickle:
    """A set of one's own whose oracle goes wrong once the first arm is worth something."""

    answer: int
    arms: int = 3
    size: int = 2

    def solve(self, weights, chosen):
        chosen[0] = 0
        chosen[1] = 1
        if weights[0] <= 0.0:
            return 2
        chosen[1] = 0
        return self.answer


@pytest.mark.parametrize("answer", [0, 2])
def test_an_oracle_that_goes_wrong_later_is_told_by_run_and_round(answer):
    """No arm, or one twice, in the middle of a run: where compiled code would go on with nonsense."""
    problem = bg.Combinatorial(Fickle(answer), means=[0.0, 0.5, 0.5], law=bg.Gaussian())
    assert_refused(
        lambda: bg.simulate(bg.Greedy(), problem, horizon=50, runs=5),
        "run",
        "round",
        "solve chose no arm, an arm twice",
    )


@pytest.mark.long
def test_results_of_sets_are_kept(tmp_path):
    """In a store, with a graph of named nodes: found again, not played again, with the same numbers."""
    actions = bg.Paths([("a", "b"), ("b", "c"), ("a", "c")], "a", "c", directed=False)
    problem, store = bg.Combinatorial(actions, prior=bg.Uniform(), minimise=True), bg.Store(tmp_path)
    first, second = (bg.compare([bg.Greedy()], problem, horizon=60, runs=9, seed=1, store=store) for _ in range(2))
    assert len(store.entries()) == 1
    assert np.array_equal(first[0].final, second[0].final)
    assert np.array_equal(first[0].final, bg.simulate(bg.Greedy(), problem, 60, 9, 1).final)


def roads(**means):
    """Shortest paths on a triangle, with normal costs."""
    triangle = bg.Paths([(0, 1), (1, 2), (0, 2)], 0, 2, directed=False)
    return bg.Combinatorial(triangle, law=bg.Gaussian(), minimise=True, **means)


def test_estimates_below_0_count_as_free_on_roads():
    """Costs around 0 are on average below it half of the time: both paths are then free, and both are played."""
    trace = bg.trace(bg.Greedy(), roads(means=[0.0, 0.0, 0.0]), horizon=200, seed=0)
    assert {tuple(sorted(arm for arm in action if arm >= 0)) for action in trace.arms.tolist()} == {(0, 1), (2,)}
    assert trace.regret[-1] == 0.0


@pytest.mark.long
def test_it_is_compared_and_traced():
    problem = bg.Combinatorial(bg.Partition([[0, 1], [2, 3]]), means=[0.9, 0.1, 0.8, 0.2])
    comparison = bg.compare([bg.Greedy(), bg.CombUCB()], problem, horizon=100, runs=20, seed=0)
    assert comparison.best.name == "Greedy"
    trace = bg.trace(bg.Greedy(), problem, horizon=100, seed=0, run=3)
    assert trace.regret[-1] == comparison.results[0].final[3]
    assert bg.simulate(bg.Greedy(), problem, horizon=100, runs=20, seed=0).reference[0] == pytest.approx(1.7)


def test_a_set_of_ones_own_is_compiled_as_it_is():
    problem = bg.Combinatorial(Pairs(), means=[0.1, 0.9, 0.9, 0.1, 0.5])
    result = bg.simulate(bg.CombUCB(), problem, horizon=500, runs=10, seed=0)
    assert result.mean[-1] < 150
    assert "Pairs" in bg.canonical(problem)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: bg.Combinatorial(bg.TopM(3, 2)), "needs either means or a prior"),
        (lambda: bg.Combinatorial(bg.TopM(3, 2), means=[0.5, 0.2]), "3 numbers, one per arm, got 2 numbers"),
        (lambda: bg.Combinatorial(bg.TopM(2, 1), means=[0.5, 1.2]), "in [0, 1] for Bernoulli()"),
        (lambda: bg.Combinatorial(3, prior=bg.Uniform()), "a set of actions such as TopM"),
        (lambda: bg.Combinatorial(Broken((0, 0), 2), prior=bg.Uniform()), "must choose every arm at most once"),
        (lambda: bg.Combinatorial(Broken((0, 0), 0), prior=bg.Uniform()), "must return the number of arms it chose"),
        (
            lambda: bg.Combinatorial(bg.Paths([(0, 1)], 0, 1, directed=False), prior=bg.Uniform()),
            "Combinatorial.minimise must be True for shortest paths",
        ),
        (lambda: roads(means=[0.5, -1.0, 0.2]), "Combinatorial.means[1] must be at least 0 for shortest paths"),
        (lambda: roads(prior=bg.Uniform(-0.1, 1.0)), "Combinatorial.prior.low must be at least 0 for shortest paths"),
        (
            lambda: roads(prior=bg.JointNormal(mean=[5.0] * 3, covariance=np.eye(3).tolist())),
            "Combinatorial.prior.low must be at least 0 for shortest paths",
        ),
        (
            lambda: bg.Combinatorial(bg.TopM(2, 1), prior=bg.Uniform(), correlation=0.5),
            "only normal rewards are correlated",
        ),
        (
            lambda: bg.Combinatorial(bg.TopM(3, 1), prior=bg.Uniform(), law=bg.Gaussian(), correlation=-0.9),
            "between -0.5 and 1",
        ),
        (
            lambda: bg.Combinatorial(
                bg.TopM(2, 1), prior=bg.Uniform(), law=bg.Gaussian(), covariance=[[1.0, 2.0], [2.0, 1.0]]
            ),
            "Combinatorial.covariance must be positive semidefinite",
        ),
        (
            lambda: bg.Combinatorial(bg.TopM(2, 1), prior=bg.Uniform(), law=bg.Gaussian(), covariance=[[1.0]]),
            "2 rows of 2 numbers",
        ),
        (
            lambda: bg.simulate(bg.UniformRandom(), bg.Combinatorial(bg.TopM(2, 1), prior=bg.Uniform()), 10),
            "chooses one arm at a time",
        ),
        (
            lambda: bg.simulate(bg.CombUCB(), bg.Finite(prior=bg.Uniform(), arms=2), 10),
            "CombUCB() needs a Combinatorial problem, got Finite",
        ),
        (
            lambda: bg.simulate(bg.IMPTS(), bg.Combinatorial(bg.Matchings(2, 2), prior=bg.Uniform()), 10),
            "played on any m arms",
        ),
        (
            lambda: bg.simulate(bg.CascadeUCB1(), bg.Combinatorial(bg.TopM(2, 1), prior=bg.Uniform()), 10),
            "starts with lists of its own",
        ),
    ],
)
def test_bad_input_is_refused(wrong, message):
    assert_refused(wrong, message)


@pytest.mark.long
def test_a_policy_may_keep_some_of_the_arms():
    """Greedy on 4 of 9 arms, given or drawn: the law of a naive play on a random choice of them."""
    given, rng, runs = np.arange(9) / 10, np.random.default_rng(0), 1200
    sets = sorted(brute_force.top_m(4, 2))
    for mean, fields in ((given, {"means": given.tolist()}), (None, {"prior": bg.Uniform()})):
        naive = np.zeros(runs)
        for run in range(runs):
            every = rng.random(9) if mean is None else mean
            kept = rng.choice(every, 4, replace=False)
            lost = np.sort(every)[-2:].sum() - np.sort(kept)[-2:].sum()
            naive[run] = 40 * lost + oracle.run(oracle.GREEDY, 0.0, sets, kept, 40, rng).sum()
        problem = bg.Combinatorial(bg.TopM(9, 2), **fields)
        ours = bg.simulate(bg.Subsample(bg.Greedy(), 4), problem, horizon=40, runs=4 * runs, seed=7)
        error = np.hypot(ours.final.std() / sqrt(4 * runs), naive.std() / sqrt(runs))
        assert abs(ours.final.mean() - naive.mean()) < 4 * error
        assert ours.arms_tried.max() == 4


@pytest.mark.parametrize(
    ("policy", "problem", "message"),
    [
        (bg.Subsample(bg.Greedy(), 2), bg.Combinatorial(bg.TopM(9, 3), prior=bg.Uniform()), "at least the 3 arms"),
        (bg.Subsample(bg.Greedy(), 10), bg.Combinatorial(bg.TopM(9, 3), prior=bg.Uniform()), "at most the 9 arms"),
        (bg.Subsample(bg.Greedy()), bg.Combinatorial(bg.TopM(9, 3), prior=bg.Uniform()), "no theorem says"),
        (bg.Subsample(bg.Greedy(), 3), bg.Combinatorial(bg.Matchings(2, 2), prior=bg.Uniform()), "any m of the arms"),
    ],
)
def test_what_cannot_be_kept_is_refused(policy, problem, message):
    assert_refused(lambda: bg.simulate(policy, problem, horizon=10), message)
