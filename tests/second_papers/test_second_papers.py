"""Other papers: settings as their code has them, claims on made results, printed numbers, pages, the command."""

from __future__ import annotations

from math import cos, log, pi, sin, sqrt

import numpy as np
import pytest
from scipy import stats

import begreedy as bg
from begreedy.experiments.execution import Execution
from begreedy.paper.claim import judge_claims
from begreedy.paper.reproduce import Reproduction
from begreedy.random import seed_stream
from begreedy.report.page import write_report
from begreedy.second_papers import SECOND_PAPERS, paper_of
from begreedy.second_papers.bayati2020.experiment import PULLS
from begreedy.second_papers.bayati2020.policies import CodedThompson, CodedUCB, CodedUCBV
from begreedy.second_papers.chan2018.experiment import least_regret
from begreedy.second_papers.chan2018.priors import Cosine, Sine
from begreedy.second_papers.kveton2015.printed import PRINTED
from begreedy.second_papers.zhu2020.experiment import best_arms, oracle_keeps
from support.commands import begreedy
from support.made_results import made_for

# By claim, whose regret must be small for it to hold.
FAVOURS = {
    "bayati-greedy": ("Greedy",),
    "bayati-subsampling": ("SS-UCB", "SS-TS"),
    "bayati-best": ("SS-Greedy",),
    "bayati-growing": ("GrowingGreedy",),
    "zhu-adapts": ("MOSS++", "empMOSS++", "Parallel", "Quantile"),
    "zhu-statistics": ("empMOSS++",),
    "zhu-quantile": ("MOSS",),
    "zhu-greedy": ("Greedy, as many arms as the oracle",),
    "zhu-growing": ("GrowingGreedy",),
    "chan-competitors": ("CBT",),
    "chan-empirical": ("EmpiricalCBT",),
    "chan-growing": ("GrowingGreedy",),
    "kveton-divergence": ("CascadeKL-UCB",),
    "kveton-optimistic": ("OptimisticGreedy",),
}
CLAIMS = {claim.id: (paper, claim) for paper in SECOND_PAPERS.values() for claim in paper.claims}


def stream(key):
    state = [0] * 4
    seed_stream(state, key)
    return state


def verdict_on(id, level, scale="full"):
    paper, claim = CLAIMS[id]
    (experiment,) = claim.experiments
    (verdict,) = judge_claims(
        [claim], {experiment: made_for(paper.experiments[experiment], level, claim.variants, scale)}
    )
    return verdict.verdict


def test_every_claim_is_tried():
    assert {*FAVOURS, "kveton-items", "kveton-length"} == set(CLAIMS)


@pytest.mark.parametrize("id", FAVOURS)
def test_a_claim_holds_or_fails_as_the_regrets_say(id):
    favoured = FAVOURS[id]
    assert verdict_on(id, lambda name, _: 10.0 if name in favoured else 100.0) == "holds"
    assert verdict_on(id, lambda name, _: 300.0 if name in favoured else 100.0) == "does not hold"
    short = verdict_on(id, lambda name, _: 10.0 if name in favoured else 100.0, scale="smoke")
    assert short == "undecided at this number of runs"


def test_regret_of_lists_by_items_and_length():
    assert verdict_on("kveton-items", lambda _, cell: 10.0 * cell["L"]) == "holds"
    assert verdict_on("kveton-items", lambda _, cell: 1000.0 / cell["L"]) == "does not hold"
    assert verdict_on("kveton-length", lambda _, cell: 1000.0 / cell["K"]) == "holds"
    assert verdict_on("kveton-length", lambda _, cell: 10.0 * cell["K"]) == "does not hold"


# ------------------------------------------------------------ settings


def test_settings_of_the_authors_code():
    """Best arms and what the oracle keeps (Zhu and Nowak); targets (Chan and Hu), by the formulas of their code."""
    for a, best, kept in ((0.1, 3390, 32), (0.5, 45, 2420), (0.8, 2, 20_000)):
        assert best_arms(a, 50_000) == best
        assert oracle_keeps(a, 50_000) == kept
    n = 10_000
    assert least_regret("uniform", n) == pytest.approx(n * sqrt(2 / n))
    assert least_regret("sine", n) == pytest.approx(n * (2 * 2 * 3 / (pi**2 * n)) ** (1 / 3))
    assert least_regret("cosine", n) == pytest.approx(n * (2 * 3 * 4 / (pi**2 * n)) ** (1 / 4))


def test_priors_of_losses():
    rng = stream(5)
    losses = [1.0 - Sine().draw(rng) for _ in range(3000)]
    assert stats.kstest(losses, lambda x: (1 - np.cos(pi * x)) / 2).pvalue > 0.001
    losses = [1.0 - Cosine().draw(rng) for _ in range(3000)]
    assert stats.kstest(losses, lambda x: x - np.sin(pi * x) / pi).pvalue > 0.001
    for prior, below in ((Sine(), lambda u: (1 - cos(pi * u)) / 2), (Cosine(), lambda u: u - sin(pi * u) / pi)):
        c1, beta = prior.tail
        assert below(1e-3) == pytest.approx(c1 * 1e-3**beta, rel=1e-3)


def test_policies_as_coded():
    """From the expressions of the authors' code: exploration, a variance of 0 after one pull, a prior without mean."""
    assert CodedUCB().index(3.0, 4, 50) == pytest.approx(0.75 + sqrt(2 * log(1 + 50 * log(50**2)) / 4))
    explore = 2 * log(10 * log(50))
    assert CodedUCBV().index(0.7, 1, 0.49, 50) == pytest.approx(0.7 + 3 * explore)
    variance = 2.5 / 4 - 0.75**2
    assert CodedUCBV().index(3.0, 4, 2.5, 50) == pytest.approx(
        0.75 + sqrt(2 * variance * explore / 4) + 3 * explore / 4
    )
    rng = stream(9)
    for total, pulls, mean in ((0.0, 0, 0.5), (3.0, 2, 1.5)):
        draws = [CodedThompson().sample(total, pulls, rng) for _ in range(3000)]
        assert stats.kstest(draws, stats.norm(mean, 1 / sqrt(16 + pulls)).cdf).pvalue > 0.001
        law = stats.norm(mean, 1 / sqrt(16 + pulls))
        assert CodedThompson().log_density(0.3, total, pulls) == pytest.approx(law.logpdf(0.3))
        slope = (law.logpdf(0.3 + 1e-6) - law.logpdf(0.3 - 1e-6)) / 2e-6
        assert CodedThompson().slope(0.3, total, pulls) == pytest.approx(slope, rel=1e-5)


@pytest.mark.long
@pytest.mark.parametrize("policy", [CodedUCB(), CodedUCBV(), CodedThompson()], ids=repr)
def test_policies_as_coded_conform(policy):
    assert bg.testing.check_policy(policy).findings == []


# ------------------------------------------------------------ pulls by the quantile of an arm


def test_pulls_by_tenths_are_those_of_the_arms():
    """Counted from the pulls and the mean of every arm; all pulls together are the rounds."""

    def mean_of_the_arm(mean, arm):
        return mean[arm]

    problem = bg.Infinite(bg.Uniform(), bg.Gaussian(), pool=40)
    measures = {**PULLS, "pulls": bg.PullsPerArm(), "mean": mean_of_the_arm}
    policy = bg.Subsample(bg.Greedy(), k=30)
    measured = bg.simulate(policy, problem, 100, runs=5, checkpoints=[50, 100], measure=measures).measured
    assert np.array_equal(sum(measured[name] for name in PULLS), np.tile([50.0, 100.0], (5, 1)))
    for i, name in enumerate(PULLS):
        inside = (measured["mean"] >= i / 10) & (measured["mean"] < (i + 1) / 10)
        assert np.array_equal(measured[name], np.where(inside, measured["pulls"], 0.0).sum(axis=2))


def test_pulls_are_drawn_beside_the_regret():
    """A point per tenth: the pulls in the end, divided by the number of its arms."""
    paper = paper_of("bayati2020")
    (experiment,) = paper.experiments.values()
    finished = {experiment.id: made_for(experiment, lambda *_: 100.0, ("published",))}
    charts = paper.study_of(experiment.id).charts(finished[experiment.id])
    assert list(charts) == ["published", "published-pulls"]
    panels = {panel.title: panel for panel in charts["published-pulls"].panels}
    for cell, name, result in finished[experiment.id].named("published"):
        (line,) = [line for line in panels[f"{cell['arms']} arms"].lines if line.name == name]
        means = [result.measured[tenth][:, -1].mean() / (cell["arms"] / 10) for tenth in PULLS]
        assert np.allclose(line.y, means)
        assert np.allclose(line.x, np.arange(0.05, 1.0, 0.1))


# ------------------------------------------------------------ printed numbers and pages


def test_recalled_numbers_stand_beside_ours():
    """Eighteen of table 1, said to be recalled; far ones are outside the noise where their error is known."""
    paper = paper_of("kveton2015")
    (experiment,) = paper.experiments.values()
    finished = {experiment.id: made_for(experiment, lambda *_: 1290.0, ("published",))}
    compared = paper.compare(finished)
    assert len(compared) == len(PRINTED) == 18
    assert {number.published.source for number in compared} == {"paper, recalled"}
    assert [number.within for number in compared if number.z is not None] == [True, False, False]


@pytest.mark.parametrize("name", SECOND_PAPERS)
def test_a_paper_has_a_page_and_its_errata(name, tmp_path):
    paper = paper_of(name)
    (experiment,) = paper.experiments.values()
    variants = experiment.variants("all")
    finished = {experiment.id: made_for(experiment, lambda policy, _: 100.0 + len(policy), variants)}
    charts = {experiment.id: paper.study_of(experiment.id).charts(finished[experiment.id])}
    execution = Execution(tmp_path)
    verdicts, compared = paper.judge(finished), paper.compare(finished)
    report = Reproduction(paper, finished, charts, paper.headline(finished), verdicts, compared, "full", execution)
    page = write_report(report, tmp_path).read_text()
    assert paper.question in page
    assert f"begreedy paper --of {name} {experiment.id} --scale full --seed 0" in page
    assert len(verdicts) == len(paper.claims)
    if paper.errata:
        errata = (tmp_path / "errata.html").read_text()
        assert all(erratum.id in errata for erratum in paper.errata)
        assert "In the theory" not in errata
    for kind, chart in charts[experiment.id].items():
        assert "runs" in chart.note
        assert kind.endswith("-pulls") == ("pulls" in chart.y_label)
    assert ("as the authors&#x27; code runs it (pulls)" in page) == (name == "bayati2020")


def test_papers_are_named_on_the_command_line():
    """An unknown one is refused with what there is; beyond has no such option."""
    done = begreedy("paper", "--of", "jedor2021")
    assert done.returncode == 2
    assert "of must be one of bayati2020, chan2018, kveton2015, zhu2020, got" in done.stderr
    assert "--of" in begreedy("paper", "--help").stdout
    help = begreedy("beyond", "--help").stdout
    assert "--of" not in help
    assert "--json FILE|-" in help


@pytest.mark.long
@pytest.mark.parametrize("name", SECOND_PAPERS)
def test_a_paper_at_the_smoke_scale(name, tmp_path):
    done = begreedy("paper", "--of", name, "--scale", "smoke", "--out", str(tmp_path / name))
    assert done.returncode == 0, done.stderr
    assert f"{len(paper_of(name).claims)} claims" in done.stdout
    assert (tmp_path / name / "index.html").exists()
