"""Whether data agree with what was assumed, and alarms: rules against cases made for them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.special import betaln

from begreedy.bandit.folds.hours import Arms, Hour, unpacked
from begreedy.bandit.watch import agreement
from begreedy.bandit.watch.agreement import (
    AGREES,
    DIFFERS,
    UNTESTED,
    check_drift,
    check_prior,
    drift_ratio,
    prior_ratio,
)
from begreedy.bandit.watch.alarms import ARM, PENDING, RATE, SILENCE, STUCK, alarms_of, alarms_of_arms, span
from begreedy.bandit.watch.dashboard import board, glance
from begreedy.online import Bandit
from begreedy.problems.priors import Beta
from support.online_play import Clock

START = 1_700_000_000.0


# ---------------------------------------------------------------- the prior


def test_the_ratio_of_priors_is_that_of_beta_binomials():
    """Against the formula, by SciPy, with and without a past."""
    counts, past = np.array([[3.0, 10.0], [0.0, 4.0], [7.0, 9.0]]), np.array([[1.0, 4.0], [0.0, 0.0], [2.0, 2.0]])

    def log(a, b):
        new = betaln(a + counts[:, 0], b + counts[:, 1] - counts[:, 0])
        return float(np.sum(new - betaln(a + past[:, 0], b + past[:, 1] - past[:, 0])))

    others = [log(rate * size, (1 - rate) * size) for rate in agreement._RATES for size in agreement._CONCENTRATIONS]
    ratio, _ = prior_ratio(counts, past, Beta(2.0, 3.0))
    assert ratio == pytest.approx(np.mean(np.exp(np.array(others) - log(2.0, 3.0))), rel=1e-6)


def test_a_true_prior_is_seldom_spoken_against():
    """Under the prior the ratio is 1 on average at any time, so it passes 20 at most once in 20; greedy play or not."""
    rng = np.random.default_rng(3)
    over, ratios = 0, []
    for _ in range(200):
        means = rng.beta(1.0, 9.0, 30)
        won, n = np.zeros(30), np.zeros(30)
        for _ in range(200):  # to the arm that looks best: as far from a fixed design as can be
            arm = int(np.argmax((won + 1.0) / (n + 1.0)))
            won[arm] += rng.random() < means[arm]
            n[arm] += 1
        tried = n > 0
        ratio, _ = prior_ratio(np.column_stack([won, n])[tried], np.zeros((int(tried.sum()), 2)), Beta(1.0, 9.0))
        ratios.append(ratio)
        over += ratio >= agreement.AGAINST
    assert over <= 10 + 3 * math.sqrt(10)


def made(tmp_path, rate, prior, rounds=400, arms=20):
    """A bandit that was advised by a prior, on arms with this rate."""
    rng = np.random.default_rng(5)
    bandit = Bandit("Greedy", arms, 10**4, tmp_path / "b.db", clock=Clock(START))
    bandit._session.settings.__dict__.update(advice="Be greedy.", prior=prior)
    decisions = bandit.decide_many(rounds)
    bandit.reward_many([(d.id, float(rng.random() < rate)) for d in decisions])
    return bandit


def test_a_wrong_prior_is_named(tmp_path):
    with made(tmp_path, 0.02, (1.0, 1.0)) as bandit:
        found = check_prior(board(bandit))
    assert found.verdict == DIFFERS
    assert "likelier if they pay about 0.0" in found.words
    assert "advice again" in found.words


def test_a_fitted_prior_agrees(tmp_path):
    with made(tmp_path, 0.02, (1.2, 58.8)) as bandit:
        found = check_prior(board(bandit))
    assert (found.verdict, "Beta(1.2, 58.8)" in found.words) == (AGREES, True)


def test_without_advice_nothing_was_assumed(tmp_path):
    """Nor is it known what a bandit went by that was advised before priors were stored."""
    with made(tmp_path, 0.5, None) as bandit:
        assert check_prior(board(bandit))[1:3] == (UNTESTED, "Not tested: no prior is stored.")
        bandit._session.settings.__dict__["advice"] = None
        assert "named, not advised" in check_prior(board(bandit)).words


def test_rewards_between_are_not_tested(tmp_path):
    with Bandit("Greedy", 3, 100, tmp_path / "b.db") as bandit:
        bandit._session.settings.__dict__.update(advice="Be greedy.", prior=(1.0, 1.0))
        bandit.reward_many([(d.id, 0.3) for d in bandit.decide_many(10)])
        assert check_prior(board(bandit)).verdict == UNTESTED


# ---------------------------------------------------------------- drift


def hours_of(bandit):
    seen = board(bandit)
    hours = sorted(seen.hour_arms)
    return seen, hours, [unpacked(seen.hour_arms[hour]) for hour in hours]


@pytest.mark.parametrize(("later", "verdict"), [(0.3, AGREES), (0.05, DIFFERS)])
def test_an_arm_that_pays_less_than_it_did_is_drift(tmp_path, later, verdict):
    clock, rng = Clock(START), np.random.default_rng(2)
    with Bandit("Greedy", ["a", "b"], 10**5, tmp_path / "b.db", clock=clock) as bandit:
        for hour in range(24):
            decisions = bandit.decide_many(100)
            bandit.reward_many([(d.id, float(rng.random() < (0.3 if hour < 16 else later))) for d in decisions])
            clock.now += 3600.0
        found = check_drift(*hours_of(bandit))
    assert found.verdict == verdict
    assert ("which paid 0.0" in found.words) == (verdict == DIFFERS)


def test_constant_means_are_seldom_called_drift():
    """Under any constant means, played greedily, the ratio passes 20 at most once in 20 times."""
    rng = np.random.default_rng(11)
    over = 0
    for _ in range(100):
        means, won, n = rng.random(5), np.zeros(5), np.zeros(5)
        periods = []
        for _ in range(12):
            w, c = np.zeros(5), np.zeros(5, int)
            for _ in range(15):
                arm = int(np.argmax((won + 1.0) / (n + 1.0)))
                hit = rng.random() < means[arm]
                won[arm] += hit
                n[arm] += 1
                w[arm] += hit
                c[arm] += 1
            periods.append(Arms(np.arange(5), c, c, w))
        over += drift_ratio(periods, 5)[0] >= agreement.AGAINST
    assert over <= 5 + 3 * math.sqrt(5)


# ---------------------------------------------------------------- alarms


@pytest.fixture
def seen(tmp_path):
    """A glance at a bandit, to be changed for every case."""
    with Bandit("Greedy", ["a", "b", "c"], 100, tmp_path / "b.db", window=600.0, clock=Clock(START)) as bandit:
        bandit.decide_many(30)
        yield bandit


def changed(found, **fields):
    from dataclasses import replace

    return replace(found, **fields)


def kinds(alarms):
    return [alarm.kind for alarm in alarms]


def test_a_rate_that_fell(seen):
    now, hour = START, int(START // 3600)
    found = changed(glance(seen), since=0, oldest=None)
    before = [Hour(hour - 20 - i, counted=100, total=30.0) for i in range(50)]
    assert kinds(alarms_of(found, [*before, Hour(hour, counted=200, total=20.0)], now)) == [RATE]
    assert alarms_of(found, [*before, Hour(hour, counted=200, total=55.0)], now) == []
    assert alarms_of(found, [*before, Hour(hour, counted=20, total=0.0)], now) == []  # too few to say


def test_nothing_rewarded_for_long(seen):
    found = changed(glance(seen), oldest=None)
    quiet = changed(found, last_reward=START - 10 * 3600.0, gap=3600.0, since=50)
    (alarm,) = alarms_of(quiet, [], START)
    assert (
        alarm.words
        == "No reward for 10 hours, while 50 decisions were made; the longest silence before was 60 minutes."
    )
    assert alarms_of(changed(quiet, gap=4 * 3600.0), [], START) == []
    assert alarms_of(changed(quiet, since=3), [], START) == []
    never = changed(found, last_reward=None, since=30, oldest=START - 7200.0, settings=quiet.settings)
    assert SILENCE in kinds(alarms_of(never, [], START))


def test_more_pending_than_the_window_allows(seen):
    found = changed(glance(seen), since=0)
    assert alarms_of(found, [], START + 600.0) == []
    (alarm,) = alarms_of(found, [], START + 3600.0)
    assert alarm.kind == PENDING
    assert "has waited 60 minutes, the window is 10 minutes" in alarm.words


def test_arms_that_are_stuck(seen):
    found, arms = glance(seen), board(seen).arms
    decided, counted = np.array([500.0, 60.0, 5.0]), np.array([480.0, 0.0, 3.0])
    (alarm,) = alarms_of_arms(found, arms, decided, counted, counted / 2, None)
    assert (alarm.kind, "'b' had no outcome in 60 decisions" in alarm.words) == (ARM, True)
    best = np.array([0.01, 0.9, 0.09])
    decided, counted = np.array([900.0, 20.0, 20.0]), np.array([900.0, 20.0, 20.0])
    assert kinds(alarms_of_arms(found, arms, decided, counted, counted, best)) == [STUCK]
    assert alarms_of_arms(found, arms, decided, counted, counted, best[::-1]) == []


def test_spans_of_time_in_words():
    assert [span(s) for s in (5, 130, 7200, 3 * 86400)] == ["5 seconds", "2 minutes", "2 hours", "3 days"]
