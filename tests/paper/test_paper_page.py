"""docs/paper.md against verdicts and numbers of the full scale.

``full_verdicts.json`` has the verdict of each claim in ``verdicts.json`` of ``begreedy paper --scale full``.
"""

from __future__ import annotations

import json
import re
from math import hypot
from pathlib import Path

import pytest

from begreedy.experiments.experiment import run_experiment
from begreedy.paper import PAPER
from begreedy.paper.claim import VERDICTS

PAGE = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")
FULL = json.loads((Path(__file__).parent / "full_verdicts.json").read_text(encoding="utf-8"))
_NUMBER = re.compile(r"([\w.-]+) (\d+(?:\.(\d+))?) ± (\d+(?:\.\d+)?)")


def table_between(start, end):
    """The cells of the rows that name something in code, between two headings."""
    section = PAGE[PAGE.index(start) : PAGE.index(end)]
    rows = [line for line in section.splitlines() if line.startswith("|") and "`" in line]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_the_page_has_every_claim_with_its_verdict():
    """The table has all claims in order, as quoted, with the verdicts of the full scale; the counts are those of it."""
    rows = table_between("## All claims", "## What does not hold")
    assert [row[:3] for row in rows] == [[f"`{c.id}`", c.where, c.quote] for c in PAPER.claims]
    verdicts = [row[3].strip("*") for row in rows]
    assert {claim.id: verdict for claim, verdict in zip(PAPER.claims, verdicts, strict=True)} == FULL
    assert set(verdicts) <= set(VERDICTS)
    counts = [
        verdicts.count(verdict) for verdict in ("holds", "holds only as published", "does not hold", "not judged")
    ]
    sentence = "Of {} claims {} hold, {} hold only as published, {} do not hold, and {} are reported without a verdict"
    assert sentence.format(len(PAPER.claims), *counts) in " ".join(PAGE.split())


@pytest.mark.parametrize(
    ("heading", "end", "verdict"),
    [
        ("## What does not hold", "## What holds only as published", "does not hold"),
        ("## What holds only as published", "## What more runs decided", "holds only as published"),
    ],
)
def test_what_does_not_hold_is_told(heading, end, verdict):
    assert {row[0].strip("`") for row in table_between(heading, end)} == {id for id in FULL if FULL[id] == verdict}


def test_the_page_marks_what_was_chosen_afterwards():
    marked = PAGE[PAGE.index("## How a verdict is made") : PAGE.index("## What changed")]
    for claim in PAPER.claims:
        if claim.afterwards and not claim.id.startswith("budget-"):  # "the two intervals of budgets"
            assert f"`{claim.id}`" in marked


@pytest.mark.long
@pytest.mark.parametrize(("id", "policies"), [("many-armed", 5), ("infinite-uniform", 4)])
def test_numbers_of_the_page_are_those_of_the_full_scale(id, policies):
    """Means as published, within three standard errors of their difference and the last digit's rounding."""
    (cell,) = [row[2] for row in table_between("## Figures and tables", "## The report") if row[1] == f"`{id}`"]
    finished = run_experiment(PAPER.experiments[id], "full", variant="published")
    found = {result.name: result for _, result in finished.of("published")}
    printed = _NUMBER.findall(cell)
    assert len(printed) == len(found) == policies
    for name, mean, decimals, error in printed:
        rounding = 0.5 * 10.0 ** -len(decimals)
        reach = 3.0 * hypot(float(error), float(found[name].stderr[-1])) + rounding
        assert float(mean) == pytest.approx(float(found[name].mean[-1]), abs=reach), name
