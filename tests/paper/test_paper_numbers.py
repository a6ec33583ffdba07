"""Numbers of docs/paper.md, each against fewer runs of the same experiment as it is played today."""

from __future__ import annotations

import re
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import pytest

import begreedy as bg
from begreedy.experiments.experiment import run_experiment
from begreedy.paper import PAPER
from begreedy.paper.published import CASCADING_RUNS, cascading_table
from support.told_numbers import NUMBER, Told, pairs, told_by

PAGE = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")
_ONE = rf"{NUMBER} ± {NUMBER}"
_NAMED = re.compile(rf"([A-Za-z][\w.()=-]*) {_ONE}(?: \(\w+ [\w ]+\))?(?: → \**{_ONE})?")

# By experiment: the runs that a test can afford, and those of the full scale.  (test_paper_page.py plays others whole.)
RUNS = {
    "continuous-f1": (50, 3000),
    "continuous-f2": (50, 3000),
    "continuous-f3": (50, 3000),
    "infinite-beta": (100, 1000),
    "failure": (2000, 20_000),
    "linear": (4, 50),
    "linear-close": (20, 500),
    "mortal-uniform": (8, 100),
    "mortal-beta": (8, 100),
    "budgeted-discrete": (8, 500),
    "budgeted-continuous": (8, 500),
}


class Number(NamedTuple):
    variant: str
    cell: dict[str, int]
    policy: str
    told: Told


def numbers_of(id: str) -> list[Number]:
    """What the table of figures tells of an experiment: by cell, such as "B = 1000:", and policy; → the corrected."""
    (words,) = re.findall(rf"\| `{id}` \| ([^|]*) \|", PAGE)
    found = []
    for part in words.replace("**", "").split(";"):
        label = re.match(r" ?(lifetime|B =) ([\d ]+):", part)
        cell = {} if label is None else {label[1].replace("B =", "budget"): int(label[2].replace(" ", ""))}
        for match in _NAMED.finditer(part):
            name, *digits = match.groups()
            found.append(
                Number("corrected" if "delta" in name else "published", cell, name, told_by(name, *digits[:4]))
            )
            if digits[4]:
                found.append(Number("corrected", cell, name, told_by(name, *digits[4:])))
    return found


def test_the_numbers_are_read_from_the_page():
    found = {id: numbers_of(id) for id in RUNS}
    assert [len(found[id]) for id in ("continuous-f1", "linear-close", "mortal-beta")] == [4, 4, 4]
    assert found["linear-close"][2] == Number(
        "corrected", {}, "BallExplore", Told("BallExplore", 1801.0, 5.0, 0.5, 0.5)
    )
    assert found["mortal-uniform"][2][:3] == ("published", {"lifetime": 100_000}, "Greedy")
    for id, (_, runs) in RUNS.items():
        assert found[id], id
        assert PAPER.experiments[id].scales["full"].runs == runs


@pytest.mark.long
@pytest.mark.parametrize("id", RUNS)
def test_fewer_runs_agree_with_the_page(id):
    runs, all_runs = RUNS[id]
    numbers = numbers_of(id)
    for variant in {number.variant for number in numbers}:
        rows = run_experiment(PAPER.experiments[id], "full", runs=runs, variant=variant).rows()
        for _, cell, policy, told in (number for number in numbers if number.variant == variant):
            (row,) = [row for row in rows if row["policy"] == policy and cell.items() <= row["cell"].items()]
            assert told.agrees(row["mean"], runs, all_runs), (cell, policy, told, row["mean"])


@pytest.mark.long
@pytest.mark.parametrize("prior", ["uniform", "beta"])
def test_the_printed_tables_agree(prior):
    """Of 20 runs, all 45 cells of a table: z as a normal number's, as the page tells of the full scale."""
    printed = cascading_table(f"cascade-{prior}")
    rows = run_experiment(PAPER.experiments[f"cascade-{prior}"], "full", runs=20, variant="published").rows()
    assert len(rows) == len(printed) == 45
    squares = []
    for row in rows:
        mean, error = printed[row["cell"]["L"], row["cell"]["K"], row["policy"]]
        squares.append((row["mean"] - mean) ** 2 / (error**2 + error**2 * CASCADING_RUNS / 20))
    assert max(squares) < 4.0**2
    assert 0.5 < sum(squares) / 45 < 1.7


@pytest.mark.long
def test_the_papers_number_of_runs_does_not_decide():
    """What the page tells of 50 linear runs and of 100 lists, by the same seed."""
    policies = [bg.LinGreedy(), bg.BallExplore(published=True), bg.BallExplore()]
    greedy, coded, defined = bg.compare(policies, bg.Linear(50), horizon=2500, runs=50, seed=0)
    lists = bg.Cascading(bg.Uniform(), items=256, slots=2)
    shown = bg.compare([bg.Cascade(bg.Greedy(), 1), bg.CascadeKLUCB(1)], lists, horizon=10_000, runs=100, seed=0)
    samples = (greedy.final - coded.final, greedy.final - defined.final, *(result.final for result in shown))
    for words, sample in zip(("−64 ± 36", "−68 ± 29", "Greedy 152 ± 11", "149 ± 5"), samples, strict=True):
        (told,) = pairs(words)
        assert words in PAGE
        found = Told("", abs(float(sample.mean())), float(sample.std(ddof=1)) / sqrt(len(sample)), 0.0, 0.0)
        assert told.is_one_of([found]), (words, found)


@pytest.mark.long
def test_policies_that_the_paper_lacks_lose_what_the_page_tells():
    """A tenth of the runs, by the same seed."""
    told = PAGE[PAGE.index("## What the paper does not show") : PAGE.index("## Open")]
    lists = [bg.Cascade(bg.ThompsonBeta(), forced_start=False), bg.Cascade(bg.Greedy())]
    endless = [bg.MeDZO(empirical=True), bg.Subsample(bg.Greedy()), bg.TwoTarget()]
    vectors = [bg.LinGreedy(jitter=0.1), bg.LinGreedy()]
    cases = (
        (lists, bg.Cascading(bg.Uniform(), items=256, slots=8), 10_000, 100),
        (endless, bg.Infinite(bg.Uniform()), 10_000, 1000),
        (vectors, bg.Linear(50), 2500, 500),
    )
    numbers = iter(pairs(told))
    for policies, problem, horizon, runs in cases:
        assert f"{runs} runs:" in told
        for result in bg.compare(policies, problem, horizon=horizon, runs=runs // 10, seed=0):
            number = next(numbers)
            assert number.agrees(float(result.mean[-1]), runs // 10, runs), (result.name, number)
    assert next(numbers, None) is None
