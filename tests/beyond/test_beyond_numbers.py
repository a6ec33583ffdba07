"""Tables of the documentation beyond the paper, each number against fewer runs of what is played today."""

from __future__ import annotations

import re
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from begreedy.beyond import BEYOND
from begreedy.experiments.experiment import run_experiment
from begreedy.second_papers.kveton2015.printed import PRINTED
from support import full_rows, full_tails
from support.told_numbers import Told, pairs

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "beyond.md").read_text(encoding="utf-8")
ROWS, VERDICTS, TAILS = full_rows.rows(), full_rows.verdicts(), full_tails.tails()


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


# By table: its experiment and variant, and the numbers.
TABLES = {
    "pseudo-count": ("pseudo-count", "extra", pseudo_counts),
    "rivals": ("rivals", "extra", rivals),
    "zhu2020": ("zhu2020-figure-2a", "extra", by_hardness),
    "kveton2015": ("kveton2015-table-1", "published", lists_of_items),
}


@pytest.mark.parametrize("table", TABLES)
def test_every_number_of_a_table_is_that_of_the_full_scale(table):
    """Cell by cell; a table without numbers would compare nothing."""
    experiment, variant, numbers = TABLES[table]
    known = {(str(row.cell), row.policy): row for row in ROWS if (row.experiment, row.variant) == (experiment, variant)}
    assert len(numbers()) >= 18
    for number in numbers():
        row = known[str(number.cell), number.policy]
        assert number.told.is_one_of([of(row)]), (number, row)
        assert number.runs == row.runs


# ---------------------------------------------------------------- the text: what the full scale gave

# By the words that a part of the page begins with: whose numbers it tells.
PARTS = {
    "## What not knowing costs": "unknown",
    "## Which pseudo-count": "pseudo-count",
    "## The strongest rivals": "rivals",
    "## How many first pulls": "first-pulls",
    "**Figure 2a of Zhu": "zhu2020-figure-2a",
    "**Figure 1 of Bayati": "bayati2020-figure-1",
    "**Chan and Hu**": "chan2018-bernoulli",
    "**Table 1 of Kveton": "kveton2015-table-1",
}


def of(row: full_rows.Row) -> Told:
    return Told("", abs(row.mean), row.stderr, 0.0, 0.0)


def of_tail(tail: full_tails.Tail) -> Told:
    return Told("", tail.value, tail.stderr, 0.0, 0.0)


def parts_of_the_page() -> dict[str, str]:
    """The text of each part, by its experiment."""
    found = re.split(r"(?m)^(?=## |\*\*)", PAGE)
    return {experiment: next(part for part in found if part.startswith(head)) for head, experiment in PARTS.items()}


@pytest.mark.parametrize("experiment", PARTS.values())
def test_every_number_of_the_text_is_that_of_the_full_scale(experiment):
    """A regret of the records, a difference that a verdict tells, or a number that the paper printed."""
    known = [of(row) for row in ROWS if row.experiment == experiment]
    known += [of_tail(tail) for tail in TAILS if tail.experiment == experiment]
    known += [one for judged in VERDICTS if judged.experiment == experiment for one in pairs(judged.why)]
    known += [Told("", share, error, 0.0, 0.0) for share, error in shares_of_failures(experiment).values()]
    if experiment == "kveton2015-table-1":
        known += [Told("", one.value, one.stderr, 0.0, 0.0) for one in PRINTED if one.stderr is not None]
    told = pairs(parts_of_the_page()[experiment])
    assert len(told) >= 10
    assert [one.words for one in told if not one.is_one_of(known)] == []


def test_verdicts_are_counted_right():
    """Claims about the first four questions: as many hold, fail and stay undecided as the page says."""
    counts = Counter(one.verdict.split()[0] for one in VERDICTS if one.experiment in BEYOND.experiments)
    assert f"Of the {sum(counts.values())} claims" in PAGE
    assert f"{counts['holds']} hold, {counts['does']} do not and {counts['undecided']} are undecided" in " ".join(
        PAGE.split()
    )


def ratio(experiment, policy, other, variant="extra", other_variant="extra", **cell):
    """The regret of a policy divided by that of another."""
    above, below = (
        next(
            row.mean
            for row in ROWS
            if (row.experiment, row.policy, row.variant) == (experiment, name, of_variant)
            and cell.items() <= row.cell.items()
        )
        for name, of_variant in ((policy, variant), (other, other_variant))
    )
    return above / below


def least_and_most(ratios):
    return min(ratios), max(ratios)


PRIORS = ("uniform", "good arms rare", "good arms common", "close")


def test_ratios_of_the_text_are_those_of_the_full_scale():
    """As the page rounds them; all others stand beside the numbers that they are made of."""
    hard, long = {"unknown": "the hardness", "horizon": 10_000}, {"unknown": "the horizon", "horizon": 10_000}
    adaptive = [ratio("unknown", name, "GrowingGreedy", **hard) for name in ("IMOSS", "MeDZO", "Quantile")]
    reservoir = [
        ratio("unknown", "Greedy", "TwoTarget", unknown="the horizon", horizon=horizon) for horizon in (100, 1_000_000)
    ]
    tail = [
        100 * (ratio("unknown", "Greedy", "CBT", unknown="the prior's tail", horizon=10**power) - 1)
        for power in range(2, 7)
    ]
    classic, patient = (
        [ratio("rivals", name, "OptimisticGreedy", means=means, horizon=500) for means in PRIORS for name in names]
        for names in (("MOSS", "UCB"), ("IMED", "LB-SDA"))
    )
    two_arms = [
        100 * (1 - ratio("pseudo-count", "weight 2", "Greedy", where=where, arms=2, horizon=horizon))
        for where in ("means uniform", "good arms rare", "good arms common")
        for horizon in (1000, 10_000)
    ]
    rare = [100 * ratio("zhu2020-figure-2a", "EmpiricalCBT", "GrowingGreedy", hardness=a) for a in (0.6, 0.7, 0.8)]
    errors = [
        100 * (ratio("bayati2020-figure-1", name, name, "corrected", "published", arms=arms) - 1)
        for name in ("UCB", "SS-UCB")
        for arms in (1000, 3000)
    ]
    worst = {(t.cell["means"], t.cell["horizon"], t.policy): t for t in TAILS if t.experiment == "rivals"}
    ahead = [
        100 * (worst[means, 500, "OptimisticGreedy"].value / tail.value - 1)
        for (means, horizon, policy), tail in worst.items()
        if horizon == 500
    ]
    for words, numbers in (
        ("lose {:.0f} to {:.0f} times as much", least_and_most(adaptive)),
        ("loses {:.1f} times as much as TwoTarget at T = 100, and {:.0f} times as much at a million", reservoir),
        ("Greedy loses {:.0f} to {:.0f} % more than CBT", least_and_most(tail)),
        ("({:.1f} times less)", [ratio("unknown", "GrowingGreedy, anytime", "TwoTarget", **long)]),
        ("(MOSS and UCB lose {:.1f} to {:.1f} times as much)", least_and_most(classic)),
        ("lose up to {:.1f} times as much at T = 500", [max(patient)]),
        ("by up to {:.0f} % at T = 500", [max(ahead)]),
        ("two pseudo-successes take {:.0f} to {:.0f} % off", least_and_most(two_arms)),
        ("{:.0f}, {:.0f} and {:.0f} % of GrowingGreedy's regret", rare),
        ("UCB gains {:.0f} to {:.0f} % by its error", least_and_most(errors)),
    ):
        assert words.format(*numbers) in " ".join(PAGE.split()), (words, numbers)


def shares_of_failures(experiment):
    """By first pulls: the share of 20 000 runs that fail, which a verdict tells, and its standard error."""
    claims = [judged for judged in VERDICTS if (judged.experiment, judged.claim) == (experiment, "first-pulls-theory")]
    told = re.findall(r"(\d+) first pulls: ([\d.]+), between", "; ".join(judged.why for judged in claims))
    shares = {int(pulls): float(share) for pulls, share in told}
    return {pulls: (share, round(sqrt(share * (1.0 - share) / 20_000), 4)) for pulls, share in shares.items()}


FEWER = {"unknown": 8, "pseudo-count": 200, "rivals": 50, "first-pulls": 200, "chan2018-bernoulli": 2}


@pytest.mark.long
@pytest.mark.parametrize("experiment", PARTS.values())
def test_fewer_runs_agree_with_the_full_scale(experiment):
    """Every row of the record, but for those of policies that take longest."""
    found = full_tails.experiment_of(experiment)
    runs, rows = FEWER.get(experiment, 4), [row for row in ROWS if row.experiment == experiment]
    means = {}
    for variant in {row.variant for row in rows}:
        for labels, name, result in run_experiment(found, "full", runs=runs, variant=variant).named(variant):
            means[variant, str(labels), name] = float(result.mean[-1])
    assert len(rows) == len(means)
    for row in rows:
        mean = means[row.variant, str(row.cell), row.policy]
        assert of(row).agrees(mean, runs, row.runs), (row, mean)


@pytest.mark.long
@pytest.mark.parametrize(
    ("experiment", "runs"), [("rivals", 100), ("bayati2020-figure-1", 60), ("kveton2015-table-1", 20)]
)
def test_fewer_runs_agree_with_the_full_scale_in_the_tail(experiment, runs):
    whole_record = [tail for tail in TAILS if tail.experiment == experiment]
    for tail, fewer in zip(whole_record, full_tails.played(experiment, runs), strict=True):
        assert (tail.measure, tail.cell, tail.policy) == (fewer.measure, fewer.cell, fewer.policy)
        assert of_tail(tail).agrees(fewer.value, runs, tail.runs), (tail, fewer)


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
