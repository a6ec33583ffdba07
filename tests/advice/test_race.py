"""The race of advice: who leads, who is tied, what it costs, and that it stays within its effort."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import begreedy as bg
from begreedy.advice import advise as advising
from begreedy.advice.description import situation_of
from begreedy.advice.entrants import candidates
from begreedy.advice.models.candidate import Candidate
from begreedy.advice.models.cost import counted_cost, tied_cost
from begreedy.advice.pilot import Pilot
from begreedy.advice.race import CLEAR, FEW, Meter, Race, cautious, difference, spread, verdict
from begreedy.engine.simulation import prepare
from begreedy.values.canonical import canonical


@pytest.mark.long
def test_ties_are_called_ties():
    """Two names of one policy cannot be told apart; a policy that is worse by three standard errors is not tied."""
    advice = bg.advise(bg.Finite(means=[0.5, 0.5, 0.5]), 200, effort=0.3)
    assert all(o.tied and o.mean == 0.0 for o in advice.options)
    assert advice.greedy is None
    assert advice.sentence.startswith("Too close to call")
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
    race.enter(candidates(race.situation))
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
    looks = prepare(sampling.policy, situation.problem, 40_000, 0, 1).looks()
    assert whole == pytest.approx(75e-9 * looks + 40_000 * 60e-9 + 200 * 60e-9)
    assert 40_000 < looks < 200 * 40_000
    assert prepare(bg.UniformRandom(), situation.problem, 100, 0, 1).looks() is None


def test_costs_know_of_arms_that_are_looked_at_together():
    """Those that have never paid, where successes are rare; all that EmpiricalCBT has tried; and indices by search."""
    rare, usual = (bg.Finite(prior=prior, arms=500) for prior in (bg.Beta(2, 200), bg.Uniform()))
    never_paid = 500 * (200 / 202) ** 20  # of 500 arms with 20 pulls each
    assert tied_cost(bg.UCB(), rare, 10_000, 8e4, 500) == pytest.approx(4e-9 * never_paid * 9500)
    assert tied_cost(bg.MOSS(), rare, 10_000, 9e3, 500) == pytest.approx(14e-9 * never_paid * 9e3 * 2 / 202)
    assert tied_cost(bg.Greedy(), rare, 10_000, 1e3, 500) == 0.0
    assert tied_cost(bg.UCB(), usual, 10_000, 8e4, 500) < 1e-4 * tied_cost(bg.UCB(), rare, 10_000, 8e4, 500)
    assert tied_cost(bg.UCB(), replace(usual, law=bg.Gaussian()), 600, 8e4, 500) == 0.0
    situation, policy = situation_of("infinite", 10_000, prior=bg.Beta(2, 20)), bg.EmpiricalCBT()
    played = bg.simulate(policy, situation.problem, 10_000, runs=1, seed=0)
    losses, tried = 10_000 - played.reward[0], played.arms_tried[0]
    found = Pilot(0, 16.0).seconds(situation, Candidate("EmpiricalCBT", policy))
    assert found == pytest.approx(1e-9 * (10_000 * 30 + 0.5 * losses * tried))
    assert counted_cost(bg.BayesUCB(), usual, 100, 50, 10) > 150 * 2e-6


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
