"""Tables of the documentation beyond the paper, each number against fewer runs of what is played today."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from begreedy.beyond import BEYOND
from begreedy.experiments.experiment import Experiment, run_experiment
from begreedy.second_papers import paper_of
from support.told_numbers import Told, pairs

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "beyond.md").read_text(encoding="utf-8")


class Number(NamedTuple):
    """A number of a table: the cell that it is of, the policy, and how many runs the table has."""

    cell: dict[str, Any]
    policy: str
    told: Told
    runs: int


def rows_below(head: str) -> list[list[str]]:
    """The cells of the table with this header, row by row, the header first."""
    lines = PAGE[PAGE.index(head) :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]


def whole(words: str) -> int:
    return int(words.replace(" ", ""))


def pseudo_counts() -> list[Number]:
    (_, _, *names), *rows = rows_below("| means | T | Greedy | w = 1")
    return [
        Number(
            {"where": where.replace("uniform", "means uniform"), "arms": 10, "horizon": whole(horizon)},
            name.replace("w = ", "weight "),
            pairs(cell)[0],
            20_000 if whole(horizon) <= 4000 else 8000,
        )
        for where, horizon, *cells in rows
        for name, cell in zip(names, cells, strict=True)
    ]


SHORT = {
    "Thompson": "ThompsonSampling",
    "KL-UCB": "KLUCB",
    "IRS(2)": "IRS(ahead=2)",
    "IRS": "IRS(ahead=None)",
}


def rivals() -> list[Number]:
    (_, _, *names), *rows = rows_below("| means | T | OptimisticGreedy")
    return [
        Number({"means": means, "horizon": whole(horizon)}, SHORT.get(name, name), pairs(cell)[0], 2000)
        for means, horizon, *cells in rows
        for name, cell in zip(names, cells, strict=True)
    ]


def by_hardness() -> list[Number]:
    (_, *heads), *rows = rows_below("| | a = 0.1 |")
    return [
        Number({"hardness": float(head.removeprefix("a = "))}, name, pairs(cell)[0], 100)
        for name, *cells in rows
        for head, cell in zip(heads, cells, strict=True)
    ]


def lists_of_items() -> list[Number]:
    _, *rows = rows_below("| L | K | gap |")
    return [
        Number({"L": int(items), "K": int(slots), "gap": float(gap)}, name, pairs(cell)[0], 20)
        for items, slots, gap, first, _, second, _ in rows
        for name, cell in (("CascadeUCB1", first), ("CascadeKL-UCB", second))
    ]


# By table: its experiment and variant, the numbers, and the runs that a test can afford.
TABLES = {
    "pseudo-count": (BEYOND.experiments["pseudo-count"], "extra", pseudo_counts, 1000),
    "rivals": (BEYOND.experiments["rivals"], "extra", rivals, 100),
    "zhu2020": (paper_of("zhu2020").experiments["zhu2020-figure-2a"], "extra", by_hardness, 20),
    "kveton2015": (paper_of("kveton2015").experiments["kveton2015-table-1"], "published", lists_of_items, 5),
}


def test_every_number_of_a_table_is_of_a_cell_that_is_played():
    """Cells and policies of the experiments at full scale; a table without numbers would compare nothing."""
    for experiment, variant, numbers, _ in TABLES.values():
        size = experiment.scales["full"]
        cells = experiment.cells_of(variant, size)
        assert len(numbers()) >= 18
        for number in numbers():
            (cell,) = [cell for cell in cells if cell.labels == number.cell]
            assert (cell.runs or size.runs) == number.runs


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_fewer_runs_agree_with_the_table(table):
    experiment, variant, numbers, runs = TABLES[table]
    found = {}
    for labels, name, result in run_experiment(only(experiment, variant, numbers()), "full", runs=runs).named(variant):
        found[str(labels), name] = float(result.mean[-1])
    for number in numbers():
        mean = found[str(number.cell), number.policy]
        assert number.told.agrees(mean, runs, number.runs), (number, mean)


def only(experiment: Experiment, variant: str, numbers: list[Number]) -> Experiment:
    """The cells of an experiment that a table has numbers of."""
    cells = experiment.cells_of(variant, experiment.scales["full"])
    wanted = [number.cell for number in numbers]
    return replace(
        experiment,
        cells=[cell for cell in cells if cell.labels in wanted],
        problems={},
        policies={variant: experiment.policies[variant]},
    )


# ---------------------------------------------------------------- sets of arms: the record is docs/sets-tables.md


def tables_of_sets():
    """The cells of docs/sets-tables.md by horizon, problem, measure and policy."""
    found, horizon, head, where = {}, 0, [], ""
    for line in (DOCS / "sets-tables.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("Regret after"):
            horizon = int("".join(part for part in line.split(" rounds")[0].split() if part.isdigit()))
        elif line.startswith("| where"):
            head = [cell.strip() for cell in line.strip("|").split("|")][2:]
        elif line.startswith("| ") and "---" not in line:
            first, measure, *cells = (cell.strip().removesuffix(" \\*") for cell in line.strip("|").split("|"))
            where = first or where
            found |= {(horizon, where, measure, name): cell for name, cell in zip(head, cells, strict=True) if cell}
    return found


def test_numbers_on_sets_are_those_of_the_tables():
    """The page's own table and what is told below it, up to the part on any m of d arms."""
    text = (DOCS / "combinatorial.md").read_text(encoding="utf-8")
    told = pairs(text[text.index("| problem | z |") : text.index("### Any m of d arms")])
    known = [one for cell in tables_of_sets().values() for one in pairs(cell)]
    assert len(told) > 80
    assert [one.words for one in told if not one.is_one_of(known)] == []


@pytest.mark.long
def test_fewer_runs_on_sets_agree_with_the_tables():
    runs, tables, compared = 8, tables_of_sets(), 0
    for row in run_experiment(BEYOND.experiments["sets"], "full", runs=runs).rows():
        where, horizon = row["cell"]["where"], row["cell"]["horizon"]
        (told,) = pairs(tables[horizon, where, "mean", row["policy"]])
        all_runs = 100 if where.startswith(("road", "correlated")) else 200
        assert told.agrees(row["mean"], runs, all_runs), (row, told)
        compared += 1
    assert compared == sum(measure == "mean" for _, _, measure, _ in tables)
