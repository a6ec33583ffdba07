"""How verdicts come about, from findings of the published and the corrected variant."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from begreedy.paper import PAPER
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
from support.claim_cases import BY_ID, CASES, failure, verdict_on
from support.made_results import WORLD, made


def test_every_claim_is_named_once_and_needs_known_experiments():
    assert len(PAPER.claims) >= 45
    assert len(BY_ID) == len(PAPER.claims)
    for claim in PAPER.claims:
        assert claim.experiments
        assert set(claim.experiments) <= set(PAPER.experiments)
        assert claim.quote
        assert claim.where
    judged = {id for claim in PAPER.claims for id in claim.experiments}
    assert set(PAPER.experiments) - judged == {"many-armed-long"}  # told with "many-oracle"


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
    assert finding_level(PAPER.claims) < 0.05 / 80
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
    judged = {verdict.claim.id for verdict in PAPER.judge({"linear": right["linear"]})}
    assert judged == {"linear-ten-times", "linear-fifteen-times"}
    assert PAPER.judge({}) == []


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
    assert "Greedy was not run" in verdict_on("linear-best", {**right, "linear": without}).why
    table = made("cascade-beta")
    fewer = {"cascade-uniform": made("cascade-uniform"), "cascade-beta": replace(table, results=table.results[:-3])}
    assert "lacks the cells [(256, 8)]" in verdict_on("cascade-harder", fewer).why


def test_rows_are_plain(right):
    rows = verdict_rows(PAPER.judge(right))
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
    verdicts = PAPER.judge({id: made(id, runs=runs) for id in WORLD})
    assert len(verdicts) > 40
    if runs == 1:
        assert all(v.verdict == VERDICTS[3] for v in verdicts if v.claim.id in CASES)


def test_studies_have_every_claim_and_erratum_once():
    """Nothing that a folder says is left out of the lists of the report, and every experiment finds its folder."""
    assert sorted(claim.id for claim in PAPER.claims) == sorted(
        claim.id for study in PAPER.studies for claim in study.claims
    )
    assert sorted(e.id for e in PAPER.errata) == sorted(
        erratum.id for study in PAPER.studies for erratum in study.errata
    )
    assert len({claim.id for claim in PAPER.claims}) == len(PAPER.claims)
    for id, experiment in PAPER.experiments.items():
        assert experiment in PAPER.study_of(id).experiments
    for study in PAPER.studies:
        assert (study.table is None) == all(experiment.computed is None for experiment in study.experiments)
