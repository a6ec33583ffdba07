"""The questions on sets of arms: claims on made results, the separation by brute force, figures, the bridge."""

from __future__ import annotations

import csv
from itertools import permutations, product
from math import sqrt

import numpy as np
import pytest

import begreedy as bg
from begreedy.beyond import BEYOND
from begreedy.beyond.bridge import FreeGreedy, PosteriorGreedy, PosteriorSample, bridge
from begreedy.beyond.sets import GRIDS, PROBLEMS, SEPARATIONS
from begreedy.beyond.sets_tables import write_numbers
from begreedy.experiments.experiment import Finished
from begreedy.figures.drawing import figure_of
from begreedy.paper.claim import judge_claims
from begreedy.paper.inference import median_of, worst_of
from begreedy.report.numbers import numbers
from begreedy.values.canonical import display_name
from oracles import brute_force
from support.made_results import result_of

BY_ID = {claim.id: claim for claim in BEYOND.claims if claim.experiments[0] in ("sets", "top-m")}

# By claim, whose regret must be small for it to hold.
FAVOURS = {
    "sets-large": "Greedy",
    "sets-small-gap": "CTS-Beta",
    "sets-large-gap": "Greedy",
    "sets-optimism": "OptimisticGreedy",
    "sets-optimism-tail": "CTS-Beta",
    "sets-grids-short": "Greedy",
    "sets-grids-long": "CTS-Beta",
    "sets-road": "Greedy",
    "sets-covariance": "ESCB",
    "sets-conjecture-free": "Greedy",
    "top-m-many": "Greedy",
    "top-m-optimism": "OptimisticGreedy",
    "top-m-slot": "IMP-TS",
    "top-m-few": "CTS-Beta",
    "top-m-greedy": "Greedy",
}
TRIED_APART = {
    "sets-stuck",
    "sets-mismatch",
    "sets-bridge",
    "sets-correlation",
    "sets-conjecture-paid",
    "sets-conjecture-stuck",
}


def made(id, level, stuck=lambda labels: 0.0, runs=200, scale="full"):
    """An experiment's own cells and policies, with a mean regret by cell and policy, and a share of Greedy stuck."""
    experiment, draws, results = BEYOND.experiments[id], np.random.default_rng(3), []
    size = experiment.scales[scale]
    for cell in experiment.cells_of("extra", size):
        for policy in cell.policies or experiment.policies["extra"]:
            regret = level(cell.labels, display_name(policy)) * (1.0 + 0.05 * draws.standard_normal((runs, 1)))
            locked = (np.arange(runs) < stuck(cell.labels) * runs).astype(float)
            times = np.array([cell.horizon or size.horizon])
            results.append(("extra", cell.labels, result_of(policy, cell.problem, times, regret, locked_gap=locked)))
    return Finished(experiment, scale, results)


def verdict_on(id, level, **more):
    (experiment,) = BY_ID[id].experiments
    (verdict,) = judge_claims([BY_ID[id]], {experiment: made(experiment, level, **more)})
    return verdict.verdict


def test_every_claim_is_tried():
    assert set(FAVOURS) | TRIED_APART == set(BY_ID)


@pytest.mark.parametrize("id", FAVOURS)
def test_a_claim_holds_or_fails_as_the_regrets_say(id):
    favoured = FAVOURS[id]
    assert verdict_on(id, lambda _, name: 10.0 if name == favoured else 100.0) == "holds"
    assert verdict_on(id, lambda _, name: 300.0 if name == favoured else 100.0) == "does not hold"
    short = verdict_on(id, lambda _, name: 10.0 if name == favoured else 100.0, scale="smoke")
    assert short == "undecided at this number of runs"


def test_claims_about_stuck_runs():
    def falling(labels):
        return {"two sets, m = 2": 0.5, "two sets, m = 10": 0.2, "two sets, m = 50": 0.0}.get(labels["where"], 0.0)

    def flat(labels, name):
        return 1.0

    assert verdict_on("sets-stuck", flat, stuck=falling) == "holds"
    assert verdict_on("sets-stuck", flat, stuck=lambda labels: 0.6 - falling(labels)) == "does not hold"
    assert verdict_on("sets-conjecture-stuck", flat) == "holds"
    assert verdict_on("sets-conjecture-stuck", flat, stuck=lambda labels: 0.7) == "does not hold"


def test_claims_that_compare_problems():
    def by_size(labels, name):
        return 1000.0 if labels["where"] == "two sets, m = 50" else 20.0

    assert verdict_on("sets-mismatch", by_size) == "holds"
    assert verdict_on("sets-mismatch", lambda labels, name: 20.0) == "does not hold"
    assert (
        verdict_on("sets-correlation", lambda labels, name: 9.0 if labels["where"].endswith("= 1") else 5.0) == "holds"
    )
    assert (
        verdict_on("sets-correlation", lambda labels, name: 3.0 if labels["where"].endswith("= 1") else 5.0) != "holds"
    )
    times = {"Greedy, unseen edges free": 11.0, "Thompson, posterior": 10.0, "Greedy, posterior means": 20.0}
    assert verdict_on("sets-bridge", lambda labels, name: times.get(name, 15.0)) == "holds"
    assert verdict_on("sets-bridge", lambda labels, name: times.get(name, 15.0) + 30.0) == "does not hold"
    better = {"CTS-Beta": 50.0, "OptimisticGreedy": 10.0}
    assert verdict_on("sets-conjecture-paid", lambda labels, name: better.get(name, 30.0)) == "holds"
    assert verdict_on("sets-conjecture-paid", lambda labels, name: better.get(name, 5.0)) == "does not hold"


@pytest.mark.parametrize("where", [*(f"two sets, m = {m}" for m in (1, 10)), "matching, small gap", "tree, large gap"])
def test_the_separation_is_that_of_the_nearest_rival(where):
    check_separation(where)


@pytest.mark.parametrize("steps", GRIDS[:2])
def test_the_separation_on_grids(steps):
    check_separation(f"grid, {steps} steps")


def check_separation(where):
    """Of all actions, by brute force."""
    problem = PROBLEMS[where][0]
    actions = problem.actions
    if hasattr(actions, "sets"):
        every = brute_force.explicit(actions.sets)
    elif hasattr(actions, "rows"):
        every = {tuple(5 * row + column for row, column in enumerate(order)) for order in permutations(range(5))}
    elif hasattr(actions, "source"):
        every = brute_force.paths(actions.edges, actions.source, actions.target)
    else:
        every = brute_force.spanning_trees(actions.edges)
    mean = np.array(problem.means)
    worth = {action: mean[list(action)].sum() for action in every}
    best = max(every, key=worth.get)
    assert sorted(worth.values())[-2] < worth[best] - 1e-9
    variance = mean * (1.0 - mean)
    found = [
        (worth[best] - worth[action]) / sqrt(variance[list(set(best) ^ set(action))].sum())
        for action in every
        if action != best
    ]
    assert min(found) == pytest.approx(SEPARATIONS[where])


@pytest.mark.parametrize("id", ["sets", "top-m"])
def test_a_figure_says_what_it_shows(id):
    chart = BEYOND.study_of(id).chart(made(id, lambda labels, name: 100.0 + len(name)), "extra")
    assert "standard error" in chart.note
    assert "200 runs" in chart.note
    figure = figure_of(chart)
    words = [text.get_text() for ax in figure.axes for text in ax.findobj(lambda a: type(a).__name__ == "Text")]
    names = chart.series if id == "sets" else [name for name, _ in chart.panels]
    assert set(names) <= set(words)


def test_the_numbers_are_written(tmp_path):
    finished = made("sets", lambda labels, name: 10.0, stuck=lambda labels: 0.25)
    sheet, page = write_numbers(finished, tmp_path)
    rows = list(csv.DictReader(sheet.open()))
    assert len(rows) == len(finished.results)
    assert rows[0]["where"] == "two sets, m = 1"
    assert float(rows[0]["separation"]) == 0.37
    assert (rows[0]["stuck"], rows[0]["stderr of stuck"]) == ("0.25", "0.03062")
    assert "Regret after 10 000 rounds" in page.read_text()
    greedy = sum(row["policy"] == "Greedy" and row["where"] != "bridge" for row in rows)
    assert page.read_text().count("| stuck | 25 ± 3.1 %") >= greedy


def test_tables_of_the_report_have_every_measure_with_its_error():
    """Mean, median, worst 5 % and share stuck of all policies, by problem and horizon; also on the report's page."""
    finished = made("sets", lambda labels, name: 10.0, stuck=lambda labels: 0.25)
    study = BEYOND.study_of("sets")
    tables = study.tables(finished)
    assert {row[1] for table in tables for row in table.rows} == {"mean", "median", "worst 5 %", "stuck"}
    assert sum(len(table.rows) for table in tables) == 4 * len(finished.cells("extra"))
    first = next(row for row in tables[0].rows if row[:2] == ["two sets, m = 1", "mean"])
    regret = finished.results[0][2].final
    assert first[2].removesuffix(" *") == f"{regret.mean():.3g} ± {regret.std(ddof=1) / sqrt(200):.2g}"
    assert "worst 5 %" in numbers(finished, [], study)


def test_errors_of_the_median_and_of_the_worst_runs():
    """Of normal runs, whose median has the error sqrt(pi / 2 n): over many samples, as far as they differ."""
    samples = np.random.default_rng(5).normal(size=(400, 200))
    for of in (median_of, worst_of):
        estimates = [of(sample) for sample in samples]
        spread = np.std([estimate.value for estimate in estimates])
        assert np.mean([estimate.stderr for estimate in estimates]) == pytest.approx(spread, rel=0.15)
    assert np.mean([median_of(sample).stderr for sample in samples]) == pytest.approx(sqrt(np.pi / 400), rel=0.1)


def test_the_bridge_is_that_of_the_tutorial():
    """20 stages, 220 edges; times and mean times are 1 on average; posteriors by their formula."""
    problem = bridge()
    assert (problem.arms, problem.actions.size, problem.minimise) == (220, 20, True)
    stream = [5, 6, 7, 8]
    means = np.array([problem.prior.draw(stream) for _ in range(40_000)])
    times = np.array([problem.law.draw(2.0, stream) for _ in range(40_000)])
    assert abs(means.mean() - 1.0) < 5 * means.std() / 200
    assert abs(times.mean() - 2.0) < 5 * times.std() / 200
    assert np.log(times).std() == pytest.approx(1.0, abs=0.02)
    greedy, sample = PosteriorGreedy(), PosteriorSample()
    total = greedy.observe(-2.0) + greedy.observe(-0.5)
    assert total == pytest.approx(1.0)
    assert greedy.index(total, 2) == pytest.approx(-np.exp(0.5 / 3 + 0.5 / 3))
    logs = np.log([-sample.sample(total, 2, stream) for _ in range(20_000)])
    assert (logs.mean(), logs.var()) == (pytest.approx(0.5 / 3, abs=0.02), pytest.approx(1 / 3, abs=0.02))
    assert (FreeGreedy().index(-6.0, 3), FreeGreedy().index(0.0, 0)) == (-2.0, 0.0)


def test_no_action_is_self_identifiable():
    """Any two of four independent arms, each bad, fair or good: a decoy explains whatever a worse set shows."""
    members = list(product((0.1, 0.5, 0.9), repeat=4))
    pairs = sorted(brute_force.top_m(4, 2))
    for truth in ((0.9, 0.9, 0.5, 0.5), (0.9, 0.5, 0.5, 0.1)):
        worth = [truth[a] + truth[b] for a, b in pairs]
        answer = bg.theory.self_identifiable(members, truth, pairs)
        assert {decoy.arm for decoy in answer.decoys} == {i for i, sum_ in enumerate(worth) if sum_ < max(worth) - 1e-9}
