"""Claims and their verdicts: each is judged on made results where it must hold, fail or stay undecided."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from begreedy.experiments.experiment import run_experiment
from begreedy.paper import CLAIMS, ERRATA, EXPERIMENTS, STUDIES, judge, study_of
from begreedy.paper.claim import VERDICTS, Claim, Finding, Unclear, conclude, judge_claims, verdict_rows
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
    "continuous-bound": ("continuous-f1", {"Greedy": 1e7}, {"Greedy": 1.497e6}),
    "infinite-twotarget": ("infinite-uniform", {"TwoTarget": 700}, {"TwoTarget": 590}),
    "infinite-robust": ("infinite-beta", {"TwoTarget": 900}, {"TwoTarget": 1000}),
    "infinite-excellent": ("infinite-beta", {"MeDZO": 900}, {"MeDZO": 1000}),
    "infinite-bound": ("infinite-beta", {"Greedy": 1e6}, {"Greedy": 4.971e4}),
    "many-excellent": ("many-armed", {"MeDZO": 300}, {"MeDZO": 320}),
    "many-oracle": ("many-armed", {"OracleMOSS": 300}, {"OracleMOSS": 321}),
    "many-closest": ("many-armed", {"MOSS": 400}, {"MOSS": 490}),
    "many-variance": (
        "many-armed",
        {"spread": {"OracleMOSS": 0.1, "OracleGreedy": 0.2}},
        {"OracleMOSS": 320, "spread": {"OracleMOSS": 0.1, "OracleGreedy": 0.0707}},
    ),
    "linear-best": ("linear", {"LinUCB": 1500}, {"BallExplore": 1700}),
    "linear-sublinear": ("linear", {"Greedy": (1700, 1.2)}, {"Greedy": (1700, 1)}),
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
    "heatmap-between": (
        "heatmap",
        {"Greedy": lambda c: c["time"] * random_play(c) * (0.2 if 5 < c["time"] / c["arms"] < 25 else 0.9)},
        {"Greedy": WORLD["heatmap"]["UCB"]},
    ),
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


def test_times(right):
    assert verdict_on("linear-ten-times", right).verdict == "holds"
    assert verdict_on("linear-fifteen-times", right).verdict == "holds"
    slow = {"linear": made("linear", seconds={**SECONDS, "LinUCB": 30.0})}
    assert verdict_on("linear-ten-times", slow).verdict == "does not hold"
    assert verdict_on("time-insignificant", right).verdict == "holds"
    slower = {**right, "infinite-beta": made("infinite-beta", seconds={"UCB-F": 3.0})}
    assert "UCB-F on infinite-beta" in verdict_on("time-insignificant", slower).why
    untimed = {"linear": made("linear", seconds={"Greedy": 0.0})}
    assert verdict_on("linear-ten-times", untimed).verdict == VERDICTS[3]


def test_reasons_say_what_little_a_reading_shows(right):
    """Halves of a regret that is linear beside Greedy's; cells that are compared because Greedy is ahead there."""
    assert "BallExplore, linear by construction with delta = d, has " in verdict_on("linear-sublinear", right).why
    assert "so lower by definition" in verdict_on("heatmap-between", right).why


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
    "bounds-known-crossing": "holds",
    "bounds-known-competitive": "does not hold",
    "bounds-unknown-crossing": "holds",
    "bounds-unknown-polynomial": "does not hold",
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
    assert verdict_on("many-limit", right).verdict == "does not hold"


def test_other_bounds_would_be_judged_otherwise():
    """A crossing elsewhere, a bound below T, a lower power: the opposite verdicts."""
    one = run_experiment(EXPERIMENTS["bounds-known"])
    rows = [{**row, "crossing": 15_000.0} if "crossing" in row else row for row in one.rows()]
    moved = replace(one, experiment=replace(one.experiment, computed=lambda: rows))
    assert verdict_on("bounds-known-crossing", {"bounds-known": moved}).verdict == "does not hold"
    low = [{**row, "bound": row["bound"] / 20} if "bound" in row else row for row in one.rows()]
    useful = replace(one, experiment=replace(one.experiment, computed=lambda: low))
    assert verdict_on("bounds-known-competitive", {"bounds-known": useful}).verdict == "holds"
    two = run_experiment(EXPERIMENTS["bounds-unknown"])
    flat = [{**r, "bound": r["bound"] / r["horizon"] ** 0.2} if r.get("policy") == "Greedy" else r for r in two.rows()]
    slower = replace(two, experiment=replace(two.experiment, computed=lambda: flat))
    assert verdict_on("bounds-unknown-polynomial", {"bounds-unknown": slower}).verdict == "holds"


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
    assert {id for claim in CLAIMS for id in claim.experiments} == set(EXPERIMENTS)


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
    assert judged == {"linear-best", "linear-sublinear", "linear-ten-times", "linear-fifteen-times"}
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
    assert {"claim", "quote", "where", "experiments", "verdict", "why", "findings"} == set(rows[0])


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
