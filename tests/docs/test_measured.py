"""Numbers in the documentation are those that its own script and commands give: no stale example survives."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from math import hypot
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS / "examples"))
import measured  # noqa: E402  the script beside the pages

pytestmark = pytest.mark.long
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e[-+]?\d+)?) ± (\d+(?:\.\d+)?(?:e[-+]?\d+)?)")


def assert_same(told, found):
    """The same words, and means within three standard errors of their difference (bits may differ between machines)."""
    assert _NUMBER.sub("#", told) == _NUMBER.sub("#", found)
    for old, new in zip(_NUMBER.finditer(told), _NUMBER.finditer(found), strict=True):
        assert abs(float(old[1]) - float(new[1])) <= 3.0 * hypot(float(old[2]), float(new[2])), (old[0], new[0])


@pytest.mark.parametrize("name", measured.TABLES)
def test_tables_are_what_the_script_measures(name):
    """The table in the page, cell by cell."""
    page, make = measured.TABLES[name]
    (told,) = measured.place(name).findall((DOCS / page).read_text(encoding="utf-8"))
    assert_same(told, make())


def test_advice_is_what_the_command_says(tmp_path):
    """The quoted answer of the page on advice, by its command."""
    text = (DOCS / "advise.md").read_text(encoding="utf-8")
    ((line, quoted),) = re.findall(r"```\n(begreedy advise [^\n]*)\n```\n\n((?:> [^\n]*\n)+)", text)
    words = [word for word in shlex.split(line) if word not in ("--plot", "advice.svg")]
    done = subprocess.run([sys.executable, "-m", *words], cwd=tmp_path, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    answer = next(
        row
        for row in done.stdout.splitlines()
        if row.startswith(("Be greedy", "Explore", "It does not", "Not certain"))
    )
    assert_same(" ".join(quoted.replace("> ", "").split()), " ".join(answer.split()))
