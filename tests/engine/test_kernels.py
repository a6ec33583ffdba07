"""Every fast kernel against the naive oracle: round by round, bit for bit, or in distribution."""

import math

import numpy as np
import pytest

import begreedy as bg
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import prepare
from begreedy.values.canonical import concise
from oracles import naive

BERNOULLI, GAUSSIAN = bg.Bernoulli(), bg.Gaussian(1.0)

# policy, law, the oracle's index, tolerance (0: the same floats)
INDICES = [
    (bg.Greedy(), BERNOULLI, naive.greedy(), 0.0),
    (bg.Greedy(), GAUSSIAN, naive.greedy(), 0.0),
    (bg.EpsilonGreedy(0.0), BERNOULLI, naive.greedy(), 0.0),
    (bg.EpsilonGreedy(0.0), GAUSSIAN, naive.greedy(), 0.0),
    (bg.UCB(), BERNOULLI, naive.ucb(), 0.0),
    (bg.UCB(0.5), GAUSSIAN, naive.ucb(0.5), 0.0),
    (bg.UCBV(), BERNOULLI, naive.ucb_v(), 0.0),
    (bg.UCBV(0.3), GAUSSIAN, naive.ucb_v(0.3), 0.0),
    (bg.MOSS(), BERNOULLI, naive.moss(), 0.0),
    (bg.MOSS(4.0), GAUSSIAN, naive.moss(4.0), 0.0),
    (bg.AnytimeMOSS(), BERNOULLI, naive.anytime_moss(), 0.0),
    (bg.AnytimeMOSS(0.5), GAUSSIAN, naive.anytime_moss(0.5), 0.0),
    (bg.KLUCB(), BERNOULLI, naive.kl_ucb(), 1e-9),
    (bg.KLUCB(1.0, sigma=0.7), GAUSSIAN, naive.kl_ucb_normal(0.7, 1.0), 1e-9),
]

# The same policies, and those that are not index policies.
EVERY_POLICY = [(policy, law) for policy, law, _, _ in INDICES] + [
    (bg.EpsilonGreedy(0.2), BERNOULLI),
    (bg.EpsilonGreedy(c=0.3, gap=0.5), GAUSSIAN),
    (bg.ExploreThenCommit(m=2), BERNOULLI),
    (bg.ExploreThenCommit(), GAUSSIAN),
    (bg.ThompsonBeta(), BERNOULLI),
    (bg.ThompsonBeta(2, 3), bg.BetaReward(3.0)),
    (bg.ThompsonBeta(0.5, 0.5), BERNOULLI),
    (bg.ThompsonGaussian(), GAUSSIAN),
    (bg.ThompsonGaussian(1.0, 0.5, 0.3), GAUSSIAN),
    (bg.UniformRandom(), BERNOULLI),
]


def named(case):
    return f"{concise(case[0])}-{type(case[1]).__name__}"


def uniform_arms(arms, law):
    return bg.Finite(prior=bg.Uniform(), arms=arms, law=law)


# ---------------------------------------------------------------- round by round


@pytest.mark.every_time("Greedy()-Bernoulli", "EpsilonGreedy(epsilon=0.0)-Gaussian", "MOSS(c=4.0)-Gaussian")
@pytest.mark.parametrize("case", INDICES, ids=named)
def test_every_round_plays_a_maximum_of_the_naive_scan(case):
    """In every round of a compiled run the arm played is one that a scan of all indices may play."""
    policy, law, index, tolerance = case
    last = 1150 if isinstance(policy, bg.KLUCB) else 2500  # the oracle's bisection is slow
    for arms, horizon in [
        (1, 5),
        (2, 400),
        (3, 300),
        (17, 9),
        (17, 17),
        (17, 1500),
        (1000, 300),
        (1000, 1000),
        (1000, last),
    ]:
        for run in range(2):
            trace = bg.trace(policy, uniform_arms(arms, law), horizon, seed=11, run=run)
            history = naive.History(arms)
            for arm, reward in zip(trace.arms.tolist(), trace.rewards.tolist(), strict=True):
                allowed = naive.playable(index, history, horizon, tolerance)
                assert arm in allowed, f"{arms} arms, run {run}, round {history.t}: {arm} not in {allowed[:5]}"
                history.add(arm, reward)


def test_moss_keeps_its_index_beyond_the_table_of_bonuses():
    """With more pulls of an arm than bonuses are tabulated, MOSS still plays the maxima of the scan."""
    horizon = 12_000
    trace = bg.trace(bg.MOSS(), bg.Finite(means=[0.5, 0.5], law=GAUSSIAN), horizon, seed=2)
    history, index = naive.History(2), naive.moss()
    for arm, reward in zip(trace.arms.tolist(), trace.rewards.tolist(), strict=True):
        assert arm in naive.playable(index, history, horizon)
        history.add(arm, reward)
    assert history.pulls.max() > 5000


@pytest.mark.parametrize(("m", "law"), [(3, BERNOULLI), (None, GAUSSIAN)])
def test_explore_then_commit_plays_in_turn_and_then_one_of_the_best(m, law):
    """Explore-then-commit pulls all arms in turn as often as defined, then one arm of the largest mean for ever."""
    for arms, horizon in [(1, 20), (3, 200), (17, 10), (17, 900)]:
        each = m or naive.explore_then_commit_pulls(arms, horizon)
        for run in range(5):
            trace = bg.trace(bg.ExploreThenCommit(m), uniform_arms(arms, law), horizon, seed=3, run=run)
            played, rewards = trace.arms, trace.rewards
            for t in range(horizon):
                assert played[t] in naive.playable_explore_then_commit(each, played[:t], rewards[:t], arms)


# ---------------------------------------------------------------- bit for bit


@pytest.mark.every_time(
    "Greedy()-Bernoulli",
    "EpsilonGreedy(epsilon=0.0)-Gaussian",
    "UCBV()-Bernoulli",
    "MOSS(c=4.0)-Gaussian",
    "ThompsonBeta()-Bernoulli",
)
@pytest.mark.parametrize("case", EVERY_POLICY, ids=named)
def test_a_trace_is_the_run_that_was_simulated(case):
    """The regret of a trace, played round by round, equals that of the simulated run to the last bit."""
    policy, law = case
    for arms, horizon in [(1, 3), (2, 200), (17, 10), (17, 17), (40, 700)]:
        problem = uniform_arms(arms, law)
        settings = {"policy": policy, "problem": problem, "horizon": horizon, "runs": 6, "seed": 7, "leaps": False}
        result = bg.simulate(**settings, checkpoints=horizon, threads=2, block=4)
        rare = bg.simulate(**settings, checkpoints=3, threads=1)
        assert np.array_equal(rare.final, result.final)
        for run in range(6):
            trace = bg.trace(policy, problem, horizon, seed=7, run=run)
            assert np.array_equal(trace.regret, result.regret[run])
            assert math.isclose(trace.rewards.sum(), result.reward[run], rel_tol=1e-9, abs_tol=1e-9)
            assert len(set(trace.arms.tolist())) == result.arms_tried[run]


@pytest.mark.parametrize("policy", [bg.Greedy(), bg.MOSS()])
def test_streaks_end_where_round_by_round_play_moves_on(policy):
    """With arms that often tie, playing a leader on in one go gives the runs of playing round by round."""
    problem = bg.Finite(means=[0.5, 0.49, 0.48])
    fast = bg.simulate(policy, problem, 150, runs=500, seed=3, checkpoints=5, leaps=False)
    simulation = prepare(policy, problem, 150, seed=3, checkpoints=5, options=PlayOptions(leaps=False))
    slow = [simulation.play(run, 1, traced=True) for run in range(500)]
    assert np.array_equal(fast.regret, np.concatenate([record.regret for record in slow]))
    assert np.array_equal(fast.reward, np.concatenate([record.reward for record in slow]))
    assert np.array_equal(fast.pulls, np.concatenate([record.pulls for record in slow]))


@pytest.mark.parametrize("case", EVERY_POLICY, ids=named)
def test_an_agent_with_the_stream_of_a_run_plays_its_arms(case):
    """An agent, given the stream and the rewards of a run, makes the same decisions."""
    policy, law = case
    for arms, horizon in [(1, 3), (3, 100), (7, 5), (7, 300), (40, 400)]:
        problem = uniform_arms(arms, law)
        for run in range(2):
            trace = bg.trace(policy, problem, horizon, seed=5, run=run)
            agent = bg.Agent(policy, arms, horizon, stream=bg.policy_stream(problem, seed=5, run=run))
            for arm, reward in zip(trace.arms.tolist(), trace.rewards.tolist(), strict=True):
                assert agent.choose() == arm
                agent.learn(arm, reward)


UNTIED = [(policy, law) for policy, law, _, _ in INDICES if law == GAUSSIAN] + [(bg.EpsilonGreedy(0.1), GAUSSIAN)]


@pytest.mark.every_time("Greedy()-Gaussian", "UCB(c=0.5)-Gaussian")
@pytest.mark.parametrize("case", UNTIED, ids=named)
def test_without_ties_the_fast_kernel_is_the_scan_bit_for_bit(case):
    """Normal rewards never tie, so the fast kernel and the scan play the same runs."""
    policy, law = case
    for arms, horizon in [(2, 300), (17, 17), (17, 2000), (300, 3000)]:
        problem = uniform_arms(arms, law)
        settings = {"horizon": horizon, "runs": 20, "seed": 9, "leaps": False}
        fast, scan = (bg.simulate(policy, problem, **settings, naive=scanned) for scanned in (False, True))
        assert np.array_equal(fast.regret, scan.regret)
        assert np.array_equal(fast.reward, scan.reward)


# ---------------------------------------------------------------- in distribution

# policy, law, arms, horizon; the same for the oracle: kind and parameters
CELLS = [
    (bg.Greedy(), BERNOULLI, 2, 100, naive.GREEDY, ()),
    (bg.Greedy(), BERNOULLI, 200, 600, naive.GREEDY, ()),
    (bg.Greedy(), GAUSSIAN, 5, 300, naive.GREEDY, ()),
    (bg.Greedy(), GAUSSIAN, 200, 600, naive.GREEDY, ()),
    (bg.EpsilonGreedy(0.1), BERNOULLI, 10, 400, naive.EPSILON_GREEDY, (0.1,)),
    (bg.EpsilonGreedy(0.3), GAUSSIAN, 10, 400, naive.EPSILON_GREEDY, (0.3,)),
    (bg.EpsilonGreedy(c=0.5, gap=0.5), BERNOULLI, 5, 500, naive.DECREASING_EPSILON, (0.5, 0.5)),
    (bg.ExploreThenCommit(m=4), BERNOULLI, 6, 100, naive.EXPLORE_THEN_COMMIT, (4,)),
    (bg.ExploreThenCommit(), GAUSSIAN, 5, 300, naive.EXPLORE_THEN_COMMIT, (28,)),
    (bg.UCB(), BERNOULLI, 3, 200, naive.UCB, (1.0,)),
    (bg.UCB(0.5), BERNOULLI, 50, 400, naive.UCB, (0.5,)),
    (bg.UCB(), GAUSSIAN, 50, 400, naive.UCB, (1.0,)),
    (bg.UCBV(), BERNOULLI, 10, 400, naive.UCB_V, (1.0,)),
    (bg.UCBV(0.3), GAUSSIAN, 10, 400, naive.UCB_V, (0.3,)),
    (bg.KLUCB(), BERNOULLI, 10, 150, naive.KL_UCB, (0.0,)),
    (bg.KLUCB(1.0, sigma=1.0), GAUSSIAN, 20, 300, naive.KL_UCB_NORMAL, (1.0, 1.0)),
    (bg.MOSS(), BERNOULLI, 100, 600, naive.MOSS, (1.0,)),
    (bg.MOSS(4.0), GAUSSIAN, 20, 500, naive.MOSS, (4.0,)),
    (bg.AnytimeMOSS(), BERNOULLI, 20, 500, naive.ANYTIME_MOSS, (1.35,)),
    (bg.AnytimeMOSS(), GAUSSIAN, 20, 500, naive.ANYTIME_MOSS, (1.35,)),
    (bg.ThompsonBeta(), BERNOULLI, 4, 300, naive.THOMPSON_BETA, (1.0, 1.0)),
    (bg.ThompsonBeta(), BERNOULLI, 60, 1500, naive.THOMPSON_BETA, (1.0, 1.0)),
    (bg.ThompsonBeta(), BERNOULLI, 200, 250, naive.THOMPSON_BETA, (1.0, 1.0)),
    (bg.ThompsonBeta(), bg.BetaReward(3.0), 20, 400, naive.THOMPSON_BETA, (1.0, 1.0)),
    (bg.ThompsonBeta(2, 3), BERNOULLI, 30, 400, naive.THOMPSON_BETA, (2.0, 3.0)),
    (bg.ThompsonBeta(0.5, 0.5), BERNOULLI, 10, 400, naive.THOMPSON_BETA, (0.5, 0.5)),
    (bg.ThompsonGaussian(), GAUSSIAN, 60, 800, naive.THOMPSON_FLAT, (1.0,)),
    (bg.ThompsonGaussian(0.5), bg.Gaussian(0.5), 200, 500, naive.THOMPSON_FLAT, (0.5,)),
    (bg.ThompsonGaussian(1.0, 0.5, 0.3), GAUSSIAN, 30, 500, naive.THOMPSON_NORMAL, (1.0, 0.5, 0.3)),
    (bg.UniformRandom(), BERNOULLI, 7, 100, naive.UNIFORM_RANDOM, ()),
]
LAWS = {"Bernoulli": naive.BERNOULLI, "Gaussian": naive.GAUSSIAN, "BetaReward": naive.BETA}


@pytest.mark.every_time(
    "Greedy()-Bernoulli-2-100",
    "Greedy()-Gaussian-5-300",
    "EpsilonGreedy()-Bernoulli-10-400",
    "ExploreThenCommit()-Gaussian-5-300",
    "UCB(c=0.5)-Bernoulli-50-400",
    "ThompsonBeta()-Bernoulli-4-300",
)
@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{named(cell)}-{cell[2]}-{cell[3]}")
def test_regret_has_the_law_of_the_naive_simulator(cell):
    """Mean and quantiles of the regret, midway and at the end, agree with the oracle's within 4 standard errors."""
    policy, law, arms, horizon, kind, parameters = cell
    times = [horizon // 4, horizon]
    ours = bg.simulate(policy, uniform_arms(arms, law), horizon, runs=6000, seed=1, checkpoints=times)
    noise = getattr(law, "sigma", getattr(law, "concentration", 0.0))
    oracle = naive.regrets(kind, parameters, LAWS[type(law).__name__], times, 2000, seed=1, arms=arms, noise=noise)
    for i in range(2):
        assert naive.disagreement(ours.regret[:, i], oracle[:, i]) < 4.0


TIED = [
    (bg.Greedy(), BERNOULLI, 30, 300),
    (bg.MOSS(), BERNOULLI, 30, 300),
    (bg.UCB(0.5), BERNOULLI, 30, 300),
    (bg.UCBV(), BERNOULLI, 5, 300),
    (bg.KLUCB(), BERNOULLI, 10, 200),
    (bg.AnytimeMOSS(), BERNOULLI, 10, 300),
    (bg.ThompsonBeta(), BERNOULLI, 60, 500),
    (bg.ThompsonGaussian(), GAUSSIAN, 60, 500),
]


@pytest.mark.every_time("Greedy()-Bernoulli")
@pytest.mark.parametrize("cell", TIED, ids=named)
def test_the_fast_kernel_has_the_law_of_the_scan(cell):
    """Where ties or posterior samples decide, the fast kernel and the scan agree in distribution."""
    policy, law, arms, horizon = cell
    problem, times = uniform_arms(arms, law), [horizon // 4, horizon]
    fast, scan = (
        bg.simulate(policy, problem, horizon, runs=4000, seed=seed, checkpoints=times, naive=seed == 2)
        for seed in (1, 2)
    )
    for i in range(2):
        assert naive.disagreement(fast.regret[:, i], scan.regret[:, i]) < 4.0
