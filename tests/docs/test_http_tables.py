"""The tables of the page about HTTP: limits and statuses are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

from begreedy.bandit.events import decisions
from begreedy.bandit.settings import arguments, features, inputs, settings
from begreedy.bandit.settings.outcomes import LONGEST_WINDOW
from begreedy.service import bodies, faults
from begreedy.service.options import ServiceOptions
from begreedy.service.routes import Limit

ROOT = Path(__file__).parents[2]
OPTIONS = ServiceOptions("bandits.db")


def table(heading):
    """The rows of the first table after a heading of the page about HTTP."""
    text = (ROOT / "docs/online-http.md").read_text()
    rows = re.search(r"^\|---.*\n((?:\|.*\n)+)", text[text.index(heading) :], re.M)[1]
    return [[cell.strip() for cell in row.strip("|\n").split(" | ")] for row in rows.splitlines()]


def test_limits():
    """Each number of the table is the constant that is compared with."""
    longest, page = arguments.LONGEST_NAME, max(getattr(part, "le", 0) for part in Limit.__metadata__[0].metadata)
    told = {
        "name of a bandit": (int(re.search(r",(\d+)", bodies.NAME)[1]), longest),
        "name of an arm": (bodies.LONGEST_TEXT, longest),
        "`key`": (bodies.LONGEST_TEXT, None),
        "`policy`": (bodies.LONGEST_SPEC, None),
        "`problem`": (bodies.LONGEST_PROBLEM, None),
        "`n` and `slots`": (bodies.MOST_SHOWN, None),
        "`window`": (LONGEST_WINDOW, LONGEST_WINDOW),
        "eligible arms": (decisions.MOST_ELIGIBLE, decisions.MOST_ELIGIBLE),
        "segments": (decisions.MOST_SEGMENTS, decisions.MOST_SEGMENTS),
        "dimension": (features.MOST_DIMENSIONS, features.MOST_DIMENSIONS),
        "numbers": (features.MOST_NUMBERS, features.MOST_NUMBERS),
        "decisions or rewards": (OPTIONS.max_batch, inputs.MOST_AT_ONCE),
        "arms that a bandit plays": (OPTIONS.max_arms, settings.MOST_PLAYING),
        "arms of a catalogue": (bodies.LARGEST_CATALOGUE, 2**31),
        "events": (page, inputs.MOST_AT_ONCE),
    }
    rows = table("## Limits")
    assert len(rows) == len(told)
    for (what, *cells), (start, numbers) in zip(rows, told.items(), strict=True):
        assert what.startswith(start)
        for cell, number in zip(cells, numbers, strict=True):
            found = re.search(r"\d[\d ]*", cell)
            assert (int(found[0].replace(" ", "")) if found else None) == number, what


def test_statuses():
    """Every status that the service answers with is in the table, and no other."""
    sources = "".join(path.read_text() for path in (ROOT / "src/begreedy/service").rglob("*.py"))
    answered = {int(status) for status in re.findall(r"Fault\(\s*(\d{3})", sources)}
    answered |= {status for _, status in faults._STATUS} | {405}
    told = {int(status) for row in table("## What an answer means") for status in row[0].split(", ")}
    assert told == answered
