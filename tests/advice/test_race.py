"""The race of advice: who leads, who is tied, what it costs, and that it stays within its effort."""

from __future__ import annotations

import math
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest

import begreedy as bg
from begreedy.advice import advise as advising
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.cost import counted_cost, usual_cost
from begreedy.advice.pilot import Pilot, _grown
from begreedy.advice.race import CLEAR, FEW, Meter, Race, cautious, difference, spread, verdict
from begreedy.engine.options import PlayOptions
from begreedy.engine.simulation import Looks, Simulation, prepare
from begreedy.values.canonical import canonical


@pytest.mark.long
def test_ties_are_called_ties():
    """Two names of one policy cannot be told apart; a policy that is worse by three standard errors is not tied."""
    advice = bg.advise(bg.Finite(means=[0.5, 0.5, 0.5]), 200, effort=0.3)
    assert all(o.tied and o.mean == 0.0 for o in advice.options)
    assert advice.greedy is None
    assert advice.sentence.startswith("It hardly matters: ")
    assert "changes" not in dict(advice.summary)
    race = Race(situation_of(bg.Finite(means=[0.9, 0.1]), 2000), 0, 1.0, Meter(1.0))
    race.enter(candidates(race.situation))
    race.run()
    leader = min(race.racers, key=lambda racer: racer.scores.mean())
    for racer in race.racers:
        if racer is not leader:
            gap, error = difference(racer, leader)
            clear = CLEAR * (1.0 + FEW / min(racer.runs, leader.runs))
            assert (verdict(racer, leader) == "worse") == (gap > clear * error)


@pytest.mark.parametrize("effort", [1e-6, 0.02])
def test_a_race_stays_within_its_effort(effort):
    """First runs are played in any case; nobody, the leader included, plays on with what is not there."""
    race = Race(situation_of(bg.Finite(means=[0.9, 0.1]), 2000), 0, effort, Meter(effort))
    race.enter(candidates(race.situation)[:3])
    left = race.left
    race.run()
    assert race.left >= min(0.0, left)


def test_luck_in_few_runs_is_no_merit():
    """34 ± 1.7 of four runs comes after 36 ± 0.2 of many."""
    few, many = SimpleNamespace(scores=np.array([[30.0, 38.0, 34.0, 34.0]])), np.tile([[32.0, 40.0]], 256)
    assert few.scores.mean() < many.mean()
    assert cautious(few) == pytest.approx(34 + 2 * few.scores.std(ddof=1) / 2)
    assert cautious(few) > cautious(SimpleNamespace(scores=many))


def test_errors_of_means_over_several_problems():
    """The mean of strata: each has its own level, which is no noise."""
    draws = np.random.default_rng(3).normal(size=(200, 4, 50)) + np.arange(4.0)[:, None]
    means, errors = np.array([spread(scores) for scores in draws]).T
    assert means.mean() == pytest.approx(1.5, abs=4 * means.std() / math.sqrt(200))
    assert errors.mean() == pytest.approx(means.std(ddof=1), rel=0.2)


def test_costs_are_counted_and_not_timed():
    """The same every time; close to what a full run counts, though the pilot is shorter; longer runs cost more."""
    situation = situation_of("finite", 40_000, arms=200, prior=bg.Beta(2, 60))
    sampling = next(c for c in candidates(situation) if c.name == "ThompsonSampling")
    whole, short = Pilot(0, 1e6).seconds(situation, sampling), Pilot(0, 0.1).seconds(situation, sampling)
    assert whole == Pilot(0, 1e6).seconds(situation, sampling)
    assert short == pytest.approx(whole, rel=0.6)
    looks = prepare(sampling.policy, situation.problem, 40_000, 0, 1).looks().alone
    assert whole == pytest.approx(30e-9 * looks + 40_000 * 60e-9 + 200 * 60e-9)
    assert 40_000 < looks < 200 * 40_000
    assert prepare(bg.UniformRandom(), situation.problem, 100, 0, 1).looks().alone is None


def naive_passed(arms, rewards, weight):
    """How many leaders, in all, an arm overtook at once: the largest mean with ``weight`` pseudo-rewards of 1."""
    total, pulls, passed = [0.0] * 50, [0] * 50, 0
    for arm, reward in zip(arms, rewards, strict=True):
        index = [(t + weight) / (n + weight) for t, n in zip(total, pulls, strict=True)]
        leaders = [i for i, value in enumerate(index) if value == max(index)]
        total[arm] += reward
        pulls[arm] += 1
        if (total[arm] + weight) / (pulls[arm] + weight) > max(index):
            passed += len([i for i in leaders if i != arm])
    return passed


@pytest.mark.long
def test_arms_with_the_same_record_are_counted():
    """Where successes are rare: as many as a naive replay of the rounds finds; and switches as a trace shows them."""
    problem, policy = bg.Finite(prior=bg.Beta(2, 60), arms=50), bg.OptimisticGreedy(2.0)
    played = bg.trace(policy, problem, 3000, seed=0)
    looks = prepare(policy, problem, 3000, 0, 1, options=PlayOptions(blocks=False)).looks()
    assert looks.together == naive_passed(played.arms.tolist(), played.rewards.tolist(), 2.0) > 100
    pool = prepare(bg.EmpiricalCBT(), problem, 3000, 0, 1)
    arms = bg.trace(bg.EmpiricalCBT(), problem, 3000, seed=0).arms
    assert pool.looks().scanned == (1 + np.count_nonzero(np.diff(arms))) * len(set(arms.tolist()))
    assert prepare(bg.UCB(), problem, 3000, 0, 1).looks().together > 0


def test_costs_know_of_arms_that_are_looked_at_together():
    """A price for each kind of look, and none for rounds that are played in blocks."""
    usual = partial(usual_cost, bg.UCB(), None, 1000)
    assert counted_cost(bg.UCB(), 1000, Looks(50, 900, 0, False), 10, usual) == pytest.approx(
        1e-9 * (1000 * 40 + 25 * 50 + 12 * 900 + 60 * 10)
    )
    usual = partial(usual_cost, bg.Greedy(), None, 10**6)
    assert counted_cost(bg.Greedy(), 1e6, Looks(0, 7, 0, True), 0, usual) == pytest.approx(1e-9 * (1e5 + 2e5 + 50 * 7))
    assert counted_cost(bg.Greedy(), 1e6, Looks(None, 7, 0, False), 9, usual) == pytest.approx(usual(9) + 50e-9 * 7)
    usual = partial(usual_cost, bg.EmpiricalCBT(), None, 1000)
    assert counted_cost(bg.EmpiricalCBT(), 1000, Looks(None, 0, 500, False), 9, usual) == pytest.approx(
        usual(0) + 0.8e-9 * 500
    )
    assert counted_cost(bg.BayesUCB(), 100, Looks(50, 0, 0, False), 10, lambda arms: 0.0) > 50 * 2e-6


@pytest.mark.long
def test_costs_are_those_of_the_policy_that_plays():
    """Of sets, that is the one fitted to them: its index may be a root that is found for every arm of an action."""
    problem = bg.Combinatorial(bg.TopM(20, 3), prior=bg.Uniform())
    situation, candidate = situation_of(problem, 1000), Candidate("CombKLUCB", bg.CombKLUCB())
    looks = prepare(candidate.policy, problem, 1000, 0, 1).looks()
    roots = 150e-9 * (looks.alone + 3 * 1000)
    assert roots < Pilot(0, 16.0).seconds(situation, candidate) < 2 * roots


def test_pilots_have_a_share_of_the_effort_together(monkeypatch):
    """One that costs too much however rarely it looks is not played; once the share is spent, costs are nominal."""
    situation = situation_of("finite", 600_000, arms=100, prior=bg.Beta(2, 60))
    pilot, bayes = Pilot(0, 16.0), Candidate("BayesUCB", bg.BayesUCB())
    assert pilot.seconds(situation, bayes) >= 600_000 * 2e-6
    assert pilot.spent == 0.0
    sampling, counting = Candidate("Thompson", bg.ThompsonBeta()), Simulation.looks
    monkeypatch.setattr(Simulation, "looks", lambda self: counting(self)._replace(alone=2 * 10**8))
    pilot.seconds(situation, sampling)
    assert pilot.spent > 0.2 * 16.0
    spent = pilot.spent
    assert pilot.seconds(situation, Candidate("MOSS", bg.MOSS())) == usual_cost(bg.MOSS(), None, 600_000, 100)
    assert pilot.spent == spent


def test_looks_grow_by_the_power_by_which_they_grew():
    before, after = Looks(100, 10, 10, False), Looks(200, 10, 10_000, False)
    assert _grown(after, before, math.log(4), math.log(16)) == Looks(800, 10, 10_000 * 256, False)
    assert _grown(Looks(None, 5, 2, True), None, math.log(4), math.log(4)) == Looks(None, 20, 32, True)


def test_other_cores_compile_what_is_needed(monkeypatch):
    """One candidate of each family, in whatever a run's length is: the horizon, or what the budget allows."""
    jobs = []
    monkeypatch.setattr(advising, "compiling_ahead", lambda needed, _: jobs.extend(needed))
    for situation in (situation_of("many-armed", 500, arms=200), situation_of("budgeted", budget=100, arms=10)):
        jobs.clear()
        advising._compiling_ahead(situation, 0)
        families = {candidate.family for candidate in candidates(situation)}
        assert len({canonical(job.policy) for job in jobs}) == len(jobs) == len(families)
        assert all(job.simulation.horizon == jobs[0].simulation.horizon >= 100 for job in jobs)
