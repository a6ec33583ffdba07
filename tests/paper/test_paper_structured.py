"""The paper's experiments on structured models: rows, conventions, and its printed numbers."""

import csv
import math

import numpy as np
import pytest

import begreedy as bg
from begreedy.experiments.experiment import run_experiment
from begreedy.paper import PAPER
from begreedy.paper.budgeted.experiment import BUDGETS, companion_instance
from begreedy.paper.cascading.experiment import IDS as CASCADING
from begreedy.paper.cascading.tables import comma_separated, latex, markdown, table_of
from begreedy.paper.mortal.experiment import LIFETIMES
from begreedy.paper.published import cascading_table


def test_printed_tables_have_ninety_cells():
    tables = [cascading_table(id) for id in CASCADING]
    assert [len(table) for table in tables] == [45, 45]
    assert tables[1][256, 8, "TS-Cascade"] == (174.8, 1.5)
    experiment = PAPER.experiments[CASCADING[0]]
    all_cells = experiment.cells_of("published", experiment.scales["full"])
    cells = {(cell.labels["L"], cell.labels["K"]) for cell in all_cells}
    assert cells == {(L, K) for L, K, _ in tables[0]}


@pytest.mark.long
@pytest.mark.parametrize(
    ("id", "L", "K"), [("cascade-uniform", 16, 2), ("cascade-uniform", 64, 4), ("cascade-beta", 32, 8)]
)
def test_cells_of_the_tables_come_out(id, L, K):
    """100 runs as in the paper: within four standard errors of both, for all three policies."""
    experiment, printed = PAPER.experiments[id], cascading_table(id)
    cells = experiment.cells_of("published", experiment.scales["full"])
    problem = next(cell.problem for cell in cells if cell.labels == {"L": L, "K": K})
    for policy in experiment.policies["published"]:
        ours = bg.simulate(policy, problem, 10_000, runs=100, seed=0, checkpoints=1)
        mean, stderr = printed[L, K, ours.name]
        assert abs(ours.mean[-1] - mean) < 4 * math.hypot(stderr, ours.stderr[-1])


@pytest.mark.long
@pytest.mark.parametrize("id", CASCADING)
def test_all_cells_of_the_tables_come_out(id):
    """90 comparisons: nearly all within two standard errors, none beyond four and a half."""
    entries = table_of(run_experiment(PAPER.experiments[id], "full", runs=100, variant="published"), "published")
    scores = np.array([entry.z for row in entries.values() for entry in row.values()])
    # Printed numbers have one digit after the point: where both errors are tiny, rounding alone is many of them.
    rounded = np.array([abs(e.mean - e.printed.mean) <= 0.06 for row in entries.values() for e in row.values()])
    assert len(scores) == 45
    assert np.all((np.abs(scores) < 4.5) | rounded)
    assert np.mean((np.abs(scores) < 2) | rounded) > 0.85


def test_without_the_pseudo_failure_the_table_does_not_come_out():
    """The textbook mean makes Greedy far better than printed at L = 16, K = 2."""
    textbook = bg.simulate(bg.Cascade(bg.Greedy()), bg.Cascading(bg.Uniform(), 16, 2), 10_000, runs=200, checkpoints=1)
    printed = cascading_table("cascade-uniform")[16, 2, "Greedy"]
    assert textbook.mean[-1] < printed.mean - 3 * math.hypot(printed.stderr, textbook.stderr[-1])


def test_tables_mark_the_best():
    short = table_of(run_experiment(PAPER.experiments["cascade-uniform"], "smoke", variant="published"), "published")
    assert "z = " not in markdown(short)  # fewer rounds than the paper's compare with nothing
    played = run_experiment(PAPER.experiments["cascade-uniform"], "quick", variant="published", runs=2)
    entries = table_of(played, "published")
    text = markdown(entries)
    assert text.count("\n") == 17
    assert "z = " in text
    assert "(176.1 ± 26.4" in text
    assert all(line.count("**") in (2, 4, 6) for line in text.splitlines()[2:])
    assert "\\bottomrule" in latex(entries, "x")
    assert latex(entries, "x").count("\\textbf{") >= 15
    lines = list(csv.DictReader(comma_separated(entries).splitlines()))
    assert len(lines) == 45
    assert sum(int(line["best"]) for line in lines) == text.count("**") // 2
    for L, K in entries:
        row = {line["policy"]: line for line in lines if (line["L"], line["K"]) == (str(L), str(K))}
        assert min(row.values(), key=lambda line: float(line["mean"]))["best"] == "1"


def test_mortal_cells():
    """Eight lifetimes, ten lifetimes of rounds each, named with four digits."""
    experiment = PAPER.experiments["mortal-beta"]
    cells = experiment.cells_of("published", experiment.scales["full"])
    assert [cell.labels["lifetime"] for cell in cells] == [31.62, 100.0, 316.2, 1000.0, 3162.0, 1e4, 31620.0, 1e5]
    assert [cell.horizon for cell in cells] == [round(10 * life) for life in LIFETIMES]
    rows = run_experiment(experiment, "smoke", variant="published").rows()
    assert {row["horizon"] for row in rows} == {316, 1000}
    assert {row["policy"] for row in rows} == {"Greedy", "ThompsonSampling"}


def test_subsampling_helps_at_short_lifetimes():
    """The paper says so; Greedy with as many places as the theorem keeps for one lifetime shows it."""
    problem = bg.Mortal(bg.Uniform(), arms=100, lifetime=10**1.5)
    all_places, some = bg.compare([bg.Greedy(), bg.Subsample(bg.Greedy())], problem, 316, runs=200, checkpoints=1)
    assert some.mean[-1] + 10 * some.stderr[-1] < all_places.mean[-1]


def test_companion_instances():
    """The one instance of each kind that the companion drew."""
    ratios = {}
    for law in ("bernoulli", "beta"):
        rewards, costs = companion_instance(law)
        ratios[law] = bg.Budgeted(100, law=law, rewards=rewards, costs=costs).best_ratio
    assert ratios == {"bernoulli": pytest.approx(10.328, abs=5e-4), "beta": pytest.approx(3.152, abs=5e-4)}


@pytest.mark.long
def test_companion_outputs_of_the_budgeted_notebook():
    """Its ten runs (mean ± std): BTS 1468 ± 72, Budget-UCB 1949.5 ± 13, Greedy 164.6 ± 172."""
    rewards, costs = companion_instance("beta")
    problem = bg.Budgeted(1000, law="beta", rewards=rewards, costs=costs)
    for policy, mean, std in ((bg.BTS(), 1468.2, 72), (bg.BudgetUCB(), 1949.5, 13), (bg.Greedy(), 164.6, 172)):
        ours = bg.simulate(policy, problem, runs=200, seed=0, checkpoints=1)
        assert abs(ours.mean[-1] - mean) < 4 * math.hypot(std / math.sqrt(10), ours.stderr[-1])


@pytest.mark.long
def test_budget_rows():
    """A row per budget, no horizon; shares and capped runs beside the mean."""
    experiment = PAPER.experiments["budgeted-discrete"]
    fixed, fresh = (experiment.cells_of(variant, experiment.scales["full"]) for variant in ("published", "corrected"))
    assert [cell.checkpoints for cell in fixed] == [BUDGETS]
    assert [(cell.checkpoints, cell.runs) for cell in fresh] == [((100, 500, 1000), 500), ((5000, 10_000), 50)]
    rows = run_experiment(experiment, "smoke").rows()
    assert {row["cell"]["budget"] for row in rows} == {100}
    assert {row["horizon"] for row in rows} == {None}
    assert all(0.0 <= row["capped"] <= 1.0 and row["relative_q10"] <= row["relative_median"] for row in rows)


@pytest.mark.long
def test_linear_rows():
    rows = run_experiment(PAPER.experiments["linear"], "smoke").rows()
    names = {v: {row["policy"] for row in rows if row["variant"] == v} for v in ("published", "corrected")}
    assert names["published"] == {"Greedy", "LinUCB", "BallExplore"}
    assert names["corrected"] == {"Greedy", "LinUCB", "BallExplore", "BallExplore(delta=1)"}
    assert len({(row["variant"], row["policy"]) for row in rows}) == len(rows)
