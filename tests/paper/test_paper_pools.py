"""The paper's experiments on too many arms: rows, the numbers its companion stored; policies without a horizon."""

import math
from functools import lru_cache

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.experiments.experiment import run_experiment
from begreedy.paper import PAPER
from oracles import naive_pools as naive

CONTINUOUS = {"Greedy", "CAB.MOSS", "MeDZO", "Zooming"}
INFINITE = {"Greedy", "UCB-F", "MeDZO", "TwoTarget"}
MANY = {"MOSS", "OracleMOSS", "MeDZO", "Greedy", "OracleGreedy"}
PLAYED = {
    "continuous-f1": CONTINUOUS,
    "continuous-f2": CONTINUOUS,
    "continuous-f3": CONTINUOUS,
    "infinite-uniform": INFINITE,
    "infinite-beta": INFINITE,
    "many-armed": MANY,
}
COLUMNS = {"experiment", "variant", "cell", "policy", "horizon", "runs", "seed", "mean", "std", "stderr", "seconds"}
COLUMNS |= {"median", "q10", "q90"}


@lru_cache
def rows(id, scale, runs, variant="all"):
    """Rows of an experiment by (variant, policy)."""
    (experiment,) = PAPER.find([id])
    finished = run_experiment(experiment, scale, runs=runs, seed=1, variant=variant)
    return {(row["variant"], row["policy"]): row for row in finished.rows()}


@pytest.mark.long
@pytest.mark.parametrize("id", PLAYED)
def test_rows_of_all_policies(id):
    """Every policy of the paper has its row under the paper's name in each variant; extra has more of them."""
    found = rows(id, "smoke", 3)
    for variant in ("published", "corrected", "extra"):
        names = {policy for v, policy in found if v == variant}
        assert names == PLAYED[id] if variant != "extra" else names > PLAYED[id]
    for (variant, policy), row in found.items():
        assert set(row) == COLUMNS
        assert (row["experiment"], row["variant"], row["policy"], row["cell"]) == (id, variant, policy, {})
        assert row["runs"] == 3
        assert math.isfinite(row["mean"])


def test_rows_of_the_functions():
    """Each function has its argmax and maximum."""
    (experiment,) = PAPER.find(["functions"])
    found = {row["function"]: row for row in run_experiment(experiment).rows()}
    for name, x, y in [("f1", 0.867526, 0.97559914), ("f2", 0.05, 1.0), ("f3", math.pi / 6, 0.99777238)]:
        assert set(found[name]) == {"experiment", "function", "argmax", "max"}
        assert found[name]["argmax"] == pytest.approx(x, abs=1e-6)
        assert found[name]["max"] == pytest.approx(y, abs=2e-8)
    assert set(found) == {"f1", "f2", "f3"}


@pytest.mark.parametrize(
    ("id", "grid_maximum", "maximum"),
    [
        ("continuous-f1", 0.97554973, 0.97559914),
        ("continuous-f2", 1.0, 1.0),
        ("continuous-f3", 0.96680615, 0.99777237),
    ],
)
def test_what_continuous_regret_is_measured_against(id, grid_maximum, maximum):
    """Published regret is against the best of 1001 points, corrected regret against the maximum."""
    (experiment,) = PAPER.find([id])
    for variant, best in [("published", grid_maximum), ("corrected", maximum), ("extra", maximum)]:
        ((_, problem, *_),) = experiment.cells_of(variant, experiment.scales["full"])
        assert problem.world().highest == pytest.approx(best, abs=2e-8)
        (zooming,) = (policy for policy in experiment.policies[variant] if isinstance(policy, bg.Zooming))
        assert zooming.grid == (101 if variant == "published" else None)


def test_published_and_corrected_infinite():
    """Published: a pool of 10 000 arms and the companion's tails; corrected: a reservoir and the right ones."""
    for id, wrong, right, arms in [
        ("infinite-uniform", (17, 212), (17, 212), (100, 100)),
        ("infinite-beta", (21, 300), (7, 44), (100, 465)),
    ]:
        (experiment,) = PAPER.find([id])
        variants = [("published", 10_000, wrong, arms[0]), ("corrected", None, right, arms[1])]
        for variant, pool, targets, kept in variants:
            ((_, problem, *_),) = experiment.cells_of(variant, experiment.scales["full"])
            assert problem.pool == pool
            by_name = {getattr(policy, "name", ""): policy for policy in experiment.policies[variant]}
            assert by_name["UCB-F"].reduce(problem, 10_000)[1].arms == kept
            (two,) = (policy for policy in experiment.policies[variant] if isinstance(policy, bg.TwoTarget))
            fitted = two.fit(problem, 10_000)
            assert (fitted.first_target(10_000), fitted.second_target(10_000)) == targets


def agrees(row, mean, std=None):
    """Within 4 standard errors of a mean of ten runs; without their deviation, ours stands for it."""
    theirs = (row["std"] if std is None else std) / math.sqrt(10)
    return abs(row["mean"] - mean) <= 4.0 * math.hypot(row["stderr"], theirs)


@pytest.mark.long
@pytest.mark.parametrize(
    ("policy", "mean", "std"), [("Greedy", 1984, 1027), ("CAB.MOSS", 3130, 144), ("MeDZO", 8256, 347)]
)
def test_companions_continuous(policy, mean, std):
    """f1 at the paper's horizon, against the companion's ten runs."""
    row = rows("continuous-f1", "quick", 30, "published")["published", policy]
    assert row["horizon"] == 100_000
    assert agrees(row, mean, std)


@pytest.mark.long
def test_companions_infinite():
    """Beta(1, 2) as published, against the companion's ten runs; the right targets are far better."""
    found = rows("infinite-beta", "quick", 300)
    assert found["published", "TwoTarget"]["horizon"] == 10_000
    assert agrees(found["published", "TwoTarget"], 3973, 1084)
    assert agrees(found["published", "UCB-F"], 4384)
    assert agrees(found["published", "Greedy"], 1102)
    assert found["corrected", "TwoTarget"]["mean"] < 0.75 * found["published", "TwoTarget"]["mean"]


@pytest.mark.parametrize(
    ("policy", "mean"), [("MOSS", 2450), ("Greedy", 1634), ("OracleMOSS", 471), ("OracleGreedy", 318)]
)
def test_companions_many_armed(policy, mean):
    """The many-armed instance, against the companion's ten runs."""
    row = rows("many-armed", "quick", 500, "published")["published", policy]
    assert row["horizon"] == 5000
    assert agrees(row, mean)


# ---------------------------------------------------------------- policies that do without the horizon


@pytest.mark.long
def test_what_not_knowing_the_horizon_costs():
    """On infinite-uniform AnytimeGreedy beats the doubling trick and stays within 1.6 times Greedy's regret."""
    problem, greedy = bg.Infinite(bg.Uniform()), bg.Subsample(bg.Greedy())
    policies = [greedy, bg.AnytimeGreedy(), bg.Doubling(greedy)]
    known, anytime, doubling = (bg.simulate(policy, problem, 10_000, runs=400, seed=2) for policy in policies)
    assert anytime.mean[-1] + 4 * math.hypot(anytime.stderr[-1], doubling.stderr[-1]) < doubling.mean[-1]
    assert known.mean[-1] < anytime.mean[-1] < 1.6 * known.mean[-1]


def phase_of(t):
    """Phase l lasts 2**l rounds, l = 1, 2, ..."""
    return (t + 1).bit_length() - 1


def air_rule(t, horizon, n, m, v):
    e = 2 * math.log(10 * math.log(max(t, 3)))
    return math.ceil(t ** (2 / 3) - 1e-9), m + np.sqrt(2 * v * e / n) + 3 * e / n


def quantile_rule(t, horizon, n, m, v):
    told = 2 ** (phase_of(t) + 1) - 2
    bonus = np.sqrt(np.maximum(0.0, np.log(told / (len(n) * n))) / n)
    return max(2, math.ceil(2 ** (0.347 * phase_of(t)))), m + bonus


@pytest.mark.parametrize(("policy", "rule"), [(bg.UCBAIR(), air_rule), (bg.Quantile(), quantile_rule)])
def test_growing_policies_follow_their_rule_exactly(policy, rule):
    """In every round of a trace the policy draws a new arm if it has too few, and else plays a largest index."""
    played = bg.trace(policy, bg.Infinite(bg.Beta(1, 2)), 1500, seed=8)
    n, total, squares, known = np.zeros(400), np.zeros(400), np.zeros(400), 0
    for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True), start=1):
        pulls = np.maximum(n[:known], 1)
        m = total[:known] / pulls
        wanted, values = rule(t, 1500, pulls, m, np.maximum(0.0, squares[:known] / pulls - m * m))
        if known < wanted:
            assert arm == known
            known += 1
        else:
            assert values[arm] == pytest.approx(values.max(), abs=1e-12)
        n[arm], total[arm], squares[arm] = n[arm] + 1, total[arm] + reward, squares[arm] + reward**2
    assert known > 5


def test_arms_enter_when_the_theorem_says():
    """A trace of AnytimeGreedy pulls arm k for the first time as soon as K(t) > k, and is greedy otherwise."""
    played = bg.trace(bg.AnytimeGreedy(ahead=2.0), bg.Infinite(bg.Uniform()), 1500, seed=4)
    total, n = [], []
    for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True), start=1):
        if len(n) < min(t, naive.greedy_arms(max(2, 2 * t))):
            assert arm == len(n)
            total.append(0.0)
            n.append(0)
        else:
            assert total[arm] / n[arm] == max(s / k for s, k in zip(total, n, strict=True))
        total[arm], n[arm] = total[arm] + reward, n[arm] + 1
    assert len(n) == naive.greedy_arms(3000)


# ---------------------------------------------------------------- the paper's policies, decision by decision


def test_ucb_f_pulls_every_arm_twice_first():
    """UCB-F goes through its 25 arms twice, in order, before its index decides."""
    played = bg.trace(bg.UCBF(), bg.Infinite(bg.Uniform()), 625, seed=1)
    assert played.arms[:50].tolist() == 2 * list(range(25))
    assert played.arms.max() == 24
    assert played.arms[50:].tolist() != 23 * list(range(25))


@pytest.mark.long
def test_memory_arms_replay_a_uniform_round():
    """In the sweeps of MeDZO's epochs 2 and 3, each memory arm replays a uniform round of its own epoch."""
    places, rng = {1: [], 2: []}, np.random.default_rng(3)
    for run in range(400):
        arms = bg.trace(bg.MeDZO(), bg.Infinite(bg.Uniform()), 300, seed=2, run=run).arms
        assert arms[:64].tolist() == list(range(64))  # epochs of 64, 128 and 256 rounds on 64, 32 and 16 arms
        assert arms[64:96].tolist() == list(range(64, 96))
        assert arms[192:208].tolist() == list(range(96, 112))
        for epoch, begin, end, now in [(1, 0, 64, 96), (1, 0, 64, 208), (2, 64, 192, 209)]:
            rounds = np.flatnonzero(arms[begin:end] == arms[now])
            assert len(rounds) > 0
            places[epoch].append((rng.choice(rounds) + rng.random()) / (end - begin))
    for epoch in places:
        assert stats.kstest(places[epoch], "uniform").pvalue > 1e-4


def test_empirical_medzo_follows_its_rule_exactly():
    """It keeps its statistics, goes on with the arms of the largest means, and plays a largest index of MOSS."""
    lengths, sizes = naive.medzo_epochs(1200)
    ends = np.cumsum(lengths)
    for run in range(3):
        played = bg.trace(bg.MeDZO(4.0, empirical=True), bg.Continuous(bg.f1), 1200, seed=7, run=run)
        alive, total, n = np.arange(sizes[0]), np.zeros(sizes[0]), np.zeros(sizes[0])
        for t, (arm, reward) in enumerate(zip(played.arms.tolist(), played.rewards.tolist(), strict=True)):
            epoch = int(np.searchsorted(ends, t, side="right"))
            if t in ends:
                alive = alive[np.argsort(-total[alive] / n[alive])][: sizes[epoch]]
            if epoch == 0:
                assert arm == t
            else:
                assert arm in alive
                log = np.log(np.maximum(1.0, lengths[epoch] / (len(alive) * n[alive])))
                values = total[alive] / n[alive] + np.sqrt(4.0 * log / n[alive])
                assert values[alive == arm][0] == pytest.approx(values.max(), abs=1e-12)
            total[arm], n[arm] = total[arm] + reward, n[arm] + 1
        assert epoch == 3
