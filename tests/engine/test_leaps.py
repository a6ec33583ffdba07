"""Leaps have the law of rounds: every piece against an independent walk, and whole simulations against rounds."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.compile.compiler import native
from begreedy.engine.games.game import leader_streak
from begreedy.engine.options import PlayOptions
from begreedy.engine.players.choice import player_for
from begreedy.engine.players.frozen_state import BAR, LEAD
from begreedy.engine.players.leaps import SCRATCH, first_fall
from begreedy.engine.simulation import prepare
from begreedy.random import binomial, normal, seed_stream, stopped_binomial
from begreedy.types import says
from oracles import naive, naive_pools
from support.same_law import LEAST, assert_same_law, assert_same_results


def stream(key):
    words = [0] * 4
    seed_stream(words, key)
    return np.array(words, np.uint64)


# ---------------------------------------------------------------- sums of rewards 0 and 1


def draw_binomials(rng, n, p, out):
    for i in range(len(out)):
        out[i] = binomial(rng, n, p)
    return 0


@pytest.mark.parametrize(
    ("n", "p"),
    [
        *((1, 0.3), (2, 0.5), (19, 0.5), (20, 0.5), (21, 0.5), (40, 0.26), (1000, 0.009), (1000, 0.97), (10**6, 0.3)),
        *((2**30, 0.4), (2**30, 1e-9), (2**30, 1e-7), (50, 1.0 - 1e-12), (300, 5e-324)),
    ],
)
def test_binomial_has_its_law(n, p):
    """Compiled, 100 000 draws: Kolmogorov and Smirnov on the randomised quantiles of SciPy's law."""
    out = np.zeros(100_000, np.int64)
    arguments = (stream(5), n, p, out)
    native(draw_binomials, *arguments)(*arguments)
    law = stats.binom(n, p)
    spread = np.random.default_rng(0).random(len(out))
    quantiles = law.cdf(out - 1) + spread * law.pmf(out)
    assert stats.kstest(quantiles, "uniform").pvalue > LEAST
    plain = [0] * 4
    seed_stream(plain, 5)
    assert [binomial(plain, n, p) for _ in range(200)] == out[:200].tolist()


def test_binomial_at_its_ends():
    """No trial, no chance, certainty."""
    rng = [1, 2, 3, 4]
    assert [binomial(rng, 0, 0.5), binomial(rng, 9, 0.0), binomial(rng, 9, 1.0)] == [0, 0, 9]


# ---------------------------------------------------------------- trials until a number of successes


def draw_stopped(rng, n, p, k, trials, successes):
    for i in range(len(trials)):
        trials[i], successes[i] = stopped_binomial(rng, n, p, k)
    return 0


@pytest.mark.parametrize(
    ("n", "p", "k"),
    [
        *((40, 0.3, 1), (40, 0.3, 9), (40, 0.3, 12), (40, 0.3, 40), (40, 0.3, 41), (100, 0.97, 95), (900, 0.02, 15)),
        *((5000, 0.05, 240), (2**30, 1e-6, 1000), (2**30, 0.4, 10**8), (300, 5e-324, 3), (300, 1.0 - 1e-12, 20)),
    ],
)
def test_trials_that_end_with_a_success_have_their_law(n, p, k):
    """Compiled, 100 000 draws: randomised quantiles of SciPy's laws, of the trials if they end sooner, else of both."""
    count = 100_000
    trials, successes = np.zeros(count, np.int64), np.zeros(count, np.int64)
    arguments = (stream(6), n, p, k, trials, successes)
    native(draw_stopped, *arguments)(*arguments)
    soon = successes == k
    assert np.all((trials <= n) & (successes <= np.minimum(trials, k)) & (soon | (trials == n)))
    spread = np.random.default_rng(0).random(count)
    waits, counts = stats.nbinom(k, p), stats.binom(n, p)
    early = waits.cdf(trials - k - 1) + spread * waits.pmf(trials - k)
    late = waits.cdf(n - k) + counts.cdf(successes - 1) + spread * counts.pmf(successes)
    assert stats.kstest(np.where(soon, early, late), "uniform").pvalue > LEAST
    plain = [0] * 4
    seed_stream(plain, 6)
    assert [stopped_binomial(plain, n, p, k) for _ in range(100)] == list(zip(trials, successes, strict=True))[:100]


def test_trials_at_their_ends():
    """No chance, certainty, one trial."""
    rng = [1, 2, 3, 4]
    assert [stopped_binomial(rng, 9, 0.0, 2), stopped_binomial(rng, 9, 1.0, 2)] == [(9, 0), (2, 2)]
    assert stopped_binomial(rng, 1, 1.0, 1) == (1, 1)


# ---------------------------------------------------------------- the first fall of a normal walk


def leap(begin, drift, length, sigma, rng, halves, times, values):
    for i in range(len(times)):
        end = begin + drift * length + sigma * sqrt(1.0 * length) * normal(rng)
        times[i], values[i] = first_fall(begin, end, length, sigma, rng, halves)
    return 0


def walk(begin, drift, length, sigma, rng, halves, times, values):
    for i in range(len(times)):
        value = begin
        time = 0
        while time < length and value > 0.0:
            time += 1
            value += drift + sigma * normal(rng)
        times[i] = time
        values[i] = value
    return 0


@pytest.mark.parametrize(
    ("begin", "drift", "length", "sigma"),
    [
        *((5.0, 0.01, 1000, 1.0), (1.0, 0.0, 64, 1.0), (3.0, -0.02, 200, 1.0), (0.5, 0.05, 37, 0.7)),
        *((0.01, 0.0, 33, 1.0), (1e-170, -1e-173, 40, 1e-171)),
    ],
)
def test_the_first_fall_of_a_bridge_is_that_of_a_walk(begin, drift, length, sigma):
    """Time, overshoot and end, 200 000 walks each."""
    found = []
    for play, key in ((leap, 1), (walk, 2)):
        times, values = np.zeros(200_000), np.zeros(200_000)
        arguments = (begin, drift, length, sigma, stream(key), np.zeros(SCRATCH), times, values)
        native(play, *arguments)(*arguments)
        found.append((times, values))
    (times, values), (walked, reached) = found
    assert stats.ks_2samp(times, walked).pvalue > LEAST
    assert stats.ks_2samp(values, reached).pvalue > LEAST
    assert stats.ks_2samp(values[values <= 0.0], reached[reached <= 0.0]).pvalue > LEAST


# ---------------------------------------------------------------- the first fall of rewards 0 and 1


def falls_of(streak):
    def falls(table, total, pulls, bar, mean, until, times, totals):
        state = table.state
        for i in range(len(times)):
            state.stats.total[0], state.stats.pulls[0] = total, pulls
            state.levels[BAR], state.levels[LEAD] = bar, total / pulls
            times[i], _, _, _ = streak(table, 2, 0, mean, 0.0, 0, until, 0.0, 0.0)
            totals[i] = state.stats.total[0]
        return 0

    return falls


@pytest.mark.parametrize(
    ("total", "pulls", "bar", "mean"),
    [
        *((200.0, 320, 0.6, 0.61), (190.0, 300, 0.55, 0.5), (40.0, 64, 0.55, 0.57), (30.0, 900, 0.02, 0.01)),
        *((3.0, 300, 0.0, 0.0), (290.0, 300, 0.9, 1.0), (299.0, 300, 0.995, 0.99), (296.0, 300, 0.98, 0.97)),
    ],
)
def test_the_first_fall_of_a_sum_of_zeros_and_ones(total, pulls, bar, mean):
    """When a leader falls to the bar, and with what: streaks in leaps against walks by NumPy, 40 000 each."""
    until, count = 500, 40_000
    simulation = prepare(bg.Greedy(), bg.Finite(means=[0.5, 0.5]), until, 0, checkpoints=1)
    table = simulation._table(simulation._record(1, traced=False))
    seed_stream(table.streams.rewards, 7)
    leads, leaping = leader_streak(player_for(bg.Greedy(), 2, until), bg.Bernoulli(), until, True)
    assert leaping
    times, totals = np.zeros(count), np.zeros(count)
    arguments = (table, total, pulls, bar, mean, until, times, totals)
    native(falls_of(leads), *arguments)(*arguments)
    paid = np.cumsum(np.random.default_rng(1).random((count, until), np.float32) < mean, axis=1)
    fallen = ~((total + paid) / (pulls + np.arange(1, until + 1)) > bar)
    fallen[:, -1] = True
    walked = fallen.argmax(axis=1) + 1
    assert_same_law(times, walked)
    assert_same_law(totals, total + paid[np.arange(count), walked - 1])


# ---------------------------------------------------------------- simulations

PROBLEMS = {
    "bernoulli": bg.Finite(prior=bg.Uniform(), arms=4),
    "many": bg.Finite(prior=bg.Uniform(), arms=20),
    "sure": bg.Finite(means=[0.0, 1.0, 0.5, 1.0]),
    "never": bg.Finite(means=[0.0, 0.0, 0.0]),
    "one": bg.Finite(means=[0.3]),
    "gaussian": bg.Finite(prior=bg.Uniform(), arms=20, law=bg.Gaussian()),
    "steady": bg.Finite(prior=bg.Uniform(), arms=5, law=bg.Gaussian(1e-9)),
    "fixed": bg.Finite(prior=bg.Uniform(), arms=5, law=bg.Gaussian(0.0)),
    "one gaussian": bg.Finite(means=[-0.3], law=bg.Gaussian()),
    "negative": bg.Finite(means=[-0.2, -0.5, -0.3, -0.25], law=bg.Gaussian(0.5)),
}
HORIZON = 4000  # MOSS leaps on rewards 0 and 1 from 1000 rounds an arm on
TIMES = [30, 300, 1500, HORIZON]


@pytest.mark.every_time(
    "Greedy-bernoulli",
    "Greedy-many",
    "Greedy-one",
    "Greedy-gaussian",
    "Greedy-steady",
    "Greedy-fixed",
    "MOSS-bernoulli",
)
@pytest.mark.parametrize(
    ("policy", "name"),
    [(bg.Greedy(), name) for name in PROBLEMS]
    + [(bg.MOSS(), "bernoulli"), (bg.MOSS(), "steady")]
    + [
        pytest.param(policy, name, marks=pytest.mark.long)
        for policy, names in (
            (bg.MOSS(), ("sure", "gaussian", "never", "one", "fixed", "one gaussian", "negative")),
            (bg.OptimisticGreedy(), ("bernoulli", "sure", "gaussian")),
        )
        for name in names
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_leaps_have_the_law_of_rounds(policy, name):
    """On 20 000 runs each; p = 0 and 1, ties, one arm, no noise or hardly any, means below 0."""
    problem = PROBLEMS[name]
    options = {"runs": 20_000, "checkpoints": TIMES}
    rounds = bg.simulate(policy, problem, HORIZON, seed=11, leaps=False, **options)
    leaps = bg.simulate(policy, problem, HORIZON, seed=12, **options)
    assert_same_results(rounds, leaps)


@pytest.mark.long
@pytest.mark.parametrize("law", ["bernoulli", "gaussian"])
@pytest.mark.parametrize("policy", [bg.Greedy(), bg.MOSS()], ids=lambda p: type(p).__name__)
def test_leaps_have_the_law_of_an_independent_simulation(policy, law):
    """The oracle looks at every arm every round; few arms with small gaps, so that leaders fall late, too."""
    means, sigma = (0.5, 0.55, 0.45), 0.4
    regrets, *numbers = naive.games(
        naive.MOSS if isinstance(policy, bg.MOSS) else naive.GREEDY,
        [1.0],
        naive.GAUSSIAN if law == "gaussian" else naive.BERNOULLI,
        TIMES,
        20_000,
        3,
        noise=sigma,
        means=means,
    )
    problem = bg.Finite(means=means, law=bg.Gaussian(sigma) if law == "gaussian" else bg.Bernoulli())
    leaps = bg.simulate(policy, problem, HORIZON, runs=20_000, seed=13, checkpoints=TIMES)
    for ours, theirs in zip(leaps.regret.T, regrets.T, strict=True):
        assert_same_law(ours, theirs)
    for name, theirs in zip(("reward", "pulls", "arms_tried", "locked_gap"), numbers, strict=True):
        assert_same_law(getattr(leaps, name), theirs)


@pytest.mark.long
def test_reductions_of_pools_leap():
    """Subsample and Discretize play the finite game."""
    for policy, problem in (
        (bg.Subsample(bg.Greedy(), k=20), bg.Infinite(bg.Uniform())),
        (bg.Discretize(bg.Greedy(), k=20), bg.Continuous(bg.f3)),
    ):
        options = {"runs": 20_000, "checkpoints": TIMES}
        rounds = bg.simulate(policy, problem, HORIZON, seed=14, leaps=False, **options)
        leaps = bg.simulate(policy, problem, HORIZON, seed=15, **options)
        assert not np.array_equal(rounds.regret[:100], bg.simulate(policy, problem, HORIZON, 100, 14).regret)
        assert_same_results(rounds, leaps)


@pytest.mark.every_time("bernoulli")
@pytest.mark.parametrize("law", [bg.Bernoulli(), bg.Gaussian(0.3)], ids=["bernoulli", "gaussian"])
def test_leaps_end_where_arms_die(law):
    """Between two deaths a leader is played on in blocks."""
    policy, problem = bg.Greedy(), bg.Mortal(bg.Uniform(), arms=4, lifetime=400, law=law)
    options = {"runs": 20_000, "checkpoints": [200, 1500]}
    rounds = bg.simulate(policy, problem, 1500, seed=16, leaps=False, **options)
    leaps = bg.simulate(policy, problem, 1500, seed=17, **options)
    assert not np.array_equal(rounds.reward[:100], bg.simulate(policy, problem, 1500, 100, 16, checkpoints=2).reward)
    for a, b in zip(rounds.regret.T, leaps.regret.T, strict=True):
        assert_same_law(a, b)
    for number in ("reward", "pulls", "arms_tried", "reference"):
        assert_same_law(getattr(rounds, number), getattr(leaps, number))


@pytest.mark.long
@pytest.mark.parametrize("law", [bg.Bernoulli(), bg.Gaussian()], ids=["bernoulli", "gaussian"])
@pytest.mark.parametrize("runs", [1000, 20_000])
def test_leaps_end_where_arms_enter(runs, law):
    """Until the next arm comes a leader is played on in blocks; the oracle looks at every arm every round."""
    policy, problem = bg.AnytimeGreedy(beta=0.2, c1=30.0), bg.Infinite(bg.Uniform(), law=law)
    options = {"runs": runs, "checkpoints": TIMES}
    rounds = bg.simulate(policy, problem, HORIZON, seed=18, leaps=False, **options)
    leaps = bg.simulate(policy, problem, HORIZON, seed=19, **options)
    assert not np.array_equal(rounds.reward, bg.simulate(policy, problem, HORIZON, seed=18, **options).reward)
    assert_same_results(rounds, leaps)
    assert rounds.reward[0] == pytest.approx(bg.trace(policy, problem, HORIZON, seed=18).rewards.sum(), rel=1e-12)
    if runs == 1000:
        return  # the oracle takes its time
    counts = np.array([0] + [policy.arms_at(problem, t) for t in range(1, HORIZON + 1)])
    kind = naive_pools.BERNOULLI if says(law, "binary") else naive_pools.NORMAL
    theirs = naive_pools.regrets(
        lambda rng: (naive_pools.widening_run(counts, rng.random(counts[-1]), kind, HORIZON, rng), 1.0),
        TIMES,
        20_000,
        20,
    )
    for ours, oracle in zip(leaps.regret.T, theirs.T, strict=True):
        assert_same_law(ours, oracle)


@pytest.mark.every_time("bernoulli")
@pytest.mark.parametrize("name", ["bernoulli", "gaussian"])
def test_leaps_depend_on_neither_blocks_nor_threads_nor_the_compiler(name):
    """Same bits however runs are played; measures are taken where leaps end."""
    problem, measure = PROBLEMS[name], [bg.PullsPerArm(), bg.RealisedRegret()]
    once = bg.simulate(bg.Greedy(), problem, 900, runs=12, checkpoints=[300, 900], measure=measure)
    again = bg.simulate(bg.Greedy(), problem, 900, runs=12, checkpoints=[300, 900], threads=1, block=7)
    plain = bg.simulate(bg.Greedy(), problem, 900, runs=12, checkpoints=[300, 900], plain=True)
    for result in (again, plain):
        assert np.array_equal(once.regret, result.regret)
        assert np.array_equal(once.reward, result.reward)
    assert np.all(once.measured["PullsPerArm"].sum(axis=2) == [300, 900])
    luck = once.measured["RealisedRegret"][:, -1]
    assert luck == pytest.approx(once.reference * 900 - once.reward, abs=1e-9)


@pytest.mark.parametrize("name", ["bernoulli", "gaussian"])
def test_rounds_between_close_checkpoints_are_played_one_by_one(name):
    """With a checkpoint at every round leaps are rounds, bit for bit; with few they are not."""
    every, rounds = (
        bg.simulate(bg.Greedy(), PROBLEMS[name], 900, runs=30, checkpoints=900, leaps=leaps) for leaps in (True, False)
    )
    assert np.array_equal(every.regret, rounds.regret)
    few = bg.simulate(bg.Greedy(), PROBLEMS[name], 900, runs=30, checkpoints=1)
    assert not np.array_equal(few.reward, rounds.reward)


def test_leaps_and_rounds_have_results_of_their_own():
    """A store tells them apart; where there is nothing to leap over they are the same."""
    from begreedy.run.jobs import Job

    def digests(policy, problem, horizon=10_000):
        ways = [PlayOptions(leaps=leaps) for leaps in (False, True)]
        return {Job(policy, problem, horizon, 1, 0, options=options).digest for options in ways}

    assert len(digests(bg.Greedy(), PROBLEMS["bernoulli"])) == 2
    assert len(digests(bg.Greedy(), PROBLEMS["bernoulli"], horizon=1000)) == 1  # every five rounds a checkpoint
    assert len(digests(bg.MOSS(), PROBLEMS["many"])) == 1
    assert len(digests(bg.UCB(), PROBLEMS["bernoulli"])) == 1
    assert len(digests(bg.ThompsonBeta(), bg.Finite(prior=bg.Uniform(), arms=100))) == 1
    assert len(digests(bg.ThompsonBeta(), bg.Finite(prior=bg.Uniform(), arms=1000), horizon=1000)) == 2
    assert len(digests(bg.ThompsonBeta(0.5, 1), bg.Finite(prior=bg.Uniform(), arms=1000))) == 1
    assert len(digests(bg.Greedy(), bg.Finite(means=[0.2, 0.4], law=bg.BetaReward()))) == 1


@pytest.mark.long
def test_a_long_horizon_costs_little_more_than_a_short_one():
    """A thousand million rounds, in an instant."""
    result = bg.simulate(bg.Subsample(bg.Greedy(), k=50), bg.Infinite(bg.Uniform()), 10**9, runs=20)
    assert np.all(np.isfinite(result.regret))
    assert result.seconds < 60.0


@dataclass(frozen=True)
class Liar:
    """Says that its index is monotone, and the mean."""

    monotone = True
    is_mean = True

    def index(self, total, pulls):
        return pulls - total


def test_a_false_promise_is_found():
    """check_policy says which."""
    with pytest.raises(bg.testing.ConformanceError, match=r"remove monotone = True(.|\n)*remove is_mean = True"):
        bg.testing.check_policy(Liar())
