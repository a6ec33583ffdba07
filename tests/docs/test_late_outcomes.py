"""What late outcomes cost, as docs/online-outcomes.md tells it, against fewer runs of its own script."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from support.told_numbers import pairs

DOCS = Path(__file__).parents[2] / "docs"
RUNS = 2  # of the 20 of the page, where it has 20; the script plays twice as many of its last table


def rows(text):
    """The words and the numbers of every line of a table with standard errors."""
    found = []
    for line in text.splitlines():
        if line.startswith("| ") and " ± " in line:
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            found.append(([cell for cell in cells if " ± " not in cell], pairs(line)))
    return found


def test_rows_are_read():
    words, numbers = rows("| at once | Greedy | 150 ± 15 | 1 290 ± 14 |\n|---|---|\n| none | 3 |")[0]
    assert words == ["at once", "Greedy"]
    assert [(number.mean, number.stderr) for number in numbers] == [(150.0, 15.0), (1290.0, 14.0)]


@pytest.mark.long
def test_fewer_runs_agree_with_the_tables():
    page = (DOCS / "online-outcomes.md").read_text(encoding="utf-8")
    told = rows(page[page.index("## What delay costs") :])
    script = [sys.executable, str(DOCS / "examples" / "delay.py"), str(RUNS)]
    done = subprocess.run(script, capture_output=True, text=True, timeout=1700, check=True)
    found = rows(done.stdout)
    assert [words for words, _ in told] == [words for words, _ in found]
    assert len(found) == 4 + 2 * 13
    for place, ((words, numbers), (_, means)) in enumerate(zip(told, found, strict=True)):
        few, all_runs = (2 * RUNS, 40) if place >= 4 + 13 else (RUNS, 20)
        for number, mean in zip(numbers, means, strict=True):
            assert number.agrees(mean.mean, few, all_runs), (words, number, mean)
