"""What a pull still out counts as: the expected reward of a pull that is still out."""

from __future__ import annotations

import numpy as np
import pytest

import begreedy as bg
from begreedy.bandit.delay import clicks_first, delayed_regret, in_batches, late, lognormal_clicks
from begreedy.engine.belief import BELIEFS, Waits

expected = BELIEFS["expected"]


@pytest.mark.parametrize("ratio", [0.0, 0.01, 0.3, 1.0, 4.0, 100.0])
@pytest.mark.parametrize(("earned", "real", "out"), [(0.0, 0, 3), (1.0, 1, 50), (3.0, 40, 200), (20.0, 20, 5)])
def test_the_mean_agrees_with_the_pulls_it_is_made_of(earned, real, out, ratio):
    """The believed reward has the odds of the mean times the ratio, and the mean counts it for every pull out."""
    overall = 0.1
    believed = expected(earned, real, out, overall, ratio)
    mean = (earned + overall + out * believed) / (real + 1 + out)
    assert 0.0 <= believed <= 1.0
    assert believed == pytest.approx(ratio * mean / (1.0 - mean + ratio * mean))


def test_the_ends():
    """Waits that tell nothing: the mean of what is known.  Clicks at once: what is out pays nothing."""
    assert expected(3.0, 9, 50, 0.5, 1.0) == pytest.approx(3.5 / 10)
    assert expected(3.0, 9, 50, 0.5, 0.0) == 0.0


def simulated(mean, wait_paid, wait_unpaid, rounds=20_000, seed=0):
    """Waits of a stream of pulls, a round each; what is estimated at the end, and which pulls are out."""
    chance = np.random.default_rng(seed)
    paid = chance.random(rounds) < mean
    end = np.arange(rounds) + np.where(paid, wait_paid(chance, rounds), wait_unpaid(chance, rounds))
    over = end <= rounds
    waits = Waits()
    for t in np.flatnonzero(over):
        waits.count(float(paid[t]), float(end[t] - t))
    out = np.flatnonzero(~over)
    earned, known, waiting = float(paid[over].sum()), int(over.sum()), float((rounds - out).sum())
    for _ in range(20):
        waits.moved(earned, known, len(out), waiting)
    return waits, out


WAITS = {
    "equal": (lambda c, n: np.full(n, 800.0), lambda c, n: np.full(n, 800.0), 1.0),
    "clicks first": (lambda c, n: np.full(n, 8.0), lambda c, n: np.full(n, 800.0), 0.01),
    "lognormal": (
        lambda c, n: np.minimum(800.0, 80.0 * np.exp(c.standard_normal(n))),
        lambda c, n: np.full(n, 800.0),
        80.0 * np.exp(0.5) / 800.0,
    ),
    "failures first": (lambda c, n: np.full(n, 800.0), lambda c, n: c.exponential(100.0, n), 8.0),
}


@pytest.mark.parametrize("waits", WAITS)
@pytest.mark.parametrize("mean", [0.03, 0.4])
def test_the_ratio_of_waits_is_found(waits, mean):
    """Whatever the law of waits: the ratio of their means, and the mean of all pulls, within the noise of a stream."""
    wait_paid, wait_unpaid, ratio = WAITS[waits]
    found = simulated(mean, wait_paid, wait_unpaid)[0]
    assert found.ratio == pytest.approx(ratio, rel=0.25)
    assert found.overall == pytest.approx(mean, abs=4 * np.sqrt(mean * (1 - mean) / 20_000) + 0.1 * mean)


def test_a_stream_that_has_just_begun():
    """Before the first timeout only clicks are told; they do not make a believer of anybody."""
    found, out = simulated(0.03, *WAITS["clicks first"][:2], rounds=400)
    assert len(out) > 350
    assert found.overall < 0.06
    assert found.ratio < 0.2
    found, _ = simulated(0.03, *WAITS["equal"][:2], rounds=400)
    assert found.ratio == pytest.approx(1.0, rel=0.2)  # nothing is told at all


# ---------------------------------------------------------------- what it costs

TELLING = {
    "equal": late(300),
    "clicks first": clicks_first(2, 300),
    "lognormal": lognormal_clicks(30.0, 1.5, 300),
    "batches": in_batches(700),
}


@pytest.mark.long
def test_late_zeros_do_not_mislead():
    """Clicks at once and zeros by a timeout cost Greedy next to nothing; told means alone cost it a great deal."""
    play = {"arms": 300, "horizon": 2500, "runs": 24, "prior": (2.0, 60.0), "seed": 3}
    now = delayed_regret(bg.Greedy(), delay=0, **play)
    tells = TELLING["clicks first"]
    right = delayed_regret(bg.Greedy(), delay=tells, **play)
    before = delayed_regret(bg.Greedy(), delay=tells, belief="shrunk", **play)
    error = (right - now).std(ddof=1) / np.sqrt(len(now))
    assert right.mean() - now.mean() < 3.0 * error + 20.0
    assert before.mean() - right.mean() > 3.0 * (before - right).std(ddof=1) / np.sqrt(len(now))


@pytest.mark.long
@pytest.mark.parametrize("policy", [bg.Greedy(), bg.MOSS(), bg.ThompsonBeta()], ids=repr)
@pytest.mark.parametrize("tells", TELLING)
def test_never_much_worse_than_the_better_of_two_fixed_rules(policy, tells):
    """Counting the arm's mean is best for one kind of delay, counting zero for another; this rule does for all."""
    play = {"arms": 200, "horizon": 2000, "runs": 10, "prior": (2.0, 60.0), "seed": 4, "delay": TELLING[tells]}
    ours, shrunk, low = (delayed_regret(policy, belief=b, **play) for b in ("expected", "shrunk", "low"))
    for other in (shrunk, low):
        error = (ours - other).std(ddof=1) / np.sqrt(len(ours))
        assert ours.mean() < 1.15 * other.mean() + 3.0 * error
