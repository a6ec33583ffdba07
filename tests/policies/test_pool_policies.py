"""Every policy for too many arms against its naive version: in distribution, and decision by decision."""

import math

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from oracles import naive_discovery
from oracles import naive_pools as naive
from oracles.naive_pools import BERNOULLI, GREEDY, MOSS, NORMAL, UCB1, UCB_V

F = {1: bg.f1, 2: bg.f2}
MAXIMUM = {1: 0.9755991410, 2: 1.0}
CASES = {}  # id -> (policy, problem, horizon, one naive run)


def case(id, policy, problem, horizon, run):
    CASES[id] = (policy, problem, horizon, run)


# ---------------------------------------------------------------- continuum


def ends(which, arms):
    return np.array([naive.f(which, (k + 1) / arms) for k in range(arms)])


def middles(which, arms):
    return np.array([naive.f(which, (k + 0.5) / arms) for k in range(arms)])


def epochs(base, c, plan, told, which, horizon, *, memory=False, anywhere=False):
    nothing = np.zeros(1)
    return lambda rng: (
        naive.epochs_run(base, c, *plan, told, memory, which, anywhere, nothing, True, NORMAL, horizon, rng),
        MAXIMUM[which],
    )


def on_cells(base, c, means, which, horizon, cells_of=0):
    return lambda rng: (naive.finite_run(base, c, 1, means, NORMAL, horizon, cells_of, rng), MAXIMUM[which])


def zooming(which, alpha, smoothness, horizon, grid=0, phased=False):
    return lambda rng: (
        naive_discovery.zooming_run(which, alpha, smoothness, grid, phased, horizon, rng),
        MAXIMUM[which],
    )


def corput(order):
    """The binary digits of order + 1, mirrored at the point."""
    return sum(int(digit) / 2 ** (i + 1) for i, digit in enumerate(reversed(f"{order + 1:b}")))


def continuous_arms(t):
    return max(1, min(t, math.ceil(math.sqrt(4 / 3 * t * math.log(t)))))


def widening_continuum(which, horizon):
    counts = np.array([0] + [min(t, continuous_arms(max(2, t))) for t in range(1, horizon + 1)])
    means = np.array([naive.f(which, corput(k)) for k in range(counts.max())])
    return lambda rng: (naive.widening_run(counts, means, NORMAL, horizon, rng), MAXIMUM[which])


def empirical_continuum(which, horizon):
    lengths, sizes = naive.medzo_epochs(horizon)
    means = ends(which, sizes[0])
    return lambda rng: (naive.empirical_run(4.0, lengths, sizes, means, NORMAL, horizon, rng), MAXIMUM[which])


for which in (1, 2):
    problem = bg.Continuous(F[which])
    greedy = bg.Discretize(bg.Greedy(), k=30)
    case(f"greedy-end-f{which}", greedy, problem, 400, on_cells(GREEDY, 0.0, ends(which, 30), which, 400))
    middle = bg.Discretize(bg.Greedy(), k=9, point="middle")
    case(f"greedy-middle-f{which}", middle, problem, 400, on_cells(GREEDY, 0.0, middles(which, 9), which, 400))
    random = bg.Discretize(bg.MOSS(4.0), k=9, point="random")
    case(f"moss-random-f{which}", random, problem, 400, on_cells(MOSS, 4.0, ends(which, 9), which, 400, which))
    plan = naive.medzo_epochs(1200)
    run = epochs(MOSS, 4.0, plan, plan[0], which, 1200, memory=True)
    case(f"medzo-f{which}", bg.MeDZO(4.0), problem, 1200, run)
    run = epochs(MOSS, 4.0, plan, plan[0], which, 1200, memory=True, anywhere=True)
    case(f"medzo-random-f{which}", bg.MeDZO(4.0, point="random"), problem, 1200, run)
    run = empirical_continuum(which, 1200)
    case(f"medzo-empirical-f{which}", bg.MeDZO(4.0, empirical=True), problem, 1200, run)
    alpha, smoothness = {1: (2.0, 220.33), 2: (1.0, 20.0)}[which]
    for grid in (0, 101):
        run = zooming(which, alpha, smoothness, 1000, grid)
        case(f"zooming-{grid}-f{which}", bg.Zooming(alpha, smoothness, grid=grid or None), problem, 1000, run)
    case(f"anytime-f{which}", bg.AnytimeGreedy(), problem, 400, widening_continuum(which, 400))

phased = bg.Zooming(1.0, 20.0, phased=True)
case("zooming-phased-f2", phased, bg.Continuous(bg.f2), 700, zooming(2, 1.0, 20.0, 700, phased=True))
plan = naive.cab1_epochs(1500, 1.0)
case("cab1-f1", bg.CAB1(1.0), bg.Continuous(bg.f1), 1500, epochs(UCB1, 0.0, plan, plan[0], 1, 1500))
*plan, told = naive.doubling_epochs(1100, 100, 2.0, continuous_arms)
policy = bg.Doubling(bg.Discretize(bg.Greedy()), first=100)
case("doubling-f1", policy, bg.Continuous(bg.f1), 1100, epochs(GREEDY, 0.0, plan, told, 1, 1100))
run = on_cells(MOSS, 4.0, ends(2, math.ceil((20.0**2 * 500) ** (1 / 3))), 2, 500)
case("cabmoss-f2", bg.CABMOSS(1.0, 20.0), bg.Continuous(bg.f2), 500, run)

# ---------------------------------------------------------------- reservoirs, with and without a pool; n arms


def reservoir(a, b, size, play):
    """A run on a reservoir of Beta(a, b) arms; with a pool, ``size`` arms and the best of them as the reference."""

    def run(rng):
        means = rng.beta(a, b, size or 20_000)
        return play(means, rng), (means.max() if size else 1.0)

    return run


def many(n, best, play):
    def run(rng):
        means = naive.many_armed(n, best, rng)
        return play(means, rng), 0.9

    return run


def subsampled(base, c, arms, horizon, first=1):
    return lambda means, rng: naive.finite_run(
        base, c, first, rng.choice(means, arms, replace=False), BERNOULLI, horizon, 0, rng
    )


def medzo(horizon, size=0):
    lengths, sizes = naive.medzo_epochs(horizon, size or 2**60)
    return lambda means, rng: naive.epochs_run(
        MOSS, 1.0, lengths, sizes, lengths, True, 0, False, means, size == 0, BERNOULLI, horizon, rng
    )


def empirical(horizon, size=2**60):
    lengths, sizes = naive.medzo_epochs(horizon, size)
    return lambda means, rng: naive.empirical_run(1.0, lengths, sizes, means, BERNOULLI, horizon, rng)


def widening(horizon, arms_at):
    counts = np.array([0] + [arms_at(t) for t in range(1, horizon + 1)])
    return lambda means, rng: naive.widening_run(counts, means, BERNOULLI, horizon, rng)


def restarted(plan, told, horizon, endless):
    return lambda means, rng: naive.epochs_run(
        GREEDY, 0.0, *plan, told, False, 0, False, means, endless, BERNOULLI, horizon, rng
    )


def two_target(alpha, beta, horizon, m=3):
    l1 = math.floor((alpha * horizon / (beta + 1)) ** (1 / (beta + 2)))
    l2 = math.floor(m * (alpha * horizon / (beta + 1)) ** (1 / (beta + 1)))
    return lambda means, rng: naive_discovery.two_target_run(means, l1, l2, m, horizon, rng)


def air(power, horizon):
    return lambda means, rng: naive_discovery.air_run(means, power, BERNOULLI, horizon, rng)


def quantile(horizon):
    return lambda means, rng: naive_discovery.quantile_run(1.0, means, BERNOULLI, horizon, rng)


def parallel(best, horizon, endless):
    return lambda means, rng: naive_discovery.parallel_run(best, 1.0, means, endless, BERNOULLI, horizon, rng)


def estimated(horizon):
    return lambda means, rng: naive_discovery.estimated_run(0.4, means, BERNOULLI, horizon, rng)


def reservoir_cases(name, prior, a, b, pool):
    arms = lambda t: naive.greedy_arms(max(2, t), b)  # noqa: E731
    *plan, told = naive.doubling_epochs(700, 100, 2.0, arms)
    for id, policy, horizon, play in [
        ("greedy", bg.Subsample(bg.Greedy()), 600, subsampled(GREEDY, 0.0, arms(600), 600)),
        ("ucb-f", bg.UCBF(), 600, subsampled(UCB_V, 0.0, math.ceil(600 ** (b / (b + 1))), 600, first=2)),
        ("ucb-air", bg.UCBAIR(), 600, air(b / (b + 1), 600)),
        ("two-target", bg.TwoTarget(), 1500, two_target(1, b, 1500)),
        ("medzo", bg.MeDZO(), 1200, medzo(1200, pool)),
        ("medzo-empirical", bg.MeDZO(empirical=True), 1200, empirical(1200)),
        ("quantile", bg.Quantile(), 800, quantile(800)),
        ("estimated", bg.EstimatedGreedy(), 700, estimated(700)),
        ("anytime", bg.AnytimeGreedy(), 400, widening(400, lambda t: min(t, arms(t)))),
        ("doubling", bg.Doubling(bg.Subsample(bg.Greedy()), first=100), 700, restarted(plan, told, 700, pool == 0)),
    ]:
        problem = bg.Infinite(prior, pool=pool or None)
        case(f"{id}-{name}{pool or ''}", policy, problem, horizon, reservoir(a, b, pool, play))


reservoir_cases("uniform", bg.Uniform(), 1, 1, 0)
reservoir_cases("uniform", bg.Uniform(), 1, 1, 300)
reservoir_cases("beta", bg.Beta(1, 2), 1, 2, 0)
case("parallel-uniform", bg.Parallel(), bg.Infinite(bg.Uniform()), 600, reservoir(1, 1, 0, parallel(1.0, 600, True)))
# So few arms that TwoTarget drops them all, and must stay with the last.
tiny = bg.Infinite(bg.Uniform(), pool=5)
case("two-target-few", bg.TwoTarget(m=1), tiny, 600, reservoir(1, 1, 5, two_target(1, 1, 600, 1)))

few, lot = bg.ManyArmed(40, 3), bg.ManyArmed(300, 20)
case("moss-many", bg.MOSS(), few, 500, many(40, 3, subsampled(MOSS, 1.0, 40, 500)))
size = math.ceil(800**0.4 * math.log(math.sqrt(800)))
case("oracle-moss", bg.OracleMOSS(0.4), lot, 800, many(300, 20, subsampled(MOSS, 1.0, size, 800)))
size = math.ceil((1 - 0.8) * 800**0.8 * math.log(800) / 4)
case("oracle-greedy", bg.OracleGreedy(0.4), lot, 800, many(300, 20, subsampled(GREEDY, 0.0, size, 800)))
case("medzo-many", bg.MeDZO(), few, 1200, many(40, 3, medzo(1200, 40)))
case("medzo-empirical-many", bg.MeDZO(empirical=True), few, 1200, many(40, 3, empirical(1200, 40)))
case("quantile-many", bg.Quantile(), few, 800, many(40, 3, quantile(800)))
case("parallel-many", bg.Parallel(), few, 800, many(40, 3, parallel(0.9, 800, False)))
case("two-target-many", bg.TwoTarget(2, 1.0, 1.0), few, 800, many(40, 3, two_target(1, 1, 800, 2)))


@pytest.mark.every_time("ucb-air-beta", "oracle-greedy", "two-target-many", "medzo-many")
@pytest.mark.parametrize("id", CASES)
def test_same_law_as_the_naive_version(id):
    """The regret early on and at the horizon has the law of the naive version: its mean and its distribution."""
    policy, problem, horizon, run = CASES[id]
    times = [horizon // 4, horizon]
    ours = bg.simulate(policy, problem, horizon, runs=2000, seed=11, checkpoints=times, threads=1).regret
    theirs = naive.regrets(run, times, 800, seed=12)
    for mine, naives in zip(ours.T, theirs.T, strict=True):
        error = math.sqrt(mine.var() / len(mine) + naives.var() / len(naives))
        assert abs(mine.mean() - naives.mean()) <= 4.0 * error + 1e-6
        assert stats.ks_2samp(mine.round(6), naives.round(6)).pvalue > 1e-4
