"""Claims and their verdicts: each is judged on made results where it must hold, fail or stay undecided."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from begreedy import theory
from begreedy.experiments.experiment import run_experiment
from begreedy.paper import PAPER
from begreedy.paper.claim import (
    VERDICTS,
    judge_claims,
)
from begreedy.paper.evidence import within
from begreedy.paper.failure.claims import at_least
from begreedy.paper.published import cascading_table
from support.claim_cases import BY_ID, CASES, failure, verdict_on
from support.made_results import SECONDS, made


@pytest.mark.parametrize("id", CASES)
def test_a_claim_holds_where_the_paper_is_right(id, right):
    verdict = verdict_on(id, right)
    assert verdict.verdict == "holds", verdict.why


@pytest.mark.parametrize("id", CASES)
def test_a_claim_fails_where_the_paper_is_wrong(id, right):
    experiment, wrong, _ = CASES[id]
    verdict = verdict_on(id, {**right, experiment: made(experiment, **wrong)})
    assert verdict.verdict == "does not hold", verdict.why


@pytest.mark.parametrize("id", CASES)
def test_a_claim_is_undecided_where_nothing_can_be_told(id, right):
    experiment, _, same = CASES[id]
    verdict = verdict_on(id, {**right, experiment: made(experiment, **same)})
    assert verdict.verdict == "undecided at this number of runs", verdict.why


# ------------------------------------------------------------ claims that need more than a change of means


def test_example_one():
    """Exact binomial tests of 0.01 and 0.81; linear growth; a variance beyond ThompsonSampling's."""
    ids = ("failure-probability", "failure-no-regret", "failure-linear", "failure-variance")
    assert [verdict_on(id, failure(25, 860)).verdict for id in ids] == ["holds"] * 4
    assert verdict_on("failure-probability", failure(2, 860)).verdict == "does not hold"
    assert verdict_on("failure-probability", failure(11, 860)).verdict == VERDICTS[3]
    assert verdict_on("failure-no-regret", failure(25, 780)).verdict == "does not hold"
    assert verdict_on("failure-no-regret", failure(25, 810)).verdict == VERDICTS[3]
    assert verdict_on("failure-linear", failure(25, 860, end=100.0)).verdict == "does not hold"
    assert verdict_on("failure-variance", failure(0, 860)).verdict == "does not hold"
    assert "at least 500 runs" in verdict_on("failure-linear", failure(2, 80, runs=100)).why


def test_binomial_test_is_exact():
    assert at_least(5, 10, 0.5, "").outcome == "undecided"
    assert at_least(9, 10, 0.5, "").p_value == pytest.approx(22 / 1024)
    assert at_least(1, 10, 0.5, "").outcome == "fails"


def test_subsampling_mortal_arms_is_judged_on_the_extra_policies():
    better = {"Greedy": 100, "ThompsonSampling": 100, "Greedy(subsampled)": 60, "ThompsonSampling(subsampled)": 60}
    finished = {id: made(id, ("extra",), **better) for id in BY_ID["mortal-short"].experiments}
    verdict = verdict_on("mortal-short", finished)
    assert verdict.verdict == "holds"
    assert list(verdict.findings) == ["extra"]
    assert "from 40 % to 40 % less regret" in verdict.why
    finished["mortal-beta"] = made("mortal-beta", ("extra",), **{**better, "ThompsonSampling(subsampled)": 105})
    assert verdict_on("mortal-short", finished).verdict == "does not hold"
    assert judge_claims([BY_ID["mortal-short"]], {id: made(id) for id in finished}) == []


def test_outmatching_everybody_fails_by_twotarget_alone(right):
    assert "TwoTarget" in verdict_on("pools-outmatches", right).why
    beaten = {**right, "infinite-uniform": made("infinite-uniform", TwoTarget=900)}
    assert verdict_on("pools-outmatches", beaten).verdict == "holds"


def test_times_are_told_and_not_judged(right):
    """The paper's times are those of its own programs, whatever ours are."""
    for id in ("linear-ten-times", "linear-fifteen-times", "time-insignificant"):
        assert verdict_on(id, right).verdict == "not judged"
    slow = {"linear": made("linear", seconds={**SECONDS, "LinUCB": 30.0})}
    assert "LinUCB 30 s, 30 times as long" in verdict_on("linear-ten-times", slow).why
    slower = {**right, "infinite-beta": made("infinite-beta", seconds={"UCB-F": 3.0})}
    assert "UCB-F on infinite-beta" in verdict_on("time-insignificant", slower).why
    untimed = {"linear": made("linear", seconds={"Greedy": 0.0})}
    assert verdict_on("linear-ten-times", untimed).verdict == VERDICTS[3]


@pytest.mark.parametrize(
    "id", ["heatmap-between", "continuous-bound", "infinite-bound", "bounds-known-crossing", "bounds-unknown-crossing"]
)
def test_what_cannot_fail_is_not_judged(id, right):
    """Vacuous bounds, what is true by definition, and constants fitted to the very number: no evidence."""
    computed = {one: run_experiment(PAPER.experiments[one]) for one in ("bounds-known", "bounds-unknown")}
    assert verdict_on(id, right | computed).verdict == "not judged"


def test_a_bound_that_says_something_is_judged():
    """Below T it can fail, and then it is tested."""
    regret = np.random.default_rng(0).normal(100.0, 5.0, 200)
    assert within({"low": (regret, 120.0)}, 1000).outcome == "holds"
    assert within({"low": (regret, 80.0)}, 1000).outcome == "fails"
    assert within({"high": (regret, 1200.0)}, 1000).outcome == "not judged"


@pytest.mark.parametrize(("power", "verdict"), [(0.5, "holds"), (0.98, "does not hold")])
def test_sublinear_growth_is_judged_at_long_horizons(power, verdict):
    finished = {"linear-long": made("linear-long", ("extra",), Greedy=(20_000, power))}
    assert verdict_on("linear-sublinear", finished).verdict == verdict
    shorter = {"linear-long": made("linear-long", ("extra",), scale="quick", Greedy=(20_000, power))}
    assert "the sentence is about 320000" in verdict_on("linear-sublinear", shorter).why


def test_the_best_linear_policy_beats_both_rivals(right):
    """BallExplore is judged by the closer look, LinUCB by the figure."""
    worse = {**right, "linear": made("linear", LinUCB=1500, BallExplore=1850)}
    assert verdict_on("linear-best", worse).verdict == "does not hold"
    assert verdict_on("linear-best", {**right, "linear": made("linear", BallExplore=1500)}).verdict == "holds"


def test_ball_explore_with_delta_one_is_told_and_not_judged():
    close = made("linear-close", ("corrected",), **{"BallExplore(delta=1)": 1500})
    verdict = verdict_on("linear-best", {"linear": made("linear", ("corrected",)), "linear-close": close})
    assert verdict.verdict == "holds"
    assert "with delta = 1: Greedy 1700 against BallExplore(delta=1) 1500" in verdict.why


def test_longer_horizons_of_many_arms_are_told(right):
    why = verdict_on("many-oracle", {**right, "many-armed-long": made("many-armed-long", ("extra",))}).why
    assert "T = 50000: OracleGreedy 900 against OracleMOSS 800" in why


def test_a_baseline_may_have_one_better_rival(right):
    """TwoTarget ahead is no harm; TwoTarget and MeDZO are."""
    assert verdict_on("pools-baseline", right).verdict == "holds"
    beaten = {**right, "infinite-uniform": made("infinite-uniform", MeDZO=200)}
    assert verdict_on("pools-baseline", beaten).verdict == "does not hold"


@pytest.mark.parametrize(("regret", "verdict"), [(1200, "holds"), (1600, "does not hold"), (2.35 * 590, VERDICTS[3])])
def test_an_unknown_horizon_is_handled_if_doubling_costs_what_it_may(regret, verdict):
    """Under the uniform prior, of exponent 0.8, at most 2.35 times the regret of Greedy, 590."""
    ids = BY_ID["pools-horizon"].experiments
    finished = {id: made(id, ("extra",), **{"Doubling(Greedy)": 600}) for id in ids}
    finished["infinite-uniform"] = made("infinite-uniform", ("extra",), **{"Doubling(Greedy)": regret})
    assert verdict_on("pools-horizon", finished).verdict == verdict


@pytest.mark.parametrize(("factor", "verdict"), [(10.0, "does not hold"), (1.0, "holds")])
def test_what_plus_minus_means(factor, verdict):
    """If our standard deviations are ten times the printed ±, it is an error of the mean; if equal, a deviation."""
    finished = {id: made(id) for id in BY_ID["cascade-deviation"].experiments}
    for id, one in finished.items():
        for _, cell, result in one.results:
            spread = cascading_table(id)[cell["L"], cell["K"], result.name].stderr * factor
            result.regret[:] *= spread / result.final.std(ddof=1)
    assert verdict_on("cascade-deviation", finished).verdict == verdict


COMPUTED = {
    "bounds-known-competitive": "does not hold",
    "bounds-unknown-polynomial": "holds",
    "theory-near-optimal": "does not hold",
    "theory-chaining": "holds",
    "theory-random-points": "holds",
    "theory-known": "does not hold",
    "functions-smoothness": "holds",
    "functions-sharper": "holds",
}


@pytest.mark.parametrize("id", COMPUTED)
def test_what_is_computed(id):
    finished = {one: run_experiment(PAPER.experiments[one]) for one in BY_ID[id].experiments}
    assert verdict_on(id, finished).verdict == COMPUTED[id]


def test_what_is_computed_beside_simulations(right):
    assert verdict_on("example-three", right).verdict == "holds"
    assert verdict_on("many-best-arms", right).why == "ceil(2000 / 5000^0.4) = 67, printed 64"
    assert verdict_on("many-limit", right).verdict == "holds"


def test_other_bounds_would_be_judged_otherwise(monkeypatch):
    """A bound of Greedy below MOSS's, another power of L, a theorem with room: the opposite verdicts."""
    one = run_experiment(PAPER.experiments["bounds-known"])
    rows = [{**r, "bound": r["bound"] / 20} if r.get("policy") == "Greedy, best K" else r for r in one.rows()]
    low = replace(one, experiment=replace(one.experiment, computed=lambda: rows))
    assert verdict_on("bounds-known-competitive", {"bounds-known": low}).verdict == "holds"
    monkeypatch.setattr(theory, "medzo_fitted", theory.continuous_unknown)
    two = {"bounds-unknown": run_experiment(PAPER.experiments["bounds-unknown"])}
    assert verdict_on("bounds-unknown-polynomial", two).verdict == "does not hold"
    right_form = theory.continuous
    monkeypatch.setattr(theory, "continuous", lambda *at, printed: right_form(*at))
    assert verdict_on("theory-known", {"bounds-known": one}).verdict == "holds"
    monkeypatch.setattr(theory, "chaining", lambda t, **at: theory.generic(2.0 * t, **at))
    assert verdict_on("theory-chaining", {"bounds-known": one}).verdict == "does not hold"


def test_real_runs_of_the_failure_figure():
    finished = {"failure": run_experiment(PAPER.experiments["failure"], "full")}
    verdicts = PAPER.judge(finished)
    assert {verdict.claim.id: verdict.verdict for verdict in verdicts} == {
        "failure-probability": "holds",
        "failure-no-regret": "holds",
        "failure-linear": "holds",
        "failure-variance": "holds",
    }
    assert all(list(verdict.findings) == ["published", "corrected"] for verdict in verdicts)
