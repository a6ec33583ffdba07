"""Every fast kernel against the naive oracle: round by round, bit for bit, or in distribution."""

import math

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.compile.compiler import native
from begreedy.compile.mirror import mirror
from begreedy.engine.players import lazy
from begreedy.engine.players.choice import lists, player_for
from begreedy.engine.simulation import prepare
from begreedy.values.canonical import concise
from oracles import naive
from support.tiers import every_time

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


@every_time(
    "Greedy()-Bernoulli",
    "EpsilonGreedy(epsilon=0.0)-Gaussian",
    "UCBV()-Bernoulli",
    "MOSS(c=4.0)-Gaussian",
    "KLUCB()-Bernoulli",
)
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


@every_time(
    "Greedy()-Bernoulli",
    "EpsilonGreedy(epsilon=0.0)-Gaussian",
    "UCBV()-Bernoulli",
    "MOSS(c=4.0)-Gaussian",
    "KLUCB()-Bernoulli",
    "EpsilonGreedy(c=0.3, gap=0.5)-Gaussian",
    "ThompsonBeta()-Bernoulli",
    "ThompsonGaussian()-Gaussian",
)
@pytest.mark.parametrize("case", EVERY_POLICY, ids=named)
def test_a_trace_is_the_run_that_was_simulated(case):
    """The regret of a trace, played round by round, equals that of the simulated run to the last bit."""
    policy, law = case
    for arms, horizon in [(1, 3), (2, 200), (17, 10), (17, 17), (40, 700)]:
        problem = uniform_arms(arms, law)
        result = bg.simulate(policy, problem, horizon, runs=6, seed=7, checkpoints=horizon, threads=2, block=4)
        rare = bg.simulate(policy, problem, horizon, runs=6, seed=7, checkpoints=3, threads=1)
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
    fast = bg.simulate(policy, problem, 150, runs=500, seed=3, checkpoints=5)
    simulation = prepare(policy, problem, 150, seed=3, checkpoints=5)
    slow = [simulation.play(run, 1, traced=True) for run in range(500)]
    assert np.array_equal(fast.regret, np.concatenate([record.regret for record in slow]))
    assert np.array_equal(fast.reward, np.concatenate([record.reward for record in slow]))
    assert np.array_equal(fast.pulls, np.concatenate([record.pulls for record in slow]))


@pytest.mark.parametrize("case", EVERY_POLICY, ids=named)
def test_an_agent_with_the_stream_of_a_run_plays_its_arms(case):
    """Plain Python, given the stream and the rewards of a compiled run, makes the same decisions."""
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


@every_time("Greedy()-Gaussian", "UCB(c=0.5)-Gaussian", "MOSS(c=4.0)-Gaussian", "KLUCB(c=1.0, sigma=0.7)-Gaussian")
@pytest.mark.parametrize("case", UNTIED, ids=named)
def test_without_ties_the_fast_kernel_is_the_scan_bit_for_bit(case):
    """Normal rewards never tie, so the fast kernel and the scan play the same runs."""
    policy, law = case
    for arms, horizon in [(2, 300), (17, 17), (17, 2000), (300, 3000)]:
        problem = uniform_arms(arms, law)
        fast, scan = (bg.simulate(policy, problem, horizon, runs=20, seed=9, naive=x) for x in (False, True))
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


@every_time(
    "Greedy()-Bernoulli-2-100",
    "Greedy()-Gaussian-5-300",
    "EpsilonGreedy()-Bernoulli-10-400",
    "EpsilonGreedy(c=0.5, gap=0.5)-Bernoulli-5-500",
    "ExploreThenCommit()-Gaussian-5-300",
    "UCB(c=0.5)-Bernoulli-50-400",
    "UCBV()-Bernoulli-10-400",
    "KLUCB()-Bernoulli-10-150",
    "MOSS()-Bernoulli-100-600",
    "AnytimeMOSS()-Bernoulli-20-500",
    "ThompsonBeta()-Bernoulli-4-300",
    "ThompsonBeta()-Bernoulli-200-250",
    "ThompsonBeta(a=2.0, b=3.0)-Bernoulli-30-400",
    "ThompsonGaussian()-Gaussian-60-800",
    "ThompsonGaussian(prior_mean=0.5, prior_sigma=0.3)-Gaussian-30-500",
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


@every_time("Greedy()-Bernoulli", "UCB(c=0.5)-Bernoulli", "KLUCB()-Bernoulli", "ThompsonBeta()-Bernoulli")
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


# ---------------------------------------------------------------- the law of the arm chosen from a posterior


class Limited(list):
    """A stream that ends: an endless loop becomes an error."""

    left = 10**6

    def __setitem__(self, where, word):
        self.left -= 1
        if self.left < 0:
            raise RuntimeError("far too many random numbers for one decision")
        super().__setitem__(where, word)


def choices(player):
    """A kernel that makes decision after decision without learning anything."""
    choose = player.choose

    def kernel(policy, state, arms, t, step, rng, chosen):
        for i in range(len(chosen)):
            chosen[i] = choose(policy, state, t + i * step, arms, 10**6, rng)
        return 0

    return kernel


class Situation:
    """A posterior player that has seen ``pulls`` rewards of each arm with the given average."""

    def __init__(self, policy, pulls, averages):
        self.policy, self.arms, self.t = policy, len(pulls), int(np.sum(pulls)) + 1
        self.player = player_for(policy, self.arms, 10**6)
        self.state = lists(self.player.layout)
        self.rng = Limited([0] * 4)
        bg.random.seed_stream(self.rng, 17)
        self.player.start(policy, self.state, self.arms, 10**6)
        for arm, (n, average) in enumerate(zip(pulls, averages)):
            binary = isinstance(policy, bg.ThompsonBeta)
            for i in range(n):
                self.learn(arm, float(i < round(n * average)) if binary else float(average))

    def learn(self, arm, reward):
        self.player.learn(self.policy, self.state, arm, reward, self.t, self.arms, 10**6, self.rng)

    def choose(self):
        self.rng.left = Limited.left
        return self.player.choose(self.policy, self.state, self.t, self.arms, 10**6, self.rng)

    def force(self, level):
        """Let the next choice renew the envelopes at this level, and keep it there."""
        for _ in range(lazy.WARM_UP):
            self.choose()
        self.state.centre[0], self.state.spread[0] = level, 0.0
        self.state.until[0] = self.t
        self.choose()
        self.state.seen[0] = 10**12  # so that falling below the level never looks frequent

    def frequencies(self, step=0):
        """Many choices from this state (t grows by ``step``): some in plain Python, the others compiled."""
        first = [self.choose() for _ in range(200)]
        rng, chosen = np.array(self.rng, np.uint64), np.zeros(60_000, np.int64)
        state = type(self.state)(*(np.array(field) for field in self.state))
        arguments = (mirror(self.policy), state, self.arms, self.t, step, rng, chosen)
        native(choices(self.player), *arguments)(*arguments)
        return np.concatenate([first, chosen])

    def samples(self, rng, size):
        """The oracle's samples from every posterior."""
        n, s, p = np.array(self.state.pulls), np.array(self.state.total), self.policy
        if isinstance(p, bg.ThompsonBeta):
            return rng.beta(p.a + s, p.b + n - s, (size, self.arms))
        precision = n / p.sigma**2 + (p.prior_sigma**-2 if p.prior_sigma else 0.0)
        centre = (s / p.sigma**2 + (p.prior_mean * p.prior_sigma**-2 if p.prior_sigma else 0.0)) / precision
        return rng.normal(centre, precision**-0.5, (size, self.arms))


def same_law(ours, reference, arms):
    """p-value that two samples of arms have one law; rare arms are counted together."""
    counts = np.array([np.bincount(x, minlength=arms) for x in (ours, reference)])
    rare = counts.sum(axis=0) < 50
    pooled = np.column_stack([counts[:, ~rare], counts[:, rare].sum(axis=1)])
    pooled = pooled[:, pooled.any(axis=0)]
    return stats.chi2_contingency(pooled).pvalue if pooled.shape[1] > 1 else 1.0


FAILURES = "nothing but failures, 12"
FLAT, PROPER = bg.ThompsonGaussian(), bg.ThompsonGaussian(1.0, 0.5, 0.4)
PULLED = np.random.default_rng(3).integers(0, 12, 40)
AVERAGE = np.random.default_rng(4).random(40)
SITUATIONS = {
    "few pulls, 5": (bg.ThompsonBeta(), PULLED[:5] % 4, AVERAGE[:5]),
    "few pulls, 12": (bg.ThompsonBeta(2, 3), PULLED[:12] % 4, AVERAGE[:12]),
    "some pulls, 40": (bg.ThompsonBeta(), PULLED, AVERAGE),
    "a leader, 12": (bg.ThompsonBeta(), [300, *PULLED[1:12]], [0.8, *AVERAGE[1:12]]),
    "many pulls, 5": (bg.ThompsonBeta(), [200] * 5, [0.5, 0.52, 0.48, 0.55, 0.4]),
    FAILURES: (bg.ThompsonBeta(), PULLED[:12] + 20, [0.0] * 12),
    "flat normal, 40": (FLAT, PULLED + 1, AVERAGE),
    "flat normal with a leader, 12": (FLAT, [300, *(PULLED[1:12] + 1)], [0.8, *AVERAGE[1:12]]),
    "normal, 5": (PROPER, PULLED[:5], AVERAGE[:5]),
}


@every_time("few pulls, 5", "some pulls, 40", "many pulls, 5", "flat normal, 40", "normal, 5")
@pytest.mark.parametrize("name", SITUATIONS)
def test_lazy_posterior_chooses_each_arm_as_often_as_drawing_all(name):
    """From a fixed state every arm is chosen with the frequency of being the largest of independent samples."""
    situation = Situation(*SITUATIONS[name])
    winners = situation.samples(np.random.default_rng(5), 200_000).argmax(axis=1)
    assert same_law(situation.frequencies(step=1), winners, situation.arms) > 1e-4


@pytest.mark.parametrize("share", [0.02, 0.5, 0.98])
@pytest.mark.parametrize("name", SITUATIONS)
def test_the_level_of_the_lazy_posterior_never_changes_the_law(name, share):
    """With the level forced anywhere among the winning samples, arms are still chosen with the same frequencies."""
    situation = Situation(*SITUATIONS[name])
    samples = situation.samples(np.random.default_rng(6), 200_000)
    level = float(np.quantile(samples.max(axis=1), share))
    situation.force(level)
    assert situation.state.level[0] == level
    assert same_law(situation.frequencies(), samples.argmax(axis=1), situation.arms) > 1e-4


@pytest.mark.parametrize(("name", "level"), [(FAILURES, 0.0), (FAILURES, -0.3), ("a leader, 12", 0.01)])
def test_a_level_below_all_samples_does_no_harm(name, level):
    """A level at or below the least possible sample, or far below all of them, only costs time."""
    situation = Situation(*SITUATIONS[name])
    winners = situation.samples(np.random.default_rng(7), 200_000).argmax(axis=1)
    situation.force(level)
    assert same_law(situation.frequencies(), winners, situation.arms) > 1e-4


def test_learning_keeps_the_envelopes_of_the_lazy_posterior():
    """Rewards learned after the envelopes were made change the frequencies as they should."""
    situation = Situation(*SITUATIONS["some pulls, 40"])
    situation.force(float(np.quantile(situation.samples(np.random.default_rng(8), 10_000).max(axis=1), 0.3)))
    for arm in range(40):
        for i in range(arm % 7):
            situation.learn(arm, float((arm + i) % 4 != 0))
    winners = situation.samples(np.random.default_rng(9), 200_000).argmax(axis=1)
    assert same_law(situation.frequencies(), winners, situation.arms) > 1e-4


def test_lazy_posterior_of_arms_that_rarely_pay():
    """Where winning samples reach down to 0, rounds end, and the regret has the law of the naive simulator."""
    situation = Situation(bg.ThompsonBeta(), [0] * 6, [0.0] * 6)
    for _ in range(500):  # in plain Python first: here an endless round is an error
        situation.t += 1
        situation.learn(situation.choose(), 0.0)
    means, times = [0.0, 0.03, 0.01, 0.0, 0.02, 0.01], [100, 400]
    ours = bg.simulate(bg.ThompsonBeta(), bg.Finite(means=means), 400, runs=6000, seed=1, checkpoints=times)
    oracle = naive.regrets(naive.THOMPSON_BETA, (1.0, 1.0), naive.BERNOULLI, times, 2000, seed=1, means=means)
    for i in range(2):
        assert naive.disagreement(ours.regret[:, i], oracle[:, i]) < 4.0
