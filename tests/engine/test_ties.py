"""Ties are broken uniformly, afresh in every round, however the tied arms came together."""

import math
from dataclasses import dataclass

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.engine.players import frozen
from begreedy.engine.players.choice import lists
from begreedy.engine.players.frozen_state import BAR, LEAD, TIES, WAITING
from begreedy.engine.players.player import MOVED, methods_of
from begreedy.engine.simulation import prepare
from begreedy.values.canonical import concise
from begreedy.values.errors import BadValue
from begreedy.values.value import Value
from oracles import naive
from support.tiers import every_time

# Policies whose choice among tied arms is that of a kernel, with the oracle's index and tolerance.
TIED = [
    (bg.Greedy(), naive.greedy(), 0.0),
    (bg.EpsilonGreedy(0.0), naive.greedy(), 0.0),
    (bg.MOSS(), naive.moss(), 0.0),
    (bg.UCB(), naive.ucb(), 0.0),
    (bg.UCB(0.2), naive.ucb(0.2), 0.0),
    (bg.UCBV(), naive.ucb_v(), 0.0),
    (bg.AnytimeMOSS(), naive.anytime_moss(), 0.0),
    (bg.KLUCB(), naive.kl_ucb(), 1e-9),
]


def name(case):
    return concise(case[0])


def uniform_p(values, size):
    """p-value that whole numbers below ``size`` are uniform."""
    return stats.chisquare(np.bincount(values, minlength=size)).pvalue


def assert_uniform(values, size):
    assert len(values) >= 20 * size
    assert uniform_p(np.asarray(values), size) > 1e-4


def played(policy, means, horizon, runs, seed):
    """The arms (columns: rounds) of many compiled runs (rows)."""
    simulation = prepare(policy, bg.Finite(means=means), horizon, seed, checkpoints=1)
    return np.array([simulation.play(run, 1, traced=True).arm for run in range(runs)])


# ---------------------------------------------------------------- tied for ever


@pytest.mark.every_time("2-0.0", "3-1.0", "7-0.0")
@pytest.mark.parametrize("mean", [0.0, 1.0])
@pytest.mark.parametrize("arms", [2, 3, 7])
def test_greedy_arms_that_never_differ_are_played_uniformly(arms, mean):
    """Arms that all pay the same stay tied: each round is uniform and independent of the round before."""
    rounds = played(bg.Greedy(), [mean] * arms, arms + 60, 3000, seed=1)[:, arms:]
    for t in (0, 1, 2, 10, 59):
        assert_uniform(rounds[:, t], arms)
    for t in (0, 1, 30):
        assert_uniform(rounds[:, t] * arms + rounds[:, t + 1], arms * arms)
    assert_uniform((rounds[:, ::2] * arms + rounds[:, 1::2]).ravel(), arms * arms)


@pytest.mark.every_time("0.0-MOSS()", "1.0-UCB()", "0.0-UCB(c=0.2)")
@pytest.mark.parametrize("case", [case for case in TIED if name(case)[:4] in ("MOSS", "UCB(", "KLUC")], ids=name)
@pytest.mark.parametrize("mean", [0.0, 1.0])
def test_arms_with_equal_rewards_take_turns_in_random_order(case, mean):
    """With a bonus the least pulled arms tie: every K rounds are a uniform permutation, independent of the last."""
    arms = 4
    blocks = played(case[0], [mean] * arms, 7 * arms, 4000, seed=2).reshape(4000, 7, arms)
    if isinstance(case[0], bg.KLUCB) and mean == 1.0:
        # The index of an arm that never failed is 1 whatever its pulls: all stay tied.
        flat = blocks.reshape(4000, -1)
        assert_uniform(flat[:, 9] * arms + flat[:, 10], arms * arms)
        return
    assert np.all(np.sort(blocks, axis=2) == np.arange(arms))
    blocks = blocks[:, 1:]  # the first is the forced one
    orders = np.unique(blocks @ np.array([64, 16, 4, 1]), return_inverse=True)[1].reshape(4000, 6)
    for block in range(6):
        assert_uniform(orders[:, block], 24)
    for block in range(5):
        assert_uniform(blocks[:, block, -1] * arms + blocks[:, block + 1, 0], arms * arms)


@pytest.mark.parametrize("arms", [40, 1000])
def test_many_tied_arms_in_one_long_run(arms):
    """In one long run over many tied arms, arms and pairs of successive arms are uniform."""
    for mean in (0.0, 1.0):
        rounds = played(bg.Greedy(), [mean] * arms, arms + 200_000, 1, seed=3)[0, arms:]
        assert_uniform(rounds, arms)
        tenth = rounds * 10 // arms
        assert_uniform(tenth[:-1:2] * 10 + tenth[1::2], 100)


# ---------------------------------------------------------------- arms that leave the tie and come back


def ranks_of(trace, index, tolerance, horizon, arms):
    """For every round with ties: how many arms are tied, and the played arm's rank among them in three orders."""
    history, last, rows = naive.History(arms), np.zeros(arms), []
    for arm, reward in trace:
        allowed = naive.playable(index, history, horizon, tolerance)
        if len(allowed) > 1:
            by_last_pull = allowed[np.argsort(last[allowed], kind="stable")]
            by_pulls = allowed[np.argsort(history.pulls[allowed], kind="stable")]
            orders = (allowed, by_last_pull, by_pulls)
            rows.append([len(allowed), *(int(np.flatnonzero(order == arm)[0]) for order in orders)])
        history.add(arm, reward)
        last[arm] = history.t
    return rows


@every_time("Greedy()", "MOSS()", "UCB(c=0.2)")
@pytest.mark.parametrize("case", TIED, ids=name)
def test_the_rank_among_the_tied_arms_is_uniform(case):
    """Whatever the history, the arm played is uniform among the maxima: by number, by last pull and by pulls."""
    policy, index, tolerance = case
    arms, horizon = 8, 60
    problem = bg.Finite(means=[0.5] * arms)
    simulation = prepare(policy, problem, horizon, seed=4, checkpoints=1)
    rows = []
    for run in range(100 if isinstance(policy, bg.KLUCB) else 600):  # the oracle's bisection is slow
        record = simulation.play(run, 1, traced=True)
        rows += ranks_of(zip(record.arm.tolist(), record.outcome.tolist()), index, tolerance, horizon, arms)
    rows = np.array(rows)
    tested = 0
    for ties in range(2, arms + 1):
        some = rows[rows[:, 0] == ties]
        if len(some) >= 30 * ties:
            tested += 1
            for order in (1, 2, 3):
                assert_uniform(some[:, order], ties)
            pairs = rows[:-1][(rows[:-1, 0] == ties) & (rows[1:, 0] == ties)]
            following = rows[1:][(rows[:-1, 0] == ties) & (rows[1:, 0] == ties)]
            if len(pairs) >= 20 * ties * ties:
                assert_uniform(pairs[:, 1] * ties + following[:, 1], ties * ties)
    assert tested >= 3


class Script:
    """An agent driven by hand: ``play`` chooses, and pays what it is told to."""

    def __init__(self, policy, arms, seed):
        self.agent = bg.Agent(policy, arms, 10**6, seed=seed)
        for arm in range(arms):
            assert self.play(0.0) == arm

    def play(self, reward):
        arm = self.agent.choose()
        self.agent.learn(arm, float(reward))
        return arm


@pytest.mark.parametrize("arms", [3, 5, 12])
def test_a_leader_that_rises_above_the_tie_and_falls_back(arms):
    """After one arm rose above all others (which left the tied set) and fell back, all are tied anew, uniformly."""
    script = Script(bg.Greedy(), arms, seed=5)
    firsts, seconds = [], []
    for _ in range(60 * arms * arms):
        leader = script.play(1.0)
        assert script.play(2.0) == leader  # ahead, alone
        assert script.play(-3.0) == leader  # back to a mean of 0
        firsts.append(leader)
        seconds.append(script.play(0.0))
    pairs = np.array(firsts) * arms + np.array(seconds)
    assert_uniform(np.array(firsts), arms)
    assert_uniform(pairs, arms * arms)
    assert_uniform(np.array(seconds[:-1]) * arms + np.array(firsts[1:]), arms * arms)


@pytest.mark.parametrize("arms", [3, 6])
def test_arms_that_drop_out_one_by_one_and_tie_again_below(arms):
    """All arms drop from 1 to 1/2 in random order; then they tie, and the next choice is independent of it."""
    following, orders = [], []
    for seed in range(80 * arms * arms):
        agent = bg.Agent(bg.Greedy(), arms, 100, seed=seed)
        for arm in range(arms):
            agent.learn(arm, 1.0)
        order = []
        for _ in range(arms):
            order.append(agent.choose())
            agent.learn(order[-1], 0.0)
        assert sorted(order) == list(range(arms))  # an arm that dropped is not played before the others
        orders.append(order)
        following.append(agent.choose())
    orders = np.array(orders)
    for position in range(arms):
        assert_uniform(orders[:, position], arms)
        assert_uniform(orders[:, position] * arms + np.array(following), arms * arms)


def test_an_arm_that_joins_a_tied_set_is_one_of_its_equals():
    """An arm that rises from below to the level of tied leaders is played as often as each of them."""
    joined = []
    for seed in range(4000):
        agent = bg.Agent(bg.Greedy(), 5, 100, seed=seed)
        for arm, reward in enumerate([1.0, 1.0, 1.0, 0.0, 0.5]):
            agent.learn(arm, reward)
        agent.learn(3, 2.0)  # told of a pull out of turn: mean 1, like the leaders
        joined.append(agent.choose())
    counts = np.bincount(joined, minlength=5)
    assert counts[4] == 0
    assert stats.chisquare(counts[:4]).pvalue > 1e-4


def test_an_arm_that_leaves_a_tied_set_is_not_played():
    """Of tied leaders one falls below: the others are played uniformly, and never the one that fell."""
    following = []
    for seed in range(4000):
        agent = bg.Agent(bg.Greedy(), 6, 100, seed=seed)
        for arm in range(6):
            agent.learn(arm, 1.0)
        fallen = agent.choose()
        agent.learn(fallen, 0.0)
        following.append((agent.choose() - fallen) % 6)
    counts = np.bincount(following, minlength=6)
    assert counts[0] == 0
    assert stats.chisquare(counts[1:]).pvalue > 1e-4


def test_ties_of_a_growing_index_after_arms_left_and_came_back():
    """UCB: arms with the same rewards tie again after unequal pulls are made up for, uniformly."""
    following, firsts = [], []
    for seed in range(3000):
        agent = bg.Agent(bg.UCB(), 4, 10_000, seed=seed)
        for arm in range(4):
            agent.learn(arm, 0.0)
        firsts.append(agent.choose())
        agent.learn(firsts[-1], 0.0)
        for _ in range(3):  # the other three catch up, in some order
            agent.learn(agent.choose(), 0.0)
        assert agent.pulls == [2] * 4
        following.append(agent.choose())
    assert_uniform(np.array(firsts) * 4 + np.array(following), 16)


@pytest.mark.long
def test_ties_of_explore_then_commit_are_uniform():
    """Explore-then-commit commits to each of the tied arms equally often."""
    arms = played(bg.ExploreThenCommit(m=1), [0.0, 0.0, 0.0, 0.0, 0.0], 8, 3000, seed=6)
    assert_uniform(arms[:, 5], 5)
    assert np.all(arms[:, 5] == arms[:, 7])


@pytest.mark.parametrize("seed", range(40))
def test_arms_that_enter_stand_where_their_index_says(seed):
    """Some with a record, in two steps: all of the largest index lead, the others wait, and each knows its place."""
    rng, policy, arms = np.random.default_rng(seed), bg.OptimisticGreedy(2.0, (1.0, 1.5, 0.5)[seed % 3]), 12
    player = frozen.player(methods_of(policy), arms)
    state = lists(player.layout)
    player.start(policy, state, arms, 100)
    known = rng.random(arms) < (0.0, 0.2, 0.5, 0.9)[seed % 4]
    for arm in np.flatnonzero(known).tolist():
        state.stats.pulls[arm] = int(rng.integers(1, 4))
        state.stats.total[arm] = float(rng.integers(0, state.stats.pulls[arm] + 1))
    for present in (int(rng.integers(1, arms + 1)), arms):
        chosen = player.choose(policy, state, 1, present, 100, [1, 2, 3, 4])
        assert chosen in leaders(policy, state, range(present))


def leaders(policy, state, there):
    """The arms of the largest index, after a look at whether all that are there stand where their index says."""
    index = {arm: policy.index(state.stats.total[arm], state.stats.pulls[arm]) for arm in there}
    ties, waiting = state.counts[TIES], state.counts[WAITING]
    best = max(index.values())
    largest = [arm for arm in there if index[arm] == best]
    assert sorted(state.tied[:ties]) == largest
    assert state.levels[LEAD] == best
    assert sorted(state.heap[:waiting] + largest) == sorted(there)
    assert state.key[:waiting] == [index[arm] for arm in state.heap[:waiting]]
    assert [state.place[arm] for arm in state.tied[:ties]] == [-slot - 1 for slot in range(ties)]
    assert [state.place[arm] for arm in state.heap[:waiting]] == [place + 1 for place in range(waiting)]
    assert state.levels[BAR] == (np.inf if ties > 1 else max([-np.inf, *state.key[:waiting]]))
    return largest


@pytest.mark.parametrize("seed", range(20))
def test_arms_stand_where_their_index_says_whatever_happens(seed):
    """Arms of few values, so that many tie, are played, pulled out of turn, and replaced by new ones."""
    rng, policy, arms = np.random.default_rng(seed), bg.OptimisticGreedy((2.0, 1.0)[seed % 2]), 9
    player = frozen.player(methods_of(policy), arms)
    state, stream = lists(player.layout), [1, 2, 3, seed + 4]
    player.start(policy, state, arms, 100)
    for t in range(1, 300):
        chosen = player.choose(policy, state, t, arms, 100, stream)
        assert chosen in leaders(policy, state, range(arms))
        arm = chosen if rng.random() < 0.6 else int(rng.integers(arms))
        if player.learn(policy, state, arm, float(rng.random() < 0.7), t, arms, 100, stream) == MOVED:
            player.reposition(state, arm)
        leaders(policy, state, range(arms))
        if rng.random() < 0.3:
            arm = int(rng.integers(arms))
            state.stats.total[arm], state.stats.pulls[arm] = 0.0, 0
            player.forget(policy, state, arm, arms, 100)
            leaders(policy, state, range(arms))


@dataclass(frozen=True)
class WithoutFailures(Value):
    """The mean, which it cannot tell of an arm that failed after it had led with others."""

    def index(self, total: float, pulls: int) -> float:
        return math.nan if pulls > 1 and total < pulls else total / pulls


@pytest.mark.parametrize("plain", [False, True], ids=["compiled", "plain"])
def test_an_index_that_is_no_number_is_an_error_where_several_lead(plain):
    """In the very round, also of an arm paid less than the index that the leaders share: it no longer leads."""
    problem = bg.Finite(means=(0.5,) * 10)
    with pytest.raises(BadValue, match="in run 0, round 11: the index is not a number") as caught:
        bg.simulate(WithoutFailures(), problem, horizon=200, runs=5, leaps=False, plain=plain)
    assert caught.value.field == "policy.index"
