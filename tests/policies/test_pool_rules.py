"""Policies that discover arms as they go follow their rules, decision by decision."""

import math

import numpy as np
import pytest

import begreedy as bg
from begreedy.types import ask
from oracles import naive_pools as naive


def stream(seed):
    words = [0] * 4
    bg.random.seed_stream(words, seed)
    return words


class Driven:
    """A pool policy in plain Python: its methods on lists, one round at a time."""

    def __init__(self, policy, horizon, size, rng):
        self.policy, self.horizon, self.size, self.rng = policy, horizon, size, rng
        capacity = min(size, horizon)
        if hasattr(policy, "capacity"):
            capacity = min(capacity, ask(policy, "capacity", horizon, size))
        self.memory = [0.0] * (ask(policy, "memory", capacity, horizon) if hasattr(policy, "memory") else 1)
        self.total, self.pulls = [0.0] * capacity, [0] * capacity
        self.known, self.t = 0, 0
        if hasattr(policy, "start"):
            ask(policy, "start", self.memory, capacity, horizon)

    def select(self):
        self.t += 1
        notes = (self.memory, self.total, self.pulls, self.known, self.t, self.horizon, self.size, self.rng)
        return ask(self.policy, "select", *notes)

    def learn(self, arm, reward):
        assert 0 <= arm <= self.known
        self.known += arm == self.known
        self.total[arm] += reward
        self.pulls[arm] += 1
        if hasattr(self.policy, "learn"):
            notes = (self.memory, self.total, self.pulls, self.known, arm, reward, self.t, self.horizon, self.rng)
            ask(self.policy, "learn", *notes)


DRIVEN = [
    (bg.Zooming(1.0, 20.0), bg.Continuous(bg.f2)),
    (bg.Zooming(2.0, 220.0, grid=101), bg.Continuous(bg.f1)),
    (bg.Zooming(0.5, 2.0, phased=True), bg.Continuous(bg.f3)),
    (bg.UCBAIR(), bg.Infinite(bg.Beta(1, 2))),
    (bg.TwoTarget(), bg.Infinite(bg.Uniform(), pool=200)),
    (bg.Quantile(), bg.ManyArmed(40, 3)),
    (bg.Parallel(), bg.Infinite(bg.Uniform())),
    (bg.EstimatedGreedy(), bg.Infinite(bg.Uniform())),
]


@pytest.mark.parametrize(("policy", "problem"), DRIVEN, ids=[bg.canonical(policy) for policy, _ in DRIVEN])
def test_plain_python_decides_as_the_kernel(policy, problem):
    """Driven in plain Python with the trace's stream and rewards, a pool policy plays the arms of the trace."""
    played = bg.trace(policy, problem, 900, seed=3, run=2)
    driven = Driven(policy.fit(problem, 900), 900, problem.size, bg.policy_stream(problem, 3, 2))
    for arm, reward in zip(played.arms.tolist(), played.rewards.tolist(), strict=True):
        assert driven.select() == arm
        driven.learn(arm, reward)


def gaps(centres, widths):
    """What of [0, 1] no interval covers, by cutting one interval after the other out of it."""
    free = [(0.0, 1.0)]
    for x, width in zip(centres, widths, strict=True):
        rest = []
        for low, high in free:
            if x - width > low:
                rest.append((low, min(high, x - width)))
            if x + width < high:
                rest.append((max(low, x + width), high))
        free = [(low, high) for low, high in rest if low < high]
    return free


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 4))])
@pytest.mark.parametrize(
    ("which", "policy"),
    [
        (2, bg.Zooming(1.0, 20.0)),
        (1, bg.Zooming(2.0, 220.0)),
        (1, bg.Zooming(0.5, 6.0)),
        (2, bg.Zooming(1.0, 20.0, grid=101)),
        (1, bg.Zooming(2.0, 220.0, grid=7)),
        (2, bg.Zooming(1.0, 9.0, phased=True)),
    ],
    ids=str,
)
def test_zooming_follows_its_rule_exactly(which, policy, seed):
    """It activates an uncovered point if and only if there is one, and else plays a largest mean + 2r."""
    horizon = 600
    driven, noise = Driven(policy, horizon, 2**53, stream(seed)), np.random.default_rng(seed)
    points, first, phase, phase_end, activations = [], 0, 0, 0, 0
    for t in range(1, horizon + 1):
        if policy.phased and t > phase_end:
            phase, first = phase + 1, len(points)
            phase_end += 2**phase
        n = np.array(driven.pulls[first : len(points)])
        r = np.sqrt(8 * phase / (2 + n)) if policy.phased else np.sqrt(2 * math.log(horizon) / (n + 1))
        widths = (r / policy.smoothness) ** (1 / policy.alpha)
        active = np.array(points[first:])
        arm = driven.select()
        if policy.grid:
            places = [i / (policy.grid - 1) for i in range(policy.grid)]
            free = [y for y in places if len(active) == 0 or np.all(np.abs(active - y) > widths)]
        else:
            free = gaps(active, widths)
        if arm == len(points):
            y = driven.memory[0]
            points.append(y)
            activations += 1
            assert 0.0 <= y <= 1.0
            if policy.grid and len(active):
                assert min(abs(y - place) for place in free) < 1e-12
            else:
                assert len(active) == 0 or any(low <= y <= high for low, high in free)
        else:
            assert arm >= first
            assert len(free) == 0 or (not policy.grid and sum(high - low for low, high in free) < 1e-12)
            values = np.array(driven.total[first : len(points)]) / n + 2 * r
            assert values[arm - first] == pytest.approx(values.max(), abs=1e-12)
        driven.learn(arm, float(noise.normal(naive.f(which, points[arm]), 1.0)))
    assert activations >= 5


@pytest.mark.every_time("Uniform()-1", "Uniform()-2", "Uniform()-3")
@pytest.mark.parametrize("m", [1, 2, 3])
@pytest.mark.parametrize("prior", [bg.Uniform(), bg.Beta(1, 2)], ids=str)
def test_two_target_follows_its_rule_exactly(m, prior):
    """Every arm of a trace is dropped, kept or exploited as the two targets say."""
    horizon, endings = 2100, set()
    alpha, beta = prior.tail
    l1 = math.floor((alpha * horizon / (beta + 1)) ** (1 / (beta + 2)))
    l2 = math.floor(m * (alpha * horizon / (beta + 1)) ** (1 / (beta + 1)))
    for run in range(30):
        played = bg.trace(bg.TwoTarget(m), bg.Infinite(prior), horizon, seed=5, run=run)
        arm, won, lost, exploits = 0, 0, 0, False
        for chosen, reward in zip(played.arms.tolist(), played.rewards.tolist(), strict=True):
            assert chosen == arm
            won, lost = won + (reward == 1.0), lost + (reward == 0.0)
            if reward == 0.0 and not exploits:
                if lost == 1 and won < l1:
                    arm, won, lost = arm + 1, 0, 0
                    endings.add("first")
                elif lost == m and won < l2:
                    arm, won, lost = arm + 1, 0, 0
                    endings.add("second")
                elif lost == m:
                    exploits = True
                    endings.add("exploit")
    assert endings == {"first", "second", "exploit"}


def test_parallel_follows_its_rule_exactly():
    """Each block goes to the MOSS of least empirical regret, which plays a largest index among its own arms."""
    horizon = 1000
    driven, world = Driven(bg.Parallel(best=1.0), horizon, 2**53, stream(1)), np.random.default_rng(1)
    players = math.ceil(math.log(horizon))
    sizes = [min(horizon, math.ceil(horizon ** ((j + 1) / players) * math.log(horizon) / 2)) for j in range(players)]
    regret, owned, means = np.zeros(players), [[] for _ in range(players)], []
    for t in range(1, horizon + 1):
        arm = driven.select()
        player = int(driven.memory[1])
        if (t - 1) % math.ceil(math.sqrt(horizon)) == 0:
            assert regret[player] <= regret.min() + 1e-9
            block = player
        assert player == block
        mine = owned[player]
        if len(mine) < sizes[player]:
            assert arm == len(means)
            mine.append(arm)
            means.append(world.random())
        else:
            m, n = np.array([driven.total[k] for k in mine]), np.array([driven.pulls[k] for k in mine])
            values = m / n + np.sqrt(np.maximum(0.0, np.log(horizon / (len(mine) * n))) / n)
            assert values[mine.index(arm)] == pytest.approx(values.max(), abs=1e-12)
        reward = float(world.random() < means[arm])
        regret[player] += 1.0 - reward
        driven.learn(arm, reward)
    assert all(owned)
