"""The lines of docs/lab.md that read a store with other libraries, run as they stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

import begreedy as bg

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"
READERS = ("pandas", "polars", "duckdb")


def line_of(reader: str) -> str:
    """The one line of the page that calls this library."""
    (line,) = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"{reader}.")]
    return line


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A folder with a store where the page has it: two policies, eight runs each."""
    monkeypatch.chdir(tmp_path)
    problem = bg.Finite(means=[0.9, 0.1])
    return bg.compare([bg.Greedy(), bg.UCB()], problem, horizon=200, runs=8, seed=0, store=bg.Store("results/store"))


@pytest.mark.parametrize("reader", READERS)
def test_a_store_is_a_table_of_other_libraries(reader, stored):
    """A row per run; the mean regret at the horizon of each file is that of the result."""
    module = pytest.importorskip(reader, reason=f"{reader} is not installed")
    table = eval(line_of(reader), {reader: module})
    expected = sorted(float(result.mean[-1]) for result in stored)
    if reader == "duckdb":
        assert sorted(mean for _, mean in table.fetchall()) == pytest.approx(expected)
        return
    assert len(table) == 16
    last = [regret[-1] for regret in table["regret"]]
    means = [sum(last[:8]) / 8, sum(last[8:]) / 8]
    assert sorted(means) == pytest.approx(expected)
    if reader == "polars":
        assert table["file"].n_unique() == 2


def test_every_line_of_the_block_is_run():
    block = next(part for part in PAGE.read_text("utf-8").split("```python\n")[1:] if part.startswith("pandas."))
    assert [line.split(".")[0] for line in block.split("```")[0].splitlines()] == list(READERS)
