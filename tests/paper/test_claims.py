"""Claims and their verdicts: each is judged on made results where it must hold, fail or stay undecided."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from begreedy import theory
from begreedy.experiments.experiment import run_experiment
from begreedy.paper import CLAIMS, ERRATA, EXPERIMENTS, STUDIES, judge, study_of
from begreedy.paper.claim import (
    VERDICTS,
    Claim,
    Finding,
    Unclear,
    conclude,
    finding_level,
    judge_claims,
    verdict_rows,
)
from begreedy.paper.evidence import within
from begreedy.paper.failure.claims import at_least
from begreedy.paper.published import cascading_table
from support.made_results import SECONDS, WORLD, made, random_play

BY_ID = {claim.id: claim for claim in CLAIMS}


def failure(stuck, free, runs=1000, regret=400.0, end=None):
    """Greedy with so many runs stuck and so many without regret; ThompsonSampling with little of it."""
    finished = made("failure", runs=runs, spread={"ThompsonSampling": 0.3})
    greedy = next(result for _, _, result in finished.results if result.name == "Greedy")
    greedy.regret[:] = 0.8 + 0.4
    greedy.regret[:free] = 0.8
    greedy.regret[runs - stuck :] = regret * greedy.times / greedy.times[-1] if end is None else end
    greedy.locked_gap[runs - stuck :] = 0.8
    return {"failure": finished}


def verdict_on(id, finished):
    (verdict,) = judge_claims([BY_ID[id]], finished)
    return verdict


LIVELY = WORLD["mortal-uniform"]["Greedy"]
# Per claim: the experiment to change, how so that it fails, how so that it cannot be told.
CASES = {
    "continuous-best": ("continuous-f2", {"Zooming": 1900}, {"Zooming": 2000}),
    "continuous-slope": ("continuous-f3", {"CAB_MOSS": (8000, 1)}, {"CAB_MOSS": (1500, 1)}),
    "continuous-quick": ("continuous-f1", {"CAB_MOSS": (3000, 2)}, {"CAB_MOSS": (1000, 1)}),
    "continuous-second": ("continuous-f3", {"Greedy": 2500}, {"Greedy": 2000}),
    "continuous-medzo": ("continuous-f3", {"MeDZO": 1000}, {"MeDZO": 1500}),
    "infinite-twotarget": ("infinite-uniform", {"TwoTarget": 700}, {"TwoTarget": 590}),
    "infinite-robust": ("infinite-beta", {"TwoTarget": 900}, {"TwoTarget": 1000}),
    "infinite-excellent": ("infinite-beta", {"MeDZO": 900}, {"MeDZO": 1000}),
    "many-excellent": ("many-armed", {"MeDZO": 300}, {"MeDZO": 320}),
    "many-oracle": ("many-armed", {"OracleMOSS": 300}, {"OracleMOSS": 321}),
    "many-closest": ("many-armed", {"MOSS": 400}, {"MOSS": 490}),
    "many-variance": (
        "many-armed",
        {"spread": {"OracleMOSS": 0.1, "OracleGreedy": 0.2}},
        {"OracleMOSS": 320, "spread": {"OracleMOSS": 0.1, "OracleGreedy": 0.0707}},
    ),
    "linear-best": ("linear", {"LinUCB": 1500}, {"BallExplore": 1700}),
    "cascade-many-items": ("cascade-beta", {"TS_Cascade": 0.01}, {"TS_Cascade": WORLD["cascade-beta"]["Greedy"]}),
    "cascade-items": (
        "cascade-beta",
        {"Greedy": lambda c: 50 * c["L"] * (2 / c["K"]) ** 2},
        {"Greedy": lambda c: 50 * (2 / c["K"]) ** 2},
    ),
    "cascade-slots": (
        "cascade-uniform",
        {"Greedy": lambda c: 50 * (16 / c["L"])},
        {"Greedy": lambda c: 50 * (16 / c["L"]) * (2 / c["K"])},
    ),
    "cascade-second": (
        "cascade-beta",
        {"Greedy": 4000},
        {"Greedy": lambda c: 2000 * (16 / c["L"]) ** 0.3 * (2 / c["K"]) ** 2},
    ),
    "cascade-harder": ("cascade-beta", {"TS_Cascade": 0.01}, {"TS_Cascade": WORLD["cascade-uniform"]["TS-Cascade"]}),
    "mortal-intermediate": (
        "mortal-uniform",
        {"ThompsonSampling": 20},
        {"ThompsonSampling": WORLD["mortal-uniform"]["Greedy"]},
    ),
    "mortal-long": ("mortal-beta", {"Greedy": 20}, {"Greedy": 3000}),
    "budget-small-interval": (
        "budgeted-discrete",
        {"Greedy": 10},
        {"Greedy": lambda c: 150.0 * c["time"], "BTS": 1e7},
    ),
    "budget-large-interval": ("budgeted-continuous", {"Greedy": 2000, "spread": {"Greedy": 0.1}}, {"Greedy": 1400}),
    "budget-below-bts": ("budgeted-continuous", {"Greedy": 2500}, {"BTS": 200}),
    "budget-variance": (
        "budgeted-continuous",
        {"spread": {"Greedy": 0.3}},
        {"spread": {"Greedy": 0.7, "BTS": 0.05, "Budget-UCB": 0.01}},
    ),
    "heatmap-diagonal": (
        "heatmap",
        {"UCB": lambda c: c["time"] * random_play(c) / (1 + c["time"] * c["arms"] / 40_000)},
        {"UCB": lambda c: c["time"] * random_play(c)},
    ),
    "heatmap-lower": ("heatmap", {"Greedy": WORLD["heatmap"]["UCB"]}, {"Greedy": lambda c: c["time"]}),
    "heatmap-long": ("heatmap", {"Greedy": 1.0}, {"Greedy": WORLD["heatmap"]["UCB"]}),
    "heatmap-turning": ("heatmap", {"UCB": 1.0}, {"Greedy": WORLD["heatmap"]["UCB"]}),
}


@pytest.fixture(scope="module")
def right():
    """The whole world in which the paper is right."""
    return {id: made(id) for id in WORLD}


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
    computed = {one: run_experiment(EXPERIMENTS[one]) for one in ("bounds-known", "bounds-unknown")}
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


def test_ball_explore_with_delta_one_is_told_and_not_judged():
    finished = {"linear": made("linear", ("corrected",), **{"BallExplore(delta=1)": 1500})}
    verdict = verdict_on("linear-best", finished)
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
    finished = {one: run_experiment(EXPERIMENTS[one]) for one in BY_ID[id].experiments}
    assert verdict_on(id, finished).verdict == COMPUTED[id]


def test_what_is_computed_beside_simulations(right):
    assert verdict_on("example-three", right).verdict == "holds"
    assert verdict_on("many-best-arms", right).why == "ceil(2000 / 5000^0.4) = 67, printed 64"
    assert verdict_on("many-limit", right).verdict == "holds"


def test_other_bounds_would_be_judged_otherwise(monkeypatch):
    """A bound of Greedy below MOSS's, another power of L, a theorem with room: the opposite verdicts."""
    one = run_experiment(EXPERIMENTS["bounds-known"])
    rows = [{**r, "bound": r["bound"] / 20} if r.get("policy") == "Greedy, best K" else r for r in one.rows()]
    low = replace(one, experiment=replace(one.experiment, computed=lambda: rows))
    assert verdict_on("bounds-known-competitive", {"bounds-known": low}).verdict == "holds"
    monkeypatch.setattr(theory, "medzo_fitted", theory.continuous_unknown)
    two = {"bounds-unknown": run_experiment(EXPERIMENTS["bounds-unknown"])}
    assert verdict_on("bounds-unknown-polynomial", two).verdict == "does not hold"
    right_form = theory.continuous
    monkeypatch.setattr(theory, "continuous", lambda *at, printed: right_form(*at))
    assert verdict_on("theory-known", {"bounds-known": one}).verdict == "holds"
    monkeypatch.setattr(theory, "chaining", lambda t, **at: theory.generic(2.0 * t, **at))
    assert verdict_on("theory-chaining", {"bounds-known": one}).verdict == "does not hold"


def test_real_runs_of_the_failure_figure():
    finished = {"failure": run_experiment(EXPERIMENTS["failure"], "full")}
    verdicts = judge(finished)
    assert {verdict.claim.id: verdict.verdict for verdict in verdicts} == {
        "failure-probability": "holds",
        "failure-no-regret": "holds",
        "failure-linear": "holds",
        "failure-variance": "holds",
    }
    assert all(list(verdict.findings) == ["published", "corrected"] for verdict in verdicts)


# ------------------------------------------------------------ verdicts


def test_every_claim_is_named_once_and_needs_known_experiments():
    assert len(CLAIMS) >= 45
    assert len(BY_ID) == len(CLAIMS)
    for claim in CLAIMS:
        assert claim.experiments
        assert set(claim.experiments) <= set(EXPERIMENTS)
        assert claim.quote
        assert claim.where
    judged = {id for claim in CLAIMS for id in claim.experiments}
    assert set(EXPERIMENTS) - judged == {"many-armed-long"}  # told with "many-oracle"


TABLE = {
    ("holds", "holds"): "holds",
    ("holds", "fails"): "holds only as published",
    ("holds", "undecided"): VERDICTS[3],
    ("fails", "holds"): "does not hold",
    ("fails", "fails"): "does not hold",
    ("fails", "undecided"): "does not hold",
    ("undecided", "holds"): VERDICTS[3],
    ("undecided", "fails"): VERDICTS[3],
    ("undecided", "undecided"): VERDICTS[3],
    ("not judged", "not judged"): "not judged",
    ("not judged", "fails"): "does not hold",
    ("holds", "not judged"): "holds",
}


@pytest.mark.parametrize(("published", "corrected"), list(TABLE))
def test_the_verdict_of_two_findings(published, corrected):
    verdict, why = conclude({"published": Finding(published, "this"), "corrected": Finding(corrected, "that")})
    assert verdict == TABLE[published, corrected]
    assert "as published it" in why
    assert "corrected it" in why


@pytest.mark.parametrize("variant", ["published", "corrected", "extra"])
@pytest.mark.parametrize(
    ("outcome", "verdict"), [("holds", "holds"), ("fails", "does not hold"), ("undecided", VERDICTS[3])]
)
def test_a_variant_alone_decides_alone(variant, outcome, verdict):
    assert conclude({variant: Finding(outcome, "this")}) == (verdict, "this")


def test_all_claims_together_are_wrong_with_a_chance_of_five_percent():
    """A p-value of 0.001 decides one claim alone, and not one of some fifty; nor does it undo what is computed."""
    alone = Claim("x", "quote", "here", ("failure",), lambda *_: Finding("holds", "this", 0.001), ("published",))
    many = finding_level([alone] * 100)
    assert many == pytest.approx(0.05 / 100)
    assert finding_level(CLAIMS) < 0.05 / 80
    finished = failure(1, 800)
    assert judge_claims([alone], finished)[0].verdict == "holds"
    (verdict,) = judge_claims([alone], finished, many)
    assert verdict.verdict == VERDICTS[3]
    assert "all claims considered: the p-value must be at most 0.0005" in verdict.why
    computed = replace(alone, check=lambda *_: Finding("fails", "this"))
    assert judge_claims([computed], finished, many)[0].verdict == "does not hold"


def test_variants_that_say_the_same_are_told_once():
    same = Finding("holds", "1 < 2")
    assert conclude({"published": same, "corrected": same}) == ("holds", "1 < 2")


def test_only_as_published():
    """A claim that the corrected variant refutes, with both sides in the reason."""
    published, corrected = (
        made("infinite-beta", (v,), TwoTarget=r) for v, r in (("published", 3600), ("corrected", 800))
    )
    both = replace(published, results=[*published.results, *corrected.results])
    verdict = verdict_on("infinite-robust", {"infinite-beta": both})
    assert verdict.verdict == "holds only as published"
    assert "TwoTarget 3600" in verdict.why
    assert "TwoTarget 800" in verdict.why
    assert verdict_on("infinite-robust", {"infinite-beta": corrected}).verdict == "does not hold"


def test_claims_without_their_experiments_are_left_out(right):
    judged = {verdict.claim.id for verdict in judge({"linear": right["linear"]})}
    assert judged == {"linear-best", "linear-ten-times", "linear-fifteen-times"}
    assert judge({}) == []


@pytest.mark.parametrize("id", [id for id in CASES if id not in ("many-excellent", "many-oracle", "many-closest")])
def test_shorter_runs_than_the_papers_decide_nothing(id):
    """What is said of 100 000 rounds is not judged from 2000, however clear these are."""
    finished = {one: made(one, scale="smoke") for one in BY_ID[id].experiments}
    if id == "many-variance":  # its smoke scale is as long as the paper's, with fewer runs
        finished = {"many-armed": made("many-armed", scale="smoke", runs=20)}
    verdict = verdict_on(id, finished)
    assert verdict.verdict == VERDICTS[3]
    assert "the sentence is about" in verdict.why or "it needs" in verdict.why or "at least 30 runs" in verdict.why


def test_a_missing_policy_or_cell_decides_nothing(right):
    linear = right["linear"]
    without = replace(linear, results=[one for one in linear.results if one[2].name != "Greedy"])
    assert "Greedy was not run" in verdict_on("linear-best", {"linear": without}).why
    table = made("cascade-beta")
    fewer = {"cascade-uniform": made("cascade-uniform"), "cascade-beta": replace(table, results=table.results[:-3])}
    assert "lacks the cells [(256, 8)]" in verdict_on("cascade-harder", fewer).why


def test_rows_are_plain(right):
    rows = verdict_rows(judge(right))
    assert json.loads(json.dumps(rows)) == rows
    assert {"claim", "quote", "where", "experiments", "verdict", "why", "chosen_afterwards", "findings"} == set(rows[0])


def test_a_check_that_cannot_tell_is_undecided():
    def check(finished, variant):
        raise Unclear("too short")

    (verdict,) = judge_claims([Claim("x", "quote", "here", ("failure",), check)], failure(1, 800))
    assert (verdict.verdict, verdict.why) == (VERDICTS[3], "too short")


def test_contrast_is_to_the_better_rival(right):
    """A rival far behind in the first scenario makes no contrast there."""
    uniform = made("cascade-uniform", **{"TS_Cascade": 1e5})
    assert verdict_on("cascade-second", {**right, "cascade-uniform": uniform}).verdict == "holds"


def test_fresh_budgeted_instances_are_compared_by_shares():
    """Greedy loses all on one rich instance and wins on all others: plain means and shares disagree."""
    finished = made("budgeted-continuous", ("corrected",), Greedy=100, spread={"Greedy": 0.1})
    for _, _, result in finished.results:
        result.reference[0] = 1e6
        if result.name == "Greedy":
            result.regret[0] = 0.01 * 1e6 * result.times
    assert verdict_on("budget-below-bts", {"budgeted-continuous": finished}).verdict == "holds"


def test_where_the_order_of_budgets_changes_is_told():
    """Greedy at B^2 and Budget-UCB at 150 B are equal at B = 150; the line between 100 and 500 says 114."""
    why = verdict_on("budget-small-interval", {"budgeted-discrete": made("budgeted-discrete")}).why
    assert "the order changes near 110, 1 % of the largest budget" in why


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("runs", [1, 2])
def test_one_or_two_runs_decide_little_and_break_nothing(runs):
    """From one run nothing random is told, whatever it shows; bounds and formulas are."""
    verdicts = judge({id: made(id, runs=runs) for id in WORLD})
    assert len(verdicts) > 40
    if runs == 1:
        assert all(v.verdict == VERDICTS[3] for v in verdicts if v.claim.id in CASES)


def test_studies_have_every_claim_and_erratum_once():
    """Nothing that a folder says is left out of the lists of the report, and every experiment finds its folder."""
    assert sorted(claim.id for claim in CLAIMS) == sorted(claim.id for study in STUDIES for claim in study.claims)
    assert sorted(e.id for e in ERRATA) == sorted(erratum.id for study in STUDIES for erratum in study.errata)
    assert len({claim.id for claim in CLAIMS}) == len(CLAIMS)
    for id, experiment in EXPERIMENTS.items():
        assert experiment in study_of(id).experiments
    for study in STUDIES:
        assert (study.table is None) == all(experiment.computed is None for experiment in study.experiments)


def test_the_documentation_has_every_claim_with_one_of_the_verdicts():
    """The table of all claims has them in order, as quoted; the counts above it are those of the table."""
    text = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")
    section = text[text.index("## All claims") : text.index("## What does not hold")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "`" in line]
    assert [row[:3] for row in rows] == [[f"`{c.id}`", c.where, c.quote] for c in CLAIMS]
    verdicts = [row[3].strip("*") for row in rows]
    assert set(verdicts) <= set(VERDICTS)
    counts = [verdicts.count(VERDICTS[i]) for i in (0, 1, 2, 4)]
    told = "Of {} claims {} hold, {} hold only as published, {} do not hold, {} are told and not judged"
    assert told.format(len(CLAIMS), *counts) in " ".join(text.split())
    marked = text[text.index("## How a verdict is made") : text.index("## What changed")]
    for claim in CLAIMS:
        if claim.afterwards and not claim.id.startswith("budget-"):  # "the two intervals of budgets"
            assert f"`{claim.id}`" in marked
